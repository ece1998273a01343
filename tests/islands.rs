//! The stock Islands: its maps against a plain reference, the walk in the fog, the
//! castle, and what is said when no map comes of the parameters.

mod common;
#[path = "common/island.rs"]
mod island;

use std::collections::{HashSet, VecDeque};

use common::{everything, stock};
use island::{Island, Kind, Params, generate, mask};
use tilewright::grid::{self, Board, Cell, Direction, LayerId, Neighbours, Random, Value};
use tilewright::level::Level;
use tilewright::rules::{Action, Game, Setting, Settings};
use tilewright::session::{PlayedLevel, Refusal, Session};

/// Columns and rows.
type Size = (u32, u32);

const USUAL: Size = (20, 20);

/// The parameters by the names that the script gives them.
fn named(params: &Params, (width, height): Size) -> Vec<(&'static str, Setting)> {
    let numbers = [
        ("width", f64::from(width)),
        ("height", f64::from(height)),
        ("erode", params.erode),
        ("erode_rounds", f64::from(params.erode_rounds)),
        ("lake", params.lake),
        ("tree", params.tree),
        ("hill", params.hill),
        ("mountain", params.mountain),
        ("town", params.town),
        ("monster", params.monster),
        ("sight", f64::from(params.sight)),
    ];
    let truths = [("fog", params.fog), ("reachable", params.reachable)];
    let numbers = numbers.into_iter().map(|(name, number)| (name, Setting::Number(number)));
    numbers.chain(truths.into_iter().map(|(name, truth)| (name, Setting::YesNo(truth)))).collect()
}

fn loaded() -> Game {
    stock("islands").load().unwrap_or_else(|error| panic!("{error}"))
}

fn settings(game: &Game, params: &Params, size: Size) -> Settings {
    let mut settings = game.settings().clone();
    for (name, setting) in named(params, size) {
        let known = settings.insert(name.to_owned(), setting).is_some();
        assert!(known, "the script has no parameter {name}");
    }
    settings
}

/// A game on a map that the script makes, if it makes one of these parameters.
fn attempt(params: &Params, size: Size, seed: u64) -> Result<Session, Refusal> {
    let mut game = loaded();
    let settings = settings(&game, params, size);
    game.declare(settings, None).unwrap();
    let level = PlayedLevel { level: Level::default().into(), number: 1 };
    Session::begin(game, level, seed).map_err(|(_, refusal)| refusal)
}

/// The same, where it must make one.
fn made(params: &Params, size: Size, seed: u64) -> Session {
    attempt(params, size, seed).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}"))
}

/// Parameters other than the defaults, each set with something that it makes frequent:
/// towns on the smallest maps, lakes, castles out of reach, tries that fail.
fn other_parameters() -> [Params; 5] {
    let usual = Params::default();
    [
        Params { erode: 0.0, town: 0.6, ..usual },
        Params { erode: 0.3, tree: 0.1, hill: 0.1, town: 0.7, ..usual },
        Params { lake: 0.3, ..usual },
        Params { lake: 0.45, town: 0.3, reachable: false, ..usual },
        Params { erode: 0.9, erode_rounds: 3, lake: 0.4, town: 0.5, ..usual },
    ]
}

/// A size from 4x4 to 64x64; 1,000 seeds have each width and each height.
fn size_of(seed: u64) -> Size {
    let side = |number: u64| 4 + u32::try_from(number % 61).unwrap();
    (side(seed), side(seed * 13 + seed / 61 * 7))
}

/// What each cell holds in the layer of that name.
fn layer<'a>(board: &'a Board, name: &str) -> Vec<&'a str> {
    let names = board.names();
    let mut layers = (0..=u8::MAX).map(LayerId).take(names.layer_count());
    let layer = layers.find(|&layer| names.layer_name(layer) == name);
    let layer = layer.unwrap_or_else(|| panic!("there is no layer {name}"));
    board.layer(layer).iter().map(|&tile| names.tile_name(tile)).collect()
}

