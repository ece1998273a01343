//! The colours of what is said around a board, in a window as in a terminal.

use crate::rules::Color;

/// Text that matters.
pub const TEXT: Color = Color::rgb(0xe6, 0xe8, 0xee);
/// Text beside that.
pub const DIM: Color = Color::rgb(0x9a, 0xa1, 0xb2);
/// The ground of the bars above and below.
pub const BARS: Color = Color::rgb(0x1a, 0x1c, 0x22);
/// Text on the grounds that follow.
pub const WHITE: Color = Color::rgb(0xff, 0xff, 0xff);
/// What is wrong.
pub const BAD: Color = Color::rgb(0xff, 0x8a, 0x80);
/// The ground of a panel that says so.
pub const PANEL: Color = Color { rgba: [0x2a, 0x12, 0x14, 0xf0] };
/// The ground of the lower bar while a script works.
pub const WORKING: Color = Color::rgb(0x7a, 0x5a, 0x1c);
/// The ground of the lower bar once a level is solved.
pub const SOLVED: Color = Color::rgb(0x2c, 0x64, 0x3a);
