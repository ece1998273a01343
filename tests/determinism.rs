//! The same level, seed and steps give the same board everywhere: in another process, with
//! scripts as machine code or not, after a start in the middle. The boards that they have given
//! are in `tests/golden/digests.txt`; a release build must give them, too, which `.ci/run` sees
//! to. After a change of a rule, level or test that is meant, run with `TILEWRIGHT_BLESS=1` and
//! look at what has changed there.

mod common;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use common::{Folder, PROGRAM, corpus, stock, stock_scripts, wanted};
use tilewright::app::{Command, Opened, Player, Store, Wanted, open, open_recording};
use tilewright::level::Shelf;
use tilewright::rules::{Limits, Scripts, Settings};
use tilewright::session::{Session, Step, read_rule_tests, read_solutions, read_steps};

/// The folder of the project.
fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every game, and whether its levels have solutions.
const GAMES: [(&str, bool); 6] = [
    ("carts", true),
    ("fifteen", false),
    ("islands", false),
    ("robots", true),
    ("sokoban", true),
    ("tumble", true),
];

/// The files of a game's rule tests and recordings.
fn tests_of(game: &str) -> Vec<PathBuf> {
    stock(game).tests_files()
}

/// What `replay` is asked for so that it plays all solutions and recordings there are.
fn commands() -> Vec<String> {
    let mut commands = Vec::new();
    for (game, solved) in GAMES {
        commands.extend(solved.then(|| format!("replay {game} --digest")));
        for path in tests_of(game) {
            let path = path.strip_prefix(project()).unwrap().to_string_lossy().replace('\\', "/");
            commands.push(format!("replay {game} {path} --digest"));
        }
    }
    commands
}