fn has(session: &Session, cell: Cell, name: &str) -> bool {
    session.board().has(cell, session.game().tile(name).unwrap())
}

fn count(session: &Session, name: &str) -> usize {
    session.board().count(session.game().tile(name).unwrap()) as usize
}

fn find(session: &Session, name: &str) -> Cell {
    session.board().find(session.game().tile(name).unwrap()).unwrap()
}

/// The neighbour that way, if it is there and holds that tile.
fn beside(session: &Session, cell: Cell, direction: Direction, name: &str) -> bool {
    let next = session.board().topology().step(cell, direction);
    next.is_some_and(|next| has(session, next, name))
}

/// The steps of a shortest way over land from the player to a cell that is wanted, and
/// not through the castle, where the game would end.
fn way(session: &Session, wanted: impl Fn(Cell) -> bool) -> Option<Vec<Direction>> {
    let topology = session.board().topology();
    let here = find(session, "player");
    let mut seen = HashSet::from([here]);
    let mut ways = VecDeque::from([(here, Vec::new())]);
    while let Some((cell, way)) = ways.pop_front() {
        if wanted(cell) {
            return Some(way);
        }
        let goes_on = !has(session, cell, "castle");
        for direction in Direction::ALL.into_iter().filter(|_| goes_on) {
            let next = topology.step(cell, direction).filter(|&next| !has(session, next, "sea"));
            if let Some(next) = next.filter(|&next| seen.insert(next)) {
                ways.push_back((next, [way.as_slice(), &[direction]].concat()));
            }
        }
    }
    None
}

fn way_to_castle(session: &Session) -> Option<Vec<Direction>> {
    let castle = find(session, "castle");
    way(session, |cell| cell == castle)
}

/// Steps that way. Returns whether that changed anything.
fn step(session: &mut Session, direction: Direction) -> bool {
    session.play(&Action::Move(direction)).unwrap_or_else(|error| panic!("{error}"))
}

fn thing(kind: Kind) -> &'static str {
    match kind {
        Kind::Sea | Kind::Plain => "",
        Kind::Tree => "tree",
        Kind::Hill => "hill",
        Kind::Mountain => "mountain",
        Kind::Town => "town",
        Kind::Castle => "castle",
        Kind::Monster => "monster",
    }
}

/// Compares one layer, and tells of a difference no more than the first cell.
#[track_caller]
fn same_layer(board: &Board, name: &str, expected: impl Fn(usize) -> &'static str) {
    let tiles = layer(board, name);
    let differs = (0..tiles.len()).find(|&at| tiles[at] != expected(at));
    let told = differs.map(|at| (at, tiles[at], expected(at)));
    assert_eq!(told, None, "cell, is, should be in {name}, seed {}", board.seed());
}

/// Compares the masks that the engine makes of the board with those of the reference.
#[track_caller]
fn same_masks(board: &Board, island: &Island) {
    let (topology, ground) = (board.topology(), layer(board, "ground"));
    let is_land = |cell: Cell| ground[cell.index()] == "land";
    for cell in topology.cells() {
        let place = (cell.index() % island.width, cell.index() / island.width);
        let is = grid::mask(topology, cell, Neighbours::Four, false, is_land);
        let expected = mask(&island.ground, island.width, place);
        assert_eq!(is, expected, "the mask of {cell:?}, seed {}", board.seed());
    }
}

/// Compares a board before its first step with the reference, to the generator.
#[track_caller]
fn agrees(board: &Board, island: &Island) {
    let (width, height) = (board.topology().width(), board.topology().height());
    assert_eq!((width as usize, height as usize), (island.width, island.height));
    let only = |is: bool, name: &'static str| if is { name } else { "" };
    same_layer(board, "ground", |at| if island.ground[at] { "land" } else { "sea" });
    same_layer(board, "thing", |at| thing(island.kind[at]));
    same_layer(board, "player", |at| only(at == island.start, "player"));
    same_layer(board, "fog", |at| only(island.fog[at], "fog"));
    same_masks(board, island);
    assert_eq!(board.random(), island.random, "the generator, seed {}", board.seed());
}

