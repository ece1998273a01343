//! Draws the board of a picture: each cell in as many columns and rows as it has. Knows no
//! key.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::app::terminal::paper::{Paper, width};
use crate::app::terminal::picture::Picture;
use crate::rules::Color;
use crate::view::tones::BAD;
use crate::view::{Mark, Sign};

/// Where one can go.
const DOT: &str = "\u{b7}";

/// Where there is no way.
const CROSS: &str = "\u{d7}";

/// The rim below and at the right of what does not quite fill its cell.
const RIM: [&str; 2] = ["\u{2581}", "\u{2595}"];

/// Draws the board, and its background in the whole room.
pub(super) fn board(paper: &mut Paper<'_>, room: Rect, picture: &Picture) {
    let style = paper.style(picture.background, picture.background);
    paper.clear(room, style);
    for (cell, sign) in &picture.cells {
        let side = i32::from(picture.place.side());
        let (x, y) = picture.place.at(*cell);
        Spot { paper: &mut *paper, room: picture.place.room(), x, y, side }.draw(sign);
    }
}

/// The columns and rows of one cell.
struct Spot<'a, 'b> {
    paper: &'a mut Paper<'b>,
    room: Rect,
    x: i32,
    y: i32,
    side: i32,
}

impl Spot<'_, '_> {
    fn draw(&mut self, sign: &Sign) {
        let filling = sign.filling.map(|(letter, ink)| (letter.to_string(), ink));
        let (letter, ink) = filling.unwrap_or((" ".to_owned(), sign.ground));
        let style = self.style(ink, sign);
        for row in 0..self.side {
            for column in 0..2 * self.side {
                self.put(column, row, &letter, style);
            }
        }
        if self.side > 1
            && let Some(rim) = sign.rim
        {
            self.rim(self.style(rim, sign));
        }
        self.words(sign);
    }

    fn rim(&mut self, style: Style) {
        let [below, right] = RIM;
        let (last_column, last_row) = (2 * self.side - 1, self.side - 1);
        for row in 0..last_row {
            self.put(last_column, row, right, style);
        }
        for column in 0..=last_column {
            self.put(column, last_row, below, style);
        }
    }

    /// The words side by side as far as there is room, and what is marked at the right.
    fn words(&mut self, sign: &Sign) {
        let wide = 2 * self.side;
        let row = (self.side - 1) / 2;
        let words = sign.words.iter().map(|(word, _)| i32::from(width(word))).sum::<i32>();
        let mut at = if self.side == 1 { 0 } else { ((wide - words) / 2).max(0) };
        for (word, ink) in &sign.words {
            let style = self.style(*ink, sign).add_modifier(Modifier::BOLD);
            for letter in word.chars() {
                let letter = letter.to_string();
                let columns = i32::from(width(&letter));
                if at + columns <= wide {
                    self.put(at, row, &letter, style);
                }
                at += columns;
            }
        }
        match sign.mark {
            Some(Mark::NoWay) => self.put(wide - 1, row, CROSS, self.style(BAD, sign)),
            Some(Mark::Reachable) if at < wide => {
                let light = Color::rgb(255, 255, 255);
                self.put(wide - 1, row, DOT, self.style(light, sign));
            }
            _ => {}
        }
    }

    fn style(&self, ink: Color, sign: &Sign) -> Style {
        let style = self.paper.style(ink, sign.ground);
        match sign.mark {
            Some(Mark::Picked) => style.add_modifier(Modifier::REVERSED),
            _ => style,
        }
    }

    /// Puts a letter into the cell, if that is in the room.
    fn put(&mut self, column: i32, row: i32, letter: &str, style: Style) {
        let place = u16::try_from(self.x + column).ok().zip(u16::try_from(self.y + row).ok());
        let Some((x, y)) = place.filter(|place| self.room.contains((*place).into())) else {
            return;
        };
        let left = usize::from(self.room.right() - x);
        self.paper.buffer.set_stringn(x, y, letter, left, style);
    }
}
