//! The rule tests of the game that is being played: run on a thread of their own after every
//! save, while the game goes on. Knows no window.

use std::sync::mpsc::TryRecvError;

use crate::app::errand::Errand;
use crate::app::player::Player;
use crate::level::Seen;
use crate::rules::Scripts;
use crate::session::{RuleFault, RuleReport, run_rule_tests};

/// What is known of the rule tests.
#[derive(Default)]
pub(in crate::app) struct Testing {
    /// The files of tests, and the folder of further ones, as they were last seen.
    seen: Vec<Seen>,
    /// Whether a save asks for them.
    wanted: bool,
    running: Option<Errand>,
    /// What is said of them, until the next command or save.
    pub said: String,
}

impl Testing {
    /// Looks at the files of tests from now on, and for others that come.
    pub fn look(&mut self, scripts: &Scripts) {
        let places = [scripts.tests_file(), scripts.tests_folder()];
        let files = places.into_iter().chain(scripts.tests_files());
        self.seen = files.map(|path| Seen::now(&path)).collect();
    }

    /// A save may have changed the rules, and they were taken over or `refused`; or their
    /// tests.
    pub fn saved(&mut self, rules: bool, refused: bool, scripts: &Scripts) {
        if !rules && !self.seen.iter().any(Seen::is_stale) {
            return;
        }
        // What is known by now, or soon, is of older rules.
        (self.running, self.wanted) = (None, !refused);
        self.said.clear();
        self.look(scripts);
    }

    /// What has come of the tests, if that is known by now.
    fn take(&mut self) -> Option<String> {
        let told = match self.running.as_ref()?.told() {
            Ok(told) => told,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => "The rule tests broke off".to_owned(),
        };
        self.running = None;
        Some(told)
    }
}

impl Player {
    /// Runs the rule tests if a save asks for that, and says what has come of them. `wake` is
    /// called, on another thread, when this is to be called again. Returns whether there is
    /// something new to show.
    pub fn follow_tests(&mut self, wake: impl Fn() + Send + 'static) -> bool {
        if std::mem::take(&mut self.testing.wanted) && !self.scripts.tests_files().is_empty() {
            self.testing.running = start(self.scripts.clone(), wake);
        }
        let Some(said) = self.testing.take() else { return false };
        self.testing.said = said;
        true
    }
}

/// Nothing if the system has no room for a thread: then this save goes untested.
fn start(scripts: Scripts, wake: impl Fn() + Send + 'static) -> Option<Errand> {
    let run = move |is_wanted: &dyn Fn() -> bool| {
        let report = run_rule_tests(&scripts, is_wanted);
        report.map_or_else(
            |error| Some(format!("No rule test was run: {error}")),
            |report| report.map(|report| summary(&report, &scripts)),
        )
    };
    Errand::begin("rule tests", run, wake)
}

/// How many fail and where, in one line; the first with its title.
fn summary(report: &RuleReport, scripts: &Scripts) -> String {
    let RuleReport { count, faults } = report;
    let Some(first) = faults.first() else { return format!("{count} rule tests hold") };
    let shown = |fault: &RuleFault| {
        let path = &fault.path;
        path.strip_prefix(scripts.folder()).unwrap_or(path).display().to_string()
    };
    let others = faults.windows(2).map(|pair| match pair[0].path == pair[1].path {
        true => format!(", line {}", pair[1].line),
        false => format!(", {}:{}", shown(&pair[1]), pair[1].line),
    });
    let others: String = others.collect();
    let (fail, path, line, title) = (faults.len(), shown(first), first.line, &first.title);
    format!("{fail} of {count} rule tests fail: {path}:{line} \"{title}\"{others}")
}
