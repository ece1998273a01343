//! What is told of a mistake in a script, as whole texts: where, what, the source around it,
//! what was running, and the calls that led there.

mod common;

use std::time::Duration;

use common::{Folder, begin, plain, press, session};
use tilewright::grid::Cell;
use tilewright::rules::{Action, Button, Limits, Scripts};
use tilewright::session::Session;

const LEVEL: &str = "#@  #";

/// A game with those lines above it, and those fields.
fn script(above: &str, fields: &str) -> String {
    format!(
        "{above}\nreturn {{\n  tiles = {{ wall = {{}}, player = {{}} }},\n  \
         legend = {{ [\"#\"] = \"wall\", [\"@\"] = \"player\" }},\n{fields}\n}}\n"
    )
}

/// A text with the folder that the script is in left out.
fn without_folder(text: &str, folder: &Folder) -> String {
    text.replace(&format!("{}/", folder.path().display().to_string().replace('\\', "/")), "")
}

/// What is told of an action on a board that has begun well.
#[track_caller]
fn tells_of(action: &Action, script: &str, expected: &str) {
    let folder = Folder::with_script(script);
    let mut session = session(&folder.scripts(), LEVEL);
    let told = session.play(action).expect_err("it goes well").to_string();
    let told = without_folder(&told, &folder);
    let expected = plain(expected);
    assert_eq!(told, expected, "\n{told}\nexpected:\n{expected}\n");
}

const LEFT: Action = Action::Move(tilewright::grid::Direction::Left);

#[test]
fn a_rule_that_fails_is_told_with_its_source_and_its_calls() {
    let above = "local function push(board, cell, far)\n  if far then\n    -- too far\n    \
                 return board:step(cell, \"nowhere\")\n  end\n\n  return push(board, cell, true)\n\
                 end\n";
    let act = "  act = function(board, action)\n    push(board, board:find(\"player\"))\n  end,";
    tells_of(
        &LEFT,
        &script(above, act),
        r#"
        game.lua:4: step: argument 2: expected a direction (left, up, right, down), got "nowhere"
            2 | if far then
            3 |   -- too far
          > 4 |   return board:step(cell, "nowhere")
            5 | end
          while the rule played "move left"
          game.lua:4 in function push
          game.lua:7
          game.lua:13 in function act
        "#,
    );
}

#[test]
fn a_mistake_in_the_rule_itself_needs_no_calls() {
    let act = "\tact = function(board, action)\n\t\tif action.dir then\n\t\t\tlocal x = nil + 1\n\
               \t\tend\n\tend,";
    tells_of(
        &LEFT,
        &script("", act),
        r#"
        game.lua:7: attempt to perform arithmetic (add) on nil and number
            5 | act = function(board, action)
            6 |     if action.dir then
          > 7 |         local x = nil + 1
            8 |     end
            9 | end,
          while the rule played "move left"
        "#,
    );
}

#[test]
fn calls_that_go_too_deep_are_not_all_told() {
    let above = "local function down(n)\n  return 1 + down(n + 1)\nend";
    let act = "  act = function() down(0) end,";
    let folder = Folder::with_script(&script(above, act));
    let mut session = session(&folder.scripts(), LEVEL);
    let told = session.play(&LEFT).unwrap_err();
    assert!(told.message.contains("stack overflow"), "{told}");
    let rows = told.trace.rows();
    assert_eq!(rows.len(), 9, "{told}");
    assert!(rows[0].ends_with("game.lua:2 in function down"), "{told}");
    let more: usize = rows[8].split(' ').nth(1).unwrap().parse().unwrap();
    assert!(rows[8].starts_with("and ") && more > 1000, "{told}");
}

