//! The screen of a terminal: the last picture of the game, and what its reader has done
//! beside the game: selected in a list, scrolled, pointed at. Knows no thread.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::{Rect, Size};

use crate::app::input::Press;
use crate::app::panels::Edit;
use crate::app::terminal::around::{footer, header, list, list_rows, trouble};
use crate::app::terminal::draw::board;
use crate::app::terminal::list::{Done, List, Shown};
use crate::app::terminal::palette::Palette;
use crate::app::terminal::paper::{Paper, wrapped};
use crate::app::terminal::picture::{Areas, LEAST, Picture, Sight};
use crate::app::terminal::place::Place;
use crate::grid::{Cell, Direction};
use crate::view::tones::{BARS, TEXT};

/// What is shown.
pub struct Screen {
    palette: Palette,
    /// Nothing until the game is open.
    picture: Option<Picture>,
    place: Place,
    size: Size,
    list: List,
    pointer: Option<(u16, u16)>,
    /// How long a script has been at work, if that is to be told.
    pub(super) working: Option<Duration>,
}

impl Screen {
    /// An empty one.
    #[must_use]
    pub fn new(palette: Palette) -> Screen {
        Screen {
            palette,
            picture: None,
            place: Place::default(),
            size: Size::default(),
            list: List::default(),
            pointer: None,
            working: None,
        }
    }

    /// How the next picture is to be taken, for a terminal of that size. `now` is the time
    /// since the program started, and the board has last moved `since_step` ago.
    #[must_use]
    pub fn sight(&self, size: (u16, u16), now: Duration, since_step: Duration) -> Sight {
        Sight { size: size.into(), place: self.place, pointer: self.pointer, now, since_step }
    }

    /// Shows a picture from now on.
    pub fn show(&mut self, picture: Picture) {
        self.place = picture.place;
        self.list.follow(&picture.view);
        self.picture = Some(picture);
    }

    /// Draws it.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.size = frame.area().as_size();
        let mut paper = Paper { buffer: frame.buffer_mut(), palette: self.palette };
        let Some(areas) = Areas::of(self.size) else {
            return too_small(&mut paper, self.size);
        };
        let Some(picture) = &self.picture else {
            return;
        };
        header(&mut paper, areas.header, &picture.caption);
        board(&mut paper, areas.room, picture);
        if let Some(shown) = Shown::of(&picture.view) {
            let rows = self.list.rows(&picture.view);
            list(&mut paper, areas.list(shown), shown, &self.list, &rows);
        }
        footer(&mut paper, &areas, picture, (&self.list.fault, self.working));
        if let Some(wrong) = &picture.caption.trouble {
            trouble(&mut paper, areas.room, wrong);
        }
    }

    /// How long the picture is true, if not for ever.
    pub(super) fn true_for(&self) -> Option<Duration> {
        self.picture.as_ref()?.true_for
    }

    /// What is shown as a list, if something is.
    pub(super) fn shown(&self) -> Option<Shown> {
        Shown::of(&self.picture.as_ref()?.view)
    }

    /// Shows what was just done in a list, before it is known what came of it.
    pub(super) fn expect(&mut self, edit: &Edit) {
        self.picture.iter_mut().for_each(|picture| picture.view.expect(edit));
    }

    /// Hands a key to the list.
    pub(super) fn press(&mut self, press: &Press) -> Done {
        let page = self.rows_area().map_or(1, |area| usize::from(area.height.max(2)) - 1);
        match &self.picture {
            Some(picture) => self.list.press(press, &picture.view, page),
            None => Done::Nothing,
        }
    }

    /// A click on a list selects and enters what is there.
    pub(super) fn click_on_list(&mut self, (column, row): (u16, u16)) -> Done {
        let area = self.rows_area().filter(|area| area.contains((column, row).into()));
        let (Some(area), Some(picture)) = (area, &self.picture) else {
            return Done::Nothing;
        };
        let rows = self.list.rows(&picture.view);
        let at = self.list.first(&rows, usize::from(area.height)) + usize::from(row - area.y);
        match rows.get(at).filter(|row| !row.is_heading) {
            Some(row) => {
                self.list.select(at);
                self.list.enter(Some(row))
            }
            None => Done::Nothing,
        }
    }

    fn rows_area(&self) -> Option<Rect> {
        let shown = self.shown()?;
        Areas::of(self.size).map(|areas| list_rows(areas.list(shown)))
    }

    /// The mouse is there. Returns whether that is another cell than before.
    pub(super) fn point(&mut self, at: (u16, u16)) -> bool {
        let cell = |(column, row)| self.place.cell_at(column, row);
        let differs = self.pointer.and_then(cell) != cell(at);
        self.pointer = Some(at);
        differs
    }

    /// The cell at a column and row.
    pub(super) fn cell_at(&self, (column, row): (u16, u16)) -> Option<Cell> {
        self.place.cell_at(column, row)
    }

    /// Shows what lies that way. Returns whether there is more than what is seen.
    pub(super) fn scroll(&mut self, way: Direction) -> bool {
        let is_close = self.place.is_close();
        if is_close {
            self.place.scroll(way.offset());
        }
        is_close
    }
}

fn too_small(paper: &mut Paper<'_>, size: Size) {
    let area = Rect::from((ratatui::layout::Position::ORIGIN, size));
    let style = paper.style(TEXT, BARS);
    paper.clear(area, style);
    let Size { width, height } = LEAST;
    let words = format!("This needs {width} columns and {height} rows.");
    let lines = wrapped(words.split(' '), " ", size.width);
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        paper.line(Rect { y, height: 1, ..area }, line, style);
    }
}
