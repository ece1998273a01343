//! Rule tests as text: a title, a board before, steps, a board after, and what else is
//! expected. A recording of a game is one, too. Knows no rules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::level::{Growth, LevelError, Place, decode};
use crate::session::recording::{Step, read_steps_within};
use crate::session::rule_head::{Head, Slip, WORDS};

/// One test, which may be the recording of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTest {
    /// What it is about.
    pub(in crate::session) title: String,
    /// The line of its title in the file, from 1.
    pub(in crate::session) line: usize,
    /// The file, for mistakes in the boards.
    pub(in crate::session) path: PathBuf,
    /// What is said before the board.
    pub(in crate::session) head: Head,
    /// The rows of the board before: one for each line of the file from the title on. None
    /// filled: the script makes it from the seed.
    pub(in crate::session) before: Vec<String>,
    /// What is done; nothing until the first line of steps, which may be an empty one.
    pub(in crate::session) steps: Option<Vec<Step>>,
    /// The rows of the board after: one for each line of the file from the last steps on. None
    /// filled: it is not asked for.
    pub(in crate::session) after: Vec<String>,
    /// The line of the last steps, from 1.
    pub(in crate::session) played: usize,
    /// What is expected beside the board.
    pub(in crate::session) expects: Vec<Expected>,
    /// The lines of rows that stand between bars, from 1.
    pub(in crate::session) barred: BTreeSet<usize>,
}

/// What a test expects beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) enum Expected {
    /// `says TEXT`: a message of the script has that in it.
    Says(String),
    /// `fails TEXT`: the last step, or the start, fails with that in its message.
    Fails(String),
    /// `solved`.
    Solved,
    /// `status TEXT`: the status line is that.
    Status(String),
}

/// Whether a file is one of rule tests, and not of levels, whose rows may look like any line of
/// one: it begins with a title, and names a game or has steps and nothing else after `>`.
#[must_use]
pub fn holds_rule_tests(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with(';'));
    let is_titled = lines.next().is_some_and(|line| line.starts_with("= "));
    let names_game = lines.next().is_some_and(|line| line.starts_with("game "));
    let mut steps = text.lines().filter_map(|line| line.strip_prefix('>')).peekable();
    let mut growth = Growth::default();
    let mut are_steps = |steps| read_steps_within(steps, &mut growth).is_ok();
    let has_steps = steps.peek().is_some() && steps.all(&mut are_steps);
    is_titled && (names_game || has_steps)
}

/// Reads the tests of a file. A test begins with `= TITLE`; then come the rows of a board,
/// perhaps below what it hangs on (`seed 7` and the like), lines of steps that begin with `>`, and the rows of the board
/// after. `solved`, `says TEXT`, `status TEXT` and `fails TEXT` may follow the steps; a line
/// that begins with `;` is a remark. What stands between bars (`|`) is a row, whatever it
/// looks like.
///
/// # Errors
/// Something else, with its place, or no test at all.
pub fn read_rule_tests(bytes: &[u8], path: &Path) -> Result<Vec<RuleTest>, LevelError> {
    let at = |line, column, what: &str| LevelError::at(Place::new(path, line, column), what);
    let none = || at(1, 1, "there is no rule test in this file; expected '= ' and its title");
    if bytes.trim_ascii().is_empty() {
        return Err(none());
    }
    let mut tests: Vec<RuleTest> = Vec::new();
    let mut growth = Growth::default();
    for (line, number) in decode(bytes, path)?.lines().zip(1..) {
        if let Some(title) = line.strip_prefix("= ") {
            finished(&tests)?;
            tests.push(RuleTest::new(title.trim(), number, path));
            continue;
        }
        let line = if line.starts_with(';') { "" } else { line };
        match tests.last_mut() {
            Some(test) => {
                let taken = test.line(line, number, &mut growth);
                taken.map_err(|(column, what)| at(number, column, &what))?;
            }
            None if line.trim().is_empty() => {}
            None => return Err(at(number, 1, "expected '= ' and the title of a test")),
        }
    }
    finished(&tests)?;
    if tests.is_empty() { Err(none()) } else { Ok(tests) }
}

