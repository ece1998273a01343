//! The rule tests of the game that is being played: run on a thread of their own after every
//! save, while the game goes on. Knows no window.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::app::player::Player;
use crate::files;
use crate::level::Seen;
use crate::rules::Scripts;
use crate::session::{RuleReport, run_rule_tests};

/// What is known of the rule tests.
#[derive(Default)]
pub(in crate::app) struct Testing {
    /// The file of tests as it was last seen, once it has been looked at.
    seen: Option<Seen>,
    /// Whether a save asks for them.
    wanted: bool,
    running: Option<Running>,
    /// What is said of them, until the next command or save.
    pub said: String,
}

/// Tests that are being run. Nobody waits for them any more once this is gone.
struct Running {
    told: Receiver<String>,
    goes_on: Arc<AtomicBool>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.goes_on.store(false, Ordering::Relaxed);
    }
}

impl Testing {
    /// Looks at the file of tests from now on.
    pub fn look(&mut self, scripts: &Scripts) {
        self.seen = Some(Seen::now(&scripts.tests_file()));
    }

    /// A save may have changed the rules, and they were taken over or `refused`; or their
    /// tests.
    pub fn saved(&mut self, rules: bool, refused: bool, scripts: &Scripts) {
        if !rules && !self.seen.as_ref().is_some_and(Seen::is_stale) {
            return;
        }
        // What is known by now, or soon, is of older rules.
        (self.running, self.wanted) = (None, !refused);
        self.said.clear();
        self.look(scripts);
    }

    /// What has come of the tests, if that is known by now.
    fn take(&mut self) -> Option<String> {
        let told = match self.running.as_ref()?.told.try_recv() {
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
        if std::mem::take(&mut self.testing.wanted) && files::exists(&self.scripts.tests_file()) {
            self.testing.running = start(self.scripts.clone(), wake);
        }
        let Some(said) = self.testing.take() else { return false };
        self.testing.said = said;
        true
    }
}

/// Nothing if the system has no room for a thread: then this save goes untested.
fn start(scripts: Scripts, wake: impl Fn() + Send + 'static) -> Option<Running> {
    let (tell, told) = channel();
    let goes_on = Arc::new(AtomicBool::new(true));
    let is_wanted = Arc::clone(&goes_on);
    let run = move || {
        // However this ends, whoever asked looks what came of it; the way to tell goes first.
        let _wakes = WhenDropped(wake);
        let tell = tell;
        let report = run_rule_tests(&scripts, || is_wanted.load(Ordering::Relaxed));
        let said = match report {
            Ok(None) => return,
            Ok(Some(report)) => summary(&report, &scripts),
            Err(error) => format!("No rule test was run: {error}"),
        };
        // Whoever asked may be gone by now.
        let _ = tell.send(said);
    };
    let thread = std::thread::Builder::new().name("rule tests".into()).spawn(run);
    thread.is_ok().then_some(Running { told, goes_on })
}

/// Calls something at its end.
struct WhenDropped<F: Fn()>(F);

impl<F: Fn()> Drop for WhenDropped<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// How many fail and where, in one line; the first with its title.
fn summary(report: &RuleReport, scripts: &Scripts) -> String {
    let RuleReport { count, faults } = report;
    let Some(first) = faults.first() else { return format!("{count} rule tests hold") };
    let path = first.path.strip_prefix(scripts.folder()).unwrap_or(&first.path).display();
    let others = faults.iter().skip(1).map(|fault| format!(", line {}", fault.line));
    let others: String = others.collect();
    let (fail, line, title) = (faults.len(), first.line, &first.title);
    format!("{fail} of {count} rule tests fail: {path}:{line} \"{title}\"{others}")
}
