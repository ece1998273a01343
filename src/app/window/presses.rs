//! Presses of keys: what each means, and what becomes of it while a script is at work.

use std::time::Duration;

use winit::event::{ElementState, KeyEvent};
use winit::event_loop::ActiveEventLoop;

use crate::app::input::{Command, Press, command};
use crate::app::player::Player;
use crate::app::window::events::App;
use crate::app::window::keys::key_name;

/// After so long a player is told that a script is at work.
const TOLD_AFTER: Duration = Duration::from_millis(250);

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
        self.press(event_loop, press, event.repeat);
    }

    fn press(&mut self, event_loop: &ActiveEventLoop, press: Press, again: bool) {
        if self.worker.busy().is_some() {
            return self.press_while_busy(event_loop, press, again);
        }
        let is_escape = press.key == "escape";
        let meant =
            self.ask(move |player| command(&press, &player.session().game().declared().keys));
        match meant.flatten() {
            None => {}
            // Escape leaves what is over the board first.
            Some(Command::Quit) if is_escape && self.leaves_something() => self.redraw(),
            Some(Command::Quit) => self.quit(event_loop),
            // A held key goes on playing; whatever else it means, it means once.
            Some(command) if again && !command.repeats() => {}
            Some(command) => self.command(command),
        }
    }

    /// While a script works Escape stops it. Anything else waits, unless the player has
    /// been told by then that there is something to wait for.
    fn press_while_busy(&mut self, event_loop: &ActiveEventLoop, press: Press, again: bool) {
        match (press.key.as_str(), press.control) {
            ("escape", _) => self.worker.stop(),
            ("q", true) => self.quit(event_loop),
            _ if !self.tells_of_work() => self.presses.push_back((press, again)),
            _ => {}
        }
    }

    /// Whether a script has been at work for so long that the player is told of it.
    pub fn tells_of_work(&self) -> bool {
        self.worker.busy().is_some_and(|since| since.elapsed() >= TOLD_AFTER)
    }

    /// Does what waited for a script to be done with its work.
    pub fn catch_up(&mut self, event_loop: &ActiveEventLoop) {
        while self.worker.busy().is_none()
            && let Some((press, again)) = self.presses.pop_front()
        {
            self.press(event_loop, press, again);
        }
    }

    fn command(&mut self, command: Command) {
        let moved = self.run(move |player| player.command(&command));
        self.stepped(moved.unwrap_or(false));
    }

    pub fn quit(&mut self, event_loop: &ActiveEventLoop) {
        self.worker.end(Player::keep_settings);
        event_loop.exit();
    }

    fn leaves_something(&mut self) -> bool {
        self.ask(|player| {
            if player.shows_options() {
                player.command(&Command::Options);
                return true;
            }
            player.dismiss()
        })
        .unwrap_or(true)
    }
}
