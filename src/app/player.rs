//! What commands and saves do to the game being played, and the frame that shows
//! it. Knows no window, no key and no clock: a window and a picture file are
//! served alike.

use std::time::Duration;

use crate::app::input::{Command, HINTS};
use crate::app::trouble::{Troubles, picture_trouble, refusal_trouble, script_trouble};
use crate::level::{LevelError, Seen, Shelf};
use crate::rules::{Action, LoadError, ScriptError, Scripts};
use crate::session::{PlayedLevel, Refusal, Session};
use crate::view::{Caption, Frame, Moment, Painter};

/// A game being played, with everything around it.
pub struct Player {
    scripts: Scripts,
    shelf: Shelf,
    session: Session,
    painter: Painter,
    troubles: Troubles,
    message: String,
    status: String,
    /// The level that the player has gone to, which may be one that was refused.
    number: usize,
    /// The files of a script that could not be taken over; empty while the last
    /// one was good.
    refused_script: Vec<Seen>,
}

/// Why nothing can be played.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The script is no game.
    #[error(transparent)]
    Script(#[from] LoadError),
    /// The level file cannot be read.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The level is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such level.
    #[error("{path}: there is no level {number}; there are {count}")]
    NoSuchLevel {
        /// The file or folder.
        path: String,
        /// What was asked for, from 1.
        number: usize,
        /// How many there are.
        count: usize,
    },
}

/// Reads a game and begins a level of it.
///
/// # Errors
/// Anything that keeps it from being played.
pub fn open(
    scripts: &Scripts,
    levels: &std::path::Path,
    number: usize,
    seed: u64,
) -> Result<(Session, Shelf), OpenError> {
    let game = scripts.load()?;
    let shelf = Shelf::open(levels, &game.declared().alphabet())?;
    let level = shelf.level(number).ok_or_else(|| OpenError::NoSuchLevel {
        path: levels.display().to_string(),
        number,
        count: shelf.levels().len(),
    })?;
    let session = Session::begin(game, PlayedLevel { level, number }, seed);
    let session = session.map_err(|(_, refusal)| refusal)?;
    Ok((session, shelf))
}

