//! A list over the board, of the levels or of the options: what is selected in it, what is
//! written, and what keys make of that. Knows no player; what is done here is told, and
//! somebody else does it.

use crate::app::input::Press;
use crate::app::panels::{Edit, View};
use crate::app::terminal::rows::{Row, of_browser, of_options};

/// What is shown as a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    Levels,
    Options,
}

impl Shown {
    /// What is in front.
    pub fn of(view: &View) -> Option<Shown> {
        let options = view.options.is_some().then_some(Shown::Options);
        view.browser.as_ref().map(|_| Shown::Levels).or(options)
    }
}

/// What came of a key.
#[derive(Debug)]
pub(super) enum Done {
    Nothing,
    Edit(Edit),
    Close,
}

/// The list, as its reader has left it.
#[derive(Debug, Default)]
pub(super) struct List {
    shown: Option<Shown>,
    selected: usize,
    /// What is written: in the levels what their titles are to have, else for the row.
    pub written: String,
    /// What was wrong with that.
    pub fault: String,
}

impl List {
    /// Takes note of what is shown by now.
    pub fn follow(&mut self, view: &View) {
        let shown = Shown::of(view);
        if shown == self.shown {
            return;
        }
        *self = List { shown, ..List::default() };
        let current = self.rows(view).iter().position(|row| row.is_current);
        self.selected = current.unwrap_or(0);
    }

    /// What there is to read.
    pub fn rows(&self, view: &View) -> Vec<Row> {
        match (&view.browser, &view.options) {
            (Some((browser, _)), _) => of_browser(browser, &self.written),
            (None, Some(options)) => of_options(options),
            (None, None) => Vec::new(),
        }
    }

    /// The row that is selected: no heading, if there is another one.
    pub fn selected(&self, rows: &[Row]) -> usize {
        let is_row = |at: &usize| rows.get(*at).is_some_and(|row| !row.is_heading);
        let below = (self.selected..rows.len()).find(is_row);
        below.or_else(|| (0..self.selected.min(rows.len())).rev().find(is_row)).unwrap_or(0)
    }

    /// The first row that is seen where there is room for so many.
    pub fn first(&self, rows: &[Row], room: usize) -> usize {
        let most = rows.len().saturating_sub(room);
        self.selected(rows).saturating_sub(room / 2).min(most)
    }

    /// Selects a row.
    pub fn select(&mut self, at: usize) {
        self.selected = at;
        if self.shown == Some(Shown::Options) {
            self.written.clear();
        }
    }

    /// Does what a key asks. `page` is how many rows are seen at once.
    pub fn press(&mut self, press: &Press, view: &View, page: usize) -> Done {
        let rows = self.rows(view);
        let selected = self.selected(&rows);
        let row = rows.get(selected);
        self.fault.clear();
        match press.key.as_str() {
            "up" => self.go(&rows, selected, -1),
            "down" => self.go(&rows, selected, 1),
            "pageup" => self.go(&rows, selected, -signed(page)),
            "pagedown" => self.go(&rows, selected, signed(page)),
            "home" => self.go(&rows, selected, -signed(rows.len())),
            "end" => self.go(&rows, selected, signed(rows.len())),
            "backspace" => drop(self.written.pop()),
            "escape" if !self.written.is_empty() => self.written.clear(),
            "escape" | "tab" | "f2" | "f3" => return Done::Close,
            "left" => return told(row.and_then(|row| row.less.clone())),
            "right" => return told(row.and_then(|row| row.more.clone())),
            "enter" => return self.enter(row),
            key => return self.write(key, press.shift, view, row),
        }
        Done::Nothing
    }

    /// Enters a row, or what is written for it.
    pub fn enter(&mut self, row: Option<&Row>) -> Done {
        let Some(row) = row else { return Done::Nothing };
        let field = row.field.as_ref().filter(|_| !self.written.is_empty());
        let Some(field) = field else { return told(row.enter.clone()) };
        let read = field.read(&std::mem::take(&mut self.written));
        read.map_or_else(
            |error| {
                self.fault = error.to_string();
                Done::Nothing
            },
            Done::Edit,
        )
    }

    fn write(&mut self, key: &str, shift: bool, view: &View, row: Option<&Row>) -> Done {
        let closing = view.options.as_ref().map(|options| options.key.to_lowercase());
        let is_options = self.shown == Some(Shown::Options);
        if is_options && self.written.is_empty() && closing.as_deref() == Some(key) {
            return Done::Close;
        }
        let letter = match key {
            "space" => Some(' '),
            key => key.chars().next().filter(|_| key.chars().count() == 1),
        };
        if !is_options || row.is_some_and(|row| row.field.is_some()) {
            let capital = letter.filter(|_| shift).map(|letter| letter.to_uppercase().to_string());
            let letter = letter.map(String::from);
            self.written.extend(capital.or(letter));
        }
        Done::Nothing
    }

    fn go(&mut self, rows: &[Row], from: usize, by: isize) {
        let most = rows.len().saturating_sub(1);
        let to = from.saturating_add_signed(by).min(most);
        self.select(to);
        // Upwards, what is found above a heading is meant, not what is below.
        if by < 0 && rows.get(to).is_some_and(|row| row.is_heading) {
            let above = (0..to).rev().find(|at| !rows[*at].is_heading);
            self.select(above.unwrap_or(to));
        }
    }
}

fn told(edit: Option<Edit>) -> Done {
    edit.map_or(Done::Nothing, Done::Edit)
}

fn signed(rows: usize) -> isize {
    isize::try_from(rows).unwrap_or(isize::MAX)
}
