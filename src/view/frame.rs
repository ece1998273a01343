//! The picture that is painted: pixels in a byte buffer. Knows no board.

use tiny_skia::Pixmap;

use crate::grid::new_stamp;
use crate::rules::Color;

/// An opaque picture, four bytes a pixel (red, green, blue, opacity), row by row
/// from the top left.
pub struct Frame<'a> {
    width: u32,
    height: u32,
    bytes: &'a mut [u8],
    /// Only within it anything is painted.
    part: Area,
    /// What the buffer holds, if that is known.
    held: Option<Picture>,
}

/// A picture as it was painted into a buffer: no other one is equal to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picture(u64);

impl Picture {
    /// A picture that is painted now.
    pub(in crate::view) fn new() -> Picture {
        Picture(new_stamp())
    }
}

/// A rectangle in pixels; x to the right, y downwards. It may lie outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// The left edge.
    pub x: i32,
    /// The top edge.
    pub y: i32,
    /// To the right of `x`.
    pub width: u32,
    /// Below `y`.
    pub height: u32,
}

impl Area {
    /// Whether a pixel lies in it.
    #[must_use]
    pub fn holds(&self, x: f64, y: f64) -> bool {
        let inside = |at: f64, start: i32, length: u32| {
            (0.0..f64::from(length)).contains(&(at - f64::from(start)))
        };
        inside(x, self.x, self.width) && inside(y, self.y, self.height)
    }

    /// Whether there is a pixel in it that is in another one, too.
    #[must_use]
    pub fn meets(&self, other: &Area) -> bool {
        let both = self.within(other);
        both.width > 0 && both.height > 0
    }

    /// The part of it that is in another one, too.
    #[must_use]
    pub fn within(&self, other: &Area) -> Area {
        let along = |(start, length): (i32, u32), (other, limit): (i32, u32)| {
            let end = |start: i32, length: u32| i64::from(start) + i64::from(length);
            let first = start.max(other);
            let last = end(start, length).min(end(other, limit));
            (first, u32::try_from(last - i64::from(first)).unwrap_or(0))
        };
        let (x, width) = along((self.x, self.width), (other.x, other.width));
        let (y, height) = along((self.y, self.height), (other.y, other.height));
        Area { x, y, width, height }
    }

    /// The least area that both are in.
    #[must_use]
    pub fn with(&self, other: &Area) -> Area {
        let along = |(start, length): (i32, u32), (other, more): (i32, u32)| {
            let end = |start: i32, length: u32| i64::from(start) + i64::from(length);
            let first = start.min(other);
            let last = end(start, length).max(end(other, more));
            (first, u32::try_from(last - i64::from(first)).unwrap_or(u32::MAX))
        };
        let (x, width) = along((self.x, self.width), (other.x, other.width));
        let (y, height) = along((self.y, self.height), (other.y, other.height));
        Area { x, y, width, height }
    }

    /// How many pixels are in it.
    #[must_use]
    pub fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

impl<'a> Frame<'a> {
    /// A frame over a buffer of `width * height * 4` bytes; `None` if the buffer
    /// is of another size.
    #[must_use]
    pub fn new(width: u32, height: u32, bytes: &'a mut [u8]) -> Option<Frame<'a>> {
        let expected = width as usize * height as usize * 4;
        let part = Area { x: 0, y: 0, width, height };
        (bytes.len() == expected).then_some(Frame { width, height, bytes, part, held: None })
    }

    /// The same frame; its buffer still holds that picture, to the last pixel. Whoever painted
    /// it needs to paint only what is different by now.
    #[must_use]
    pub fn holding(self, held: Option<Picture>) -> Frame<'a> {
        Frame { held, ..self }
    }

    /// What the buffer holds, if that is known.
    #[must_use]
    pub fn held(&self) -> Option<Picture> {
        self.held
    }

    /// The buffer holds that picture from now on.
    pub(in crate::view) fn hold(&mut self, picture: Picture) {
        self.held = Some(picture);
    }

