//! A puzzle in one file: `tilewright pack` makes it, and every command plays it; by its path, by
//! its name when it is in the games folder. The stock games are in the program in the same way.

#[path = "common/command.rs"]
mod command;
#[path = "common/packs.rs"]
mod packs;

use std::path::{Path, PathBuf};

use command::{all_files, fails, finds_faults, home, refused, run, run_program, runs};
use packs::{LEVEL, MANIFEST, SCRIPT, good, good_with, zipped};
use tempfile::TempDir;

/// A folder with a new puzzle, `my-puzzle`, in it.
fn new_puzzle() -> (TempDir, PathBuf) {
    let above = tempfile::tempdir().unwrap();
    runs(above.path(), &["new", "my-puzzle"]);
    let folder = above.path().join("my-puzzle");
    (above, folder)
}

fn write(path: &Path, text: impl AsRef<[u8]>) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A folder with a good pack in it.
fn with_pack(files: &[(String, Vec<u8>)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("walker.tilewright"), zipped(files));
    folder
}

/// The names in a pack, in their order.
fn names(pack: &Path) -> Vec<String> {
    let mut zip = zip::ZipArchive::new(std::fs::File::open(pack).unwrap()).unwrap();
    (0..zip.len()).map(|at| zip.by_index(at).unwrap().name().unwrap().into_owned()).collect()
}

/// The message of `play` where there is no display: then all else has been read.
#[track_caller]
fn would_play(folder: &Path, arguments: &[&str]) {
    let said = refused(folder, arguments);
    assert!(said.contains("there is no display"), "{arguments:?}: {said}");
}

#[test]
fn a_new_puzzle_is_packed_and_played_without_its_folder() {
    let (above, folder) = new_puzzle();
    let said = runs(above.path(), &["pack", "my-puzzle"]);
    assert!(said.starts_with("my-puzzle.tilewright: 4 files, 2 KB."), "{said}");
    assert!(!said.contains("Left out"), "{said}");
    std::fs::remove_dir_all(&folder).unwrap();
    let before = all_files(above.path());
    let pack = "my-puzzle.tilewright";
    let board = runs(above.path(), &["show", pack, "--as", "level", "--after", "ddr"]);
    assert!(board.contains("# @     #"), "{board}");
    assert!(runs(above.path(), &["test", pack]).ends_with("3 of 3 rule tests hold\n"));
    assert!(runs(above.path(), &["replay", pack]).contains("1 of 1 solved"));
    assert_eq!(all_files(above.path()), before, "nothing is unpacked");
    would_play(above.path(), &["play", pack]);
    would_play(above.path(), &[pack]);
}

#[test]
fn it_is_packed_from_within_too_and_into_any_file() {
    let (above, folder) = new_puzzle();
    runs(&folder, &["pack"]);
    runs(&folder, &["pack", ".", "--out", "../elsewhere/other.tilewright"]);
    let [one, other] =
        [folder.join("my-puzzle.tilewright"), above.path().join("elsewhere/other.tilewright")];
    assert_eq!(std::fs::read(one).unwrap(), std::fs::read(other).unwrap());
    let said = refused(&folder, &["pack", ".", "--out", "puzzle.zip"]);
    assert!(said.contains("puzzle.zip: expected a name that ends with .tilewright"), "{said}");
}

#[test]
fn the_same_folder_gives_the_same_bytes() {
    let (above, folder) = new_puzzle();
    write(&folder.join("scripts/skins/my-puzzle/red.lua"), "return { tiles = {} }");
    runs(above.path(), &["pack", "my-puzzle"]);
    let pack = above.path().join("my-puzzle.tilewright");
    let first = std::fs::read(&pack).unwrap();
    // The same files, made later and in another order.
    let script = folder.join("scripts/my-puzzle.lua");
    let text = std::fs::read(&script).unwrap();
    std::fs::remove_file(&script).unwrap();
    write(&script, text);
    runs(above.path(), &["pack", "my-puzzle"]);
    assert_eq!(std::fs::read(&pack).unwrap(), first);
    let mut sorted = names(&pack);
    sorted.sort();
    assert_eq!(names(&pack), sorted);
}

#[test]
fn only_what_belongs_in_is_packed_and_the_rest_is_told() {
    let (above, folder) = new_puzzle();
    for name in [".git/config", "notes.txt", "scripts/.hidden.lua", "levels/.DS_Store"] {
        write(&folder.join(name), "anything");
    }
    write(&folder.join("scripts/plan.ods"), "anything");
    write(&folder.join("scripts/helper.lua"), "return {}");
    write(&folder.join("scripts/skins/my-puzzle/red.lua"), "return { tiles = {} }");
    write(&folder.join("levels/my-puzzle/2.sok"), "#####\n#@*+#\n#####\n");
    let mut left_out = vec!["scripts/plan.ods"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/passwd", folder.join("scripts/link.lua")).unwrap();
        std::os::unix::fs::symlink("/etc", folder.join("levels/etc")).unwrap();
        left_out.splice(0..0, ["levels/etc", "scripts/link.lua"]);
    }
    let said = runs(above.path(), &["pack", "my-puzzle"]);
    let told = said.lines().last().unwrap().rsplit(": ").next().unwrap();
    let mut told: Vec<&str> = told.split(", ").collect();
    told.sort_unstable();
    assert_eq!(told, left_out);
    let packed = [
        "levels/my-puzzle/1.xsb",
        "levels/my-puzzle/2.sok",
        "pack.toml",
        "scripts/helper.lua",
        "scripts/my-puzzle.lua",
        "scripts/skins/my-puzzle/red.lua",
        "scripts/tests/my-puzzle.txt",
    ];
    assert_eq!(names(&above.path().join("my-puzzle.tilewright")), packed);
}

