//! From the picture of a cell seen from above to the same at a slant, standing as high as
//! its look says. Knows no look.

use tiny_skia::{FilterQuality, Pixmap, PixmapPaint, PremultipliedColorU8, Transform};

/// The pixels of a picture from above, for a diamond of `side` pixels: more than are seen,
/// so that it stays sharp.
pub fn edge(side: u32) -> u32 {
    side * 3 / 2
}

/// How bright the two sides that are seen of a block are: light comes from the left.
const SIDES: [f32; 2] = [0.72, 0.5];

/// What is more see-through than this has no sides: shadows on the floor.
const SOLID: u8 = 160;

/// A picture from above as a diamond `2 * side` pixels wide and `side` high, and over its
/// own sides if it is `tall` (in sides of a cell). Returns how many pixels that reaches
/// above the diamond, too.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
pub fn standing(flat: &Pixmap, side: u32, tall: f32) -> Option<(Pixmap, u32)> {
    let rise = (tall * side as f32 * 1.1).round() as u32;
    let top = diamond(flat, side)?;
    if rise == 0 {
        return Some((top, 0));
    }
    let mut picture = Pixmap::new(2 * side, side + rise)?;
    let walls = walls(&top);
    let paint = PixmapPaint::default();
    // From the floor up, so that each layer covers all of the one below but its edge.
    for above in 0..rise {
        let y = i32::try_from(rise - above).unwrap_or(0);
        picture.draw_pixmap(0, y, walls.as_ref(), &paint, Transform::identity(), None);
    }
    picture.draw_pixmap(0, 0, top.as_ref(), &paint, Transform::identity(), None);
    Some((picture, rise))
}

/// A picture that stands upright on the middle of its cell.
#[allow(clippy::cast_precision_loss)] // a cell's side
pub fn upright(flat: &Pixmap, side: u32) -> Option<(Pixmap, u32)> {
    let high = edge(side);
    // Its feet are a little before the middle.
    let foot = side * 4 / 5;
    let rise = high.saturating_sub(foot);
    let mut picture = Pixmap::new(2 * side, side + rise)?;
    let left = i32::try_from(side.saturating_sub(high / 2)).unwrap_or(0);
    let paint = PixmapPaint::default();
    picture.draw_pixmap(left, 0, flat.as_ref(), &paint, Transform::identity(), None);
    Some((picture, rise))
}

/// The picture turned by an eighth and pressed flat.
#[allow(clippy::cast_precision_loss)] // a cell's side
fn diamond(flat: &Pixmap, side: u32) -> Option<Pixmap> {
    let mut picture = Pixmap::new(2 * side, side)?;
    let (side, edge) = (side as f32, flat.width() as f32);
    // A little over the edges, or the floor behind would be seen between two cells.
    let grown = 1.0 + 1.0 / side;
    let (right, down) = (side / edge * grown, side / edge / 2.0 * grown);
    let put = Transform::from_row(right, down, -right, down, side, side / 2.0)
        .pre_translate(-edge / 2.0, -edge / 2.0);
    let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    picture.draw_pixmap(0, 0, flat.as_ref(), &paint, put, None);
    Some(picture)
}

/// What a layer of a block looks like from the side: its solid pixels, darker.
fn walls(top: &Pixmap) -> Pixmap {
    let mut walls = top.clone();
    let width = walls.width() as usize;
    for (at, pixel) in walls.pixels_mut().iter_mut().enumerate() {
        let bright = if at % width < width / 2 { SIDES[0] } else { SIDES[1] };
        *pixel = match pixel.alpha() {
            0..SOLID => PremultipliedColorU8::TRANSPARENT,
            alpha => {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a byte
                let dark = |channel: u8| (f32::from(channel) * bright) as u8;
                let [red, green, blue] = [pixel.red(), pixel.green(), pixel.blue()].map(dark);
                PremultipliedColorU8::from_rgba(red, green, blue, alpha).unwrap_or(*pixel)
            }
        };
    }
    walls
}
