//! LuaJIT, a program of its own that plays the solutions whenever it is told to. It goes on
//! running in between, so that what it has compiled stays compiled.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::harness::timed;
use crate::stock::project;

/// How often it plays all solutions when it is told to, so that the telling does not count.
const PASSES: u32 = 4;

const DRIVER: &str = "
    local play, levels, passes = dofile(arg[1]), dofile(arg[2]), tonumber(arg[3])
    for _ in io.lines() do
      local solved
      for _ = 1, passes do solved = play(levels) end
      print(solved)
      io.stdout:flush()
    end";

/// The program, with a script and levels.
pub struct LuaJit {
    program: Child,
    tell: ChildStdin,
    answers: BufReader<ChildStdout>,
    _folder: TempDir,
}

impl LuaJit {
    /// Starts it with a script that returns a function, and a table of levels to call it
    /// with; or nothing, if there is no `luajit`.
    pub fn start(script: &str, levels: &str) -> Option<LuaJit> {
        let folder = tempfile::tempdir().expect("a folder");
        let [driver, data] = ["driver.lua", "data.lua"].map(|name| folder.path().join(name));
        std::fs::write(&driver, DRIVER).expect("a driver");
        std::fs::write(&data, levels).expect("levels");
        let mut command = Command::new("luajit");
        command.arg(driver).arg(project(script)).arg(data).arg(PASSES.to_string());
        let program = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut program = program.ok()?;
        let tell = program.stdin.take().expect("its input");
        let answers = BufReader::new(program.stdout.take().expect("its output"));
        Some(LuaJit { program, tell, answers, _folder: folder })
    }

    /// Has it play all levels, of which so many must be solved in the end.
    pub fn play(&mut self, levels: usize) -> Duration {
        let mut answer = String::new();
        let time = timed(|| {
            self.tell.write_all(b"play\n").expect("LuaJIT listens");
            self.answers.read_line(&mut answer).expect("LuaJIT answers");
        });
        assert_eq!(answer.trim(), levels.to_string(), "LuaJIT has solved others");
        time / PASSES
    }
}

impl Drop for LuaJit {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
