//! What the player asks of a game, and what becomes of it: commands to turns, steps through
//! the history, and boards that begin. Knows no key.

use std::time::Instant;

use crate::app::caption;
use crate::app::input::Command;
use crate::app::player::Player;
use crate::app::store::Preferences;
use crate::app::trouble::refusal_trouble;
use crate::app::workbench::Beside;
use crate::rules::{Action, ScriptError};
use crate::session::{Refusal, Session};

impl Player {
    /// Does what the player asks. Returns whether the board moved.
    pub fn command(&mut self, command: &Command) -> bool {
        self.moved = self.obey(command);
        self.moved
    }

    /// Whether the last command has moved the board, if nobody has asked since: whoever
    /// gave it may not have waited for the answer.
    pub fn take_moved(&mut self) -> bool {
        std::mem::take(&mut self.moved)
    }

    /// What the last command has left behind is gone.
    pub(in crate::app) fn begin_command(&mut self) {
        self.troubles.command = None;
        self.message.clear();
        self.testing.said.clear();
        self.stop_walking();
    }

    fn obey(&mut self, command: &Command) -> bool {
        self.begin_command();
        let whole = self.preferences.whole_walks;
        match command {
            Command::Play(action) => return self.act(action),
            Command::Climb(up) => return self.climb(*up),
            Command::Undo if whole => return self.through_history(Session::undo_walk),
            Command::Redo if whole => return self.through_history(Session::redo_walk),
            Command::Undo => return self.through_history(Session::undo),
            Command::Redo => return self.through_history(Session::redo),
            Command::Restart => self.begin_again(Session::restart),
            Command::New if !self.session.level().level.is_made() => {
                self.message = caption::FROM_FILE.to_owned();
            }
            Command::New => self.begin_again(Session::new_board),
            Command::NextLevel => self.go_to(self.number + 1),
            Command::NextUnsolved => self.go_to_unsolved(),
            Command::Levels => self.browse(),
            Command::PreviousLevel => self.go_to(self.number.saturating_sub(1)),
            Command::Reload => drop(self.reload(true)),
            Command::Options => self.toggle_beside(Beside::Options),
            Command::Workbench => self.toggle_beside(Beside::Workbench),
            Command::Zoom(steps) => self.painter.camera.zoom(*steps, None),
            // On a board that is shown whole there is nothing to scroll to.
            Command::Scroll(direction) if !self.is_close() => {
                return self.step_towards(*direction);
            }
            Command::Scroll(direction) => self.painter.camera.scroll(direction.offset()),
            Command::WholeBoard => self.painter.camera.fit(),
            Command::Pause => self.pause(),
            Command::Marks => self.toggle_marks(),
            Command::Isometric => self.toggle_isometric(),
            Command::NextSkin => self.next_skin(),
            // The clipboard is the window's.
            Command::Copy | Command::Paste => {}
            Command::Save => self.save_level(),
            Command::Record => self.save_recording(),
            Command::Picture => self.save_picture(),
            Command::Animate => self.animate(),
            Command::Quit => {}
        }
        false
    }

    /// Hides what is shown beside the board. Returns whether there was anything.
    pub fn close_beside(&mut self) -> bool {
        std::mem::take(&mut self.beside) != Beside::Nothing
    }

    /// Puts away what is over or beside the board, the levels first. Returns whether there was
    /// anything.
    pub fn put_away(&mut self) -> bool {
        self.browsing.take().is_some() || self.close_beside() || self.dismiss()
    }

    /// The player acts, which sets time going.
    pub(in crate::app) fn act(&mut self, action: &Action) -> bool {
        let moved = self.play_now(action);
        self.start_time();
        moved
    }

    pub(in crate::app) fn play_now(&mut self, action: &Action) -> bool {
        let began = Instant::now();
        let played = self.session.play(action);
        self.workbench.time_rule(began);
        if matches!(played, Ok(true)) {
            // Redo brings an old time back, another way does not.
            self.solved_in = None;
        }
        self.stepped("The rule failed; nothing was changed.", played)
    }

    pub(in crate::app) fn through_history(
        &mut self,
        step: impl FnOnce(&mut Session) -> Result<bool, ScriptError>,
    ) -> bool {
        let before = self.session.game().settings().clone();
        let stepped = step(&mut self.session);
        self.keep_undone(&before);
        self.stop_time();
        self.stepped("The script failed after this step through the history.", stepped)
    }

    fn stepped(&mut self, heading: &str, stepped: Result<bool, ScriptError>) -> bool {
        let moved = match stepped {
            Ok(moved) => {
                self.note_shown();
                moved
            }
            Err(error) => {
                self.stop_time();
                self.tell_failure(heading, &error);
                false
            }
        };
        self.after_step();
        moved
    }

    /// Begins the board of a seed.
    pub(in crate::app) fn begin_seed(&mut self, seed: u64) {
        self.begin_command();
        self.begin_again(|session| session.new_board_of(seed));
    }

    pub(in crate::app) fn note_moved(&mut self, moved: bool) -> bool {
        self.moved = moved;
        moved
    }

    fn begin_again(&mut self, begin: impl FnOnce(&mut Session) -> Result<bool, Refusal>) {
        self.stop_time();
        let begun = begin(&mut self.session);
        if matches!(begun, Ok(true)) {
            self.note_begun();
        }
        self.note_refusal(begun.map(drop));
        self.after_step();
    }

    /// Takes note of a board that began as a turn of the history.
    pub(in crate::app) fn note_begun(&mut self) {
        self.stop_walking();
        self.stop_time();
        self.clock.begin(self.session.began(), self.now);
        self.message = caption::warning(&self.session).unwrap_or_default();
    }

    fn toggle_isometric(&mut self) {
        if self.session.board().topology().is_hex() {
            self.message = "Hexagons are shown from above only.".to_owned();
            return;
        }
        let isometric = !self.preferences.isometric;
        self.prefer(Preferences { isometric, ..self.preferences });
        self.keep_settings();
    }

    pub(in crate::app) fn note_refusal(&mut self, result: Result<(), Refusal>) {
        self.troubles.command = result.err().map(|refusal| refusal_trouble(&refusal));
    }
}
