//! What is wrong, in a panel at the bottom of the board's room: where, what, the source
//! around it and what was running. Where there is little room it tells less, and never half
//! a line. Knows no script.

use crate::rules::{Color, Excerpt};
use crate::view::frame::{Area, Frame};
use crate::view::text::{Side, Style, Text};
use crate::view::tones::{BAD, TEXT};

/// What is wrong, for the panel over the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trouble {
    /// What goes on, in a few words.
    pub heading: String,
    /// `path:line`, if known.
    pub place: String,
    /// The message.
    pub message: String,
    /// The lines of the source around that place.
    pub excerpt: Excerpt,
    /// What was running, if it is known.
    pub during: String,
    /// The calls that led there, one a line.
    pub trace: Vec<String>,
    /// All of this but the heading as one text, to be copied.
    pub whole: String,
    /// Whether it was copied.
    pub copied: bool,
}

impl Trouble {
    /// All of it as one text.
    #[must_use]
    pub fn text(&self) -> String {
        let parts = [self.heading.as_str(), &self.whole].into_iter();
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        format!("{}\n", parts.join("\n"))
    }
}

const DIM: Color = Color::rgb(0xb0, 0xa4, 0xa8);
const PANEL: Color = Color { rgba: [0x2a, 0x12, 0x14, 0xf4] };
const FAULTY: Color = Color::rgb(0x57, 0x22, 0x24);

/// The most letters of a message that are shown; shaping more would take long.
const LONGEST: usize = 600;

/// A piece of the panel, from the top down.
struct Piece {
    words: String,
    style: Style,
    /// Whether it is the line of the source that is wrong.
    is_faulty: bool,
    /// Its height in pixels, and that of the gap above it.
    height: u32,
    gap: u32,
}

/// How much is told, from all of it to the least.
#[derive(Clone, Copy)]
struct Fullness {
    trace: bool,
    during: bool,
    /// Lines of the source before and after the faulty one; none, and not that one either.
    around: Option<usize>,
    /// The heading, and the message on as many lines as it needs.
    whole: bool,
}

/// What is left out first where there is little room.
const FULLNESS: [Fullness; 6] = {
    let all = Fullness { trace: true, during: true, around: Some(2), whole: true };
    let untraced = Fullness { trace: false, ..all };
    let near = Fullness { around: Some(1), ..untraced };
    let one = Fullness { around: Some(0), ..untraced };
    let bare = Fullness { during: false, ..one };
    [all, untraced, near, one, bare, Fullness { around: None, whole: false, ..bare }]
};

/// Paints the panel into the frame between two heights, with so many pixels to a point.
/// Returns where it is.
pub(in crate::view) fn paint(
    frame: &mut Frame<'_>,
    text: &mut Text,
    trouble: &Trouble,
    (top, bottom): (u32, u32),
    unit: f32,
) -> Area {
    let space = whole(12.0 * unit);
    let width = frame.width().saturating_sub(4 * space).max(1);
    let room = bottom.saturating_sub(top + space);
    let mut panel = Panel { text, trouble, unit, width };
    let fitting = FULLNESS.into_iter().map(|fullness| panel.pieces(fullness));
    let fitting = fitting.map(|pieces| (total(&pieces) + 2 * space, pieces));
    let (tall, pieces) = first_or_last(fitting, |(tall, _)| *tall <= room);
    let area = Area {
        x: signed(space),
        y: signed(bottom.saturating_sub(tall + space)),
        width: frame.width().saturating_sub(2 * space),
        height: tall.min(bottom),
    };
    frame.fill(area, PANEL);
    frame.fill(Area { width: (space / 3).max(2), ..area }, BAD);
    let mut y = area.y + signed(space);
    for piece in pieces {
        y += signed(piece.gap);
        if piece.is_faulty {
            let inset = space / 2;
            let (x, width) = (signed(space + inset), area.width.saturating_sub(2 * inset));
            frame.fill(Area { x, y, width, height: piece.height }, FAULTY);
        }
        text.draw(frame, (signed(2 * space), y), width, &piece.words, piece.style);
        y += signed(piece.height);
    }
    area
}

