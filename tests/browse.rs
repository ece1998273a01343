//! Sokoban in a real window, with a real mouse and real keys: the level browser and what it
//! keeps, clicks that walk and push on squares, at a slant and on hexagons, keys of one's
//! own, levels that are dropped or pasted, and other looks.

mod common;
#[path = "common/window.rs"]
mod window;
#[cfg(target_os = "linux")]
#[path = "common/x11.rs"]
mod x11;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{PROGRAM, stock, stock_scripts, wanted};
use image::RgbaImage;
use tilewright::app::{Wanted, open};
use tilewright::view::Projection;
use window::{Display, Game, Told, display};

/// The size of a window, and of a picture, unless another is asked for.
const SIZE: (u32, u32) = (960, 720);

const SQUARES: &str = "1-first-steps.xsb";
const HEXAGONS: &str = "3-honeycomb.hsb";

/// The colour of the line around a box that is picked.
const PICKED: [u8; 3] = [0xff, 0xd7, 0x4a];

/// The wood of a box.
const WOOD: [u8; 3] = [0xc9, 0x8f, 0x4e];

/// One of the project's own level files.
fn stock_levels(name: &str) -> PathBuf {
    stock_scripts().with_file_name("levels").join("sokoban").join(name)
}

/// The solution that is recorded under a level of one of these files, counted from 1.
fn solution(name: &str, number: usize) -> String {
    let text = std::fs::read_to_string(stock_levels(name)).unwrap();
    let mut solutions = text.lines().filter_map(|line| line.strip_prefix("Solution: "));
    solutions.nth(number - 1).unwrap().to_owned()
}

/// Sokoban with what is set kept in a folder, once it can be played.
fn start<'d>(display: &'d Display, settings: &Path, further: &[&str]) -> Game<'d> {
    let (scripts, settings) = (stock_scripts(), settings.to_str().unwrap());
    let folders = ["--scripts", scripts.to_str().unwrap(), "--settings", settings];
    let arguments = [&["play", "sokoban"][..], further, &folders].concat();
    let mut game = Game::start(display, Path::new(PROGRAM), &arguments);
    game.until("the board", Told::stands);
    game
}

/// Leaves by Escape.
fn leave(mut game: Game<'_>) {
    const LONG: Duration = Duration::from_secs(3);
    game.keys(&["Escape"]);
    let pressed = Instant::now();
    game.told_within(LONG);
    // Where scripts were long at work just before, the first one was for them.
    if pressed.elapsed() >= LONG {
        game.keys(&["Escape"]);
    }
    assert_eq!(game.ends(), Some(0));
}

fn stands_after(turns: usize) -> impl Fn(&Told) -> bool {
    move |told| told.turns() == turns && told.stands()
}

/// What the window shows in a part of it: left, top, width, height.
fn part(display: &Display, [left, top, width, height]: [u32; 4]) -> RgbaImage {
    image::imageops::crop(&mut display.screenshot(), left, top, width, height).to_image()
}

/// What the window shows.
fn shown(display: &Display) -> RgbaImage {
    part(display, [0, 0, SIZE.0, SIZE.1])
}

/// A frame, painted without a window.
fn painted(further: &[&str]) -> RgbaImage {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("shot.png");
    let mut command = Command::new(PROGRAM);
    command.args(["shot", "sokoban"]).args(further).arg("--out").arg(&out);
    command.arg("--scripts").arg(stock_scripts());
    assert!(command.status().unwrap().success());
    image::open(&out).unwrap().into_rgba8()
}

/// Waits for something that is told by no frame, but seen while frames come.
#[track_caller]
fn until_so(game: &mut Game, what: &str, holds: impl Fn() -> bool) {
    for _ in 0..200 {
        if holds() {
            return;
        }
        game.frames_within(Duration::from_millis(100));
    }
    panic!("never came: {what}; the last frame: {}", game.until("a frame", |_| true).line);
}

