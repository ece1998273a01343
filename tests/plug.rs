//! The program is killed at any instant, hundreds of times, while it saves: what is on disk is
//! always the old or the new whole file, and the next start goes on with it.
#![cfg(unix)]

#[path = "common/chance.rs"]
mod chance;
mod common;
#[path = "common/corridor.rs"]
mod corridor;
#[path = "common/packs.rs"]
mod packs;
#[path = "common/terminal.rs"]
mod pty;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use chance::{chance, noise, one_of};
use common::{Folder, PROGRAM};
use corridor::LEVELS;
use pty::Terminal;
use tilewright::app::{Best, Preferences, Progress, Store};
use tilewright::grid::Random;
use tilewright::rules::Setting;
use tilewright::session::read_rule_tests;
use toml::Table;

const RECORD: &str = "\x1b[17~";
const CONTROL_C: &str = "\x03";

/// Keys of which each but the steps saves something: another level begins, what was played is
/// recorded, another look is chosen, a level is solved.
const KEYS: [&str; 10] = ["d", "d", "d", "a", "n", "p", RECORD, "k", "k", "r"];

/// Everything in a folder and below that is no folder, by its path within.
fn files(folder: &Path) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        match path.is_dir() {
            true => found.extend(
                files(&path).into_iter().map(|(below, path)| (format!("{name}/{below}"), path)),
            ),
            false => drop(found.insert(name, path)),
        }
    }
    found
}

/// Whether a file is one that a program was still writing.
fn is_unfinished(path: &Path) -> bool {
    path.file_name().unwrap().to_str().unwrap().starts_with(".tilewright-")
}

fn unfinished(folder: &Path) -> Vec<PathBuf> {
    files(folder).into_values().filter(|path| is_unfinished(path)).collect()
}

/// Makes a file one that was written two hours ago.
fn age(path: &Path) {
    let ago = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    fs::File::options().write(true).open(path).unwrap().set_modified(ago).unwrap();
}

/// Waits until a file is another, or what a folder has in it, but not for ever: perhaps nothing
/// is saved.
fn until_touched(path: &Path, most: Duration) {
    let now = || path.metadata().map(|file| (file.len(), file.modified().ok())).ok();
    let (before, deadline) = (now(), Instant::now() + most);
    while now() == before && Instant::now() < deadline {
        std::hint::spin_loop();
    }
}

/// Lets some time pass: any up to so much.
fn sleep_up_to(chance: &mut Random, most: Duration) {
    let most = u64::try_from(most.as_micros()).unwrap();
    std::thread::sleep(Duration::from_micros(chance.below(most + 1)));
}

/// What was on disk, of which nothing may be lost.
#[derive(Default)]
struct Kept {
    /// The names in each file.
    names: BTreeMap<String, BTreeSet<String>>,
}

/// The names in a file, and those of levels in one of progress.
fn names(table: &Table) -> BTreeSet<String> {
    let levels = table.get("levels").and_then(|levels| levels.as_table());
    let names = table.keys().chain(levels.into_iter().flat_map(Table::keys));
    // A game's own look has no name.
    names.filter(|name| *name != "skin").cloned().collect()
}

impl Kept {
    /// Looks at everything: each file is whole, and nothing that was there is gone.
    #[track_caller]
    fn look(&mut self, settings: &Path, round: u32) {
        for (name, path) in files(settings) {
            let ending = Path::new(&name).extension().unwrap().to_str().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            match ending {
                _ if is_unfinished(&path) => {}
                "lock" => assert_eq!(text, ""),
                "txt" => {
                    is_whole_recording(&path, &text, round);
                    fs::remove_file(&path).unwrap();
                }
                "toml" => self.look_at(&name, &text, round),
                _ => panic!("round {round}: what is {name}?"),
            }
        }
        self.is_read(settings, round);
    }

