//! Draws what is said around and over a board: the bars, what is wrong, and lists. Knows no
//! key.

use std::time::Duration;

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::app::terminal::list::{List, Shown};
use crate::app::terminal::paper::{Paper, cut, width, wrapped};
use crate::app::terminal::picture::{Areas, Picture};
use crate::app::terminal::rows::Row;
use crate::view::tones::{BAD, BARS, DIM, PANEL, SOLVED, TEXT, WHITE, WORKING};
use crate::view::{Caption, Trouble};

/// The most lines that a message takes.
const MOST: usize = 5;

/// The title and the status.
pub(super) fn header(paper: &mut Paper<'_>, area: Rect, caption: &Caption) {
    let style = paper.bar(TEXT, BARS);
    paper.clear(area, style);
    let inner = Rect { x: area.x + 1, width: area.width - 2, ..area };
    let taken = paper.line_at_right(inner, &caption.status, style);
    let left = inner.width.saturating_sub(taken + u16::from(taken > 0));
    paper.line(Rect { width: left, ..inner }, &caption.title, style);
}

/// What is said, or else what the keys do; first of all what is wrong with what was written
/// into a list; while a script works only that it does.
pub(super) fn footer(
    paper: &mut Paper<'_>,
    areas: &Areas,
    picture: &Picture,
    (fault, working): (&str, Option<Duration>),
) {
    let caption = &picture.caption;
    let said = format!("{}   {}", caption.message, caption.solved);
    let (text, style) = match working {
        Some(since) => {
            let seconds = since.as_secs_f64();
            (format!("Working, {seconds:.1} s    Esc: stop"), paper.bar(WHITE, WORKING))
        }
        None if !fault.is_empty() => (fault.to_owned(), paper.style(BAD, BARS)),
        None if !caption.solved.is_empty() => (said, paper.bar(WHITE, SOLVED)),
        None if !said.trim().is_empty() => (said, paper.style(TEXT, BARS)),
        None => return hints(paper, areas.footer, picture),
    };
    let wide = areas.footer.width - 2;
    let mut lines = wrapped(text.split_whitespace(), " ", wide);
    lines.truncate(MOST);
    let whole = areas.room.union(areas.footer);
    below(paper, whole, areas.footer.height, &lines, style);
    point(paper, areas.footer, picture, lines.last().map_or(0, |line| width(line)));
}

fn hints(paper: &mut Paper<'_>, area: Rect, picture: &Picture) {
    const GAP: &str = "    ";
    let scroll = picture.place.is_close().then_some("Shift and arrows: scroll");
    let (scroll, keys) = match Shown::of(&picture.view) {
        None => (scroll, picture.caption.hints.as_str()),
        Some(Shown::Levels) => (None, "Enter: play    Letters: find a title    Esc: back"),
        Some(Shown::Options) => (None, "Left, right: change    Digits, Enter: set    Esc: back"),
    };
    let items = scroll.into_iter().chain(keys.split(GAP));
    let taken = if picture.pointed.is_empty() { 0 } else { width(&picture.pointed) + 1 };
    let mut lines = wrapped(items, GAP, area.width - 2);
    lines.truncate(usize::from(area.height));
    if let Some(last) = lines.get_mut(usize::from(area.height) - 1) {
        *last = cut(last, (area.width - 2).saturating_sub(taken));
    }
    let style = paper.style(DIM, BARS);
    below(paper, area, area.height, &lines, style);
    point(paper, area, picture, 0);
}

/// The cell under the mouse, at the right of the last line, beside what stands there.
fn point(paper: &mut Paper<'_>, area: Rect, picture: &Picture, taken: u16) {
    let left = (area.width - 2).saturating_sub(taken + 1);
    let row =
        Rect { x: area.x + area.width - 1 - left, y: area.bottom() - 1, width: left, height: 1 };
    if width(&picture.pointed) <= left {
        let style = paper.style(TEXT, BARS);
        paper.line_at_right(row, &picture.pointed, style);
    }
}