/// Waits until the window shows that picture: the player in it moves twice a second.
#[track_caller]
fn until_shown(game: &mut Game, display: &Display, picture: &RgbaImage) {
    until_so(game, "the frame that shot paints", || shown(display) == *picture);
}

/// How many pixels have about that colour.
fn pixels_of(picture: &RgbaImage, color: [u8; 3]) -> usize {
    let near = |pixel: &&image::Rgba<u8>| (0..3).all(|at| pixel.0[at].abs_diff(color[at]) < 8);
    picture.pixels().filter(near).count()
}

/// Where something is in the panels, in pixels: left, top, width, height.
fn place(told: &Told, name: &str) -> Option<[u32; 4]> {
    let mut entries = told.get("options ").split(' ');
    let entry = entries.find_map(|entry| entry.strip_prefix(name)?.strip_prefix('='))?;
    let parts = entry.split(',').map(|part| part.parse::<i64>().unwrap());
    let parts: Vec<u32> = parts.map(|part| u32::try_from(part).unwrap_or(0)).collect();
    parts.try_into().ok()
}

/// Waits until the panels are at their place and what they show is painted.
#[track_caller]
fn at_rest(game: &mut Game) -> Told {
    let mut before = game.until("the panels", |told| !told.get("options ").is_empty());
    for _ in 0..60 {
        // The player behind them moves twice a second, so that a few frames come anyway.
        let frames = game.told_within(Duration::from_secs(1));
        let same = |told: &Told| told.get("options ") == before.get("options ");
        if (2..=4).contains(&frames.len()) && frames.iter().all(same) {
            return before;
        }
        before = game.until("a frame", |_| true);
    }
    panic!("the panels never come to rest: {}", before.line);
}

/// The place of something in the panels, once they are at rest.
#[track_caller]
fn found(game: &mut Game, name: &str) -> [u32; 4] {
    let told = at_rest(game);
    place(&told, name).unwrap_or_else(|| panic!("there is no {name}: {}", told.line))
}

/// Clicks on something in the panels.
#[track_caller]
fn click_on(game: &mut Game, name: &str) {
    let [left, top, width, height] = found(game, name);
    game.click((left + width / 2, top + height / 2), 1);
}

/// Closes the options or the browser by the key that has opened them.
fn close(game: &mut Game, key: &str) {
    game.keys(&[key]);
    game.until("no panels", |told| told.get("options ").is_empty() && told.stands());
}

/// The arrow for a step on squares.
fn arrow(step: char) -> &'static str {
    match step.to_ascii_lowercase() {
        'l' => "Left",
        'u' => "Up",
        'r' => "Right",
        _ => "Down",
    }
}

/// The letter for a step on hexagons: the six lie around S and D as the ways do.
fn letter(step: char) -> &'static str {
    match step.to_ascii_lowercase() {
        'l' => "a",
        'u' => "q",
        'n' => "w",
        'r' => "e",
        's' => "d",
        _ => "s",
    }
}

/// Presses the keys of a recording, each once the step before is taken.
#[track_caller]
fn press(game: &mut Game, steps: &str, key: fn(char) -> &'static str) {
    let before = game.until("a board at rest", Told::stands).turns();
    for (step, turns) in steps.chars().zip(before + 1..) {
        game.keys(&[key(step)]);
        game.until("the step", |told| told.turns() == turns);
    }
    game.until("the last step", stands_after(before + steps.len()));
}

/// The pixels of the lines below a card's preview that are of a green as that of the mark.
fn greens(display: &Display, [left, top, width, height]: [u32; 4]) -> usize {
    let lines = part(display, [left, top + height - 36, width, 36]);
    // Letters are thin, so that hardly a pixel of them has the whole colour.
    let is_green = |pixel: &&image::Rgba<u8>| {
        let [red, green, blue, _] = pixel.0.map(i32::from);
        green - red > 25 && green - blue > 20
    };
    lines.pixels().filter(is_green).count()
}