/// Whether the script has refused to make a map, and not merely failed to.
fn is_on_purpose(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Made(error) if error.deliberate)
}

/// Compares what the script and the reference make of a seed, and returns it. Where the
/// reference finds no map the script must refuse.
fn compare(params: &Params, seed: u64) -> Option<(Session, Island)> {
    let size = size_of(seed);
    let island = generate(params, size.0, size.1, seed);
    match (attempt(params, size, seed), island) {
        (Ok(session), Some(island)) => {
            agrees(session.board(), &island);
            return Some((session, island));
        }
        (Err(refusal), None) => assert!(is_on_purpose(&refusal), "seed {seed}: {refusal}"),
        (Err(refusal), Some(_)) => panic!("seed {seed} of {params:?}: {refusal}"),
        (Ok(_), None) => panic!("seed {seed} of {params:?}: this should be refused"),
    }
    None
}

#[test]
fn the_masks_of_the_reference_are_those_of_the_page() {
    let masks = |ground: &[bool], width: usize| -> Vec<u8> {
        (0..ground.len()).map(|at| mask(ground, width, (at % width, at / width))).collect()
    };
    assert_eq!(masks(&[true; 9], 3), [12, 14, 10, 13, 15, 11, 5, 7, 3]);
    assert_eq!(masks(&[true; 3], 1), [8, 9, 1]);
    assert_eq!(masks(&[true; 3], 3), [4, 6, 2]);
    // The end of a row and the beginning of the next are no neighbours.
    assert_eq!(masks(&[false, true, true, false], 2), [12, 0, 0, 3]);
}

#[test]
fn a_thousand_seeds_have_every_width_and_every_height() {
    let sizes = || (0..1000).map(size_of);
    let every: HashSet<u32> = (4..=64).collect();
    assert_eq!(sizes().map(|(width, _)| width).collect::<HashSet<_>>(), every);
    assert_eq!(sizes().map(|(_, height)| height).collect::<HashSet<_>>(), every);
}

#[test]
fn a_thousand_seeds_over_all_sizes_agree_with_the_reference() {
    let params = Params::default();
    let made = (0..1000).filter(|&seed| compare(&params, seed).is_some()).count();
    // The others are too small for two towns.
    assert!((900..1000).contains(&made), "{made}");
}

#[test]
fn so_do_a_thousand_under_other_parameters() {
    let sets = other_parameters();
    let (mut made, mut again, mut out_of_reach) = (0, 0, 0);
    for (seed, params) in (0..1000).zip(sets.iter().cycle()) {
        let Some((session, island)) = compare(params, seed) else { continue };
        made += 1;
        again += u32::from(island.tries > 1);
        if !params.reachable && way_to_castle(&session).is_none() {
            out_of_reach += 1;
        }
    }
    assert!(made >= 900, "{made} maps");
    assert!(again >= 40, "only {again} maps were not the first try");
    assert!(out_of_reach >= 80, "only {out_of_reach} castles could not be reached");
}

/// The map as a person would draw it, `S` for the start.
fn drawn(session: &Session) -> String {
    let board = session.board();
    let (ground, things) = (layer(board, "ground"), layer(board, "thing"));
    let letter = |at: usize| match (ground[at], things[at]) {
        _ if has(session, Cell(at as u32), "player") => 'S',
        ("sea", "") => '~',
        ("land", "") => '.',
        ("land", "town") => 'o',
        ("land", "castle") => 'C',
        ("land", "monster") => 'x',
        ("land", thing) => thing.chars().next().unwrap(),
        other => panic!("{other:?}"),
    };
    let letters: Vec<char> = (0..ground.len()).map(letter).collect();
    let rows = letters.chunks(board.topology().width() as usize);
    rows.map(|row| row.iter().collect()).collect::<Vec<String>>().join("\n")
}

