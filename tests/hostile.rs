//! Scripts and files that once did harm, each with what must happen instead.

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{Folder, begin, press, rows, session, wanted};
use tilewright::app::{Command, Player, Preferences, open};
use tilewright::grid::Direction;
use tilewright::level::{Alphabet, read};
use tilewright::rules::{Action, Limits, Scripts};

/// A walker with a rule of its own and more fields.
fn walker(rule: &str, more: &str) -> String {
    format!(
        r##"return {{
  tiles = {{ player = {{}}, box = {{}} }},
  legend = {{ ["@"] = "player", ["$"] = "box" }},
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if not there then return end
    board:move(here, there, "player")
    {rule}
  end,
  {more}
}}"##
    )
}

/// The message of the rule at its first step.
#[track_caller]
fn first_step(rule: &str) -> String {
    let folder = Folder::with_script(&walker(rule, ""));
    // On a busy machine time must not be what ends it first.
    let limits = Limits { call: Duration::from_secs(20), ..Limits::default() };
    let mut session = session(&Scripts::new(folder.path(), "game", limits), "@$ $");
    let error = press(&mut session, "r").unwrap_err();
    assert_eq!(rows(&session), "@$ $");
    error.message
}

#[test]
fn variables_of_a_refused_level_are_forgotten() {
    let start = "start = function(board)
      if board.width == 3 then board.vars.gold = 7 error('no', 0) end
    end,";
    let folder = Folder::with_script(&walker(
        "board.vars.moves = 1 board.vars.seen = tostring(board.vars.gold)",
        start,
    ));
    folder.write("levels/a.xsb", "@$ $\n\n\n@$$\n\n\n@$$ $\n");
    let scripts = folder.scripts();
    let levels = folder.path().join("levels");
    let opened = open(&scripts, &wanted(&levels, 1)).unwrap();
    assert_eq!(opened.shelf.levels().len(), 3);
    let mut player = Player::new(scripts, opened);
    player.prefer(Preferences { unlock_all: true, ..player.preferences() });
    player.command(&Command::NextLevel);
    assert!(player.caption(100).trouble.is_some(), "the second level is refused");
    let step = Command::Play(Action::Move(Direction::Right));
    player.command(&step);
    let var =
        |player: &Player, name: &str| format!("{:?}", player.session().board().var_named(name));
    assert_eq!(var(&player, "moves"), "Number(1.0)");
    assert_eq!(var(&player, "seen"), "Text(\"nil\")", "gold is nobody's");
    player.command(&Command::NextLevel);
    player.command(&step);
    assert_eq!(player.session().journal().done(), 1);
}

#[test]
fn a_long_plain_search_is_refused() {
    for search in [
        "string.find(string.rep('a', 2e6), string.rep('a', 1e6) .. 'b', 1, true)",
        "(string.rep('a', 2e6)):find(string.rep('a', 1e6) .. 'b', 1, true)",
        "string.split(string.rep('a', 2e6), string.rep('a', 1e6) .. 'b')",
    ] {
        let message = first_step(&format!("local _ = {search}"));
        assert!(message.contains("too long to search"), "{message}");
    }
}

#[test]
fn running_out_of_memory_cannot_be_renamed_by_a_handler() {
    let greedy = "function() local s = string.rep('x', 1e6) for _ = 1, 9 do s = s .. s end end";
    let rule = format!("xpcall({greedy}, function() return 'hm' end)");
    let message = first_step(&rule);
    assert!(message.contains("more memory"), "{message}");
}

#[test]
fn a_look_that_holds_itself_is_refused() {
    let script = walker("", "").replace(
        "return {",
        "local look = {} look.on = { box = look }\nlocal tiles = { player = { look = look }, box = {} }\nreturn {",
    );
    let script = script.replace("tiles = { player = {}, box = {} },", "tiles = tiles,");
    let folder = Folder::with_script(&script);
    let error = folder.scripts().load().map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("has no \"on\" itself"), "{error}");
}

#[test]
fn a_look_beyond_all_measure_is_refused() {
    for (look, expected) in [
        ("size = 1000", "expected 0 to 8"),
        ("size = 0/0", "expected 0 to 8"),
        ("at = { 1e9, 0 }", "too far away"),
        ("rotate = 1/0", "expected degrees"),
        ("text = string.rep('A', 1e6)", "at most 16 characters"),
    ] {
        let folder = Folder::with_script(
            &walker("", "").replace("player = {}", &format!("player = {{ look = {{ {look} }} }}")),
        );
        let error = folder.scripts().load().map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(expected), "{look}: {error}");
    }
}

