//! A display of our own, the program in a window on it, and real keys. Nothing
//! here waits for a time: the display says its number, the program tells each
//! frame (`--trace`), and a time only bounds the wait.
#![allow(dead_code)] // each program uses its own part

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the tests need beside the program.
const TOOLS: [(&str, &str); 3] =
    [("Xvfb", "-help"), ("xdotool", "version"), ("import", "-version")];

/// A display, or nothing (said aloud) where there can be none.
pub fn display() -> Option<Display> {
    let missing = if cfg!(target_os = "linux") { missing_tool() } else { Some("Xvfb") };
    if let Some(tool) = missing {
        assert!(std::env::var_os("TILEWRIGHT_MUST_RUN").is_none(), "{tool} is missing");
        eprintln!("skipped: there is no {tool}");
        return None;
    }
    Some(Display::new())
}

/// The tool that is missing here, if one is.
pub fn missing_tool() -> Option<&'static str> {
    let runs = |tool: &str, argument: &str| {
        let mut command = Command::new(tool);
        command.arg(argument).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok()
    };
    TOOLS.into_iter().find(|(tool, argument)| !runs(tool, argument)).map(|(tool, _)| tool)
}

/// A display that only exists in memory.
pub struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// A display on which a key repeats only when it is held for very long: on a busy
    /// machine a press may last longer than it was meant to.
    pub fn new() -> Display {
        Display::with_repeat_after(60_000)
    }

    /// A display on which a held key repeats after that many milliseconds.
    pub fn with_repeat_after(delay: u32) -> Display {
        Display::with_repeat(delay, 40)
    }

    /// The same, with so many milliseconds from one repetition to the next.
    pub fn with_repeat(delay: u32, interval: u32) -> Display {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1280x960x24", "-nolisten", "tcp"]);
        let (delay, interval) = (delay.to_string(), interval.to_string());
        command.args(["-ardelay", &delay, "-arinterval", &interval]);
        let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Display { server, name: format!(":{}", number.trim()) }
    }

    /// What programs call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs a tool on this display.
    #[track_caller]
    pub fn tool(&self, tool: &str, arguments: &[&str]) -> Vec<u8> {
        let output = Command::new(tool).args(arguments).env("DISPLAY", &self.name).output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{tool} {arguments:?}: {said}");
        output.stdout
    }

    /// All that is on the display.
    pub fn screenshot(&self) -> image::RgbaImage {
        let png = self.tool("import", &["-window", "root", "png:-"]);
        image::load_from_memory(&png).unwrap().into_rgba8()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// What the program told of a frame.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub line: String,
}

impl Told {
    /// One of the fields of the line.
    pub fn get(&self, field: &str) -> &str {
        let fields = self.line.split("; ").map(|part| part.trim_start());
        let value = fields.filter_map(|part| part.strip_prefix(field)).next().unwrap_or_default();
        value.trim()
    }

    /// A field that is a time.
    pub fn milliseconds(&self, field: &str) -> f64 {
        let number = self.get(field).strip_suffix(" ms").and_then(|number| number.parse().ok());
        number.unwrap_or_else(|| panic!("no time at \"{field}\": {}", self.line))
    }

    pub fn turns(&self) -> usize {
        self.get("turns ").parse().unwrap_or_default()
    }

    pub fn stands(&self) -> bool {
        self.get("moving ") == "false"
    }
}

/// The program in its window.
pub struct Game<'d> {
    display: &'d Display,
    /// Where it keeps what is set, unless a test has said where.
    _settings: tempfile::TempDir,
    program: Child,
    frames: Receiver<Told>,
    last: Told,
}

