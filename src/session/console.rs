//! Lines of Lua that a player tries on the live board. What such a line changes is a turn as
//! any other: undo takes it back, and a recording has the line itself.

use crate::grid::Cell;
use crate::rules::ScriptError;
use crate::session::play::{LastStep, Session};
use crate::session::recording::Step;

/// What a line has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// The values that it gave, as a text.
    pub text: String,
    /// Whether it has changed the board.
    pub moved: bool,
}

impl Session {
    /// Runs a line of Lua on the board. `here` is the cell that the player points at, if any.
    ///
    /// # Errors
    /// The line is no Lua, raised an error, or broke its budget; then nothing changed.
    pub fn evaluate(&mut self, line: &str, here: Option<Cell>) -> Result<Evaluated, ScriptError> {
        self.picked = None;
        self.token = Step::Line(here, line.to_owned()).token();
        let evaluated = self.game.evaluate(&mut self.turn, line, here);
        let (text, done) = match evaluated {
            Ok(text) => (text, Ok(())),
            Err(error) => (String::new(), Err(error)),
        };
        Ok(Evaluated { moved: self.settle(done.map_err(Box::new))?, text })
    }

    /// Goes to where so many turns of the history are done, as far as there are so many.
    ///
    /// # Errors
    /// As [`Session::undo`]; the turns before that are gone through.
    pub fn jump(&mut self, done: usize) -> Result<bool, ScriptError> {
        let before = self.journal().done();
        while self.journal().done() > done {
            self.undo()?;
        }
        while self.journal().done() < done.min(self.journal().len()) {
            self.redo()?;
        }
        self.last_step = LastStep::Jump;
        Ok(self.journal().done() != before)
    }
}
