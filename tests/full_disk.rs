//! A disk without room, and folders that may not be written: that is said on screen with the
//! place and the reason, play goes on, and once there is room everything is kept after all.
#![cfg(target_os = "linux")]

mod common;
#[path = "common/corridor.rs"]
mod corridor;
#[path = "common/packs.rs"]
mod packs;
#[path = "common/terminal.rs"]
mod pty;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use common::{Folder, PROGRAM};
use pty::Terminal;
use tilewright::app::{Preferences, Store};
use tilewright::rules::Setting;

const RECORD: &str = "\x1b[17~";
const CONTROL_C: &str = "\x03";

/// A shell without room in any file that it writes, as on a full disk. It has the program told,
/// which is then free to go on.
const NO_ROOM: &[&str] = &["sh", "-c", "trap '' XFSZ; ulimit -S -f 0; exec \"$@\"", "sh"];

/// Without it even root may write only what its permissions say.
const NO_PRIVILEGE: &[&str] = &["setpriv", "--bounding-set=-dac_override,-dac_read_search"];

/// What a system says of it.
const FULL: &str = "No space left on device";
const TOO_LARGE: &str = "File too large";
const DENIED: &str = "Permission denied";

/// The program, started by some other one, with what is kept in that folder.
fn play(by: &[&str], folder: &Folder, settings: &Path) -> Terminal {
    let words = corridor::words(folder, settings);
    let words: Vec<&str> = by.iter().copied().chain(words.iter().map(String::as_str)).collect();
    Terminal::run((170, 16), &words, &[])
}

/// A folder for what is kept, in which only the program itself has written yet.
fn settings() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let open = Preferences { unlock_all: true, ..Preferences::default() };
    Store::in_folder(place.path()).keep_preferences(open).unwrap();
    place
}

