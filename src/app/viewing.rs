//! Looking at a board: which part of it is shown, and where the mouse is on it. Nothing
//! here changes the game.

use std::time::Duration;

use crate::app::input::{Command, Press, command};
use crate::app::player::Player;
use crate::app::workbench::Beside;
use crate::grid::Cell;
use crate::view::{Layout, Moment, Projection, Scale, Sign, Trouble};

impl Player {
    /// What a press means in this game on this board.
    #[must_use]
    pub fn meaning(&self, press: &Press) -> Option<Command> {
        let tiling = self.session.board().topology().tiling();
        command(press, &self.session.game().declared().keys, &self.keymap, tiling)
    }

    /// The cell at a pixel of the last frame.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64) -> Option<Cell> {
        self.painter.cell_at(x, y)
    }

    /// The mouse is at a pixel of the frame, or has left it. Returns whether that is to be
    /// seen.
    pub fn point(&mut self, pointer: Option<(i32, i32)>) -> bool {
        let cell =
            |at: Option<(i32, i32)>| at.and_then(|(x, y)| self.cell_at(f64::from(x), f64::from(y)));
        let differs = cell(self.pointer) != cell(pointer);
        let inspects = self.workbench.point(cell(pointer)) && self.beside == Beside::Workbench;
        self.pointer = pointer;
        inspects || (differs && self.session.game().declared().pointer)
    }

    /// What stands for each of these cells where there are only characters, and how long
    /// that is true, if not for ever.
    pub(in crate::app) fn signs(
        &mut self,
        cells: &[Cell],
        moment: Moment,
    ) -> (Vec<Sign>, Option<Duration>) {
        let (marks, marked_for) = self.marks(moment.since_start);
        self.painter.marks = marks;
        let (signs, true_for) = self.painter.signs(&self.session, cells, moment);
        (signs, true_for.into_iter().chain(marked_for).min())
    }

    /// How many characters the longest of the words takes that stand in cells.
    pub(in crate::app) fn longest_word(&mut self) -> usize {
        self.painter.longest_word(&self.session)
    }

    /// A cell in words, in games that want the one under the mouse to be named.
    pub(in crate::app) fn words_of(&mut self, cell: Cell) -> Option<String> {
        let is_wanted = self.session.game().declared().pointer;
        is_wanted.then(|| self.painter.words_of(&self.session, cell))
    }

    /// What is told over the board at a pixel of the last frame, if anything is.
    #[must_use]
    pub fn trouble_at(&self, x: f64, y: f64) -> Option<&Trouble> {
        let area = self.painter.trouble()?;
        self.trouble().filter(|_| area.holds(x, y))
    }

    /// What is told over the board has been copied.
    pub fn note_copied(&mut self) {
        if let Some(trouble) = self.troubles.foremost_mut() {
            trouble.copied = true;
        }
    }

    /// What was last told of the cell under the mouse.
    #[must_use]
    pub fn pointed(&self) -> &str {
        self.painter.pointed()
    }

    /// Makes the board larger or smaller by a number of steps; what is at that pixel stays
    /// there.
    pub fn zoom(&mut self, steps: i32, at: (f64, f64)) {
        self.painter.camera.zoom(steps, Some(at));
    }

    /// Moves the board by so many pixels, if not all of it is shown.
    pub fn drag(&mut self, pixels: (f64, f64)) {
        self.painter.camera.drag(pixels);
    }

    /// Whether not all of the board is shown.
    #[must_use]
    pub fn is_close(&self) -> bool {
        self.painter.camera.is_close()
    }

    /// Shows the board in cells of that size.
    pub fn show_at(&mut self, scale: Scale) {
        self.painter.camera.show_at(scale);
    }

    /// Shows what the player has not seen yet, too, from now on.
    pub fn uncover(&mut self) {
        self.painter.uncover();
    }

    /// Shows squares at a slant from now on, or from above.
    pub fn show_isometric(&mut self, isometric: bool) {
        self.painter.isometric = isometric;
    }

    /// How the board lies in the picture.
    #[must_use]
    pub fn projection(&self) -> Projection {
        Projection::of_board(self.session.board(), self.painter.isometric)
    }

    /// Shows all of the board from now on.
    pub fn show_whole(&mut self) {
        self.painter.camera.show_whole();
    }

    /// Forgets what was painted, so that the next frame is painted from nothing.
    pub fn forget_painted(&mut self) {
        self.painter.forget_painted();
    }

    /// Where the board is in the last frame.
    #[must_use]
    pub fn layout(&self) -> Option<Layout> {
        self.painter.layout()
    }
}
