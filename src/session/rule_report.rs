//! What the rule tests beside a script come to. Knows no way to show it.

use std::fmt;
use std::path::PathBuf;

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

/// Runs the rule tests of a game, each with rules of its own, as long as somebody wants to
/// know: nothing once `goes_on` says no.
///
/// # Errors
/// They cannot be run.
pub fn run_rule_tests(
    scripts: &Scripts,
    goes_on: impl Fn() -> bool,
) -> Result<Option<RuleReport>, RuleTestError> {
    let path = scripts.tests_file();
    // Of a game that is not there that is told, and not that it has no tests.
    scripts.load()?;
    let bytes = files::read(&path).map_err(|error| {
        let none = error.kind() == std::io::ErrorKind::NotFound;
        let reason = if none { "there are no rule tests".to_owned() } else { error.to_string() };
        RuleTestError::Unread { path: path.clone(), reason }
    })?;
    let mut report = RuleReport::default();
    for test in read_rule_tests(&bytes, &path)? {
        if !goes_on() {
            return Ok(None);
        }
        report.count += 1;
        report.faults.extend(fault(&test, scripts, &goes_on)?);
    }
    Ok(Some(report))
}

/// What is wrong with a test, if anything.
fn fault(
    test: &RuleTest,
    scripts: &Scripts,
    goes_on: &impl Fn() -> bool,
) -> Result<Option<RuleFault>, RuleTestError> {
    let (what, boards) = loop {
        match test.run(scripts.load()?) {
            Verdict::Holds => return Ok(None),
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
    Ok(Some(RuleFault { path, line: test.line, title, what, boards }))
}

impl fmt::Display for RuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleFault { path, line, title, what, boards } = self;
        write!(f, "{}:{line}: {title}: {what}", path.display())?;
        boards.iter().try_for_each(|row| write!(f, "\n    {row}"))
    }
}
