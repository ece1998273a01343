//! Lines of text in a frame, from fonts that come along, so that they look the
//! same everywhere; letters that these lack are taken from the system's fonts. Knows
//! no board.

use std::collections::HashMap;

use cosmic_text::{
    Align, Attrs, Buffer, Family, FontSystem, Metrics, Shaping, SwashCache, Weight, fontdb,
};

use crate::rules::Color;
use crate::view::frame::Frame;

/// How a piece of text looks.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The height of the letters in pixels.
    pub size: f32,
    /// Their colour.
    pub color: Color,
    /// Whether all letters are of one width, as for program text.
    pub fixed: bool,
    /// Which edge of its room the text keeps to.
    pub align: Side,
}

/// An edge that text keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The left.
    Left,
    /// The middle.
    Middle,
    /// The right.
    Right,
}

/// The fonts, and letters that were drawn before.
pub struct Text {
    fonts: FontSystem,
    letters: SwashCache,
    /// Whether the system's fonts are among them, too.
    with_system_fonts: bool,
    /// Texts that were laid out before: most of a frame are those of the last one.
    laid_out: HashMap<Laid, Buffer>,
}

/// What the places of letters hang on: the words, their size, whether all are of one width,
/// the edge that they keep to, and the width of the column, if there is one.
type Laid = (String, u32, bool, Side, Option<u32>);

/// So many texts are kept.
const KEPT: usize = 100;

impl Default for Text {
    fn default() -> Text {
        Text::with(fonts(false), false)
    }
}

/// The fonts that come along, and those of the system if they are wanted.
fn fonts(with_system_fonts: bool) -> FontSystem {
    let mut fonts = fontdb::Database::new();
    for font in [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR] {
        fonts.load_font_data(font.to_vec());
    }
    if with_system_fonts {
        fonts.load_system_fonts();
    }
    fonts.set_sans_serif_family("Ubuntu");
    fonts.set_monospace_family("Hack");
    FontSystem::new_with_locale_and_db("en-US".into(), fonts)
}

impl Text {
    fn with(fonts: FontSystem, with_system_fonts: bool) -> Text {
        let (letters, laid_out) = (SwashCache::new(), HashMap::new());
        Text { fonts, letters, with_system_fonts, laid_out }
    }

