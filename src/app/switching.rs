//! Beginning a game where the player was the last time, or as it is asked for now; at the
//! start of the program, and in the same window for another game. Knows no level of its own.

use std::path::{Path, PathBuf};

use crate::app::open::{OpenError, Opened, Wanted, open};
use crate::app::player::Player;
use crate::app::progress::Stand;
use crate::app::store::{Store, StoreError};
use crate::files;
use crate::grid::SEEDS;
use crate::rules::{Scripts, Settings};

/// What is asked for of a game.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// A level file or folder; the game's own levels unless given.
    pub file: Option<PathBuf>,
    /// The number of the level, from 1.
    pub level: Option<usize>,
    /// What the random generator begins with.
    pub seed: Option<u64>,
    /// What is to be set: names and values as a person writes them.
    pub set: Vec<(String, String)>,
    /// The seed where none is asked for.
    pub any_seed: u64,
}

/// Where things are for all games.
#[derive(Clone, Debug)]
pub struct Home {
    /// Where what a player sets and does is kept.
    pub store: Store,
    /// The folder of scripts that the program was started with.
    pub scripts: PathBuf,
    /// The folder with a folder of levels for each game of these.
    pub levels: PathBuf,
}

impl Home {
    /// The folder of a game's own levels; of a game that is elsewhere, beside its scripts.
    #[must_use]
    pub fn levels_of(&self, scripts: &Scripts) -> PathBuf {
        let folder = match scripts.folder() == self.scripts {
            true => self.levels.clone(),
            false => scripts.folder().with_file_name("levels"),
        };
        folder.join(scripts.name())
    }
}

/// Begins a game as it is asked for; what is left open is as it was the last time.
///
/// # Errors
/// Anything that keeps it from being played.
pub fn begin(scripts: Scripts, home: Home, request: &Request) -> Result<Player, OpenError> {
    let store = &home.store;
    let pack = scripts.pack().map(|pack| pack.warnings.clone());
    let mut lost = pack.unwrap_or_default();
    let stand = told(stand(&scripts, request, store), &mut lost).flatten();
    let mut remembered = told(store.settings(scripts.key()), &mut lost).unwrap_or_default();
    remembered.extend(stand.iter().flat_map(|stand| stand.settings.clone()));
    let mut opened = opened(&scripts, &home, request, (&remembered, stand.as_ref()), &mut lost)?;
    opened.lost.extend(lost);
    let stand = stand.filter(|_| opened.stands);
    let mut player = Player::new(scripts, opened).with_home(home);
    stand.iter().for_each(|stand| player.resume(stand));
    player.note_start();
    Ok(player)
}

/// Where the player was in the game, unless something else is asked for.
fn stand(scripts: &Scripts, request: &Request, store: &Store) -> Result<Option<Stand>, StoreError> {
    if request.level.is_some() || request.seed.is_some() || !request.set.is_empty() {
        return Ok(None);
    }
    let whole = |path: &Path| std::path::absolute(path).ok();
    let same = |stand: &Stand| match (&request.file, &stand.source) {
        (None, None) => true,
        // A file that is gone is no place to go on at.
        (None, Some(source)) => files::exists(Path::new(source)),
        (Some(file), Some(source)) => whole(file).as_deref() == Some(Path::new(source)),
        (Some(_), None) => false,
    };
    Ok(store.stand(scripts.key())?.filter(same))
}

/// Begins the level. What was kept from the last time must not keep a game from being
/// played; nor must the player wait for it, who has stopped it.
fn opened(
    scripts: &Scripts,
    home: &Home,
    request: &Request,
    (remembered, stand): (&Settings, Option<&Stand>),
    lost: &mut Vec<String>,
) -> Result<Opened, OpenError> {
    let own = home.levels_of(scripts);
    let source = |stand: Option<&Stand>| {
        let last = stand.and_then(|stand| stand.source.as_ref()).map(PathBuf::from);
        request.file.clone().or(last)
    };
    let begin = |remembered: &Settings, stand: Option<&Stand>| {
        let file = source(stand);
        let wanted = Wanted {
            levels: file.as_deref().unwrap_or(&own),
            own: file.is_none(),
            number: request.level.unwrap_or(1),
            seed: request.seed.unwrap_or(request.any_seed),
            remembered,
            set: &request.set,
            stand,
        };
        open(scripts, &wanted)
    };
    match begin(remembered, stand) {
        Err(error) if !remembered.is_empty() || stand.is_some() => {
            lost.push(format!("what was kept from the last time is left out: {error}"));
            begin(&Settings::new(), None)
        }
        opened => opened,
    }
}

/// What could be read; what could not is told.
fn told<T>(read: Result<T, StoreError>, lost: &mut Vec<String>) -> Option<T> {
    read.map_err(|error| lost.push(error.to_string())).ok()
}

impl Player {
    /// The same, with a place to keep what the player sets, and what is set for all
    /// games there.
    #[must_use]
    pub fn with_store(mut self, store: Store) -> Player {
        match store.preferences() {
            Ok(preferences) => self.preferences = preferences,
            Err(error) => self.tell(&error.to_string()),
        }
        match store.keymap(self.scripts.key()) {
            Ok(keymap) => self.keymap = keymap,
            Err(error) => self.tell(&error.to_string()),
        }
        match store.progress(self.scripts.key()) {
            Ok(progress) => self.progress = progress,
            Err(error) => self.tell(&error.to_string()),
        }
        match store.isometric(self.scripts.key()) {
            Ok(isometric) => self.preferences.isometric = isometric,
            Err(error) => self.tell(&error.to_string()),
        }
        self.painter.isometric = self.preferences.isometric;
        self.store = store;
        self.wear_kept();
        self
    }

    /// The same, with the folder that has a folder of levels for each game.
    #[must_use]
    pub fn with_levels(mut self, root: PathBuf) -> Player {
        self.levels_root = root;
        self
    }

    /// The same, with what there is for all games.
    #[must_use]
    pub fn with_home(mut self, home: Home) -> Player {
        self.home_scripts = home.scripts;
        self.with_levels(home.levels).with_store(home.store)
    }

    fn home(&self) -> Home {
        let (scripts, levels) = (self.home_scripts.clone(), self.levels_root.clone());
        Home { store: self.store.clone(), scripts, levels }
    }

    /// The folder of the game's own levels.
    pub(in crate::app) fn own_levels(&self) -> PathBuf {
        self.home().levels_of(&self.scripts)
    }

    /// Plays another game in the same window, from where it was left. Returns whether it
    /// could; if not, that is told.
    pub(in crate::app) fn open_game(&mut self, scripts: Scripts) -> bool {
        self.keep_settings();
        self.keep_all();
        let any_seed = self.session.board().random().below(SEEDS);
        let request = Request { any_seed, ..Request::default() };
        let begun = begin(scripts, self.home(), &request);
        // What the disk has not taken by now is gone with this game, which must not go unsaid.
        let lost = self.unkept.failed.then(|| self.message.clone());
        match begun {
            Ok(player) => {
                self.become_player(player);
                lost.iter().for_each(|lost| self.tell(lost));
                true
            }
            Err(error) => {
                self.tell(&error.to_string());
                false
            }
        }
    }

    fn become_player(&mut self, player: Player) {
        let (now, beside, taken, pointer) = (self.now, self.beside, self.taken, self.pointer);
        let animating = std::mem::take(&mut self.animating);
        *self = player;
        self.animating = animating;
        (self.now, self.kept.at, self.beside) = (now, now, beside);
        (self.taken, self.pointer) = (taken, pointer);
        self.clock.begin(self.session.began(), now);
    }
}
