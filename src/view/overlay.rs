//! The text around a board: title and status above, hints below, and over it
//! what is wrong. Knows no board.

use std::time::Duration;

use crate::rules::Color;
use crate::view::frame::{Area, Frame};
use crate::view::text::{Side, Style, Text};
use crate::view::tones::{BARS, DIM, SOLVED, TEXT, WHITE, WORKING};
use crate::view::trouble::{self, Trouble};

/// All text of a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The level, at the top left.
    pub title: String,
    /// The script's status line, at the top right.
    pub status: String,
    /// What keys do, at the bottom.
    pub hints: String,
    /// The same where the board is too large to be seen well as a whole.
    pub hints_if_large: String,
    /// A message to the player, at the bottom instead of the hints.
    pub message: String,
    /// Shown at the bottom, in a bar of another colour, once a level is solved.
    pub solved: String,
    /// What is wrong.
    pub trouble: Option<Trouble>,
    /// How many pixels a point of the screen is, in hundredths: 100 on an
    /// ordinary screen, 200 on a fine one.
    pub scale: u32,
    /// The pixels at the right that are somebody else's.
    pub taken: u32,
    /// Where the mouse is, in pixels.
    pub pointer: Option<(i32, i32)>,
    /// Whether the cell under the mouse is marked and named in any game.
    pub inspects: bool,
}

/// The height of the bars above and below the board, in points.
const BAR: u32 = 32;

/// The least space around the board, in points.
const MARGIN: u32 = 10;

