//! What a script says that Lua lets pass until it runs: names that nothing declares, functions
//! that no library has, comparisons that are always false. Knows scripts as text; what a
//! script finds around it is told.

use std::collections::{BTreeMap, BTreeSet};

use full_moon::ast::{Ast, FunctionBody, Parameter};
use full_moon::node::Node;
use full_moon::visitors::Visitor;
use full_moon::{LuaVersion, parse_fallible};
use selene_lib::lints::{Diagnostic, Severity};
use selene_lib::standard_library::{Field, FieldKind, StandardLibrary};
use selene_lib::{Checker, CheckerConfig};

use crate::rules::loader::place_after;
use crate::rules::suggest::question;
use crate::rules::tokens::{Kind, tokens};

/// The lints that tell of mistakes and not of manners.
const LINTS: [&str; 10] = [
    "undefined_variable",
    "unscoped_variables",
    "unused_variable",
    "incorrect_standard_library_use",
    "almost_swapped",
    "compare_nan",
    "constant_table_comparison",
    "ifs_same_cond",
    "suspicious_reverse_loop",
    "type_check_inside_call",
];

/// What scripts find without declaring it: each name, with the names in it of a library.
pub(in crate::rules) type Globals = BTreeMap<String, BTreeSet<String>>;

/// Something odd in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Lint {
    pub line: usize,
    pub column: usize,
    /// Its name, as selene has it.
    pub kind: &'static str,
    pub what: String,
}

/// The stack of the thread that reads a script: as deep as Luau lets one be nested, and more.
const STACK: usize = 256 << 20;

/// Reads a script that Luau can run. Returns nothing where the reader cannot follow, as it
/// may with what is new in Luau.
pub(in crate::rules) fn lints(text: &str, globals: &Globals) -> Option<Vec<Lint>> {
    // A script that is nested deeply needs more stack than a thread has by itself; and what
    // goes wrong in the libraries ends the thread alone.
    on_deep_stack(|| read(text, globals))
}

fn on_deep_stack<T: Send>(read: impl FnOnce() -> Option<T> + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let reader = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read);
        reader.ok()?.join().ok().flatten()
    })
}

fn read(text: &str, globals: &Globals) -> Option<Vec<Lint>> {
    let parsed = parse_fallible(text, LuaVersion::luau());
    if !parsed.errors().is_empty() {
        return None;
    }
    let ast = parsed.into_ast();
    let config = CheckerConfig::<serde_json::Value>::default();
    let checker = Checker::new(config, library(globals)).ok()?;
    let mut diagnostics = checker.test_on(&ast);
    diagnostics.retain(|one| one.severity != Severity::Allow);
    let found = diagnostics.into_iter().map(|one| one.diagnostic);
    let found: Vec<Diagnostic> = found.filter(|one| LINTS.contains(&one.code)).collect();
    let parameters = Parameters::of(&ast);
    // A name that is set without being declared is told as such.
    let set = found.iter().filter(|one| one.code == "unscoped_variables");
    let mut unused_otherwise = parameters.0;
    unused_otherwise.extend(set.map(|one| one.primary_label.range.0));
    let told = found.iter().filter(|one| {
        one.code != "unused_variable" || !unused_otherwise.contains(&one.primary_label.range.0)
    });
    let reader = Reader { text, globals, declared: declared(text, &found, globals) };
    Some(told.map(|one| reader.lint(one)).collect())
}

/// The longest line on which a column is looked for, in bytes: nobody has written a longer
/// one, and it could be nested more deeply than any stack holds.
const LONGEST_LINE: usize = 1000;

