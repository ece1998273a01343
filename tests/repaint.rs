//! A frame in which only what has changed is painted is, to the last byte, the one that is
//! painted from nothing.

#[path = "common/cases.rs"]
mod cases;
mod common;

use std::time::Duration;

use cases::cases;
use common::{Folder, stock, stock_scripts};
use proptest::prelude::*;
use tilewright::app::{Command, Player};
use tilewright::grid::Direction;
use tilewright::rules::{Action, Button};
use tilewright::view::{Frame, MOTION, Moment, Picture};

/// What a person may do between two frames.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Step(usize),
    Click(u16, u16),
    Point(u16, u16),
    Do(usize),
    Drag(i8, i8),
    Resize(usize),
    /// Nothing but that time goes by.
    Wait,
}

const COMMANDS: [Command; 14] = [
    Command::Undo,
    Command::Undo,
    Command::Redo,
    Command::Restart,
    Command::New,
    Command::NextLevel,
    Command::Marks,
    Command::Isometric,
    Command::NextSkin,
    Command::Zoom(1),
    Command::Zoom(-1),
    Command::Scroll(Direction::Right),
    Command::WholeBoard,
    Command::Workbench,
];

const SIZES: [(u32, u32); 3] = [(320, 240), (200, 260), (333, 181)];

/// The games, each with levels of its own where it has some: on squares and on hexagons, with
/// pieces that turn, with steps of a turn, under fog, with numbers.
const GAMES: [(&str, &str, usize); 8] = [
    ("sokoban", "sokoban", 2),
    ("sokoban", "sokoban/3-honeycomb.hsb", 1),
    ("sokoban", "sokoban", 13),
    ("carts", "carts", 2),
    ("robots", "robots", 1),
    ("tumble", "tumble", 1),
    ("islands", "islands", 1),
    ("fifteen", "fifteen", 1),
];

fn player((game, levels, number): (&str, &str, usize)) -> Player {
    let levels = stock_scripts().with_file_name("levels").join(levels);
    let wanted = common::wanted(&levels, number);
    let wanted = tilewright::app::Wanted { own: !levels.exists(), ..wanted };
    let opened = tilewright::app::open(&stock(game), &wanted).unwrap();
    Player::new(stock(game), opened)
}

impl Deed {
    fn on(self, player: &mut Player, size: &mut (u32, u32)) {
        let within = |at: u16, length: u32| f64::from(at) / 65536.0 * f64::from(length);
        let place = |x: u16, y: u16| (within(x, size.0), within(y, size.1));
        match self {
            Deed::Step(way) => {
                let hex = player.session().board().topology().is_hex();
                let ways: &[Direction] = match hex {
                    true => tilewright::grid::Tiling::HexOdd.directions(),
                    false => tilewright::grid::Tiling::Square.directions(),
                };
                player.command(&Command::Play(Action::Move(ways[way % ways.len()])));
            }
            Deed::Click(x, y) => {
                let (x, y) = place(x, y);
                player.click(x, y, Button::Left);
            }
            Deed::Point(x, y) => {
                let (x, y) = place(x, y);
                player.point(Some((x as i32, y as i32)));
            }
            Deed::Do(at) => drop(player.command(&COMMANDS[at % COMMANDS.len()])),
            Deed::Drag(x, y) => player.drag((f64::from(x), f64::from(y))),
            Deed::Resize(at) => *size = SIZES[at % SIZES.len()],
            Deed::Wait => drop(player.go_on()),
        }
    }
}

/// A player, and the buffer that its frames are painted into.
struct Seen {
    player: Player,
    size: (u32, u32),
    bytes: Vec<u8>,
    held: Option<Picture>,
}

impl Seen {
    fn new(player: Player) -> Seen {
        Seen { player, size: SIZES[0], bytes: Vec::new(), held: None }
    }

    /// Paints a frame over the last one, or from nothing.
    fn paint(&mut self, moment: Moment, from_nothing: bool) {
        let (width, height) = self.size;
        if from_nothing {
            self.bytes.fill(0x5a);
            (self.held, _) = (None, self.player.forget_painted());
        }
        self.bytes.resize(width as usize * height as usize * 4, 0x5a);
        let frame = Frame::new(width, height, &mut self.bytes).unwrap();
        let mut frame = frame.holding(self.held);
        self.player.paint(&mut frame, 100, moment);
        self.held = frame.held();
    }
}

fn deeds() -> impl Strategy<Value = Vec<(Deed, u32)>> {
    let deed = prop_oneof![
        8 => any::<usize>().prop_map(Deed::Step),
        2 => any::<(u16, u16)>().prop_map(|(x, y)| Deed::Click(x, y)),
        2 => any::<(u16, u16)>().prop_map(|(x, y)| Deed::Point(x, y)),
        3 => any::<usize>().prop_map(Deed::Do),
        1 => any::<(i8, i8)>().prop_map(|(x, y)| Deed::Drag(x, y)),
        1 => any::<usize>().prop_map(Deed::Resize),
        3 => Just(Deed::Wait),
    ];
    // Mostly the next frame comes while things are on their way.
    proptest::collection::vec((deed, 0..300u32), 1..40)
}

