//! The faults of what a script declares: collected while its tables are read, so that one
//! reading tells all of them, and placed in its text at the end. Knows no field of a game.

use std::cell::RefCell;
use std::collections::BTreeSet;

use mlua::{Lua, LuaSerdeExt, Table, Value};
use serde::de::DeserializeOwned;

use crate::rules::error::{ScriptError, cut};
use crate::rules::finder::Finder;
use crate::rules::kinds::in_words;
use crate::rules::source::Sources;
use crate::rules::suggest::or_one_of;

/// The most faults that are told of one script: more than anybody reads at once.
const MOST: usize = 1000;

/// The most entries of a table that a script declares something by.
pub(in crate::rules) const MOST_FIELDS: usize = 10_000;

/// Something that a script names, with the words on the way to it: `tiles`, `wall`, `look`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::rules) struct Named {
    pub what: String,
    pub way: Vec<String>,
}

/// What the reading of a script has come to beside its values.
#[derive(Debug, Default)]
pub(in crate::rules) struct Found {
    faults: RefCell<Vec<Named>>,
    /// What was raised while reading, which has its place.
    raised: RefCell<Vec<ScriptError>>,
    /// The picture files that are named, if somebody wants to know.
    pictures: Option<RefCell<BTreeSet<Named>>>,
}

impl Found {
    /// With the picture files, which whoever plays looks for by themselves.
    pub fn with_pictures() -> Found {
        Found { pictures: Some(RefCell::default()), ..Found::default() }
    }

    /// Adds an error that has its place.
    pub fn raise(&self, error: ScriptError) {
        self.raised.borrow_mut().push(error);
    }

    /// Adds errors that have their places.
    pub fn raise_all(&self, errors: Vec<ScriptError>) {
        self.raised.borrow_mut().extend(errors);
    }

    /// The picture files that were named so far.
    pub fn pictures(&self) -> BTreeSet<Named> {
        self.pictures.as_ref().map(|pictures| pictures.borrow().clone()).unwrap_or_default()
    }

    /// What was made of the script, if nothing is wrong with it.
    ///
    /// # Errors
    /// Something is; all of it, topmost first.
    pub fn settle<T>(&self, made: Option<T>, sources: &Sources) -> Result<T, Mistakes> {
        let mut all = self.placed(sources);
        all.extend(self.raised.borrow().iter().cloned());
        all.sort_by_key(|error| (error.line.is_none(), error.line, error.column));
        let mut all = all.into_iter();
        match (all.next(), made) {
            (None, Some(made)) => Ok(made),
            (None, None) => {
                let main = sources.main().unwrap_or_default();
                Err(ScriptError::in_file(main, "this cannot be read").into())
            }
            (Some(first), _) => Err(Mistakes { first, more: all.collect() }),
        }
    }

    /// The faults with their places.
    fn placed(&self, sources: &Sources) -> Vec<ScriptError> {
        let faults = self.faults.borrow();
        if faults.is_empty() {
            return Vec::new();
        }
        let finder = Finder::new(sources);
        let placed = |fault: &Named| match finder.find(&fault.way) {
            Some((path, line, column)) => ScriptError {
                column: Some(column),
                ..ScriptError::at_line(path, line, &fault.what).with_source(sources)
            },
            None => ScriptError::in_file(sources.main().unwrap_or_default(), &fault.what),
        };
        faults.iter().map(placed).collect()
    }
}

/// All that is wrong with a script.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Mistakes {
    pub first: ScriptError,
    pub more: Vec<ScriptError>,
}

impl From<ScriptError> for Mistakes {
    fn from(first: ScriptError) -> Mistakes {
        Mistakes { first, more: Vec::new() }
    }
}

impl From<Mistakes> for ScriptError {
    /// The first, which says that there are more.
    fn from(Mistakes { mut first, more }: Mistakes) -> ScriptError {
        if !more.is_empty() {
            let count = more.len();
            first.message += &format!(" (and {count} more; `tilewright check` lists them)");
        }
        first
    }
}

/// Where a reader is in a script's tables.
#[derive(Clone)]
pub(in crate::rules) struct At<'a> {
    pub lua: &'a Lua,
    found: &'a Found,
    /// How messages from here begin.
    said: String,
    way: Vec<String>,
}