    /// Draws text in a column `width` pixels wide, with its top left at x, y;
    /// long lines are broken. Returns the height in pixels.
    pub fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        (x, y): (i32, i32),
        width: u32,
        text: &str,
        style: Style,
    ) -> u32 {
        let mut buffer = self.shaped(text, style, Some(width));
        let [red, green, blue, alpha] = style.color.rgba;
        let color = cosmic_text::Color::rgba(red, green, blue, alpha);
        buffer.draw(&mut self.fonts, &mut self.letters, color, |dx, dy, w, h, dot| {
            let [red, green, blue, alpha] = dot.as_rgba();
            let dot = Color { rgba: [red, green, blue, alpha] };
            for row in 0..i32::try_from(h).unwrap_or(0) {
                for column in 0..i32::try_from(w).unwrap_or(0) {
                    frame.dot(x + dx + column, y + dy + row, dot);
                }
            }
        });
        let height = height(&buffer);
        self.keep(text, style, Some(width), buffer);
        height
    }

    /// How wide and high a text is in pixels, on lines as long as they need.
    pub fn measure(&mut self, text: &str, style: Style) -> (u32, u32) {
        let left = Style { align: Side::Left, ..style };
        let buffer = self.shaped(text, left, None);
        let widest = buffer.layout_runs().map(|run| run.line_w).fold(0.0, f32::max);
        let measured = (whole(widest), height(&buffer));
        self.keep(text, left, None, buffer);
        measured
    }

    /// How high a text is in a column `width` pixels wide.
    pub fn height(&mut self, text: &str, style: Style, width: u32) -> u32 {
        let buffer = self.shaped(text, style, Some(width));
        let height = height(&buffer);
        self.keep(text, style, Some(width), buffer);
        height
    }

    /// What of a text fits one line so wide, with dots where it is cut.
    pub fn fitting(&mut self, words: &str, style: Style, width: u32) -> String {
        // More than this never fits, and shaping it would take long.
        let words: String = words.chars().take(400).collect();
        let words = words.replace(['\n', '\r'], " ");
        if self.measure(&words, style).0 <= width {
            return words;
        }
        let mut letters: Vec<char> = words.chars().collect();
        while !letters.is_empty() {
            let cut: String = letters.iter().chain(&['\u{2026}']).collect();
            if self.measure(&cut, style).0 <= width {
                return cut;
            }
            let fewer = letters.len() * 15 / 16;
            letters.truncate(fewer.min(letters.len() - 1));
        }
        String::new()
    }

    /// Keeps a text that was laid out, to be shown again.
    fn keep(&mut self, text: &str, style: Style, width: Option<u32>, buffer: Buffer) {
        if self.laid_out.len() >= KEPT {
            self.laid_out.clear();
        }
        self.laid_out.insert(laid(text, style, width), buffer);
    }

    /// Lays a text out, or takes it as it was kept. The system's fonts are read only once a letter is missing: that
    /// may take longer than a whole start.
    fn shaped(&mut self, text: &str, style: Style, width: Option<u32>) -> Buffer {
        if let Some(buffer) = self.laid_out.remove(&laid(text, style, width)) {
            return buffer;
        }
        let buffer = self.shaped_with_these(text, style, width);
        if self.with_system_fonts || !lacks_letters(&buffer) {
            return buffer;
        }
        *self = Text::with(fonts(true), true);
        self.shaped_with_these(text, style, width)
    }

    #[allow(clippy::cast_precision_loss)] // a window's width
    fn shaped_with_these(&mut self, text: &str, style: Style, width: Option<u32>) -> Buffer {
        let metrics = Metrics::new(style.size, (style.size * 1.35).round());
        let mut buffer = Buffer::new(&mut self.fonts, metrics);
        let family = if style.fixed { Family::Monospace } else { Family::SansSerif };
        let align = match style.align {
            Side::Left => Align::Left,
            Side::Middle => Align::Center,
            Side::Right => Align::Right,
        };
        buffer.set_size(width.map(|width| width as f32), None);
        // The letters that come along are light: others of the same name must not take their place.
        let weight = if style.fixed { Weight::NORMAL } else { Weight::LIGHT };
        let attributes = Attrs::new().family(family).weight(weight);
        buffer.set_text(text, &attributes, Shaping::Advanced, Some(align));
        buffer.shape_until_scroll(&mut self.fonts, false);
        buffer
    }
}

fn laid(text: &str, style: Style, width: Option<u32>) -> Laid {
    (text.to_owned(), style.size.to_bits(), style.fixed, style.align, width)
}

/// Whether a letter is in none of the fonts: then it is glyph 0 of one of them.
fn lacks_letters(buffer: &Buffer) -> bool {
    buffer.layout_runs().any(|run| run.glyphs.iter().any(|glyph| glyph.glyph_id == 0))
}

fn height(buffer: &Buffer) -> u32 {
    let bottom = buffer.layout_runs().map(|run| run.line_top + run.line_height);
    whole(bottom.fold(0.0, f32::max))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a window's size
fn whole(pixels: f32) -> u32 {
    pixels.ceil().clamp(0.0, 1e6) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a letter of Arabic is there, which no bundled font has.
    fn arabic(text: &mut Text) -> bool {
        let color = Color::rgb(255, 255, 255);
        let style = Style { size: 20.0, color, fixed: false, align: Side::Left };
        !lacks_letters(&text.shaped("\u{627}", style, None))
    }

    #[test]
    fn letters_that_the_bundled_fonts_lack_come_from_the_system() {
        let mut text = Text::default();
        assert!(!text.with_system_fonts, "they are not read before they are needed");
        let found = arabic(&mut text);
        assert!(text.with_system_fonts);
        match std::env::var_os("TILEWRIGHT_MUST_RUN") {
            Some(_) => assert!(found, "this needs a font with Arabic, like DejaVu"),
            None if !found => eprintln!("skipped: no font here has Arabic letters"),
            None => {}
        }
    }
}