/// Whether the last test so far is a whole one.
fn finished(tests: &[RuleTest]) -> Result<(), LevelError> {
    let Some(test) = tests.last() else { return Ok(()) };
    let what = match &test.steps {
        _ if !is_filled(&test.before) && test.head.seed.is_none() => {
            "has no board; expected rows of a level, or 'seed' and a number for the game to make it"
        }
        None => "has no steps; expected a line that begins with '>' between its boards",
        Some(_) => return Ok(()),
    };
    let what = format!("\"{}\" {what}", test.title);
    Err(LevelError::at(Place::new(&test.path, test.line, 1), what))
}

pub(in crate::session) fn is_filled(rows: &[String]) -> bool {
    rows.iter().any(|row| !row.trim().is_empty())
}

/// The row between two bars, if that is what a line is.
fn barred(line: &str) -> Option<&str> {
    line.trim_end().strip_prefix('|')?.strip_suffix('|')
}

/// A row as it is to be written, so that it is read as one: between bars if it looks like
/// something else.
pub(in crate::session) fn written(row: &str) -> String {
    let word = row.split(' ').next().unwrap_or_default();
    let begins = row.starts_with(['>', ';', '|']) || row.starts_with("= ");
    match begins || WORDS.contains(&word) || EXPECTED.contains(&word) {
        true => format!("|{row}|"),
        false => row.to_owned(),
    }
}

impl RuleTest {
    fn new(title: &str, line: usize, path: &Path) -> RuleTest {
        let (title, path) = (title.to_owned(), path.to_owned());
        RuleTest { title, line, path, ..RuleTest::default() }
    }

    /// What it is about.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The name of the game that was recorded, where that is said.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        self.head.game.as_deref()
    }

    /// The steps.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        self.steps.as_deref().unwrap_or_default()
    }

    /// Whether it says how it ends.
    #[must_use]
    pub fn expects_an_end(&self) -> bool {
        is_filled(&self.after) || !self.expects.is_empty()
    }

    fn line(&mut self, line: &str, number: usize, growth: &mut Growth) -> Result<(), Slip> {
        if let Some(row) = barred(line) {
            self.barred.insert(number);
            self.add_row(row);
            return Ok(());
        }
        if let Some(steps) = line.strip_prefix('>') {
            let read = read_steps_within(steps, growth);
            return self.add_steps(read.map_err(|bad| (bad.column + 1, bad.what))?, number);
        }
        let expected = expected(line)?;
        if self.steps.is_some() {
            // Said of both boards it is said once more.
            let says_hexagons = self.head.hexagons && line.trim() == "hexagons";
            let is_row = expected.is_none() && !says_hexagons;
            self.add_row(if is_row { line } else { "" });
            self.expects.extend(expected);
            return Ok(());
        }
        if expected.is_some() {
            return Err((1, "expected rows of a board and '>': this comes after the steps".into()));
        }
        let is_head = !is_filled(&self.before) && self.head.take(line)?;
        self.add_row(if is_head { "" } else { line });
        Ok(())
    }

    /// Adds a row to the board that is being read.
    fn add_row(&mut self, row: &str) {
        let rows = if self.steps.is_some() { &mut self.after } else { &mut self.before };
        rows.push(row.to_owned());
    }

    fn add_steps(&mut self, steps: Vec<Step>, number: usize) -> Result<(), Slip> {
        if is_filled(&self.after) || !self.expects.is_empty() {
            let what =
                "expected '= ' and the title of the next test: the steps of this one are over";
            return Err((1, what.into()));
        }
        self.steps.get_or_insert_default().extend(steps);
        (self.after, self.played) = (Vec::new(), number);
        Ok(())
    }
}

/// The words of what is expected beside the board.
const EXPECTED: [&str; 4] = ["solved", "says", "fails", "status"];

/// What a line expects beside the board, if it is no row of one.
fn expected(line: &str) -> Result<Option<Expected>, Slip> {
    let (word, rest) = line.split_once(' ').unwrap_or((line.trim_end(), ""));
    let rest = rest.trim().to_owned();
    let expected = match word {
        "solved" if rest.is_empty() => return Ok(Some(Expected::Solved)),
        "says" => Expected::Says(rest.clone()),
        "fails" => Expected::Fails(rest.clone()),
        "status" => Expected::Status(rest.clone()),
        _ => return Ok(None),
    };
    match rest.is_empty() {
        true => Err((word.len() + 1, format!("expected a text after '{word}'"))),
        false => Ok(Some(expected)),
    }
}