#[test]
fn a_level_is_picked_and_solved_and_its_mark_is_there_the_next_time() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let mut game = start(&display, settings.path(), &[]);
    game.keys(&["l"]);
    let first = found(&mut game, "level-1");
    until_so(&mut game, "a preview", || pixels_of(&part(&display, first), WOOD) > 10);
    assert_eq!(greens(&display, first), 0, "nothing is solved yet");
    click_on(&mut game, "level-2");
    let told = game.until("it is locked", |told| told.get("message ").contains("locked"));
    assert!(!told.get("options ").is_empty(), "the browser stays: {}", told.line);
    click_on(&mut game, "level-1");
    game.until("the level", |told| told.get("options ").is_empty() && told.stands());

    press(&mut game, &solution(SQUARES, 1), arrow);
    game.until("it is solved", |told| told.get("solved ") == "true");
    game.keys(&["l"]);
    let first = found(&mut game, "level-1");
    until_so(&mut game, "its mark", || greens(&display, first) > 20);
    game.keys(&["Right", "Return"]);
    game.until("the level after it", |told| told.get("level ") == "2" && told.stands());
    game.until_title("Sokoban - Cottage");
    press(&mut game, "DDD", arrow);
    leave(game);

    let mut game = start(&display, settings.path(), &[]);
    let told = game.until("where the player was", Told::stands);
    assert_eq!((told.get("level "), told.turns()), ("2", 3), "{}", told.line);
    game.until_title("Sokoban - Cottage");
    game.keys(&["l"]);
    let first = found(&mut game, "level-1");
    until_so(&mut game, "the mark again", || greens(&display, first) > 20);
    close(&mut game, "l");
    game.keys(&["p"]);
    game.until("the level before it", |told| told.get("level ") == "1" && told.stands());
    game.keys(&["l"]);
    click_on(&mut game, "next-unsolved");
    // It goes on where it was left.
    let is_second = |told: &Told| told.get("level ") == "2";
    let told = game.until("the first that is not solved", |told| is_second(told) && told.stands());
    assert!(told.get("message ").contains("Where you left this level"), "{}", told.line);
}

/// How the first board of a level file lies in the window.
fn lie(name: &str, isometric: bool) -> Projection {
    let path = stock_levels(name);
    let opened = open(&stock("sokoban"), &Wanted { own: false, ..wanted(&path, 1) }).unwrap();
    Projection::of(opened.session.board().topology(), isometric)
}

/// The side of a cell in the window.
fn side(told: &Told) -> u32 {
    told.get("board ").rsplit(',').next().unwrap().parse().unwrap()
}

/// The pixel in the middle of a cell, column and row from 0.
fn middle(told: &Told, board: Projection, cell: (u32, u32)) -> (u32, u32) {
    let first = told.get("board ").split(',').map(|part| part.parse().unwrap());
    let first: Vec<i64> = first.collect();
    let side = side(told);
    let ((x, y), (x0, y0)) = (board.corner(cell, (side, 1)), board.corner((0, 0), (side, 1)));
    let (width, height) = board.size_of_box(side);
    let pixel = |corner: i64, half: u32| u32::try_from(corner).unwrap() + half;
    (pixel(first[0] + x - x0, width / 2), pixel(first[1] + y - y0, height / 2))
}

/// Clicks on the middle of a cell, so many sides of a cell further up.
fn click_above(game: &mut Game, board: Projection, cell: (u32, u32), up: f64) {
    let told = game.until("a board at rest", Told::stands);
    let (x, y) = middle(&told, board, cell);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a part of a cell
    let up = (f64::from(side(&told)) * up).round() as u32;
    game.click((x, y - up), 1);
}

/// Clicks on a box and, once it is picked, on the cell where it is to go.
#[track_caller]
fn click_to_push(
    game: &mut Game,
    display: &Display,
    board: Projection,
    (from, up, to): ((u32, u32), f64, (u32, u32)),
) {
    let before = pixels_of(&shown(display), PICKED);
    click_above(game, board, from, up);
    until_so(game, "the box is picked", || pixels_of(&shown(display), PICKED) > before + 20);
    click_above(game, board, to, 0.0);
}