/// Does the same with two players, of whom one always paints from nothing.
fn compare(game: (&str, &str, usize), deeds: &[(Deed, u32)]) -> Result<(), TestCaseError> {
    let [mut partly, mut wholly] = [Seen::new(player(game)), Seen::new(player(game))];
    let mut since_start = Duration::ZERO;
    for (deed, wait) in deeds {
        since_start += Duration::from_millis(u64::from(*wait));
        let moment = Moment {
            since_step: Duration::from_millis(u64::from(*wait)),
            motion: MOTION,
            since_start,
        };
        for seen in [&mut partly, &mut wholly] {
            seen.player.tell_time(since_start);
            deed.on(&mut seen.player, &mut seen.size);
        }
        partly.paint(moment, false);
        wholly.paint(moment, true);
        let differs = (0..partly.bytes.len()).find(|at| partly.bytes[*at] != wholly.bytes[*at]);
        if let Some(at) = differs {
            let (x, y) = (at / 4 % partly.size.0 as usize, at / 4 / partly.size.0 as usize);
            return Err(TestCaseError::fail(format!("{game:?}: pixel {x}, {y} after {deed:?}")));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn a_frame_is_the_same_whatever_was_painted_before(
        game in 0..GAMES.len(),
        deeds in deeds(),
    ) {
        compare(GAMES[game], &deeds)?;
    }
}

#[test]
fn a_buffer_that_holds_another_picture_is_painted_from_nothing() {
    let mut seen = Seen::new(player(GAMES[0]));
    seen.paint(Moment::STILL, false);
    let (first, held) = (seen.bytes.clone(), seen.held);
    let step = |seen: &mut Seen, way| {
        assert!(seen.player.command(&Command::Play(Action::Move(way))), "the player moves");
        seen.paint(Moment::STILL, false);
        seen.bytes.clone()
    };
    let second = step(&mut seen, Direction::Down);
    let third = step(&mut seen, Direction::Down);
    assert!(first != second && second != third);
    // The first buffer is painted into again: the painter has forgotten what it holds.
    (seen.bytes, seen.held) = (first, held);
    seen.player.command(&Command::Undo);
    seen.paint(Moment::STILL, false);
    assert!(seen.bytes == second);
}

/// A game on one row, whose player looks another way at the end of it.
const ROW: &str = r##"return {
  title = "Row",
  layers = { "ground", "piece" },
  tiles = {
    floor = { layer = "ground", look = { color = "#203040", won = { color = "#40a060" } } },
    player = { look = { shape = "circle" } },
  },
  legend = { ["."] = "floor", ["@"] = { "floor", "player" } },
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if there then board:move(here, there, "player") end
  end,
  won = function(board) return board:find("player") == board.size end,
}"##;

#[test]
fn a_level_that_is_solved_is_painted_as_solved_and_one_that_is_not_as_before() {
    let folder = Folder::with_script(ROW);
    folder.write("levels/a.txt", "@...\n");
    let levels = folder.path().join("levels");
    let opened = tilewright::app::open(&folder.scripts(), &common::wanted(&levels, 1)).unwrap();
    let mut seen = Seen::new(Player::new(folder.scripts(), opened));
    for keys in [Direction::Right; 3].map(Some).into_iter().chain([None]) {
        match keys {
            Some(way) => seen.player.command(&Command::Play(Action::Move(way))),
            None => seen.player.command(&Command::Undo),
        };
        let is_at_the_end = seen.player.session().journal().done() == 3;
        assert_eq!(seen.player.session().is_won(), is_at_the_end);
        seen.paint(Moment::STILL, false);
        let partly = seen.bytes.clone();
        seen.paint(Moment::STILL, true);
        assert!(seen.bytes == partly);
        seen.paint(Moment::STILL, false);
    }
    assert!(!seen.player.session().is_won());
}

#[test]
fn other_looks_and_what_is_wrong_are_painted_over_what_was_there() {
    let script = std::fs::read_to_string(stock_scripts().join("sokoban.lua")).unwrap();
    let folder = Folder::with_script(&script);
    let levels = stock_scripts().with_file_name("levels/sokoban");
    let open = || {
        let opened = tilewright::app::open(&folder.scripts(), &common::wanted(&levels, 1)).unwrap();
        Seen::new(Player::new(folder.scripts(), opened))
    };
    let [mut partly, mut wholly] = [open(), open()];
    let broken = script.replacen("return {", "return {{", 1);
    let told = script.replace("\"Moves \"", "\"Steps \"");
    let red = told.replace("#3b3f4a", "#7b3f4a");
    assert!(told != script && red != told);
    let saves = [&script, &broken, &told, &red];
    for save in saves {
        folder.write("game.lua", save);
        for (seen, from_nothing) in [(&mut partly, false), (&mut wholly, true)] {
            seen.player.files_changed();
            seen.paint(Moment::STILL, from_nothing);
        }
        let trouble = partly.player.trouble();
        assert_eq!(trouble.is_some(), *save == broken, "{trouble:?}");
        assert!(partly.bytes == wholly.bytes);
    }
    let mut fresh = open();
    fresh.paint(Moment::STILL, true);
    assert!(partly.bytes == fresh.bytes, "no sprite is left of the looks before");
}
