//! The colours that a terminal has, and the nearest of them. Knows no board.

use std::ffi::OsStr;

use ratatui::style::{Color as Shown, Style};

use crate::rules::Color;

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// All.
    True,
    /// The 256 of the usual table.
    Table,
    /// None: the environment asks for that.
    Without,
}

impl Palette {
    /// What the environment says: `NO_COLOR` with anything in it, and `COLORTERM`.
    #[must_use]
    pub fn of_environment() -> Palette {
        let variable = |name: &str| std::env::var_os(name).unwrap_or_default();
        Palette::of(&variable("NO_COLOR"), &variable("COLORTERM"))
    }

    fn of(no_color: &OsStr, color_term: &OsStr) -> Palette {
        match color_term.to_str() {
            _ if !no_color.is_empty() => Palette::Without,
            Some("truecolor" | "24bit") => Palette::True,
            _ => Palette::Table,
        }
    }

    /// Ink on a ground.
    #[must_use]
    pub fn style(self, ink: Color, ground: Color) -> Style {
        match self {
            Palette::Without => Style::new(),
            _ => Style::new().fg(self.shown(ink)).bg(self.shown(ground)),
        }
    }

    fn shown(self, color: Color) -> Shown {
        let [red, green, blue, _] = color.rgba;
        match self {
            Palette::True => Shown::Rgb(red, green, blue),
            Palette::Table => Shown::Indexed(nearest([red, green, blue])),
            Palette::Without => Shown::Reset,
        }
    }
}

/// The nearest of the colours 16 to 255: a cube of 6 x 6 x 6, and 24 greys.
fn nearest(color: [u8; 3]) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let apart = |other: [u8; 3]| -> u32 {
        color.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let step = |channel: u8| (0..6u8).min_by_key(|at| STEPS[usize::from(*at)].abs_diff(channel));
    let [red, green, blue] = color.map(|channel| step(channel).unwrap_or(0));
    let in_cube = [red, green, blue].map(|at| STEPS[usize::from(at)]);
    let grey = (0..24u8).min_by_key(|at| apart([8 + 10 * at; 3])).unwrap_or(0);
    match apart([8 + 10 * grey; 3]) < apart(in_cube) {
        true => 232 + grey,
        false => 16 + 36 * red + 6 * green + blue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_the_table_is_found() {
        assert_eq!(nearest([0, 0, 0]), 16);
        assert_eq!(nearest([255, 255, 255]), 231);
        assert_eq!(nearest([95, 135, 175]), 16 + 36 + 12 + 3);
        assert_eq!(nearest([9, 7, 8]), 232);
        assert_eq!(nearest([0x3b, 0x3f, 0x4a]), 238);
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        let of = |no_color: &str, term: &str| Palette::of(no_color.as_ref(), term.as_ref());
        assert_eq!(of("", "truecolor"), Palette::True);
        assert_eq!(of("", "24bit"), Palette::True);
        assert_eq!(of("", ""), Palette::Table);
        assert_eq!(of("1", "truecolor"), Palette::Without);
    }
}