#[test]
fn an_error_that_blames_its_caller_is_told_from_there() {
    let above = "local function checked(cell)\n  if not cell then error(\"no cell\", 2) end\n  \
                 return checked(nil)\nend";
    let act = "  act = function()\n    checked(1)\n  end,";
    tells_of(
        &LEFT,
        &script(above, act),
        r#"
        game.lua:3: no cell
            1 | local function checked(cell)
            2 |   if not cell then error("no cell", 2) end
          > 3 |   return checked(nil)
            4 | end
            5 | return {
          while the rule played "move left"
          game.lua:3
          game.lua:8 in function act
        "#,
    );
}

#[test]
fn words_for_the_player_stay_words() {
    let act = "  act = function()\n    error(\"The door is locked.\", 0)\n  end,";
    tells_of(
        &LEFT,
        &script("", act),
        r#"
        game.lua:6: The door is locked.
          > 6 | error("The door is locked.", 0)
        "#,
    );
}

#[test]
fn an_error_in_a_file_that_is_required_names_it() {
    let script = script("local help = require \"help\"", "  act = help.act,");
    let folder = Folder::with_script(&script);
    let help = "local function fail() return {} .. \"\" end\nreturn { act = function()\n  \
                fail()\nend }\n";
    folder.write("help.lua", help);
    let mut session = session(&folder.scripts(), LEVEL);
    let told = session.play(&LEFT).unwrap_err().to_string();
    let told = without_folder(&told, &folder);
    assert!(told.starts_with("help.lua:1: attempt to concatenate table with string\n"), "{told}");
    assert!(told.contains("\n  > 1 | local function fail()"), "{told}");
    // One that fails while it is read is told with the line that requires it.
    folder.write("help.lua", "local x\n\nx.y = 1\n");
    let Err(refused) = folder.scripts().load() else { panic!("it is read") };
    let told = without_folder(&refused.to_string(), &folder);
    let expected = plain(
        "
        help.lua:3: attempt to index nil with 'y'
            1 | local x
            2 |
          > 3 | x.y = 1
          help.lua:3
          game.lua:1
        ",
    );
    assert_eq!(told, expected, "\n{told}\n");
    folder.write("help.lua", "x = = 1\n");
    let Err(refused) = folder.scripts().load() else { panic!("it is read") };
    let told = without_folder(&refused.to_string(), &folder);
    assert!(told.starts_with("help.lua:1: Expected identifier when parsing expression"), "{told}");
}

/// What each function of a script is told to have been doing when it fails.
#[test]
fn what_was_running_is_told_in_a_players_words() {
    let during = |fields: &str, ask: &dyn Fn(&mut Session) -> Option<Box<str>>| {
        let folder = Folder::with_script(&script("", fields));
        ask(&mut session(&folder.scripts(), LEVEL)).unwrap().into_string()
    };
    let played =
        |action: Action| move |session: &mut Session| session.play(&action).unwrap_err().during;
    let fails = "function() error(\"no\") end";
    let act = format!("act = {fails}, keys = {{ h = \"hint\" }}");
    let hint = Action::Named("hint".to_owned());
    assert_eq!(during(&act, &played(LEFT)), "while the rule played \"move left\"");
    assert_eq!(during(&act, &played(hint)), "while the rule played \"hint\"");
    let clicks = format!("act = {fails}, clicks = true");
    let click = Action::Click(Cell(2), Button::Left);
    assert_eq!(during(&clicks, &played(click)), "while the rule played \"click 3\"");
    let click = Action::Click(Cell(2), Button::Right);
    assert_eq!(during(&clicks, &played(click)), "while the rule played \"click 3 right\"");
    let quiet = |name: &str| format!("act = function() end, {name} = {fails}");
    assert_eq!(during(&quiet("tick"), &played(Action::Tick)), "while the rule let time go by");
    let asked = |session: &mut Session| session.status().unwrap_err().during;
    assert_eq!(during(&quiet("status"), &asked), "while status was asked");
    let asked = |session: &mut Session| session.reach().unwrap_err().during;
    assert_eq!(during(&quiet("reach"), &asked), "while reach was asked");
    let asked = |session: &mut Session| session.click(Cell(1), Button::Left).unwrap_err().during;
    assert_eq!(during(&quiet("plan"), &asked), "while plan was asked about \"click 2\"");
}

#[test]
fn a_start_that_fails_and_a_win_check_that_fails_are_told_so() {
    let told = |fields: &str| {
        let folder = Folder::with_script(&script("", fields));
        let told = match begin(&folder.scripts(), LEVEL) {
            Ok(session) => session.warning().unwrap_or_default().to_owned(),
            Err(refusal) => refusal.to_string(),
        };
        without_folder(&told, &folder)
    };
    let start = told("start = function(board)\nlocal x = #board.vars.x\nend, act = function() end");
    assert_eq!(
        start,
        plain(
            "
            test.xsb:1:1: level 1: start failed: game.lua:6: attempt to get length of a nil value
                4 |   legend = { [\"#\"] = \"wall\", [\"@\"] = \"player\" },
                5 | start = function(board)
              > 6 | local x = #board.vars.x
                7 | end, act = function() end
                8 | }
              while start ran
            "
        ),
        "\n{start}\n"
    );
    let won = told("act = function() end,\nwon = function(board) return board:count() end");
    assert!(won.starts_with("game.lua:6: count: argument 1: expected the name"), "{won}");
    assert!(won.ends_with("\n  while won was asked"), "{won}");
}

#[test]
fn a_script_saved_with_a_reloaded_that_fails_is_told() {
    let folder = Folder::with_script(&script("", "act = function() end"));
    let mut session = session(&folder.scripts(), LEVEL);
    let worse = "act = function() end, reloaded = function(board) board:set() end";
    folder.write("game.lua", &script("", worse));
    let error = session.swap_rules(folder.scripts().load().unwrap()).unwrap_err();
    assert_eq!(error.during.as_deref(), Some("while reloaded ran"), "{error}");
    let tiles = "return { tiles = function(params, width)\nif width then error(\"no\") end\n\
                 return { wall = {}, player = {} } end, act = function() end }";
    folder.write("game.lua", tiles);
    let error = session.swap_rules(folder.scripts().load().unwrap()).unwrap_err();
    assert_eq!(error.during.as_deref(), Some("while tiles was asked"), "{error}");
    assert_eq!(error.line, Some(2), "{error}");
}

/// What is told within limits, in brief.
fn brief(limits: Limits, body: &str) -> String {
    let text = script("", &format!("act = function(board)\n{body}\nend, start = nil"));
    let folder = Folder::with_script(&text);
    let scripts = Scripts::new(folder.path(), "game", limits);
    let mut session = session(&scripts, LEVEL);
    let error = press(&mut session, "l").unwrap_err();
    without_folder(&error.bare().to_string(), &folder)
}

#[test]
fn what_takes_too_long_or_too_much_names_its_line() {
    let quick = Limits { call: Duration::from_millis(20), ..Limits::default() };
    let late = "this took longer than it may (20 ms) and was stopped";
    assert_eq!(brief(quick, "local x\nwhile true do\nend"), format!("game.lua:7: {late}"));
    // Where one of the engine's own functions is in the way, the line that called it.
    let within = "local t = { 1, 2, 3 }\nwhile true do\nboard:shuffle(t)\nend";
    let told = brief(quick, within);
    assert!(["game.lua:7: ", "game.lua:8: "].iter().any(|at| told.starts_with(at)), "{told}");
    let slow = Limits { call: Duration::from_secs(20), ..Limits::default() };
    let much = "the script used more memory than it may (64 MiB)";
    let grows = "local t = {}\nfor i = 1, 1e9 do\nt[i] = { i }\nend";
    assert_eq!(brief(slow, grows), format!("game.lua:8: {much}"));
    let caught =
        "local s = string.rep(\"x\", 1e6)\npcall(function() for i = 1, 10 do s = s .. s end end)";
    assert_eq!(brief(slow, caught), format!("game.lua:7: {much}"));
    // What a script must not catch is told where it was raised.
    let set = "pcall(function()\nboard:set(0, \"wall\")\nend)";
    let told = brief(slow, set);
    assert!(told.starts_with("game.lua:7: set: argument 1: expected a cell"), "{told}");
    assert!(told.ends_with("(the script caught this error)"), "{told}");
}

#[test]
fn a_start_that_takes_too_much_memory_names_its_line() {
    let grows = "start = function()\nlocal t = {}\nfor i = 1, 1e9 do t[i] = { i } end\nend,\n\
                 act = function() end";
    let folder = Folder::with_script(&script("", grows));
    let told = begin(&folder.scripts(), LEVEL).err().unwrap().to_string();
    assert!(told.contains("game.lua:7: the script used more memory"), "{told}");
}

/// The message of a step that runs these lines, from the sixth on.
fn message(body: &str) -> String {
    let told = brief(Limits::default(), body);
    told.strip_prefix("game.lua:6: ").unwrap_or(&told).to_owned()
}

#[test]
fn a_field_that_the_board_does_not_have_is_told_at_once() {
    for (body, expected) in [
        ("board:mvoe(1, 2, \"wall\")", "board has no \"mvoe\"; did you mean `move`?"),
        ("local s = board.step\nlocal t = board.stpe", ""),
        ("if board.widht then return end", "board has no \"widht\"; did you mean `width`?"),
        ("board:teleport(1)", "board has no \"teleport\""),
        ("return board[1]", "board has no \"1\""),
        ("board:near(1):shufle()", "a list of cells has no \"shufle\"; did you mean `shuffle`?"),
        ("return board.level.titel", "board.level has no \"titel\"; did you mean `title`?"),
        ("return board.params.speed", "there is no parameter \"speed\"; there is none"),
    ] {
        match expected {
            "" => assert!(brief(Limits::default(), body).starts_with("game.lua:7: board has")),
            expected => assert_eq!(message(body), expected, "{body}"),
        }
    }
    // What may be nil is.
    assert!(
        message("board.vars.x = board.vars.none or board.level.title or 1\nerror(\"ok\")")
            .ends_with(": ok")
    );
}

#[test]
fn a_parameter_that_is_not_there_is_told_with_those_that_are() {
    let said = |name: &str| {
        let fields = format!(
            "params = {{ {{ name = \"width\", default = 4, min = 2, max = 20 }}, {{ name = \
             \"rain\", default = true }} }}, act = function(board) return board.params.{name} end"
        );
        let folder = Folder::with_script(&script("", &fields));
        session(&folder.scripts(), LEVEL).play(&LEFT).unwrap_err().message
    };
    assert_eq!(said("widht"), "there is no parameter \"widht\"; did you mean `width`?");
    assert_eq!(said("height2"), "there is no parameter \"height2\"; expected rain, width");
}

#[test]
fn a_field_that_no_action_has_is_told_unless_it_would_cost_something() {
    let said = |further: &str, body: &str| {
        let fields = format!("{further} act = function(board, action)\n{body}\nend");
        let folder = Folder::with_script(&script("", &fields));
        let played = session(&folder.scripts(), LEVEL).play(&LEFT);
        played.err().map(|error| error.message)
    };
    let direction = "an action has no \"direction\"; expected button, cell, dir, held, name, token";
    assert_eq!(said("", "return action.direction"), Some(direction.to_owned()));
    let dri = "an action has no \"dri\"; did you mean `dir`?";
    assert_eq!(said("", "return action.dri"), Some(dri.to_owned()));
    assert_eq!(said("", "if action.cell or action.held then error(\"no\") end"), None);
    assert_eq!(said("clicks = true,", "return action.direction"), None);
}

#[test]
fn a_name_that_nobody_has_given_is_told_where_it_fails() {
    for (body, expected) in [
        (
            "bord:step(1, \"left\")",
            "there is no \"bord\"; did you mean `board`? (attempt to index nil with 'step')",
        ),
        (
            "return math.rnadom(3)",
            "math has no \"rnadom\"; did you mean `random`? (attempt to call a nil value)",
        ),
        (
            "return (\"x\"):uper()",
            "string has no \"uper\"; did you mean `upper`? (attempt to call missing method 'uper' \
             of string)",
        ),
        ("return os.time()", "there is no \"os\" (attempt to index nil with 'time')"),
        (
            "return tonumbr(\"1\") + 1",
            "there is no \"tonumbr\"; did you mean `tonumber`? (attempt to call a nil value)",
        ),
        ("local none = board.vars.none\nreturn none.x", ""),
    ] {
        match expected {
            "" => assert!(brief(Limits::default(), body).ends_with("index nil with 'x'")),
            expected => assert_eq!(message(body), expected, "{body}"),
        }
    }
    // Whether something is there may be asked.
    let asks = "local pow = math.pwo or unpak or math.pow\nerror(tostring(pow(2, 3)))";
    assert!(brief(Limits::default(), asks).ends_with("game.lua:7: 8"));
}

#[test]
fn the_commands_tell_the_same_text() {
    let text = script("", "start = function(board)\n  board:stpe()\nend, act = function() end");
    let folder = Folder::with_script(&text);
    folder.write("levels/game/1.xsb", "Title\n\n#@  #\n");
    let output = std::process::Command::new(common::PROGRAM)
        .args(["show", "game", "--scripts"])
        .arg(folder.path())
        .arg("--levels")
        .arg(folder.path().join("levels"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = without_folder(&String::from_utf8(output.stderr).unwrap(), &folder);
    let expected = plain(
        "
        tilewright: levels/game/1.xsb:3:1: level 1 \"Title\": start failed: game.lua:6: board has no \"stpe\"; did you mean `step`?
            4 |   legend = { [\"#\"] = \"wall\", [\"@\"] = \"player\" },
            5 | start = function(board)
          > 6 |   board:stpe()
            7 | end, act = function() end
            8 | }
          while start ran
        ",
    );
    assert_eq!(told.trim_end(), expected, "\n{told}\n");
}
