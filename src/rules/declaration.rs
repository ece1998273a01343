//! What a script's table declares, checked and as plain data: layers, tiles,
//! legend, keys, parameters. Knows the table, and runs none of its functions.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use mlua::{Lua, Table, Value};

use crate::grid::Names;
use crate::level::{Alphabet, Symbol};
use crate::rules::api::GAME;
use crate::rules::fields::{
    Fault, Legend, Result, first_twice, keys, legend, list_of_texts, optional_text, truth,
};
use crate::rules::look::{Color, Look};
use crate::rules::look_table;
use crate::rules::params::{Param, ParamError};
use crate::rules::params_table;

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
    pub fn param(&self, name: &str) -> std::result::Result<&Param, ParamError> {
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
const MAX_LAYERS: usize = 16;

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
pub(in crate::rules) fn params(lua: &Lua, game: &Table) -> Result<Vec<Param>> {
    match game.raw_get::<Value>("params")? {
        Value::Nil => Ok(Vec::new()),
        Value::Table(table) => {
            params_table::read(lua, &table).map_err(|(name, what)| Fault::named(what, &name))
        }
        _ => Err(Fault::near("params: expected a list of { name = ..., default = ... }", "params")),
    }
}

/// Reads and checks the declarations of a game's table. `tiles` is its field of that
/// name, or what the function there gave.
pub(in crate::rules) fn read(
    lua: &Lua,
    game: &Table,
    tiles: &Value,
    name: &str,
) -> Result<Declaration> {
    only_known_fields(game)?;
    let layers = layers(game)?;
    let tiles = self::tiles(lua, tiles, &layers)?;
    let known: BTreeSet<&str> = tiles.iter().map(|tile| tile.name.as_str()).collect();
    look_targets(&tiles, &known)?;
    Ok(Declaration {
        title: optional_text(game, "title")?.unwrap_or_else(|| name.to_owned()),
        legend: legend(game, "legend", &known)?,
        text: legend(game, "text", &known)?,
        keys: keys(game)?,
        params: params(lua, game)?,
        clicks: truth(game, "clicks")?,
        score: list_of_texts(game, "score")?.unwrap_or_default(),
        background: background(game)?,
        tick: tick(game)?,
        goes_on: truth(game, "goes_on")?,
        follow: one_of(game, "follow", "tile", |name| known.contains(name))?,
        cover: one_of(game, "cover", "layer", |name| layers.iter().any(|layer| layer == name))?,
        pointer: truth(game, "pointer")?,
        redraw: truth(game, "redraw")?,
        layers,
        tiles,
    })
}

fn only_known_fields(game: &Table) -> Result<()> {
    for pair in game.pairs::<Value, Value>() {
        let key = match pair?.0 {
            Value::String(key) => key.to_string_lossy(),
            // Turning it into a text could run the script's own code.
            other => format!("[a {}]", other.type_name()),
        };
        if !FIELDS.contains(&key.as_str()) {
            let expected = FIELDS.join(", ");
            let what = format!("a game has no field \"{key}\"; it may have {expected}");
            return Err(Fault::near(what, key));
        }
    }
    Ok(())
}

/// The time from one tick to the next, unless the script says another one.
const TICK: Duration = Duration::from_millis(250);

/// The least and the most milliseconds from one tick to the next.
const TICK_RANGE: std::ops::RangeInclusive<f64> = 20.0..=60_000.0;

fn tick(game: &Table) -> Result<Duration> {
    let given = game.raw_get::<Value>("tick_ms")?;
    if given.is_nil() {
        return Ok(TICK);
    }
    if game.raw_get::<Value>("tick")?.is_nil() {
        let what = "tick_ms is given without tick; expected tick = function(board) ... end, too";
        return Err(Fault::near(what, "tick_ms"));
    }
    let number = match given {
        Value::Integer(number) => i32::try_from(number).ok().map(f64::from),
        Value::Number(number) => Some(number),
        _ => None,
    };
    let number = number.filter(|number| TICK_RANGE.contains(number));
    let number = number.ok_or_else(|| {
        let (least, most) = (TICK_RANGE.start(), TICK_RANGE.end());
        Fault::near(format!("tick_ms: expected {least} to {most} milliseconds"), "tick_ms")
    })?;
    Ok(Duration::from_secs_f64(number / 1000.0))
}

fn layers(game: &Table) -> Result<Vec<String>> {
    let layers = list_of_texts(game, "layers")?.unwrap_or_else(|| vec!["piece".into()]);
    if layers.is_empty() || layers.len() > MAX_LAYERS {
        let what = format!("layers: expected 1 to {MAX_LAYERS} names");
        return Err(Fault::near(what, "layers"));
    }
    if let Some(twice) = first_twice(&layers) {
        return Err(Fault::near(format!("layers: \"{twice}\" is there twice"), "layers"));
    }
    Ok(layers)
}

fn tiles(lua: &Lua, tiles: &Value, layers: &[String]) -> Result<Vec<TileKind>> {
    let Value::Table(table) = tiles else {
        return Err(Fault::near(
            "tiles is missing; expected { name = { layer = ..., look = ... }, ... }",
            "tiles",
        ));
    };
    look_table::begin(lua);
    let mut tiles = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        let (Value::String(name), value) = pair? else {
            return Err(Fault::near("tiles: every tile needs a name", "tiles"));
        };
        let name = name.to_string_lossy();
        let kind = tile(lua, &name, &value, layers);
        tiles.push(kind.map_err(|what| tile_fault(&name, &what))?);
    }
    // The order of a table's fields is nobody's promise; that of numbers must be.
    tiles.sort_by(|a, b| a.name.cmp(&b.name));
    if tiles.is_empty() || tiles.len() > Names::MAX_TILES {
        let most = Names::MAX_TILES;
        return Err(Fault::near(format!("tiles: expected 1 to {most} tiles"), "tiles"));
    }
    Ok(tiles)
}

