//! Ten thousand saves of all kinds while a game is played: what is played is always the last
//! good file, every key is obeyed, and the program grows by nothing.
#![cfg(target_os = "linux")]

#[path = "common/chance.rs"]
mod chance;
mod common;
#[path = "common/terminal.rs"]
mod pty;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use chance::{chance, one_of};
use common::{Folder, PROGRAM};
use pty::Terminal;
use tilewright::grid::Random;

/// How many saves there are, and after how many of them the program is as large as it gets.
const SAVES: u32 = 10_000;
const WARM: u32 = 1_000;

/// How many files the script requires.
const PARTS: u32 = 20;

/// A script of that number. It tells that, the least and the greatest number of its parts, and
/// how many steps were taken.
fn script(number: u32) -> String {
    format!(
        r##"local least, most = math.huge, 0
for part = 1, {PARTS} do
  local number = require("lib/part" .. part)
  least, most = math.min(least, number), math.max(most, number)
end
return {{
  title = "Storm",
  tiles = {{ wall = {{}}, player = {{ look = {{ shape = "circle" }} }} }},
  legend = {{ ["#"] = "wall", ["@"] = "player" }},
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if not there or board:has(there, "wall") then return end
    board:move(here, there, "player")
    board:add("steps", 1)
  end,
  status = function(board)
    return string.format("V%d P%d-%d Steps %d.", {number}, least, most, board.vars.steps or 0)
  end,
}}"##
    )
}

fn part(number: u32) -> String {
    format!("return {number}\n")
}

/// All ways to save. Each leaves good files behind it.
const WAYS: [fn(&mut Storm); 11] = [
    Storm::write,
    Storm::write,
    Storm::rename,
    Storm::rename,
    Storm::delete_and_create,
    Storm::half_and_the_rest,
    Storm::half_and_another_save,
    Storm::touch,
    Storm::broken_and_mended,
    Storm::twenty_at_once,
    Storm::other_folder,
];

/// A game that is played in the middle of it.
struct Storm {
    folder: Folder,
    chance: Random,
    terminal: Terminal,
    /// The numbers of the script and of all its parts as they are on disk.
    script: u32,
    parts: u32,
    /// How many steps were taken, as the program told last.
    steps: u32,
}

impl Storm {
    fn begin() -> Storm {
        let folder = Folder::with_script("");
        fs::remove_file(folder.path().join("game.lua")).unwrap();
        folder.write("levels/game/a.xsb", "############\n#@         #\n############\n");
        fill(&folder.path().join("scripts"), 1, 1);
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (scripts, levels) = (path("scripts"), path("levels"));
        let settings = path("settings");
        let words = [PROGRAM, "play", "game", "--terminal", "--scripts", &scripts];
        let more = ["--levels", &levels, "--settings", &settings];
        let terminal = Terminal::run((80, 16), &[&words[..], &more].concat(), &[]);
        Storm { folder, chance: chance(), terminal, script: 1, parts: 1, steps: 0 }
    }

    fn scripts(&self) -> PathBuf {
        self.folder.path().join("scripts")
    }

    fn path(&self) -> PathBuf {
        self.scripts().join("game.lua")
    }

    /// The next script.
    fn next(&mut self) -> String {
        self.script += 1;
        script(self.script)
    }

    fn write(&mut self) {
        let text = self.next();
        fs::write(self.path(), text).unwrap();
    }

    fn rename(&mut self) {
        let (text, beside) = (self.next(), self.scripts().join("game.lua.new"));
        fs::write(&beside, text).unwrap();
        fs::rename(beside, self.path()).unwrap();
    }

    fn delete_and_create(&mut self) {
        let text = self.next();
        fs::remove_file(self.path()).unwrap();
        self.breathe();
        fs::write(self.path(), text).unwrap();
    }

    fn half_and_the_rest(&mut self) {
        let text = self.next();
        let (first, rest) = text.split_at(text.len() / 2);
        let mut file = File::create(self.path()).unwrap();
        file.write_all(first.as_bytes()).unwrap();
        self.breathe();
        file.write_all(rest.as_bytes()).unwrap();
    }

    fn half_and_another_save(&mut self) {
        let text = self.next();
        let (first, rest) = text.split_at(text.len() / 2);
        fs::write(self.path(), first).unwrap();
        self.breathe();
        let mut file = File::options().append(true).open(self.path()).unwrap();
        file.write_all(rest.as_bytes()).unwrap();
    }

    fn touch(&mut self) {
        let touch = |path: &Path| File::options().append(true).open(path);
        for path in [self.path(), self.folder.path().join("levels/game/a.xsb")] {
            touch(&path).unwrap().set_modified(SystemTime::now()).unwrap();
        }
    }

    fn broken_and_mended(&mut self) {
        fs::write(self.path(), "return {").unwrap();
        self.breathe();
        self.write();
    }

    fn twenty_at_once(&mut self) {
        self.parts += 1;
        for at in 1..=PARTS {
            fs::write(self.scripts().join(format!("lib/part{at}.lua")), part(self.parts)).unwrap();
        }
    }