/// The pixels that an ordinary screen's `points` are here; text shrinks a little
/// in a small window, so that there is room for the board.
#[allow(clippy::cast_precision_loss)] // a window's size
fn pixels(frame: &Frame<'_>, caption: &Caption, points: f32) -> f32 {
    let scale = caption.scale.max(50) as f32 / 100.0;
    let room = frame.width().min(frame.height() * 4 / 3) as f32 / (480.0 * scale);
    points * scale * room.clamp(0.6, 1.0)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a window's size
fn whole(pixels: f32) -> u32 {
    pixels.round().max(0.0) as u32
}

fn signed(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

#[allow(clippy::cast_precision_loss)] // a few points
fn bar_of(frame: &Frame<'_>, caption: &Caption) -> u32 {
    whole(pixels(frame, caption, BAR as f32))
}

/// The part of a frame between the bars.
#[must_use]
pub fn between_bars(frame: &Frame<'_>, caption: &Caption) -> Area {
    let room = room(frame, caption, 0);
    let (width, bar) = (frame.width(), bar_of(frame, caption));
    match room.y {
        0 => room,
        _ => Area { x: 0, y: signed(bar), width, height: frame.height() - 2 * bar },
    }
}

/// What is left for the board: all but the bars above and below, a margin, and what is
/// `taken` at the right.
#[must_use]
#[allow(clippy::cast_precision_loss)] // a few points
pub fn room(frame: &Frame<'_>, caption: &Caption, taken: u32) -> Area {
    let bar = bar_of(frame, caption);
    let margin = whole(pixels(frame, caption, MARGIN as f32));
    let bars = 2 * (bar + margin);
    if frame.height() <= bars + 2 || frame.width() <= 2 * margin + 2 {
        return Area { x: 0, y: 0, width: frame.width(), height: frame.height() };
    }
    let width = frame.width() - 2 * margin;
    // In a narrow window the board stays where it is, below what is shown there.
    let least = whole(pixels(frame, caption, 240.0));
    let taken = if width < taken + least { 0 } else { taken };
    Area {
        x: signed(margin),
        y: signed(bar + margin),
        width: width - taken,
        height: frame.height() - bars,
    }
}

/// The width and height of an ordinary screen's frame that leaves so many pixels for the
/// board.
#[must_use]
pub fn frame_around((width, height): (u32, u32)) -> (u32, u32) {
    (width.saturating_add(2 * MARGIN), height.saturating_add(2 * (BAR + MARGIN)))
}

/// What only a painter knows of the board that the text is about.
pub struct Shown<'a> {
    /// The cell under the mouse in words, told at the right of the lower bar.
    pub pointed: &'a str,
    /// Whether the board is too large to be seen well as a whole.
    pub is_large: bool,
    /// Where it was told what is wrong, if the same was told in the same frame before.
    pub trouble: Option<Area>,
}

/// The bars above and below the board.
#[must_use]
pub(in crate::view) fn bars(frame: &Frame<'_>, caption: &Caption) -> [Area; 2] {
    let (width, height) = (frame.width(), bar_of(frame, caption));
    let upper = Area { x: 0, y: 0, width, height };
    [upper, Area { y: signed(frame.height().saturating_sub(height)), ..upper }]
}

/// Paints all text of a caption that is seen in the part of the frame that is painted. Returns
/// where it tells what is wrong, if it does.
pub fn paint(
    frame: &mut Frame<'_>,
    text: &mut Text,
    caption: &Caption,
    shown: &Shown<'_>,
) -> Option<Area> {
    let room = room(frame, caption, 0);
    if room.y > 0 {
        paint_bars(frame, text, caption, shown);
    }
    let trouble = caption.trouble.as_ref()?;
    if let Some(area) = shown.trouble.filter(|area| !area.meets(&frame.part())) {
        return Some(area);
    }
    let bar = bar_of(frame, caption);
    let between = (bar, frame.height().saturating_sub(bar));
    let unit = pixels(frame, caption, 1.0);
    Some(trouble::paint(frame, text, trouble, between, unit))
}

fn paint_bars(frame: &mut Frame<'_>, text: &mut Text, caption: &Caption, shown: &Shown<'_>) {
    let [upper, lower] = bars(frame, caption);
    if upper.meets(&frame.part()) {
        frame.fill(upper, BARS);
        let title = style(frame, caption, 15.0, TEXT, Side::Left);
        let status = Style { align: Side::Right, ..title };
        let (wide, _) = text.measure(&caption.status, status);
        line(frame, text, caption, 0, &caption.title, title, wide);
        line(frame, text, caption, 0, &caption.status, status, 0);
    }
    if lower.meets(&frame.part()) {
        paint_lower_bar(frame, text, caption, shown);
    }
}

fn paint_lower_bar(frame: &mut Frame<'_>, text: &mut Text, caption: &Caption, shown: &Shown<'_>) {
    let Shown { pointed, is_large, .. } = *shown;
    let hints = if is_large { &caption.hints_if_large } else { &caption.hints };
    let below = frame.height() - bar_of(frame, caption);
    let solved = !caption.solved.is_empty();
    let [_, lower] = bars(frame, caption);
    frame.fill(lower, if solved { SOLVED } else { BARS });
    let said = !caption.message.is_empty();
    let both = format!("{}   {}", caption.message, caption.solved);
    let (words, points, color, side) = match (solved, said) {
        (true, true) => (&both, 16.0, WHITE, Side::Middle),
        (true, false) => (&caption.solved, 16.0, WHITE, Side::Middle),
        (false, true) => (&caption.message, 13.0, TEXT, Side::Left),
        (false, false) => (hints, 13.0, DIM, Side::Left),
    };
    let below_style = style(frame, caption, points, color, side);
    let told = style(frame, caption, 13.0, TEXT, Side::Right);
    let (wide, _) = text.measure(pointed, told);
    line(frame, text, caption, below, words, below_style, wide);
    line(frame, text, caption, below, pointed, told, 0);
}

/// What a window shows over its last frame while a script works. It knows no game: that is
/// just what is busy.
#[derive(Default)]
pub struct Notice {
    text: Text,
}

impl Notice {
    /// Paints a bar at the bottom of a frame. `scale` is the pixels of a point, in
    /// hundredths.
    pub fn paint(&mut self, frame: &mut Frame<'_>, scale: u32, since: Duration) {
        let caption = Caption { scale, ..Caption::default() };
        let bar = bar_of(frame, &caption);
        let top = frame.height().saturating_sub(bar);
        let area = Area { x: 0, y: signed(top), width: frame.width(), height: bar };
        frame.fill(area, WORKING);
        let words = format!("Working, {:.1} s    Esc: stop", since.as_secs_f64());
        let style = style(frame, &caption, 15.0, WHITE, Side::Left);
        line(frame, &mut self.text, &caption, top, &words, style, 0);
    }
}

/// One line in a bar; what is too long for it is cut, with dots. `taken` pixels
/// at the right are somebody else's.
fn line(
    frame: &mut Frame<'_>,
    text: &mut Text,
    caption: &Caption,
    top: u32,
    words: &str,
    style: Style,
    taken: u32,
) {
    let bar = bar_of(frame, caption);
    let margin = whole(pixels(frame, caption, 12.0));
    let gap = if taken > 0 { margin } else { 0 };
    let width = frame.width().saturating_sub(2 * margin + taken + gap);
    let words = text.fitting(words, style, width);
    let (_, height) = text.measure(&words, style);
    let y = top + bar.saturating_sub(height) / 2;
    text.draw(frame, (signed(margin), signed(y)), width, &words, style);
}

fn style(frame: &Frame<'_>, caption: &Caption, points: f32, color: Color, align: Side) -> Style {
    Style { size: pixels(frame, caption, points), color, fixed: false, align }
}
