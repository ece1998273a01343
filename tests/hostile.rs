//! Scripts and files that once did harm, each with what must happen instead.

mod common;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::{Folder, begin, everything, press, rows, session, wanted};
use tilewright::app::{Command, Player, Preferences, open};
use tilewright::grid::{Cell, Direction};
use tilewright::level::{Alphabet, read};
use tilewright::rules::{Action, Button, Game, Limits, ScriptError, Scripts, limits};
use tilewright::session::{Refusal, Session};

/// So long that time is not what ends a call, on a busy machine either.
const LONG: Duration = Duration::from_secs(20);

/// What a file of the gallery does, by its first line: `-- act: what must come of it`.
#[derive(Debug)]
struct Attack {
    name: String,
    /// The function that is attacked from, or `load`.
    place: String,
    /// Whether time must not be what ends it: what it wants may take a slow machine longer.
    is_patient: bool,
    /// `fine`, `says TEXT`, or a part of the message.
    expected: String,
}

/// All files of the gallery.
fn gallery() -> Vec<Attack> {
    let folder = std::fs::read_dir(gallery_folder()).unwrap();
    let paths = folder.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths.filter(|path| path.is_file()).collect();
    paths.sort();
    let attacks = paths.iter().map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        let first = text.lines().next().and_then(|line| line.strip_prefix("-- "));
        let says = first.and_then(|first| first.split_once(": "));
        let (place, expected) = says.unwrap_or_else(|| panic!("{}: no first line", path.display()));
        let place_alone = place.strip_suffix(", in its own time");
        Attack {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            place: place_alone.unwrap_or(place).to_owned(),
            is_patient: place_alone.is_some(),
            expected: expected.to_owned(),
        }
    });
    attacks.collect()
}

fn gallery_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile")
}

/// The board of every attack: the walker has room on both sides.
const BOARD: &str = "#  @  $";

/// Tells how long this thread has worked, where the system knows: a machine that is busy with
/// other things takes nothing from it. Elsewhere it tells the time.
struct Clock {
    begun: Instant,
    worked: Option<Duration>,
}

impl Clock {
    fn now() -> Clock {
        Clock { begun: Instant::now(), worked: Clock::worked() }
    }

    fn elapsed(&self) -> Duration {
        let worked = Clock::worked().zip(self.worked);
        worked.map_or_else(|| self.begun.elapsed(), |(now, before)| now - before)
    }

    fn worked() -> Option<Duration> {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}

/// What an attack may take beyond its limit.
const GRACE: Duration = Duration::from_millis(50);

/// As a player has them, but that nobody waits for what may take long.
fn usual() -> Limits {
    Limits { start: Duration::from_millis(300), ..Limits::default() }
}

impl Attack {
    fn script(&self, limits: Limits) -> Scripts {
        Scripts::new(&gallery_folder(), &self.name, limits)
    }

    /// What it may take, as those limits have it.
    fn limit(&self, limits: Limits) -> Duration {
        match self.place.as_str() {
            // What a script declares is read when it has run.
            "load" => Limits::default().start,
            "start" | "plan" | "reach" => limits.start,
            _ => limits.call,
        }
    }

    /// Attacks, and plays on. Returns what came of the attack, and how long it took.
    fn run(&self, limits: Limits) -> (Result<String, ScriptError>, Duration) {
        let good = || Scripts::new(&gallery_folder(), "good", limits).load().unwrap();
        let is_from_good = matches!(self.place.as_str(), "load" | "start" | "reloaded");
        let mut session = match is_from_good {
            true => session(&Scripts::new(&gallery_folder(), "good", limits), BOARD),
            false => session(&self.script(limits), BOARD),
        };
        let first = everything(&session);
        self.prepare(&mut session, limits);
        let before = (everything(&session), session.journal().done());
        let begun = Clock::now();
        let came = self.attack(&mut session, limits);
        let took = begun.elapsed();
        let is = |session: &Session| (everything(session), session.journal().done());
        if came.as_ref().is_ok_and(|changed| *changed) {
            let after = is(&session);
            press(&mut session, "z").unwrap();
            assert_eq!(is(&session), before, "undone");
            press(&mut session, "x").unwrap();
            assert_eq!(is(&session), after, "redone");
            press(&mut session, "z").unwrap();
        }
        assert_eq!(is(&session), before, "the board and its history are as before");
        let came = came.map(|_| session.take_said().pop().unwrap_or_default());
        self.play_on(&mut session, good());
        assert_eq!(everything(&session), first, "all was taken back");
        (came, took)
    }

