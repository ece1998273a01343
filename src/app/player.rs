//! A game being played, with everything around it, and the frame that shows it.
//! Knows no window, no key and no clock: a window and a picture file are served alike,
//! and whoever knows the time tells it.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use crate::app::animating::Animating;
use crate::app::browsing::Browsing;
use crate::app::caption;
use crate::app::clock::Clock;
use crate::app::keeping::Unkept;
use crate::app::keymap::Keymap;
use crate::app::open::Opened;
use crate::app::progress::Progress;
use crate::app::standing::Kept;
use crate::app::store::{Preferences, Store};
use crate::app::testing::Testing;
use crate::app::ticking::Ticking;
use crate::app::trouble::{Troubles, picture_trouble, script_trouble};
use crate::app::walking::Walking;
use crate::app::workbench::{Beside, Workbench};
use crate::level::{Seen, Shelf};
use crate::rules::Scripts;
use crate::session::Session;
use crate::view::{Caption, Frame, Moment, Painter, Trouble};

/// A game being played, with everything around it.
pub struct Player {
    pub(in crate::app) scripts: Scripts,
    pub(in crate::app) shelf: Shelf,
    pub(in crate::app) session: Session,
    pub(in crate::app) painter: Painter,
    pub(in crate::app) troubles: Troubles,
    pub(in crate::app) message: String,
    pub(in crate::app) store: Store,
    pub(in crate::app) preferences: Preferences,
    /// What is not yet kept on disk.
    pub(in crate::app) unkept: Unkept,
    status: String,
    /// The level that the player has gone to, which may be one that was refused.
    pub(in crate::app) number: usize,
    /// The files of a script that could not be taken over; empty while the last
    /// one was good.
    pub(in crate::app) refused_script: Vec<Seen>,
    /// A skin that could not be worn, and its files.
    pub(in crate::app) refused_skin: Option<(String, Vec<Seen>)>,
    /// The looks that the painter has, by [`crate::rules::Game::declared_stamp`].
    painted_stamp: u64,
    pub(in crate::app) clock: Clock,
    pub(in crate::app) now: Duration,
    pub(in crate::app) walking: Walking,
    pub(in crate::app) testing: Testing,
    pub(in crate::app) ticking: Ticking,
    pub(in crate::app) animating: Animating,
    /// Which keys ask for what.
    pub(in crate::app) keymap: Keymap,
    /// The level browser, while it is shown.
    pub(in crate::app) browsing: Option<Browsing>,
    /// The keys of levels that were refused so far.
    pub(in crate::app) refused_levels: HashSet<String>,
    /// What was solved of this game.
    pub(in crate::app) progress: Progress,
    /// The folder of scripts that the program was started with.
    pub(in crate::app) home_scripts: PathBuf,
    /// The folder with a folder of levels for each game of these.
    pub(in crate::app) levels_root: PathBuf,
    /// Where the player was when that was last kept.
    pub(in crate::app) kept: Kept,
    /// How long it took to solve the board, and how many turns the history had then.
    pub(in crate::app) solved_in: Option<(usize, Duration)>,
    /// What is to be shown beside the board.
    pub(in crate::app) beside: Beside,
    pub(in crate::app) workbench: Workbench,
    /// Whether the last command has moved the board.
    pub(in crate::app) moved: bool,
    /// The width that the options take at the right, in pixels.
    pub(in crate::app) taken: u32,
    /// Where the mouse is, in pixels, unless it has left.
    pub(in crate::app) pointer: Option<(i32, i32)>,
}

impl Player {
    /// Takes over a session that stands at its start, without a place to keep what
    /// the player sets.
    #[must_use]
    pub fn new(scripts: Scripts, opened: Opened) -> Player {
        let Opened { session, shelf, lost, .. } = opened;
        let (painter, errors) = Painter::new(&session, &scripts.own_folder());
        let warning = caption::warning(&session);
        let mut player = Player {
            number: session.level().number,
            refused_script: Vec::new(),
            refused_skin: None,
            message: lost.into_iter().chain(warning).collect::<Vec<_>>().join("; "),
            painted_stamp: session.game().declared_stamp(),
            shelf,
            session,
            painter,
            troubles: Troubles::default(),
            status: String::new(),
            store: Store::default(),
            unkept: Unkept::default(),
            preferences: Preferences::default(),
            clock: Clock::default(),
            now: Duration::ZERO,
            walking: Walking::default(),
            testing: Testing::default(),
            ticking: Ticking::default(),
            animating: Animating::default(),
            keymap: Keymap::default(),
            browsing: None,
            refused_levels: HashSet::new(),
            progress: Progress::default(),
            home_scripts: scripts.folder().to_owned(),
            levels_root: PathBuf::new(),
            kept: Kept::default(),
            solved_in: None,
            beside: Beside::default(),
            workbench: Workbench::default(),
            moved: false,
            taken: 0,
            pointer: None,
            scripts,
        };
        player.troubles.pictures = picture_trouble(&errors);
        player.testing.look(&player.scripts);
        player.after_step();
        player.note_kept_here();
        player
    }

