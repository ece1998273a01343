//! What a script's table declares, checked and as plain data: layers, tiles,
//! legend, keys, parameters. Knows the table, and runs none of its functions.

use std::collections::BTreeMap;
use std::time::Duration;

use mlua::{Table, Value};

use crate::grid::Names;
use crate::level::{Alphabet, Symbol};
use crate::rules::api::GAME;
use crate::rules::fault::At;
use crate::rules::fields::{
    Known, Legend, color, first_twice, keys, legend, list_of_texts, optional_text, truth,
};
use crate::rules::look::{Color, Look};
use crate::rules::look_table;
use crate::rules::params::{Param, ParamError};
use crate::rules::params_table;
use crate::rules::suggest::or_one_of;

/// A tile that a script declares.
#[derive(Clone, Debug, PartialEq)]
pub struct TileKind {
    /// Its name.
    pub name: String,
    /// The number of its layer in [`Declaration::layers`].
    pub layer: usize,
    /// How it looks, when the script says so.
    pub look: Option<Look>,
}

/// All that a script declares beside its functions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declaration {
    /// The game's title.
    pub title: String,
    /// The names of the layers, bottom first.
    pub layers: Vec<String>,
    /// The tiles, by name.
    pub tiles: Vec<TileKind>,
    /// What the characters or numbers of level files mean.
    pub legend: Legend,
    /// The characters of the text view, where they differ from the legend.
    pub text: Legend,
    /// Keys beside those of the directions: key -> name of the action.
    pub keys: BTreeMap<String, String>,
    /// The variables to keep the best of.
    pub score: Vec<String>,
    /// The colour behind the board.
    pub background: Option<Color>,
    /// What a player can set.
    pub params: Vec<Param>,
    /// The time from one tick to the next, in a game with ticks.
    pub tick: Duration,
    /// Whether the rule hears of clicks.
    pub clicks: bool,
    /// Whether steps and clicks still reach the rule once the level is won.
    pub goes_on: bool,
    /// The tile that a view of a part of the board follows.
    pub follow: Option<String>,
    /// The layer that hides what a player has not seen.
    pub cover: Option<String>,
    /// Whether the cell under the mouse is marked and named.
    pub pointer: bool,
    /// Whether a board that the game made is made again when the script is saved with
    /// another way to make it.
    pub redraw: bool,
}

impl Declaration {
    /// What has a meaning in a level file: numbers, where the legend has nothing
    /// else, or else its characters.
    #[must_use]
    pub fn alphabet(&self) -> Alphabet {
        if self.is_in_numbers() {
            return Alphabet::of_numbers();
        }
        let characters = self.legend.keys().filter_map(|symbol| match symbol {
            Symbol::Character(character) => Some(*character),
            Symbol::Number(_) => None,
        });
        Alphabet::new(characters)
    }

    /// Whether levels are rows of numbers.
    #[must_use]
    pub fn is_in_numbers(&self) -> bool {
        let number = |symbol: &Symbol| matches!(symbol, Symbol::Number(_));
        !self.legend.is_empty() && self.legend.keys().all(number)
    }

    /// The parameter of that name.
    ///
    /// # Errors
    /// There is none.
    pub fn param(&self, name: &str) -> Result<&Param, ParamError> {
        let found = self.params.iter().find(|param| param.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.params.iter().map(|param| param.name.as_str()).collect();
            let known = match names.is_empty() {
                true => "it has none".to_owned(),
                false => format!("it has {}", names.join(", ")),
            };
            ParamError::Unknown { game: self.title.clone(), name: name.to_owned(), known }
        })
    }
}

/// The most layers that a script may declare.
pub(in crate::rules) const MAX_LAYERS: usize = 16;

/// Every field that a game's table may have, as the API tells of them.
const FIELDS: [&str; GAME.len()] = {
    let mut names = [""; GAME.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = GAME[at].name;
        at += 1;
    }
    names
};

