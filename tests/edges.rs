//! Autotiles: which picture of a tile is shown hangs on what its neighbours hold. What is
//! painted is compared with masks that are counted here, as the README has them.

mod common;

use std::collections::BTreeSet;

use common::{Folder, wanted};
use image::{Rgba, RgbaImage};
use tilewright::app::{Command, Player, open};
use tilewright::grid::{Cell, Direction};
use tilewright::rules::Action;
use tilewright::view::{Frame, Layout, Moment};

/// So large that even 64 rows have cells of more than 10 pixels.
const SIZE: (u32, u32) = (960, 840);

/// What marks a corner in the sheet of corners.
const MARK: [u8; 3] = [255, 0, 200];

/// The colours of other looks.
const RED: [u8; 3] = [255, 0, 0];
const BLUE: [u8; 3] = [0, 0, 255];
const SLATE: [u8; 3] = [32, 48, 64];

const SIXTEEN: &str = "edges = { image = 'sixteen.png' }";
const FORTY_SEVEN: &str = "edges = { image = 'forty-seven.png', neighbours = 8 }";
const CORNERS: &str = "edges = { image = 'sixteen.png', corners = 'corners.png' }";

/// The colour of a piece of a sheet, by its number in reading order.
fn color(piece: usize) -> [u8; 3] {
    let piece = u8::try_from(piece).unwrap();
    [10 + 5 * piece, 220 - 4 * piece, 90]
}

/// Whether that is the colour; scaling may round another way on another processor.
fn is_near(seen: [u8; 3], color: [u8; 3]) -> bool {
    seen.iter().zip(color).all(|(seen, wanted)| seen.abs_diff(wanted) <= 1)
}

/// The piece that has a colour.
#[track_caller]
fn piece_of(seen: [u8; 3]) -> usize {
    let piece = (0..48).find(|&piece| is_near(seen, color(piece)));
    piece.unwrap_or_else(|| panic!("no piece has the colour {seen:?}"))
}

fn opaque([red, green, blue]: [u8; 3]) -> Rgba<u8> {
    Rgba([red, green, blue, 255])
}

/// A sheet of pieces of four by four pixels, each of one colour.
fn sheet(columns: u32, rows: u32) -> RgbaImage {
    let piece = |x: u32, y: u32| usize::try_from(y / 4 * columns + x / 4).unwrap();
    RgbaImage::from_fn(columns * 4, rows * 4, |x, y| opaque(color(piece(x, y))))
}

/// Four pieces of eight by eight pixels: above left, above right, below left and below
/// right, each see-through but for a mark in that corner of it.
fn sheet_of_corners() -> RgbaImage {
    RgbaImage::from_fn(32, 8, |x, y| {
        let (piece, x) = (x / 8, x % 8);
        let across = if piece % 2 == 0 { x < 3 } else { x > 4 };
        let down = if piece < 2 { y < 3 } else { y > 4 };
        if across && down { opaque(MARK) } else { Rgba([0; 4]) }
    })
}

/// A game in which land looks so. `#` is land, `+` sand, `~` sea and `=` a bridge over it;
/// `%` a tree on land, `!` a flag that nobody sees, `?` fog over land. Any step wins.
fn script(land: &str, pointer: bool) -> String {
    format!(
        r##"return {{
  layers = {{ "ground", "thing", "fog" }},
  tiles = {{
    land = {{ layer = "ground", look = {{ {land} }} }},
    sand = {{ layer = "ground", look = {{ color = "#e0d090" }} }},
    sea = {{ layer = "ground", look = {{ color = "#000040" }} }},
    bridge = {{ layer = "thing", look = {{ shape = "circle", size = 0.4 }} }},
    tree = {{ layer = "thing", look = {{ shape = "circle", size = 0.4 }} }},
    flag = {{ layer = "thing", look = {{ color = "none" }} }},
    fog = {{ layer = "fog", look = {{ edges = {{ image = "sixteen.png", outside = true }} }} }},
  }},
  legend = {{
    ["#"] = "land", ["+"] = "sand", ["~"] = "sea", ["="] = {{ "sea", "bridge" }},
    ["%"] = {{ "land", "tree" }}, ["!"] = {{ "land", "flag" }}, ["?"] = {{ "land", "fog" }},
  }},
  pointer = {pointer},
  act = function(board) board.vars.done = true end,
  won = function(board) return board.vars.done end,
}}"##
    )
}