    /// Another folder comes into the place of the scripts; or theirs is removed and put back.
    fn other_folder(&mut self) {
        let (scripts, beside) = (self.scripts(), self.folder.path().join("beside"));
        (self.script, self.parts) = (self.script + 1, self.parts + 1);
        if self.chance.below(2) == 0 {
            fs::remove_dir_all(&scripts).unwrap();
            self.breathe();
            return fill(&scripts, self.script, self.parts);
        }
        fill(&beside, self.script, self.parts);
        let old = self.folder.path().join("old");
        fs::rename(&scripts, &old).unwrap();
        fs::rename(beside, scripts).unwrap();
        fs::remove_dir_all(old).unwrap();
    }

    /// Lets the program look at what is half done, now and then.
    fn breathe(&mut self) {
        if self.chance.below(10) == 0 {
            std::thread::sleep(Duration::from_millis(self.chance.below(60)));
        }
    }

    /// Takes a step and waits for it, whatever is on disk just now.
    #[track_caller]
    fn step(&mut self) {
        let (before, deadline) = (self.steps, Instant::now() + Duration::from_secs(60));
        while self.steps == before {
            assert!(Instant::now() < deadline, "no step after {before}");
            let way = if before % 16 < 8 { "d" } else { "a" };
            self.terminal.keys(way);
            // A key that comes while scripts are read for very long is not obeyed; that is
            // said, and a person tries again.
            let again = Instant::now() + Duration::from_secs(3);
            while self.steps == before && Instant::now() < again {
                std::thread::sleep(Duration::from_millis(1));
                self.steps = told(&self.terminal.shown()).unwrap_or(before);
            }
        }
    }

    /// Waits until what is played is what is on disk.
    #[track_caller]
    fn settles(&mut self) {
        let what = format!("V{0} P{1}-{1} Steps", self.script, self.parts);
        self.terminal.until(&what, |screen| {
            let text = screen.contents();
            text.contains(&what) && !text.contains("put this away")
        });
    }

    /// A file that is no good is told, and the last good one goes on.
    #[track_caller]
    fn outlives_a_broken_file(&mut self) {
        let good = format!("V{0} P{1}-{1} Steps", self.script, self.parts);
        fs::write(self.path(), "return {").unwrap();
        let screen = self.terminal.until_shown("put this away");
        assert!(screen.contains(&good), "{good}\n{screen}");
        self.step();
        assert!(self.terminal.shown().contains(&good), "{good}");
        self.write();
        self.settles();
    }
}

/// The steps that the program tells.
fn told(screen: &str) -> Option<u32> {
    let (_, rest) = screen.split_once(" Steps ")?;
    rest.split_once('.')?.0.parse().ok()
}

/// Makes a folder of scripts.
fn fill(scripts: &Path, number: u32, parts: u32) {
    fs::create_dir_all(scripts.join("lib")).unwrap();
    fs::create_dir_all(scripts.join("tests")).unwrap();
    for at in 1..=PARTS {
        fs::write(scripts.join(format!("lib/part{at}.lua")), part(parts)).unwrap();
    }
    fs::write(scripts.join("tests/game.txt"), "= A step\n@ #\n> r\n|> @#|\n").unwrap();
    fs::write(scripts.join("game.lua"), script(number)).unwrap();
}

/// What a program takes of the system.
#[derive(Clone, Copy, Debug)]
struct Taken {
    /// Memory in KB.
    memory: usize,
    handles: usize,
    /// Folders that the system watches for it.
    watches: usize,
    threads: usize,
}

impl Taken {
    fn by(pid: u32) -> Taken {
        let path = |name: &str| PathBuf::from(format!("/proc/{pid}/{name}"));
        let count = |name: &str| fs::read_dir(path(name)).unwrap().count();
        let status = fs::read_to_string(path("status")).unwrap();
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        let memory = memory.trim().trim_end_matches(" kB").parse().unwrap();
        let watches = |path: PathBuf| {
            let text = fs::read_to_string(path).unwrap_or_default();
            text.lines().filter(|line| line.starts_with("inotify ")).count()
        };
        let infos = fs::read_dir(path("fdinfo")).unwrap();
        let watches = infos.map(|entry| watches(entry.unwrap().path())).sum();
        Taken { memory, handles: count("fd"), watches, threads: count("task") }
    }

    /// Whether this is no more than that, but for what memory an allocator keeps in reserve.
    fn is_no_more_than(self, before: Taken) -> bool {
        self.memory <= before.memory + 16 * 1024
            && self.handles <= before.handles
            && self.watches <= before.watches
            && self.threads <= before.threads
    }
}

#[test]
fn after_ten_thousand_saves_the_last_good_file_is_played_and_nothing_has_grown() {
    let mut storm = Storm::begin();
    let pid = storm.terminal.pid();
    storm.settles();
    let mut warm = None;
    for save in 1..=SAVES {
        let way = *one_of(&mut storm.chance, &WAYS);
        way(&mut storm);
        if save % 20 == 0 {
            storm.step();
        }
        if save % 500 == 0 {
            storm.settles();
            storm.outlives_a_broken_file();
        }
        if save == WARM {
            warm = Some(Taken::by(pid));
        }
    }
    assert!(storm.steps >= SAVES / 20, "{} steps", storm.steps);
    let warm = warm.unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    // Rule tests of the last save may still be run.
    while !Taken::by(pid).is_no_more_than(warm) {
        assert!(Instant::now() < deadline, "{warm:?} has become {:?}", Taken::by(pid));
        std::thread::sleep(Duration::from_millis(50));
    }
    eprintln!("{warm:?} has become {:?}", Taken::by(pid));
}
