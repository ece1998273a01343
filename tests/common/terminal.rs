//! A terminal of our own and the program in it, with real keys and a real mouse. Nothing here
//! waits for a time: each thing that the program writes is looked at, and a time only bounds
//! the wait.
#![allow(dead_code)] // each program uses its own part

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program in a terminal.
pub struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    parser: Arc<Mutex<vt100::Parser>>,
    written: Receiver<()>,
    /// How the terminal was before, as the system describes it.
    before: String,
    settings: Option<tempfile::TempDir>,
}

fn size((columns, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn sides((columns, rows): (u16, u16)) -> [NonZero<u16>; 2] {
    [columns, rows].map(|side| NonZero::new(side).unwrap())
}

impl Terminal {
    /// Starts the program in a terminal of so many columns and rows, where there is no
    /// display. It does not see what the person at this machine has set.
    pub fn start(columns_rows: (u16, u16), arguments: &[&str], env: &[(&str, &str)]) -> Terminal {
        let settings = tempfile::tempdir().unwrap();
        let folder = settings.path().to_str().unwrap();
        let words = [&[crate::common::PROGRAM], arguments, &["--settings", folder]].concat();
        let mut terminal = Terminal::run(columns_rows, &words, env);
        terminal.settings = Some(settings);
        terminal
    }

    /// The same of any words of a command, with whatever folder for settings they name.
    pub fn run(columns_rows: (u16, u16), words: &[&str], env: &[(&str, &str)]) -> Terminal {
        let pair = native_pty_system().openpty(size(columns_rows)).unwrap();
        let mut command = CommandBuilder::new(words[0]);
        command.args(&words[1..]);
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "NO_COLOR"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        env.iter().for_each(|(name, value)| command.env(name, value));
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        let before = described(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let [columns, rows] = sides(columns_rows);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let (tell, written) = channel();
        let shown = Arc::clone(&parser);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
                if tell.send(()).is_err() {
                    return;
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        let master = pair.master;
        Terminal { master, writer, child, parser, written, before, settings: None }
    }

    /// The folder of the settings, where a test has named none.
    pub fn settings(&self) -> &std::path::Path {
        self.settings.as_ref().unwrap().path()
    }

    /// The number that the system knows the program by.
    pub fn pid(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Ends the program in the middle of whatever it does, as when the plug is pulled.
    pub fn pull_the_plug(self) {
        drop(self);
    }

    /// Writes what a keyboard would: letters, or the codes of other keys.
    pub fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Clicks with the left button on a column and row, each from 0.
    pub fn click(&mut self, (column, row): (u16, u16)) {
        let at = format!("{};{}", column + 1, row + 1);
        self.keys(&format!("\x1b[<0;{at}M\x1b[<0;{at}m"));
    }

    /// Gives the terminal another size.
    pub fn resize(&mut self, columns_rows: (u16, u16)) {
        let [columns, rows] = sides(columns_rows);
        self.parser.lock().unwrap().screen_mut().set_size(rows, columns);
        self.master.resize(size(columns_rows)).unwrap();
    }

    /// Waits until that holds of the screen; it may do so already. Returns the screen's text.
    #[track_caller]
    pub fn until(&mut self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let parser = self.parser.lock().unwrap();
            let text = parser.screen().contents();
            if holds(parser.screen()) {
                return text;
            }
            drop(parser);
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(self.written.recv_timeout(left).is_ok(), "never came: {what}\n{text}");
        }
    }

    /// The screen's text now.
    pub fn shown(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// Waits until a text is on the screen.
    #[track_caller]
    pub fn until_shown(&mut self, text: &str) -> String {
        self.until(text, |screen| screen.contents().contains(text))
    }

    /// Waits until a text is no longer there.
    #[track_caller]
    pub fn until_gone(&mut self, text: &str) -> String {
        self.until(text, |screen| !screen.contents().contains(text))
    }

    /// What the program has written that came after the screen was given back; its status;
    /// and that the terminal is as it was before.
    #[track_caller]
    pub fn ends(mut self) -> (String, u32) {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "the program does not end");
            std::thread::sleep(Duration::from_millis(10));
        };
        // Until nobody can write any more.
        let left = || deadline.saturating_duration_since(Instant::now());
        while self.written.recv_timeout(left()).is_ok() {}
        let given_back = |screen: &vt100::Screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        };
        let text = self.until("the terminal given back", given_back);
        assert_eq!(described(&*self.master), self.before);
        (text, status.exit_code())
    }
}

/// What the system says of a terminal: whether letters are shown, lines are waited for.
fn described(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios())
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let child: &mut dyn Child = &mut *self.child;
        // The way of the terminal's library would let the program know.
        if let Some(child) = child.downcast_mut::<std::process::Child>() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
