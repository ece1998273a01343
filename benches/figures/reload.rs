//! What a save costs within the program, for the largest of the stock scripts: reading,
//! compiling, running and checking it in a new virtual machine, and the swap under a game in
//! play. Beside it a new Luau that compiles and runs the same text, once and therefore not as
//! machine code. From the save to the frame
//! in the window is measured by `--bench reload`.

use std::cell::{Cell, RefCell};
use std::fs;

use mlua::{Function, Lua, Table};
use tilewright::rules::{Game, Scripts, games_in};

use crate::common::stock_scripts;
use crate::harness::{Figures, contestant, ours, timed};
use crate::stock::{opened, scripts};
use crate::unit::Unit;

pub fn measure(figures: &mut Figures) {
    let scripts = largest();
    let text = fs::read_to_string(scripts.main_file()).expect("a stock script");
    let session = RefCell::new(opened(scripts.name(), &[]).session);
    let swap = |game: Game| {
        session.borrow_mut().swap_rules(game).unwrap_or_else(|error| panic!("{error}"));
    };
    let unit = Unit::Milliseconds(1);
    let all = vec![
        ours(|| timed(|| swap(load(&scripts)))),
        contestant("plain Luau, compile and run", || timed(|| run(&bytecode(), &text))),
    ];
    let what = format!("{}.lua, {} bytes", scripts.name(), text.len());
    figures.compare(&what, unit, all);
    let loading = vec![
        ours(|| timed(|| load(&scripts))),
        contestant("plain Luau, compile alone", || timed(|| compile(&bytecode(), &text))),
    ];
    figures.compare("of that read, compile, run, validate", unit, loading);
    let loaded = Cell::new(None);
    let swapping = ours(|| {
        loaded.set(Some(load(&scripts)));
        timed(|| loaded.take().map(swap))
    });
    figures.compare("of that swap", unit, vec![swapping]);
}

/// The stock game with the longest script.
fn largest() -> Scripts {
    let games = games_in(&stock_scripts()).into_iter().map(|name| scripts(&name));
    let size = |scripts: &Scripts| fs::metadata(scripts.main_file()).map_or(0, |file| file.len());
    games.max_by_key(size).expect("a stock game")
}

fn load(scripts: &Scripts) -> Game {
    scripts.load().unwrap_or_else(|error| panic!("{error}"))
}

fn bytecode() -> Lua {
    let lua = Lua::new();
    lua.enable_jit(false);
    lua
}

fn compile(lua: &Lua, text: &str) -> Function {
    lua.load(text).into_function().expect("a script that can be compiled")
}

fn run(lua: &Lua, text: &str) -> Table {
    compile(lua, text).call(()).expect("a script that runs without an engine")
}