/// Reads and checks the parameters alone: the tiles may hang on them.
pub(in crate::rules) fn params(at: &At, game: &Table) -> Vec<Param> {
    let near = at.near("params");
    match at.field(game, "params") {
        Value::Nil => Vec::new(),
        Value::Table(table) => params_table::read(&near, &table),
        _ => {
            near.fault("params: expected a list of { name = ..., default = ... }");
            Vec::new()
        }
    }
}

/// Reads and checks the declarations of a game's table. `tiles` is its field of that
/// name, or what the function there gave; nothing where that function has failed.
pub(in crate::rules) fn read(
    at: &At,
    game: &Table,
    tiles: Option<&Value>,
    params: Vec<Param>,
    name: &str,
) -> Declaration {
    at.only_known(game, "a game", &FIELDS);
    let layers = layers(at, game);
    let known_layers = Known(layers.as_ref().map(|layers| layers.iter().map(|l| &**l).collect()));
    let tiles = tiles.and_then(|tiles| self::tiles(at, tiles, &known_layers));
    let names = |tiles: &'_ Vec<TileKind>| tiles.iter().map(|tile| tile.name.clone()).collect();
    let names: Option<Vec<String>> = tiles.as_ref().map(names);
    let known = Known(names.as_ref().map(|names| names.iter().map(|name| &**name).collect()));
    let tiles = tiles.unwrap_or_default();
    look_targets(at, &tiles, &known);
    Declaration {
        title: optional_text(at, game, "title").unwrap_or_else(|| name.to_owned()),
        legend: legend(at, game, "legend", &known),
        text: legend(at, game, "text", &known),
        keys: keys(at, game),
        params,
        clicks: truth(at, game, "clicks"),
        score: list_of_texts(at, game, "score").unwrap_or_default(),
        background: color(at, game, "background"),
        tick: tick(at, game),
        goes_on: truth(at, game, "goes_on"),
        follow: one_of(at, game, ("follow", "tile"), &known),
        cover: one_of(at, game, ("cover", "layer"), &known_layers),
        pointer: truth(at, game, "pointer"),
        redraw: truth(at, game, "redraw"),
        layers: layers.unwrap_or_default(),
        tiles,
    }
}

/// The time from one tick to the next, unless the script says another one.
const TICK: Duration = Duration::from_millis(250);

/// The least and the most milliseconds from one tick to the next.
const TICK_RANGE: std::ops::RangeInclusive<f64> = 20.0..=60_000.0;

fn tick(at: &At, game: &Table) -> Duration {
    let near = at.within("tick_ms");
    let number = match at.field(game, "tick_ms") {
        Value::Nil => return TICK,
        Value::Integer(number) => i32::try_from(number).ok().map(f64::from),
        Value::Number(number) => Some(number),
        _ => None,
    };
    if let Value::Nil = at.field(game, "tick") {
        near.fault("it is given without tick; expected tick = function(board) ... end, too");
    }
    let number = number.filter(|number| TICK_RANGE.contains(number));
    if number.is_none() {
        let (least, most) = (TICK_RANGE.start(), TICK_RANGE.end());
        near.fault(format!("expected {least} to {most} milliseconds"));
    }
    number.map_or(TICK, |number| Duration::from_secs_f64(number / 1000.0))
}

/// The names of the layers, unless they cannot be.
fn layers(at: &At, game: &Table) -> Option<Vec<String>> {
    let near = at.within("layers");
    if let Value::Nil = at.field(game, "layers") {
        return Some(vec!["piece".into()]);
    }
    let layers = list_of_texts(at, game, "layers")?;
    if layers.is_empty() || layers.len() > MAX_LAYERS {
        near.fault(format!("expected 1 to {MAX_LAYERS} names"));
        return None;
    }
    if let Some(twice) = first_twice(&layers) {
        near.near(twice).fault(format!("\"{twice}\" is there twice"));
    }
    Some(layers)
}

