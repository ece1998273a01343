//! The API, by the lines of `api.lua`: an expression and what it must give, or the
//! message that it must fail with.

mod common;

use std::collections::BTreeSet;

use common::{Folder, begin};
use tilewright::rules::{FIELDS, FUNCTIONS, LUA_FUNCTIONS, LUA_METHODS, METHODS, definitions};

const LINES: &str = include_str!("api.lua");
const LEVEL: &str = "Title\n\n#@ $\n# .*\n";

/// A game that says what an expression gives.
fn script(expression: &str) -> String {
    format!(
        r##"local function list(cells)
  local all = {{}}
  for n, cell in ipairs(cells) do all[n] = cell end
  return table.concat(all, " ")
end
local function sum(...)
  local all = {{}}
  for n, cell in ... do table.insert(all, n .. ":" .. cell) end
  return table.concat(all, " ")
end
local function assign(table, key, value) table[key] = value end
local function words(...)
  local all = {{ ... }}
  for at = 1, select("#", ...) do all[at] = tostring(all[at]) end
  return table.concat(all, " ")
end
return {{
  layers = {{ "ground", "mark", "piece" }},
  tiles = {{
    wall = {{ layer = "ground" }}, gem = {{ layer = "ground" }}, goal = {{ layer = "mark" }},
    box = {{ layer = "piece" }}, player = {{ layer = "piece" }},
  }},
  legend = {{
    ["#"] = "wall", ["."] = "goal", ["$"] = "box", ["*"] = {{ "goal", "box" }}, ["@"] = "player",
  }},
  params = {{ {{ name = "speed", default = 3, min = 1, max = 9 }}, face = {{ file = "picture" }} }},
  start = function(board) board:say(words({expression})) return list, sum, assign end,
  act = function() end,
}}"##
    )
}

/// What the expression gives: the last thing said, or the message.
fn run(expression: &str) -> Result<String, String> {
    let folder = Folder::with_script(&script(expression));
    match begin(&folder.scripts(), LEVEL) {
        Ok(session) => Ok(session.take_said().pop().unwrap_or_default()),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// What is expected of an expression: what it gives, or a part of the message.
type Expected = Result<&'static str, &'static str>;

/// The lines with an expectation: number, expression and that.
fn lines() -> impl Iterator<Item = (usize, &'static str, Expected)> {
    LINES.lines().zip(1..).filter_map(|(line, number)| {
        // Nothing may be expected, too, and then the line ends there.
        let gives = line
            .split_once("-- expect:")
            .map(|(expression, value)| (expression, Ok(value.strip_prefix(' ').unwrap_or(value))));
        let fails = line.split_once("-- fails: ").map(|(expression, why)| (expression, Err(why)));
        gives.or(fails).map(|(expression, expected)| (number, expression.trim(), expected))
    })
}

#[test]
fn every_line_gives_what_it_says() {
    let mut wrong = Vec::new();
    for (number, expression, expected) in lines() {
        let is = run(expression);
        let holds = match (&is, expected) {
            (Ok(is), Ok(expected)) => is == expected,
            (Err(is), Err(expected)) => is.contains(expected),
            _ => false,
        };
        if !holds {
            wrong.push(format!("api.lua:{number}: {expression}: {is:?}"));
        }
    }
    assert!(lines().count() > 60, "{} lines", lines().count());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether an expression has that, and not as the beginning of a longer name.
fn has(expression: &str, what: &str) -> bool {
    let mut ends = expression.match_indices(what).map(|(at, _)| at + what.len());
    let goes_on = |at: usize| expression[at..].starts_with(|c: char| c.is_alphanumeric());
    ends.any(|at| what.ends_with('(') || !goes_on(at))
}

#[test]
fn every_function_and_field_is_used_by_a_line_that_says_what_it_gives() {
    let functions = FUNCTIONS.iter().map(|own| format!("board:{}(", own.name));
    let in_lua = LUA_FUNCTIONS.iter().map(|own| format!("board:{}(", own.name));
    let fields = FIELDS.iter().map(|own| format!("board.{}", own.name));
    // A method is called on what a function has given.
    let methods = METHODS.iter().map(|own| format!("):{}(", own.name));
    let methods_in_lua = LUA_METHODS.iter().map(|own| format!("):{}(", own.name));
    let all = functions.chain(in_lua).chain(fields).chain(methods).chain(methods_in_lua);
    let is_used = |what: &str| {
        // This one gives nothing, ever.
        let only_fails = what == "board:refuse(";
        lines().any(|(_, expression, expected)| {
            expected.is_err() == only_fails && has(expression, what)
        })
    };
    let missing: Vec<String> = all.filter(|what| !is_used(what)).collect();
    assert!(missing.is_empty(), "no line of api.lua uses {missing:?}");
}

/// What stands beside the scripts is what the program prints; `TILEWRIGHT_BLESS=1` writes it.
#[track_caller]
fn is_current(name: &str, printed: &str) {
    let path = common::stock_scripts().join(name);
    if std::env::var_os("TILEWRIGHT_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, printed).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert!(kept == printed, "{name} is not current; run with TILEWRIGHT_BLESS=1 and look at it");
}

#[test]
fn the_pages_and_the_definitions_beside_the_scripts_are_current() {
    is_current("API.md", &tilewright::rules::reference());
    is_current("LIMITS.md", &tilewright::rules::limits());
    is_current("library/tilewright.lua", &tilewright::rules::definitions());
}

/// The fields of a class in the definitions.
fn defined(class: &str) -> BTreeSet<String> {
    let text = definitions();
    let (_, after) = text.split_once(&format!("---@class tilewright.{class}\n")).unwrap();
    let own = after.split("\n\n").next().unwrap().lines();
    let names = own.filter_map(|line| line.strip_prefix("---@field ")?.split(' ').next());
    names.map(str::to_owned).collect()
}

/// The fields that a table may have, from the message about one that it may not.
fn allowed(table: &str) -> BTreeSet<String> {
    let script = format!("return {{ act = print, {table} }}");
    let refused = Folder::with_script(&script).scripts().load().err().unwrap().to_string();
    let (_, names) = refused.split_once("expected one of ").unwrap();
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_definitions_have_the_fields_that_a_table_may_have() {
    for (class, table) in [
        ("Part", "tiles = { a = { look = { nonsense = 1 } } }"),
        ("Edges", "tiles = { a = { look = { edges = { nonsense = 1 } } } }"),
        (
            "Param",
            "tiles = { a = {} }, params = { { name = \"a\", default = true, nonsense = 1 } }",
        ),
    ] {
        assert_eq!(defined(class), allowed(table), "{class}");
    }
}
