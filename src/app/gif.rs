//! Frames as an animated GIF: of each only what is new, in colours of its own. Knows no game.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

/// The most colours of a frame; one more stands for what stays as it was.
const MOST: usize = 255;

/// Where there are more, so many stay exactly as they are: those that most pixels have. What is
/// smooth (a photograph, the edges of letters) shares the others.
const EXACT: usize = 128;

/// Red, green and blue.
type Color = [u8; 3];

/// An animation that is being written.
pub(in crate::app) struct Animation {
    encoder: Encoder<Vec<u8>>,
    width: usize,
    height: usize,
    /// The last frame, four bytes a pixel; nothing before the first one.
    shown: Vec<u8>,
}

impl Animation {
    /// An animation of that size, in pixels, that begins again at its end.
    ///
    /// # Errors
    /// A side is longer than 65,535 pixels.
    pub fn new(width: u32, height: u32) -> Result<Animation, EncodingError> {
        let (width, height) = (width as usize, height as usize);
        let mut encoder = Encoder::new(Vec::new(), short(width)?, short(height)?, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Animation { encoder, width, height, shown: Vec::new() })
    }

    /// Adds an opaque frame, four bytes a pixel, that is shown for so many hundredths of a
    /// second.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn add(&mut self, bytes: &[u8], hundredths: u16) -> Result<(), EncodingError> {
        let (columns, rows) = self.changed(bytes);
        let pixels = self.pixels(bytes, &columns, rows.clone());
        let (mut palette, places) = palette(pixels.iter().flatten());
        let kept = u8::try_from(palette.len() / 3).unwrap_or(u8::MAX);
        palette.extend([0; 3]);
        let place = |pixel: &Option<Color>| pixel.and_then(|color| places.get(&color).copied());
        let places: Vec<u8> = pixels.iter().map(|pixel| place(pixel).unwrap_or(kept)).collect();
        self.encoder.write_frame(&Frame {
            delay: hundredths,
            dispose: DisposalMethod::Keep,
            transparent: Some(kept),
            left: short(columns.start)?,
            top: short(rows.start)?,
            width: short(columns.len())?,
            height: short(rows.len())?,
            palette: Some(palette),
            buffer: places.into(),
            ..Frame::default()
        })?;
        self.shown.clear();
        self.shown.extend_from_slice(bytes);
        Ok(())
    }

    /// How many bytes there are so far.
    pub fn len(&self) -> usize {
        self.encoder.get_ref().len()
    }

    /// All of it.
    ///
    /// # Errors
    /// As [`Animation::add`].
    pub fn finish(self) -> Result<Vec<u8>, EncodingError> {
        self.encoder.into_inner()
    }

    /// The columns and rows in which a frame differs from the last one; at least one of each.
    fn changed(&self, bytes: &[u8]) -> (Range<usize>, Range<usize>) {
        if self.shown.is_empty() {
            return (0..self.width, 0..self.height);
        }
        let row = (self.width * 4).max(4);
        let pairs = bytes.chunks_exact(row).zip(self.shown.chunks_exact(row));
        let (mut columns, mut rows) = (self.width..0, self.height..0);
        for (y, (new, old)) in pairs.enumerate().filter(|(_, (new, old))| new != old) {
            let differs = |x: &usize| new[4 * x..4 * x + 4] != old[4 * x..4 * x + 4];
            let first = (0..self.width).find(differs).unwrap_or(0);
            let last = (0..self.width).rfind(differs).unwrap_or(0);
            columns = columns.start.min(first)..columns.end.max(last + 1);
            rows = rows.start.min(y)..y + 1;
        }
        if rows.is_empty() { (0..1, 0..1) } else { (columns, rows) }
    }

    /// The pixels of a part of a frame; nothing where they are as before.
    fn pixels(
        &self,
        bytes: &[u8],
        columns: &Range<usize>,
        rows: Range<usize>,
    ) -> Vec<Option<Color>> {
        let places = rows.flat_map(|y| columns.clone().map(move |x| (y, x)));
        let pixel = |(y, x): (usize, usize)| {
            let at = (y * self.width + x) * 4;
            let new = bytes.get(at..at + 4)?;
            let is_new = self.shown.get(at..at + 4) != Some(new);
            is_new.then(|| [new[0], new[1], new[2]])
        };
        places.map(pixel).collect()
    }
}

/// A side of a frame as the format has it.
fn short(pixels: usize) -> Result<u16, EncodingError> {
    u16::try_from(pixels).map_err(|_| EncodingError::FrameBufferTooSmallForDimensions)
}

/// At most [`MOST`] colours, one after the other, and for each colour of the pixels which of
/// them it gets.
fn palette<'a>(pixels: impl Iterator<Item = &'a Color>) -> (Vec<u8>, HashMap<Color, u8>) {
    let mut counts: HashMap<Color, usize> = HashMap::new();
    pixels.for_each(|color| *counts.entry(*color).or_default() += 1);
    let mut colors: Vec<(Color, usize)> = counts.into_iter().collect();
    // The same frame is to be the same file each time.
    colors.sort_unstable_by_key(|(color, count)| (Reverse(*count), *color));
    let exact = if colors.len() > MOST { EXACT } else { colors.len() };
    let (own, others) = colors.split_at(exact);
    let mut palette: Vec<u8> = own.iter().flat_map(|(color, _)| *color).collect();
    let mut places: HashMap<Color, u8> = own.iter().map(|(color, _)| *color).zip(0..).collect();
    if !others.is_empty() {
        let opaque = |[red, green, blue]: Color| [red, green, blue, u8::MAX];
        let pixels: Vec<u8> = others.iter().flat_map(|(color, _)| opaque(*color)).collect();
        let shared = NeuQuant::new(1, MOST - EXACT, &pixels);
        palette.extend(shared.color_map_rgb());
        let place = |color: Color| u8::try_from(EXACT + shared.index_of(&opaque(color)));
        let placed = others.iter().filter_map(|(color, _)| Some((*color, place(*color).ok()?)));
        places.extend(placed);
    }
    (palette, places)
}
