//! The API as text, made from its tables: a page to read, and definitions in the form that the
//! Lua language servers of editors (LuaLS, EmmyLua) read. Knows no single function but for
//! the types that words in signatures stand for.

use crate::rules::api::signature::{Param, Signature};
use crate::rules::api::{
    Access, FIELDS, FUNCTIONS, Field, Function, LUA_FUNCTIONS, LUA_METHODS, METHODS,
};

/// The page: every function and field with its signature and help.
#[must_use]
pub fn reference() -> String {
    let mut page = String::from(
        "# What a script finds on `board`\n\n\
         This page is made by `tilewright api`. A cell is a whole number, 1 to `board.size`, row \
         by row from\nthe top left; off the grid is nil. What stands in brackets may be left \
         out.\n",
    );
    let looks = |function: &&Function| matches!(function.access, Access::Looks | Access::Counts);
    let changes = |function: &&Function| function.access == Access::Changes;
    let mut section = |title: &str, entries: Vec<(&str, &str)>| {
        page.push_str(&format!("\n## {title}\n"));
        for (signature, help) in entries {
            page.push_str(&format!("\n`{signature}`\n:   {}\n", wrapped(help, 92, "    ")));
        }
    };
    let functions = |list: &'static [Function], wanted: &dyn Fn(&&Function) -> bool| {
        let wanted = list.iter().filter(wanted);
        wanted.map(|function| (function.signature, function.help)).collect::<Vec<_>>()
    };
    let fields = |list: &'static [Field]| list.iter().map(|field| (field.signature, field.help));
    section("Looking, in every function", functions(FUNCTIONS, &looks));
    section("Changing, in `start`, `act`, `tick` and `reloaded`", functions(FUNCTIONS, &changes));
    section("Further functions", fields(LUA_FUNCTIONS).collect());
    let own = FIELDS
        .iter()
        .map(|field| (format!("board.{}: {}", field.name, field.signature), field.help));
    let own: Vec<(String, &str)> = own.collect();
    section("Fields", own.iter().map(|(signature, help)| (signature.as_str(), *help)).collect());
    let mut methods = functions(METHODS, &|_| true);
    methods.extend(fields(LUA_METHODS));
    section("Lists of cells, as `all`, `around`, `near` and `reach` give them", methods);
    page
}

/// The definitions, with help for what is under the pointer in an editor.
#[must_use]
pub fn definitions() -> String {
    let mut text = String::from(HEAD);
    text.push_str("\n---@class tilewright.Cells\n---@field [integer] tilewright.Cell\n");
    text.push_str("local cells = {}\n");
    for function in METHODS {
        text.push_str(&method("cells", function.name, function.signature, function.help));
    }
    for field in LUA_METHODS {
        text.push_str(&method("cells", field.name, field.signature, field.help));
    }
    text.push_str("\n---@class tilewright.Board\n");
    for field in FIELDS {
        let (name, help) = (field.name, field.help.replace('\n', " "));
        text.push_str(&format!("---@field {name} {} {help}\n", field_type(field)));
    }
    text.push_str("local board = {}\n");
    for function in FUNCTIONS {
        text.push_str(&method("board", function.name, function.signature, function.help));
    }
    for field in LUA_FUNCTIONS {
        text.push_str(&method("board", field.name, field.signature, field.help));
    }
    text
}

/// What every script is about, beside the tables of functions.
const HEAD: &str = r#"---@meta
-- What a script of Tilewright finds on `board`, for editors. Made by `tilewright api --lua`.

---@alias tilewright.Cell integer

---@class tilewright.Action
---@field name string "move", "click", or the name that `keys` gives.
---@field dir string? Of a move: one of board.dirs.
---@field token string? Of a move: its letter in a recording.
---@field cell tilewright.Cell? Of a click.
---@field button string? Of a click: "left", "right" or "middle".

---@class tilewright.Click
---@field cell tilewright.Cell
---@field button string
---@field held tilewright.Cell? What the click before has picked.

---@class tilewright.Game
---@field title string?
---@field layers string[]?
---@field tiles table|fun(params: table, width: integer?, height: integer?): table
---@field legend table?
---@field text table?
---@field keys table<string, string>?
---@field clicks boolean?
---@field params table?
---@field score string[]?
---@field background string?
---@field goes_on boolean?
---@field follow string?
---@field cover string?
---@field pointer boolean?
---@field redraw boolean?
---@field start fun(board: tilewright.Board)?
---@field act fun(board: tilewright.Board, action: tilewright.Action): string?
---@field tick (fun(board: tilewright.Board))?
---@field tick_ms number? Milliseconds from one tick to the next; 250 unless given.
---@field plan (fun(board: tilewright.Board, click: tilewright.Click): any)?
---@field reach (fun(board: tilewright.Board, held: tilewright.Cell?): any)?
---@field won (fun(board: tilewright.Board): any)?
---@field status (fun(board: tilewright.Board): string?)?
---@field reloaded fun(board: tilewright.Board)?
"#;

fn method(owner: &str, name: &str, signature: &str, help: &str) -> String {
    let Signature { mut params, results } = Signature::of(signature);
    // Nothing can follow what there may be any number of: it is one of these.
    if let Some(many) = params.iter().position(|param| param.name == "...") {
        params.truncate(many + 1);
        params[many].optional = false;
    }
    let mut text = format!("\n---{}\n", wrapped(help, 92, "---"));
    for param in &params {
        let optional = if param.optional { "?" } else { "" };
        let kind = param_type(name, param);
        text.push_str(&format!("---@param {}{optional} {kind}\n", param.name));
    }
    for result in &results {
        text.push_str(&format!("---@return {}\n", result_type(result)));
    }
    let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
    text.push_str(&format!("function {owner}:{name}({}) end\n", names.join(", ")));
    text
}

fn param_type(function: &str, param: &Param) -> &'static str {
    match (function, param.name.as_str()) {
        ("set" | "clear", "cell") => "tilewright.Cell|tilewright.Cell[]|tilewright.Cells",
        ("swap", "other") | (_, "cell" | "from" | "to") => "tilewright.Cell",
        ("resize", "cells") => "\"square\"|\"hex\"",
        ("add", "n") => "number",
        (_, "x" | "y" | "m" | "n" | "width" | "height") => "integer",
        (_, "list") => "table|tilewright.Cells",
        ("all", "...") => "string|{ edge: boolean?, mask: integer?, empty: string? }",
        _ => "string",
    }
}

fn result_type(words: &str) -> &'static str {
    match words {
        "cell or nil" => "tilewright.Cell?",
        "tile or nil" | "steps or nil" => "string?",
        "cells" | "list of masks" => "tilewright.Cells",
        "boolean" => "boolean",
        "x" | "y" => "integer",
        "number" => "number",
        "table" => "tilewright.Cell[]",
        _ => "any",
    }
}

fn field_type(field: &Field) -> &'static str {
    match field.signature {
        "number" => "integer",
        "boolean" => "boolean",
        "list of directions" => "string[]",
        _ => "table",
    }
}

/// A text in lines of at most so many characters, of which all but the first begin so.
fn wrapped(text: &str, most: usize, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line + 1 + word.chars().count() > most {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join(&format!("\n{indent}"))
}
