//! Recorded solutions of Sokoban to play: those of Microban where the corpus is, or else those
//! of our own levels. Each in the forms in which the engine and its references want it.

use std::path::Path;

use tilewright::grid::Tiling;
use tilewright::level::{Alphabet, Level, Shelf};
use tilewright::session::{PlayedLevel, Recorded, Step, read_solutions};

use crate::common::corpus_folder;
use crate::stock::{project, steps};

/// A level with a solution.
pub struct Solved {
    pub level: PlayedLevel,
    pub solution: Recorded,
    /// The level's rows as text.
    pub rows: Vec<String>,
    /// The solution in small letters, one a move.
    pub letters: String,
}

/// Levels with solutions.
pub struct Solutions {
    /// What they are called.
    pub name: &'static str,
    pub all: Vec<Solved>,
}

impl Solutions {
    /// Those that there are.
    pub fn found(alphabet: &Alphabet) -> Solutions {
        let corpus = corpus_folder();
        match corpus.is_dir() {
            true => Solutions { name: "Microban", all: of_corpus(&corpus, alphabet) },
            false => Solutions { name: "our own levels", all: of_project(alphabet) },
        }
    }

    /// How many moves all solutions have together.
    pub fn moves(&self) -> usize {
        self.all.iter().map(|one| one.letters.len()).sum()
    }
}

fn of_corpus(corpus: &Path, alphabet: &Alphabet) -> Vec<Solved> {
    let shelf = opened(&corpus.join("xsb/Microban_155.xsb"), alphabet);
    let path = corpus.join("solutions/Microban.lurd.txt");
    let text = std::fs::read_to_string(&path).expect("the solutions of the corpus");
    let solutions = read_solutions(&text, &path).unwrap_or_else(|error| panic!("{error}"));
    solutions.into_iter().map(|solution| solved(&shelf, solution)).collect()
}

/// The references know squares only.
fn of_project(alphabet: &Alphabet) -> Vec<Solved> {
    let shelf = opened(&project("levels/sokoban"), alphabet);
    let recorded = |level: &Level, number: usize| {
        let text = level.solutions.first().filter(|_| level.tiling == Tiling::Square)?;
        Some(Recorded { number, counts: Vec::new(), steps: steps(text) })
    };
    let solutions = shelf.levels().iter().zip(1..);
    let solutions = solutions.filter_map(|(level, number)| recorded(level, number));
    solutions.map(|solution| solved(&shelf, solution)).collect()
}

fn opened(path: &Path, alphabet: &Alphabet) -> Shelf {
    Shelf::open(path, alphabet).unwrap_or_else(|error| panic!("{error}"))
}

fn solved(shelf: &Shelf, solution: Recorded) -> Solved {
    let number = solution.number;
    let level = shelf.level(number).expect("a level for each solution");
    let rows = level.rows.iter().map(|row| row.iter().map(ToString::to_string).collect());
    let letters: String = solution.steps.iter().map(Step::token).collect();
    Solved {
        rows: rows.collect(),
        letters: letters.to_lowercase(),
        level: PlayedLevel { level, number },
        solution,
    }
}