/// Waits until so many turns were taken, and tells how that is counted.
#[track_caller]
fn status_after(game: &mut Game, turns: usize) -> String {
    game.until("the walk", stands_after(turns)).get("status ").to_owned()
}

/// Shows the board at a slant, or from above again.
#[track_caller]
fn slant(game: &mut Game) {
    let before = game.until("a board at rest", Told::stands).get("board ").to_owned();
    game.keys(&["i"]);
    game.until("it lies otherwise", |told| told.get("board ") != before && told.stands());
}

/// Clicks through the first level of squares: a walk, a wall, and a box that is pushed.
#[track_caller]
fn clicks_walk_and_push(game: &mut Game, display: &Display, board: Projection) {
    let flags = if board.is_isometric() { &["--isometric"][..] } else { &[] };
    let after = |steps| painted(&[flags, &["--after", steps]].concat());
    click_above(game, board, (4, 6), 0.0);
    assert_eq!(status_after(game, 3), "Moves 3   Pushes 0");
    let walked = after("ddd");
    until_shown(game, display, &walked);
    click_above(game, board, (0, 3), 0.0);
    game.frames_within(Duration::from_millis(300));
    assert_eq!(game.until("a frame", Told::stands).turns(), 3, "there is no way into a wall");
    // A sign says so for a moment.
    until_shown(game, display, &walked);
    click_to_push(game, display, board, ((2, 3), 0.0, (2, 2)));
    assert_eq!(status_after(game, 8), "Moves 8   Pushes 1");
    until_shown(game, display, &after("ddduullU"));
}

#[test]
fn clicks_walk_and_push_on_squares() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let mut game = start(&display, settings.path(), &[]);
    clicks_walk_and_push(&mut game, &display, lie(SQUARES, false));
}

#[test]
fn clicks_walk_and_push_at_a_slant() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let mut game = start(&display, settings.path(), &[]);
    slant(&mut game);
    let board = lie(SQUARES, true);
    clicks_walk_and_push(&mut game, &display, board);
    // The top of a box is seen where the cell behind it lies.
    click_to_push(&mut game, &display, board, ((6, 3), 0.7, (6, 1)));
    assert_eq!(status_after(&mut game, 15), "Moves 15   Pushes 3");
    let after = ["--isometric", "--after", "ddduullUdrrrrUU"];
    until_shown(&mut game, &display, &painted(&after));
}

#[test]
fn clicks_walk_and_push_on_hexagons() {
    let Some(display) = display() else { return };
    let (settings, file) = (tempfile::tempdir().unwrap(), stock_levels(HEXAGONS));
    let file = file.to_str().unwrap();
    let mut game = start(&display, settings.path(), &[file]);
    let board = lie(HEXAGONS, false);
    let after = |steps| painted(&[file, "--after", steps]);
    click_above(&mut game, board, (4, 2), 0.0);
    assert_eq!(status_after(&mut game, 3), "Moves 3   Pushes 0");
    let walked = after("rrs");
    until_shown(&mut game, &display, &walked);
    click_above(&mut game, board, (6, 3), 0.0);
    game.frames_within(Duration::from_millis(300));
    until_shown(&mut game, &display, &walked);
    click_to_push(&mut game, &display, board, ((2, 2), 0.0, (3, 3)));
    assert_eq!(status_after(&mut game, 7), "Moves 7   Pushes 1");
    until_shown(&mut game, &display, &after("rrsullS"));
}

#[test]
fn the_slant_is_changed_in_the_middle_of_a_level_and_kept() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let mut game = start(&display, settings.path(), &[]);
    let (flat, slanted) = (["--after", "dll"], ["--isometric", "--after", "dll"]);
    let (flat, slanted) = (painted(&flat), painted(&slanted));
    press(&mut game, "dll", arrow);
    until_shown(&mut game, &display, &flat);
    slant(&mut game);
    until_shown(&mut game, &display, &slanted);
    game.keys(&["z"]);
    game.until("one step taken back", stands_after(2));
    game.keys(&["x"]);
    game.until("and taken again", stands_after(3));
    until_shown(&mut game, &display, &slanted);
    slant(&mut game);
    until_shown(&mut game, &display, &flat);
    slant(&mut game);
    leave(game);

    let mut game = start(&display, settings.path(), &[]);
    assert_eq!(game.until("where the player was", Told::stands).turns(), 3);
    until_shown(&mut game, &display, &slanted);
    game.keys(&["z", "z", "z"]);
    game.until("back to the first step", stands_after(0));
}