/// A game of that script on that board, with the sheets beside it.
#[track_caller]
fn playing(script: &str, rows: &str) -> (Folder, Player) {
    let folder = Folder::with_script(script);
    let save = |name: &str, sheet: RgbaImage| sheet.save(folder.path().join(name)).unwrap();
    save("sixteen.png", sheet(4, 4));
    save("forty-seven.png", sheet(8, 6));
    save("corners.png", sheet_of_corners());
    folder.write("levels/a.xsb", &format!("{rows}\n"));
    let levels = folder.path().join("levels");
    let opened = open(&folder.scripts(), &wanted(&levels, 1));
    let player = Player::new(folder.scripts(), opened.unwrap_or_else(|error| panic!("{error}")));
    assert_eq!(player.trouble(), None);
    (folder, player)
}

/// A frame, and where the board is in it.
struct Painted {
    picture: RgbaImage,
    layout: Layout,
}

impl Painted {
    /// The pixel so many eighths of a cell to the right and below of its corner.
    fn pixel(&self, cell: Cell, (right, down): (u32, u32)) -> [u8; 3] {
        let (x, y) = self.layout.corner(cell);
        let side = self.layout.side();
        let along = |start: i32, eighths: u32| {
            let inside = (side * eighths / 8).min(side - 1 - side / 8);
            u32::try_from(start).unwrap() + inside
        };
        let [red, green, blue, _] = self.picture.get_pixel(along(x, right), along(y, down)).0;
        [red, green, blue]
    }

    fn middle(&self, cell: Cell) -> [u8; 3] {
        self.pixel(cell, (4, 4))
    }
}

fn paint(player: &mut Player) -> Painted {
    let (width, height) = SIZE;
    let mut bytes = vec![0; width as usize * height as usize * 4];
    let mut frame = Frame::new(width, height, &mut bytes).unwrap();
    player.paint(&mut frame, 100, Moment::STILL);
    let picture = RgbaImage::from_raw(width, height, bytes).unwrap();
    let layout = player.layout().unwrap();
    assert!(layout.side() > 8, "cells of {} pixels", layout.side());
    Painted { picture, layout }
}

/// Column and row.
type Place = (i64, i64);

/// A board as the characters of its cells.
struct Map(Vec<Vec<char>>);

impl Map {
    fn of(rows: &str) -> Map {
        Map(rows.lines().map(|row| row.chars().collect()).collect())
    }

    fn at(&self, (x, y): Place) -> Option<char> {
        let row = self.0.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    /// Every cell with one of these characters, with its place.
    fn cells_of(&self, letters: &str) -> Vec<(Cell, Place)> {
        let rows = (0..).zip(&self.0);
        let letter_at = rows.flat_map(|(y, row)| (0..).zip(row).map(move |(x, is)| ((x, y), *is)));
        let cells = (0..).map(Cell).zip(letter_at);
        let wanted = cells.filter(|(_, (_, is))| letters.contains(*is));
        wanted.map(|(cell, (place, _))| (cell, place)).collect()
    }
}

/// What counts as the same as land, and whether corners count.
#[derive(Clone, Copy)]
struct Counts {
    same: &'static str,
    outside: bool,
    corners: bool,
}

const SIDES: Counts = Counts { same: "#", outside: false, corners: false };
const ALL_AROUND: Counts = Counts { corners: true, ..SIDES };

impl Counts {
    fn mask(&self, map: &Map, (x, y): Place) -> u8 {
        let same = |right: i64, down: i64| match map.at((x + right, y + down)) {
            Some(letter) => self.same.contains(letter),
            None => self.outside,
        };
        mask(same, self.corners)
    }

