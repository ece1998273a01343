//! Which keys ask for what: the program's own, and what a player has changed of them. Knows
//! no window: a key is its name in small letters, as scripts write it in `keys` ("left",
//! "a", "space", "f5").

use std::collections::BTreeMap;

use crate::app::input::Command;
use crate::grid::{Direction, Tiling};
use crate::rules::Action;

/// On which boards keys ask for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    Everywhere,
    Squares,
    Hexagons,
}

/// Something that keys ask for.
pub struct Entry {
    /// Its name in the settings file.
    pub name: &'static str,
    /// What a player reads.
    pub title: &'static str,
    /// The keys it has unless the player has changed them.
    pub keys: &'static [&'static str],
    on: Where,
    command: fn() -> Command,
}

const fn everywhere(
    name: &'static str,
    title: &'static str,
    keys: &'static [&'static str],
    command: fn() -> Command,
) -> Entry {
    Entry { name, title, keys, on: Where::Everywhere, command }
}

const fn squares(
    name: &'static str,
    title: &'static str,
    keys: &'static [&'static str],
    command: fn() -> Command,
) -> Entry {
    Entry { name, title, keys, on: Where::Squares, command }
}

const fn hexagons(
    name: &'static str,
    title: &'static str,
    keys: &'static [&'static str],
    command: fn() -> Command,
) -> Entry {
    Entry { name, title, keys, on: Where::Hexagons, command }
}

fn step(direction: Direction) -> Command {
    Command::Play(Action::Move(direction))
}

/// All that keys can be given to. Those of the six ways of hexagons lie as the ways do: the
/// upper row is Q, W, E, the lower one A, S, D, and around them it goes clockwise.
#[rustfmt::skip] // one a line reads best as a table
pub const ENTRIES: &[Entry] = &[
    squares("left", "Left", &["left", "a"], || step(Direction::Left)),
    squares("up", "Up", &["up", "w"], || step(Direction::Up)),
    squares("right", "Right", &["right", "d"], || step(Direction::Right)),
    squares("down", "Down", &["down", "s"], || step(Direction::Down)),
    hexagons("hex-left", "Left (hexagons)", &["left", "a"], || step(Direction::Left)),
    hexagons("hex-up-left", "Up left (hexagons)", &["q"], || step(Direction::Up)),
    hexagons("hex-up-right", "Up right (hexagons)", &["w"], || step(Direction::UpRight)),
    hexagons("hex-right", "Right (hexagons)", &["right", "e"], || step(Direction::Right)),
    hexagons("hex-down-right", "Down right (hexagons)", &["d"], || step(Direction::DownRight)),
    hexagons("hex-down-left", "Down left (hexagons)", &["s"], || step(Direction::Down)),
    hexagons("hex-up", "Up, either way (hexagons)", &["up"], || Command::Climb(true)),
    hexagons("hex-down", "Down, either way (hexagons)", &["down"], || Command::Climb(false)),
    everywhere("undo", "Undo", &["z", "backspace"], || Command::Undo),
    everywhere("redo", "Redo", &["x"], || Command::Redo),
    everywhere("restart", "Restart", &["r"], || Command::Restart),
    everywhere("next-level", "Next level", &["n", "pagedown"], || Command::NextLevel),
    everywhere("previous-level", "Previous level", &["p", "pageup"], || Command::PreviousLevel),
    everywhere("next-unsolved", "Next unsolved level", &["u"], || Command::NextUnsolved),
    everywhere("levels", "Levels", &["l", "tab"], || Command::Levels),
    everywhere("options", "Options", &["o"], || Command::Options),
    everywhere("pause", "Stop time, or let it go on", &["space"], || Command::Pause),
    everywhere("workbench", "Workbench", &["f12", "`"], || Command::Workbench),
    everywhere("marks", "Mark where one can go", &["m"], || Command::Marks),
    everywhere("isometric", "Isometric view", &["i"], || Command::Isometric),
    everywhere("skin", "Next look", &["k"], || Command::NextSkin),
    everywhere("zoom-in", "Zoom in", &["+", "="], || Command::Zoom(1)),
    everywhere("zoom-out", "Zoom out", &["-"], || Command::Zoom(-1)),
    everywhere("whole-board", "Whole board", &["f"], || Command::WholeBoard),
    everywhere("recording", "Save a recording", &["f6"], || Command::Record),
    everywhere("picture", "Save a picture", &["f7"], || Command::Picture),
    everywhere("animation", "Save an animation", &["f8"], || Command::Animate),
];