#[test]
fn the_island_of_a_seed_is_the_same_on_every_machine() {
    let expected = "
        ~~~.~~~~~~~~~~
        ~~.m..~......~
        ~..t.......h.~
        ~..tt....t...~
        ~...xh....ho..
        ~.tmttx.ht...~
        ~..S..hmhhm.~~
        .ot.txxthmh.~~
        ~..t.hh.Ct....
        ..t..h..t.t.~~
        ~..~..~....~~.
        .~~~~~~~..~~~.";
    assert_eq!(drawn(&made(&Params::default(), (14, 12), 7)), common::plain(expected));
}

#[test]
fn the_parameters_are_those_of_the_page() {
    let game = loaded();
    for (name, default) in named(&Params::default(), USUAL) {
        assert_eq!(game.settings().get(name), Some(&default), "{name}");
    }
    let allowed = |name: &str| game.declared().param(name).unwrap().expected();
    for side in ["width", "height"] {
        assert_eq!(allowed(side), "a whole number from 4 to 4096", "{side}");
    }
    assert_eq!(allowed("erode"), "a number from 0 to 0.9");
    assert_eq!(allowed("erode_rounds"), "a whole number from 0 to 10");
    assert_eq!(allowed("sight"), "a whole number from 0 to 20");
    for share in ["lake", "tree", "hill", "mountain", "town", "monster"] {
        assert_eq!(allowed(share), "a number from 0 to 1", "{share}");
    }
}

/// Looks for the player, the castle and a way between them. Returns how many tries it
/// took to make a map that has one.
fn has_a_way(params: &Params, seed: u64) -> u32 {
    let session = made(params, (24, 24), seed);
    assert_eq!((count(&session, "player"), count(&session, "castle")), (1, 1), "seed {seed}");
    assert!(has(&session, find(&session, "player"), "town"), "seed {seed}");
    assert!(way_to_castle(&session).is_some(), "seed {seed}");
    assert!(!session.is_solved(), "seed {seed}");
    generate(params, 24, 24, seed).unwrap().tries
}

#[test]
fn every_map_has_one_player_one_castle_and_a_way_between_them() {
    let [.., torn] = other_parameters();
    let tries: Vec<u32> = (0..60).map(|seed| has_a_way(&torn, seed)).collect();
    // Without the test for a way some of these would have none.
    assert!(tries.iter().filter(|&&tries| tries > 1).count() > 5, "{tries:?}");
    for seed in 0..20 {
        has_a_way(&Params::default(), seed);
    }
}

/// The part of so many cells, as the page says it.
fn part(cells: usize, percent: f64) -> usize {
    (cells as f64 * percent).floor() as usize
}

/// The cells that are land with land on all four sides.
fn inland(session: &Session) -> usize {
    let topology = session.board().topology();
    let is_land = |&cell: &Cell| has(session, cell, "land");
    let is_inland =
        |cell: &Cell| is_land(cell) && topology.near(*cell).filter(is_land).count() == 4;
    topology.cells().filter(is_inland).count()
}

/// After the lakes no mask changes any more, so the finished map still shows how many
/// cells each of the things could come on.
fn things_are_exact(session: &Session, params: &Params) {
    let towns = count(session, "town") + count(session, "castle");
    let mut plain = inland(session);
    for (name, percent, is) in [
        ("tree", params.tree, count(session, "tree")),
        ("hill", params.hill, count(session, "hill")),
        ("mountain", params.mountain, count(session, "mountain")),
        ("town", params.town, towns),
        ("monster", params.monster, count(session, "monster")),
    ] {
        assert_eq!(is, part(plain, percent), "{name} on {plain} cells");
        plain -= is;
    }
}