    /// The masks that there are, smallest first.
    fn masks(&self) -> Vec<u8> {
        let masks =
            (0..=255).map(|held| mask(|right, down| is_held(held, right, down), self.corners));
        masks.collect::<BTreeSet<u8>>().into_iter().collect()
    }
}

/// The mask of a cell by which of its neighbours, so far to the right and below, are the
/// same.
fn mask(same: impl Fn(i64, i64) -> bool, corners: bool) -> u8 {
    let (above, left, right, below) = (same(0, -1), same(-1, 0), same(1, 0), same(0, 1));
    let sides = u8::from(above) + 2 * u8::from(left) + 4 * u8::from(right) + 8 * u8::from(below);
    let corner = |between: bool, x: i64, y: i64| u8::from(corners && between && same(x, y));
    let upper = 16 * corner(above && left, -1, -1) + 32 * corner(above && right, 1, -1);
    let lower = 64 * corner(below && left, -1, 1) + 128 * corner(below && right, 1, 1);
    sides + upper + lower
}

/// Whether a neighbour is among those that a number of eight bits stands for, in reading
/// order.
fn is_held(held: u8, right: i64, down: i64) -> bool {
    let at = (down + 1) * 3 + right + 1;
    held >> (at - i64::from(at > 4)) & 1 == 1
}

/// A board of sea with land where it is wanted.
fn board(width: i64, height: i64, is_land: impl Fn(i64, i64) -> bool) -> String {
    let letter = |x: i64, y: i64| if is_land(x, y) { '#' } else { '~' };
    let row = |y: i64| (0..width).map(|x| letter(x, y)).collect::<String>();
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

/// All 256 arrangements of land around a cell of land, 16 in a row with sea between them.
fn every_arrangement() -> String {
    board(64, 64, |x, y| {
        let held = u8::try_from(x / 4 + y / 4 * 16).unwrap();
        match (x % 4, y % 4) {
            (3, _) | (_, 3) => false,
            (1, 1) => true,
            (column, row) => is_held(held, column - 1, row - 1),
        }
    })
}

/// Compares the piece that is seen in the middle of each cell of land with the one for its
/// mask. Returns the masks that there were.
#[track_caller]
fn shown(land: &str, rows: &str, counts: Counts) -> Vec<u8> {
    let (_folder, mut player) = playing(&script(land, false), rows);
    let (map, painted, masks) = (Map::of(rows), paint(&mut player), counts.masks());
    let mut seen = BTreeSet::new();
    for (cell, place) in map.cells_of("#") {
        let mask = counts.mask(&map, place);
        let piece = masks.iter().position(|&known| known == mask);
        let is = piece_of(painted.middle(cell));
        assert_eq!(Some(is), piece, "{land}: mask {mask} at {place:?} of\n{rows}");
        seen.insert(mask);
    }
    seen.into_iter().collect()
}

#[test]
fn there_are_16_masks_without_corners_and_47_with_them() {
    assert_eq!(SIDES.masks(), (0..16).collect::<Vec<u8>>());
    let masks = ALL_AROUND.masks();
    assert_eq!(masks.len(), 47);
    // Worked out by hand: those without a corner, the first with one, and the last.
    assert_eq!(masks[..16], SIDES.masks());
    assert_eq!(masks[16..20], [19, 23, 27, 31]);
    assert_eq!(masks[45..], [239, 255]);
}

#[test]
fn sixteen_pictures_are_chosen_by_the_four_neighbours() {
    assert_eq!(shown(SIXTEEN, &every_arrangement(), SIDES), SIDES.masks());
    let four = "edges = { image = 'sixteen.png', neighbours = 4 }";
    assert_eq!(shown(four, &every_arrangement(), SIDES), SIDES.masks());
}

#[test]
fn forty_seven_pictures_are_chosen_by_the_corners_as_well() {
    assert_eq!(shown(FORTY_SEVEN, &every_arrangement(), ALL_AROUND), ALL_AROUND.masks());
}

#[test]
fn off_the_board_is_nothing_of_the_same_unless_it_is_said_to_be() {
    assert_eq!(shown(SIXTEEN, "###\n###\n###", SIDES), [3, 5, 7, 10, 11, 12, 13, 14, 15]);
    for rows in ["###\n###\n###", "#~##\n####\n##~#", "~#~\n###\n~#~", "#~\n~#\n#~"] {
        for (sheet, neighbours) in [("sixteen.png", 4), ("forty-seven.png", 8)] {
            for outside in [false, true] {
                let counts = Counts { outside, corners: neighbours == 8, ..SIDES };
                let edges = format!("image = '{sheet}', neighbours = {neighbours}");
                shown(&format!("edges = {{ {edges}, outside = {outside} }}"), rows, counts);
            }
        }
    }
    let land = "edges = { image = 'sixteen.png', outside = true }";
    let counts = Counts { outside: true, ..SIDES };
    assert_eq!(shown(land, "###\n###\n###", counts), [15]);
}

#[test]
fn what_is_said_to_be_alike_counts_as_the_same() {
    let rows = "##+~=#+#\n+##=##~#\n=#+##+##\n##~#+##=\n~+##=#+#";
    let mut masks = BTreeSet::new();
    for (like, same) in [
        ("'land'", "#"),
        ("{ 'land', 'sand' }", "#+"),
        ("{ 'land', 'bridge' }", "#="),
        ("{ 'land', 'sand', 'bridge' }", "#+="),
        // Land itself need not be among them, and a layer is no matter.
        ("'sand'", "+"),
        ("{ 'bridge' }", "="),
    ] {
        let land = format!("edges = {{ image = 'sixteen.png', like = {like} }}");
        masks.insert(shown(&land, rows, Counts { same, ..SIDES }));
        let land = "edges = { image = 'forty-seven.png', neighbours = 8, like = ";
        shown(&format!("{land} {like} }}"), rows, Counts { same, ..ALL_AROUND });
    }
    assert_eq!(masks.len(), 6, "each sees other neighbours: {masks:?}");
}

/// Looks as a script draws them, each of the colour of its place.
fn drawn(masks: &[u8]) -> String {
    let look = |(place, mask): (usize, &u8)| {
        let [red, green, blue] = color(place);
        format!("[{mask}] = {{ color = '#{red:02x}{green:02x}{blue:02x}', size = 0.5 }}")
    };
    masks.iter().enumerate().map(look).collect::<Vec<_>>().join(", ")
}

#[test]
fn looks_that_a_script_draws_are_chosen_by_their_masks() {
    for (counts, neighbours) in [(SIDES, 4), (ALL_AROUND, 8)] {
        let looks = drawn(&counts.masks());
        let land = format!("edges = {{ neighbours = {neighbours}, looks = {{ {looks} }} }}");
        assert_eq!(shown(&land, &every_arrangement(), counts), counts.masks());
    }
}

#[test]
fn the_look_of_a_mask_is_drawn_over_the_tiles_own_parts() {
    let looks = drawn(&SIDES.masks());
    let land = format!("color = '#203040', edges = {{ looks = {{ {looks} }} }}");
    let rows = "#~#\n###\n~#~";
    shown(&land, rows, SIDES);
    let (_folder, mut player) = playing(&script(&land, false), rows);
    let painted = paint(&mut player);
    for (cell, place) in Map::of(rows).cells_of("#") {
        assert!(is_near(painted.pixel(cell, (1, 1)), SLATE), "around the shape at {place:?}");
    }
}

/// The corners between two sides: those sides as bits of a mask, the bit of the corner, and
/// where it is in the cell, in eighths.
const BETWEEN: [(u8, u8, (u32, u32)); 4] =
    [(1 + 2, 16, (1, 1)), (1 + 4, 32, (8, 1)), (8 + 2, 64, (1, 8)), (8 + 4, 128, (8, 8))];

#[test]
fn corners_are_drawn_over_sixteen_pictures_where_one_is_missing_between_two_sides() {
    let rows = every_arrangement();
    shown(CORNERS, &rows, SIDES);
    let (_folder, mut player) = playing(&script(CORNERS, false), &rows);
    let (map, painted) = (Map::of(&rows), paint(&mut player));
    let mut marks = BTreeSet::new();
    for (cell, place) in map.cells_of("#") {
        let mask = ALL_AROUND.mask(&map, place);
        let mut drawn = 0;
        for (sides, corner, at) in BETWEEN {
            let is_missing = mask & sides == sides && mask & corner == 0;
            let expected = if is_missing { MARK } else { color(usize::from(mask & 15)) };
            let seen = painted.pixel(cell, at);
            assert!(is_near(seen, expected), "{seen:?} at {at:?}: mask {mask} at {place:?}");
            drawn |= if is_missing { corner } else { 0 };
        }
        marks.insert(drawn);
    }
    assert_eq!(marks.len(), 16, "every choice of corners was drawn");
}

#[test]
fn looks_on_another_tile_and_of_a_won_level_go_before_edges() {
    let land = format!("{SIXTEEN}, on = {{ flag = {{ color = '#ff0000' }} }}");
    let land = format!("{land}, won = {{ color = '#0000ff' }}");
    let rows = "##!#\n#!~#\n###~";
    let (_folder, mut player) = playing(&script(&land, false), rows);
    let (map, painted) = (Map::of(rows), paint(&mut player));
    // Land under a flag is land to its neighbours.
    let counts = Counts { same: "#!", ..SIDES };
    for (cell, place) in map.cells_of("#") {
        let mask = counts.mask(&map, place);
        assert_eq!(piece_of(painted.middle(cell)), usize::from(mask), "{place:?}");
    }
    for (cell, place) in map.cells_of("!") {
        assert!(is_near(painted.middle(cell), RED), "{place:?}");
    }
    assert!(player.command(&Command::Play(Action::Move(Direction::Left))));
    let painted = paint(&mut player);
    for (cell, place) in map.cells_of("#!") {
        assert!(is_near(painted.middle(cell), BLUE), "{place:?}, once it is won");
    }
}

const SCENE: &str = "?##~\n#%?#\n~=#+";

/// What is told of the cell in a column and row, both from 1.
fn told(player: &mut Player, (column, row): (u32, u32)) -> String {
    let layout = paint(player).layout;
    let (x, y) = layout.corner(Cell((row - 1) * 4 + column - 1));
    let half = i32::try_from(layout.side() / 2).unwrap();
    player.point(Some((x + half, y + half)));
    paint(player);
    player.pointed().to_owned()
}

#[test]
fn the_cell_under_the_mouse_is_told_from_the_top_down_as_far_as_it_is_seen() {
    let (_folder, mut player) = playing(&script(SIXTEEN, true), SCENE);
    assert_eq!(told(&mut player, (2, 1)), "2, 1: land (mask 14)");
    assert_eq!(told(&mut player, (4, 1)), "4, 1: sea");
    assert_eq!(told(&mut player, (2, 2)), "2, 2: tree, land (mask 7)");
    assert_eq!(told(&mut player, (2, 3)), "2, 3: bridge, sea");
    assert_eq!(told(&mut player, (4, 3)), "4, 3: sand");
    // Fog hides what is below it, and goes on beyond the edge of the board.
    assert_eq!(told(&mut player, (3, 2)), "3, 2: fog (mask 0)");
    assert_eq!(told(&mut player, (1, 1)), "1, 1: fog (mask 3)");
}

#[test]
fn the_mask_that_is_told_has_the_corners_that_choose_a_picture() {
    let (_folder, mut player) = playing(&script(FORTY_SEVEN, true), SCENE);
    // All three above, and both beside it.
    assert_eq!(told(&mut player, (2, 2)), "2, 2: tree, land (mask 55)");
    assert_eq!(told(&mut player, (3, 1)), "3, 1: land (mask 74)");
    // Corners that are only drawn over a picture are no part of it.
    let (_folder, mut player) = playing(&script(CORNERS, true), SCENE);
    assert_eq!(told(&mut player, (2, 2)), "2, 2: tree, land (mask 7)");
    assert_eq!(told(&mut player, (3, 1)), "3, 1: land (mask 10)");
}

#[test]
fn nothing_is_told_beside_the_board_or_once_the_mouse_has_left() {
    let (_folder, mut player) = playing(&script(SIXTEEN, true), SCENE);
    let plain = paint(&mut player).picture;
    assert_ne!(told(&mut player, (4, 1)), "");
    assert!(paint(&mut player).picture != plain, "the cell is marked");
    for pointer in [Some((1, 1)), None] {
        player.point(pointer);
        assert!(paint(&mut player).picture == plain, "{pointer:?}");
        assert_eq!(player.pointed(), "", "{pointer:?}");
    }
}

#[test]
fn only_another_cell_under_the_mouse_is_news() {
    let (_folder, mut player) = playing(&script(SIXTEEN, true), SCENE);
    let layout = paint(&mut player).layout;
    let (x, y) = layout.corner(Cell(0));
    let side = i32::try_from(layout.side()).unwrap();
    assert!(player.point(Some((x, y))));
    assert!(!player.point(Some((x + side - 1, y + side - 1))), "the same cell");
    assert!(player.point(Some((x + side, y))));
    assert!(player.point(None));
    assert!(!player.point(Some((1, 1))), "no cell as before");
}

#[test]
fn a_game_that_does_not_ask_for_it_is_told_nothing_of_the_mouse() {
    let (_folder, mut player) = playing(&script(SIXTEEN, false), SCENE);
    let plain = paint(&mut player).picture;
    assert_eq!(told(&mut player, (2, 1)), "");
    assert!(paint(&mut player).picture == plain, "and nothing is marked");
    let (x, y) = paint(&mut player).layout.corner(Cell(0));
    assert!(!player.point(Some((x, y))));
}

/// A script with that look of land in line 8; land itself begins in line 5.
fn wrong_script(look: &str) -> String {
    format!(
        r##"return {{
  layers = {{ "ground", "thing" }},
  tiles = {{
    flag = {{ layer = "thing" }},
    land = {{
      layer = "ground",
      look = {{
        {look}
      }},
    }},
  }},
  act = function() end,
}}"##
    )
}