impl Entry {
    fn applies(&self, tiling: Tiling) -> bool {
        match self.on {
            Where::Everywhere => true,
            Where::Squares => tiling == Tiling::Square,
            Where::Hexagons => tiling != Tiling::Square,
        }
    }
}

/// The keys as a player has set them: by name, all keys that ask for it. What is not there
/// has its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    changed: BTreeMap<String, Vec<String>>,
}

impl Keymap {
    /// The program's own keys, but for what is changed.
    #[must_use]
    pub fn new(changed: BTreeMap<String, Vec<String>>) -> Keymap {
        Keymap { changed }
    }

    /// What is changed.
    #[must_use]
    pub fn changed(&self) -> &BTreeMap<String, Vec<String>> {
        &self.changed
    }

    /// The keys that ask for something.
    #[must_use]
    pub fn keys(&self, entry: &Entry) -> Vec<String> {
        match self.changed.get(entry.name) {
            Some(keys) => keys.clone(),
            None => entry.keys.iter().map(|key| (*key).to_owned()).collect(),
        }
    }

    /// What a key asks for on a board of such cells.
    #[must_use]
    pub fn command(&self, key: &str, tiling: Tiling) -> Option<Command> {
        let is_asked = |entry: &&Entry| match self.changed.get(entry.name) {
            Some(keys) => keys.iter().any(|own| own == key),
            None => entry.keys.contains(&key),
        };
        let mut applying = ENTRIES.iter().filter(|entry| entry.applies(tiling));
        applying.find(is_asked).map(|entry| (entry.command)())
    }

    /// The first key of something, as a player reads it; nothing if it has none.
    #[must_use]
    pub fn shown(&self, name: &str) -> Option<String> {
        let entry = ENTRIES.iter().find(|entry| entry.name == name)?;
        self.keys(entry).first().map(|key| capital(key))
    }

    /// Gives a key to something, in place of all that it had before where one board knows
    /// both.
    pub fn give(&mut self, name: &str, key: &str) {
        let Some(given) = ENTRIES.iter().find(|entry| entry.name == name) else {
            return;
        };
        for entry in ENTRIES {
            let meets = [Tiling::Square, Tiling::HexOdd]
                .iter()
                .any(|tiling| entry.applies(*tiling) && given.applies(*tiling));
            let mut keys = self.keys(entry);
            if meets && keys.iter().any(|own| own == key) {
                keys.retain(|own| own != key);
                self.changed.insert(entry.name.to_owned(), keys);
            }
        }
        let mut keys = self.keys(given);
        keys.push(key.to_owned());
        self.changed.insert(name.to_owned(), keys);
    }

    /// Takes a key from something.
    pub fn take(&mut self, name: &str, key: &str) {
        if let Some(entry) = ENTRIES.iter().find(|entry| entry.name == name) {
            let mut keys = self.keys(entry);
            keys.retain(|own| own != key);
            self.changed.insert(name.to_owned(), keys);
        }
    }

    /// Gives everything its own keys again.
    pub fn reset(&mut self) {
        self.changed.clear();
    }
}

/// A key's name as a player reads it.
#[must_use]
pub fn capital(key: &str) -> String {
    let mut letters = key.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_asks_for_two_things_on_one_board() {
        for tiling in [Tiling::Square, Tiling::HexEven] {
            let mut seen = std::collections::BTreeSet::new();
            for entry in ENTRIES.iter().filter(|entry| entry.applies(tiling)) {
                assert!(entry.keys.iter().all(|key| seen.insert(*key)), "{}", entry.name);
            }
        }
    }

    #[test]
    fn a_key_that_is_given_is_taken_from_what_had_it_on_the_same_board() {
        let mut keys = Keymap::default();
        keys.give("undo", "q");
        assert_eq!(keys.command("q", Tiling::HexOdd), Some(Command::Undo));
        assert_eq!(keys.command("q", Tiling::Square), Some(Command::Undo));
        assert_eq!(keys.command("z", Tiling::Square), Some(Command::Undo));
        keys.give("hex-up", "a");
        // Squares know nothing of that.
        assert_eq!(keys.command("a", Tiling::Square), Some(step(Direction::Left)));
        assert_eq!(keys.command("a", Tiling::HexOdd), Some(Command::Climb(true)));
        keys.take("undo", "z");
        assert_eq!(keys.command("z", Tiling::Square), None);
        assert_eq!(keys.command("q", Tiling::Square), Some(Command::Undo));
        keys.reset();
        assert_eq!(keys, Keymap::default());
    }
}
