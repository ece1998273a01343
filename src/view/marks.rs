//! Marks on cells: what is picked, where one can go, where there is no way. Knows no tile.

use std::collections::HashSet;
use std::rc::Rc;

use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use crate::grid::Cell;
use crate::rules::Color;
use crate::view::frame::Frame;
use crate::view::layout::Layout;

/// What is marked on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The cell that is picked for the next click.
    pub picked: Option<Cell>,
    /// A cell that there is no way to.
    pub refused: Option<Cell>,
    /// Cells that one can go to.
    pub reachable: Rc<[Cell]>,
}

/// How the form of a cell is drawn.
#[derive(Clone, Copy, Debug)]
pub enum Brush {
    /// Its outline, in a line that wide.
    Line(Color, f32),
    /// A dot in its middle, as a part of its side.
    Dot(Color, f32),
    /// A cross in it.
    Cross(Color, f32),
}

const PICKED: Color = Color::rgb(0xff, 0xd7, 0x4a);
const REFUSED: Color = Color::rgb(0xff, 0x5a, 0x4e);
const RIM: Color = Color { rgba: [0, 0, 0, 0x60] };
const REACHABLE: Color = Color { rgba: [0xff, 0xff, 0xff, 0x8c] };

impl Marks {
    /// The cells that are marked in one way and not in the other.
    pub fn differing(&self, other: &Marks) -> impl Iterator<Item = Cell> {
        let all = |marks: &Marks| {
            let single = [(marks.picked, 0), (marks.refused, 1)];
            let single = single.into_iter().filter_map(|(cell, how)| Some((cell?, how)));
            single.chain(marks.reachable.iter().map(|cell| (*cell, 2))).collect()
        };
        let (these, those): (HashSet<_>, HashSet<(Cell, u8)>) = match self == other {
            true => Default::default(),
            false => (all(self), all(other)),
        };
        let cells = these.symmetric_difference(&those).map(|(cell, _)| *cell);
        cells.collect::<Vec<Cell>>().into_iter()
    }

    /// Paints where one can go: on the floor, for what stands on it hides it.
    pub fn paint(&self, frame: &mut Frame<'_>, layout: &Layout) {
        let mut paint = |cells: &[Cell], brush: Brush| paint(frame, layout, cells, brush);
        paint(&self.reachable, Brush::Dot(RIM, 0.22));
        paint(&self.reachable, Brush::Dot(REACHABLE, 0.15));
    }

    /// Paints the marks of single cells, over what stands there.
    #[allow(clippy::cast_precision_loss)] // a cell's side
    pub fn paint_over(&self, frame: &mut Frame<'_>, layout: &Layout) {
        let line = (layout.side() as f32 / 14.0).clamp(1.0, 4.0);
        let mut paint = |cells: &[Cell], brush: Brush| paint(frame, layout, cells, brush);
        paint(self.picked.as_slice(), Brush::Line(PICKED, line));
        paint(self.refused.as_slice(), Brush::Cross(REFUSED, line));
    }
}

fn paint(frame: &mut Frame<'_>, layout: &Layout, cells: &[Cell], brush: Brush) {
    let picture = if cells.is_empty() { None } else { cell_picture(layout, brush) };
    for (picture, cell) in picture.iter().flat_map(|p| cells.iter().map(move |c| (p, c))) {
        let (x, y) = layout.corner(*cell);
        frame.draw(picture, false, x, y);
    }
}

/// A mark in the box of a cell.
#[must_use]
#[allow(clippy::cast_precision_loss)] // a cell's side
pub fn cell_picture(layout: &Layout, brush: Brush) -> Option<Pixmap> {
    let (width, height) = layout.board().size_of_box(layout.side());
    let mut picture = Pixmap::new(width, height)?;
    let (wide, high) = (width as f32, height as f32);
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let mut colored = |color: Color| {
        let [red, green, blue, alpha] = color.rgba;
        paint.set_color_rgba8(red, green, blue, alpha);
        paint.clone()
    };
    let still = Transform::identity();
    match brush {
        Brush::Line(color, line) => {
            let stroke = Stroke { width: line, ..Stroke::default() };
            let path = outline(layout, (wide, high), line)?;
            picture.stroke_path(&path, &colored(color), &stroke, still, None);
        }
        Brush::Dot(color, part) => {
            let (across, down) = (wide * part, high * part);
            let (left, top) = ((wide - across) / 2.0, (high - down) / 2.0);
            let area = tiny_skia::Rect::from_xywh(left, top, across, down)?;
            let path = PathBuilder::from_oval(area)?;
            picture.fill_path(&path, &colored(color), FillRule::Winding, still, None);
        }
        Brush::Cross(color, line) => {
            let mut path = PathBuilder::new();
            for (from, to) in [((0.3, 0.3), (0.7, 0.7)), ((0.7, 0.3), (0.3, 0.7))] {
                path.move_to(wide * from.0, high * from.1);
                path.line_to(wide * to.0, high * to.1);
            }
            let stroke = Stroke { width: 1.5 * line, ..Stroke::default() };
            picture.stroke_path(&path.finish()?, &colored(color), &stroke, still, None);
        }
    }
    Some(picture)
}

/// The outline of a cell, so far within it that a line of that width is seen whole.
fn outline(layout: &Layout, (wide, high): (f32, f32), line: f32) -> Option<Path> {
    let inset = |at: f32, length: f32| {
        let part = (length - 2.0 * line).max(0.0) / length.max(1.0);
        (at - 0.5) * length * part + length / 2.0
    };
    let mut path = PathBuilder::new();
    for (at, (x, y)) in layout.board().corners().iter().enumerate() {
        let (x, y) = (inset(*x, wide), inset(*y, high));
        match at {
            0 => path.move_to(x, y),
            _ => path.line_to(x, y),
        }
    }
    path.close();
    path.finish()
}
