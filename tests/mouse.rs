//! Fifteen in a real window, with a real mouse: clicks, the options, a file that is
//! dropped on it.

mod common;
#[path = "common/window.rs"]
mod window;
#[cfg(target_os = "linux")]
#[path = "common/x11.rs"]
mod x11;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use common::{PROGRAM, stock_scripts};
use window::{Display, Game, Told, display};

const SIZE: (u32, u32) = (640, 480);

/// Fifteen on the board of seed 7, whose last row is `7 12 _ 6`, with what is set kept
/// in a folder.
fn start<'d>(display: &'d Display, settings: &Path) -> Game<'d> {
    start_in(display, settings, "640x480")
}

fn start_in<'d>(display: &'d Display, settings: &Path, size: &str) -> Game<'d> {
    let (scripts, settings) = (stock_scripts(), settings.to_str().unwrap());
    let arguments = ["play", "fifteen", "--seed", "7", "--size", size];
    let folders = ["--scripts", scripts.to_str().unwrap(), "--settings", settings];
    Game::start(display, Path::new(PROGRAM), &[&arguments[..], &folders].concat())
}

fn stands_after(turns: usize) -> impl Fn(&Told) -> bool {
    move |told| told.turns() == turns && told.stands()
}

/// What the window shows.
fn shown(display: &Display) -> image::RgbaImage {
    let (width, height) = SIZE;
    image::imageops::crop(&mut display.screenshot(), 0, 0, width, height).to_image()
}

/// The frame after these steps, painted without a window.
fn painted(steps: &str) -> image::RgbaImage {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("shot.png");
    let mut command = Command::new(PROGRAM);
    command.args(["shot", "fifteen", "--seed", "7", "--size", "640x480", "--after", steps]);
    command.arg("--out").arg(&out).arg("--scripts").arg(stock_scripts());
    assert!(command.status().unwrap().success());
    image::open(&out).unwrap().into_rgba8()
}

#[test]
fn clicks_slide_tiles_on_the_frame() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let mut game = start(&display, settings.path());
    game.click(game.cell(2, 4), 1);
    game.until("the tile beside the blank slides", stands_after(1));
    assert!(shown(&display) == painted("<click 14>"));
    game.click(game.cell(4, 4), 1);
    let told = game.until("a far tile in the row slides all between", stands_after(2));
    assert_eq!(told.get("status "), "Moves 3");
    assert!(shown(&display) == painted("<click 14><click 16>"));
    game.click(game.cell(1, 1), 1);
    game.click(game.cell(4, 4), 1);
    // Beside the board there is no cell.
    game.click((3, 100), 1);
    game.frames_within(Duration::from_millis(500));
    assert!(shown(&display) == painted("<click 14><click 16>"), "a click elsewhere does nothing");
    game.click(game.cell(4, 1), 1);
    let told = game.until("and one in the column", stands_after(3));
    assert_eq!(told.get("status "), "Moves 6");
    game.keys(&["z", "z", "z"]);
    game.until("all undone", stands_after(0));
    assert!(shown(&display) == painted(""));
    game.keys(&["Left", "space"]);
    game.until("a step and a new board", stands_after(2));
    assert!(shown(&display) == painted("l<new>"));
    game.keys(&["z"]);
    game.until("the old board again", stands_after(1));
    assert!(shown(&display) == painted("l"));
}

#[test]
fn a_new_press_finishes_the_running_slide() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    std::fs::write(settings.path().join("settings.toml"), "motion = 1000\n").unwrap();
    let mut game = start(&display, settings.path());
    // Each press comes long before the slide of the one before has ended.
    game.keys(&["Right", "Down", "Left"]);
    game.until("three slides, still moving", |told| told.turns() == 3 && !told.stands());
    game.keys(&["z"]);
    game.until("one undone, still moving", |told| told.turns() == 2 && !told.stands());
    game.until("it arrives", stands_after(2));
    assert!(shown(&display) == painted("rd"));
}

#[test]
fn movement_can_be_turned_off() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    std::fs::write(settings.path().join("settings.toml"), "motion = 0\n").unwrap();
    let mut game = start(&display, settings.path());
    game.frames_within(Duration::from_millis(300));
    game.keys(&["Right"]);
    game.until("the step", |told| told.turns() == 1);
    assert!(game.until("its frame", |_| true).stands(), "it is there at once");
    game.frames_within(Duration::from_millis(300));
    assert!(shown(&display) == painted("r"));
}

/// Where a parameter is in the options, in pixels: left, top, width, height.
fn place(told: &Told, name: &str) -> Vec<u32> {
    let options = told.get("options ").to_owned();
    let entry = options.split(' ').find_map(|entry| entry.strip_prefix(&format!("{name}=")));
    entry.unwrap().split(',').map(|part| part.parse().unwrap()).collect()
}

fn side(told: &Told) -> u32 {
    told.get("board ").rsplit(',').next().unwrap().parse().unwrap()
}