#[test]
fn what_does_not_play_is_not_packed() {
    let script = "scripts/my-puzzle.lua";
    for (name, text, expected) in [
        (script, "return {", "my-puzzle.lua:1"),
        (script, "return { tiles = { a = {} }, act = print }", "levels/my-puzzle/1.xsb:"),
        ("levels/my-puzzle/2.xsb", "no level", "my-puzzle/levels/my-puzzle/2.xsb:1:1"),
        ("levels/my-puzzle/2.xsb", "####\n#$.#\n####\n", "my-puzzle/levels/my-puzzle/2.xsb:1:1"),
        ("scripts/tests/my-puzzle.txt", "= no test", "scripts/tests/my-puzzle.txt:1"),
        ("scripts/skins/my-puzzle/red.lua", "return 1", "red.lua"),
    ] {
        let (above, folder) = new_puzzle();
        write(&folder.join(name), text);
        let said = finds_faults(above.path(), &["pack", "my-puzzle"]);
        assert!(said.contains(expected), "{name}: {said}");
        assert!(said.ends_with("this does not play as it should, and is not packed\n"), "{said}");
        assert!(!above.path().join("my-puzzle.tilewright").exists());
    }
}

#[test]
fn a_picture_that_is_missing_is_a_fault_here_or_in_the_pack() {
    let (above, folder) = new_puzzle();
    let pictured = SCRIPT.replace("wall = {}", "wall = { look = { image = 'wall.bmp' } }");
    write(&folder.join("scripts/my-puzzle.lua"), pictured);
    write(&folder.join("levels/my-puzzle/1.xsb"), LEVEL);
    let said = finds_faults(above.path(), &["pack", "my-puzzle"]);
    assert!(said.starts_with("my-puzzle/scripts/wall.bmp: "), "{said}");
    // A PNG by its content, but not by its name.
    let png = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/pictures/fog.png");
    std::fs::copy(png, folder.join("scripts/wall.bmp")).unwrap();
    let said = refused(above.path(), &["pack", "my-puzzle"]);
    let expected = "my-puzzle.tilewright: the pack alone does not play: scripts/wall.bmp: ";
    assert!(said.contains(expected), "{said}");
    let left: Vec<_> = std::fs::read_dir(above.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing is left beside the folder");
}

#[test]
fn a_folder_without_scripts_or_pack_toml_says_so() {
    let above = tempfile::tempdir().unwrap();
    std::fs::create_dir(above.path().join("empty")).unwrap();
    let said = refused(above.path(), &["pack", "empty"]);
    assert!(said.contains("pack.toml: there is none; a pack needs one, with its name"), "{said}");
    write(&above.path().join("empty/pack.toml"), MANIFEST);
    let said = refused(above.path(), &["pack", "empty"]);
    assert!(said.contains("scripts: there is no game in this folder"), "{said}");
    let said = refused(above.path(), &["pack", "nowhere"]);
    assert!(said.contains("nowhere"), "{said}");
}

#[test]
fn only_a_pack_is_written_over() {
    let (above, folder) = new_puzzle();
    let pack = above.path().join("my-puzzle.tilewright");
    for content in [b"my thesis".to_vec(), zipped(&[("thesis.txt".to_owned(), vec![1])])] {
        write(&pack, &content);
        let said = refused(above.path(), &["pack", "my-puzzle"]);
        assert!(said.contains("is no pack; it stays as it is"), "{said}");
        assert_eq!(std::fs::read(&pack).unwrap(), content);
    }
    write(&pack, zipped(&good()));
    runs(&folder, &["pack", ".", "--out", "../my-puzzle.tilewright"]);
    assert_eq!(names(&pack).len(), 4);
}

#[test]
fn messages_name_the_pack_the_file_in_it_and_the_line() {
    let script = SCRIPT.replace("local here", "error('oh')\n    local here");
    let folder = with_pack(&good_with("scripts/walker.lua", script));
    let said = fails(folder.path(), &["show", "walker.tilewright", "--after", "r"]);
    assert!(said.contains("walker.tilewright/scripts/walker.lua:6: oh"), "{said}");
    let folder = with_pack(&good_with("levels/walker/1.xsb", "#####\n#@? #\n#####\n"));
    let said = refused(folder.path(), &["show", "walker.tilewright"]);
    assert!(said.contains("walker.tilewright/levels/walker/1.xsb:2:3"), "{said}");
}

#[test]
fn a_script_in_a_pack_requires_what_is_beside_it_and_nothing_else() {
    let requires = format!("local _ = require 'helper'\n{SCRIPT}");
    let mut files = good_with("scripts/walker.lua", requires);
    let folder = with_pack(&files);
    write(&folder.path().join("helper.lua"), "return {}");
    let said = fails(folder.path(), &["show", "walker.tilewright"]);
    assert!(said.contains("there is no walker.tilewright/scripts/helper.lua"), "{said}");
    files.push(("scripts/helper.lua".to_owned(), b"return {}".to_vec()));
    runs(with_pack(&files).path(), &["show", "walker.tilewright"]);
}

#[test]
fn keys_that_mean_nothing_are_told_and_it_plays_on() {
    let folder = with_pack(&good_with("pack.toml", format!("titel = \"W\"\n{MANIFEST}")));
    let output = run(folder.path(), &["show", "walker.tilewright"]);
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = "tilewright: warning: walker.tilewright/pack.toml:1:1: \"titel\" means nothing; \
                    expected name, title, author, version, api, description\n";
    assert_eq!(said, expected);
}

#[test]
fn a_pack_of_several_games_says_which_is_first() {
    let mut files = good();
    files.push(("scripts/zebra.lua".to_owned(), SCRIPT.as_bytes().to_vec()));
    files.push(("levels/zebra/1.xsb".to_owned(), b"######\n#@  .#\n######\n".to_vec()));
    // The one that is called like the pack.
    let folder = with_pack(&files);
    assert_eq!(runs(folder.path(), &["show", "walker.tilewright", "--as", "level"]), LEVEL);
    files.push(("scripts/init.lua".to_owned(), b"return { default = 'zebra' }".to_vec()));
    let folder = with_pack(&files);
    let board = runs(folder.path(), &["show", "walker.tilewright", "--as", "level"]);
    assert!(board.contains("#@  .#"), "{board}");
}

/// A folder whose settings have a games folder with such packs.
fn with_games(packs: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in packs {
        write(&folder.path().join("settings/games").join(name), bytes);
    }
    folder
}

#[test]
fn what_is_in_the_games_folder_plays_by_its_name() {
    let folder = with_games(&[("anything (1).tilewright", &zipped(&good()))]);
    let show = ["--settings", "settings", "show", "walker", "--as", "level"];
    assert_eq!(runs(folder.path(), &show), LEVEL);
    would_play(folder.path(), &["--settings", "settings", "play", "walker"]);
    let said = refused(folder.path(), &["show", "walker"]);
    assert!(said.contains("walker.lua: there is no such script"), "{said}");
}

#[test]
fn a_bad_pack_in_the_games_folder_is_told_and_stops_nothing() {
    let folder = with_games(&[("a.tilewright", b"no pack"), ("b.tilewright", &zipped(&good()))]);
    let output = run(folder.path(), &["--settings", "settings", "show", "walker"]);
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("tilewright: warning: settings/games/a.tilewright: this"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    // Whoever asks for another game hears nothing of it.
    let output = run(folder.path(), &["--settings", "settings", "show", "sokoban"]);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn the_bare_program_plays_the_stock_games_on_an_empty_machine() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program").with_extension(std::env::consts::EXE_EXTENSION);
    std::fs::copy(env!("CARGO_BIN_EXE_tilewright"), &program).unwrap();
    let before = all_files(folder.path());
    let runs = |arguments: &[&str]| {
        let output = run_program(&program, folder.path(), arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let board = runs(&["show", "sokoban", "--as", "level"]);
    assert!(board.contains('@'), "{board}");
    runs(&["show", "sokoban", "--level", "13"]);
    assert!(runs(&["test"]).contains(" rule tests hold"));
    assert!(!all_files(folder.path()).contains("home"), "{}", home(folder.path()).display());
    assert_eq!(all_files(folder.path()), before);
    // Their pictures and skins, too.
    runs(&["shot", "sokoban", "--skin", "warehouse", "--out", "slant.png"]);
    runs(&["shot", "islands", "--out", "map.png"]);
    let output = run_program(&program, folder.path(), &["play"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("there is no display"), "{said}");
    let output = run_program(&program, folder.path(), &["show", "nothing"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("<stock>/scripts/nothing.lua: there is no such script"), "{said}");
}

#[test]
fn the_program_has_all_stock_games_in_it_as_they_are() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    for game in tilewright::rules::games_in(&project.join("scripts")) {
        let here = runs(project, &["show", &game, "--seed", "7"]);
        assert_eq!(runs(folder.path(), &["show", &game, "--seed", "7"]), here, "{game}");
    }
    assert!(runs(folder.path(), &["test"]).contains(" rule tests hold"));
}

#[test]
fn scripts_in_this_folder_come_before_those_in_the_program() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("scripts/sokoban.lua"), SCRIPT);
    write(&folder.path().join("levels/sokoban/1.xsb"), LEVEL);
    assert_eq!(runs(folder.path(), &["show", "sokoban", "--as", "level"]), LEVEL);
    // A folder of somebody's other scripts is none of ours.
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("scripts/backup.sh"), "#!/bin/sh");
    runs(folder.path(), &["show", "sokoban"]);
}