/// Waits until that holds of what is on disk.
#[track_caller]
fn until(what: &str, holds: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !holds() {
        assert!(Instant::now() < deadline, "never came: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Plays where nothing can be kept for that reason, and then where it can. `seen` is the folder
/// as this test has it, `named` as the program has it.
#[track_caller]
fn plays_on(mut terminal: Terminal, named: &Path, seen: &Path, why: &str, make_room: impl Fn()) {
    let store = Store::in_folder(seen);
    let says = |terminal: &mut Terminal, place: &str, what: &str| {
        let said = format!("{}/{place}: {what}: {why}", named.display());
        let screen = terminal.until_shown(&said);
        // Nobody knows the name of the unfinished file.
        assert!(!screen.contains(".tmp\""), "{screen}");
    };
    let (kept, saved) = ("what you set or played cannot be kept", "the recording cannot be saved");
    terminal.until_shown("Steps 0");
    terminal.keys("o");
    terminal.until_shown("Speed");
    terminal.keys("4\r");
    says(&mut terminal, "games/game.toml", kept);
    terminal.keys("o");
    terminal.until_gone("Speed");
    terminal.keys("d");
    terminal.until_shown("Well done");
    says(&mut terminal, "progress/game.toml", kept);
    terminal.keys(RECORD);
    says(&mut terminal, "recordings/game/game-corridor-1.txt", saved);
    terminal.keys("nd");
    terminal.until_shown("Steps 1");
    terminal.keys("n");
    terminal.until_shown("Steps 0");
    terminal.keys("d");
    terminal.until_shown("Steps 1");
    // Now and then it is kept where the player is, also when nobody asks.
    says(&mut terminal, "playing/game.toml", kept);
    assert_eq!(store.settings("game").unwrap().len(), 0);
    assert!(store.progress("game").unwrap().levels().next().is_none());
    make_room();
    terminal.until_shown("What could not be kept is kept now.");
    until("what was set", || {
        store.settings("game").unwrap().get("speed") == Some(&Setting::Number(4.0))
    });
    until("what was solved", || store.progress("game").unwrap().levels().count() == 1);
    until("where the player is", || {
        store.stand("game").unwrap().is_some_and(|stand| (stand.number, stand.done) == (3, 1))
    });
    until("what was left", || fs::read_dir(seen.join("playing/game")).unwrap().count() == 1);
    terminal.keys(RECORD);
    terminal.until_shown("Saved as game-corridor-3.txt");
    terminal.keys(CONTROL_C);
    assert_eq!(terminal.ends().1, 0);
}

#[test]
fn a_file_that_finds_no_room_is_told_and_kept_once_there_is_some() {
    let (folder, place) = (corridor::folder(), settings());
    let terminal = play(NO_ROOM, &folder, place.path());
    let pid = terminal.pid().to_string();
    let make_room = || {
        let mut command = Command::new("prlimit");
        command.args(["--pid", &pid, "--fsize=unlimited:"]);
        assert!(command.status().unwrap().success());
    };
    plays_on(terminal, place.path(), place.path(), TOO_LARGE, make_room);
    is_tidy(place.path());
}

/// No unfinished file is left in a folder and below.
#[track_caller]
fn is_tidy(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert!(path.extension().is_none_or(|ending| ending != "tmp"), "{}", path.display());
        if path.is_dir() {
            is_tidy(&path);
        }
    }
}

/// A disk of a few pages that only the program sees, and this test through it.
const OWN_DISK: &str = "mount -t tmpfs -o size=64k tmpfs \"$0\" && exec \"$@\"";

/// What starts a program on such a disk, or nothing where the system does not allow that.
fn own_disk() -> Option<&'static [&'static str]> {
    const WAYS: [&[&str]; 2] =
        [&["unshare", "--mount"], &["unshare", "--mount", "--user", "--map-root-user"]];
    let place = tempfile::tempdir().unwrap();
    let allows = |way: &&[&str]| {
        let mut command = Command::new(way[0]);
        command.args(&way[1..]).args(["sh", "-c", OWN_DISK]).arg(place.path()).arg("true");
        command.output().is_ok_and(|output| output.status.success())
    };
    let way = WAYS.into_iter().find(allows);
    if way.is_none() {
        eprintln!("skipped: this system lets nobody mount anything");
    }
    way
}

#[test]
fn a_full_disk_is_told_and_all_is_kept_once_there_is_room() {
    let Some(way) = own_disk() else { return };
    let (folder, place) = (corridor::folder(), tempfile::tempdir().unwrap());
    let disk = place.path().to_str().unwrap();
    let by = [way, &["sh", "-c", OWN_DISK, disk]].concat();
    // The disk is full from the start, but for the settings that unlock all levels.
    let fill = "mkdir \"$0/kept\" && echo unlock_all = true > \"$0/kept/settings.toml\"; \
                cat /dev/zero > \"$0/filler\" 2>&-; exec \"$@\"";
    let by = [by, vec!["sh", "-c", fill, disk]].concat();
    let named = place.path().join("kept");
    let terminal = play(&by, &folder, &named);
    let root = PathBuf::from(format!("/proc/{}/root", terminal.pid()));
    let seen = |path: &Path| root.join(path.strip_prefix("/").unwrap());
    let filler = seen(&place.path().join("filler"));
    plays_on(terminal, &named, &seen(&named), FULL, || fs::remove_file(&filler).unwrap());
}

fn set_mode(folder: &Path, mode: u32) {
    fs::set_permissions(folder, fs::Permissions::from_mode(mode)).unwrap();
}

/// Whether this test, and what it starts, may write anywhere, whatever the permissions.
fn is_privileged() -> bool {
    let place = tempfile::tempdir().unwrap();
    set_mode(place.path(), 0o555);
    fs::write(place.path().join("file"), "").is_ok()
}

#[test]
fn a_folder_that_may_not_be_written_is_told_and_all_is_kept_once_it_may_be() {
    let (folder, place) = (corridor::folder(), settings());
    let by = if is_privileged() { NO_PRIVILEGE } else { &[] };
    let (whole, part) = (place.path(), place.path().join("games"));
    fs::create_dir(&part).unwrap();
    let set_modes =
        |mode| [whole, part.as_path()].into_iter().for_each(|folder| set_mode(folder, mode));
    set_modes(0o555);
    let terminal = play(by, &folder, whole);
    plays_on(terminal, whole, whole, DENIED, || set_modes(0o755));
}

#[test]
fn a_pack_that_finds_no_room_is_told_and_leaves_the_old_one_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in packs::good() {
        let path = folder.path().join("walker").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let out = folder.path().join("walker.tilewright");
    let pack = |by: &[&str]| {
        let mut command = Command::new(by[0]);
        command.args(&by[1..]).args(["pack", "walker"]).current_dir(folder.path());
        command.output().unwrap()
    };
    let without_room = [NO_ROOM, &[PROGRAM]].concat();
    let is_told = || {
        let output = pack(&without_room);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = "tilewright: walker.tilewright: File too large (os error 27)\n";
        assert_eq!(said, expected);
        is_tidy(folder.path());
    };
    is_told();
    assert!(!out.exists());
    assert!(pack(&[PROGRAM]).status.success());
    let before = fs::read(&out).unwrap();
    is_told();
    assert_eq!(fs::read(&out).unwrap(), before);
}
