//! What reaches above its cell in a view at a slant: painted from the back to the front, after
//! all that lies flat, and found again under the mouse. Knows no tile.

use tiny_skia::Pixmap;

use crate::grid::Cell;
use crate::view::frame::{Area, Frame};
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

    /// Draws a sprite, if it lies flat.
    pub(in crate::view) fn put(&self, frame: &mut Frame<'_>, thing: &Raised, opaque: bool) {
        let picture = self.sprites.picture(thing.sprite);
        if let Some(picture) = picture.filter(|_| self.sprites.rise(thing.sprite) == 0) {
            frame.draw(picture, opaque, thing.corner.0, thing.corner.1);
        }
    }

    /// Finds what does not lie flat, from the back to the front: row by row from the top left of
    /// the board, for what is behind has a smaller column or a smaller row.
    pub(in crate::view) fn find_raised(&mut self) {
        self.raised.clear();
        // Only what is seen at a slant can reach above its cell.
        if !self.sprites.may_rise() {
            return;
        }
        for layer in 0..self.layers.len() {
            for (place, &(cell, corner)) in self.standing.cells.iter().enumerate() {
                let sprite = self.standing.sprite(layer, place);
                let rise = self.sprites.rise(sprite);
                if rise > 0 {
                    self.raised.push(Raised { cell, sprite, corner: (corner.0, corner.1 - rise) });
                }
            }
            for (_, thing) in self.moving.iter().filter(|(at, _)| *at == layer) {
                let (rise, (x, y)) = (self.sprites.rise(thing.sprite), thing.corner);
                if rise > 0 {
                    self.raised.push(Raised { corner: (x, y - rise), ..*thing });
                }
            }
        }
        self.raised.sort_by_key(|raised| raised.cell);
    }

    /// What a thing covers, wherever it reaches.
    pub(in crate::view) fn area_of(&self, thing: &Raised) -> Area {
        self.sprites.area_of(thing.sprite, thing.corner)
    }

    /// Draws what does not lie flat.
    pub(in crate::view) fn paint_raised(&mut self, frame: &mut Frame<'_>) {
        let part = frame.part();
        for raised in &self.raised {
            if let Some(picture) = self.sprites.picture(raised.sprite) {
                let (x, y) = raised.corner;
                let area = Area { x, y, width: picture.width(), height: picture.height() };
                if area.meets(&part) {
                    frame.draw(picture, false, x, y);
                }
            }
        }
    }
}
