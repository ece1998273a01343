//! From a look to the pixels of one cell. Knows no board.

use tiny_skia::{
    FillRule, FilterQuality, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke, Transform,
};

use crate::grid::Direction;
use crate::rules::{Color, Look, Part, Piece, Shape};
use crate::view::frame::Frame;
use crate::view::pictures::Pictures;
use crate::view::text::{Side, Style, Text};

/// Which picture of a look is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pose {
    /// The frame, from 0.
    pub frame: usize,
    /// The way it faces, for a look that turns.
    pub facing: Option<Direction>,
}

impl Pose {
    /// The first frame, facing nowhere.
    pub const STILL: Pose = Pose { frame: 0, facing: None };
}

/// Draws a look as a square of `side` pixels; what goes beyond is cut off.
#[must_use]
pub fn sprite(
    look: &Look,
    pose: Pose,
    side: u32,
    text: &mut Text,
    pictures: &mut Pictures,
) -> Option<Pixmap> {
    let mut pixmap = Pixmap::new(side, side)?;
    let frame = look.frames.get(pose.frame).into_iter().flatten();
    for part in look.parts.iter().chain(frame) {
        let place = place(part, pose, side);
        match (&part.text, &part.image) {
            (Some(words), _) => draw_text(&mut pixmap, part, words, text),
            (_, Some(image)) => draw_image(&mut pixmap, part, image, pictures, place),
            _ => draw_shape(&mut pixmap, part, place),
        }
    }
    Some(pixmap)
}

/// From a part's own coordinates (its middle is 0, 0; a cell is 1) to pixels.
#[allow(clippy::cast_precision_loss)] // a cell's side
fn place(part: &Part, pose: Pose, side: u32) -> Transform {
    let turned = match pose.facing {
        None | Some(Direction::Up) => 0.0,
        Some(Direction::Right) => 90.0,
        Some(Direction::Down) => 180.0,
        Some(Direction::Left) => 270.0,
    };
    Transform::from_rotate(part.rotate)
        .post_translate(part.at[0], part.at[1])
        .post_rotate(turned)
        .post_translate(0.5, 0.5)
        .post_scale(side as f32, side as f32)
}

fn draw_shape(pixmap: &mut Pixmap, part: &Part, place: Transform) {
    let Some(path) = outline(part) else {
        return;
    };
    if part.color != Color::NONE {
        let paint = paint(part.color);
        pixmap.fill_path(&path, &paint, FillRule::Winding, place, None);
    }
    if let Some(color) = part.outline {
        let stroke = Stroke { width: part.line, ..Stroke::default() };
        pixmap.stroke_path(&path, &paint(color), &stroke, place, None);
    }
}

fn paint(color: Color) -> Paint<'static> {
    let [red, green, blue, alpha] = color.rgba;
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, alpha);
    paint.anti_alias = true;
    paint
}

