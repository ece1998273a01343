//! The level browser as far as it needs no window: what it shows, the previews, and what a
//! player picks, which is opened here.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::caption;
use crate::app::listing::{Browser, Origin};
use crate::app::player::Player;
use crate::app::preview::{Preview, Previewer};
use crate::grid::new_stamp;
use crate::level::Shelf;
use crate::session::{PlayedLevel, Refusal};

/// So many levels that cannot be played are passed over to find one that can.
const TRIES: usize = 100;

/// The browser while it is shown.
pub(in crate::app) struct Browsing {
    shelf: Shelf,
    origins: Vec<Origin>,
    origin: usize,
    stamp: u64,
    view: Arc<Browser>,
    previewer: Previewer,
    wanted: Vec<usize>,
    fresh: Vec<Preview>,
}

/// What a player does in the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Play a level by its number.
    Level(usize),
    /// Play the first level that is not solved yet.
    NextUnsolved,
    /// Show the levels of another origin.
    Origin(usize),
    /// Open a file.
    File(PathBuf),
    /// Play another game, by what the browser calls it.
    Game(String),
    /// Leave the browser.
    Close,
}

impl Player {
    /// Shows the browser, or hides it.
    pub fn browse(&mut self) {
        self.stop_time();
        if self.browsing.take().is_some() {
            return;
        }
        let origins = self.origins();
        let own = Some(self.shelf.source().to_owned()).filter(|_| !self.shelf.is_own());
        let origin = origins.iter().position(|origin| origin.path == own).unwrap_or(0);
        self.browsing = Some(Browsing {
            shelf: self.shelf.clone(),
            origins,
            origin,
            stamp: new_stamp(),
            view: Arc::default(),
            previewer: Previewer::new(self.scripts.clone()),
            wanted: Vec::new(),
            fresh: Vec::new(),
        });
        self.refresh_browser();
    }

    /// Whether the browser is to be shown.
    #[must_use]
    pub fn is_browsing(&self) -> bool {
        self.browsing.is_some()
    }

    /// What the browser shows, while it is shown.
    #[must_use]
    pub fn browsed(&self) -> Option<&Browser> {
        self.browsing.as_ref().map(|browsing| &*browsing.view)
    }

    /// What the browser shows, and the previews that have come since this was last asked.
    pub(in crate::app) fn browser(&mut self) -> Option<(Arc<Browser>, Vec<Preview>)> {
        let trouble = self.troubles.foremost();
        let trouble = trouble.map(|trouble| format!("{} {}", trouble.place, trouble.message));
        let message = trouble.unwrap_or_else(|| self.message.clone());
        let browsing = self.browsing.as_mut()?;
        if browsing.view.message != message {
            browsing.view = Arc::new(Browser { message, ..(*browsing.view).clone() });
        }
        Some((Arc::clone(&browsing.view), std::mem::take(&mut browsing.fresh)))
    }

    /// These previews are to be painted next, by the numbers of their levels.
    pub(in crate::app) fn want_previews(&mut self, wanted: Vec<usize>) {
        if let Some(browsing) = &mut self.browsing {
            browsing.wanted = wanted;
        }
    }

    /// Paints previews for about so long. Returns whether there are new ones to be seen.
    pub(in crate::app) fn paint_previews(&mut self, time: Duration) -> bool {
        let Some(browsing) = &mut self.browsing else {
            return false;
        };
        let begun = Instant::now();
        while begun.elapsed() < time
            && let Some(number) = browsing.wanted.pop()
        {
            if let Some(level) = browsing.shelf.level(number) {
                let played = PlayedLevel { level, number };
                let key = played.level.key();
                let skin = self.painter.skin.as_ref();
                let preview = browsing.previewer.paint(played, skin);
                if preview.is_refused {
                    self.refused_levels.insert(key);
                }
                browsing.fresh.push(preview);
            }
        }
        !browsing.fresh.is_empty()
    }

    /// Does what was picked in the browser.
    pub fn pick(&mut self, pick: &Pick) {
        self.begin_command();
        match pick {
            Pick::Close => self.browsing = None,
            Pick::Level(number) => self.pick_level(*number),
            Pick::NextUnsolved => self.pick_unsolved(),
            Pick::Origin(at) => {
                let origin = self.browsing.as_ref().and_then(|b| b.origins.get(*at)).cloned();
                if let Some(origin) = origin {
                    self.show_origin(&origin, *at);
                }
            }
            Pick::File(path) => {
                self.open_file(path);
            }
            Pick::Game(title) => self.pick_game(title),
        }
    }

