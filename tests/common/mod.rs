//! What several test programs share: games from text, boards as text, keys to
//! press, and where the corpus is.
#![allow(dead_code)] // each program uses its own part

use std::path::{Path, PathBuf};
use std::rc::Rc;

use tempfile::TempDir;
use tilewright::app::Wanted;
use tilewright::grid::{Direction, LayerId, Value};
use tilewright::level::read;
use tilewright::rules::{Action, Game, Limits, ScriptError, Scripts, Settings, level_rows};
use tilewright::session::{PlayedLevel, Refusal, Session};

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_tilewright");

/// The project's own scripts.
pub fn stock_scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts")
}

/// The stock game of that name.
pub fn stock(name: &str) -> Scripts {
    Scripts::new(&stock_scripts(), name, Limits::default())
}

/// A folder of scripts that a test may change.
pub struct Folder {
    dir: TempDir,
}

impl Folder {
    /// A folder with one script, `game.lua`.
    pub fn with_script(text: &str) -> Folder {
        let folder = Folder { dir: tempfile::tempdir().unwrap() };
        folder.write("game.lua", text);
        folder
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn scripts(&self) -> Scripts {
        Scripts::new(self.path(), "game", Limits::default())
    }
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let beside = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &beside),
            false => drop(std::fs::copy(&path, &beside).unwrap()),
        }
    }
}

/// What opens a level of a folder or file, with nothing set.
pub fn wanted(levels: &Path, number: usize) -> Wanted<'_> {
    static NOTHING: Settings = Settings::new();
    let (own, seed, set) = (true, 0, &[][..]);
    Wanted { levels, own, number, seed, remembered: &NOTHING, set, stand: None }
}

/// A level from rows of text.
pub fn level(game: &Game, rows: &str) -> PlayedLevel {
    let path = Path::new("test.xsb");
    let collection = read(rows.as_bytes(), path, &game.declared().alphabet()).unwrap();
    PlayedLevel { level: Rc::new(collection.levels.into_iter().next().unwrap()), number: 1 }
}

/// A game of that script on that board.
pub fn begin(scripts: &Scripts, rows: &str) -> Result<Session, Refusal> {
    let game = scripts.load().unwrap_or_else(|error| panic!("{error}"));
    let level = level(&game, rows);
    Session::begin(game, level, 7).map_err(|(_, refusal)| refusal)
}

/// A game that must begin.
pub fn session(scripts: &Scripts, rows: &str) -> Session {
    begin(scripts, rows).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Presses keys: `l u r d` step, `z` undoes, `x` redoes, `!` restarts.
pub fn press(session: &mut Session, keys: &str) -> Result<(), ScriptError> {
    for key in keys.chars().filter(|key| !key.is_whitespace()) {
        match key {
            'z' => drop(session.undo()?),
            'x' => drop(session.redo()?),
            '!' => drop(session.restart().unwrap()),
            step => {
                let direction = Direction::from_letter(step).unwrap();
                session.play(&Action::Move(direction))?;
            }
        }
    }
    Ok(())
}

/// The board as rows of a level file.
pub fn rows(session: &Session) -> String {
    level_rows(session.game(), session.board()).join("\n")
}

/// Rows as they are written in a test: without the first line's end and the
/// indentation that all share.
pub fn plain(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let shared = lines.iter().map(indent).min().unwrap_or(0);
    let cut: Vec<&str> = lines.iter().map(|line| line[shared..].trim_end()).collect();
    cut.join("\n")
}

/// Plays keys on a board and compares what comes of it.
#[track_caller]
pub fn plays(scripts: &Scripts, before: &str, keys: &str, after: &str) -> Session {
    let mut session = session(scripts, &plain(before));
    press(&mut session, keys).unwrap_or_else(|error| panic!("{error}"));
    let (is, expected) = (rows(&session), plain(after));
    assert_eq!(is, expected, "after {keys}:\n{is}\nexpected:\n{expected}\n");
    session
}

/// The board with all that undo restores, to compare exactly.
pub fn everything(session: &Session) -> String {
    let board = session.board();
    let set = |name: &&str| *board.var_named(name) != Value::Nil;
    let told = |name: &str| format!("{name}={:?}", board.var_named(name));
    let vars: Vec<String> = board.names().vars().filter(set).map(told).collect();
    let mut sorted = vars;
    sorted.sort();
    let layers = (0..board.names().layer_count()).map(|layer| {
        let layer = LayerId(u8::try_from(layer).unwrap());
        let names = board.layer(layer).iter().map(|&tile| board.names().tile_name(tile));
        format!("{}: {}", board.names().layer_name(layer), names.collect::<Vec<_>>().join(","))
    });
    let layers: Vec<String> = layers.filter(|text| text.chars().any(char::is_alphabetic)).collect();
    format!("{}\n{}\n{}\n{:?}", rows(session), layers.join("\n"), sorted.join(" "), board.random())
}

/// Whether what a test needs must be there: `.ci/run` says so, and there its
/// absence is a failure, not a reason to skip.
pub fn must_run() -> bool {
    std::env::var_os("TILEWRIGHT_MUST_RUN").is_some()
}

/// The level files of the corpus, and how many levels each has.
pub const CORPUS: [(&str, usize); 11] = [
    ("xsb/Microban_155.xsb", 155),
    ("xsb/XSokoban_90.xsb", 90),
    ("xsb/Sasquatch_50.xsb", 50),
    ("xsb/Holland_81.xsb", 81),
    ("slc/microban.slc", 155),
    ("slc/100Boxes.slc", 10),
    ("hsb/dwshex.hsb", 16),
    ("hsb/svenhex.hsb", 6),
    ("csv/balls-7x5.csv", 1),
    ("csv/ragged-crlf.csv", 1),
    ("json/levels.json", 2),
];

/// Where the corpus of other people's levels is, if it is there.
pub fn corpus_folder() -> PathBuf {
    let named = std::env::var_os("TILEWRIGHT_CORPUS").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/levels"))
}

/// The corpus of other people's levels, or nothing (said aloud) without it.
pub fn corpus() -> Option<PathBuf> {
    let folder = corpus_folder();
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(!must_run(), "the corpus is missing: {}", folder.display());
    eprintln!("skipped: there is no corpus at {} (TILEWRIGHT_CORPUS)", folder.display());
    None
}
