//! A list of whole numbers that the host keeps for a script: cells, mostly. Millions of
//! them cost the script nothing but a handle. Knows no board and no Lua.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::rc::Rc;

/// What the numbers of a list are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::rules) enum Of {
    #[default]
    Cells,
    Masks,
}

/// A list, and the count of all that live, which it is part of.
#[derive(Debug)]
pub(in crate::rules) struct List {
    numbers: RefCell<Vec<u32>>,
    of: Of,
    counted: usize,
    all: Rc<Cell<usize>>,
}

impl List {
    /// The numbers as scripts see them: a cell is 1 to the board's size.
    pub fn numbers(&self) -> Ref<'_, Vec<u32>> {
        self.numbers.borrow()
    }

    /// What they are.
    pub fn of(&self) -> Of {
        self.of
    }

    /// The same, to bring into another order.
    pub fn numbers_mut(&self) -> RefMut<'_, Vec<u32>> {
        self.numbers.borrow_mut()
    }
}

impl Drop for List {
    fn drop(&mut self) {
        self.all.set(self.all.get() - self.counted);
    }
}

/// The most numbers in all lists of a script at a time: 4 bytes each, 256 MiB.
pub(in crate::rules) const MOST_CELLS: usize = 64 << 20;

/// After so many new numbers the lists that nobody holds are looked for: the script's
/// own memory, which would tell, is hardly touched by them.
const MANY: usize = 4 << 20;

/// All lists of a script.
#[derive(Debug, Default)]
pub(in crate::rules) struct Lists {
    all: Rc<Cell<usize>>,
    /// The numbers of the lists made since lists were last looked for.
    since: Cell<usize>,
}

impl Lists {
    /// Whether lists that nobody holds should be looked for before `count` more
    /// numbers are kept.
    pub fn are_many(&self, count: usize) -> bool {
        let many = self.since.get() + count > MANY;
        self.since.set(if many { 0 } else { self.since.get() + count });
        many
    }

    /// Whether there is room for `count` more numbers.
    pub fn have_room(&self, count: usize) -> bool {
        self.all.get() + count <= MOST_CELLS
    }

    /// A list of these numbers.
    pub fn keep(&self, mut numbers: Vec<u32>, of: Of) -> List {
        // Room that was made for more than there came is given back.
        if numbers.capacity() > 2 * numbers.len() {
            numbers.shrink_to_fit();
        }
        let counted = numbers.len();
        self.all.set(self.all.get() + counted);
        List { numbers: RefCell::new(numbers), of, counted, all: Rc::clone(&self.all) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_makes_room_again() {
        let lists = Lists::default();
        let half = lists.keep(vec![1; MOST_CELLS / 2], Of::Cells);
        assert!(lists.have_room(MOST_CELLS / 2));
        assert!(!lists.have_room(MOST_CELLS / 2 + 1));
        drop(half);
        assert!(lists.have_room(MOST_CELLS));
    }
}
