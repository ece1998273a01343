//! Large level files: a collection of 2,000 levels, and a level of 200 x 200 cells with 11,000
//! boxes.

use std::fs;
use std::path::{Path, PathBuf};

use tilewright::level::{Alphabet, Shelf};
use tilewright::session::PlayedLevel;

use crate::boards::board;
use crate::harness::{Figures, contestant, ours, timed};
use crate::plain::Plain;
use crate::stock::{begun, game};
use crate::unit::Unit;

const LEVELS: usize = 2000;

pub fn measure(figures: &mut Figures) {
    let folder = tempfile::tempdir().expect("a folder");
    collection(figures, folder.path());
    large_level(figures, folder.path());
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("a level file");
    path
}

fn collection(figures: &mut Figures, folder: &Path) {
    let level = |at: usize| format!("Level {at}\n\n{}\n", board(9 + at % 12, 3 + at % 5));
    let text = (0..LEVELS).map(level).collect::<Vec<_>>().join("\n");
    let path = write(folder, "collection.xsb", &text);
    let alphabet = game("sokoban").declared().alphabet();
    assert_eq!(shelf(&path, &alphabet).levels().len(), LEVELS);
    assert_eq!(plain_levels(&path).len(), LEVELS);
    let contestants = vec![
        ours(|| timed(|| shelf(&path, &alphabet))),
        contestant("plain Rust, bytes to rows", || timed(|| plain_levels(&path))),
    ];
    figures.compare("2,000 levels, file to levels", Unit::Milliseconds(1), contestants);
}

fn large_level(figures: &mut Figures, folder: &Path) {
    let path = write(folder, "large.xsb", &board(200, 11_000));
    let game = game("sokoban");
    let alphabet = game.declared().alphabet();
    let pick = |shelf: &Shelf| PlayedLevel { level: shelf.levels()[0].clone(), number: 1 };
    let mut session = begun(game, pick(&shelf(&path, &alphabet)));
    let contestants = vec![
        ours(|| {
            timed(|| {
                let begun = session.change_level(pick(&shelf(&path, &alphabet)));
                begun.unwrap_or_else(|refusal| panic!("{refusal}"));
            })
        }),
        contestant("plain Rust", || timed(|| Plain::begin(&plain_levels(&path)[0]))),
    ];
    figures.compare("200x200 with 11,000 boxes, file to board", Unit::Milliseconds(1), contestants);
}

fn shelf(path: &Path, alphabet: &Alphabet) -> Shelf {
    Shelf::open(path, alphabet).unwrap_or_else(|error| panic!("{error}"))
}

/// The rows of each level of a file in which all rows begin with a wall.
fn plain_levels(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).expect("a level file");
    let mut levels = Vec::new();
    let mut rows = Vec::new();
    for line in text.lines().chain([""]) {
        match line.starts_with('#') {
            true => rows.push(line.to_owned()),
            false if rows.is_empty() => {}
            false => levels.push(std::mem::take(&mut rows)),
        }
    }
    levels
}