impl<'a> At<'a> {
    /// At the table that the script returns.
    pub fn top(lua: &'a Lua, found: &'a Found) -> At<'a> {
        At { lua, found, said: String::new(), way: Vec::new() }
    }

    /// At something in this table by its name or value; messages begin as they do here.
    pub fn near(&self, word: &str) -> At<'a> {
        let mut way = self.way.clone();
        way.push(word.to_owned());
        At { way, said: self.said.clone(), ..*self }
    }

    /// Here, with messages that go on like this.
    pub fn saying(&self, said: &str) -> At<'a> {
        At { said: format!("{}{said}: ", self.said), way: self.way.clone(), ..*self }
    }

    /// Within a field, which messages name.
    pub fn within(&self, field: &str) -> At<'a> {
        self.near(field).saying(field)
    }

    /// Something is wrong here.
    pub fn fault(&self, what: impl AsRef<str>) {
        if self.is_full() {
            return;
        }
        let what = cut(&format!("{}{}", self.said, what.as_ref()));
        let fault = Named { what, way: self.way.clone() };
        let mut faults = self.found.faults.borrow_mut();
        // One table that stands in many places is wrong once.
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }

    /// Whether so much is wrong already that no more is told.
    pub fn is_full(&self) -> bool {
        self.found.faults.borrow().len() >= MOST
    }

    /// Something was raised while reading.
    pub fn raise(&self, error: ScriptError) {
        self.found.raise(error);
    }

    /// A picture file is named here.
    pub fn picture(&self, name: &str) {
        let Some(pictures) = &self.found.pictures else { return };
        let way = self.near(name).way;
        pictures.borrow_mut().insert(Named { what: name.to_owned(), way });
    }

    /// The value, unless Lua cannot give it: that is a fault.
    pub fn kept<T>(&self, result: mlua::Result<T>) -> Option<T> {
        result.map_err(|error| self.fault(in_words(error))).ok()
    }

    /// A field of a table.
    pub fn field(&self, table: &Table, name: &str) -> Value {
        self.kept(table.raw_get(name)).unwrap_or(Value::Nil)
    }

    /// The fields of a table, or the items of a list, as far as there are not too many.
    pub fn pairs(&self, table: &Table) -> Vec<(Value, Value)> {
        let pairs = table.pairs().take(MOST_FIELDS + 1).filter_map(|pair| self.kept(pair));
        let mut pairs: Vec<_> = pairs.collect();
        if pairs.len() > MOST_FIELDS {
            self.fault(format!("this table has more than {MOST_FIELDS} entries"));
            pairs.pop();
        }
        pairs
    }

    /// Every field of the table must be one of these.
    pub fn only_known(&self, table: &Table, whose: &str, known: &[&str]) {
        for (key, _) in self.pairs(table) {
            if self.is_full() {
                return;
            }
            let key = match key {
                Value::String(key) => key.to_string_lossy(),
                // Turning it into a text could run the script's own code.
                other => format!("[a {}]", other.type_name()),
            };
            if !known.contains(&key.as_str()) {
                let rest = or_one_of(&key, known.iter().copied());
                self.near(&key).fault(format!("{whose} has no field \"{key}\"; {rest}"));
            }
        }
    }

    /// A value in this place as plain data.
    pub fn value<T: DeserializeOwned>(&self, value: &Value) -> Option<T> {
        let read = self.lua.from_value(value.clone());
        read.map_err(|error| self.value_fault(value, &in_words(error))).ok()
    }

    /// What is wrong with a field of this name: the field itself, or its value.
    fn field_fault(&self, name: &str, value: &Value, what: &str) {
        match what {
            _ if what.starts_with("unknown field") => self.fault(what),
            // What was got says nothing of where.
            _ if what.starts_with("got ") => self.saying(name).value_fault(value, what),
            _ => self.value_fault(value, what),
        }
    }

    fn value_fault(&self, value: &Value, what: &str) {
        match value {
            Value::String(text) => self.near(&text.to_string_lossy()).fault(what),
            _ => self.fault(what),
        }
    }

    /// A table of plain fields. Where it is wrong each of its fields is read alone, so that
    /// all that is wrong is told; none of them is needed.
    pub fn table<T: DeserializeOwned>(&self, table: &Table) -> Option<T> {
        let whole = match self.lua.from_value(Value::Table(table.clone())) {
            Ok(read) => return Some(read),
            Err(error) => in_words(error),
        };
        let mut told = false;
        for (key, value) in self.pairs(table) {
            let alone = self.lua.create_table();
            let alone = alone.and_then(|alone| alone.raw_set(&key, &value).map(|()| alone));
            let Some(alone) = self.kept(alone) else { continue };
            if let Err(error) = self.lua.from_value::<T>(Value::Table(alone)) {
                let word = key.as_string().map(|key| key.to_string_lossy()).unwrap_or_default();
                self.near(&word).field_fault(&word, &value, &in_words(error));
                told = true;
            }
        }
        if !told {
            self.fault(whole);
        }
        None
    }
}
