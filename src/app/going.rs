//! Which level is played: going on to another one, which of them are locked, and what is
//! noted once one is solved. Knows no browser.

use crate::app::caption;
use crate::app::clock::Clock;
use crate::app::player::Player;
use crate::app::progress::Best;
use crate::grid::Value;
use crate::level::{Level, Shelf};
use crate::session::{PlayedLevel, Refusal};

impl Player {
    pub(in crate::app) fn go_to(&mut self, number: usize) {
        let Some(level) = self.shelf.level(number) else {
            self.message = caption::no_level(&self.session, number);
            return;
        };
        match self.locked_by(&self.shelf, &level, number) {
            Some(why) => self.message = why,
            None => drop(self.begin_level(number)),
        }
    }

    /// Begins a level of the shelf. Returns whether it could; if not, that is told.
    pub(in crate::app) fn begin_level(&mut self, number: usize) -> bool {
        let Some(level) = self.shelf.level(number) else {
            return false;
        };
        self.number = number;
        let key = level.key();
        let left = self.left_now();
        let changed = self.session.change_level(PlayedLevel { level, number });
        let begun = changed.is_ok();
        if begun {
            self.stop_time();
            self.message = caption::warning(&self.session).unwrap_or_default();
            self.clock = Clock::default();
            self.clock.begin(0, self.now);
            self.kept.level_changed(&self.shelf);
            self.keep_left(left);
            self.take_up(&key);
            self.keep_stand();
        }
        if changed.as_ref().is_err_and(Refusal::is_of_level) {
            self.refused_levels.insert(key);
        }
        self.note_refusal(changed);
        self.after_step();
        begun
    }

    /// Keeps that the level is solved, and how.
    pub(in crate::app) fn note_solved(&mut self) {
        let level = &self.session.level().level;
        if level.is_made() {
            return;
        }
        let names = &self.session.game().declared().score;
        let score = |name: &String| match self.session.board().var_named(name) {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
            Value::Number(score) if (0.0..1e15).contains(score) => Some(*score as u64),
            _ => None,
        };
        let scores = names.iter().filter_map(|name| Some((name.clone(), score(name)?)));
        let solved = Best {
            title: level.title.clone().unwrap_or_default(),
            scores: scores.collect(),
            solution: self.session.played(),
        };
        let (key, first) = (level.key(), names.first().cloned());
        self.progress.note(&key, solved, first.as_ref());
        self.keep_progress();
        self.refresh_browser();
    }

    /// Goes to the next level that is not solved, after the present one or else from the
    /// first on.
    pub(in crate::app) fn go_to_unsolved(&mut self) {
        let (shelf, number) = (self.shelf.clone(), self.session.level().number);
        match self.unsolved_after(&shelf, number).or_else(|| self.unsolved_after(&shelf, 0)) {
            Some(other) if other != number => drop(self.begin_level(other)),
            Some(_) => {
                self.message = "This is the only level to play that is not solved.".to_owned()
            }
            None => self.message = caption::ALL_SOLVED.to_owned(),
        }
    }

    /// The first level after that number that can be played and is not solved.
    pub(in crate::app) fn unsolved_after(&self, shelf: &Shelf, number: usize) -> Option<usize> {
        let mut levels = (1..).zip(shelf.levels()).skip(number);
        let found = levels.find(|(number, level)| {
            let key = level.key();
            self.progress.best(&key).is_none()
                && !self.refused_levels.contains(&key)
                && self.locked_by(shelf, level, *number).is_none()
        });
        found.map(|(number, _)| number)
    }

    /// Why a level cannot be played yet, if it cannot: the one before it in its collection
    /// is to be solved first.
    pub(in crate::app) fn locked_by(
        &self,
        shelf: &Shelf,
        level: &Level,
        number: usize,
    ) -> Option<String> {
        if self.preferences.unlock_all || level.is_made() {
            return None;
        }
        // A level that cannot be played keeps none from being unlocked.
        let is_refused = |number: &usize| {
            shelf.level(*number).is_some_and(|level| self.refused_levels.contains(&level.key()))
        };
        let first = shelf.collections().iter().map(|collection| collection.first + 1);
        let first = first.filter(|first| *first <= number).max().unwrap_or(1);
        let before = (first..number).rev().find(|before| !is_refused(before))?;
        let before_it = shelf.level(before)?;
        let solved = |level: &Level| self.progress.best(&level.key()).is_some();
        if solved(level) || solved(&before_it) {
            return None;
        }
        let key = caption::options_key(self.session.game());
        Some(format!(
            "Level {number} is locked until level {before} is solved. {key}: options, to unlock all"
        ))
    }
}
