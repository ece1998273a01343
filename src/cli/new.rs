//! `tilewright new`: a folder with a puzzle of its own that plays at once. What is put there
//! stands in `scripts/new`.

use std::path::{Path, PathBuf};

use crate::cli::Failure;
use crate::cli::args::New;
use crate::rules::{API_VERSION, MANIFEST, definitions, is_name_of_a_game};

const SCRIPT: &str = include_str!("../../scripts/new/game.lua");
const LEVELS: &str = include_str!("../../scripts/new/levels.txt");
const TESTS: &str = include_str!("../../scripts/new/tests.txt");
const PACK: &str = include_str!("../../scripts/new/pack.toml");
const EDITOR: &str = include_str!("../../scripts/new/luarc.json");

pub(super) fn run(arguments: &New) -> Result<(), Failure> {
    let name = name_of(&arguments.folder)?;
    let folder = &arguments.folder;
    // Makes it only if there is nothing of that name: what is there is nobody's to write over.
    std::fs::create_dir(folder).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Failure::of_file(folder, &"there is something of that name already")
        }
        _ => Failure::of_file(folder, &error),
    })?;
    for (path, text) in files(&name) {
        write(&folder.join(path), &text)?;
    }
    println!("{} is there. Play it from within:", folder.display());
    println!("  cd {}", folder.display());
    println!("  tilewright");
    println!(
        "Its rule is scripts/{name}.lua: change it while you play. `tilewright test` tries it."
    );
    Ok(())
}

/// The name of the game: that of the folder.
fn name_of(folder: &Path) -> Result<String, Failure> {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match is_name_of_a_game(name) {
        true => Ok(name.to_owned()),
        false => Err(Failure::Refused(format!(
            "\"{}\" is no name for a game; expected letters from A to z, digits, _ and -",
            folder.display()
        ))),
    }
}

fn files(name: &str) -> Vec<(PathBuf, String)> {
    let title = title_of(name);
    let pack = PACK.replace("NAME", name).replace("TITLE", &title);
    let pack = pack.replace("VERSION", &API_VERSION.to_string());
    let scripts = Path::new("scripts");
    vec![
        (scripts.join(format!("{name}.lua")), SCRIPT.replace("TITLE", &title)),
        (scripts.join("tests").join(format!("{name}.txt")), TESTS.to_owned()),
        (scripts.join("library").join("tilewright.lua"), definitions()),
        (Path::new("levels").join(name).join("1.xsb"), LEVELS.to_owned()),
        (PathBuf::from(MANIFEST), pack),
        (PathBuf::from(".luarc.json"), EDITOR.to_owned()),
    ]
}

/// `my-puzzle` as a title, My puzzle.
fn title_of(name: &str) -> String {
    let spaced = name.replace(['-', '_'], " ");
    let mut letters = spaced.trim().chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(|error| Failure::of_file(folder, &error))?;
    std::fs::write(path, text).map_err(|error| Failure::of_file(path, &error))
}