    #[track_caller]
    fn look_at(&mut self, name: &str, text: &str, round: u32) {
        let table: Table = text.parse().unwrap_or_else(|error| panic!("{round}: {name}: {error}"));
        let names = names(&table);
        let before = self.names.insert(name.to_owned(), names.clone()).unwrap_or_default();
        let lost = before.difference(&names).count();
        assert!(!names.is_empty() && lost == 0, "round {round}: {name} has lost {lost} names");
    }

    /// The program reads it, too, and no file that was once there is away for good.
    #[track_caller]
    fn is_read(&self, settings: &Path, round: u32) {
        let store = Store::in_folder(settings);
        let read = store.preferences().map(drop).and_then(|()| store.settings("game").map(drop));
        let read = read.and_then(|()| store.progress("game").map(drop));
        let read = read.and_then(|()| store.stand("game").map(drop));
        read.unwrap_or_else(|error| panic!("round {round}: {error}"));
        // What is left of a level goes once it is solved.
        let is_to_stay = |name: &&String| !name.starts_with("playing/game/");
        for name in self.names.keys().filter(is_to_stay) {
            assert!(settings.join(name).is_file(), "round {round}: {name} is gone");
        }
    }
}

#[track_caller]
fn is_whole_recording(path: &Path, text: &str, round: u32) {
    let read = read_rule_tests(text.as_bytes(), path);
    assert!(read.is_ok(), "round {round}: {text}");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("status Steps ") && text.ends_with('\n'), "round {round}: {text}");
}

/// Very many levels that were solved: such a file is not written in a moment.
fn much_progress() -> Progress {
    let mut progress = Progress::default();
    for number in 0..2000 {
        let solution = "rrrrddddlllluuuu".repeat(8);
        let best = Best { title: format!("Level {number}"), solution, ..Best::default() };
        progress.note(&format!("{number:016x}"), best, None);
    }
    progress
}

/// The program in a terminal, with what is kept in that folder.
fn play(folder: &Folder, settings: &Path) -> Terminal {
    let words = corridor::words(folder, settings);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Terminal::run((150, 16), &words, &[])
}

/// Plays, and is killed.
fn round(round: u32, chance: &mut Random, folder: &Folder, settings: &Path) {
    let mut terminal = play(folder, settings);
    // A start saves which game is played.
    if round.is_multiple_of(4) {
        sleep_up_to(chance, Duration::from_millis(60));
        return terminal.pull_the_plug();
    }
    let screen = terminal.until_shown("Steps ");
    assert!(!screen.contains("cannot be") && !screen.contains("aside"), "{round}: {screen}");
    let keys: String = (0..40).map(|_| *one_of(chance, &KEYS)).collect();
    terminal.keys(&keys);
    if round % 4 == 1 {
        sleep_up_to(chance, Duration::from_millis(60));
    } else {
        let kept = ["progress", "progress/game.toml", "playing/game.toml", "games/game.toml"];
        until_touched(&settings.join(one_of(chance, &kept)), Duration::from_millis(100));
        sleep_up_to(chance, Duration::from_micros(300));
    }
    terminal.pull_the_plug();
}

#[test]
fn a_game_that_is_killed_at_any_instant_loses_nothing_and_goes_on() {
    let (mut chance, folder) = (chance(), corridor::folder());
    let place = tempfile::tempdir().unwrap();
    let settings = place.path();
    let store = Store::in_folder(settings);
    let open = Preferences { unlock_all: true, ..Preferences::default() };
    store.keep_preferences(open).unwrap();
    store.keep("game", &[("speed".to_owned(), Setting::Number(4.0))].into()).unwrap();
    store.keep_progress("game", &much_progress(), None).unwrap();
    let mut kept = Kept::default();
    for number in 0..240 {
        round(number, &mut chance, &folder, settings);
        kept.look(settings, number);
    }
    assert_eq!(store.preferences().unwrap(), open);
    unfinished(settings).iter().for_each(|path| age(path));
    saves_everything(&folder, settings);
    kept.look(settings, 240);
    let left = unfinished(settings);
    assert!(left.is_empty(), "this was not swept: {left:?}");
    let mut terminal = play(&folder, settings);
    terminal.until_shown("Steps 2");
}