    /// Brings a session to where the attack is next.
    fn prepare(&self, session: &mut Session, limits: Limits) {
        match self.place.as_str() {
            "status" => press(session, "r").unwrap(),
            "start" => session.swap_rules(self.script(limits).load().unwrap()).unwrap(),
            _ => {}
        }
    }

    /// Returns whether the history has one turn more.
    fn attack(&self, session: &mut Session, limits: Limits) -> Result<bool, ScriptError> {
        let right = Action::Move(Direction::Right);
        match self.place.as_str() {
            "act" | "won" => session.play(&right),
            "tick" => session.play(&Action::Tick),
            "status" => session.status().map(|_| false),
            "plan" => session.click(Cell(1), Button::Left).map(|_| false),
            "reach" => session.reach().map(|_| false),
            "load" => self.script(limits).load().map(|_| false).map_err(|error| error.error),
            "start" => session.restart().map_err(error_of),
            "reloaded" => session.swap_rules(self.script(limits).load().unwrap()).map(|()| false),
            other => panic!("{}: there is no {other} to attack from", self.name),
        }
    }

    /// The rules that are there go on, and so do good ones in their place, to the beginning.
    fn play_on(&self, session: &mut Session, good: Game) {
        let done = session.journal().done();
        press(session, "l").unwrap();
        session.swap_rules(good).unwrap();
        press(session, "r").unwrap();
        assert_eq!(session.journal().done(), done + 2);
        while session.undo().unwrap() {}
    }

