//! The API, by the lines of `api.lua`: an expression and what it must give, or the
//! message that it must fail with.

mod common;

use common::{Folder, begin};
use tilewright::rules::{FIELDS, FUNCTIONS, LUA_FUNCTIONS, LUA_METHODS, METHODS};

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

#[test]
fn every_line_gives_what_it_says() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (line, number) in LINES.lines().zip(1..) {
        let (expression, expected) =
            match (line.split_once("-- expect: "), line.split_once("-- fails: ")) {
                (Some((expression, value)), _) => (expression, Ok(value)),
                (None, Some((expression, message))) => (expression, Err(message)),
                (None, None) => continue,
            };
        checked += 1;
        let is = run(expression);
        let holds = match (&is, expected) {
            (Ok(is), Ok(expected)) => is == expected,
            (Err(is), Err(expected)) => is.contains(expected),
            _ => false,
        };
        if !holds {
            wrong.push(format!("api.lua:{number}: {}: {is:?}", expression.trim()));
        }
    }
    assert!(checked > 60, "{checked} lines");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_function_and_field_is_used_by_a_line() {
    let functions = FUNCTIONS.iter().map(|function| (function.name, function.signature));
    let others = LUA_FUNCTIONS.iter().chain(FIELDS).map(|field| (field.name, field.signature));
    let mut missing = Vec::new();
    let methods = METHODS.iter().map(|method| (method.name, method.signature));
    let methods = methods.chain(LUA_METHODS.iter().map(|method| (method.name, method.signature)));
    for (name, signature) in methods {
        assert!(LINES.contains(&format!("):{name}(")) && !signature.is_empty(), "{name}");
    }
    for (name, signature) in functions.chain(others) {
        assert!(!signature.is_empty(), "{name}");
        let used = [format!("board:{name}("), format!("board.{name}")];
        if !used.iter().any(|used| LINES.contains(used.as_str())) {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
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
fn the_page_and_the_definitions_beside_the_scripts_are_current() {
    is_current("API.md", &tilewright::rules::reference());
    is_current("library/tilewright.lua", &tilewright::rules::definitions());
}