/// The path of a part about its middle. A stroke lies inside, so that a part is
/// as large as it says.
fn outline(part: &Part) -> Option<Path> {
    let inset = part.outline.map_or(0.0, |_| part.line);
    let [width, height] = part.size.map(|side| (side - inset).max(0.0));
    let (right, bottom) = (width / 2.0, height / 2.0);
    let corners = |points: &[(f32, f32)]| {
        let mut path = PathBuilder::new();
        for (at, (x, y)) in points.iter().enumerate() {
            match at {
                0 => path.move_to(x * right, y * bottom),
                _ => path.line_to(x * right, y * bottom),
            }
        }
        path.close();
        path.finish()
    };
    match part.shape {
        Shape::Square => {
            let rect = Rect::from_xywh(-right, -bottom, width, height)?;
            Some(rounded(rect, part.round.clamp(0.0, right.min(bottom))))
        }
        Shape::Circle => PathBuilder::from_oval(Rect::from_xywh(-right, -bottom, width, height)?),
        Shape::Triangle => corners(&[(0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]),
        Shape::Diamond => corners(&[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]),
        Shape::Hexagon => {
            corners(&[(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)])
        }
    }
}

fn rounded(rect: Rect, radius: f32) -> Path {
    if radius <= 0.0 {
        return PathBuilder::from_rect(rect);
    }
    let (left, top, right, bottom) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.quad_to(right, top, right, top + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.quad_to(left, bottom, left, bottom - radius);
    path.line_to(left, top + radius);
    path.quad_to(left, top, left + radius, top);
    path.close();
    path.finish().unwrap_or_else(|| PathBuilder::from_rect(rect))
}

/// Text stays upright, whatever way the tile faces.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // a cell's side
fn draw_text(pixmap: &mut Pixmap, part: &Part, words: &str, text: &mut Text) {
    let (width, side) = (pixmap.width(), pixmap.width() as f32);
    let style = Style {
        size: (part.size[1] * side).max(1.0),
        color: part.color,
        fixed: false,
        align: Side::Middle,
    };
    let height = text.height(words, style, width) as f32;
    let top = side * (0.5 + part.at[1]) - height / 2.0;
    let left = side * part.at[0];
    draw_letters(pixmap, text, (left as i32, top as i32), words, style);
}

/// A frame is opaque and a sprite may be see-through: the letters are drawn in white
/// on black, which tells how much each pixel is covered.
fn draw_letters(sprite: &mut Pixmap, text: &mut Text, at: (i32, i32), words: &str, style: Style) {
    let (width, height) = (sprite.width(), sprite.height());
    let mut mask = vec![0; width as usize * height as usize * 4];
    let Some(mut frame) = Frame::new(width, height, &mut mask) else {
        return;
    };
    let white = Style { color: Color::rgb(255, 255, 255), ..style };
    text.draw(&mut frame, at, width, words, white);
    let [red, green, blue, alpha] = style.color.rgba;
    for (pixel, mask) in sprite.pixels_mut().iter_mut().zip(mask.chunks_exact(4)) {
        let cover = f32::from(mask[0]) / 255.0 * f32::from(alpha) / 255.0;
        let blend =
            |below: u8, above: u8| f32::from(below) * (1.0 - cover) + f32::from(above) * cover;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 255
        let byte = |value: f32| value.round().clamp(0.0, 255.0) as u8;
        let opacity = byte(blend(pixel.alpha(), 255));
        let channel = |below, above| byte(blend(below, above)).min(opacity);
        let blended = tiny_skia::PremultipliedColorU8::from_rgba(
            channel(pixel.red(), red),
            channel(pixel.green(), green),
            channel(pixel.blue(), blue),
            opacity,
        );
        *pixel = blended.unwrap_or(*pixel);
    }
}

/// A picture in the size of its part, or a frame where it should be.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn draw_image(
    pixmap: &mut Pixmap,
    part: &Part,
    name: &str,
    pictures: &mut Pictures,
    place: Transform,
) {
    let side = pixmap.width() as f32;
    let pixels = |length: f32| (length * side).round().max(1.0) as u32;
    let (width, height) = (pixels(part.size[0]), pixels(part.size[1]));
    let piece = (part.part.unwrap_or(Piece::WHOLE), part.fit);
    let Some(picture) = pictures.piece(name, piece, (width, height)) else {
        let missing = Part { outline: Some(Color::rgb(255, 0, 255)), ..part.clone() };
        return draw_shape(pixmap, &missing, place);
    };
    let (width, height) = (width as f32, height as f32);
    let mut put =
        place.pre_scale(1.0 / side, 1.0 / side).pre_translate(-width / 2.0, -height / 2.0);
    let upright = put.kx == 0.0 && put.ky == 0.0 && put.sx > 0.0 && put.sy > 0.0;
    if upright {
        // Whole pixels, so that a picture stays sharp and pieces meet.
        put = Transform::from_translate(put.tx.round(), put.ty.round());
    }
    let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    pixmap.draw_pixmap(0, 0, picture.as_ref(), &paint, put, None);
}