/// Lines at the bottom of an area, at least so many.
fn below(
    paper: &mut Paper<'_>,
    area: Rect,
    least: u16,
    lines: &[String],
    style: ratatui::style::Style,
) {
    let height = u16::try_from(lines.len()).unwrap_or(area.height).clamp(least, area.height);
    let area = Rect { y: area.bottom() - height, height, ..area };
    paper.clear(area, style);
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        paper.line(Rect { x: area.x + 1, y, width: area.width - 2, height: 1 }, line, style);
    }
}

/// What is wrong: a panel at the bottom of the room.
pub(super) fn trouble(paper: &mut Paper<'_>, room: Rect, trouble: &Trouble) {
    let wide = room.width.saturating_sub(4);
    let source = trouble.excerpt.rows();
    let source = source.iter().map(|(row, _)| row.as_str());
    let words = |text: &str| wrapped(text.split_whitespace(), " ", wide);
    let pieces = [
        (words(&trouble.heading), DIM),
        (words(&trouble.place), BAD),
        (trouble.message.lines().flat_map(words).collect(), TEXT),
        (source.flat_map(|row| wrapped([row].into_iter(), "", wide)).collect(), BAD),
        (words(&trouble.during), DIM),
        (trouble.trace.iter().flat_map(|call| words(call)).collect(), DIM),
        (words("Esc: put this away"), DIM),
    ];
    let lines: Vec<_> = pieces
        .into_iter()
        .flat_map(|(lines, ink)| lines.into_iter().map(move |l| (l, ink)))
        .collect();
    let height = u16::try_from(lines.len()).unwrap_or(room.height).min(room.height);
    let area = Rect { y: room.bottom() - height, height, ..room };
    let ground = paper.style(TEXT, PANEL);
    paper.clear(area, ground);
    for ((line, ink), y) in lines.iter().zip(area.top()..area.bottom()) {
        let edge = paper.style(BAD, PANEL);
        paper.line(Rect { y, width: 1, height: 1, ..area }, "\u{258c}", edge);
        let style = paper.style(*ink, PANEL);
        paper.line(Rect { x: area.x + 2, y, width: wide, height: 1 }, line, style);
    }
}

/// The rows of a list within its part of the screen.
pub(super) fn list_rows(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width - 2,
        height: area.height.saturating_sub(1),
    }
}

/// A list over the board.
pub(super) fn list(paper: &mut Paper<'_>, area: Rect, shown: Shown, list: &List, rows: &[Row]) {
    let plain = paper.style(TEXT, BARS);
    paper.clear(area, plain);
    let title = match shown {
        Shown::Levels => "Levels",
        Shown::Options => "Options",
    };
    let written = match list.written.as_str() {
        "" => title.to_owned(),
        written => format!("{title}: {written}_"),
    };
    let inner = list_rows(area);
    paper.line(
        Rect { y: area.y, height: 1, ..inner },
        &written,
        plain.add_modifier(Modifier::BOLD),
    );
    let selected = list.selected(rows);
    let first = list.first(rows, usize::from(inner.height));
    for ((at, row), y) in rows.iter().enumerate().skip(first).zip(inner.top()..inner.bottom()) {
        list_row(paper, Rect { y, height: 1, ..inner }, row, at == selected);
    }
}

fn list_row(paper: &mut Paper<'_>, area: Rect, row: &Row, is_selected: bool) {
    let plain = paper.style(TEXT, BARS);
    let style = match (row.is_heading, is_selected) {
        (true, _) => return paper.line(area, &row.label, plain.add_modifier(Modifier::BOLD)),
        (false, true) => plain.add_modifier(Modifier::REVERSED),
        (false, false) => plain,
    };
    paper.clear(area, style);
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let taken = paper.line_at_right(inner, &row.value, style);
    let left = inner.width.saturating_sub(taken + u16::from(taken > 0));
    paper.line(Rect { width: left, ..inner }, &row.label, style);
}
