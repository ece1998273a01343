//! What reaches above its cell in a view at a slant: painted from the back to the front, after
//! all that lies flat, and found again under the mouse. Knows no tile.

use tiny_skia::Pixmap;

use crate::grid::Cell;
use crate::view::frame::Frame;
use crate::view::painter::Painter;
use crate::view::sprites::SpriteId;

/// Something that reaches above its cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::view) struct Raised {
    /// Where it is, or in front of what it passes.
    pub cell: Cell,
    pub sprite: SpriteId,
    /// Its top left pixel.
    pub corner: (i32, i32),
}

/// Whether a picture with its top left corner there has something at a pixel.
fn is_solid(picture: &Pixmap, (x, y): (f64, f64), corner: (i32, i32)) -> bool {
    let along = |at: f64, start: i32, length: u32| {
        let at = (at - f64::from(start)).floor();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
        (0.0..f64::from(length)).contains(&at).then_some(at as u32)
    };
    let (width, height) = (picture.width(), picture.height());
    let place = along(x, corner.0, width).zip(along(y, corner.1, height));
    let pixel = place.and_then(|(x, y)| picture.pixel(x, y));
    pixel.is_some_and(|pixel| pixel.alpha() > 127)
}

impl Painter {
    /// The cell that was last seen at a pixel of the frame: that of what stands there, if
    /// anything does.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64) -> Option<Cell> {
        if !self.open.holds(x, y) {
            return None;
        }
        let standing = self.raised.iter().rev().find(|raised| {
            let picture = self.sprites.picture(raised.sprite);
            picture.is_some_and(|picture| is_solid(picture, (x, y), raised.corner))
        });
        standing.map(|raised| raised.cell).or_else(|| self.layout()?.cell_at(x, y))
    }

    /// Draws a sprite that lies flat, or keeps one that does not for later.
    pub(in crate::view) fn put(&mut self, frame: &mut Frame<'_>, thing: Raised, opaque: bool) {
        let (x, y) = thing.corner;
        match (self.sprites.rise(thing.sprite), self.sprites.picture(thing.sprite)) {
            (_, None) => {}
            (0, Some(picture)) => frame.draw(picture, opaque, x, y),
            (rise, Some(_)) => self.raised.push(Raised { corner: (x, y - rise), ..thing }),
        }
    }

    /// Draws what was kept, from the back to the front: row by row from the top left of the
    /// board, for what is behind has a smaller column or a smaller row.
    pub(in crate::view) fn paint_raised(&mut self, frame: &mut Frame<'_>) {
        self.raised.sort_by_key(|raised| raised.cell);
        for raised in &self.raised {
            if let Some(picture) = self.sprites.picture(raised.sprite) {
                frame.draw(picture, false, raised.corner.0, raised.corner.1);
            }
        }
    }
}
