//! Clicks where the script makes plans of them: a walk is played step by step, so that it
//! can be followed; and what is marked on the board meanwhile. Knows no clock: whoever
//! knows the time tells it.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use crate::app::player::Player;
use crate::app::trouble::script_trouble;
use crate::grid::{Cell, Direction};
use crate::rules::{Action, Button};
use crate::session::Clicked;
use crate::view::Marks;

/// The longest that a whole walk takes, unless its steps would be too short to be seen.
const LONGEST: Duration = Duration::from_millis(900);

/// The shortest step.
const SHORTEST: Duration = Duration::from_millis(16);

/// How long a cell is marked that there is no way to.
const SIGN: Duration = Duration::from_millis(700);

/// A walk that is going on.
#[derive(Debug)]
struct Walk {
    /// What is still to be played.
    actions: VecDeque<Action>,
    /// How many turns the history had before it.
    began: usize,
    /// When the next step is due.
    due: Duration,
    pace: Duration,
}

/// What clicks have come to.
#[derive(Debug, Default)]
pub(in crate::app) struct Walking {
    walk: Option<Walk>,
    /// A cell that there is no way to, and when that was said.
    no_way: Option<(Cell, Duration)>,
    /// Whether the cells that clicks can lead to are marked.
    marks: bool,
    /// How long the last step takes to be seen, where it was one of a walk.
    pace: Option<Duration>,
    reachable: Rc<[Cell]>,
}

impl Walking {
    /// How long the last step takes to be seen, where it was one of a walk.
    pub fn pace(&self) -> Option<Duration> {
        self.pace
    }
}

impl Player {
    /// A click on a pixel of the last frame. Returns whether the board moved.
    pub fn click(&mut self, x: f64, y: f64, button: Button) -> bool {
        self.click_on(self.cell_at(x, y), button)
    }

    /// A click on a cell, or beside the board. Returns whether the board moved.
    pub fn click_on(&mut self, cell: Option<Cell>, button: Button) -> bool {
        let game = self.session.game();
        let (plans, clicks) = (game.plans(), game.declared().clicks);
        let moved = match cell {
            Some(cell) if plans => self.click_cell(cell, button),
            Some(cell) if clicks => {
                self.begin_command();
                self.act(&Action::Click(cell, button))
            }
            _ => false,
        };
        self.note_moved(moved)
    }

    fn click_cell(&mut self, cell: Cell, button: Button) -> bool {
        self.begin_command();
        match self.session.click(cell, button) {
            Ok(Clicked::Nothing | Clicked::Picked) => {}
            Ok(Clicked::NoWay(cell)) => self.walking.no_way = Some((cell, self.now)),
            Ok(Clicked::Walk(actions)) => return self.begin_walk(actions),
            Err(error) => {
                let heading = "The plan for this click failed; nothing was changed.";
                self.troubles.command = Some(script_trouble(heading, &error));
            }
        }
        self.after_step();
        false
    }

    fn begin_walk(&mut self, actions: Vec<Action>) -> bool {
        let motion = self.preferences.motion;
        let steps = u32::try_from(actions.len()).unwrap_or(u32::MAX).max(1);
        let pace = motion.min(LONGEST / steps).max(SHORTEST.min(motion));
        let began = self.session.journal().done();
        self.start_time();
        self.walking.walk = Some(Walk { actions: actions.into(), began, due: self.now, pace });
        self.go_on()
    }

    /// Whether a walk is going on.
    #[must_use]
    pub fn is_walking(&self) -> bool {
        self.walking.walk.is_some()
    }

    /// Whether the game goes on by itself: a walk does, or time goes by.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.is_walking() || self.is_ticking()
    }

    /// When the next step of a walk or the next tick is due, on the clock that
    /// [`Player::tell_time`] tells.
    #[must_use]
    pub fn step_due(&self) -> Option<Duration> {
        let step = self.walking.walk.as_ref().map(|walk| walk.due);
        step.into_iter().chain(self.tick_due()).min()
    }

    /// Plays what is due of a walk, and a tick that is due. Returns whether the board moved.
    pub fn go_on(&mut self) -> bool {
        let mut moved = self.tick_on();
        while let Some(walk) = &mut self.walking.walk
            && walk.due <= self.now
        {
            let (began, pace) = (walk.began, walk.pace);
            walk.due += pace;
            let next = walk.actions.pop_front();
            let is_last = walk.actions.is_empty();
            let stepped = next.is_some_and(|action| self.play_now(&action));
            moved |= stepped;
            self.session.note_walk(began);
            if is_last || !stepped {
                self.walking.walk = None;
            }
            self.walking.pace = Some(pace);
        }
        self.look_around();
        self.note_moved(moved)
    }

    /// Something else is asked for: a walk ends where it is.
    pub(in crate::app) fn stop_walking(&mut self) {
        (self.walking.walk, self.walking.no_way, self.walking.pace) = (None, None, None);
    }

    /// A step up or down on hexagons: to the side that the last step did not go to, so that
    /// two of them lead straight; to the other one if that is blocked.
    pub(in crate::app) fn climb(&mut self, up: bool) -> bool {
        let [left, right] = match up {
            true => [Direction::Up, Direction::UpRight],
            false => [Direction::Down, Direction::DownRight],
        };
        let last = self.session.journal().tokens().last().unwrap_or_default();
        let went_left = last.eq_ignore_ascii_case(&left.letter().to_string());
        let [first, second] = if went_left { [right, left] } else { [left, right] };
        let moved = self.act(&Action::Move(first));
        let failed = self.troubles.command.is_some();
        moved || (!failed && self.act(&Action::Move(second)))
    }

    /// A step in one of the four directions of squares.
    pub(in crate::app) fn step_towards(&mut self, direction: Direction) -> bool {
        match (self.session.board().topology().is_hex(), direction) {
            (true, Direction::Up) => self.climb(true),
            (true, Direction::Down) => self.climb(false),
            _ => self.act(&Action::Move(direction)),
        }
    }

    /// Marks the cells that clicks can lead to, or no longer.
    pub(in crate::app) fn toggle_marks(&mut self) {
        self.walking.marks = !self.walking.marks;
        self.look_around();
    }

    /// Asks the script again where clicks can lead to, if that is marked.
    pub(in crate::app) fn look_around(&mut self) {
        self.walking.reachable = Rc::default();
        if !(self.walking.marks || self.session.picked().is_some()) || self.is_walking() {
            return;
        }
        match self.session.reach() {
            Ok(cells) => self.walking.reachable = cells.into(),
            Err(error) => {
                let heading = "The script cannot say where clicks lead to.";
                self.troubles.command.get_or_insert(script_trouble(heading, &error));
            }
        }
    }

    /// What is marked on the board at a time since the start, and how long that is true.
    pub(in crate::app) fn marks(&self, now: Duration) -> (Marks, Option<Duration>) {
        let no_way = self.walking.no_way.filter(|(_, since)| now < *since + SIGN);
        let left = no_way.map(|(_, since)| (since + SIGN).saturating_sub(now));
        let marks = Marks {
            picked: self.session.picked(),
            refused: no_way.map(|(cell, _)| cell),
            reachable: Rc::clone(&self.walking.reachable),
        };
        (marks, left)
    }
}
