//! From a look to the pixels of one cell. Knows no board.

use tiny_skia::{
    FillRule, FilterQuality, Mask, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke,
    Transform,
};

use crate::grid::{Direction, Tiling};
use crate::rules::{Color, Look, Part, Piece, Shape};
use crate::view::frame::Frame;
use crate::view::pictures::Pictures;
use crate::view::projection::{CORNER, Projection};
use crate::view::slant;
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

/// What the sprites of a board have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The side of a cell, in pixels.
    pub side: u32,
    /// How the cells lie.
    pub lie: Lie,
}

/// How the cells of a picture lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lie {
    /// Squares, seen from above.
    #[default]
    Square,
    /// Hexagons.
    Hex,
    /// Squares at a slant.
    Slanted,
}

impl Form {
    /// That of a board's cells.
    #[must_use]
    pub fn of(board: Projection, side: u32) -> Form {
        let lie = match (board.is_isometric(), board.is_plain()) {
            (true, _) => Lie::Slanted,
            (false, true) => Lie::Square,
            (false, false) => Lie::Hex,
        };
        Form { side, lie }
    }
}

/// Draws a look in the box of a cell; what goes beyond is cut off. Returns how many pixels
/// it reaches above the box, too.
#[must_use]
pub fn sprite(
    look: &Look,
    pose: Pose,
    form: Form,
    text: &mut Text,
    pictures: &mut Pictures,
) -> Option<(Pixmap, u32)> {
    match form.lie {
        Lie::Square => flat(look, pose, form, (text, pictures)).map(|flat| (flat, 0)),
        Lie::Hex if look.fills => {
            let square = Form { lie: Lie::Square, ..form };
            let flat = flat(look, pose, square, (text, pictures))?;
            in_hexagon(&flat).map(|hexagon| (hexagon, 0))
        }
        Lie::Hex => flat(look, pose, form, (text, pictures)).map(|flat| (flat, 0)),
        Lie::Slanted => {
            let above = Form { side: slant::edge(form.side), lie: Lie::Square };
            let flat = flat(look, pose, above, (text, pictures))?;
            match look.upright {
                true => slant::upright(&flat, form.side),
                false => slant::standing(&flat, form.side, look.tall),
            }
        }
    }
}

/// Draws a look as it is seen from above.
fn flat(
    look: &Look,
    pose: Pose,
    form: Form,
    (text, pictures): (&mut Text, &mut Pictures),
) -> Option<Pixmap> {
    let (width, height) = match form.lie {
        Lie::Hex => Projection::size_of_hexagon(form.side),
        Lie::Square | Lie::Slanted => (form.side, form.side),
    };
    let mut pixmap = Pixmap::new(width, height)?;
    let tiling = if form.lie == Lie::Hex { Tiling::HexOdd } else { Tiling::Square };
    let look = look.towards(pose.facing.map(|way| way.name(tiling)));
    let turned = pose.facing.filter(|_| look.turn).map_or(0.0, |way| degrees(way, form.lie));
    let frame = look.frames.get(pose.frame).into_iter().flatten();
    for part in look.parts.iter().chain(frame) {
        let place = place(part, turned, &pixmap);
        match (&part.text, &part.image) {
            (Some(words), _) => draw_text(&mut pixmap, part, words, text),
            (_, Some(image)) => draw_image(&mut pixmap, part, image, pictures, place),
            _ => draw_shape(&mut pixmap, part, place, form.lie),
        }
    }
    Some(pixmap)
}

/// A square picture, stretched to the height of a hexagon and cut to its form.
#[allow(clippy::cast_precision_loss)] // a cell's side
fn in_hexagon(square: &Pixmap) -> Option<Pixmap> {
    let (width, height) = Projection::size_of_hexagon(square.width());
    let mut picture = Pixmap::new(width, height)?;
    let whole = Part::plain(Shape::Cell);
    let mut mask = Mask::new(width, height)?;
    // A little over the edges, or the board behind would be seen between two cells.
    let grown = Part { size: [1.0 + 1.0 / width as f32; 2], ..whole };
    let put = place(&grown, 0.0, &picture);
    mask.fill_path(&outline(&grown, Lie::Hex)?, FillRule::Winding, true, put);
    let stretch = Transform::from_scale(1.0, height as f32 / square.height() as f32);
    let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    picture.draw_pixmap(0, 0, square.as_ref(), &paint, stretch, Some(&mask));
    Some(picture)
}

/// How far a look that faces up is turned, clockwise.
fn degrees(way: Direction, lie: Lie) -> f32 {
    match (way, lie) {
        (Direction::Up, Lie::Hex) => 330.0,
        (Direction::Down, Lie::Hex) => 210.0,
        (Direction::Up, _) => 0.0,
        (Direction::UpRight, _) => 30.0,
        (Direction::Right, _) => 90.0,
        (Direction::DownRight, _) => 150.0,
        (Direction::Down, _) => 180.0,
        (Direction::Left, _) => 270.0,
    }
}

/// From a part's own coordinates (its middle is 0, 0; a cell is 1) to pixels.
#[allow(clippy::cast_precision_loss)] // a cell's side
fn place(part: &Part, turned: f32, pixmap: &Pixmap) -> Transform {
    let (width, height) = (pixmap.width() as f32, pixmap.height() as f32);
    Transform::from_rotate(part.rotate)
        .post_translate(part.at[0], part.at[1])
        .post_rotate(turned)
        .post_scale(width, width)
        .post_translate(width / 2.0, height / 2.0)
}

fn draw_shape(pixmap: &mut Pixmap, part: &Part, place: Transform, lie: Lie) {
    let Some(path) = outline(part, lie) else {
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
fn outline(part: &Part, lie: Lie) -> Option<Path> {
    let inset = part.outline.map_or(0.0, |_| part.line);
    let [width, height] = part.size.map(|side| (side - inset).max(0.0));
    let (right, bottom) = (width / 2.0, height / 2.0);
    let corners = |points: &[(f32, f32)]| {
        let points: Vec<_> = points.iter().map(|(x, y)| (x * right, y * bottom)).collect();
        polygon(&points)
    };
    match part.shape {
        Shape::Cell if lie == Lie::Hex => {
            let [x, y] = [right, bottom * HEXAGON];
            let corners =
                [(0.0, -y), (x, -y / 2.0), (x, y / 2.0), (0.0, y), (-x, y / 2.0), (-x, -y / 2.0)];
            polygon(&corners)
        }
        Shape::Cell | Shape::Square => {
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

/// How much higher than wide a hexagon with a corner at the top is.
#[allow(clippy::cast_possible_truncation)] // a little over one
const HEXAGON: f32 = 2.0 * CORNER as f32;

fn polygon(corners: &[(f32, f32)]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (at, (x, y)) in corners.iter().enumerate() {
        match at {
            0 => path.move_to(*x, *y),
            _ => path.line_to(*x, *y),
        }
    }
    path.close();
    path.finish()
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
    let top = pixmap.height() as f32 / 2.0 + side * part.at[1] - height / 2.0;
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
        return draw_shape(pixmap, &missing, place, Lie::Square);
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
