//! A small file cannot ask for much time or memory, whatever it says: a folder full of such
//! files is checked by a program that may have so much and no more.
#![cfg(target_os = "linux")] // the shell of other systems bounds no memory

mod common;

use std::process::{Command, Output};

use common::{Folder, PROGRAM};

/// What is written over and over in a file: what readers count, open, join or go back for.
const UNITS: [&str; 35] = [
    "#",
    "#\n",
    "#@$.#\n",
    "\n#@$.#\n",
    "@ ",
    "a\n",
    "a ",
    "\t",
    "#\t\n",
    "(",
    "9(",
    "4096#|",
    "4096#\n",
    "9(9(9(9(#))))\n",
    "; a\n",
    "Comment:\n",
    "Title: a\n",
    "lurd\n",
    "5(lr)\n",
    "<",
    "<L>",
    "<L></L>",
    "<L><![CDATA[]]></L>",
    "<!--",
    "<a b='",
    "&lt;",
    "[",
    "{\"a\":",
    "[\"\\",
    "1,",
    "1 ",
    "1\n",
    ",\n",
    "\"",
    "\u{1f600}",
];

/// The same for rule tests and recordings, below a title.
const STEPS: [&str; 9] = [
    "= a\nseed 1\n>\n",
    "> r\n",
    "> 4000000r\n",
    "4000000r<x>",
    "9(9(9(9(",
    "<x>",
    "<",
    "|a|\n",
    "says a\n",
];

/// How long a file of each unit is, in bytes.
const LENGTH: usize = 48 << 10;

/// How long those are that have been found to take the square of it.
const LONG: usize = 360 << 10;

/// A unit over and over, in what makes it a file of its kind.
fn file([before, unit, after]: [&str; 3], length: usize) -> String {
    format!("{before}{}{after}", unit.repeat(length / unit.len()))
}

/// What stands before and after the units of a level file.
fn around(ending: &str) -> [&'static str; 2] {
    match ending {
        "slc" => [
            "<SokobanLevels><LevelCollection><Level>",
            "</Level></LevelCollection></SokobanLevels>",
        ],
        "json" => ["[", "]"],
        _ => ["", ""],
    }
}

/// A game that takes any level.
const SCRIPT: &str = "return {
  tiles = { a = {} },
  legend = { ['#'] = 'a', ['@'] = 'a', ['$'] = 'a', ['.'] = 'a' },
  act = print,
}";

/// A folder with that game and all those files.
fn folder() -> Folder {
    let folder = Folder::with_script("");
    folder.write("scripts/game.lua", SCRIPT);
    let levels = |name: &str, text: &str| folder.write(&format!("levels/game/{name}"), text);
    let tests = |name: &str, text: &str| folder.write(&format!("scripts/tests/game/{name}"), text);
    for (number, unit) in UNITS.iter().enumerate() {
        for ending in ["txt", "hsb", "csv", "json", "slc"] {
            let [before, after] = around(ending);
            levels(&format!("{number}.{ending}"), &file([before, unit, after], LENGTH));
        }
    }
    for (number, unit) in STEPS.iter().enumerate() {
        let [steps, lines] = ["= a\nseed 1\n> r", "= a\nseed 1\n>\n"];
        tests(&format!("{number}.txt"), &file([steps, unit, "\n"], LENGTH));
        tests(&format!("{number}-lines.txt"), &file([lines, unit, "\n"], LENGTH));
    }
    // An empty row was looked for from the begin of the file.
    let [before, after] = around("slc");
    let level = "<L><![CDATA[]]></L></Level><Level>";
    levels("long.slc", &file([before, level, after], LONG));
    // A test had a row for each line of the file above it.
    tests("long.txt", &file(["", "= a\nseed 1\n>\n", ""], LONG));
    folder
}

/// Runs a command with 3 GB of memory and 30 s of the processor's time.
fn bounded(folder: &Folder, arguments: &[&str]) -> Output {
    let bounds = "ulimit -v 3000000; ulimit -t 30; exec \"$0\" \"$@\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", bounds, PROGRAM]).args(arguments).current_dir(folder.path());
    shell.output().unwrap()
}

#[test]
fn a_folder_of_small_files_is_checked_in_bounded_time_and_memory() {
    let output = bounded(&folder(), &["check", "game"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("levels/game/0.csv:1:1: "), "{said}");
    assert!(said.contains("grows to more than 4 million characters"), "{said}");
}
