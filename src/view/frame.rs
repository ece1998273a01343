//! The picture that is painted: pixels in a byte buffer. Knows no board.

use tiny_skia::Pixmap;

use crate::rules::Color;

/// An opaque picture, four bytes a pixel (red, green, blue, opacity), row by row
/// from the top left.
pub struct Frame<'a> {
    width: u32,
    height: u32,
    bytes: &'a mut [u8],
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
}

impl<'a> Frame<'a> {
    /// A frame over a buffer of `width * height * 4` bytes; `None` if the buffer
    /// is of another size.
    #[must_use]
    pub fn new(width: u32, height: u32, bytes: &'a mut [u8]) -> Option<Frame<'a>> {
        let expected = width as usize * height as usize * 4;
        (bytes.len() == expected).then_some(Frame { width, height, bytes })
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

    /// Fills the whole frame.
    pub fn clear(&mut self, color: Color) {
        let [red, green, blue, _] = color.rgba;
        for pixel in self.bytes.chunks_exact_mut(4) {
            pixel.copy_from_slice(&[red, green, blue, 255]);
        }
    }

    /// Lays a colour over a rectangle.
    pub fn fill(&mut self, area: Area, color: Color) {
        let source = premultiplied(color);
        let (left, right) = clip(area.x, area.width, self.width);
        let (top, bottom) = clip(area.y, area.height, self.height);
        for y in top..bottom {
            for pixel in self.row_mut(y, left, right).chunks_exact_mut(4) {
                over(pixel, &source);
            }
        }
    }

    /// Lays a sprite over the frame with its top left corner at x, y. One that is
    /// `opaque` is only copied.
    pub fn draw(&mut self, sprite: &Pixmap, opaque: bool, x: i32, y: i32) {
        let (left, right) = clip(x, sprite.width(), self.width);
        let (top, bottom) = clip(y, sprite.height(), self.height);
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
        self.clear(color);
        let common = width.min(self.width) as usize * 4;
        let rows = self.bytes.chunks_exact_mut((self.width as usize * 4).max(4));
        let others = bytes.chunks_exact((width as usize * 4).max(4)).take(height as usize);
        rows.zip(others).for_each(|(row, other)| row[..common].copy_from_slice(&other[..common]));
    }

    /// Lays one pixel of a colour over the frame.
    pub fn dot(&mut self, x: i32, y: i32, color: Color) {
        let place = u32::try_from(x).ok().zip(u32::try_from(y).ok());
        let inside = place.filter(|(x, y)| *x < self.width && *y < self.height);
        if let Some((x, y)) = inside {
            let pixel = self.row_mut(y as usize, x as usize, x as usize + 1);
            over(pixel, &premultiplied(color));
        }
    }

    /// Lays a row of squares of premultiplied colours over the frame, with the top left
    /// corner of the first one at x, y.
    pub fn dots(&mut self, colors: &[[u8; 4]], (x, y): (i32, i32), side: u32) {
        let length = u32::try_from(colors.len()).unwrap_or(u32::MAX).saturating_mul(side);
        let (left, right) = clip(x, length, self.width);
        let (top, bottom) = clip(y, side, self.height);
        let before = usize::try_from(-i64::from(x)).unwrap_or(0);
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

    fn row_mut(&mut self, y: usize, left: usize, right: usize) -> &mut [u8] {
        let row = y * self.width as usize;
        &mut self.bytes[(row + left) * 4..(row + right.max(left)) * 4]
    }
}

/// The part of `length` pixels from `start` that lies within `limit`.
fn clip(start: i32, length: u32, limit: u32) -> (usize, usize) {
    let limit = i64::from(limit);
    let first = i64::from(start).clamp(0, limit);
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
