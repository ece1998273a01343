//! One call of an API function: its arguments as cells, tiles and directions, and
//! what is wrong with them in a modder's words. Knows no single function.

use std::borrow::Cow;
use std::cell::Ref;
use std::ffi::c_int;

use crate::grid::{Board, Cell, Direction, LayerId, Names, Tile, Turn, Value, VarId};
use crate::rules::api::{Access, Function, Owner};
use crate::rules::bind::Arguments;
use crate::rules::host::{Answer, Desk, LONGEST_SAID, MAX_SAID, Mode};
use crate::rules::list::{List, Of};
use crate::rules::words::Word;

/// The longest name of a variable, in bytes.
pub(in crate::rules) const LONGEST_NAME: usize = 64;

/// The longest text of a variable, in bytes.
pub(in crate::rules) const MAX_TEXT: usize = 64 << 10;

/// The most edits of one turn: 512 MiB of them.
pub(in crate::rules) const MAX_EDITS: usize = 32 << 20;

/// Why a call was refused; boxed, since it is rare and every result has room for
/// it.
#[derive(Debug)]
pub(in crate::rules) enum Problem {
    Told(Box<Refused>),
    /// What the first try of a call leaves to the second one.
    Untold,
}

#[derive(Debug)]
pub(in crate::rules) struct Refused {
    /// The argument at fault, from 1; 0 is what the method was called on.
    argument: Option<c_int>,
    what: Cow<'static, str>,
}

impl Problem {
    #[cold]
    pub fn new(what: impl Into<Cow<'static, str>>) -> Problem {
        Problem::with(None, what.into())
    }

    fn with(argument: Option<c_int>, what: Cow<'static, str>) -> Problem {
        Problem::Told(Box::new(Refused { argument, what }))
    }

    /// The message, with the function's name if it has one.
    pub fn text(&self, function: &str) -> String {
        let Problem::Told(refused) = self else {
            return String::new();
        };
        let Refused { argument, what } = &**refused;
        match argument {
            _ if function.is_empty() => what.clone().into_owned(),
            Some(at @ 1..) => format!("{function}: argument {at}: {what}"),
            _ => format!("{function}: {what}"),
        }
    }
}

/// Cells that a function was called with.
pub(in crate::rules) enum Cells<'a> {
    /// A single one.
    One(u32),
    /// Those of a table.
    Table(Vec<u32>),
    /// Those of a list that the host keeps.
    Kept(Ref<'a, Vec<u32>>),
}

impl Cells<'_> {
    /// Each of them.
    pub fn each(&self) -> impl ExactSizeIterator<Item = Cell> {
        let numbers = match self {
            Cells::One(number) => std::slice::from_ref(number),
            Cells::Table(numbers) => numbers,
            Cells::Kept(numbers) => numbers,
        };
        numbers.iter().map(|number| Cell(number - 1))
    }
}

/// How a call is run; see [`Call::in_full`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Try {
    First,
    Full,
}

/// The call that is running. Arguments count from 1, after the board itself.
pub(in crate::rules) struct Call<'a> {
    arguments: Arguments<'a>,
    desk: &'a mut Desk,
    /// Values on the Lua stack before the first argument.
    before: c_int,
    owner: Owner,
    run: Try,
}

