//! The program as a command in a folder of a test, where it sees nothing of this machine.
#![allow(dead_code)] // each program uses its own part

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs a program in a folder, with an empty home in it and without a display.
pub fn run_program(program: &Path, folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    command
        .env("HOME", home(folder))
        .env("APPDATA", home(folder))
        .env("LOCALAPPDATA", home(folder));
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
        command.env_remove(name);
    }
    command.output().unwrap()
}

/// A folder that is never made by a test.
pub fn home(folder: &Path) -> PathBuf {
    folder.join("home")
}

/// Runs the program under test.
pub fn run(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Output {
    run_program(Path::new(env!("CARGO_BIN_EXE_tilewright")), folder, arguments)
}

/// What a command prints that must do what it is asked.
#[track_caller]
pub fn runs(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> String {
    let output = run(folder, arguments);
    let words: Vec<&OsStr> = arguments.iter().map(AsRef::as_ref).collect();
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What is said of a command that cannot be tried, and ends with status 2.
#[track_caller]
pub fn fails(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The same in one line.
#[track_caller]
pub fn refused(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> String {
    let said = fails(folder, arguments);
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    said
}

/// What a command prints that finds faults, and ends with status 1.
#[track_caller]
pub fn finds_faults(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// All files in a folder and below, with their sizes, as text.
pub fn all_files(folder: &Path) -> String {
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => lines.push(all_files(&path)),
            false => lines.push(format!("{} {}", path.display(), path.metadata().unwrap().len())),
        }
    }
    lines.sort();
    lines.join("\n")
}
