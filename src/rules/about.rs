//! What a script is told before anything else: the size of the board, and the level. Knows
//! no script.

use std::rc::Rc;

use crate::grid::Topology;
use crate::level::Level;

/// What `start` and the rule can learn of the level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelInfo {
    /// The level.
    pub level: Rc<Level>,
    /// Its number in what is being played, from 1.
    pub number: usize,
}

impl LevelInfo {
    /// Its title, if it has one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.level.title.as_deref()
    }

    /// Its file, as it is shown; nothing for a board that the game makes.
    #[must_use]
    pub fn path(&self) -> Option<String> {
        (!self.level.is_made()).then(|| self.level.path.display().to_string())
    }
}

/// A board that has come, and its level.
#[derive(Debug, Default)]
pub(in crate::rules) struct About {
    pub topology: Topology,
    pub level: LevelInfo,
}