impl Player {
    /// Takes over a session that stands at its start.
    #[must_use]
    pub fn new(scripts: Scripts, shelf: Shelf, session: Session) -> Player {
        let (painter, errors) = Painter::new(&session, &scripts.own_folder());
        let mut player = Player {
            number: session.level().number,
            refused_script: Vec::new(),
            message: session.warning().unwrap_or_default().to_owned(),
            scripts,
            shelf,
            session,
            painter,
            troubles: Troubles::default(),
            status: String::new(),
        };
        player.troubles.pictures = picture_trouble(&errors);
        player.after_step();
        player
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The title for the window: the game and the level.
    #[must_use]
    pub fn title(&self) -> String {
        let game = &self.session.game().declared().title;
        match &self.session.level().level.title {
            Some(title) => format!("{game} - {title}"),
            None => format!("{game} - level {}", self.session.level().number),
        }
    }

    /// Does what the player asks. Returns whether the board moved.
    pub fn command(&mut self, command: &Command) -> bool {
        self.troubles.command = None;
        self.message.clear();
        match command {
            Command::Play(action) => return self.play(action),
            Command::Undo => return self.through_history(Session::undo),
            Command::Redo => return self.through_history(Session::redo),
            Command::Restart => {
                let restarted = self.session.restart();
                self.note_refusal(restarted);
                self.after_step();
            }
            Command::NextLevel => self.go_to(self.number + 1),
            Command::PreviousLevel => self.go_to(self.number.saturating_sub(1)),
            Command::Reload => drop(self.reload(true)),
            Command::Quit => {}
        }
        false
    }

    /// Looks whether any file that is being used has changed, and takes it over.
    /// Returns whether anything is to be painted anew.
    pub fn files_changed(&mut self) -> bool {
        self.reload(false)
    }

    /// The folders in which files are being used.
    #[must_use]
    pub fn folders(&self) -> [std::path::PathBuf; 2] {
        let source = self.shelf.source();
        let levels = if source.is_dir() { Some(source) } else { source.parent() };
        let levels = levels.filter(|folder| !folder.as_os_str().is_empty());
        let here = std::path::Path::new(".");
        [self.scripts.folder().to_owned(), levels.unwrap_or(here).to_owned()]
    }

    /// Paints the game as it stands. Returns how long the frame stays true, if
    /// not for ever.
    pub fn paint(&mut self, frame: &mut Frame<'_>, scale: u32, moment: Moment) -> Option<Duration> {
        let caption = self.caption(scale);
        self.painter.paint(frame, &self.session, &caption, moment)
    }

    /// The text of the frame. `scale` is the pixels of a point, in hundredths.
    #[must_use]
    pub fn caption(&self, scale: u32) -> Caption {
        let played = self.session.level();
        let title = played.level.title.as_deref().unwrap_or_default();
        let solved = match self.session.is_solved() {
            true if self.session.journal().is_empty() => String::new(),
            true if self.number < self.shelf.levels().len() => "Solved! N: next level".into(),
            true => "Solved! This was the last level.".into(),
            false => String::new(),
        };
        Caption {
            title: format!("{} / {}   {title}", played.number, self.shelf.levels().len()),
            status: self.status.clone(),
            hints: HINTS.to_owned(),
            message: self.message.clone(),
            solved,
            trouble: self.troubles.foremost().cloned(),
            scale,
        }
    }

    fn play(&mut self, action: &Action) -> bool {
        let played = self.session.play(action);
        self.stepped("The rule failed; nothing was changed.", played)
    }

    fn through_history(&mut self, step: fn(&mut Session) -> Result<bool, ScriptError>) -> bool {
        let stepped = step(&mut self.session);
        self.stepped("won failed after this step through the history.", stepped)
    }

    fn stepped(&mut self, heading: &str, stepped: Result<bool, ScriptError>) -> bool {
        let moved = match stepped {
            Ok(moved) => moved,
            Err(error) => {
                self.troubles.command = Some(script_trouble(heading, &error));
                false
            }
        };
        self.after_step();
        moved
    }

    /// Asks the script for what is shown beside the board.
    fn after_step(&mut self) {
        if let Some(said) = self.session.take_said().pop() {
            self.message = said;
        }
        match self.session.status() {
            Ok(status) => self.status = status.unwrap_or_default(),
            Err(error) => {
                let trouble = script_trouble("The status line failed.", &error);
                self.troubles.command.get_or_insert(trouble);
            }
        }
    }

    fn go_to(&mut self, number: usize) {
        let Some(level) = self.shelf.level(number) else {
            let which = if number == 0 { "first" } else { "last" };
            self.message = format!("This is the {which} level.");
            return;
        };
        self.number = number;
        let changed = self.session.change_level(PlayedLevel { level, number });
        if changed.is_ok() {
            self.message = self.session.warning().unwrap_or_default().to_owned();
        }
        self.note_refusal(changed);
        self.after_step();
    }

    fn note_refusal(&mut self, result: Result<(), Refusal>) {
        self.troubles.command = result.err().map(|refusal| refusal_trouble(&refusal));
    }

    fn reload(&mut self, anyway: bool) -> bool {
        let is_stale = |seen: &[Seen]| anyway || seen.iter().any(Seen::is_stale);
        let script = match self.refused_script.is_empty() {
            // Asked anew each time: a script may require another file while it plays.
            true => is_stale(&self.session.game().seen()),
            false => is_stale(&self.refused_script),
        };
        let legend = self.session.game().declared().legend.clone();
        if script {
            self.reload_script();
        }
        let other_legend = legend != self.session.game().declared().legend;
        let levels = other_legend || is_stale(self.shelf.seen());
        if levels {
            self.reload_levels();
        }
        let pictures = script || is_stale(self.painter.seen());
        if pictures {
            let folder = self.scripts.own_folder();
            let errors = self.painter.change_looks(&self.session, &folder);
            self.troubles.pictures = picture_trouble(&errors);
        }
        script || levels || pictures
    }

    fn reload_script(&mut self) {
        let swapped = match self.scripts.load() {
            Ok(game) => {
                let seen = game.seen();
                let swapped = self.session.swap_rules(game);
                self.refused_script = if swapped.is_err() { seen } else { Vec::new() };
                swapped
            }
            Err(LoadError { error, seen }) => {
                self.refused_script = seen;
                Err(error)
            }
        };
        let heading = "The last good script goes on.";
        self.troubles.script = swapped.err().map(|error| script_trouble(heading, &error));
        if self.troubles.script.is_none() {
            self.troubles.command = None;
        }
        self.after_step();
    }

    fn reload_levels(&mut self) {
        let alphabet = self.session.game().declared().alphabet();
        let reopened = self.shelf.reopen(&alphabet).map_err(Refusal::Level);
        let result = reopened.and_then(|()| self.replace_level());
        self.troubles.levels = result.err().map(|refusal| refusal_trouble(&refusal));
        if self.troubles.levels.is_none() {
            self.troubles.command = None;
        }
        self.after_step();
    }

    /// The level being played is now what stands at its number.
    fn replace_level(&mut self) -> Result<(), Refusal> {
        let number = self.session.level().number;
        match self.shelf.level(number) {
            Some(level) => self.session.replace_level(PlayedLevel { level, number }),
            None => Ok(()),
        }
    }
}