    /// Adds to what is said to the player.
    pub fn tell(&mut self, text: &str) {
        self.message = caption::together([&self.message, text]);
    }

    /// Says something in place of what a command would do.
    pub(in crate::app) fn say_instead(&mut self, text: &str) {
        self.begin_command();
        text.clone_into(&mut self.message);
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The title for the window: the game and the level.
    #[must_use]
    pub fn title(&self) -> String {
        caption::window_title(&self.session)
    }

    /// What is set for all games.
    #[must_use]
    pub fn preferences(&self) -> Preferences {
        self.preferences
    }

    /// Leaves so many pixels at the right of the frame to the options, while they are
    /// shown.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a window's width
    pub(in crate::app) fn leave_right(&mut self, pixels: f32) {
        self.taken = pixels.ceil().max(0.0) as u32;
    }

    /// Whether the options are to be shown beside the board.
    #[must_use]
    pub fn shows_options(&self) -> bool {
        self.beside == Beside::Options
    }

    /// Tells the time since the program started; to be called before anything that
    /// the player does.
    pub fn tell_time(&mut self, now: Duration) {
        (self.now, self.moved) = (now, false);
    }

    /// What is told over the board, if anything.
    #[must_use]
    pub fn trouble(&self) -> Option<&Trouble> {
        self.troubles.foremost()
    }

    /// Puts away what is told over the board, until there is something new to tell.
    /// Returns whether there was anything.
    pub fn dismiss(&mut self) -> bool {
        let any = self.troubles.foremost().is_some();
        self.troubles = Troubles::default();
        any
    }

    /// Paints the game as it stands. Returns how long the frame stays true, if
    /// not for ever.
    pub fn paint(&mut self, frame: &mut Frame<'_>, scale: u32, moment: Moment) -> Option<Duration> {
        let caption = self.caption(scale);
        let (marks, marked_for) = self.marks(moment.since_start);
        self.painter.marks = marks;
        let true_for = self.painter.paint(frame, &self.session, &caption, moment);
        true_for.into_iter().chain(marked_for).min()
    }

    /// The text of the frame. `scale` is the pixels of a point, in hundredths.
    #[must_use]
    pub fn caption(&self, scale: u32) -> Caption {
        let count = self.shelf.levels().len();
        let paused = self.is_paused();
        let solved = self.solved_in.filter(|_| self.session.is_won());
        let solved = solved.map(|(_, time)| {
            caption::solved((&self.session, &self.keymap), &self.status, time, count)
        });
        Caption {
            title: caption::level(&self.session, count),
            status: self.status.clone(),
            hints: caption::hints(&self.session, &self.keymap, count, (false, paused)),
            hints_if_large: caption::hints(&self.session, &self.keymap, count, (true, paused)),
            message: caption::together([&self.message, &self.testing.said]),
            solved: solved.unwrap_or_default(),
            trouble: self.troubles.foremost().cloned(),
            scale,
            taken: if self.beside == Beside::Nothing { 0 } else { self.taken },
            pointer: self.pointer,
            inspects: self.beside == Beside::Workbench,
        }
    }

    /// Asks the script for what is shown beside the board.
    pub(in crate::app) fn after_step(&mut self) {
        let said = self.session.take_said();
        if let Some(last) = said.last() {
            self.message.clone_from(last);
        }
        self.workbench.hear(self.session.take_heard());
        match self.session.status() {
            Ok(status) => self.status = status.unwrap_or_default(),
            Err(error) => {
                let trouble = script_trouble("The status line failed.", &error);
                self.troubles.command.get_or_insert(trouble);
            }
        }
        let began = self.session.began();
        let turns = self.session.journal().done();
        let known = self.solved_in.is_some_and(|(then, _)| then == turns);
        if self.session.is_won() && !known {
            self.solved_in = Some((turns, self.clock.played(began, self.now)));
            self.note_solved();
        }
        if self.painted_stamp != self.session.game().declared_stamp() {
            self.change_looks();
        }
        self.look_around();
        self.keep_stand_often();
    }

    /// Has the painter take over the looks as they are declared now.
    pub(in crate::app) fn change_looks(&mut self) {
        let folder = self.scripts.own_folder();
        let errors = self.painter.change_looks(&self.session, &folder);
        self.troubles.pictures = picture_trouble(&errors);
        self.painted_stamp = self.session.game().declared_stamp();
    }
}
