//! Small pictures of levels, as they begin. Knows no browser: a level is asked for, and its
//! picture comes.

use crate::rules::{Scripts, Skin};
use crate::session::{PlayedLevel, Refusal, Session};
use crate::view::{Frame, Painter};

/// The width of a preview in pixels.
pub(in crate::app) const WIDTH: u32 = 144;

/// Its height.
pub(in crate::app) const HEIGHT: u32 = 108;

/// The picture of a level.
#[derive(Clone, Debug)]
pub(in crate::app) struct Preview {
    pub number: usize,
    /// [`WIDTH`] times [`HEIGHT`] pixels; none if the level cannot be played.
    pub bytes: Option<Vec<u8>>,
    /// Whether that is the level's own fault.
    pub is_refused: bool,
}

/// Paints previews, in a game of its own so that the one being played is not disturbed.
pub(in crate::app) struct Previewer {
    scripts: Scripts,
    session: Option<(Session, Painter)>,
}

impl Previewer {
    pub fn new(scripts: Scripts) -> Previewer {
        Previewer { scripts, session: None }
    }

    /// The picture of a level as it begins.
    pub fn paint(&mut self, level: PlayedLevel, skin: Option<&Skin>) -> Preview {
        let number = level.number;
        let begun = self.begin(level, skin);
        let is_refused =
            begun.as_ref().is_err_and(|why| why.as_ref().is_some_and(Refusal::is_of_level));
        let bytes = begun.ok().and_then(|()| self.picture());
        Preview { number, bytes, is_refused }
    }

    /// Begins a level; or why it cannot be played, if it is known.
    fn begin(&mut self, level: PlayedLevel, skin: Option<&Skin>) -> Result<(), Option<Refusal>> {
        if let Some((session, _)) = &mut self.session {
            return session.change_level(level).map_err(Some);
        }
        let game = self.scripts.load().map_err(|_| None)?;
        let session = Session::begin(game, level, 0).map_err(|(_, refusal)| Some(refusal))?;
        let folder = self.scripts.own_folder();
        let (mut painter, _) = Painter::new(&session, &folder);
        painter.skin = skin.cloned();
        // A picture that cannot be read is told where the game is played.
        let _ = painter.change_looks(&session, &folder);
        self.session = Some((session, painter));
        Ok(())
    }

    fn picture(&mut self) -> Option<Vec<u8>> {
        let (session, painter) = self.session.as_mut()?;
        let mut bytes = vec![0; WIDTH as usize * HEIGHT as usize * 4];
        let mut frame = Frame::new(WIDTH, HEIGHT, &mut bytes)?;
        painter.paint_preview(&mut frame, session);
        Some(bytes)
    }
}
