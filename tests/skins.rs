//! Skins: other looks for a game that is otherwise as it was. They are read from a folder,
//! followed while they are worn, kept for each game, and hold no rule.

mod common;

use std::path::Path;
use std::time::Duration;

use common::{Folder, everything, session, stock, stock_scripts, wanted};
use tilewright::app::{Command, Player, Store, Wanted, open};
use tilewright::grid::Direction;
use tilewright::rules::{Action, Limits, ScriptError, Scripts};
use tilewright::view::{Frame, Moment, measure};

const ROOM: &str = "######\n#@ $.#\n#  * #\n######";

/// A folder with that level, and with the stock Sokoban without its skins.
fn sokoban() -> (Folder, Scripts) {
    let text = std::fs::read_to_string(stock_scripts().join("sokoban.lua")).unwrap();
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    folder.write("scripts/sokoban.lua", &text);
    let scripts = Scripts::new(&folder.path().join("scripts"), "sokoban", Limits::default());
    (folder, scripts)
}

fn write(folder: &Folder, skin: &str, text: &str) {
    folder.write(&format!("scripts/skins/sokoban/{skin}.lua"), text);
}

/// A skin with walls of that colour, on its third line.
fn walls(color: &str) -> String {
    format!("return {{\n  tiles = {{\n    wall = {{ color = \"{color}\" }},\n  }},\n}}\n")
}

fn store(folder: &Folder) -> Store {
    Store::in_folder(&folder.path().join("settings"))
}

/// A player of these scripts on the level.
fn playing(folder: &Folder, scripts: &Scripts) -> Player {
    let path = folder.path().join("room.xsb");
    let opened = open(scripts, &Wanted { own: false, ..wanted(&path, 1) });
    let opened = opened.unwrap_or_else(|error| panic!("{error}"));
    Player::new(scripts.clone(), opened).with_store(store(folder))
}

/// The frame as it stands.
fn frame(player: &mut Player) -> Vec<u8> {
    let mut bytes = vec![0; 320 * 240 * 4];
    let mut frame = Frame::new(320, 240, &mut bytes).unwrap();
    player.paint(&mut frame, 100, Moment::STILL);
    bytes
}

/// Whether a frame has a pixel of about that colour.
fn has(frame: &[u8], color: [u8; 3]) -> bool {
    let is_near = |pixel: &[u8]| pixel.iter().zip(color).all(|(is, one)| is.abs_diff(one) < 4);
    frame.chunks_exact(4).any(is_near)
}

const RED: [u8; 3] = [255, 0, 0];
const BLUE: [u8; 3] = [0, 0, 255];

fn trouble(player: &Player) -> String {
    let trouble = player.caption(100).trouble;
    trouble.map(|trouble| format!("{} {}", trouble.place, trouble.message)).unwrap_or_default()
}

// The stock ones.

