//! What the player asks by keys, clicks and pasted text, and what becomes of it while a
//! script is at work.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    Event, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};

use crate::app::input::{Command, Press};
use crate::app::player::Player;
use crate::app::terminal::events::App;
use crate::app::terminal::keys::press;
use crate::app::terminal::list::{Done, Shown};
use crate::grid::Direction;
use crate::rules::Button;

/// After so long a player is told that a script is at work.
const TOLD_AFTER: Duration = Duration::from_millis(250);

/// For so long after that Escape does not leave: it was meant for the script.
const CALM: Duration = Duration::from_millis(600);

/// The most that waits.
const MOST: usize = 4;

impl<E: Send + 'static> App<E> {
    /// Sees to what the terminal tells.
    pub fn event(&mut self, event: Event) {
        match event {
            Event::Key(KeyEvent { kind: KeyEventKind::Release, .. }) => {}
            Event::Key(event) => press(&event).into_iter().for_each(|press| self.key(press)),
            Event::Mouse(event) => self.mouse(event),
            Event::Paste(text) if self.screen.shown().is_none() => {
                self.game.run(move |player| player.paste(&text));
                self.game.watch_files(true);
            }
            // The next picture is as large as the terminal is by then.
            Event::Paste(_) | Event::Resize(..) | Event::FocusGained => {}
            // Time does not go by while nobody looks.
            Event::FocusLost => drop(self.game.ask(Player::stop_time)),
        }
    }

    fn key(&mut self, press: Press) {
        // In a terminal this leaves, whatever it is elsewhere.
        if press.control && ["c", "q"].contains(&press.key.as_str()) {
            return self.quit();
        }
        match self.game.worker.busy().is_some() {
            true if press.key == "escape" => self.stop(),
            true if self.waiting.len() < MOST && self.told_of_work().is_none() => {
                self.waiting.push_back(press);
            }
            true => {}
            false => self.press(press),
        }
    }

    fn press(&mut self, press: Press) {
        if let Some(shown) = self.screen.shown() {
            let done = self.screen.press(&press);
            return self.done_in_list(shown, done);
        }
        let is_escape = press.key == "escape";
        let is_q = press.key == "q";
        match self.game.ask(move |player| player.meaning(&press)).flatten() {
            // Where it means nothing else, it leaves, as in other programs of a terminal.
            None if is_q => self.quit(),
            None => {}
            // Escape puts away what is over the board first, also what is not drawn yet.
            Some(Command::Quit) if is_escape && self.game.ask(Player::put_away) == Some(true) => {}
            Some(Command::Quit) if is_escape && self.is_calming() => {}
            Some(Command::Quit) => self.quit(),
            Some(command) => self.command(command),
        }
    }

    /// Does what was pressed while a script was at work.
    pub fn catch_up(&mut self) {
        while self.game.worker.busy().is_none()
            && !self.over
            && let Some(press) = self.waiting.pop_front()
        {
            self.press(press);
        }
    }

    fn command(&mut self, command: Command) {
        let not_here = match &command {
            Command::Isometric => "A terminal shows boards from above only.",
            Command::Workbench => "The workbench is shown in a window only.",
            Command::Zoom(_) | Command::WholeBoard => {
                "Letters of another size, which your terminal sets, make the board larger or smaller."
            }
            Command::Scroll(way) if self.screen.scroll(*way) => return,
            _ => "",
        };
        if not_here.is_empty() {
            let moved = self.game.run(move |player| player.command(&command));
            self.note_moved(moved.unwrap_or(false));
        } else {
            self.game.ask(move |player| player.say_instead(not_here));
        }
    }

    fn done_in_list(&mut self, shown: Shown, done: Done) {
        match (done, shown) {
            (Done::Nothing, _) => {}
            (Done::Close, Shown::Levels) => self.command(Command::Levels),
            (Done::Close, Shown::Options) => self.command(Command::Options),
            (Done::Edit(edit), _) => {
                self.screen.expect(&edit);
                self.game.run(move |player| {
                    player.edit(vec![edit]);
                    player.keep_settings();
                });
                self.game.watch_files(true);
            }
        }
    }

    fn mouse(&mut self, event: MouseEvent) {
        let at = (event.column, event.row);
        let up = event.kind == MouseEventKind::ScrollUp;
        match (event.kind, self.screen.shown()) {
            (MouseEventKind::Down(MouseButton::Left), Some(shown)) => {
                let done = self.screen.click_on_list(at);
                self.done_in_list(shown, done);
            }
            (MouseEventKind::ScrollUp | MouseEventKind::ScrollDown, Some(_)) => {
                let key = if up { "up" } else { "down" }.to_owned();
                self.screen.press(&Press { key, ..Press::default() });
            }
            (_, Some(_)) => {}
            (MouseEventKind::Down(button), None) => self.click(at, named(button)),
            (MouseEventKind::ScrollUp, _) => drop(self.screen.scroll(Direction::Up)),
            (MouseEventKind::ScrollDown, _) => drop(self.screen.scroll(Direction::Down)),
            (MouseEventKind::ScrollLeft, _) => drop(self.screen.scroll(Direction::Left)),
            (MouseEventKind::ScrollRight, _) => drop(self.screen.scroll(Direction::Right)),
            _ => {}
        }
    }

    /// Takes note of where the mouse is. Returns whether that is all there is to it.
    pub fn is_nothing(&mut self, event: &Event) -> bool {
        match event {
            Event::Mouse(MouseEvent { kind: MouseEventKind::Moved, column, row, .. }) => {
                !self.screen.point((*column, *row))
            }
            _ => false,
        }
    }

    fn click(&mut self, at: (u16, u16), button: Button) {
        let cell = self.screen.cell_at(at);
        let moved = self.game.run(move |player| player.click_on(cell, button));
        self.note_moved(moved.unwrap_or(false));
    }

    /// Stops the script that is at work, and forgets what waits for it.
    fn stop(&mut self) {
        self.waiting.clear();
        self.game.stop();
    }

    /// How long a script has been at work, once that is to be told.
    pub fn told_of_work(&self) -> Option<Duration> {
        let since = self.game.worker.busy()?.elapsed();
        Some(since).filter(|since| *since >= TOLD_AFTER)
    }

    /// A script is done with its work, of which the player may just have been told.
    pub fn work_ends(&mut self) {
        self.game.stopping = false;
        if self.screen.working.is_some() {
            self.calm_until = Some(Instant::now() + CALM);
        }
    }

    fn is_calming(&self) -> bool {
        self.calm_until.is_some_and(|until| Instant::now() < until)
    }

    /// Leaves, and keeps where the player is.
    pub fn quit(&mut self) {
        self.game.end();
        self.over = true;
    }
}

/// What a button of the mouse is to a game.
fn named(button: MouseButton) -> Button {
    match button {
        MouseButton::Left => Button::Left,
        MouseButton::Right => Button::Right,
        MouseButton::Middle => Button::Middle,
    }
}
