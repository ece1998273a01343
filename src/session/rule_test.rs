//! Rule tests: a board before, steps, and the board after, as text beside a script; what is
//! said, whether the level is solved or the rule fails. Knows no file but what is in it.

use std::path::{Path, PathBuf};

use crate::level::{LevelError, Place, Shelf};
use crate::rules::{BadRecording, Game, level_rows};
use crate::session::error::Refusal;
use crate::session::play::{PlayedLevel, Session};
use crate::session::recording::{Step, read_steps};

/// One test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) struct RuleTest {
    /// What it is about.
    pub title: String,
    /// The line of its title in the file, from 1.
    pub line: usize,
    /// The file, for mistakes in the board.
    path: PathBuf,
    /// The rows of the board before, on the lines of the file where they are.
    before: Vec<String>,
    /// Nothing until the first line of steps, which may be an empty one.
    steps: Option<Vec<Step>>,
    after: Vec<String>,
    expects: Vec<Expected>,
}

/// What a test expects beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expected {
    /// `says TEXT`: a message of the script has that in it.
    Says(String),
    /// `fails TEXT`: the last step, or the start, fails with that in its message.
    Fails(String),
    /// `solved`.
    Solved,
    /// `status TEXT`: the status line.
    Status(String),
}

/// How a test has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) enum Verdict {
    /// As it should.
    Holds,
    /// The board is another one: rows as they should be, and as they are.
    OtherBoard(Vec<String>, Vec<String>),
    /// Something else is wrong, in words.
    Wrong(String),
}

/// Reads the tests of a file. A test begins with `= TITLE`; then come the rows of a board,
/// lines of steps that begin with `>`, and the rows of the board after. `solved`,
/// `says TEXT`, `status TEXT` and `fails TEXT` may follow; `;` begins a remark.
///
/// # Errors
/// Something else, with its place.
pub(in crate::session) fn read_rule_tests(
    text: &str,
    path: &Path,
) -> Result<Vec<RuleTest>, LevelError> {
    let mut tests: Vec<RuleTest> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let at = |column, what: String| LevelError::at(Place::new(path, number, column), what);
        if let Some(title) = line.strip_prefix("= ") {
            tests.push(RuleTest::new(title.trim(), number, path));
            continue;
        }
        let line = if line.starts_with(';') { "" } else { line };
        match tests.last_mut() {
            Some(test) => test.line(line).map_err(|bad| at(bad.column, bad.what))?,
            None if line.trim().is_empty() => {}
            None => return Err(at(1, "expected '= ' and the title of a test".to_owned())),
        }
    }
    match tests.iter().find(|test| test.before.iter().all(|row| row.trim().is_empty())) {
        Some(test) => {
            let what = format!("\"{}\" has no board; expected rows of a level", test.title);
            Err(LevelError::at(Place::new(path, test.line, 1), what))
        }
        None => Ok(tests),
    }
}

impl RuleTest {
    fn new(title: &str, line: usize, path: &Path) -> RuleTest {
        let (title, path) = (title.to_owned(), path.to_owned());
        // So that what is wrong with the board is told with its line.
        let before = vec![String::new(); line];
        RuleTest { title, line, path, before, steps: None, after: Vec::new(), expects: Vec::new() }
    }

    fn line(&mut self, line: &str) -> Result<(), BadRecording> {
        if let Some(steps) = line.strip_prefix('>') {
            let read = read_steps(steps);
            let placed = |bad: BadRecording| BadRecording { column: bad.column + 1, ..bad };
            self.steps.get_or_insert_default().extend(read.map_err(placed)?);
            return Ok(());
        }
        match expected(line) {
            Some(expected) => self.expects.push(expected),
            None if self.steps.is_none() => self.before.push(line.to_owned()),
            None => self.after.push(line.to_owned()),
        }
        Ok(())
    }

    /// Plays the test under the rules of a game that has just been read: no test finds what
    /// another has set.
    pub fn run(&self, game: Game) -> Verdict {
        let level = match self.level(&game) {
            Ok(level) => level,
            Err(why) => return Verdict::Wrong(why),
        };
        match Session::begin(game, level, 0) {
            Ok(mut session) => self.judge(&mut session),
            Err((_, refusal)) => self.judge_failure(&refusal),
        }
    }