/// Plays in peace, saves something in each folder and leaves in the middle of the last level.
fn saves_everything(folder: &Folder, settings: &Path) {
    let mut terminal = play(folder, settings);
    terminal.until_shown("Steps ");
    terminal.keys(&"p".repeat(LEVELS));
    terminal.until_shown(" 1 / 4");
    terminal.keys("rd");
    terminal.until_shown("Well done");
    terminal.keys("k");
    terminal.until_shown("Look: ");
    terminal.keys("n");
    terminal.until_shown(" 2 / 4");
    terminal.keys("rd");
    terminal.until_shown("Steps 1");
    terminal.keys(RECORD);
    terminal.until_shown("Saved as");
    terminal.keys("n");
    terminal.until_shown(" 3 / 4");
    terminal.keys("rdd");
    terminal.until_shown("Steps 2");
    terminal.keys(CONTROL_C);
    assert_eq!(terminal.ends().1, 0);
}

/// A folder to be packed, with much in it that cannot be compressed.
fn to_be_packed(noise: &[u8]) -> Folder {
    let folder = Folder::with_script("");
    fs::remove_file(folder.path().join("game.lua")).unwrap();
    for (name, bytes) in packs::good() {
        folder.write(&name, &String::from_utf8(bytes).unwrap());
    }
    fs::write(folder.path().join("scripts/noise.png"), noise).unwrap();
    folder
}

fn pack(folder: &Folder, out: &Path) -> Child {
    let mut command = Command::new(PROGRAM);
    command.arg("pack").arg(folder.path()).arg("--out").arg(out);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn a_pack_that_is_killed_at_any_instant_is_the_old_or_the_new_one() {
    let mut chance = chance();
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("walker.tilewright");
    let folders = [(); 2].map(|()| to_be_packed(&noise(&mut chance, 1 << 20)));
    let started = Instant::now();
    let packed = folders.each_ref().map(|folder| {
        assert!(pack(folder, &out).wait().unwrap().success());
        fs::read(&out).unwrap()
    });
    let time = started.elapsed() / 2;
    for round in 0..60 {
        if chance.below(2) == 0 {
            fs::remove_file(&out).unwrap_or_default();
        }
        let before = fs::read(&out).ok();
        let next = usize::from(before.as_deref() == Some(packed[0].as_slice()));
        let mut program = pack(&folders[next], &out);
        match round % 3 {
            0 => sleep_up_to(&mut chance, time),
            1 => until_touched(place.path(), 4 * time),
            _ => until_touched(&out, 4 * time),
        }
        sleep_up_to(&mut chance, Duration::from_micros(200));
        program.kill().unwrap();
        program.wait().unwrap();
        let after = fs::read(&out).ok();
        let is_new = after.as_ref() == Some(&packed[next]);
        assert!(after == before || is_new, "round {round}: neither the old pack nor the new one");
    }
    unfinished(place.path()).iter().for_each(|path| age(path));
    assert!(pack(&folders[0], &out).wait().unwrap().success());
    assert_eq!(files(place.path()).into_keys().collect::<Vec<_>>(), ["walker.tilewright"]);
    assert_eq!(fs::read(&out).unwrap(), packed[0]);
}

#[test]
fn only_what_nobody_writes_any_more_is_swept() {
    let place = tempfile::tempdir().unwrap();
    let left = |name: &str| {
        fs::write(place.path().join(name), "half").unwrap();
        place.path().join(name)
    };
    let (old, young) = (left(".tilewright-abc123.tmp"), left(".tilewright-def456.tmp"));
    let others = [left(".tilewright-abc123"), left("abc123.tmp"), left("tilewright-abc123.tmp")];
    others.iter().chain([&old]).for_each(|path| age(path));
    Store::in_folder(place.path()).keep_preferences(Preferences::default()).unwrap();
    assert!(!old.exists() && young.exists());
    assert!(others.iter().all(|other| other.exists()));
}
