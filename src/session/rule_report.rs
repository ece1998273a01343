//! What the rule tests beside a script come to. Knows no way to show it.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::files;
use crate::level::LevelError;
use crate::rules::{LoadError, Scripts};
use crate::session::rule_test::{Verdict, side_by_side};
use crate::session::rule_text::{RuleTest, read_rule_tests};

/// What the rule tests of one game have come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleReport {
    /// How many there are.
    pub count: usize,
    /// Those that do not hold, in the order of the file.
    pub faults: Vec<RuleFault>,
}

/// A rule test that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// The file.
    pub path: PathBuf,
    /// The line of its title, from 1.
    pub line: usize,
    /// What it is about.
    pub title: String,
    /// What is otherwise.
    pub what: String,
    /// Where the board is another one: it and what was expected side by side, as text.
    pub boards: Vec<String>,
}

/// Why rule tests cannot be run at all.
#[derive(Debug, thiserror::Error)]
pub enum RuleTestError {
    /// There are none, or they cannot be read.
    #[error("{}: {reason}", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// They are not written as rule tests are.
    #[error(transparent)]
    Malformed(#[from] LevelError),
    /// The script cannot be read.
    #[error(transparent)]
    Script(#[from] LoadError),
}

/// Plays a recording again, under the rules as they are now. Returns whether the board is
/// solved at the end, or what is otherwise than was recorded.
///
/// # Errors
/// The script cannot be read.
pub fn replay_recording(
    recording: &RuleTest,
    scripts: &Scripts,
) -> Result<Result<bool, RuleFault>, LoadError> {
    // Nobody stops it.
    Ok(played(recording, scripts, &|| true)?.unwrap_or(Ok(false)))
}

/// Runs the rule tests of a game, those of all its files, each with rules of its own, as long as
/// somebody wants to know: nothing once `goes_on` says no.
///
/// # Errors
/// They cannot be run.
pub fn run_rule_tests(
    scripts: &Scripts,
    goes_on: impl Fn() -> bool,
) -> Result<Option<RuleReport>, RuleTestError> {
    // Of a game that is not there that is told, and not that it has no tests.
    scripts.load()?;
    let mut report = RuleReport::default();
    for test in rule_tests_of(scripts)? {
        if !goes_on() {
            return Ok(None);
        }
        report.count += 1;
        let played = played(&test, scripts, &goes_on)?;
        report.faults.extend(played.and_then(Result::err));
    }
    Ok(Some(report))
}

/// All rule tests of a game.
fn rule_tests_of(scripts: &Scripts) -> Result<Vec<RuleTest>, RuleTestError> {
    let files = scripts.tests_files();
    let unread = |path: &Path, reason: &str| {
        let (path, reason) = (path.to_owned(), reason.to_owned());
        RuleTestError::Unread { path, reason }
    };
    if files.is_empty() {
        return Err(unread(&scripts.tests_file(), "there are no rule tests"));
    }
    let mut tests = Vec::new();
    for path in &files {
        let bytes = files::read(path).map_err(|error| unread(path, &error.to_string()))?;
        tests.extend(read_rule_tests(&bytes, path)?);
    }
    Ok(tests)
}

/// Plays a test: whether the board is solved at the end, or what is otherwise than it should be.
/// Nothing if it was stopped.
fn played(
    test: &RuleTest,
    scripts: &Scripts,
    goes_on: &impl Fn() -> bool,
) -> Result<Option<Result<bool, RuleFault>>, LoadError> {
    let (what, boards) = loop {
        match test.run(scripts.load()?) {
            Verdict::Holds(solved) => return Ok(Some(Ok(solved))),
            Verdict::Stopped if !goes_on() => return Ok(None),
            Verdict::Wrong(what) => break (what, Vec::new()),
            Verdict::OtherBoard(expected, is) => {
                break ("the board is another one".to_owned(), side_by_side(&expected, &is));
            }
            // The player meant the game, and not this test.
            Verdict::Stopped => {}
        }
    };
    let (path, title) = (test.path.clone(), test.title.clone());
    Ok(Some(Err(RuleFault { path, line: test.line, title, what, boards })))
}

impl fmt::Display for RuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleFault { path, line, title, what, boards } = self;
        write!(f, "{}:{line}: {title}: {what}", path.display())?;
        boards.iter().try_for_each(|row| write!(f, "\n    {row}"))
    }
}
