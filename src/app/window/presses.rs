//! What the player asks by keys, clicks and files, and what becomes of it while a script
//! is at work: it waits, for as long as nobody has been told to wait.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui_winit::clipboard::Clipboard;
use winit::dpi::PhysicalPosition;
use winit::event::{ElementState, KeyEvent};
use winit::event_loop::ActiveEventLoop;
use winit::raw_window_handle::HasDisplayHandle;

use crate::app::input::{Command, Press};
use crate::app::player::Player;
use crate::app::window::events::App;
use crate::app::window::keys::key_name;
use crate::rules::Button;
use crate::view::Trouble;

/// After so long a player is told that a script is at work.
const TOLD_AFTER: Duration = Duration::from_millis(250);

/// For so long after that Escape does not leave: it was meant for the script.
const CALM: Duration = Duration::from_millis(600);

/// The most that waits.
const MOST: usize = 4;

/// Something that waits for a script to be done.
pub(super) enum Waiting {
    Press(Press),
    Click(PhysicalPosition<f64>, Button),
    File(PathBuf),
}

impl<E: Send + 'static> App<E> {
    pub fn key(&mut self, event_loop: &ActiveEventLoop, event: &KeyEvent) {
        let Some(key) = key_name(&event.logical_key) else {
            return;
        };
        if event.state != ElementState::Pressed {
            return;
        }
        let press = Press {
            key,
            control: self.modifiers.control_key() || self.modifiers.super_key(),
            shift: self.modifiers.shift_key(),
        };
        if self.is_for_keymap(&press) {
            return self.redraw();
        }
        match (self.game.worker.busy().is_some(), press.key.as_str()) {
            (true, "escape") => self.stop(),
            (true, "q") if press.control => self.quit(event_loop),
            // A held key would go on long after it was let go.
            (true, _) if event.repeat => {}
            (true, _) => self.wait(Waiting::Press(press)),
            // Nor faster than can be seen: what comes sooner would have to be caught up with
            // once the key is let go.
            (false, _) if event.repeat && self.screen.unseen => {}
            // Nothing overtakes what waits.
            (false, _) if !self.waiting.is_empty() && press.key != "escape" => {
                self.wait(Waiting::Press(press));
            }
            (false, _) => self.press(event_loop, press, event.repeat),
        }
    }

    /// Whether a key is one that the options have asked for.
    fn is_for_keymap(&mut self, press: &Press) -> bool {
        let (Some(overlay), Some(options)) = (&mut self.overlay, &self.view.options) else {
            return false;
        };
        let taken = overlay.take_key(&press.key, &options.keymap);
        self.edits.extend(taken.clone().flatten());
        taken.is_some()
    }

    fn press(&mut self, event_loop: &ActiveEventLoop, press: Press, again: bool) {
        let is_escape = press.key == "escape";
        let meant = self.ask(move |player| player.meaning(&press));
        match meant.flatten() {
            None => {}
            // Behind the browser nothing is played.
            Some(command) if self.view.browser.is_some() && command != Command::Levels => {
                if command == Command::Quit && !is_escape {
                    return self.quit(event_loop);
                }
                if is_escape {
                    self.command(Command::Levels);
                }
            }
            // Escape leaves what is over the board first.
            Some(Command::Quit) if is_escape && self.leaves_something() => self.redraw(),
            Some(Command::Quit) if is_escape && self.is_calming() => {}
            Some(Command::Quit) => self.quit(event_loop),
            // A held key goes on playing; whatever else it means, it means once.
            Some(command) if again && !command.repeats() => {}
            Some(Command::Copy) => self.copy(),
            Some(Command::Paste) => self.paste(),
            Some(command) => self.command(command),
        }
    }

    pub fn click(&mut self, at: PhysicalPosition<f64>, button: Button) {
        if self.game.worker.busy().is_some() {
            return self.wait(Waiting::Click(at, button));
        }
        let trouble = self.ask(move |player| player.trouble_at(at.x, at.y).map(Trouble::text));
        if let Some(text) = trouble.flatten() {
            return self.copy_trouble(text, button);
        }
        let moved = self.run(move |player| player.click(at.x, at.y, button));
        self.stepped(moved.unwrap_or(false));
    }

    pub fn dropped(&mut self, path: &Path) {
        let path = path.to_owned();
        if self.game.worker.busy().is_some() {
            return self.wait(Waiting::File(path));
        }
        self.run(move |player| player.dropped(&path));
        self.game.watch_files(true);
        self.redraw();
    }

    fn wait(&mut self, what: Waiting) {
        if self.waiting.len() < MOST && !self.tells_of_work() {
            self.waiting.push_back(what);
        } else {
            self.missed += 1;
        }
    }

    /// Does the next thing that has waited, after each frame one, so that what came of it
    /// is seen.
    pub fn catch_up(&mut self, event_loop: &ActiveEventLoop) {
        if self.game.worker.busy().is_some() {
            return;
        }
        let Some(what) = self.waiting.pop_front() else {
            self.spell = None;
            return;
        };
        match what {
            Waiting::Press(press) => self.press(event_loop, press, false),
            Waiting::Click(at, button) => self.click(at, button),
            Waiting::File(path) => self.dropped(&path),
        }
        // Also after a key that means nothing the next one has its turn.
        self.redraw();
    }

    /// Stops the script that is at work, and forgets what waits for it.
    fn stop(&mut self) {
        self.waiting.clear();
        self.edits.clear();
        self.game.stop();
    }

    /// Whether scripts have been at work without a pause for so long that the player is
    /// told of it.
    pub fn tells_of_work(&self) -> bool {
        let long = self.spell.is_some_and(|since| since.elapsed() >= TOLD_AFTER);
        long && self.game.worker.busy().is_some()
    }

    /// A script is done with its work, of which the player may just have been told.
    pub fn work_ends(&mut self) {
        self.game.stopping = false;
        if self.spell.is_some_and(|since| since.elapsed() >= TOLD_AFTER) {
            self.calm_until = Some(Instant::now() + CALM);
        }
    }

    fn is_calming(&self) -> bool {
        self.calm_until.is_some_and(|until| Instant::now() < until)
    }

    fn copy(&mut self) {
        let text = self.run(Player::copy).flatten();
        if let (Some(text), Some(clipboard)) = (text, self.clipboard()) {
            clipboard.set_text(text);
        }
        self.redraw();
    }

    /// A click on what is wrong copies it, and is no click on the board behind it.
    fn copy_trouble(&mut self, text: String, button: Button) {
        if button != Button::Left {
            return;
        }
        if let Some(clipboard) = self.clipboard() {
            clipboard.set_text(text);
            self.ask(Player::note_copied);
            self.redraw();
        }
    }

    fn paste(&mut self) {
        if let Some(text) = self.clipboard().and_then(Clipboard::get) {
            self.run(move |player| player.paste(&text));
        }
        self.game.watch_files(true);
        self.stepped(false);
    }

    fn clipboard(&mut self) -> Option<&mut Clipboard> {
        let window = &self.surface.as_ref()?.window;
        let display = window.display_handle().ok().map(|display| display.as_raw());
        Some(self.clipboard.get_or_insert_with(|| Clipboard::new(display)))
    }

    fn command(&mut self, command: Command) {
        self.screen.unseen = true;
        let moved = self.run(move |player| player.command(&command));
        self.stepped(moved.unwrap_or(false));
    }

    pub fn quit(&mut self, event_loop: &ActiveEventLoop) {
        self.game.end();
        event_loop.exit();
    }

    fn leaves_something(&mut self) -> bool {
        self.ask(Player::put_away).unwrap_or(true)
    }
}
