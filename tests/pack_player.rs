//! Packs in the window's hands: dropped on it, picked in its browser, replaced while they are
//! played; and what is kept of their games, apart from those of the same name.

mod common;
#[path = "common/packs.rs"]
mod packs;

use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use common::{rows, stock, stock_scripts};
use packs::{MANIFEST, SCRIPT, good, good_with, zipped};
use tempfile::TempDir;
use tilewright::app::{Command, Home, Pick, Player, Request, Store, Watch, begin};
use tilewright::grid::Direction;
use tilewright::rules::{Action, Limits, Pack, Scripts};

/// A folder with the games folder of a store in it.
struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new() -> Machine {
        Machine { folder: tempfile::tempdir().unwrap() }
    }

    fn store(&self) -> Store {
        Store::in_folder(&self.folder.path().join("settings"))
    }

    fn games(&self) -> PathBuf {
        self.store().games_folder().unwrap()
    }

    /// Puts a pack into a folder, as a whole.
    fn put(&self, folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
        std::fs::create_dir_all(folder).unwrap();
        let (beside, path) = (folder.join("part"), folder.join(name));
        std::fs::write(&beside, bytes).unwrap();
        std::fs::rename(beside, &path).unwrap();
        path
    }

    /// A pack that lies about anywhere.
    fn downloaded(&self, files: &[(String, Vec<u8>)]) -> PathBuf {
        self.put(&self.folder.path().join("downloads"), "walker.tilewright", &zipped(files))
    }

    /// A game as the program begins it that was started with the stock scripts.
    fn begins(&self, scripts: Scripts) -> Player {
        let levels = stock_scripts().with_file_name("levels");
        let home = Home { store: self.store(), scripts: stock_scripts(), levels };
        begin(scripts, home, &Request::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn sokoban(&self) -> Player {
        self.begins(stock("sokoban"))
    }

    fn pack(&self, path: &Path) -> Player {
        self.begins(Pack::open(path).unwrap().game(Limits::default()).unwrap())
    }
}

fn go(player: &mut Player, direction: Direction) {
    player.command(&Command::Play(Action::Move(direction)));
}

/// What is told over the board: heading, place and message.
fn trouble(player: &Player) -> String {
    let trouble = player.caption(100).trouble.unwrap_or_default();
    format!("{} {} {}", trouble.heading, trouble.place, trouble.message)
}

fn titles(player: &Player) -> Vec<String> {
    player.browsed().unwrap().games.iter().map(|game| game.title.clone()).collect()
}

fn stock_titles() -> Vec<String> {
    tilewright::rules::games_in(&stock_scripts())
}

#[test]
fn a_dropped_pack_plays_at_once_and_nothing_is_kept_of_it_but_what_was_played() {
    let machine = Machine::new();
    let path = machine.downloaded(&good());
    let mut player = machine.sokoban();
    player.dropped(&path);
    assert!(player.title().starts_with("walker"), "{}", player.title());
    assert_eq!(rows(player.session()), "#####\n#@ .#\n#####");
    let said = player.caption(100).message;
    let games = machine.games();
    let expected = format!("To have it among the games, put the file into {}", games.display());
    assert!(said.contains(&expected), "{said}");
    assert!(!games.exists());
    assert_eq!(machine.store().last_game().unwrap().as_deref(), Some("sokoban"));
    // It is among the games as long as it is played.
    player.browse();
    assert_eq!(titles(&player), [stock_titles(), vec!["walker".to_owned()]].concat());
    player.pick(&Pick::Game("sokoban".to_owned()));
    assert!(player.title().starts_with("Sokoban"), "{}", player.title());
    player.browse();
    assert_eq!(titles(&player), stock_titles());
}

#[test]
fn a_bad_pack_that_is_dropped_is_told_and_the_game_goes_on() {
    let machine = Machine::new();
    let folder = machine.folder.path();
    let newer = MANIFEST.replace("api = 1", "api = 2");
    let broken = good_with("scripts/walker.lua", "return {");
    for (bytes, expected) in [
        (b"no pack".to_vec(), "bad.tilewright: this is no pack"),
        (zipped(&good_with("pack.toml", newer)), "bad.tilewright/pack.toml:4:7: this pack needs"),
    ] {
        let mut player = machine.sokoban();
        let path = machine.put(folder, "bad.tilewright", &bytes);
        player.dropped(&path);
        let told = trouble(&player);
        assert!(told.starts_with("This pack cannot be played."), "{told}");
        assert!(told.contains(expected), "{told}");
        assert!(player.title().starts_with("Sokoban"), "{}", player.title());
    }
    let mut player = machine.sokoban();
    player.dropped(&machine.downloaded(&broken));
    let said = player.caption(100).message;
    assert!(said.contains("walker.tilewright/scripts/walker.lua:1"), "{said}");
    assert!(player.title().starts_with("Sokoban"), "{}", player.title());
}

#[test]
fn packs_in_the_games_folder_are_among_the_games_and_bad_ones_are_told() {
    let machine = Machine::new();
    let named = |name: &str| good_with("pack.toml", MANIFEST.replace("walker", name));
    for (file, bytes) in [
        ("a.tilewright", zipped(&good())),
        ("b.tilewright", zipped(&named("sokoban"))),
        ("c.tilewright", b"no pack".to_vec()),
        ("notes.txt", b"no pack either".to_vec()),
    ] {
        machine.put(&machine.games(), file, &bytes);
    }
    let mut player = machine.sokoban();
    player.browse();
    let packed = ["walker", "sokoban (b.tilewright)"].map(str::to_owned).to_vec();
    assert_eq!(titles(&player), [stock_titles(), packed].concat());
    let browser = player.browsed().unwrap();
    let walker = &browser.games[stock_titles().len()];
    let about = "walker 1.2 by Somebody";
    assert_eq!((browser.game.as_str(), walker.about.as_str()), ("sokoban", about));
    let [refused] = &browser.refused_packs[..] else { panic!("{:?}", browser.refused_packs) };
    assert!(refused.contains("c.tilewright: this is no pack"), "{refused}");
    player.pick(&Pick::Game("walker".to_owned()));
    assert_eq!(rows(player.session()), "#####\n#@ .#\n#####");
    assert_eq!(machine.store().last_game().unwrap().as_deref(), Some("walker.walker"));
    player.browse();
    assert_eq!(player.browsed().unwrap().game, "walker");
    assert!(player.caption(100).message.is_empty(), "{}", player.caption(100).message);
}

#[test]
fn what_is_done_in_a_pack_is_kept_apart_from_a_game_of_the_same_name() {
    let machine = Machine::new();
    let mut files = good();
    files.push(("scripts/sokoban.lua".to_owned(), SCRIPT.as_bytes().to_vec()));
    files.push(("scripts/init.lua".to_owned(), b"return { default = 'sokoban' }".to_vec()));
    files.push(("levels/sokoban/1.xsb".to_owned(), b"######\n#@  .#\n######\n".to_vec()));
    let path = machine.downloaded(&files);
    let mut player = machine.pack(&path);
    go(&mut player, Direction::Right);
    go(&mut player, Direction::Right);
    go(&mut player, Direction::Right);
    assert!(player.session().is_won());
    player.keep_stand();
    let store = machine.store();
    assert_eq!(store.progress("walker.sokoban").unwrap().levels().count(), 1);
    assert_eq!(store.progress("sokoban").unwrap().levels().count(), 0);
    assert!(store.stand("sokoban").unwrap().is_none());
    // It goes on there the next time.
    assert_eq!(machine.pack(&path).session().journal().done(), 3);
    assert_eq!(machine.sokoban().session().journal().done(), 0);
}

#[test]
fn a_pack_that_is_replaced_while_it_is_played_is_taken_over_and_a_bad_one_is_not() {
    let machine = Machine::new();
    let path = machine.downloaded(&good());
    let folder = path.parent().unwrap();
    let mut player = machine.pack(&path);
    let (wake, woken) = channel();
    let _watch = Watch::new(&player.folders(), move || wake.send(()).unwrap_or_default()).unwrap();
    let until = |player: &mut Player, what: &str, holds: &dyn Fn(&Player) -> bool| {
        let deadline = Instant::now() + Duration::from_secs(10);
        while !holds(player) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(woken.recv_timeout(left).is_ok(), "never came: {what}; {}", trouble(player));
            player.files_changed();
        }
    };
    let titled = |title: &str| {
        let script = SCRIPT.replace("return {", &format!("return {{ title = '{title}',"));
        good_with("scripts/walker.lua", script)
    };
    let is_titled = |title: &'static str| {
        move |player: &Player| player.session().game().declared().title == title
    };
    go(&mut player, Direction::Right);
    let title = "a title of the same length";
    machine.put(folder, "walker.tilewright", &zipped(&titled(title)));
    until(&mut player, "another script", &is_titled(title));
    assert_eq!(rows(player.session()), "#####\n# @.#\n#####");
    assert_eq!(player.session().journal().done(), 1);
    machine.put(folder, "walker.tilewright", b"PK\x03\x04 is all there is");
    until(&mut player, "a message", &|player| trouble(player).contains("this is no pack"));
    assert!(trouble(&player).starts_with("The last good script goes on."), "{}", trouble(&player));
    let newer = good_with("pack.toml", MANIFEST.replace("api = 1", "api = 2"));
    machine.put(folder, "walker.tilewright", &zipped(&newer));
    until(&mut player, "a newer one", &|player| trouble(player).contains("needs API 2"));
    assert!(trouble(&player).contains("walker.tilewright/pack.toml:4:7: "), "{}", trouble(&player));
    assert_eq!(rows(player.session()), "#####\n# @.#\n#####");
    go(&mut player, Direction::Left);
    let title = "a title for the same thing";
    machine.put(folder, "walker.tilewright", &zipped(&titled(title)));
    until(&mut player, "a good one again", &is_titled(title));
    assert_eq!(trouble(&player).trim(), "");
    assert_eq!(player.session().journal().done(), 2);
    // A level that is another one in the new pack is there, too.
    let mut other = titled("the last");
    other[1] = ("levels/walker/1.xsb".to_owned(), b"######\n#@  .#\n######\n".to_vec());
    machine.put(folder, "walker.tilewright", &zipped(&other));
    until(&mut player, "another level", &|player| rows(player.session()).contains("#@  .#"));
}

#[test]
fn an_animation_of_a_game_in_a_pack_is_kept_apart_as_its_pictures_are() {
    let machine = Machine::new();
    let pack = machine.downloaded(&good());
    let mut player = machine.begins(Pack::open(&pack).unwrap().game(Limits::default()).unwrap());
    player.command(&Command::Play(Action::Move(Direction::Right)));
    player.command(&Command::Picture);
    player.command(&Command::Animate);
    let (wake, woken) = channel();
    assert!(!player.follow_animation(move || wake.send(()).unwrap_or_default()));
    woken.recv_timeout(Duration::from_secs(120)).unwrap();
    assert!(player.follow_animation(|| ()));
    let pictures = machine.folder.path().join("settings/pictures");
    let folders: Vec<_> =
        std::fs::read_dir(pictures).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(folders, ["walker.walker"]);
}
