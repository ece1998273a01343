//! One game being played: a board, its history and the rules as they are now.
//! Knows no window and no file; what happens on a key press or a save is here.

mod begin;
mod begun;
mod change;
mod check;
mod console;
mod error;
mod motion;
mod play;
mod prepare;
mod recording;
mod replay;
mod retrace;
mod rule_head;
mod rule_record;
mod rule_report;
mod rule_test;
mod rule_text;
mod rules;
mod stages;
mod walk;

pub use change::Set;
pub use check::{check_levels, check_rule_tests};
pub use console::Evaluated;
pub use error::Refusal;
pub use motion::Motion;
pub use play::{PlayedLevel, Session};
pub use recording::{Beginning, Step, read_steps, read_steps_within};
pub use replay::{Outcome, Recorded, ReplayError, read_solutions, replay};
pub use retrace::{OtherOutcome, Retraced};
pub use rule_record::RecordError;
pub use rule_report::{RuleFault, RuleReport, RuleTestError, replay_recording, run_rule_tests};
pub use rule_text::{RuleTest, holds_rule_tests, read_rule_tests};
pub use stages::Stage;
pub use walk::Clicked;