/// How many cells the sea could take is only known while it takes them.
fn sea_is_exact(session: &Session, params: &Params, island: &Island) {
    let steps = island.decorated.iter().filter(|step| step.kind == Kind::Sea);
    let rounds = std::iter::repeat_n(params.erode, params.erode_rounds as usize);
    let percents: Vec<f64> = rounds.chain([params.lake]).collect();
    assert_eq!(steps.clone().count(), percents.len());
    let taken = steps.zip(percents).map(|(step, percent)| {
        assert_eq!(step.made, part(step.candidates, percent));
        step.made
    });
    let sea: usize = taken.sum();
    assert_eq!(count(session, "sea"), sea);
    assert_eq!(count(session, "land"), island.kind.len() - sea);
}

#[test]
fn percentages_hold_to_the_cell() {
    let mut sets = other_parameters().to_vec();
    sets.push(Params::default());
    for (seed, params) in (0..60).zip(sets.iter().cycle()) {
        let session = made(params, (40, 30), seed);
        things_are_exact(&session, params);
        sea_is_exact(&session, params, &generate(params, 40, 30, seed).unwrap());
    }
}

/// Which cells are not covered.
fn open(session: &Session) -> Vec<bool> {
    layer(session.board(), "fog").iter().map(|fog| fog.is_empty()).collect()
}

/// Which cells are at most `sight` columns and rows away from the player.
fn within_sight(session: &Session, sight: u32) -> Vec<bool> {
    let topology = session.board().topology();
    let (x, y) = topology.xy(find(session, "player"));
    let is_near = |cell| {
        let (column, row) = topology.xy(cell);
        column.abs_diff(x) <= sight && row.abs_diff(y) <= sight
    };
    topology.cells().map(is_near).collect()
}

#[test]
fn before_the_first_step_exactly_what_is_within_sight_is_uncovered() {
    for sight in [0, 1, 2, 5, 20] {
        let params = Params { sight, ..Params::default() };
        for seed in 0..8 {
            let session = made(&params, USUAL, seed);
            assert_eq!(open(&session), within_sight(&session, sight), "{sight}, seed {seed}");
        }
    }
}

/// Tries 200 random steps, none of them onto the castle, where the game would end. What
/// is uncovered must always be what was within sight from some cell of the walk.
fn walk(session: &mut Session, sight: u32, seed: u64) {
    let mut random = Random::new(seed);
    let mut seen = open(session);
    for _ in 0..200 {
        let direction = Direction::ALL[random.below(4) as usize];
        if beside(session, find(session, "player"), direction, "castle") {
            continue;
        }
        step(session, direction);
        let near = within_sight(session, sight);
        seen.iter_mut().zip(near).for_each(|(seen, near)| *seen |= near);
        assert_eq!(open(session), seen, "seed {seed}, after {}", session.journal().done());
    }
    assert!(session.journal().done() > 50, "seed {seed}: this was hardly a walk");
}

#[test]
fn a_walk_uncovers_what_is_near_its_cells_and_covers_nothing_again() {
    for sight in [0, 1, 2, 5] {
        for seed in 0..3 {
            let mut session = made(&Params { sight, ..Params::default() }, USUAL, seed);
            walk(&mut session, sight, seed);
        }
    }
}

#[test]
fn undo_covers_the_first_board_again_and_redo_uncovers_it() {
    for seed in 0..3 {
        let mut session = made(&Params::default(), USUAL, seed);
        let first = everything(&session);
        walk(&mut session, 2, seed);
        let last = everything(&session);
        assert_ne!(first, last);
        while session.undo().unwrap() {}
        assert_eq!(everything(&session), first, "seed {seed}");
        while session.redo().unwrap() {}
        assert_eq!(everything(&session), last, "seed {seed}");
    }
}

#[test]
fn without_fog_no_cell_is_ever_covered() {
    let mut session = made(&Params { fog: false, ..Params::default() }, USUAL, 7);
    assert_eq!(count(&session, "fog"), 0);
    walk(&mut session, 2, 7);
    assert_eq!(count(&session, "fog"), 0);
}

