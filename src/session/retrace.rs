//! The moves of a game played again under the rules as they are now, and where that comes to
//! something else than it did. Knows no file: whoever asks brings the game.

use std::collections::BTreeSet;

use crate::grid::{Board, Cell, LayerId};
use crate::rules::Game;
use crate::session::error::Refusal;
use crate::session::play::Session;
use crate::session::recording::read_steps;

/// What came of playing a history again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retraced {
    /// How many turns were played again.
    pub turns: usize,
    /// The first turn whose outcome is another one.
    pub first: Option<OtherOutcome>,
    /// Whether the level is solved in the end: as it was played, and as it is now.
    pub solved: (bool, bool),
}

/// A turn with another outcome than it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherOutcome {
    /// Its number in the history, from 1; 0 is the beginning.
    pub turn: usize,
    /// How it is recorded.
    pub token: String,
    /// What is different, in words.
    pub what: String,
}

impl Session {
    /// Plays the history again in another session of the same level under `game`, from where
    /// it began to where it stands. This session stays as it is.
    ///
    /// # Errors
    /// The level can not be begun under these rules.
    pub fn retrace(&mut self, mut game: Game) -> Result<Retraced, Refusal> {
        let (beginning, stands) = (self.beginning(), self.journal.done());
        let tokens: Vec<String> =
            self.journal.tokens().skip(beginning.turn).map(str::to_owned).collect();
        let mut settings = game.settings().clone();
        settings.extend(beginning.settings.clone());
        game.declare(settings, None).map_err(Refusal::Script)?;
        let again = Session::begin(game, self.current.clone(), beginning.seed);
        let mut again = again.map_err(|(_, refusal)| refusal)?;
        let solved = self.solved;
        self.wind_to(beginning.turn);
        let first = self.follow(&mut again, &tokens);
        self.wind_to(stands);
        Ok(Retraced { turns: tokens.len(), first, solved: (solved, again.solved) })
    }

    /// Goes on turn by turn in both, to the first one that differs, and in the other one to
    /// the end.
    fn follow(&mut self, again: &mut Session, tokens: &[String]) -> Option<OtherOutcome> {
        let differs = |own: &Session, again: &Session| difference(own.board(), again.board());
        let mut first =
            differs(self, again).map(|what| OtherOutcome { turn: 0, token: String::new(), what });
        for token in tokens {
            let played = play_token(again, token);
            if first.is_some() {
                continue;
            }
            self.wind_to(self.journal.done() + 1);
            let what = played.err().or_else(|| differs(self, again));
            let turn = self.journal.done();
            first = what.map(|what| OtherOutcome { turn, token: token.clone(), what });
        }
        first
    }

    /// Goes to where so many turns are done without asking the script anything.
    fn wind_to(&mut self, done: usize) {
        let Session { turn, journal, .. } = self;
        while journal.done() > done && turn.undo(journal) {}
        while journal.done() < done && turn.redo(journal) {}
    }
}

/// Plays what stands under a token; what went wrong, in words.
fn play_token(session: &mut Session, token: &str) -> Result<(), String> {
    let steps = read_steps(token).map_err(|bad| bad.to_string())?;
    steps.iter().try_for_each(|step| match session.take(step) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(refusal.in_brief()),
    })
}

/// What is different between two boards, in words: where a player would see it first.
fn difference(one: &Board, other: &Board) -> Option<String> {
    let topology = one.topology();
    if topology != other.topology() {
        let size = |board: &Board| {
            let topology = board.topology();
            format!("{} x {}", topology.width(), topology.height())
        };
        return Some(format!("the board was {}, now it is {}", size(one), size(other)));
    }
    let [layers, others] = [one, other].map(|board| board.names().layers());
    let names: BTreeSet<&str> = layers.chain(others).map(|(name, _)| name).collect();
    let mut differing = 0;
    let mut first = None;
    for name in names {
        let tiles = [one, other].map(|board| Tiles::of(board, name));
        for cell in topology.cells() {
            let [was, is] = [&tiles[0], &tiles[1]].map(|tiles| tiles.name_in(cell));
            if was != is {
                differing += 1;
                first.get_or_insert_with(|| told(topology.xy(cell), was, is));
            }
        }
    }
    let more = if differing > 1 { format!(" (and {} more)", differing - 1) } else { String::new() };
    first.map(|first| format!("{first}{more}")).or_else(|| other_variable(one, other))
}

/// What stands in one layer of a board, which may have no such layer.
struct Tiles<'b> {
    board: &'b Board,
    layer: Option<LayerId>,
}

impl<'b> Tiles<'b> {
    fn of(board: &'b Board, layer: &str) -> Tiles<'b> {
        let found = board.names().layers().find(|(name, _)| *name == layer);
        Tiles { board, layer: found.map(|(_, id)| id) }
    }

    /// The name of what a cell holds; empty for nothing.
    fn name_in(&self, cell: Cell) -> &'b str {
        self.layer.map_or("", |layer| self.board.names().tile_name(self.board.get(layer, cell)))
    }
}

fn told((x, y): (u32, u32), was: &str, is: &str) -> String {
    let shown =
        |name: &str| if name.is_empty() { "nothing".to_owned() } else { format!("\"{name}\"") };
    format!("column {}, row {}: {} was there, now {}", x + 1, y + 1, shown(was), shown(is))
}

fn other_variable(one: &Board, other: &Board) -> Option<String> {
    let names = one.names().vars().chain(other.names().vars());
    let mut differing = names.filter(|name| one.var_named(name) != other.var_named(name));
    differing.next().map(|name| {
        let (was, is) = (one.var_named(name), other.var_named(name));
        format!("the variable {name} was {was}, now it is {is}")
    })
}