    /// What is wrong with what came of it, if anything is.
    fn fault(&self, came: &Result<String, ScriptError>) -> Option<String> {
        let is_expected = match came {
            Ok(said) => match self.expected.strip_prefix("says ") {
                Some(expected) => said == expected,
                None => self.expected == "fine",
            },
            Err(error) => error.message.contains(&self.expected),
        };
        if !is_expected {
            return Some(format!("expected {}, and there came {came:.300?}", self.expected));
        }
        let error = came.as_ref().err()?;
        let is_short = error.to_string().len() < 5000;
        let is_own = |path: &str| path.ends_with(&format!("{}.lua", self.name));
        // What is not there when a script is read is on no line.
        let is_placed = error.line.is_some() || self.place == "load";
        let is_placed = is_placed && error.path.as_deref().is_some_and(is_own);
        (!is_short || !is_placed).then(|| format!("the message has another place: {error:.300?}"))
    }
}

/// What a script did wrong at the start of a level.
fn error_of(refusal: Refusal) -> ScriptError {
    match refusal {
        Refusal::Start { error, .. } => error,
        other => other.into_script_error(),
    }
}

/// A machine that has other things to do is given another chance: a guard that is not there
/// is never in time.
fn in_time(attack: &Attack) -> Result<Result<String, ScriptError>, Duration> {
    let most = attack.limit(usual()) + GRACE;
    let mut shortest = Duration::MAX;
    for _ in 0..5 {
        let (came, took) = attack.run(usual());
        if took <= most {
            return Ok(came);
        }
        shortest = shortest.min(took);
        std::thread::sleep(GRACE);
    }
    Err(shortest)
}

/// Attacks, and returns what came of it; or that it took too long.
fn tried(attack: &Attack) -> Result<Result<String, ScriptError>, Duration> {
    let patient = || attack.run(Limits { call: LONG, start: LONG, ..Limits::default() }).0;
    if attack.is_patient {
        return Ok(patient());
    }
    let came = in_time(attack)?;
    // On a busy machine time may be over before what is to end it has come.
    let is_late = came.as_ref().is_err_and(|error| error.message.starts_with(LATE));
    Ok(if is_late && !attack.expected.starts_with(LATE) { patient() } else { came })
}

/// How the message begins of what had to be stopped.
const LATE: &str = "this took longer than it may";

#[test]
fn every_attack_of_the_gallery_comes_to_what_it_says_in_time_and_the_game_goes_on() {
    let attacks = gallery();
    assert!(attacks.len() >= 280, "{}", attacks.len());
    let mut wrong = Vec::new();
    for attack in &attacks {
        // The last one that is named has ended the program, if something does.
        eprintln!("{}", attack.name);
        let fault = match tried(attack) {
            Ok(came) => attack.fault(&came),
            Err(took) => Some(format!("took {took:?}")),
        };
        wrong.extend(fault.map(|fault| format!("{}: {fault}", attack.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Why a script is not taken.
fn refused(scripts: &Scripts) -> String {
    scripts.load().map(drop).unwrap_err().to_string()
}

#[test]
fn the_libraries_are_those_that_the_page_of_limits_names() {
    let script = "local names = {}
      for name, value in _G do
        if type(value) == 'table' and value ~= _G then table.insert(names, name) end
      end
      table.sort(names)
      return { tiles = { a = {} }, act = print, title = '`' .. table.concat(names, '`, `') }";
    let game = Folder::with_script(script).scripts().load().unwrap_or_else(|e| panic!("{e}"));
    let (all, last) = game.declared().title.rsplit_once(", ").unwrap();
    let named = format!("libraries {all} and {last}`");
    assert!(limits().contains(&named), "{named}");
}

#[test]
fn bytecode_is_no_script() {
    // As Luau writes it, and as Lua 5.1 does.
    for (bytes, expected) in [
        (&b"\x06\x03\x00\x01\x02\x00\x00"[..], "attempt to load a binary chunk"),
        (b"\x1bLuaQ\x00\x01\x04\x04\x04\x08\x00", "Expected identifier"),
    ] {
        let folder = Folder::with_script("");
        std::fs::write(folder.path().join("game.lua"), bytes).unwrap();
        let said = refused(&folder.scripts());
        assert!(said.contains(expected), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_the_folder_is_not_followed() {
    let elsewhere = Folder::with_script("return 'secret'");
    let script = "return { tiles = { a = { look = { text = require('linked') } } }, act = print }";
    let folder = Folder::with_script(script);
    let linked = folder.path().join("linked.lua");
    std::os::unix::fs::symlink(elsewhere.path().join("game.lua"), linked).unwrap();
    let said = refused(&folder.scripts());
    assert!(said.contains("\"linked\" leads out of the script's folder"), "{said}");
}

#[test]
fn a_game_in_a_folder_of_its_own_requires_nothing_of_another_one() {
    for name in ["other", "../other/init", "other/init"] {
        let folder = Folder::with_script("");
        folder.write("other/init.lua", "return 'secret'");
        folder.write("own/init.lua", &format!("return require('{name}')"));
        let said = refused(&Scripts::new(folder.path(), "own", Limits::default()));
        assert!(said.contains("require: "), "{said}");
        assert!(!said.contains("secret"), "{said}");
    }
}

#[test]
fn scripts_that_require_each_other_very_deep_end_with_an_error() {
    let folder = Folder::with_script("return require('m1')");
    for n in 1..2000 {
        folder.write(&format!("m{n}.lua"), &format!("return require('m{}')", n + 1));
    }
    let said = refused(&folder.scripts());
    assert!(said.contains("m50.lua:1: require: \"m51\" is required by 50 others"), "{said}");
}

#[test]
fn a_script_looks_for_a_bounded_number_of_files() {
    let script = "local _, said for n = 1, 5000 do _, said = pcall(require, 'm' .. n) end
      return { tiles = { a = {} }, act = print, title = tostring(said) }";
    let game = Folder::with_script(script).scripts().load().unwrap_or_else(|e| panic!("{e}"));
    assert!(game.declared().title.contains("looked for 1000 files"), "{}", game.declared().title);
    assert_eq!(game.seen().len(), 1000, "all of them are watched");
}

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