/// The boards that a command tells, a line each.
fn boards(command: &str) -> String {
    let mut process = Process::new(PROGRAM);
    process.current_dir(project()).args(command.split(' '));
    let output = process.output().unwrap();
    assert!(output.status.success(), "{command}: {output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let boards = said.lines().filter(|line| line.contains(": board "));
    boards.map(|line| format!("{line}\n")).collect()
}

fn golden_path() -> PathBuf {
    project().join("tests/golden/digests.txt")
}

#[test]
fn every_recording_ends_on_the_board_that_it_ended_on_before() {
    let mut told = String::new();
    for command in commands() {
        let boards = boards(&command);
        assert!(!boards.is_empty(), "{command} tells no board");
        write!(told, "$ {command}\n{boards}").unwrap();
    }
    if std::env::var_os("TILEWRIGHT_BLESS").is_some() {
        std::fs::write(golden_path(), &told).unwrap();
    }
    let golden = std::fs::read_to_string(golden_path()).unwrap();
    for (is, expected) in told.lines().zip(golden.lines()) {
        assert_eq!(is, expected);
    }
    assert_eq!(told.lines().count(), golden.lines().count());
}

/// A stock game whose scripts become machine code, or never do.
fn scripts(game: &str, native: bool) -> Scripts {
    Scripts::new(&stock_scripts(), game, Limits { native, ..Limits::default() })
}

/// Takes steps, after so many calls that scripts which may become machine code are it by the
/// first one; a step that fails, as some of the tests mean it, changes nothing.
fn play(session: &mut Session, steps: &[Step]) -> u64 {
    for _ in 0..250 {
        session.status().unwrap();
    }
    for step in steps {
        let _ = session.take(step);
    }
    session.board().fingerprint()
}

/// Where the levels of a game are, and the solutions that stand in their files.
fn solutions(game: &str) -> (PathBuf, Vec<(usize, Vec<Step>)>) {
    let levels = project().join("levels").join(game);
    let alphabet = stock(game).load().unwrap().declared().alphabet();
    let shelf = Shelf::open(&levels, &alphabet).unwrap();
    let first = |number: usize| {
        let level = shelf.level(number)?;
        Some((number, read_steps(level.solutions.first()?).unwrap()))
    };
    (levels, (1..=shelf.levels().len()).filter_map(first).collect())
}

#[test]
fn machine_code_gives_the_boards_that_bytecode_gives() {
    let mut played = 0;
    for (game, solved) in GAMES {
        for path in tests_of(game) {
            for test in read_rule_tests(&std::fs::read(&path).unwrap(), &path).unwrap() {
                let board = |native| {
                    let opened = open_recording(&scripts(game, native), &test).ok()?;
                    Some(play(&mut { opened.session }, test.steps()))
                };
                assert_eq!(board(true), board(false), "{}: {}", path.display(), test.title());
                played += 1;
            }
        }
        let (levels, solutions) = if solved { solutions(game) } else { Default::default() };
        for (number, steps) in solutions {
            let board = |native| {
                let opened = open(&scripts(game, native), &wanted(&levels, number)).unwrap();
                play(&mut { opened.session }, &steps)
            };
            assert_eq!(board(true), board(false), "{game}, level {number}");
            played += 1;
        }
    }
    assert!(played > 100, "only {played} were played");
}

/// A game at the start of a level, or where a player was, and what is kept in a folder.
fn player(game: &str, levels: &Path, number: usize, store: &Store) -> Player {
    let stand = store.stand(game).unwrap();
    let settings = stand.as_ref().map_or_else(Settings::new, |stand| stand.settings.clone());
    let wanted =
        Wanted { stand: stand.as_ref(), remembered: &settings, seed: 7, ..wanted(levels, number) };
    let scripts = stock(game);
    let opened: Opened = open(&scripts, &wanted).unwrap();
    assert_eq!(opened.stands, stand.is_some());
    let mut player = Player::new(scripts, opened).with_store(store.clone());
    stand.iter().for_each(|stand| player.resume(stand));
    player
}

/// Plays actions as a player does.
fn act(player: &mut Player, steps: &[Step]) {
    for step in steps {
        let Step::Play(action) = step else { panic!("{step:?} is no action") };
        player.command(&Command::Play(action.clone()));
    }
}

/// Plays steps at once, and again with an end of the program and another start in the middle.
#[track_caller]
fn goes_on_in_the_middle(game: &str, levels: &Path, number: usize, steps: &[Step]) {
    let folder = Folder::with_script("");
    let store = |name: &str| Store::in_folder(&folder.path().join(name));
    let mut whole = player(game, levels, number, &store("whole"));
    act(&mut whole, steps);
    let (first, second) = steps.split_at(steps.len() / 2);
    let mut halves = player(game, levels, number, &store("halves"));
    act(&mut halves, first);
    halves.keep_stand();
    let mut halves = player(game, levels, number, &store("halves"));
    act(&mut halves, second);
    let [whole, halves] = [whole, halves].map(|player| player.session().board().fingerprint());
    assert_eq!(whole, halves, "{game}, level {number}");
}

#[test]
fn a_start_in_the_middle_leads_to_the_same_board() {
    for (game, _) in GAMES.iter().filter(|(_, solved)| *solved) {
        let (levels, solutions) = solutions(game);
        for (number, steps) in &solutions {
            goes_on_in_the_middle(game, &levels, *number, steps);
        }
    }
    let nowhere = project().join("levels/nowhere");
    for (game, steps) in
        [("fifteen", "<click 5><click 6><click 12><click 15>lurd"), ("islands", "rrrddll")]
    {
        goes_on_in_the_middle(game, &nowhere, 1, &read_steps(steps).unwrap());
    }
}

/// Luau's own `math.lerp` rounds once as machine code, and twice as bytecode.
#[test]
fn numbers_between_two_are_the_same_as_machine_code() {
    const SCRIPT: &str = "return {
      tiles = { player = {}, wall = {} },
      legend = { ['@'] = 'player', ['#'] = 'wall' },
      status = function(board) return 'Still' end,
      act = function(board)
        local told = {}
        for n = 1, 100 do told[n] = string.format('%.17g', math.lerp(n / 7, 0.7, 1 / 3)) end
        board.vars.told = table.concat(told, ' ')
      end,
    }";
    let folder = Folder::with_script(SCRIPT);
    folder.write("levels/a.txt", "####\n#@ #\n####\n");
    let levels = folder.path().join("levels");
    let board = |native| {
        let limits = Limits { native, ..Limits::default() };
        let scripts = Scripts::new(folder.path(), "game", limits);
        let opened = open(&scripts, &wanted(&levels, 1)).unwrap();
        let mut session = opened.session;
        play(&mut session, &read_steps("r").unwrap());
        session.board().var_named("told").to_string()
    };
    assert_eq!(board(true), board(false));
    let expected: Vec<String> = (1..=100)
        .map(|n| {
            let from = f64::from(n) / 7.0;
            (from + (0.7 - from) * (1.0 / 3.0)).to_string()
        })
        .collect();
    let numbers = board(true);
    let numbers = numbers.trim_matches('"').split(' ').map(|text| {
        let number: f64 = text.parse().unwrap();
        number.to_string()
    });
    assert_eq!(numbers.collect::<Vec<_>>(), expected);
}

#[test]
fn the_solutions_of_the_corpus_lead_to_the_same_boards_with_and_without_machine_code() {
    let Some(corpus) = corpus() else { return };
    let levels = corpus.join("xsb/Microban_155.xsb");
    let path = corpus.join("solutions/Microban.lurd.txt");
    let recorded = read_solutions(&std::fs::read_to_string(&path).unwrap(), &path).unwrap();
    for one in recorded.iter().step_by(5) {
        let board = |native| {
            let wanted = Wanted { own: false, ..wanted(&levels, one.number) };
            let opened = open(&scripts("sokoban", native), &wanted).unwrap();
            play(&mut { opened.session }, &one.steps)
        };
        assert_eq!(board(true), board(false), "level {}", one.number);
    }
}