#[test]
fn the_game_is_won_on_the_castle_and_not_before() {
    for seed in 0..10 {
        let mut session = made(&Params::default(), USUAL, seed);
        for (steps, direction) in (1_u32..).zip(way_to_castle(&session).unwrap()) {
            assert!(!session.is_won(), "seed {seed}");
            assert!(step(&mut session, direction), "seed {seed}");
            assert_eq!(*session.board().var_named("steps"), Value::Number(f64::from(steps)));
        }
        assert!(session.is_won(), "seed {seed}");
        session.undo().unwrap();
        assert!(!session.is_won(), "seed {seed}");
    }
}

/// Tries a step that is not possible.
fn changes_nothing(session: &mut Session, direction: Direction) {
    let (before, done) = (everything(session), session.journal().done());
    assert!(!step(session, direction));
    assert_eq!(everything(session), before);
    assert_eq!(session.journal().done(), done);
}

#[test]
fn a_step_into_the_sea_changes_nothing() {
    for direction in Direction::ALL {
        let mut session = made(&Params::default(), USUAL, 7);
        let coast = way(&session, |cell| beside(&session, cell, direction, "sea"));
        for way in coast.unwrap() {
            assert!(step(&mut session, way));
        }
        changes_nothing(&mut session, direction);
    }
}

#[test]
fn a_step_off_the_map_changes_nothing() {
    // A map that nothing has eroded is land up to its edge.
    let whole = Params { erode: 0.0, ..Params::default() };
    for direction in Direction::ALL {
        let mut session = made(&whole, USUAL, 7);
        let topology = session.board().topology();
        let edge = way(&session, |cell| topology.step(cell, direction).is_none());
        for way in edge.unwrap() {
            assert!(step(&mut session, way));
        }
        changes_nothing(&mut session, direction);
    }
}

#[test]
fn the_same_seed_is_the_same_island_and_another_is_another() {
    let island = |seed| everything(&made(&Params::default(), USUAL, seed));
    assert_eq!(island(7), island(7));
    assert_ne!(island(7), island(8));
}

#[test]
fn space_makes_another_island_and_undo_brings_the_old_one_back() {
    let mut session = made(&Params::default(), USUAL, 7);
    let space = session.game().declared().keys.get("space");
    assert_eq!(space.map(String::as_str), Some("new"));
    let first = everything(&session);
    assert!(session.new_board().unwrap());
    let second = everything(&session);
    assert_ne!(second, first);
    let seed = session.board().seed();
    assert_eq!(everything(&made(&Params::default(), USUAL, seed)), second);
    session.undo().unwrap();
    assert_eq!(everything(&session), first);
    session.redo().unwrap();
    assert_eq!(everything(&session), second);
}

#[test]
fn what_is_set_while_playing_draws_the_same_seed_again() {
    let other = Params {
        erode: 0.2,
        erode_rounds: 3,
        lake: 0.05,
        tree: 0.1,
        hill: 0.1,
        mountain: 0.05,
        town: 0.2,
        monster: 0.3,
        sight: 4,
        fog: true,
        reachable: false,
    };
    let mut session = made(&Params::default(), USUAL, 7);
    let first = everything(&session);
    for (name, setting) in named(&other, (24, 18)) {
        session.set(name, setting).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    }
    agrees(session.board(), &generate(&other, 24, 18, 7).unwrap());
    while session.undo().unwrap() {}
    assert_eq!(everything(&session), first);
}

/// What is said where no map comes of the parameters.
fn refusal(params: &Params, size: Size) -> String {
    let Err(refusal) = attempt(params, size, 7) else {
        panic!("a map has come of {params:?}");
    };
    assert!(is_on_purpose(&refusal), "{refusal}");
    refusal.to_string()
}

#[test]
fn where_no_map_comes_of_the_parameters_one_to_change_is_named() {
    let usual = Params::default();
    let washed_away = refusal(&Params { erode: 0.9, erode_rounds: 10, ..usual }, (8, 8));
    assert!(washed_away.contains("erode"), "{washed_away}");
    let deserted = refusal(&Params { town: 0.0, ..usual }, USUAL);
    assert!(deserted.contains("town"), "{deserted}");
}