/// What is said of a script with that look: the line, the message, and the source line.
#[track_caller]
fn refused(look: &str) -> String {
    let folder = Folder::with_script(&wrong_script(look));
    let error = folder.scripts().load().err().unwrap_or_else(|| panic!("this was read: {look}"));
    let path = folder.path().join("game.lua").display().to_string().replace('\\', "/");
    error.to_string().replace(&path, "game.lua")
}

#[test]
fn edges_that_cannot_be_are_refused_where_they_are() {
    let either = "edges: expected either image (a sheet) or looks";
    let corners = "edges: corners are drawn over an image of 16 pieces";
    let all_but_seven = "{ [0] = {}, {}, {}, {}, {}, {}, {}, [8] = {}, [9] = {} }";
    let all_but_seven = format!("edges = {{ looks = {all_but_seven} }}");
    let within = |place: &str| {
        format!(
            "{place}: a look within \"on\", \"won\", \"edges\" or \"facing\" has no \"edges\" itself"
        )
    };
    let (on, won, mask) = (within("on flag"), within("won"), within("edges: looks[0]"));
    let others = "{}, ".repeat(15);
    let nested = format!("edges = {{ looks = {{ [0] = {{ edges = {{}} }}, {others} }} }}");
    for (look, expected) in [
        ("edges = 7", "edges: expected a table with image or looks"),
        ("edges = { image = 'a.png', neighbours = 5 }", "edges: neighbours is 5; expected 4 or 8"),
        ("edges = { image = 'a.png', looks = { [0] = {} } }", either),
        ("edges = {}", either),
        ("edges = { like = 'land' }", either),
        (all_but_seven.as_str(), "edges: looks[7] is missing; expected a look"),
        ("edges = { neighbours = 8, looks = {} }", "edges: looks[0] is missing; expected a look"),
        ("edges = { corners = 'a.png' }", corners),
        ("edges = { corners = 'a.png', looks = {} }", corners),
        ("edges = { image = 'a.png', corners = 'b.png', neighbours = 8 }", corners),
        ("on = { flag = { edges = { image = 'a.png' } } }", on.as_str()),
        ("won = { edges = { image = 'a.png' } }", won.as_str()),
        (nested.as_str(), mask.as_str()),
    ] {
        let expected = format!("game.lua:8: tile \"land\": {expected}\n  8 | {look}");
        assert_eq!(refused(look), expected, "{look}");
    }
}