#[test]
fn the_options_set_a_size_that_is_kept() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let mut game = start(&display, settings.path());
    let before = side(&game.until("a frame", |_| true));
    game.keys(&["o"]);
    game.until("the options", |told| !told.get("options ").is_empty());
    // They find their width in the first frames.
    game.frames_within(Duration::from_millis(300));
    let told = game.until("the options at their place", |_| true);
    let slider = place(&told, "width");
    let (x, y) = (slider[0] + 20, slider[1] + slider[3] / 2);
    game.drag((x, y), (x + 170, y));
    let told = game.until("twenty columns", |told| told.turns() == 1);
    assert_eq!(told.get("status "), "Moves 0");
    assert!(told.get("trouble ").is_empty(), "{}", told.line);
    // Whatever still fades in them comes first.
    game.frames_within(Duration::from_millis(500));
    assert_eq!(game.frames_within(Duration::from_secs(1)), 0, "nothing changes, nothing is drawn");
    game.keys(&["Escape"]);
    let wide = game.until("no options", |told| told.get("options ").is_empty());
    assert!(side(&wide) < before, "{}", wide.line);
    let kept = std::fs::read_to_string(settings.path().join("games/fifteen.toml")).unwrap();
    assert_eq!(kept, "[params]\nwidth = 20\n");
    game.keys(&["z"]);
    let told = game.until("the board of before", stands_after(0));
    assert_eq!(side(&told), before);
    game.keys(&["x"]);
    game.until("the set size again", stands_after(1));
    drop(game);
    let mut game = start(&display, settings.path());
    let told = game.until("the size that was set", |_| true);
    assert_eq!(side(&told), side(&wide));
}

#[test]
fn a_click_on_the_options_is_theirs_and_one_beside_them_the_games() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    // Too narrow for both: they lie over the board.
    let mut game = start_in(&display, settings.path(), "560x420");
    game.keys(&["o"]);
    game.until("the options", |told| !told.get("options ").is_empty());
    game.frames_within(Duration::from_millis(500));
    // Both tiles could slide; the first one lies below the options.
    game.click(game.cell(3, 1), 1);
    game.click(game.cell(1, 4), 1);
    let told = game.until("one slide", |told| told.turns() > 0 && told.stands());
    assert_eq!((told.turns(), told.get("status ")), (1, "Moves 2"));
}

/// How many pixels of the window have about that colour.
fn pixels_of(display: &Display, color: [u8; 3]) -> usize {
    let near = |pixel: &&image::Rgba<u8>| (0..3).all(|at| pixel.0[at].abs_diff(color[at]) < 8);
    shown(display).pixels().filter(near).count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_picture_that_is_dropped_is_cut_into_tiles_and_followed() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my picture.png");
    let paint = |color: [u8; 3]| {
        image::RgbImage::from_pixel(300, 200, image::Rgb(color)).save(&path).unwrap();
    };
    let (green, red) = ([20, 200, 60], [220, 30, 40]);
    paint(green);
    let mut game = start(&display, settings.path());
    game.keys(&["Right"]);
    game.until("a step", stands_after(1));
    x11::drop_file(game.display_name(), &game.window(), &path);
    until_pixels(&mut game, &display, green);
    paint(red);
    until_pixels(&mut game, &display, red);
    // Half a picture is no reason to lose the one that is shown.
    std::fs::write(&path, "half").unwrap();
    let told = game.until("the message", |told| !told.get("trouble ").is_empty());
    assert!(told.get("trouble ").contains("my picture.png"), "{}", told.line);
    assert!(pixels_of(&display, red) > 20_000);
    let text = folder.path().join("notes.md");
    std::fs::write(&text, "no picture").unwrap();
    x11::drop_file(game.display_name(), &game.window(), &text);
    let told = game.until("a refusal", |told| told.get("trouble ").contains("notes.md"));
    assert!(told.get("trouble ").contains("expected a PNG or JPEG file of 20 to 8192 pixels"));
    assert_eq!(told.turns(), 1, "the game goes on as it was");
}

#[cfg(target_os = "linux")]
#[track_caller]
fn until_pixels(game: &mut Game, display: &Display, color: [u8; 3]) {
    for _ in 0..100 {
        if pixels_of(display, color) > 50_000 {
            return;
        }
        game.frames_within(Duration::from_millis(100));
    }
    panic!("the picture never came: {:?}", pixels_of(display, color));
}

#[cfg(target_os = "linux")]
#[test]
fn a_key_that_was_held_before_the_window_had_the_focus_is_no_press() {
    let Some(display) = display() else { return };
    let settings = tempfile::tempdir().unwrap();
    let mut game = start(&display, settings.path());
    x11::take_focus(game.display_name());
    display.tool("xdotool", &["keydown", "Right"]);
    game.focus();
    game.frames_within(Duration::from_millis(500));
    display.tool("xdotool", &["keyup", "Right"]);
    game.keys(&["Down"]);
    let told = game.until("one step", |told| told.turns() > 0 && told.stands());
    assert_eq!(told.turns(), 1);
    assert!(shown(&display) == painted("d"));
}