#[test]
fn the_stock_skins_are_of_tiles_that_there_are_and_their_pictures_can_be_read() {
    let scripts = stock("sokoban");
    assert_eq!(scripts.skins(), ["balls", "warehouse"]);
    let session = session(&scripts, ROOM);
    let mut pictures = 0;
    for name in scripts.skins() {
        let skin = scripts.skin(&name).unwrap_or_else(|error| panic!("{error}"));
        assert_ne!(skin.title, name, "it has a title");
        for (tile, look) in &skin.looks {
            assert!(session.game().tile(tile).is_some(), "{name}: there is no tile {tile}");
            for image in look.images() {
                let path = scripts.own_folder().join(image);
                let size = measure(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(size.0 > 0 && size.1 > 0);
                pictures += 1;
            }
        }
    }
    assert!(pictures > 0, "one of them is of pictures");
}

#[test]
fn a_skin_shows_at_once_and_the_games_own_looks_come_back() {
    let (folder, _) = sokoban();
    let mut player = playing(&folder, &stock("sokoban"));
    player.command(&Command::Play(Action::Move(Direction::Right)));
    let (own, before) = (frame(&mut player), everything(player.session()));
    let mut seen = vec![own.clone()];
    for name in stock("sokoban").skins() {
        assert!(player.wear(Some(&name)), "{}", trouble(&player));
        assert_eq!((player.skin(), trouble(&player)), (Some(name.as_str()), String::new()));
        let frame = frame(&mut player);
        assert!(!seen.contains(&frame), "{name} looks like another one");
        seen.push(frame);
    }
    assert!(player.wear(None));
    assert_eq!(player.skin(), None);
    assert!(frame(&mut player) == own, "the game's own looks");
    assert_eq!(everything(player.session()), before, "a skin changes nothing else");
}

#[test]
fn the_skin_that_is_chosen_is_kept_for_that_game_alone() {
    let (folder, _) = sokoban();
    let scripts = stock("sokoban");
    let mut player = playing(&folder, &scripts);
    for (name, message) in [
        (Some("balls"), "Look: Balls"),
        (Some("warehouse"), "Look: Warehouse"),
        (None, "Look: plain"),
        (Some("balls"), "Look: Balls"),
    ] {
        player.command(&Command::NextSkin);
        assert_eq!((player.skin(), player.caption(100).message.as_str()), (name, message));
        assert_eq!(store(&folder).skin("sokoban").unwrap().as_deref(), name);
        let mut again = playing(&folder, &scripts);
        assert_eq!(again.skin(), name, "the next start");
        // The message is no part of the looks.
        player.command(&Command::Undo);
        assert!(frame(&mut again) == frame(&mut player));
    }
    assert_eq!(store(&folder).skin("fifteen").unwrap(), None);
}

#[test]
fn a_game_without_skins_says_so() {
    let (folder, scripts) = sokoban();
    let mut player = playing(&folder, &scripts);
    player.command(&Command::NextSkin);
    let message = player.caption(100).message;
    assert!(message.contains("There are no other looks in"), "{message}");
    assert_eq!(player.skin(), None);
}

#[test]
fn a_kept_skin_that_is_gone_is_told_and_the_game_looks_as_it_does() {
    let (folder, scripts) = sokoban();
    let own = frame(&mut playing(&folder, &scripts));
    store(&folder).keep_skin("sokoban", Some("gone")).unwrap();
    let mut player = playing(&folder, &scripts);
    assert_eq!(player.skin(), None);
    assert!(trouble(&player).contains("there is no such skin"), "{}", trouble(&player));
    assert!(player.dismiss());
    assert!(frame(&mut player) == own);
}

// One that somebody makes.

#[test]
fn a_skin_that_is_put_into_the_folder_is_listed() {
    let (folder, scripts) = sokoban();
    assert_eq!(scripts.skins(), Vec::<String>::new());
    write(&folder, "mine", &walls("#ff0000"));
    write(&folder, "another", "return { title = \"Another one\", tiles = {} }");
    folder.write("scripts/skins/sokoban/notes.txt", "not a skin");
    folder.write("scripts/skins/other/theirs.lua", &walls("#0000ff"));
    assert_eq!(scripts.skins(), ["another", "mine"]);
    let titles = scripts.skins().into_iter().map(|name| scripts.skin(&name).unwrap().title);
    assert_eq!(titles.collect::<Vec<_>>(), ["Another one", "mine"]);
    // And while the game is played.
    let mut player = playing(&folder, &scripts);
    write(&folder, "zebra", &walls("#0000ff"));
    let mut worn = Vec::new();
    for _ in 0..4 {
        player.command(&Command::NextSkin);
        worn.push(player.skin().map(str::to_owned).unwrap_or_default());
    }
    assert_eq!(worn, ["another", "mine", "zebra", ""]);
}

#[test]
fn a_game_in_a_folder_of_its_own_has_its_skins_there() {
    let folder = Folder::with_script("");
    folder.write("mine/init.lua", "return { tiles = { a = {} }, act = print }");
    folder.write("mine/skins/loud.lua", &walls("#ff0000"));
    let scripts = Scripts::new(folder.path(), "mine", Limits::default());
    assert_eq!(scripts.skins(), ["loud"]);
    assert_eq!(scripts.skin("loud").unwrap().title, "loud");
}

#[test]
fn a_skin_that_is_saved_while_it_is_worn_shows_at_once() {
    let (folder, scripts) = sokoban();
    write(&folder, "mine", &walls("#ff0000"));
    let mut player = playing(&folder, &scripts);
    assert!(!has(&frame(&mut player), RED));
    assert!(player.wear(Some("mine")));
    assert!(has(&frame(&mut player), RED));
    assert!(!player.files_changed(), "nothing was saved");
    write(&folder, "mine", &walls("#0000ff"));
    assert!(player.files_changed());
    let blue = frame(&mut player);
    assert!(has(&blue, BLUE) && !has(&blue, RED));
    // The script goes on in it, and so does another level.
    let text = std::fs::read_to_string(folder.path().join("scripts/sokoban.lua")).unwrap();
    folder.write("scripts/sokoban.lua", &format!("{text}-- saved\n"));
    assert!(player.files_changed());
    assert_eq!(player.skin(), Some("mine"));
    assert!(frame(&mut player) == blue);
    // Without it, nobody looks at it.
    assert!(player.wear(None));
    write(&folder, "mine", &walls("#ff0000"));
    assert!(!player.files_changed());
}

#[test]
fn a_picture_of_a_skin_that_is_saved_shows_at_once() {
    let (folder, scripts) = sokoban();
    let path = folder.path().join("scripts/skins/sokoban/wall.png");
    let paint = |path: &Path, color: [u8; 3]| {
        image::RgbImage::from_pixel(8, 8, image::Rgb(color)).save(path).unwrap();
    };
    write(&folder, "mine", "return { tiles = { wall = { image = \"wall.png\" } } }");
    paint(&path, RED);
    let mut player = playing(&folder, &scripts);
    assert!(player.wear(Some("mine")), "{}", trouble(&player));
    assert!(has(&frame(&mut player), RED), "{}", trouble(&player));
    paint(&path, BLUE);
    assert!(player.files_changed());
    let blue = frame(&mut player);
    assert!(has(&blue, BLUE) && !has(&blue, RED));
}

#[test]
fn a_skin_that_is_saved_with_a_mistake_is_told_and_the_looks_stay() {
    let (folder, scripts) = sokoban();
    write(&folder, "mine", &walls("#ff0000"));
    let mut player = playing(&folder, &scripts);
    assert!(player.wear(Some("mine")));
    let red = frame(&mut player);
    for (text, place) in [
        (walls("green"), "mine.lua:3 "),
        (walls("#ff0000").replace("color", "colour"), "mine.lua:3 "),
        ("return {\n  tiles = {{,\n}".to_owned(), "mine.lua:2 "),
        ("return {\n  tiles = {},\n  act = print,\n}".to_owned(), "mine.lua:3 "),
    ] {
        write(&folder, "mine", &text);
        assert!(player.files_changed(), "{text}");
        let told = trouble(&player);
        assert!(told.contains(place), "{text}: {told}");
        assert!(player.dismiss());
        assert!(frame(&mut player) == red, "{text}");
        assert_eq!(player.skin(), Some("mine"));
    }
    player.command(&Command::Play(Action::Move(Direction::Right)));
    assert_eq!(player.session().journal().done(), 1, "the game goes on");
    write(&folder, "mine", &walls("#0000ff"));
    assert!(player.files_changed());
    assert_eq!(trouble(&player), "");
    assert!(has(&frame(&mut player), BLUE));
}

#[test]
fn a_mistake_in_a_skin_that_was_put_away_is_not_told_again() {
    let (folder, scripts) = sokoban();
    write(&folder, "mine", &walls("#ff0000"));
    let mut player = playing(&folder, &scripts);
    assert!(player.wear(Some("mine")));
    write(&folder, "mine", &walls("green"));
    assert!(player.files_changed() && player.dismiss());
    // Some other file was saved.
    assert!(!player.files_changed());
    assert_eq!(trouble(&player), "");
}

#[test]
fn a_skin_with_a_mistake_is_passed_over_between_others() {
    let (folder, scripts) = sokoban();
    for (name, color) in [("a", "#ff0000"), ("b", "green"), ("c", "#0000ff")] {
        write(&folder, name, &walls(color));
    }
    let mut player = playing(&folder, &scripts);
    for name in [Some("a"), Some("c"), None, Some("a"), Some("c"), None] {
        player.command(&Command::NextSkin);
        assert_eq!(player.skin(), name);
        assert_eq!(trouble(&player).contains("b.lua"), name == Some("c"), "{}", trouble(&player));
    }
    assert_eq!(player.caption(100).message, "Look: plain");
    // One that is the last of them is told as well.
    write(&folder, "d", &walls("green"));
    for name in [Some("a"), Some("c"), None] {
        player.command(&Command::NextSkin);
        assert_eq!(player.skin(), name);
    }
    assert!(trouble(&player).contains("d.lua"), "{}", trouble(&player));
}

#[test]
fn a_kept_skin_that_was_broken_at_the_start_is_worn_once_it_is_mended() {
    let (folder, scripts) = sokoban();
    write(&folder, "mine", &walls("green"));
    store(&folder).keep_skin("sokoban", Some("mine")).unwrap();
    let mut player = playing(&folder, &scripts);
    assert_eq!(player.skin(), None);
    assert!(trouble(&player).contains("mine.lua"), "{}", trouble(&player));
    write(&folder, "mine", &walls("#ff0000"));
    assert!(player.files_changed());
    assert_eq!((player.skin(), trouble(&player).as_str()), (Some("mine"), ""));
    assert!(has(&frame(&mut player), RED));
}

#[test]
fn a_look_for_a_tile_that_the_game_does_not_have_is_told() {
    let (folder, scripts) = sokoban();
    write(&folder, "mine", &walls("#ff0000").replace("wall =", "wal = {}, wall ="));
    let mut player = playing(&folder, &scripts);
    player.command(&Command::NextSkin);
    assert_eq!((player.skin(), trouble(&player).as_str()), (Some("mine"), ""));
    let message = player.caption(100).message;
    assert!(message.contains("Sokoban has no tile wal, which this look is for"), "{message}");
}

// What a skin must not be.

/// What is said of a skin; its place is in the skin's own file.
#[track_caller]
fn refused(text: &str) -> ScriptError {
    let (folder, _) = sokoban();
    folder.write("scripts/other.lua", "return { tiles = {} }");
    let limits = Limits { start: Duration::from_millis(500), ..Limits::default() };
    let scripts = Scripts::new(&folder.path().join("scripts"), "sokoban", limits);
    write(&folder, "mine", text);
    let refused = scripts.skin("mine").err().unwrap_or_else(|| panic!("this was taken: {text}"));
    let error = refused.error;
    let place = error.place().unwrap_or_default();
    assert!(place.contains("skins/sokoban/mine.lua"), "{text}: {place}: {}", error.message);
    assert!(!refused.seen.is_empty(), "it can be mended");
    // Nor is it worn.
    let mut player = playing(&folder, &scripts);
    assert!(!player.wear(Some("mine")));
    assert_eq!(player.skin(), None);
    assert!(trouble(&player).contains("mine.lua"), "{}", trouble(&player));
    error
}

#[test]
fn a_skin_holds_looks_and_no_rule() {
    for field in ["act", "won", "start", "legend", "params", "keys", "layers", "tilse"] {
        let message = refused(&format!("return {{ tiles = {{}}, {field} = print }}")).message;
        let expected = match field {
            "tilse" => "did you mean `tiles`?",
            _ => "expected one of title, background, tiles",
        };
        assert_eq!(message, format!("a skin has no field \"{field}\"; {expected}"));
    }
}

#[test]
fn a_skin_with_a_mistake_is_refused_clearly() {
    for (text, expected) in [
        ("return {}", "tiles: expected { name = look, ... }"),
        ("return { tiles = 7 }", "tiles: expected { name = look, ... }"),
        ("return 7", "expected return { tiles = { name = look } }"),
        ("local x = 1", "expected return { tiles = { name = look } }"),
        ("return { tiles = { wall = { colour = '#fff' } } }", "tile \"wall\": look: "),
        ("return { tiles = { wall = { act = '#fff' } } }", "tile \"wall\": look: "),
        ("return { tiles = { wall = { color = 'green' } } }", "\"green\" is no color"),
        ("return { tiles = { wall = { tall = 9 } } }", "tile \"wall\": tall is 9"),
        ("return { tiles = {}, background = 'green' }", "background: \"green\" is no color"),
        ("return { tiles = {}, title = {} }", "title"),
        ("return { tiles = {}, tiles = {} }", "\"tiles\" is declared twice"),
        ("return { tiles = { }", "Expected"),
    ] {
        let message = refused(text).message;
        assert!(message.contains(expected), "{text}: {message}");
    }
    let message = refused("return { tiles = { wall = { colour = '#fff' } } }").message;
    assert!(message.contains("colour"), "{message}");
}

#[test]
fn a_look_that_is_none_is_named() {
    let message = refused("return {\n  tiles = {\n    wall = 7,\n  },\n}").message;
    assert!(message.contains("tile \"wall\""), "{message}");
}

#[test]
fn a_skin_reaches_nothing_and_ends() {
    for (text, expected) in [
        ("while true do end", "took longer than it may (500 ms)"),
        ("local f = io.open('x')\nreturn { tiles = {} }", "attempt to index nil with 'open'"),
        ("os.execute('ls')\nreturn { tiles = {} }", "attempt to "),
        ("return require 'other'", "a skin is one file; it cannot require another"),
        ("string.rep = nil\nreturn { tiles = {} }", "this table cannot be changed"),
    ] {
        let message = refused(text).message;
        assert!(message.contains(expected), "{text}: {message}");
    }
}

#[test]
fn there_is_no_skin_that_there_is_not() {
    let (_folder, scripts) = sokoban();
    let error = scripts.skin("nowhere").unwrap_err().error;
    assert!(error.to_string().contains("nowhere.lua: there is no such skin"), "{error}");
}