    /// The same frame, of which only a part is painted.
    pub(in crate::view) fn only(&mut self, part: Area) -> Frame<'_> {
        let part = self.part.within(&part);
        Frame { width: self.width, height: self.height, bytes: self.bytes, part, held: None }
    }

    /// The part that is painted.
    pub(in crate::view) fn part(&self) -> Area {
        self.part
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Fills all of it that is painted.
    pub fn clear(&mut self, color: Color) {
        let [red, green, blue, _] = color.rgba;
        let (left, right, top, bottom) = self.clip(self.part);
        for y in top..bottom {
            let (pixels, _) = self.row_mut(y, left, right).as_chunks_mut();
            pixels.fill([red, green, blue, 255]);
        }
    }

    /// Lays a colour over a rectangle.
    pub fn fill(&mut self, area: Area, color: Color) {
        let source = premultiplied(color);
        let (left, right, top, bottom) = self.clip(area);
        for y in top..bottom {
            for pixel in self.row_mut(y, left, right).chunks_exact_mut(4) {
                over(pixel, &source);
            }
        }
    }

    /// Lays a sprite over the frame with its top left corner at x, y. One that is
    /// `opaque` is only copied.
    pub fn draw(&mut self, sprite: &Pixmap, opaque: bool, x: i32, y: i32) {
        let (width, height) = (sprite.width(), sprite.height());
        let (left, right, top, bottom) = self.clip(Area { x, y, width, height });
        if left == right {
            return;
        }
        let stride = sprite.width() as usize * 4;
        for row in top..bottom {
            let above = usize::try_from(i64::try_from(row).unwrap_or(0) - i64::from(y));
            let before = usize::try_from(i64::try_from(left).unwrap_or(0) - i64::from(x));
            let (Ok(above), Ok(before)) = (above, before) else {
                continue;
            };
            let from = above * stride + before * 4;
            let pixels = self.row_mut(row, left, right);
            let source = &sprite.data()[from..from + pixels.len()];
            if opaque {
                pixels.copy_from_slice(source);
                continue;
            }
            for (pixel, source) in pixels.chunks_exact_mut(4).zip(source.chunks_exact(4)) {
                over(pixel, source);
            }
        }
    }

    /// Copies another frame of that width and height into the top left corner, as far as
    /// there is room; `color` is around it.
    pub fn copy(&mut self, bytes: &[u8], (width, height): (u32, u32), color: Color) {
        self.held = None;
        self.clear(color);
        let common = width.min(self.width) as usize * 4;
        let rows = self.bytes.chunks_exact_mut((self.width as usize * 4).max(4));
        let others = bytes.chunks_exact((width as usize * 4).max(4)).take(height as usize);
        rows.zip(others).for_each(|(row, other)| row[..common].copy_from_slice(&other[..common]));
    }

    /// Lays one pixel of a colour over the frame.
    pub fn dot(&mut self, x: i32, y: i32, color: Color) {
        let (left, right, top, bottom) = self.clip(Area { x, y, width: 1, height: 1 });
        if left < right && top < bottom {
            over(self.row_mut(top, left, right), &premultiplied(color));
        }
    }

    /// Lays a row of squares of premultiplied colours over the frame, with the top left
    /// corner of the first one at x, y.
    pub fn dots(&mut self, colors: &[[u8; 4]], (x, y): (i32, i32), side: u32) {
        let length = u32::try_from(colors.len()).unwrap_or(u32::MAX).saturating_mul(side);
        let (left, right, top, bottom) = self.clip(Area { x, y, width: length, height: side });
        let before = i64::try_from(left).map_or(0, |left| left - i64::from(x));
        let before = usize::try_from(before).unwrap_or(0);
        for row in top..bottom {
            let pixels = self.row_mut(row, left, right).chunks_exact_mut(4);
            // Each colour as often as its square is wide; a division for each pixel would
            // take longer than all else.
            let wide = colors.iter().flat_map(|color| std::iter::repeat_n(color, side as usize));
            match side {
                1 => pixels.zip(&colors[before.min(colors.len())..]).for_each(|(p, c)| over(p, c)),
                _ => pixels.zip(wide.skip(before)).for_each(|(p, c)| over(p, c)),
            }
        }
    }

    /// Of an area what is painted: from the left to the right, and from the top to the bottom.
    fn clip(&self, area: Area) -> (usize, usize, usize, usize) {
        let (left, right) = clip((area.x, area.width), (self.part.x, self.part.width));
        let (top, bottom) = clip((area.y, area.height), (self.part.y, self.part.height));
        (left, right, top, bottom)
    }

    fn row_mut(&mut self, y: usize, left: usize, right: usize) -> &mut [u8] {
        let row = y * self.width as usize;
        &mut self.bytes[(row + left) * 4..(row + right.max(left)) * 4]
    }
}

/// The part of so many pixels from a start that lies within others, which are in the frame.
fn clip((start, length): (i32, u32), (from, limit): (i32, u32)) -> (usize, usize) {
    let (from, limit) = (i64::from(from), i64::from(from) + i64::from(limit));
    let first = i64::from(start).clamp(from, limit);
    let last = (i64::from(start) + i64::from(length)).clamp(first, limit);
    let index = |at: i64| usize::try_from(at).unwrap_or(0);
    (index(first), index(last))
}

#[allow(clippy::cast_possible_truncation)] // a product of two bytes over 255 is a byte
fn premultiplied(color: Color) -> [u8; 4] {
    let [red, green, blue, alpha] = color.rgba;
    let times = |channel: u8| ((u16::from(channel) * u16::from(alpha) + 127) / 255) as u8;
    [times(red), times(green), times(blue), alpha]
}

/// Porter and Duff's "over": a colour and what is seen of another one below it, both
/// premultiplied, so that no channel is larger than the opacity.
///
/// Two channels at a time, with the usual exact division by 255: a tenth of a second's
/// work for a whole screen would be too much.
#[must_use]
#[inline]
pub fn below(above: [u8; 4], color: [u8; 4]) -> [u8; 4] {
    const EVEN: u32 = 0x00ff_00ff;
    let (top, bottom) = (u32::from_le_bytes(above), u32::from_le_bytes(color));
    let rest = 255 - (top >> 24);
    let kept = |channels: u32| {
        let product = channels * rest + 0x0080_0080;
        (product + ((product >> 8) & EVEN)) >> 8 & EVEN
    };
    let seen = kept(bottom & EVEN) | kept(bottom >> 8 & EVEN) << 8;
    (top + seen).to_le_bytes()
}

/// Lays a premultiplied colour over an opaque pixel.
#[inline]
fn over(pixel: &mut [u8], source: &[u8]) {
    let (Ok(above), Ok(pixel)) = (<[u8; 4]>::try_from(source), <&mut [u8; 4]>::try_from(pixel))
    else {
        return;
    };
    *pixel = below(above, *pixel);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_below_is_seen_as_far_as_the_colour_above_lets_it() {
        for alpha in 0..=255u8 {
            for (channel, under) in [(0, 255), (alpha, 255), (alpha / 2, 77), (alpha / 3, 0)] {
                let exact =
                    f64::from(channel) + f64::from(under) * (255.0 - f64::from(alpha)) / 255.0;
                let seen = below([channel, 0, channel, alpha], [under, under, 0, 255]);
                assert!((f64::from(seen[0]) - exact).abs() <= 0.5, "{alpha} {channel} {under}");
                assert_eq!((seen[2], seen[3]), (channel, 255));
            }
        }
    }

    #[test]
    fn what_lies_outside_is_clipped() {
        let mut bytes = vec![0; 4 * 3 * 4];
        let mut frame = Frame::new(4, 3, &mut bytes).unwrap();
        frame.clear(Color::rgb(1, 2, 3));
        let mut sprite = Pixmap::new(2, 2).unwrap();
        sprite.fill(tiny_skia::Color::from_rgba8(9, 9, 9, 255));
        for (x, y) in [(-1, -1), (3, 2), (-9, 0), (0, 99), (i32::MIN, i32::MAX)] {
            frame.draw(&sprite, false, x, y);
        }
        let nines = bytes.chunks(4).filter(|pixel| pixel[0] == 9).count();
        assert_eq!(nines, 2, "one corner at each end");
    }
}
