//! A small game with all that is kept on disk: levels that are solved by walking to their ends,
//! a parameter and a score.
#![allow(dead_code)] // each program uses its own part

use std::path::Path;

use crate::common::{Folder, PROGRAM};

/// The rules; `title` tells which save is being played.
pub fn script(title: &str) -> String {
    format!(
        r##"return {{
  title = "{title}",
  layers = {{ "ground", "piece" }},
  tiles = {{
    wall = {{ layer = "ground", look = {{ color = "#667788" }} }},
    goal = {{ layer = "ground", look = {{ shape = "diamond", size = 0.4 }} }},
    player = {{ look = {{ shape = "circle", color = "#44aaee", size = 0.7 }} }},
  }},
  legend = {{ ["#"] = "wall", ["."] = "goal", ["@"] = "player" }},
  params = {{ {{ name = "speed", default = 1, min = 1, max = 9, whole = true }} }},
  score = {{ "steps" }},
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if not there or board:has(there, "wall") then return end
    board:move(here, there, "player")
    board:add("steps", 1)
  end,
  won = function(board) return board:every("player", "goal") end,
  status = function(board) return "Steps " .. (board.vars.steps or 0) end,
}}"##
    )
}

/// How many levels there are; the first is solved by one step, each other by one more.
pub const LEVELS: usize = 4;

/// A folder with the game and its levels.
pub fn folder() -> Folder {
    let folder = Folder::with_script(&script("Corridor"));
    let level = |way: usize| {
        let wall = "#".repeat(way + 3);
        format!("Corridor {way}\n\n{wall}\n#@{}.#\n{wall}\n", " ".repeat(way - 1))
    };
    let levels: Vec<String> = (1..=LEVELS).map(level).collect();
    folder.write("levels/game/a.xsb", &levels.join("\n"));
    for color in ["red", "blue"] {
        let skin = format!("return {{ tiles = {{ player = {{ color = '{color}' }} }} }}");
        folder.write(&format!("skins/game/{color}.lua"), &skin);
    }
    folder
}

/// The words of a command that plays it in a terminal.
pub fn words(folder: &Folder, settings: &Path) -> Vec<String> {
    let within = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (scripts, levels) = (within(""), within("levels"));
    let settings = settings.to_str().unwrap();
    let words = [PROGRAM, "play", "game", "--terminal", "--scripts", &scripts];
    let words = words.into_iter().chain(["--levels", &levels, "--settings", settings]);
    words.map(str::to_owned).collect()
}