    /// Opens a level file, and plays its first level that is not solved. Returns whether it
    /// could; if not, that is told.
    pub fn open_file(&mut self, path: &Path) -> bool {
        let alphabet = self.session.game().declared().alphabet();
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let shelf = Shelf::open(&path, &alphabet).map_err(Refusal::Level);
        self.take_shelf(shelf)
    }

    /// Plays the levels of a shelf from the first one that is not solved.
    pub(in crate::app) fn take_shelf(&mut self, shelf: Result<Shelf, Refusal>) -> bool {
        let shelf = match shelf {
            Ok(shelf) => shelf,
            Err(refusal) => {
                self.note_refusal(Err(refusal));
                return false;
            }
        };
        if !self.begin_first(&shelf) {
            return false;
        }
        let refused = self.shelf.refused().len();
        if refused > 0 {
            let first = self.shelf.refused()[0].to_string();
            let others =
                if refused > 1 { format!(" (and {} more)", refused - 1) } else { String::new() };
            self.tell(&format!("{first}{others}"));
        }
        true
    }

    fn show_origin(&mut self, origin: &Origin, at: usize) {
        let alphabet = self.session.game().declared().alphabet();
        let shelf = match &origin.path {
            None => Shelf::of_game(&self.own_levels(), &alphabet),
            Some(path) => Shelf::open(path, &alphabet),
        };
        match (shelf, &mut self.browsing) {
            (Ok(shelf), Some(browsing)) => {
                (browsing.shelf, browsing.origin, browsing.stamp) = (shelf, at, new_stamp());
            }
            (Err(error), _) => self.note_refusal(Err(Refusal::Level(error))),
            (Ok(_), None) => {}
        }
        self.refresh_browser();
    }

    fn pick_level(&mut self, number: usize) {
        let Some(browsing) = &self.browsing else {
            return;
        };
        let shelf = browsing.shelf.clone();
        if let Some(level) = shelf.level(number)
            && let Some(before) = self.locked_by(&shelf, &level, number)
        {
            self.message = before;
            return;
        }
        // What is being played goes on as it stands.
        let here = shelf.source() == self.shelf.source();
        if here && number == self.session.level().number {
            self.browsing = None;
            return;
        }
        self.begin_on(shelf, number);
    }

    /// Begins the first level of a shelf that is not solved; if that cannot be played, the next
    /// one that can. Returns whether there was one.
    fn begin_first(&mut self, shelf: &Shelf) -> bool {
        for _ in 0..TRIES.min(shelf.levels().len()) {
            let number = self.unsolved_after(shelf, 0).unwrap_or(1);
            if self.begin_on(shelf.clone(), number) {
                return true;
            }
        }
        false
    }

    /// Begins a level of a shelf, which is played from then on. Returns whether it could.
    fn begin_on(&mut self, shelf: Shelf, number: usize) -> bool {
        self.keep_stand();
        let before = (std::mem::replace(&mut self.shelf, shelf), self.number);
        let begun = self.begin_level(number);
        match begun {
            true => {
                self.note_source();
                self.browsing = None;
            }
            false => (self.shelf, self.number) = before,
        }
        begun
    }

    fn pick_unsolved(&mut self) {
        let Some(browsing) = &self.browsing else {
            return self.go_to_unsolved();
        };
        let shelf = browsing.shelf.clone();
        match self.unsolved_after(&shelf, 0) {
            Some(number) => self.pick_level(number),
            None => self.message = caption::ALL_SOLVED.to_owned(),
        }
    }

    /// The levels being played have changed on disk; so have those that are shown, if they are
    /// the same.
    pub(in crate::app) fn follow_in_browser(&mut self) {
        let shelf = self.shelf.clone();
        if let Some(browsing) = &mut self.browsing
            && browsing.shelf.source() == shelf.source()
        {
            (browsing.shelf, browsing.stamp) = (shelf, new_stamp());
        }
        self.refresh_browser();
    }

    /// Lists all anew: something was solved, or other levels are shown.
    pub(in crate::app) fn refresh_browser(&mut self) {
        let Some(browsing) = &self.browsing else {
            return;
        };
        let shelf = browsing.shelf.clone();
        let offered = self.offered();
        let same = shelf.source() == self.shelf.source();
        let view = Browser {
            stamp: browsing.stamp,
            game: offered.title_of(&self.scripts).to_owned(),
            games: offered.games,
            refused_packs: offered.refused,
            groups: self.groups(&shelf),
            current: same.then(|| self.session.level().number),
            refused: shelf.refused().iter().map(ToString::to_string).collect(),
            origins: browsing.origins.clone(),
            origin: browsing.origin,
            message: String::new(),
        };
        if let Some(browsing) = &mut self.browsing {
            browsing.view = Arc::new(view);
        }
    }
}
