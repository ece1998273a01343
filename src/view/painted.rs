//! What was painted beside the board, to be compared with what is to be painted next. Knows no
//! tile.

use crate::rules::Color;
use crate::view::damage::Damage;
use crate::view::frame::{Area, Frame, Picture};
use crate::view::layout::Layout;
use crate::view::marks::Marks;
use crate::view::overlay::{self, Caption};
use crate::view::pointer::Pointed;

/// All of a picture but the board.
pub(in crate::view) struct Painted {
    pub picture: Picture,
    pub caption: Caption,
    /// Whether the board is too large to be seen well as a whole.
    pub is_large: bool,
    pub background: Color,
    pub marks: Marks,
    pub pointed: Pointed,
    /// Where things on their way are.
    pub moving: Vec<Area>,
}

impl Painted {
    /// Adds what is other than it was in a picture of the same board in the same layout.
    pub fn compare(&self, last: &Painted, frame: &Frame<'_>, layout: &Layout, damage: &mut Damage) {
        let (caption, before) = (&self.caption, &last.caption);
        let is_other = self.background != last.background
            || caption.scale != before.scale
            || caption.trouble != before.trouble;
        if is_other {
            return damage.all();
        }
        let [upper, lower] = overlay::bars(frame, caption);
        if (&caption.title, &caption.status) != (&before.title, &before.status) {
            damage.add(upper);
        }
        if self.below() != last.below() {
            damage.add(lower);
        }
        let cells = self.marks.differing(&last.marks);
        let pointed = [self.pointed.cell, last.pointed.cell];
        let pointed = pointed.into_iter().flatten().filter(|_| pointed[0] != pointed[1]);
        cells.chain(pointed).for_each(|cell| damage.add(layout.area_of(cell)));
        self.moving.iter().chain(&last.moving).for_each(|area| damage.add(*area));
    }

    /// All that the lower bar tells.
    fn below(&self) -> ([&str; 5], bool) {
        let Caption { hints, hints_if_large, message, solved, .. } = &self.caption;
        ([hints, hints_if_large, message, solved, &self.pointed.words], self.is_large)
    }
}
