//! What a script's table declares, checked and as plain data: layers, tiles,
//! legend, keys. Knows the table, and runs none of its functions.

use std::collections::{BTreeMap, BTreeSet};

use mlua::{Lua, Table, Value};

use crate::grid::Names;
use crate::level::Alphabet;
use crate::rules::look::{self, Color, Look};

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

/// What a character of a level puts into a cell: names of tiles.
pub type Legend = BTreeMap<char, Vec<String>>;

/// All that a script declares beside its functions.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The game's title.
    pub title: String,
    /// The names of the layers, bottom first.
    pub layers: Vec<String>,
    /// The tiles, by name.
    pub tiles: Vec<TileKind>,
    /// What the characters of level files mean.
    pub legend: Legend,
    /// The characters of the text view, where they differ from the legend.
    pub text: Legend,
    /// Keys beside those of the directions: key -> name of the action.
    pub keys: BTreeMap<String, String>,
    /// The variables to keep the best of.
    pub score: Vec<String>,
    /// The colour behind the board.
    pub background: Option<Color>,
    /// Whether steps and clicks still reach the rule once the level is won.
    pub goes_on: bool,
}

impl Declaration {
    /// The characters that have a meaning in a level file.
    #[must_use]
    pub fn alphabet(&self) -> Alphabet {
        Alphabet::new(self.legend.keys().copied())
    }
}

/// Why a table is no game. `near` is a text of the script at the fault, to find
/// the line by.
#[derive(Debug)]
pub(in crate::rules) struct Fault {
    pub what: String,
    pub near: Option<String>,
}

impl Fault {
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { what: what.into(), near: None }
    }

    fn near(what: impl Into<String>, near: impl Into<String>) -> Fault {
        Fault { what: what.into(), near: Some(near.into()) }
    }
}

impl From<mlua::Error> for Fault {
    fn from(error: mlua::Error) -> Fault {
        Fault::new(error.to_string())
    }
}

type Result<T> = std::result::Result<T, Fault>;

/// The most layers that a script may declare.
const MAX_LAYERS: usize = 16;

/// Every field that a game's table may have.
const FIELDS: [&str; 14] = [
    "title",
    "layers",
    "tiles",
    "legend",
    "text",
    "keys",
    "score",
    "background",
    "start",
    "act",
    "won",
    "status",
    "reloaded",
    "goes_on",
];