    /// The board before; or why it is none.
    fn level(&self, game: &Game) -> Result<PlayedLevel, String> {
        let text = self.before.join("\n");
        let shelf = Shelf::from_text(&text, &self.path, &game.declared().alphabet());
        let shelf = shelf.map_err(|error| error.to_string())?;
        let refused = || shelf.refused().first().map(ToString::to_string);
        let level = shelf.level(1).ok_or_else(|| refused().unwrap_or_default())?;
        Ok(PlayedLevel { level, number: 1 })
    }

    fn judge(&self, session: &mut Session) -> Verdict {
        let mut said = session.take_said();
        for step in self.steps.iter().flatten() {
            let taken = session.take(step);
            said.extend(session.take_said());
            if let Err(refusal) = taken {
                let verdict = self.judge_failure(&refusal);
                return if verdict == Verdict::Holds { self.compare(session) } else { verdict };
            }
        }
        match self.compare(session) {
            Verdict::Holds => self.judge_words(session, &said),
            other => other,
        }
    }

    /// What is expected beside the board.
    fn judge_words(&self, session: &mut Session, said: &[String]) -> Verdict {
        let status = match session.status() {
            Ok(status) => status.unwrap_or_default(),
            Err(error) => return Verdict::Wrong(error.to_string()),
        };
        let wrong = |expected: &Expected| match expected {
            Expected::Says(text) if said.iter().any(|line| line.contains(text)) => None,
            Expected::Says(text) => Some(format!("expected it to say \"{text}\", said {said:?}")),
            Expected::Status(text) if status.contains(text) => None,
            Expected::Status(text) => Some(format!("expected the status {text}, it is {status}")),
            Expected::Solved if session.is_solved() => None,
            Expected::Solved => Some("expected it to be solved".to_owned()),
            Expected::Fails(text) => Some(format!("expected it to fail with \"{text}\"")),
        };
        self.expects.iter().find_map(wrong).map_or(Verdict::Holds, Verdict::Wrong)
    }

    fn judge_failure(&self, refusal: &Refusal) -> Verdict {
        let told = refusal.to_string();
        let is_expected = self.expects.iter().any(|expected| match expected {
            Expected::Fails(text) => told.contains(text),
            _ => false,
        });
        if is_expected { Verdict::Holds } else { Verdict::Wrong(told) }
    }

    /// Compares the boards, column by column as they stand in the file; one that is not written
    /// down is not asked for.
    fn compare(&self, session: &Session) -> Verdict {
        let is = level_rows(session.game(), session.board());
        // An empty line between the steps and the board is no row of it.
        let empty = |rows: &[String]| rows.iter().take_while(|row| row.trim().is_empty()).count();
        let between = empty(&self.after).saturating_sub(empty(&is));
        let expected = bare(&self.after[between..]);
        let is = bare(&is);
        match expected.is_empty() || expected == is {
            true => Verdict::Holds,
            false => Verdict::OtherBoard(expected, is),
        }
    }
}

fn expected(line: &str) -> Option<Expected> {
    let (word, rest) = line.split_once(' ').unwrap_or((line.trim_end(), ""));
    let rest = rest.trim().to_owned();
    match word {
        "says" => Some(Expected::Says(rest)),
        "fails" => Some(Expected::Fails(rest)),
        "status" => Some(Expected::Status(rest)),
        "solved" if rest.is_empty() => Some(Expected::Solved),
        _ => None,
    }
}

/// Rows without what is empty behind and below them, as an editor may have left it.
fn bare(rows: &[String]) -> Vec<String> {
    let last = rows.iter().rposition(|row| !row.trim().is_empty()).map_or(0, |at| at + 1);
    rows[..last].iter().map(|row| row.trim_end().to_owned()).collect()
}

/// Two boards side by side, as they should be and as they are; rows that differ are marked.
pub(in crate::session) fn side_by_side(expected: &[String], is: &[String]) -> Vec<String> {
    let width = |rows: &[String]| rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let (left, right) = (width(expected).max("expected".len()), width(is).max("is".len()));
    let empty = String::new();
    let row = |at: usize| {
        let (one, other) = (expected.get(at).unwrap_or(&empty), is.get(at).unwrap_or(&empty));
        let mark = if one == other { "" } else { "<" };
        format!("{one:<left$}   {other:<right$} {mark}").trim_end().to_owned()
    };
    let head = format!("{:<left$}   is", "expected");
    let rows = (0..expected.len().max(is.len())).map(row);
    std::iter::once(head).chain(rows).collect()
}