/// The tiles, unless there are none to be known.
fn tiles(at: &At, tiles: &Value, layers: &Known) -> Option<Vec<TileKind>> {
    let near = at.near("tiles");
    let Value::Table(table) = tiles else {
        near.fault("tiles is missing; expected { name = { layer = ..., look = ... }, ... }");
        return None;
    };
    look_table::begin(at.lua);
    let mut tiles = Vec::new();
    for (name, value) in near.pairs(table) {
        let Value::String(name) = name else {
            near.fault("tiles: every tile needs a name");
            continue;
        };
        tiles.push(tile(&near, name.to_string_lossy(), &value, layers));
    }
    // The order of a table's fields is nobody's promise; that of numbers must be.
    tiles.sort_by(|a, b| a.name.cmp(&b.name));
    if tiles.is_empty() || tiles.len() > Names::MAX_TILES {
        let most = Names::MAX_TILES;
        near.fault(format!("tiles: expected 1 to {most} tiles"));
        return None;
    }
    Some(tiles)
}

/// A tile of that name, whatever is wrong with it.
fn tile(at: &At, name: String, value: &Value, layers: &Known) -> TileKind {
    let at = at.near(&name).saying(&format!("tile \"{name}\""));
    let last = layers.0.as_ref().map_or(0, |layers| layers.len() - 1);
    let mut kind = TileKind { name, layer: last, look: None };
    let Some(table) = value.as_table() else {
        at.fault("expected { layer = ..., look = ... }");
        return kind;
    };
    at.only_known(table, "a tile", &["layer", "look"]);
    match at.field(table, "layer") {
        Value::Nil => {}
        Value::String(layer) => {
            let layer = layer.to_string_lossy();
            match layers.0.as_ref().map(|known| known.iter().position(|known| *known == layer)) {
                Some(Some(number)) => kind.layer = number,
                Some(None) => at.near("layer").near(&layer).fault(unknown_layer(&layer, layers)),
                None => {}
            }
        }
        _ => at.near("layer").fault("layer: expected the name of a layer"),
    }
    match at.field(table, "look") {
        Value::Nil => {}
        Value::Table(look) => kind.look = Some(look_table::read(&at.near("look"), &look)),
        _ => at.near("look").fault("look: expected a table"),
    }
    kind
}

fn unknown_layer(layer: &str, layers: &Known) -> String {
    let rest = or_one_of(layer, layers.0.iter().flatten().copied());
    format!("there is no layer \"{layer}\"; {rest}")
}

/// `on = { goal = ... }` must name a tile, and so must what `edges` are like.
fn look_targets(at: &At, tiles: &[TileKind], known: &Known) {
    for tile in tiles {
        let at = at.near("tiles").near(&tile.name).near("look");
        let at = at.saying(&format!("tile \"{}\": look", tile.name));
        look_targets_of(&at, tile.look.as_ref(), known);
    }
}

/// The same, of one look.
pub(in crate::rules) fn look_targets_of(at: &At, look: Option<&Look>, known: &Known) {
    let on = look.into_iter().flat_map(|look| look.on.keys().map(|name| ("on", name)));
    let edges = look.and_then(|look| look.edges.as_ref()).into_iter();
    let like = edges.flat_map(|edges| edges.like.iter().map(|name| ("edges: like", name)));
    for (field, target) in on.chain(like).filter(|(_, name)| !known.has(name)) {
        let near = field.split(": ").fold(at.clone(), |at, word| at.near(word)).near(target);
        near.fault(format!("{field} \"{target}\" is no tile{}", known.question(target)));
    }
}

/// A field that names one of the game's own things.
fn one_of(at: &At, game: &Table, (field, what): (&str, &str), known: &Known) -> Option<String> {
    let name = optional_text(at, game, field)?;
    if !known.has(&name) {
        let question = known.question(&name);
        at.within(field).near(&name).fault(format!("there is no {what} \"{name}\"{question}"));
    }
    Some(name)
}