#[test]
fn a_word_that_means_nothing_in_edges_is_refused_in_its_own_line() {
    let others = "{}, ".repeat(15);
    let looks = format!("edges = {{ looks = {{ [0] = {{ colour = '#fff' }}, {others} }} }},");
    for (look, expected) in [
        ("edges = { imge = 'a.png' },", "edges: unknown field `imge`; did you mean `image`?"),
        ("edges = { image = 'a.png', like = \"lnd\" },", "look: edges: like \"lnd\" is no tile"),
        (
            "edges = { image = 'a.png', like = { \"land\", \"lnd\" } },",
            "look: edges: like \"lnd\" is no tile",
        ),
        (looks.as_str(), "edges: looks[0]: look: unknown field `colour`"),
    ] {
        let message = refused(look);
        assert!(
            message.starts_with(&format!("game.lua:8: tile \"land\": {expected}")),
            "{message}"
        );
        assert!(message.ends_with(&format!("\n  8 | {look}")), "{message}");
    }
}

#[test]
fn a_sheet_that_cannot_be_read_is_told_while_the_game_goes_on() {
    let land = "edges = { image = 'sixteen.png', corners = 'nowhere.png' }";
    let folder = Folder::with_script(&script(land, false));
    sheet(4, 4).save(folder.path().join("sixteen.png")).unwrap();
    folder.write("levels/a.xsb", "##\n#~\n");
    let levels = folder.path().join("levels");
    let opened = open(&folder.scripts(), &wanted(&levels, 1)).unwrap();
    let mut player = Player::new(folder.scripts(), opened);
    let message = player.trouble().unwrap().message.clone();
    assert!(message.contains("nowhere.png"), "{message}");
    assert!(player.command(&Command::Play(Action::Move(Direction::Left))));
    sheet_of_corners().save(folder.path().join("nowhere.png")).unwrap();
    player.files_changed();
    assert_eq!(player.trouble(), None);
}
