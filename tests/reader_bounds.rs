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

/// How long each file is, in bytes.
const LENGTH: usize = 48 << 10;

/// A unit over and over, in what makes it a file of its kind.
fn file(before: &str, unit: &str, after: &str) -> String {
    format!("{before}{}{after}", unit.repeat(LENGTH / unit.len()))
}

/// A folder with a game that takes any level, and all those files.
fn folder() -> Folder {
    let script = "return { tiles = { a = {} }, legend = { ['#'] = 'a', ['@'] = 'a', ['$'] = 'a', ['.'] = 'a' }, act = print }";
    let folder = Folder::with_script("");
    folder.write("scripts/game.lua", script);
    for (number, unit) in UNITS.iter().enumerate() {
        for ending in ["txt", "hsb", "csv", "json", "slc"] {
            let (before, after) = match ending {
                "slc" => (
                    "<SokobanLevels><LevelCollection><Level>",
                    "</Level></LevelCollection></SokobanLevels>",
                ),
                "json" => ("[", "]"),
                _ => ("", ""),
            };
            folder.write(&format!("levels/game/{number}.{ending}"), &file(before, unit, after));
        }
    }
    for (number, unit) in STEPS.iter().enumerate() {
        folder.write(
            &format!("scripts/tests/game/{number}.txt"),
            &file("= a\nseed 1\n> r", unit, "\n>"),
        );
        folder.write(
            &format!("scripts/tests/game/{number}-lines.txt"),
            &file("= a\nseed 1\n", unit, "\n>"),
        );
    }
    folder
}

/// Runs a command with 3 GB of memory and a minute of the processor's time.
fn bounded(folder: &Folder, arguments: &[&str]) -> Output {
    let bounds = "ulimit -v 3000000; ulimit -t 60; exec \"$0\" \"$@\"";
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