#[test]
fn a_key_that_is_given_is_there_the_next_time() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    // All keys are to be seen at once.
    let mut game = start(&display, settings.path(), &["--size", "1200x940"]);
    game.keys(&["o"]);
    click_on(&mut game, "keys");
    game.until("the keys", |told| place(told, "key-undo").is_some());
    let [left, top, _, height] = found(&mut game, "key-undo");
    // The keys that something has stand before the button.
    let names = [left - 60, top, 56, height];
    let before = part(&display, names);
    click_on(&mut game, "key-undo");
    until_so(&mut game, "a key is asked for", || part(&display, names) != before);
    game.keys(&["j"]);
    let kept = settings.path().join("games/sokoban.toml");
    let text = || std::fs::read_to_string(&kept).unwrap_or_default();
    until_so(&mut game, "the key is kept", || text().contains("\"j\""));
    close(&mut game, "o");
    step_and_undo(&mut game);
    leave(game);

    let mut game = start(&display, settings.path(), &[]);
    step_and_undo(&mut game);
}

/// Takes a step, and takes it back with the key that was given.
#[track_caller]
fn step_and_undo(game: &mut Game) {
    game.keys(&["Down"]);
    game.until("a step", stands_after(1));
    game.keys(&["j"]);
    game.until("the step taken back", stands_after(0));
}

#[cfg(target_os = "linux")]
#[test]
fn level_files_are_dropped_on_the_window() {
    let Some(display) = display() else { return };
    let Some(corpus) = common::corpus() else { return };
    let (settings, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut game = start(&display, settings.path(), &[]);
    press(&mut game, "d", arrow);
    drop_on(&game, &corpus.join("slc/100Boxes.slc"));
    let is_first = |told: &Told| told.get("title ") == "1 / 10   Connection";
    game.until("levels in XML", |told| is_first(told) && stands_after(0)(told));
    game.until_title("Sokoban - Connection");
    drop_on(&game, &corpus.join("json/levels.json"));
    let is_second = |told: &Told| told.get("title ").starts_with("1 / 2");
    game.until("a list of levels", |told| is_second(told) && stands_after(0)(told));
    press(&mut game, "u", arrow);

    let broken = folder.path().join("broken.slc");
    std::fs::write(&broken, "<SokobanLevels>\n<LevelCollection>\n<Level>\n</Levle>\n").unwrap();
    drop_on(&game, &broken);
    let told = game.until("what is wrong", |told| !told.get("trouble ").is_empty());
    assert!(told.get("trouble ").contains("broken.slc:4:"), "{}", told.line);
    assert!(is_second(&told) && told.turns() == 1, "{}", told.line);
    let empty = folder.path().join("empty.xsb");
    std::fs::write(&empty, "Empty\n\n#####\n#$ .#\n#####\n").unwrap();
    drop_on(&game, &empty);
    let told = game.until("what is wrong", |told| told.get("trouble ").contains("empty.xsb:3:"));
    assert!(told.get("trouble ").contains("no player"), "{}", told.line);
    assert!(is_second(&told) && told.turns() == 1, "{}", told.line);
    game.keys(&["z"]);
    game.until("the level goes on", |told| is_second(told) && stands_after(0)(told));
}

/// Drops a file on the window.
#[cfg(target_os = "linux")]
fn drop_on(game: &Game, path: &Path) {
    x11::drop_file(game.display_name(), &game.window(), &path.canonicalize().unwrap());
}

/// Puts a text into the clipboard.
#[track_caller]
fn put(game: &mut Game, text: &str) {
    let mut xclip = game.xclip().unwrap();
    // It stays behind to hand the text out; with an output of ours it would be waited for.
    xclip.arg("-i").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = xclip.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    for _ in 0..200 {
        if game.pasted() == text {
            return;
        }
        game.frames_within(Duration::from_millis(50));
    }
    panic!("the clipboard never holds {text}");
}

#[test]
fn a_level_is_copied_with_its_steps_and_pasted() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let mut game = start(&display, settings.path(), &[]);
    press(&mut game, "dll", arrow);
    game.keys(&["ctrl+c"]);
    game.until("it is copied", |told| told.get("message ").contains("copied"));
    if game.xclip().is_some() {
        let text = game.pasted();
        assert!(text.contains("\n# $ @ $ #\n"), "{text}");
        let says = |line: &str| text.lines().any(|said| said == line);
        assert!(says("Title: Little Heart") && says("Solution: dll"), "{text}");
    }
    game.keys(&["ctrl+v"]);
    let told = game.until("the level of the clipboard", stands_after(0));
    assert_eq!(told.get("title "), "1 / 1   Little Heart");
    assert!(told.get("message ").contains("from the clipboard"), "{}", told.line);
    game.until_title("Sokoban - Little Heart");
    press(&mut game, "dll", arrow);
    game.keys(&["r"]);
    game.until("a restart, as a turn", stands_after(4));
}