#[test]
fn looks_that_share_their_parts_a_million_times_are_refused() {
    let shared = "local part, parts, frames, on = { size = 0.5 }, {}, {}, {}
for n = 1, 1000 do
  parts[n], frames[n], on['t' .. n] = part, parts, parts
end
return {";
    let script = walker("", "").replace("player = {}", "player = { look = { frames = frames } }");
    let folder = Folder::with_script(&script.replace("return {", shared));
    folder
        .write("skins/game/mine.lua", &format!("{shared} tiles = {{ player = {{ on = on }} }} }}"));
    let expected = "all looks have more than 100000 parts";
    let scripts = folder.scripts();
    let said = quickly(|| scripts.load().map(drop)).unwrap_err().to_string();
    assert!(said.contains(expected), "{said}");
    let said = quickly(|| scripts.skin("mine").map(drop)).unwrap_err().error.message;
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_save_right_after_an_undo_is_shown() {
    let folder = Folder::with_script(&walker("", ""));
    folder.write("levels/a.xsb", "@$    $\n");
    let scripts = folder.scripts();
    let levels = folder.path().join("levels");
    let opened = open(&scripts, &wanted(&levels, 1)).unwrap();
    let mut player = Player::new(scripts, opened);
    for command in ["r", "r", "z"] {
        player.command(&match command {
            "z" => Command::Undo,
            _ => Command::Play(Action::Move(Direction::Right)),
        });
    }
    folder.write("game.lua", &walker("", "reloaded = function(board) board:add('n', 1) end,"));
    player.command(&Command::Reload);
    assert!(player.caption(100).trouble.is_none());
    assert!(player.session().motions().is_empty());
    assert_eq!(player.session().journal().done(), 2);
}

#[test]
fn names_of_scripts_that_were_not_taken_do_not_add_up() {
    let folder = Folder::with_script(&walker("", ""));
    let mut session = session(&folder.scripts(), "@$    $");
    for number in 0..300 {
        let layers = format!("layers = {{ 'l{number}' }}, reloaded = function() error('no') end,");
        folder.write("game.lua", &walker("", &layers));
        session.swap_rules(folder.scripts().load().unwrap()).unwrap_err();
    }
    folder.write("game.lua", &walker("", "layers = { 'piece', 'sky' },"));
    session.swap_rules(folder.scripts().load().unwrap()).unwrap();
}

#[test]
fn a_script_may_talk_for_a_whole_game_but_not_for_ever_at_once() {
    let folder = Folder::with_script(&walker("board:say('hello')", ""));
    let mut session = session(&folder.scripts(), "@$    $");
    for _ in 0..200 {
        press(&mut session, "rl").unwrap();
    }
    assert_eq!(session.take_said().last().map(String::as_str), Some("hello"));
    let message = first_step("for _ = 1, 1e6 do board:say('x') end");
    assert!(message.contains("said too much"), "{message}");
}

#[test]
fn where_values_lie_in_memory_is_not_told() {
    let rule = "board:say(tostring({}) .. tostring(print) .. string.format('%s %s', {}, board))";
    let folder = Folder::with_script(&walker(rule, ""));
    let mut session = session(&folder.scripts(), "@$    $");
    press(&mut session, "r").unwrap();
    assert_eq!(session.take_said(), ["tablefunctiontable table"]);
}

#[test]
fn nor_is_it_through_a_metatable_that_pretends() {
    let rule = "board:say(tostring(setmetatable({}, { __metatable = { __tostring = 1 } })))";
    let folder = Folder::with_script(&walker(rule, ""));
    let mut session = session(&folder.scripts(), "@$    $");
    press(&mut session, "r").unwrap();
    assert_eq!(session.take_said(), ["table"]);
}

#[test]
fn a_message_never_speaks_of_the_engines_own_lua() {
    let message = first_step("local _ = string.format('%d', 'x')");
    assert!(message.starts_with("invalid argument #2 to 'format'"), "{message}");
}

#[test]
fn running_out_of_memory_does_not_spoil_the_next_call() {
    let greedy = "board:add('tries', 1) board.vars['v' .. here] = 1
    if action.dir == 'right' then local t = {} while true do t = { t } end end";
    let limits = Limits { call: Duration::from_secs(20), ..Limits::default() };
    let folder = Folder::with_script(&walker(greedy, ""));
    let scripts = Scripts::new(folder.path(), "game", limits);
    let mut session = session(&scripts, "$ @ $");
    let error = press(&mut session, "r").unwrap_err();
    assert!(error.message.contains("more memory"), "{error}");
    assert!(error.place().is_some_and(|place| place.contains("game.lua")), "{error:?}");
    press(&mut session, "l").unwrap();
    assert_eq!(session.journal().done(), 1);
}

#[test]
fn long_texts_count_against_what_a_turn_may_change() {
    let rule = "local a, b = string.rep('a', 65000), string.rep('b', 65000)
      while true do board.vars.t = a board.vars.t = b end";
    let folder = Folder::with_script(&walker(rule, ""));
    let limits = Limits { call: Duration::from_secs(60), ..Limits::default() };
    let scripts = Scripts::new(folder.path(), "game", limits);
    let mut session = session(&scripts, "@$ $");
    let error = press(&mut session, "r").unwrap_err().to_string();
    assert!(error.contains("more than a turn can"), "{error}");
}

#[test]
fn a_name_with_its_own_text_after_a_key_is_no_duplicate() {
    let twice = "start = function(board) local x, y = board:xy(1) board.vars.at = x + y end,
      reloaded = function(board) local x, y = board:xy(1) board.vars.at = x + y end,";
    let folder = Folder::with_script(&walker("", twice));
    assert!(begin(&folder.scripts(), "@$ $").is_ok());
}

fn levels(text: &str) -> Result<usize, String> {
    let alphabet = Alphabet::new("#@+$*. ".chars());
    let levels = read(text.as_bytes(), Path::new("a.xsb"), &alphabet);
    levels.map(|collection| collection.levels.len()).map_err(|error| error.to_string())
}

/// Generous: each of these once took minutes, or all memory.
#[track_caller]
fn quickly<T>(work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = work();
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    result
}

#[test]
fn small_files_cannot_ask_for_gigabytes_or_hours() {
    let board = "#####\n#@$.#\n#####\n";
    let rows = format!("#\n{}", "4000000|\n".repeat(60));
    assert!(quickly(|| levels(&rows)).is_err());
    let nothing = format!("{}\n{board}", "0(4194000#)".repeat(20_000));
    assert!(quickly(|| levels(&nothing)).is_err());
    let blank = format!("{}{board}", "\n".repeat(300_000));
    assert_eq!(quickly(|| levels(&blank)), Ok(1));
    let comments = format!("{}{board}", "Comment:\n".repeat(100_000));
    assert_eq!(quickly(|| levels(&comments)), Ok(1));
}

#[test]
fn titles_and_rulers_are_no_boards() {
    let board = "#####\n#@$.#\n#####\n";
    let titles = ["#1", "1.", "3.", "10.", "2)", "(1)", "*****", "...", "-----", "Level 1", "1"];
    for title in titles.into_iter().chain(["# 1", "#12 A", "Bob's #"]) {
        assert_eq!(levels(&format!("{title}\n\n{board}\n{title}\n{board}")), Ok(2), "{title}");
    }
}

#[test]
fn the_first_row_of_a_board_is_no_label() {
    let alphabet = Alphabet::new("12.@".chars());
    let digits = "1...2\n.1.2.\n..@..\n..1..\n";
    let levels = read(digits.as_bytes(), Path::new("a.xsb"), &alphabet).unwrap().levels;
    assert_eq!(levels[0].rows.len(), 4);
    let alphabet = Alphabet::new("#@+$*. ".chars());
    let narrow = "  2#\n ##@##\n #.$.#\n #####\n";
    let levels = read(narrow.as_bytes(), Path::new("a.xsb"), &alphabet).unwrap().levels;
    assert_eq!(levels[0].rows.len(), 4);
}

#[test]
fn an_unknown_character_is_told_wherever_it_stands() {
    for (row, column) in [("#@$.x", 5), ("x@$. #", 1), ("#@?$.#", 3), ("x#@$.#", 1)] {
        let said = levels(&format!("######\n{row}\n######")).unwrap_err();
        assert!(said.starts_with(&format!("a.xsb:2:{column}: unknown character")), "{row}: {said}");
    }
}

#[test]
fn many_things_that_move_at_once_are_shown_where_they_are() {
    let rule = "for cell = 1, board.size - 1, 2 do board:swap(cell, cell + 1, 'piece') end";
    let script = walker("", "").replace("board:move(here, there, \"player\")", rule);
    let folder = Folder::with_script(&script);
    let level = format!("@{}\n", "$ ".repeat(100)).repeat(60).replacen('@', "#", 0);
    let level = level.replacen('@', "%", 1).replace('@', "$").replace('%', "@");
    let mut session = session(&folder.scripts(), &level);
    press(&mut session, "r").unwrap();
    assert!(quickly(|| session.motions()).is_empty());
}

#[test]
fn boards_that_are_made_again_and_again_take_time_and_no_memory() {
    let script = "return { tiles = { a = {} }, act = print, start = function(board) \
                  while true do board:resize(4096, 4096) board:fill('a') end end }";
    let folder = Folder::with_script(script);
    let limits = Limits { start: Duration::from_secs(1), ..Limits::default() };
    let scripts = Scripts::new(folder.path(), "game", limits);
    let levels = folder.path().join("levels");
    let refused = open(&scripts, &wanted(&levels, 1)).err().unwrap().to_string();
    assert!(refused.contains("this took longer than it may"), "{refused}");
}

#[test]
fn lists_that_nobody_holds_are_forgotten_and_those_that_are_held_are_bounded() {
    let script = "local held = {} return { tiles = { a = {} }, act = print,
        start = function(board)
          board:resize(2000, 2000) board:fill('a')
          for n = 1, 40 do KEEP board:all('a') end
        end }";
    let begun = |keep: &str| {
        let folder = Folder::with_script(&script.replace("KEEP", keep));
        let levels = folder.path().join("levels");
        // Going through all cells takes a debug build its time.
        let limits = Limits { start: Duration::from_secs(60), ..Limits::default() };
        let scripts = Scripts::new(folder.path(), "game", limits);
        open(&scripts, &wanted(&levels, 1)).map(drop).map_err(|error| error.to_string())
    };
    begun("local gone =").unwrap();
    let refused = begun("held[n] =").unwrap_err();
    assert!(refused.contains("hold too many cells (64 million)"), "{refused}");
}

#[test]
fn a_script_shows_no_picture_from_elsewhere() {
    let elsewhere = tempfile::tempdir().unwrap();
    let path = elsewhere.path().join("private.png");
    image::RgbImage::new(9, 9).save(&path).unwrap();
    let path = path.to_string_lossy().replace('\\', "/");
    for name in [path.as_str(), "../private.png"] {
        let script = format!(
            "return {{ tiles = {{ a = {{ look = {{ image = '{name}' }} }} }}, \
                              legend = {{ ['#'] = 'a' }}, act = print }}"
        );
        let folder = Folder::with_script(&script);
        folder.write("levels/a.xsb", "##\n##\n");
        let levels = folder.path().join("levels");
        let opened = open(&folder.scripts(), &wanted(&levels, 1)).unwrap();
        let player = Player::new(folder.scripts(), opened);
        let trouble = player.caption(100).trouble.unwrap().message;
        assert!(trouble.contains("a script's pictures are files beside it"), "{trouble}");
    }
}

#[test]
fn functions_of_luau_that_call_the_host_are_stopped_in_time_too() {
    // Luau itself looks at its flag only at loops and calls of Lua.
    for bomb in [
        "local t = {} for i = 1, 1e5 do t[i] = 'a' end table.sort(t, board.fill)",
        "local t = {} for i = 1, 1e5 do t[i] = 'a' end table.foreach(t, board.fill)",
    ] {
        let script = format!(
            "return {{ tiles = {{ a = {{}} }}, act = print, start = function(board)
               board:resize(600, 600) {bomb} end }}"
        );
        let folder = Folder::with_script(&script);
        let limits = Limits { start: Duration::from_millis(300), ..Limits::default() };
        let scripts = Scripts::new(folder.path(), "game", limits);
        let levels = folder.path().join("levels");
        let refused = quickly(|| open(&scripts, &wanted(&levels, 1)).map(drop));
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("this took longer"), "{refused}");
    }
}

#[test]
fn garbage_does_not_count_against_the_lists_that_a_script_may_hold() {
    let script = "return { tiles = { a = {} }, act = print, start = function(board)
        board:resize(4096, 1024) board:fill('a')
        local function hold()
          local held = {}
          for n = 1, 16 do held[n] = board:all('a') end
        end
        hold()
        board:around(1, 500)
      end }";
    let folder = Folder::with_script(script);
    let limits = Limits { start: Duration::from_secs(60), ..Limits::default() };
    let scripts = Scripts::new(folder.path(), "game", limits);
    open(&scripts, &wanted(&folder.path().join("levels"), 1)).map(drop).unwrap();
}