/// Reads and checks the declarations of a game's table.
pub(in crate::rules) fn read(lua: &Lua, game: &Table, name: &str) -> Result<Declaration> {
    only_known_fields(game)?;
    let layers = layers(game)?;
    let tiles = tiles(lua, game, &layers)?;
    let known: BTreeSet<&str> = tiles.iter().map(|tile| tile.name.as_str()).collect();
    look_targets(&tiles, &known)?;
    Ok(Declaration {
        title: optional_text(game, "title")?.unwrap_or_else(|| name.to_owned()),
        legend: legend(game, "legend", &known)?,
        text: legend(game, "text", &known)?,
        keys: keys(game)?,
        score: list_of_texts(game, "score")?.unwrap_or_default(),
        background: background(game)?,
        goes_on: game.raw_get::<Value>("goes_on")? == Value::Boolean(true),
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

fn tiles(lua: &Lua, game: &Table, layers: &[String]) -> Result<Vec<TileKind>> {
    let Value::Table(table) = game.raw_get::<Value>("tiles")? else {
        return Err(Fault::near(
            "tiles is missing; expected { name = { layer = ..., look = ... }, ... }",
            "tiles",
        ));
    };
    let mut tiles = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        let (Value::String(name), value) = pair? else {
            return Err(Fault::near("tiles: every tile needs a name", "tiles"));
        };
        let name = name.to_string_lossy();
        let kind = tile(lua, &name, &value, layers);
        tiles.push(kind.map_err(|what| Fault::near(format!("tile \"{name}\": {what}"), name))?);
    }
    // The order of a table's fields is nobody's promise; that of numbers must be.
    tiles.sort_by(|a, b| a.name.cmp(&b.name));
    if tiles.is_empty() || tiles.len() > Names::MAX_TILES {
        let most = Names::MAX_TILES;
        return Err(Fault::near(format!("tiles: expected 1 to {most} tiles"), "tiles"));
    }
    Ok(tiles)
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
                kind.look = Some(look::read(lua, table).map_err(|what| format!("look: {what}"))?);
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

/// `on = { goal = ... }` must name a tile.
fn look_targets(tiles: &[TileKind], known: &BTreeSet<&str>) -> Result<()> {
    for tile in tiles {
        let targets = tile.look.iter().flat_map(|look| look.on.keys());
        if let Some(target) = targets.into_iter().find(|name| !known.contains(name.as_str())) {
            let what = format!("tile \"{}\": look: on \"{target}\" is no tile", tile.name);
            return Err(Fault::near(what, target));
        }
    }
    Ok(())
}

fn legend(game: &Table, field: &str, known: &BTreeSet<&str>) -> Result<Legend> {
    let mut legend = Legend::new();
    let table = match game.raw_get::<Value>(field)? {
        Value::Nil => return Ok(legend),
        Value::Table(table) => table,
        _ => return Err(Fault::near(format!("{field}: expected {{ [\"#\"] = \"wall\" }}"), field)),
    };
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair?;
        let key = key.as_string().map(|key| key.to_string_lossy()).unwrap_or_default();
        let mut characters = key.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            let what = format!("{field}: \"{key}\" is no single character");
            return Err(Fault::near(what, format!("\"{key}\"")));
        };
        let tiles = one_or_more(&value).ok_or_else(|| {
            let what = format!("{field}: '{character}': expected a tile or a list of tiles");
            Fault::near(what, format!("\"{key}\""))
        })?;
        if let Some(tile) = tiles.iter().find(|tile| !known.contains(tile.as_str())) {
            let what = format!("{field}: '{character}' means \"{tile}\", which is no tile");
            return Err(Fault::near(what, format!("\"{tile}\"")));
        }
        legend.insert(character, tiles);
    }
    Ok(legend)
}

fn one_or_more(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(one) => Some(vec![one.to_string_lossy()]),
        Value::Table(list) => {
            let each = list.sequence_values::<String>();
            each.collect::<mlua::Result<Vec<_>>>().ok()
        }
        _ => None,
    }
}

fn keys(game: &Table) -> Result<BTreeMap<String, String>> {
    let expected = || Fault::near("keys: expected { key = \"name of an action\" }", "keys");
    match game.raw_get::<Value>("keys")? {
        Value::Nil => Ok(BTreeMap::new()),
        Value::Table(table) => {
            let each = table.pairs::<String, String>();
            each.collect::<mlua::Result<_>>().map_err(|_| expected())
        }
        _ => Err(expected()),
    }
}

fn background(game: &Table) -> Result<Option<Color>> {
    let text = optional_text(game, "background")?;
    let color = text.map(Color::try_from).transpose();
    color.map_err(|what| Fault::near(format!("background: {what}"), "background"))
}

fn optional_text(game: &Table, field: &str) -> Result<Option<String>> {
    match game.raw_get::<Value>(field)? {
        Value::Nil => Ok(None),
        Value::String(text) => Ok(Some(text.to_string_lossy())),
        _ => Err(Fault::near(format!("{field}: expected a text"), field)),
    }
}

fn list_of_texts(game: &Table, field: &str) -> Result<Option<Vec<String>>> {
    match game.raw_get::<Value>(field)? {
        Value::Nil => Ok(None),
        value @ Value::Table(_) => one_or_more(&value)
            .map(Some)
            .ok_or_else(|| Fault::near(format!("{field}: expected a list of names"), field)),
        _ => Err(Fault::near(format!("{field}: expected a list of names"), field)),
    }
}

fn first_twice(names: &[String]) -> Option<&String> {
    let mut seen = BTreeSet::new();
    names.iter().find(|name| !seen.insert(name.as_str()))
}