#[test]
fn a_text_from_elsewhere_is_pasted() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let mut game = start(&display, settings.path(), &[]);
    // The test above needs no tool for the other half.
    if game.xclip().is_none() {
        eprintln!("skipped: there is no xclip");
        return;
    }
    put(&mut game, "Pasted\n\n######\n#@ $.#\n######\n");
    game.keys(&["ctrl+v"]);
    game.until("the level", |told| told.get("title ") == "1 / 1   Pasted" && told.stands());
    press(&mut game, "r", arrow);
    put(&mut game, "This is no level.\n");
    game.keys(&["ctrl+v"]);
    let told = game.until("what is wrong", |told| !told.get("trouble ").is_empty());
    assert_eq!((told.get("title "), told.turns()), ("1 / 1   Pasted", 1), "{}", told.line);
    press(&mut game, "R", arrow);
    game.until("it is solved", |told| told.get("solved ") == "true");
}

#[test]
fn six_keys_solve_a_level_of_hexagons() {
    let Some(display) = display() else { return };
    let (settings, file) = (tempfile::tempdir().unwrap(), stock_levels(HEXAGONS));
    let mut game = start(&display, settings.path(), &[file.to_str().unwrap()]);
    game.until_title("Sokoban - First Comb");
    let steps = solution(HEXAGONS, 1);
    press(&mut game, &steps, letter);
    let told = game.until("it is solved", |told| told.get("solved ") == "true");
    assert_eq!(told.turns(), steps.len());
    // There is nothing to be seen at a slant.
    game.keys(&["i"]);
    game.until("that is told", |told| told.get("message ").starts_with("Hexagons"));
}

#[test]
fn a_key_changes_the_looks() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let mut game = start(&display, settings.path(), &[]);
    let (own, dressed) = (["--after", "d"], ["--skin", "warehouse", "--after", "d"]);
    let (own, dressed) = (painted(&own), painted(&dressed));
    assert!(own != dressed);
    press(&mut game, "d", arrow);
    until_shown(&mut game, &display, &own);
    game.keys(&["k"]);
    game.until("other looks", |told| told.get("message ").starts_with("Look: "));
    assert!(shown(&display) != own);
    while game.until("a frame", Told::stands).get("message ") != "Look: Warehouse" {
        let before = game.until("a frame", Told::stands).get("message ").to_owned();
        game.keys(&["k"]);
        game.until("other looks again", |told| told.stands() && told.get("message ") != before);
    }
    // The message goes with the next step.
    game.keys(&["z", "x"]);
    game.until("the step again", |told| stands_after(1)(told) && told.get("message ").is_empty());
    until_shown(&mut game, &display, &dressed);
}
