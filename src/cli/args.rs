//! What can be written on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::grid::seed_of;

/// Grid puzzles whose rules are Lua files that you can edit while you play. A pack is played
/// without any command, too: tilewright FILE.tilewright
#[derive(Debug, Parser)]
#[command(version, about)]
pub(super) struct Arguments {
    /// The folder of scripts (`scripts` in the present folder or above it, or else the stock
    /// games in the program, unless given)
    #[arg(long, global = true, value_name = "FOLDER")]
    pub scripts: Option<PathBuf>,
    /// The folder with a folder of levels for each game (`levels` beside the
    /// scripts unless given; a pack has its own)
    #[arg(long, global = true, value_name = "FOLDER")]
    pub levels: Option<PathBuf>,
    /// The folder in which what you set is kept (where your system keeps settings,
    /// unless given)
    #[arg(long, global = true, value_name = "FOLDER")]
    pub settings: Option<PathBuf>,
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Play a game in a window, or in the terminal (what happens without any command, too)
    Play(Play),
    /// Print a board as text
    Show(Show),
    /// Paint a board into a PNG file, as the window would show it, or all turns up to it into a
    /// GIF file
    Shot(Shot),
    /// Play recorded solutions through the rules and say which hold; or a recording, which
    /// needs no name of a game before it
    Replay(Replay),
    /// Run the rule tests that stand beside the scripts
    Test(Test),
    /// Read all scripts and levels and print every fault that can be found without playing
    Check(Check),
    /// Make a folder with a puzzle of your own, to be changed
    New(New),
    /// Make one file of a puzzle's folder, to be given away
    Pack(Pack),
    /// Print all functions and fields that a script finds on `board`
    Api(Api),
}

#[derive(Debug, Args)]
pub(super) struct Test {
    /// The name of a game, or a pack (all games that have rule tests unless given)
    pub game: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The name of a game (all games unless given)
    pub game: Option<String>,
    /// As JSON, for tools: a list of { path, line, column, kind, message }
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(super) struct New {
    /// The folder, whose name will be that of the game
    #[arg(value_name = "NAME")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct Pack {
    /// The folder, as `tilewright new` makes it
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// The file to write (named after the pack, here, unless given)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Api {
    /// As definitions for the Lua extensions of editors
    #[arg(long)]
    pub lua: bool,
    /// What a script may use and take instead, and what becomes of it when it asks for more
    #[arg(long, conflicts_with = "lua")]
    pub limits: bool,
}

/// Which levels of which game, and how it is set.
#[derive(Debug, Default, Args)]
pub(super) struct Source {
    /// The name of a game: that of its script, without .lua; or a pack
    pub game: String,
    /// A level file, a folder of them, or a recording (the game's own levels unless given)
    pub file: Option<PathBuf>,
    /// The seed of the random generator: a number, or any text
    #[arg(long, default_value = "0", value_parser = seed)]
    pub seed: u64,
    /// Set a parameter of the game; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    pub set: Vec<(String, String)>,
}

/// A level, and what to play on it first.
#[derive(Debug, Args)]
pub(super) struct Position {
    #[command(flatten)]
    pub source: Source,
    /// The number of the level, from 1
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub level: usize,
    /// Steps to take first: l, u, r and d, on hexagons also n and s, capital or small; <click 5> for a click on
    /// the fifth cell; <undo>, <redo>, <restart>, <new>, <new SEED>, <set NAME=VALUE>
    #[arg(long, value_name = "STEPS")]
    pub after: Option<String>,
}

#[derive(Clone, Debug, Args)]
pub(super) struct Play {
    /// The name of a game, or a pack (the last one, or at first the one that scripts/init.lua names,
    /// unless given)
    pub game: Option<String>,
    /// A level file, or a folder of them (the last ones, or at first the game's own, unless
    /// given)
    pub file: Option<PathBuf>,
    /// The number of the level to begin with, from 1 (where you were the last time unless
    /// given)
    #[arg(long, value_name = "N")]
    pub level: Option<usize>,
    /// The seed of the random generator: a number, or any text (another one each time
    /// unless given)
    #[arg(long, value_parser = seed)]
    pub seed: Option<u64>,
    /// Set a parameter of the game for this time; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    pub set: Vec<(String, String)>,
    /// Play in the terminal (what happens by itself where there is no display)
    #[arg(long, conflicts_with_all = ["size", "trace"])]
    pub terminal: bool,
    /// The size of the window
    #[arg(long, default_value = "960x720", value_name = "WIDTHxHEIGHT", value_parser = size)]
    pub size: (u32, u32),
    /// Print a line about each frame, for tests and for reports of faults
    #[arg(long)]
    pub trace: bool,
}

impl Default for Play {
    fn default() -> Play {
        let (game, file, seed, set) = (None, None, None, Vec::new());
        let (terminal, size, trace) = (false, (960, 720), false);
        Play { game, file, level: None, seed, set, terminal, size, trace }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TextForm {
    /// Cells separated by tabs, in the game's characters for a terminal
    Cells,
    /// A level file that gives this board again
    Level,
}

#[derive(Debug, Args)]
pub(super) struct Show {
    #[command(flatten)]
    pub position: Position,
    /// How cells are written
    #[arg(long = "as", value_enum, default_value_t = TextForm::Cells)]
    pub form: TextForm,
    /// A file to write instead of printing
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Shot {
    #[command(flatten)]
    pub position: Position,
    /// The PNG or GIF file to write; a GIF has a frame or more for each turn
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The size of the picture in pixels
    #[arg(long, default_value = "960x720", value_name = "WIDTHxHEIGHT", value_parser = size)]
    pub size: (u32, u32),
    /// The side of a cell in pixels: the picture is as large as the board needs
    #[arg(long, value_name = "PIXELS", conflicts_with = "size")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=512))]
    pub cell: Option<u32>,
    /// Leave covered what a player has not seen yet
    #[arg(long)]
    pub covered: bool,
    /// Show squares at a slant
    #[arg(long)]
    pub isometric: bool,
    /// Show the game in one of its skins
    #[arg(long, value_name = "NAME")]
    pub skin: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct Replay {
    #[command(flatten)]
    pub source: Source,
    /// A file of lines `number TAB moves/pushes TAB STEPS` (the solutions in the
    /// level file unless given)
    #[arg(long, value_name = "FILE")]
    pub solutions: Option<PathBuf>,
    /// Print a number for each board as it stands at the end, too: everywhere the same for
    /// the same board
    #[arg(long)]
    pub digest: bool,
}

fn seed(text: &str) -> Result<u64, std::convert::Infallible> {
    Ok(seed_of(text))
}

/// Reads `width=6`.
fn assignment(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let parts = parts.map(|(name, value)| (name.to_owned(), value.to_owned()));
    parts.ok_or_else(|| "expected NAME=VALUE, like width=6".to_owned())
}

/// The longest side of a picture or window, in pixels.
pub(super) const MAX_SIDE: u32 = 8192;

/// Reads `800x600`.
fn size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let sides = text.split_once('x');
    let sides = sides.and_then(|(width, height)| side(width).zip(side(height)));
    sides.ok_or_else(|| "expected WIDTHxHEIGHT, each 1 to 8192, like 800x600".to_owned())
}
