//! What a player has solved, and how well: kept by the board itself, so that a collection
//! that is renamed, sorted or written in another format keeps its marks. Knows no disk.

use std::collections::BTreeMap;

/// How well a level was solved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Best {
    /// Its title when it was solved, for whoever reads the file.
    pub title: String,
    /// The least that each counter of the game came to.
    pub scores: BTreeMap<String, u64>,
    /// The steps of the solution that is best by the first counter.
    pub solution: String,
}

/// All that was solved of a game, by [`crate::level::Level::key`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    levels: BTreeMap<String, Best>,
}

impl Progress {
    /// What is kept of a level, if it was solved.
    #[must_use]
    pub fn best(&self, key: &str) -> Option<&Best> {
        self.levels.get(key)
    }

    /// Every level that was solved.
    pub fn levels(&self) -> impl Iterator<Item = (&String, &Best)> {
        self.levels.iter()
    }

    /// Takes note of a solution; `first` is the counter that the steps are kept by.
    pub fn note(&mut self, key: &str, solved: Best, first: Option<&String>) {
        let Some(known) = self.levels.get_mut(key) else {
            self.levels.insert(key.to_owned(), solved);
            return;
        };
        let score = |best: &Best| first.and_then(|name| best.scores.get(name)).copied();
        let is_better = score(&solved).zip(score(known)).is_some_and(|(new, old)| new < old);
        if is_better || known.solution.is_empty() {
            known.solution = solved.solution;
        }
        for (name, score) in solved.scores {
            let least = known.scores.get(&name).map_or(score, |least| score.min(*least));
            known.scores.insert(name, least);
        }
    }
}

/// Where a player was when the program ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stand {
    /// The level file or folder; nothing for the game's own.
    pub source: Option<String>,
    /// The level's number in it, from 1, where the key is not found.
    pub number: usize,
    /// The level's key; nothing for a board that the game made.
    pub key: Option<String>,
    /// The seed that the history began with.
    pub seed: u64,
    /// What parameters were set to when the history began.
    pub settings: crate::rules::Settings,
    /// All turns of the history as a recording.
    pub history: String,
    /// How many of them are done, and not undone.
    pub done: usize,
    /// Which turns were walks: from how many done to how many.
    pub walks: Vec<(usize, usize)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(moves: u64, pushes: u64, solution: &str) -> Best {
        let scores = [("moves".to_owned(), moves), ("pushes".to_owned(), pushes)].into();
        Best { title: "One".to_owned(), scores, solution: solution.to_owned() }
    }

    #[test]
    fn the_least_of_each_counter_is_kept_and_the_steps_of_the_first() {
        let (mut progress, moves) = (Progress::default(), "moves".to_owned());
        progress.note("a", solved(10, 3, "long"), Some(&moves));
        progress.note("a", solved(12, 2, "longer"), Some(&moves));
        assert_eq!(progress.best("a"), Some(&solved(10, 2, "long")));
        progress.note("a", solved(8, 4, "short"), Some(&moves));
        assert_eq!(progress.best("a"), Some(&solved(8, 2, "short")));
        assert_eq!(progress.best("b"), None);
    }
}