impl<'d> Game<'d> {
    /// Starts the program and waits for its first frame and the focus. It does not see
    /// what the person at this machine has set.
    pub fn start(display: &'d Display, program: &Path, arguments: &[&str]) -> Game<'d> {
        Game::start_in(display, Path::new("."), program, arguments)
    }

    /// The same in a folder.
    pub fn start_in(
        display: &'d Display,
        folder: &Path,
        program: &Path,
        arguments: &[&str],
    ) -> Game<'d> {
        let mut command = Command::new(program);
        command.current_dir(folder);
        command.args(arguments).arg("--trace").env("DISPLAY", &display.name);
        let settings = tempfile::tempdir().unwrap();
        if !arguments.contains(&"--settings") {
            command.arg("--settings").arg(settings.path());
        }
        // Some drivers complain without a folder for sockets.
        command.env("XDG_RUNTIME_DIR", std::env::temp_dir());
        command.env_remove("WAYLAND_DISPLAY").stdout(Stdio::piped());
        let mut program = command.spawn().unwrap();
        let lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let (tell, frames) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if tell.send(Told { line }).is_err() {
                    return;
                }
            }
        });
        let mut game =
            Game { display, _settings: settings, program, frames, last: Told::default() };
        game.until("a first frame", |told| told.line.starts_with("frame "));
        game.focus();
        game
    }

    /// Gives it the focus: without a window manager nothing has it.
    pub fn focus(&self) {
        let id = self.window();
        self.display.tool("xdotool", &["windowfocus", "--sync", &id]);
    }

    /// The number of its process.
    pub fn pid(&self) -> u32 {
        self.program.id()
    }

    pub fn window(&self) -> String {
        let pid = self.program.id().to_string();
        let found =
            self.display.tool("xdotool", &["search", "--sync", "--onlyvisible", "--pid", &pid]);
        String::from_utf8(found).unwrap().lines().next().unwrap().to_owned()
    }

    /// Clicks on a pixel of the window with a button of the mouse, 1 being the left.
    pub fn click(&self, (x, y): (u32, u32), button: u32) {
        let (x, y, button) = (x.to_string(), y.to_string(), button.to_string());
        let window = self.window();
        // In one go, as a touch does: the click comes before a frame has seen the move.
        let click = ["mousemove", "--window", &window, &x, &y, "click", &button];
        self.display.tool("xdotool", &click);
    }

    /// Draws with the left button held from one pixel of the window to another.
    pub fn drag(&mut self, from: (u32, u32), to: (u32, u32)) {
        let id = self.window();
        let place = |(x, y): (u32, u32)| [x.to_string(), y.to_string()];
        let ([x0, y0], [x1, y1]) = (place(from), place(to));
        for arguments in [
            vec!["mousemove", "--window", &id, &x0, &y0],
            vec!["mousedown", "1"],
            vec!["mousemove", "--window", &id, &x1, &y1],
            vec!["mouseup", "1"],
        ] {
            self.display.tool("xdotool", &arguments);
            // A hand is not faster than a frame.
            self.frames_within(Duration::from_millis(100));
        }
    }

    /// The middle of a cell in the window; column and row from 1.
    pub fn cell(&self, column: u32, row: u32) -> (u32, u32) {
        let board: Vec<u32> =
            self.last.get("board ").split(',').map(|part| part.parse().unwrap()).collect();
        let middle = |start: u32, cells: u32| start + (2 * cells - 1) * board[2] / 2;
        (middle(board[0], column), middle(board[1], row))
    }

    /// The display's name.
    pub fn display_name(&self) -> &str {
        &self.display.name
    }

    /// Waits until the window has that title.
    #[track_caller]
    pub fn until_title(&self, title: &str) {
        let deadline = Instant::now() + PATIENCE;
        let mut name = String::new();
        while Instant::now() < deadline {
            let said = self.display.tool("xdotool", &["getwindowname", &self.window()]);
            String::from_utf8_lossy(&said).trim().clone_into(&mut name);
            if name == title {
                return;
            }
        }
        panic!("the window is called {name}, not {title}");
    }

    /// A command of the tool that reads and writes the clipboard, if it is there.
    pub fn xclip(&self) -> Option<Command> {
        let nothing = Stdio::null;
        let mut version = Command::new("xclip");
        version.arg("-version").stdin(nothing()).stdout(nothing()).stderr(nothing());
        let found = version.status().ok();
        let must_run = std::env::var_os("TILEWRIGHT_MUST_RUN").is_some();
        assert!(found.is_some() || !must_run, "there is no xclip");
        found?;
        let mut command = Command::new("xclip");
        command.args(["-selection", "clipboard"]).env("DISPLAY", &self.display.name);
        Some(command)
    }

    /// What is in the clipboard.
    pub fn pasted(&self) -> String {
        let output = self.xclip().unwrap().arg("-o").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Presses and releases keys, as a keyboard would.
    pub fn keys(&self, keys: &[&str]) {
        let mut arguments = vec!["key", "--delay", "20"];
        arguments.extend(keys);
        self.display.tool("xdotool", &arguments);
    }

    /// Waits for a frame of which that holds; it may be the last one.
    #[track_caller]
    pub fn until(&mut self, what: &str, holds: impl Fn(&Told) -> bool) -> Told {
        let deadline = Instant::now() + PATIENCE;
        while !holds(&self.last) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.frames.recv_timeout(left) {
                Ok(told) => self.last = told,
                Err(_) => panic!("never came: {what}; the last frame: {}", self.last.line),
            }
        }
        self.last.clone()
    }

    /// The frames that come within a time.
    pub fn frames_within(&mut self, time: Duration) -> usize {
        let deadline = Instant::now() + time;
        let mut frames = 0;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.frames.recv_timeout(left) {
                Ok(told) => {
                    self.last = told;
                    frames += 1;
                }
                Err(RecvTimeoutError::Timeout) => return frames,
                Err(RecvTimeoutError::Disconnected) => panic!("the program has ended"),
            }
        }
    }

    /// What is told of the frames that come within a time.
    pub fn told_within(&mut self, time: Duration) -> Vec<Told> {
        let deadline = Instant::now() + time;
        let mut told = Vec::new();
        while let Ok(next) =
            self.frames.recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            self.last = next.clone();
            told.push(next);
        }
        told
    }

    /// Waits for the program to end by itself.
    pub fn ends(mut self) -> Option<i32> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.program.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the program does not end");
    }
}

impl Drop for Game<'_> {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