/// What is wrong with a tile, near what is quoted in that; or near its name, unless it
/// is a number, which stands in a script for anything.
fn tile_fault(name: &str, what: &str) -> Fault {
    let quoted = |mark: char| what.split(mark).nth(1).filter(|part| !part.is_empty());
    let value = quoted('"').map(|value| format!("\"{value}\""));
    let field = quoted('`').map(str::to_owned);
    let own = Some(name.to_owned()).filter(|name| name.contains(char::is_alphabetic));
    let near = [field, value, own].into_iter().flatten().collect();
    Fault { what: format!("tile \"{name}\": {what}"), near }
}

fn tile(
    lua: &Lua,
    name: &str,
    value: &Value,
    layers: &[String],
) -> std::result::Result<TileKind, String> {
    let table = value.as_table().ok_or("expected { layer = ..., look = ... }")?;
    let mut kind = TileKind { name: name.to_owned(), layer: layers.len() - 1, look: None };
    for pair in table.pairs::<String, Value>() {
        let (key, value) = pair.map_err(|error| error.to_string())?;
        match (key.as_str(), &value) {
            ("layer", Value::String(layer)) => {
                let layer = layer.to_string_lossy();
                let at = layers.iter().position(|known| *known == layer);
                kind.layer = at.ok_or_else(|| unknown_layer(&layer, layers))?;
            }
            ("look", Value::Table(table)) => {
                kind.look = Some(look_table::read(lua, table)?);
            }
            ("layer", _) => return Err("layer: expected the name of a layer".into()),
            ("look", _) => return Err("look: expected a table".into()),
            _ => return Err(format!("a tile has no \"{key}\"; it may have layer and look")),
        }
    }
    Ok(kind)
}

fn unknown_layer(layer: &str, layers: &[String]) -> String {
    format!("there is no layer \"{layer}\"; there are {}", layers.join(", "))
}

/// `on = { goal = ... }` must name a tile, and so must what `edges` are like.
fn look_targets(tiles: &[TileKind], known: &BTreeSet<&str>) -> Result<()> {
    for tile in tiles {
        let on = tile.look.iter().flat_map(|look| look.on.keys().map(|name| ("on", name)));
        let edges = tile.look.iter().filter_map(|look| look.edges.as_ref());
        let like = edges.flat_map(|edges| edges.like.iter().map(|name| ("edges: like", name)));
        let mut targets = on.chain(like);
        if let Some((field, target)) = targets.find(|(_, name)| !known.contains(name.as_str())) {
            let what = format!("tile \"{}\": look: {field} \"{target}\" is no tile", tile.name);
            return Err(Fault::near(what, target));
        }
    }
    Ok(())
}

/// A field that names one of the game's own things.
fn one_of(
    game: &Table,
    field: &str,
    what: &str,
    is_known: impl Fn(&str) -> bool,
) -> Result<Option<String>> {
    match optional_text(game, field)? {
        Some(name) if !is_known(&name) => {
            Err(Fault::near(format!("{field}: there is no {what} \"{name}\""), field))
        }
        named => Ok(named),
    }
}

fn background(game: &Table) -> Result<Option<Color>> {
    let text = optional_text(game, "background")?;
    let color = text.map(Color::try_from).transpose();
    color.map_err(|what| Fault::near(format!("background: {what}"), "background"))
}
