//! One game being played: a board, its history and the rules as they are now.
//! Knows no window and no file; what happens on a key press or a save is here.

mod begin;
mod begun;
mod change;
mod error;
mod motion;
mod play;
mod prepare;
mod recording;
mod replay;
mod rule_report;
mod rule_test;
mod rule_text;
mod rules;
mod stages;
mod walk;

pub use change::Set;
pub use error::Refusal;
pub use motion::Motion;
pub use play::{PlayedLevel, Session};
pub use recording::{Beginning, Step, read_steps};
pub use replay::{Outcome, Recorded, ReplayError, read_solutions, replay};
pub use rule_report::{RuleFault, RuleReport, RuleTestError, run_rule_tests};
pub use stages::Stage;
pub use walk::Clicked;
