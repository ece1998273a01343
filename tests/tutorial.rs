//! The tutorial of the README, done step by step as it is written there: files replaced by its
//! blocks, functions put into the script, commands run.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::PROGRAM;

/// A step of the tutorial.
#[derive(Debug)]
enum Step {
    /// The whole text of a file.
    File(PathBuf, String),
    /// Fields of the game's table, which replace those of the same names or come below.
    Fields(String),
    /// A command.
    Run(String),
}

/// The steps of the tutorial, in order. A file is the last one named before its block.
fn steps() -> Vec<Step> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once("## A puzzle of your own, in ten minutes").unwrap();
    let (tutorial, _) = rest.split_once("\n## ").unwrap();
    let mut steps = Vec::new();
    for (words, block) in tutorial.split("```").collect::<Vec<_>>().chunks(2).map(pair) {
        let (language, text) = block.split_once('\n').unwrap_or_default();
        let named = words.split('`').rfind(|word| word.starts_with("snow/"));
        match (language, named) {
            ("sh", _) => steps.extend(text.lines().map(|line| Step::Run(line.to_owned()))),
            ("lua", None) => steps.push(Step::Fields(text.to_owned())),
            (_, Some(file)) => steps.push(Step::File(file.into(), text.to_owned())),
            ("", None) => {}
            other => panic!("{other:?} is for no file"),
        }
    }
    steps
}

fn pair<'a>(parts: &[&'a str]) -> (&'a str, &'a str) {
    (parts[0], parts.get(1).copied().unwrap_or_default())
}

/// Puts fields into a script as a person would: in place of those of the same name, or as the
/// last ones.
fn with_fields(script: &str, fields: &str) -> String {
    let (name, _) = fields.trim_start().split_once(" = ").unwrap();
    if let Some(start) = script.find(&format!("\n  {name} = ")) {
        let end = start + script[start..].find("\n  end,\n").unwrap() + "\n  end,\n".len();
        return format!("{}\n{fields}{}", &script[..start], &script[end..]);
    }
    let end = script.rfind('}').unwrap();
    format!("{}\n{fields}{}", &script[..end], &script[end..])
}

/// A folder in which the tutorial is done.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn run(&self, line: &str) -> Output {
        let arguments = line.strip_prefix("cargo run --release -- ").unwrap().split(' ');
        let mut command = Command::new(PROGRAM);
        command.args(arguments).arg("--settings").arg(self.0.path().join("settings"));
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command.current_dir(self.0.path()).output().unwrap()
    }

    fn take(&self, step: &Step) {
        let script = self.0.path().join("snow/scripts/snow.lua");
        match step {
            Step::File(path, text) => {
                let path = self.0.path().join(path);
                assert!(path.is_file(), "{} is there already", path.display());
                std::fs::write(path, text).unwrap();
            }
            Step::Fields(fields) => {
                let before = std::fs::read_to_string(&script).unwrap();
                std::fs::write(&script, with_fields(&before, fields)).unwrap();
            }
            Step::Run(line) => {
                let output = self.run(line);
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                let plays = line.contains(" play ");
                // Where there is no display the level is still read before that is said.
                assert_eq!(output.status.success(), !plays, "{line}: {said}");
                assert!(!plays || said.contains("there is no display"), "{line}: {said}");
            }
        }
    }

    /// What `show` prints of the game after these steps, or the message.
    fn shows(&self, recording: &str) -> String {
        let after = if recording.is_empty() { "" } else { " --after " };
        let line = format!(
            "show snow snow/levels/snow/1.xsb --scripts snow/scripts --as level{after}{recording}"
        );
        let output = self.run(&format!("cargo run --release -- {line}"));
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    }
}

#[test]
fn the_tutorial_makes_the_puzzle_that_it_says() {
    let desk = Desk::new();
    let steps = steps();
    assert_eq!(steps.len(), 9, "{steps:?}");
    for (step, at) in steps.iter().zip(1..) {
        desk.take(step);
        match at {
            3 => {
                let said = desk.shows("");
                assert!(
                    said.contains("1.xsb:1:1: no level in this file; expected rows of , . @"),
                    "{said}"
                );
            }
            4 => assert!(desk.shows("lurr").contains("..@"), "one goes anywhere by now"),
            5 => assert!(desk.shows("lr").contains("@,."), "never twice over the same cell"),
            _ => {}
        }
    }
    assert!(desk.shows("lurrddll").contains("@,,"));
}