impl<'a> Call<'a> {
    /// Checks that the function may be called now, and as a method.
    #[inline(always)] // as `Host::answer`
    pub fn new(
        function: &Function,
        arguments: Arguments<'a>,
        desk: &'a mut Desk,
        run: Try,
    ) -> Result<Call<'a>, Problem> {
        let before = match function.access {
            Access::Free => 0,
            _ => 1,
        };
        let call = Call { arguments, desk, before, owner: function.owner, run };
        if before == 1 {
            call.check_access(function)?;
            call.desk.looked |= function.access != Access::Counts;
        }
        Ok(call)
    }

    /// Ends the first try of a call of which there is a second one, in full. To be asked before
    /// all that is rare or goes wrong: the first try then calls no other function, and so keeps
    /// nothing for after it, which is a third of what a call takes.
    #[inline(always)]
    pub fn in_full(&self) -> Result<(), Problem> {
        match self.run {
            Try::First => Err(Problem::Untold),
            Try::Full => Ok(()),
        }
    }

    /// Whether the function may be called now.
    #[inline(always)]
    fn check_access(&self, function: &Function) -> Result<(), Problem> {
        let needed = match function.access {
            Access::Starts => Mode::Starting,
            Access::Changes => Mode::Changing,
            Access::Looks | Access::Counts | Access::Free => Mode::Looking,
        };
        if self.desk.mode < needed {
            self.in_full()?;
            return Err(too_early(self.desk.mode, needed));
        }
        if needed > Mode::Looking && self.desk.turn.edits() > MAX_EDITS {
            self.in_full()?;
            return Err(Problem::new(
                "this turn has changed more than a turn can (32 million times)",
            ));
        }
        Ok(())
    }

    #[inline]
    pub fn board(&self) -> &Board {
        self.desk.turn.board()
    }

    #[inline]
    pub fn turn(&mut self) -> &mut Turn {
        &mut self.desk.turn
    }

    pub fn desk(&mut self) -> &mut Desk {
        self.desk
    }

    /// Keeps what the script says or prints, with its place, for whoever looks for it.
    pub fn hear(&mut self, text: &str) {
        let text: String = text.chars().take(LONGEST_SAID).collect();
        let place = self.arguments.place().map(|place| format!("{place}: ")).unwrap_or_default();
        let heard = &mut self.desk.heard;
        // What nobody asks for is not kept for ever.
        let surplus = heard.len().saturating_sub(MAX_SAID);
        heard.drain(..surplus);
        heard.push(format!("{place}{text}"));
    }

    #[inline]
    pub fn is_given(&self, at: c_int) -> bool {
        self.arguments.is_given(at + self.before)
    }

    pub fn kind(&self, at: c_int) -> &'static str {
        self.arguments.kind(at + self.before)
    }

    /// A cell of the board.
    #[inline]
    pub fn cell(&self, at: c_int) -> Result<Cell, Problem> {
        let size = self.board().topology().size();
        match self.arguments.counted(at + self.before, size) {
            Some(number) => Ok(Cell(number - 1)),
            None => {
                self.in_full()?;
                self.cell_in_text(at, size)
            }
        }
    }

    /// Lua takes a text that reads as a number for one.
    #[cold]
    fn cell_in_text(&self, at: c_int, size: u32) -> Result<Cell, Problem> {
        let number = self.arguments.number(at + self.before);
        let whole = number.and_then(|number| whole(number, 1.0, f64::from(size)));
        whole.map(|number| Cell(number - 1)).ok_or_else(|| self.no_cell(at, size))
    }

    /// A list of cells of the board, or a single one. Position 0 is what the method was
    /// called on.
    pub fn cells(&self, at: c_int) -> Result<Cells<'a>, Problem> {
        let place = at + self.before;
        let size = self.board().topology().size();
        let no_cell = |n: usize| {
            let what = format!("item {n} of the list is no cell from 1 to {size}");
            Problem::with(Some(at), what.into())
        };
        if let Some(list) = self.arguments.list(place) {
            if list.of() == Of::Masks {
                let what = "expected a list of cells, got a list of masks";
                return Err(Problem::with(Some(at), what.into()));
            }
            let numbers = list.numbers();
            let wrong = numbers.iter().position(|number| number.wrapping_sub(1) >= size);
            return wrong.map_or(Ok(Cells::Kept(numbers)), |at| Err(no_cell(at + 1)));
        }
        let Some(length) = self.arguments.list_length(place) else {
            return self.cell(at).map(|cell| Cells::One(cell.0 + 1));
        };
        let cell = |n: usize| {
            let number = self.arguments.list_number(place, n);
            let whole = number.and_then(|number| whole(number, 1.0, f64::from(size)));
            whole.ok_or_else(|| no_cell(n))
        };
        (1..=length).map(cell).collect::<Result<_, _>>().map(Cells::Table)
    }

    /// The list that a method was called on.
    pub fn list(&self) -> Result<&'a List, Problem> {
        self.arguments.list(1).ok_or_else(|| self.wrong(0, "a list of cells"))
    }

    /// The list that is answered.
    pub fn answer_list(&mut self, numbers: Vec<u32>, of: Of) -> Answer {
        self.desk.list = (numbers, of);
        Answer::List
    }

    /// The fields of a table, if it is one, each with its place among the arguments for
    /// `read`, which may fail.
    pub fn fields(
        &self,
        at: c_int,
        mut read: impl FnMut(&str, c_int) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut result = Ok(());
        self.arguments.each_field(at + self.before, |name, place| {
            result = read(name.as_deref().unwrap_or_default(), place - self.before);
            result.is_ok()
        });
        result.map_err(|mut problem: Problem| {
            if let Problem::Told(refused) = &mut problem {
                refused.argument = Some(at);
            }
            problem
        })
    }

    /// A truth value.
    pub fn truth(&self, at: c_int) -> Result<bool, Problem> {
        let truth = self.arguments.boolean(at + self.before);
        truth.ok_or_else(|| self.wrong(at, "true or false"))
    }

    /// The name of a tile.
    #[inline]
    pub fn tile(&self, at: c_int) -> Result<Tile, Problem> {
        self.placed_tile(at).map(|(_, tile)| tile)
    }

    /// The name of a tile, as the layer that it belongs to and its number.
    #[inline]
    pub fn placed_tile(&self, at: c_int) -> Result<(LayerId, Tile), Problem> {
        match self.word(at).and_then(Word::tile) {
            Some(placed) => Ok(placed),
            None => {
                self.in_full()?;
                Err(self.wrong(at, "the name of a tile"))
            }
        }
    }

    /// The name of a tile, if it is one.
    #[inline]
    pub fn named_tile(&self, at: c_int) -> Option<Tile> {
        self.word(at).and_then(Word::tile).map(|(_, tile)| tile)
    }

    /// The names of tiles in a list, each once.
    pub fn tiles(&self, at: c_int) -> Result<Vec<Tile>, Problem> {
        if self.kind(at) != "a table" {
            return Err(self.wrong(at, "the name of a tile, or a list of them"));
        }
        let (most, mut seen, mut tiles) = (Names::MAX_TILES, 0, Vec::new());
        self.fields(at, |_, place| {
            seen += 1;
            if seen > most {
                return Err(self.wrong(at, &format!("a list of at most {most} names")));
            }
            let tile = self.tile(place)?;
            if !tiles.contains(&tile) {
                tiles.push(tile);
            }
            Ok(())
        })?;
        Ok(tiles)
    }

    /// The name of a layer.
    pub fn layer(&self, at: c_int) -> Result<LayerId, Problem> {
        let word = self.word(at).and_then(|word| word.layer);
        word.ok_or_else(|| self.wrong(at, "the name of a layer"))
    }

    /// The name of a direction.
    #[inline]
    pub fn direction(&self, at: c_int) -> Result<Direction, Problem> {
        let tiling = self.board().topology().tiling();
        match self.word(at).and_then(|word| word.directions[tiling as usize]) {
            Some(direction) => Ok(direction),
            None => {
                self.in_full()?;
                Err(self.no_direction(at))
            }
        }
    }

    /// The name of a variable; it need not be in use yet.
    #[inline]
    pub fn var(&mut self, at: c_int) -> Result<VarId, Problem> {
        if let Some(var) = self.word(at).and_then(|word| word.var) {
            return Ok(var);
        }
        self.in_full()?;
        self.var_of_text(at)
    }

    #[cold]
    fn var_of_text(&mut self, at: c_int) -> Result<VarId, Problem> {
        let name = self.text(at)?;
        if name.len() > LONGEST_NAME {
            return Err(self.wrong(at, &format!("a name of at most {LONGEST_NAME} bytes")));
        }
        let var = self.turn().var(&name);
        var.map_err(|many| Problem::new(many.to_string()))
    }

    /// The name of a variable, if one of that name was ever set.
    pub fn known_var(&self, at: c_int) -> Result<Option<VarId>, Problem> {
        match self.word(at).and_then(|word| word.var) {
            Some(var) => Ok(Some(var)),
            None => Ok(self.board().names().find_var(&self.text(at)?)),
        }
    }

    /// A value that a variable can hold.
    pub fn value(&self, at: c_int) -> Result<Value, Problem> {
        let place = at + self.before;
        if self.kind(at) == "a number" {
            return Ok(Value::Number(self.arguments.number(place).unwrap_or_default()));
        }
        if let Some(truth) = self.arguments.boolean(place) {
            return Ok(Value::Bool(truth));
        }
        match self.kind(at) {
            "nil" => Ok(Value::Nil),
            "a text" => {
                let text = self.text(at)?;
                if text.len() > MAX_TEXT {
                    return Err(Problem::new("a variable holds a text of at most 64 KiB"));
                }
                Ok(Value::Text(text.into()))
            }
            _ => Err(self.wrong(at, "a number, a text, a boolean or nil")),
        }
    }

    pub fn text(&self, at: c_int) -> Result<String, Problem> {
        let text = self.arguments.text(at + self.before);
        text.ok_or_else(|| self.wrong(at, "a text"))
    }

    /// Any number.
    #[inline]
    pub fn number(&self, at: c_int) -> Result<f64, Problem> {
        match self.arguments.plain_number(at + self.before) {
            Some(number) => Ok(number),
            None => {
                self.in_full()?;
                let number = self.arguments.number(at + self.before);
                number.ok_or_else(|| self.wrong(at, "a number"))
            }
        }
    }

    /// Refuses a call without the colon, where no argument would show it.
    pub fn as_method(&self) -> Result<(), Problem> {
        match self.arguments.kind(1) == self.owner.kind() {
            true => Ok(()),
            false => Err(self.wrong(1, "")),
        }
    }

    /// A whole number in a range, or what stands for it when it is not given.
    pub fn whole_or(&self, at: c_int, none: i32, least: i32, most: i32) -> Result<i32, Problem> {
        if !self.is_given(at) {
            return Ok(none);
        }
        let number = self.arguments.number(at + self.before);
        #[allow(clippy::cast_possible_truncation)] // checked to be whole and in range
        let whole = number
            .filter(|n| n.fract() == 0.0 && (f64::from(least)..=f64::from(most)).contains(n))
            .map(|n| n as i32);
        whole.ok_or_else(|| self.no_whole(at, least, most))
    }

    /// A whole number in a range, which must be given.
    pub fn whole(&self, at: c_int, least: i32, most: i32) -> Result<i32, Problem> {
        match self.is_given(at) {
            true => self.whole_or(at, 0, least, most),
            false => Err(self.no_whole(at, least, most)),
        }
    }

    #[cold]
    fn no_whole(&self, at: c_int, least: i32, most: i32) -> Problem {
        self.wrong(at, &format!("a whole number from {least} to {most}"))
    }

    /// The first two values exactly as Lua passed them: a truth value and a text.
    pub fn truth_and_text(&self) -> (Option<bool>, Option<String>) {
        (self.arguments.boolean(1), self.arguments.text(2))
    }

    /// How many arguments there are after the board itself.
    pub fn count(&self) -> c_int {
        self.arguments.count() - self.before
    }

    /// What was expected, and what came instead.
    #[cold]
    pub fn wrong(&self, at: c_int, expected: &str) -> Problem {
        if self.before == 1 && self.arguments.kind(1) != self.owner.kind() {
            return Problem::new(match self.owner {
                Owner::Board => "call it with a colon, as in board:step(...)",
                Owner::Cells => "call it with a colon, as in cells:first(...)",
            });
        }
        let place = at + self.before;
        let came = match (self.arguments.text(place), self.arguments.number(place)) {
            (Some(text), _) => format!("\"{}\"", shortened(&text)),
            (_, Some(number)) => format!("{number}"),
            _ => self.kind(at).to_owned(),
        };
        Problem::with(Some(at), format!("expected {expected}, got {came}").into())
    }

    #[cold]
    fn no_direction(&self, at: c_int) -> Problem {
        let tiling = self.board().topology().tiling();
        let names = tiling.directions().iter().map(|way| way.name(tiling));
        let names = names.collect::<Vec<_>>().join(", ");
        self.wrong(at, &format!("a direction ({names})"))
    }

    #[cold]
    fn no_cell(&self, at: c_int, size: u32) -> Problem {
        let hint = match self.kind(at) {
            "nil" => " (a step off the grid gives nil)",
            _ => "",
        };
        let mut problem = self.wrong(at, &format!("a cell from 1 to {size}"));
        if let Problem::Told(refused) = &mut problem
            && refused.argument.is_some()
        {
            refused.what = format!("{}{hint}", refused.what).into();
        }
        problem
    }

    #[inline]
    fn word(&self, at: c_int) -> Option<&Word> {
        let number = self.arguments.text_number(at + self.before)?;
        self.desk.words.get(number)
    }
}

#[cold]
fn too_early(mode: Mode, needed: Mode) -> Problem {
    Problem::new(match mode {
        _ if needed == Mode::Starting => "the board can be given another size only in start",
        Mode::Closed => {
            "the board can be used only while the engine has called a function of the game"
        }
        _ => "the board can be changed only in start, act, tick and reloaded",
    })
}

/// A whole number in a range of whole numbers that a `u32` can hold.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked by the range
fn whole(number: f64, least: f64, most: f64) -> Option<u32> {
    let inside = number >= least && number <= most;
    let truncated = if inside { number as u32 } else { return None };
    #[allow(clippy::float_cmp)] // equal exactly when it is whole
    (f64::from(truncated) == number).then_some(truncated)
}

/// A text that a script wrote, as a message shows it.
pub(in crate::rules) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(40) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
