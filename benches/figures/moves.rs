//! Whole turns: the rule, the journal, and whether the level is solved; with the start of each
//! level, as `tilewright replay` does it, and without.

use std::cell::RefCell;
use std::process::Command;
use std::time::Duration;

use mlua::{Function, Lua, Table};
use tempfile::TempDir;
use tilewright::app::take;
use tilewright::rules::Settings;
use tilewright::session::{Session, replay};

use crate::boards::board;
use crate::common::stock;
use crate::harness::{Contestant, Figures, contestant, ours, timed};
use crate::plain::Plain;
use crate::solutions::{Solutions, Solved};
use crate::stock::{self as stock_games, project, sokoban, steps};
use crate::unit::Unit;

/// Sokoban over plain tables.
const PLAIN: &str = "benches/figures/plain.lua";

/// How often LuaJIT plays all solutions in a round, after once that warms it up.
const PASSES: u32 = 20;

pub fn measure(figures: &mut Figures) {
    let game = stock_games::game("sokoban");
    let solutions = Solutions::found(&game.declared().alphabet());
    let Solutions { name, all } = &solutions;
    let first = all[0].level.clone();
    let session = Session::begin(game, first, 0).map_err(|(_, refusal)| refusal);
    let replayer = RefCell::new(Replayer::new(session.unwrap_or_else(|error| panic!("{error}"))));
    let unit = Unit::PerSecond("moves", solutions.moves());
    let mut contestants = vec![
        ours(|| timed(|| all.iter().map(|one| replayer.borrow_mut().play(one)).sum::<Duration>())),
        contestant("plain Rust", || timed(|| all.iter().map(play_plain).sum::<Duration>())),
        luau(all),
    ];
    match luajit(all) {
        Some(luajit) => contestants.push(luajit),
        None => figures.remark("LuaJIT was not measured: there is no `luajit`.".to_owned()),
    }
    figures.compare(&format!("{name}, with level starts"), unit, contestants);
    let turns = vec![
        ours(|| all.iter().map(|one| replayer.borrow_mut().play(one)).sum()),
        contestant("plain Rust", || all.iter().map(play_plain).sum()),
    ];
    figures.compare(&format!("{name}, turns alone"), unit, turns);
    on_a_large_board(figures);
}

/// A session that plays one solution after the other, as `replay` does.
struct Replayer {
    session: Session,
    settings: Settings,
    folder: std::path::PathBuf,
}

impl Replayer {
    fn new(session: Session) -> Replayer {
        let settings = session.game().settings().clone();
        Replayer { session, settings, folder: stock("sokoban").own_folder() }
    }

    /// Begins the level and plays its solution. Returns how long the solution took.
    fn play(&mut self, one: &Solved) -> Duration {
        let Replayer { session, settings, folder } = self;
        let begun = session.change_level_under(one.level.clone(), settings.clone());
        begun.unwrap_or_else(|refusal| panic!("{refusal}"));
        timed(|| {
            let outcome =
                replay(session, &one.solution, |session, step| take(session, folder, step));
            assert!(outcome.error.is_none(), "level {}: {:?}", one.level.number, outcome.error);
        })
    }
}

/// The same in plain Rust.
fn play_plain(one: &Solved) -> Duration {
    let mut plain = Plain::begin(&one.rows);
    timed(|| {
        assert!(plain.play_all(&one.letters), "level {}", one.level.number);
    })
}

/// The same in Luau, in a VM as the engine has it, without an engine.
fn luau(all: &[Solved]) -> Contestant<'_> {
    let lua = Lua::new();
    let text = std::fs::read_to_string(project(PLAIN)).expect("the reference in Lua");
    let play: Function = lua.load(text).eval().expect("a function");
    let levels: Table = lua.load(data(all)).eval().expect("levels");
    contestant("plain Luau over tables", move || {
        // The functions and tables do not keep it alive.
        let _vm = &lua;
        timed(|| {
            let solved: usize = play.call(&levels).expect("all solutions played");
            assert_eq!(solved, all.len());
        })
    })
}

/// The same in LuaJIT, if it is there. It tells itself how long it was at work, so that its
/// start does not count.
fn luajit(all: &[Solved]) -> Option<Contestant<'_>> {
    Command::new("luajit").arg("-v").output().ok()?;
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("data.lua"), data(all)).expect("levels");
    let play = move || play_in_luajit(&folder, all.len());
    Some(contestant("LuaJIT over tables", play))
}

fn play_in_luajit(folder: &TempDir, levels: usize) -> Duration {
    let driver = format!(
        "local play, levels = dofile(arg[1]), dofile('data.lua')
         assert(play(levels) == {levels})
         local begun = os.clock()
         for _ = 1, {PASSES} do play(levels) end
         print(os.clock() - begun)"
    );
    let script = folder.path().join("driver.lua");
    std::fs::write(&script, driver).expect("a driver");
    let mut command = Command::new("luajit");
    let output = command.arg(script).arg(project(PLAIN)).current_dir(folder).output();
    let output = output.expect("LuaJIT");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let seconds = said.trim().parse().unwrap_or_else(|_| panic!("LuaJIT: {output:?}"));
    Duration::from_secs_f64(seconds) / PASSES
}

/// Levels and solutions as a table of Lua; no letter of theirs means anything in its texts.
fn data(all: &[Solved]) -> String {
    let level = |one: &Solved| {
        let rows = one.rows.iter().map(|row| format!("\"{row}\"")).collect::<Vec<_>>().join(", ");
        format!("{{ rows = {{ {rows} }}, solution = \"{}\" }},\n", one.letters)
    };
    format!("return {{\n{}}}\n", all.iter().map(level).collect::<String>())
}

/// A step must cost the same on any board.
fn on_a_large_board(figures: &mut Figures) {
    const STEPS: usize = 1000;
    let there_and_back = steps(&"rl".repeat(STEPS / 2));
    let walk = |side: usize, boxes: usize| {
        let mut session = sokoban(&board(side, boxes));
        let steps = &there_and_back;
        move || {
            // A history without end would fill the memory.
            while session.journal().done() > 0 {
                session.undo().unwrap_or_else(|error| panic!("{error}"));
            }
            timed(|| stock_games::take(&mut session, steps))
        }
    };
    let contestants = vec![ours(walk(200, 11_000)), contestant("on 9x9", walk(9, 4))];
    let what = "200x200 with 11,000 boxes, steps";
    figures.compare(what, Unit::PerSecond("moves", STEPS), contestants);
}
