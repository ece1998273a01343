//! Whole turns: the rule, the journal, and whether the level is solved; with the start of each
//! level, as `tilewright replay` does it, and without.

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;

use mlua::{Function, Lua, Table};
use tilewright::app::take;
use tilewright::rules::Settings;
use tilewright::session::{Session, replay};

use crate::boards::board;
use crate::harness::{Contestant, Figures, contestant, ours, timed};
use crate::luajit::LuaJit;
use crate::plain::Plain;
use crate::solutions::{Solutions, Solved};
use crate::stock::{begun, game, project, scripts, sokoban, steps, take as take_all};
use crate::unit::Unit;

/// Sokoban over plain tables.
const PLAIN: &str = "benches/figures/plain.lua";

pub fn measure(figures: &mut Figures) {
    let game = game("sokoban");
    let solutions = Solutions::found(&game.declared().alphabet());
    let Solutions { name, all } = &solutions;
    let replayer = RefCell::new(Replayer::new(begun(game, all[0].level.clone())));
    let unit = Unit::PerSecond("moves", solutions.moves());
    let mut contestants = vec![
        ours(|| timed(|| all.iter().map(|one| replayer.borrow_mut().play(one)).sum::<Duration>())),
        contestant("plain Rust", || timed(|| all.iter().map(play_plain).sum::<Duration>())),
        luau(all),
    ];
    match LuaJit::start(PLAIN, &data(all)) {
        Some(mut luajit) => {
            let play = move || luajit.play(all.len());
            contestants.push(contestant("LuaJIT over tables", play));
        }
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
    folder: PathBuf,
}

impl Replayer {
    fn new(session: Session) -> Replayer {
        let settings = session.game().settings().clone();
        Replayer { session, settings, folder: scripts("sokoban").own_folder() }
    }

    /// Begins the level and plays its solution. Returns how long the solution took.
    fn play(&mut self, one: &Solved) -> Duration {
        let Replayer { session, settings, folder } = self;
        let begun = session.change_level_under(one.level.clone(), settings);
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

/// The same in Luau, as machine code. It compiles as Luau does unless it is told otherwise:
/// optimised further, this script runs at a third of the speed.
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
            timed(|| take_all(&mut session, steps))
        }
    };
    let contestants = vec![ours(walk(200, 11_000)), contestant("on 9x9", walk(9, 4))];
    let what = "200x200 with 11,000 boxes, steps";
    figures.compare(what, Unit::PerSecond("moves", STEPS), contestants);
}