/// The first one for which that holds, or else the last one; what comes after is not made.
fn first_or_last<T>(mut all: impl Iterator<Item = T>, holds: impl Fn(&T) -> bool) -> T
where
    T: Default,
{
    let mut last = T::default();
    all.find_map(|one| {
        let found = holds(&one);
        last = one;
        found.then_some(())
    });
    last
}

/// What the pieces of a panel are made from.
struct Panel<'a> {
    text: &'a mut Text,
    trouble: &'a Trouble,
    unit: f32,
    /// The width of a line in pixels.
    width: u32,
}

impl Panel<'_> {
    fn pieces(&mut self, fullness: Fullness) -> Vec<Piece> {
        let trouble = self.trouble;
        let plain = self.style(14.0, TEXT, false);
        let (small, source) = (self.style(12.0, DIM, false), self.style(13.0, DIM, true));
        let mut pieces = Vec::new();
        let heading = self.style(12.5, DIM, false);
        let told = [
            (&trouble.heading, heading, 0.0),
            (&trouble.place, Style { color: BAD, ..plain }, 3.0),
            (&trouble.message, plain, 3.0),
        ];
        let told = told.into_iter().skip(usize::from(!fullness.whole));
        for (words, style, gap) in told.filter(|(words, ..)| !words.is_empty()) {
            pieces.push(match fullness.whole {
                true => self.broken(words, style, gap),
                false => self.line(words, style, gap),
            });
        }
        let excerpt = fullness.around.map(|around| trouble.excerpt.within(around));
        for ((row, is_faulty), at) in excerpt.unwrap_or_default().rows().into_iter().zip(0..) {
            let color = if is_faulty { TEXT } else { DIM };
            let piece = self.line(&row, Style { color, ..source }, if at == 0 { 7.0 } else { 0.0 });
            pieces.push(Piece { is_faulty, ..piece });
        }
        if fullness.during && !trouble.during.is_empty() {
            pieces.push(self.line(&trouble.during, small, 7.0));
        }
        let trace = if fullness.trace { &trouble.trace[..] } else { &[] };
        pieces.extend(
            trace.iter().map(|row| self.line(row, Style { size: small.size, ..source }, 0.0)),
        );
        let copy = if trouble.copied { "Copied." } else { "Click to copy" };
        let keys = format!("{copy}    Esc: put this away");
        pieces.push(self.line(&keys, self.style(11.5, DIM, false), 7.0));
        pieces
    }

    /// Words on as many lines as they need.
    fn broken(&mut self, words: &str, style: Style, gap: f32) -> Piece {
        let mut words = words.to_owned();
        if let Some((end, _)) = words.char_indices().nth(LONGEST) {
            words.truncate(end);
            words.push('\u{2026}');
        }
        let height = self.text.height(&words, style, self.width);
        Piece { words, style, is_faulty: false, height, gap: whole(gap * self.unit) }
    }

    /// Words on one line, cut where it ends.
    fn line(&mut self, words: &str, style: Style, gap: f32) -> Piece {
        let words = self.text.fitting(words, style, self.width);
        let height = self.text.height(&words, style, self.width);
        Piece { words, style, is_faulty: false, height, gap: whole(gap * self.unit) }
    }

    fn style(&self, points: f32, color: Color, fixed: bool) -> Style {
        Style { size: points * self.unit, color, fixed, align: Side::Left }
    }
}

fn total(pieces: &[Piece]) -> u32 {
    pieces.iter().map(|piece| piece.gap + piece.height).sum()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a window's size
fn whole(pixels: f32) -> u32 {
    pixels.round().max(0.0) as u32
}

fn signed(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}