/// The column at which a script cannot be read, from 1: what Luau itself tells is the line
/// alone. Up to there Luau could read it, so it is not nested too deeply.
pub(in crate::rules) fn syntax_column(text: &str, line: usize) -> Option<usize> {
    let upto = text.split_inclusive('\n').take(line);
    if upto.clone().last().is_none_or(|last| last.len() > LONGEST_LINE) {
        return None;
    }
    let text: String = upto.collect();
    on_deep_stack(|| {
        let parsed = parse_fallible(&text, LuaVersion::luau());
        let mut places = parsed.errors().iter().map(|error| error.range().0);
        places.find(|at| at.line() == line).map(|at| at.character())
    })
}

/// The libraries as selene is told of them.
fn library(globals: &Globals) -> StandardLibrary {
    let any = || Field::from_field_kind(FieldKind::Any);
    let names = globals.iter().flat_map(|(name, within)| {
        let whole = within.is_empty().then(|| name.clone());
        whole.into_iter().chain(within.iter().map(move |field| format!("{name}.{field}")))
    });
    let mut library = StandardLibrary::default();
    library.globals.extend(names.map(|name| (name, any())));
    library
}

/// The names in a script but for those that nothing declares, and those that it finds; none
/// where nobody asks for them.
fn declared(text: &str, found: &[Diagnostic], globals: &Globals) -> BTreeSet<String> {
    let unknown = found.iter().filter(|one| one.code == "undefined_variable");
    let unknown: BTreeSet<&str> = unknown.map(|one| labelled(text, one)).collect();
    if unknown.is_empty() {
        return BTreeSet::new();
    }
    let names = tokens(text).into_iter().filter_map(|token| match token.kind {
        Kind::Name(name) if !unknown.contains(name.as_str()) => Some(name),
        _ => None,
    });
    names.chain(globals.keys().cloned()).collect()
}

/// The text that a diagnostic is about.
fn labelled<'t>(text: &'t str, of: &Diagnostic) -> &'t str {
    let (from, to) = of.primary_label.range;
    text.get(from as usize..to as usize).unwrap_or_default()
}

/// Where parameters of functions are declared: one that is not used is no mistake, as others
/// say how a function is called.
#[derive(Default)]
struct Parameters(BTreeSet<u32>);

impl Parameters {
    fn of(ast: &Ast) -> Parameters {
        let mut parameters = Parameters::default();
        parameters.visit_ast(ast);
        parameters
    }
}

impl Visitor for Parameters {
    fn visit_function_body(&mut self, body: &FunctionBody) {
        let names = body.parameters().iter().filter_map(|parameter| match parameter {
            Parameter::Name(name) => name.start_position(),
            _ => None,
        });
        self.0.extend(names.filter_map(|at| u32::try_from(at.bytes()).ok()));
    }
}

/// Tells what selene has found in this program's words.
struct Reader<'t> {
    text: &'t str,
    globals: &'t Globals,
    /// What a name that nothing declares was perhaps meant to be.
    declared: BTreeSet<String>,
}

impl Reader<'_> {
    fn lint(&self, of: &Diagnostic) -> Lint {
        let word = labelled(self.text, of);
        let from = of.primary_label.range.0 as usize;
        let (line, column) = place_after(self.text.get(..from).unwrap_or_default());
        let what = match of.code {
            "undefined_variable" => {
                let question = question(word, self.declared.iter().map(String::as_str));
                format!("nothing declares `{word}`{question}")
            }
            "unscoped_variables" => {
                format!("`{word}` is set and not declared; expected local {word} = ...")
            }
            "unused_variable" => format!("`{word}` is declared and never used"),
            "incorrect_standard_library_use" => self.no_such_field(word, &of.message),
            _ => of.message.clone(),
        };
        Lint { line, column, kind: of.code, what }
    }

    fn no_such_field(&self, path: &str, message: &str) -> String {
        let field = path.split_once('.').and_then(|(library, field)| {
            let within = self.globals.get(library).filter(|within| !within.contains(field))?;
            let question = question(field, within.iter().map(String::as_str));
            Some(format!("`{library}` has no `{field}`{question}"))
        });
        field.unwrap_or_else(|| message.to_owned())
    }
}
