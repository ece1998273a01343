//! Text on the screen of a terminal: in a line, cut where it is too long, or broken into
//! several. Knows no game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use crate::app::terminal::palette::Palette;
use crate::rules::Color;

/// What is drawn on.
pub(super) struct Paper<'a> {
    pub buffer: &'a mut Buffer,
    pub palette: Palette,
}

impl Paper<'_> {
    /// Ink on a ground.
    pub fn style(&self, ink: Color, ground: Color) -> Style {
        self.palette.style(ink, ground)
    }

    /// The same, told from the rest without any colour, too.
    pub fn bar(&self, ink: Color, ground: Color) -> Style {
        match self.palette {
            Palette::Without => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.style(ink, ground),
        }
    }

    /// Fills an area with nothing.
    pub fn clear(&mut self, area: Rect, style: Style) {
        let blank = " ".repeat(usize::from(area.width));
        for y in area.top()..area.bottom() {
            self.buffer.set_stringn(area.x, y, &blank, blank.len(), Style::reset().patch(style));
        }
    }

    /// A line of text that ends where the area does; what is too long is cut, with dots.
    pub fn line(&mut self, area: Rect, text: &str, style: Style) {
        let shown = cut(text, area.width);
        self.buffer.set_stringn(area.x, area.y, shown, usize::from(area.width), style);
    }

    /// The same at the right edge of the area. Returns how many columns it takes.
    pub fn line_at_right(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let width = width(text).min(area.width);
        let at = Rect { x: area.right() - width, width, ..area };
        self.line(at, text, style);
        width
    }
}

/// How many columns a text takes.
#[must_use]
pub(super) fn width(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// A text in one line that is at most so wide.
#[must_use]
pub(super) fn cut(text: &str, most: u16) -> String {
    let text = text.replace(['\n', '\r', '\t'], " ");
    if width(&text) <= most {
        return text;
    }
    let mut shown = String::new();
    for letter in text.chars() {
        shown.push(letter);
        if width(&shown) >= most {
            shown.pop();
            shown.push('\u{2026}');
            break;
        }
    }
    shown
}

/// Lines that are at most so wide, each with as many items as fit into it; an item that is
/// longer than a line is broken.
#[must_use]
pub(super) fn wrapped<'a>(
    items: impl Iterator<Item = &'a str>,
    gap: &str,
    most: u16,
) -> Vec<String> {
    let most = most.max(1);
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        let fits = |line: &String| width(line) + width(gap) + width(item) <= most;
        match lines.last_mut().filter(|line| fits(line)) {
            Some(line) => *line = format!("{line}{gap}{item}"),
            None => lines.extend(pieces(item, most)),
        }
    }
    lines
}

/// A text that is too long for a line, in pieces.
fn pieces(text: &str, most: u16) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        let with = pieces.last().map(|piece| format!("{piece}{letter}")).unwrap_or_default();
        match pieces.last_mut().filter(|_| width(&with) <= most) {
            Some(last) => *last = with,
            None => pieces.push(letter.to_string()),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_never_too_wide_and_nothing_is_lost() {
        let text = "one two threeandfourandfive \u{4e00}\u{4e8c} six";
        for most in 2..30 {
            let lines = wrapped(text.split(' '), " ", most);
            assert!(lines.iter().all(|line| width(line) <= most), "{lines:?}");
            let letters = |text: &str| text.replace(' ', "");
            assert_eq!(letters(&lines.concat()), letters(text));
        }
        assert_eq!(wrapped("a b".split(' '), " ", 10), ["a b"]);
        assert_eq!(cut("one\ntwo", 5), "one \u{2026}");
    }
}
