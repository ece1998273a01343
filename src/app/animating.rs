//! Pictures and animations of the game that is being played. An animation is made on a thread of
//! its own, by a game of its own that plays the recording, while this one goes on. Knows no
//! window.

use std::io::Cursor;
use std::path::Path;
use std::sync::mpsc::TryRecvError;
use std::time::Duration;

use image::{ExtendedColorType, ImageFormat, ImageResult, write_buffer_with_format};

use crate::app::choice::take;
use crate::app::errand::Errand;
use crate::app::film::Film;
use crate::app::open::open_recording;
use crate::app::player::Player;
use crate::app::save::saved;
use crate::app::store::{Saved, Store};
use crate::rules::{Scripts, Settings};
use crate::session::{Set, read_rule_tests};
use crate::view::{Caption, Frame, Marks, Moment};

/// The width and height of a picture, in pixels; what is larger is shown smaller.
const SIZE: (u32, u32) = (960, 720);

/// An animation that is wanted, or being made.
#[derive(Default)]
pub(in crate::app) struct Animating {
    wanted: Option<Plan>,
    running: Option<Errand>,
}

/// What an animation is made of.
struct Plan {
    scripts: Scripts,
    store: Store,
    title: String,
    /// What was played.
    recording: String,
    /// What is set, also what a recording does not tell.
    settings: Settings,
    skin: Option<String>,
    isometric: bool,
    /// After how many turns the board was solved, and how long that took.
    solved_in: Option<(usize, Duration)>,
}

impl Player {
    /// The whole board as the player sees it, as a PNG file.
    pub(in crate::app) fn picture(&mut self) -> ImageResult<Vec<u8>> {
        let (width, height) = SIZE;
        let mut bytes = vec![0; width as usize * height as usize * 4];
        let camera = std::mem::take(&mut self.painter.camera);
        self.painter.camera.show_whole();
        self.painter.marks = Marks::default();
        let caption = self.caption(100);
        let caption = Caption { trouble: None, taken: 0, pointer: None, ..caption };
        if let Some(mut frame) = Frame::new(width, height, &mut bytes) {
            self.painter.paint(&mut frame, &self.session, &caption, Moment::STILL);
        }
        self.painter.camera = camera;
        let (mut png, color) = (Cursor::new(Vec::new()), ExtendedColorType::Rgba8);
        write_buffer_with_format(&mut png, &bytes, width, height, color, ImageFormat::Png)?;
        Ok(png.into_inner())
    }

    /// Asks for an animation of what was played, to be made by [`Player::follow_animation`].
    pub(in crate::app) fn animate(&mut self) {
        if self.animating.wanted.is_some() || self.animating.running.is_some() {
            self.message = "An animation is being made already.".to_owned();
            return;
        }
        let title = self.own_title();
        let recording = match self.session.as_rule_test(self.scripts.name(), &title) {
            Ok(recording) => recording,
            Err(error) => {
                self.message = error.to_string();
                return;
            }
        };
        let began = self.session.began();
        self.animating.wanted = Some(Plan {
            scripts: self.scripts.clone(),
            store: self.store.clone(),
            title,
            recording,
            settings: self.session.game().settings().clone(),
            skin: self.skin().map(str::to_owned),
            isometric: self.preferences.isometric,
            solved_in: self.solved_in.map(|(turns, time)| (turns.saturating_sub(began), time)),
        });
        self.message = "The animation is being made; the game goes on.".to_owned();
    }

    /// Makes an animation that was asked for, and says what has come of it. `wake` is called, on
    /// another thread, when this is to be called again. Returns whether there is something new
    /// to show.
    pub fn follow_animation(&mut self, wake: impl Fn() + Send + 'static) -> bool {
        if let Some(plan) = self.animating.wanted.take() {
            let make = move |is_wanted: &dyn Fn() -> bool| plan.make(is_wanted);
            self.animating.running = Errand::begin("animation", make, wake);
            if self.animating.running.is_none() {
                self.message = "The system has no room to make an animation.".to_owned();
                return true;
            }
        }
        let Some(running) = &self.animating.running else { return false };
        let said = match running.told() {
            Ok(said) => said,
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => "Making the animation broke off.".to_owned(),
        };
        self.animating.running = None;
        self.message = said;
        true
    }
}

impl Plan {
    /// Makes the animation and saves it. Returns what is said of that, unless nobody waits.
    fn make(self, is_wanted: &dyn Fn() -> bool) -> Option<String> {
        let film = self
            .player()
            .and_then(|mut player| player.film(SIZE, is_wanted).map_err(|error| error.to_string()));
        let Film { bytes, every, .. } = match film {
            Ok(film) => film?,
            Err(why) => return Some(format!("The animation cannot be made: {why}")),
        };
        let named = (self.scripts.key(), self.title.as_str());
        let said = saved(&self.store, Saved::Animation, named, &bytes);
        Some(if every > 1 { format!("{said}, with one turn of {every}") } else { said })
    }

    /// A player at the end of what was played; or why it cannot be played again.
    fn player(&self) -> Result<Player, String> {
        let tests = read_rule_tests(self.recording.as_bytes(), Path::new("recording"));
        let tests = tests.map_err(|error| error.to_string())?;
        let recording = tests.first().ok_or_else(String::new)?;
        let opened = open_recording(&self.scripts, recording);
        let mut opened = opened.map_err(|error| error.to_string())?;
        let session = &mut opened.session;
        for (name, setting) in &self.settings {
            let set = session.set(name, setting.clone());
            if set.map_err(|error| error.to_string())? == Set::Began {
                return Err(format!("{name} makes another board by now"));
            }
        }
        let folder = self.scripts.own_folder();
        for step in recording.steps() {
            let taken = take(session, &folder, step);
            taken.map_err(|error| error.to_string())?;
        }
        let mut player = Player::new(self.scripts.clone(), opened);
        player.show_whole();
        player.show_isometric(self.isometric);
        player.solved_in = self.solved_in.or(player.solved_in);
        match player.wear(self.skin.as_deref()) {
            true => Ok(player),
            false => Err(player.trouble().map(|told| told.message.clone()).unwrap_or_default()),
        }
    }
}
