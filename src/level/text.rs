//! XSB / SOK text, as people have it. The format is described at
//! <http://sokobano.de/wiki/index.php?title=Sok_format>; what is said there of
//! boards, titles, keys, remarks, run lengths and solutions is read, and more
//! that older files do. Knows the lines; `about.rs` knows what the text between
//! two boards says of them.

use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;

use crate::level::about::About;
use crate::level::collection::{Alphabet, Collection, Level, MAX_LEVELS, MAX_SIDE, Symbol};
use crate::level::decode;
use crate::level::error::{LevelError, Place};
use crate::level::line::{Line, Steps, classify, is_board_alone, is_label, plain};
use crate::level::repeat;

/// What sets apart the forms that are written as text.
pub(in crate::level) struct Form {
    /// The letters of a recording.
    pub steps: Steps,
    /// Makes the level of the rows as they stand in the file.
    pub shaped: fn(Level) -> Result<Level, LevelError>,
    /// Makes the title of what stands for one in the file.
    pub titled: fn(String) -> String,
}

/// XSB / SOK text: squares, as they stand in the file.
pub(in crate::level) const SQUARES: Form =
    Form { steps: Steps::SQUARE, shaped: Ok, titled: std::convert::identity };

/// Reads a text file of levels. `path` is only for messages and the levels'
/// [`Level::path`].
///
/// # Errors
/// The file is no text, holds no board, or only boards that are not as the format
/// has them; with the place.
pub(in crate::level) fn read(
    bytes: &[u8],
    path: &Path,
    alphabet: &Alphabet,
    form: &Form,
) -> Result<Collection, LevelError> {
    let lines = decode::lines(bytes, path)?;
    let kinds = kinds(&lines, alphabet, form.steps);
    let (mistakes, built) = (HashMap::new(), Cell::new(0));
    let mut reader = Reader { path, alphabet, form, lines, kinds, mistakes, built };
    reader.take_spoilt_rows();
    reader.collection()
}

struct Reader<'a> {
    path: &'a Path,
    alphabet: &'a Alphabet,
    form: &'a Form,
    lines: Vec<String>,
    kinds: Vec<Line>,
    /// What is wrong with rows, by their lines from 0.
    mistakes: HashMap<usize, LevelError>,
    /// The characters that run lengths have grown to so far.
    built: Cell<usize>,
}

impl Reader<'_> {
    fn collection(&self) -> Result<Collection, LevelError> {
        let mut levels = Vec::new();
        let mut failures = Vec::new();
        let mut about = About::new(self.form.steps);
        let mut at = 0;
        while at < self.lines.len() {
            if self.kinds[at] == Line::Row {
                let end = self.end_of_board(at);
                let read = self.level(at, end).and_then(self.form.shaped);
                failures.push(read.as_ref().err().cloned());
                // One that fails keeps its place until the text has told its title.
                levels.push(read.unwrap_or_default());
                if levels.len() > MAX_LEVELS {
                    let what = format!("more than {MAX_LEVELS} levels in one file");
                    return Err(LevelError::at(self.place(at, 0), what));
                }
                about.next_board();
                at = end;
            } else {
                about.line(&self.kinds[at]);
                at += 1;
            }
        }
        if levels.is_empty() {
            let known = self.alphabet.listed();
            let what = format!("no level in this file; expected rows of {known} and blanks");
            return Err(LevelError::at(Place::new(self.path, 1, 1), what));
        }
        self.without_failures(about.tell(levels), failures)
    }

    /// Takes the levels that failed out, unless all did.
    fn without_failures(
        &self,
        mut collection: Collection,
        failures: Vec<Option<LevelError>>,
    ) -> Result<Collection, LevelError> {
        if failures.iter().all(Option::is_some)
            && let Some(first) = failures.iter().flatten().next()
        {
            return Err(first.clone());
        }
        let levels = std::mem::take(&mut collection.levels);
        for (at, (mut level, failure)) in levels.into_iter().zip(failures).enumerate() {
            level.title = level.title.map(self.form.titled);
            match failure {
                None => collection.levels.push(level),
                Some(error) => collection.refused.push(error.of(&level.name(at + 1))),
            }
        }
        Ok(collection)
    }

    fn end_of_board(&self, start: usize) -> usize {
        let rows = self.kinds[start..].iter();
        start + rows.take_while(|kind| **kind == Line::Row).count()
    }

    fn level(&self, start: usize, end: usize) -> Result<Level, LevelError> {
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        let mut columns: Vec<Vec<usize>> = Vec::new();
        for at in start..end {
            if let Some(mistake) = self.mistakes.get(&at) {
                return Err(mistake.clone());
            }
            self.rows_of_line(at, &mut rows)?;
            lines.resize(rows.len(), at + 1);
            // A cell that is written nowhere is told at the begin of its line.
            let begin = if self.is_written_out(at) { vec![1] } else { Vec::new() };
            columns.resize(rows.len(), begin);
            if rows.len() > MAX_SIDE {
                let what = format!("a board of more than {MAX_SIDE} rows");
                return Err(LevelError::at(self.place(start, 0), what));
            }
        }
        if rows.len() == end - start {
            lines.clear();
        }
        if columns.iter().all(Vec::is_empty) {
            columns.clear();
        }
        let (path, line) = (self.path.to_owned(), start + 1);
        Ok(Level { rows, columns, lines, path, line, ..Level::default() })
    }

    /// Whether a line has fewer characters than cells: tabs, or run lengths.
    fn is_written_out(&self, at: usize) -> bool {
        let line = self.lines[at].trim_end();
        line.contains('\t') || (repeat::is_repeated(line) && !self.alphabet.spells_digits())
    }

    /// Most lines are one row; a run-length line may be several.
    fn rows_of_line(&self, at: usize, rows: &mut Vec<Vec<Symbol>>) -> Result<(), LevelError> {
        let line = untabbed(self.lines[at].trim_end());
        let line = if repeat::is_repeated(&line) && !self.alphabet.spells_digits() {
            let mut built = self.built.get();
            let expanded = repeat::expand(&line, &mut built);
            self.built.set(built);
            expanded.map_err(|bad| {
                let column = tabbed_column(&self.lines[at], bad.column);
                LevelError::at(self.place(at, column), bad.what)
            })?
        } else {
            line
        };
        for row in line.strip_suffix('|').unwrap_or(&line).split('|').take(MAX_SIDE + 1) {
            let characters = row.trim_end().chars().take(MAX_SIDE + 1);
            let row = characters.map(|c| Symbol::Character(plain(c, self.alphabet)));
            let row: Vec<Symbol> = row.collect();
            if row.len() > MAX_SIDE {
                let what = format!("a row of more than {MAX_SIDE} cells");
                // The line itself is shorter where run lengths have made it that wide.
                let column = MAX_SIDE.min(self.lines[at].chars().count());
                return Err(LevelError::at(self.place(at, column), what));
            }
            rows.push(row);
        }
        Ok(())
    }

    /// A line that touches a board and looks like a row is one, with a mistake.
    fn take_spoilt_rows(&mut self) {
        for at in 0..self.kinds.len() {
            if let Some(mistake) = self.mistake(at) {
                self.mistakes.insert(at, mistake);
                self.kinds[at] = Line::Row;
            }
        }
    }

    /// What is wrong with a line that looks like a row and touches one.
    fn mistake(&self, at: usize) -> Option<LevelError> {
        let Line::Spoilt { column, character, framed } = self.kinds[at] else {
            return None;
        };
        let is_row =
            |at: Option<usize>| at.is_some_and(|at| self.kinds.get(at) == Some(&Line::Row));
        let beside =
            [at.checked_sub(1), Some(at + 1)].into_iter().filter(|at| is_row(*at)).flatten();
        let mut rows = beside.filter(|&row| framed || self.is_as_wide(at, row));
        rows.next()?;
        let what = format!("unknown character '{character}' in a board");
        Some(LevelError::at(self.place(at, column), what))
    }

    /// Whether a line is about as wide as another, and has no number as labels have.
    fn is_as_wide(&self, at: usize, row: usize) -> bool {
        let width = |at: usize| self.lines[at].trim_end().chars().count();
        let labelled = self.lines[at].contains(|c: char| c.is_ascii_digit());
        !labelled && width(at).abs_diff(width(row)) <= 2
    }

    fn place(&self, line: usize, column: usize) -> Place {
        Place::new(self.path, line + 1, column + 1)
    }
}

/// Tells all lines apart; a line that is perhaps a row becomes one beside a row.
fn kinds(lines: &[String], alphabet: &Alphabet, steps: Steps) -> Vec<Line> {
    let classified = lines.iter().map(|line| classify(line, alphabet, steps));
    let mut kinds: Vec<Line> = classified.collect();
    join_rows(&mut kinds, 1..lines.len(), |at| at - 1);
    join_rows(&mut kinds, (0..lines.len().saturating_sub(1)).rev(), |at| at + 1);
    let labels = !alphabet.spells_digits();
    for at in 0..kinds.len() {
        let begins = at.checked_sub(1).is_none_or(|above| kinds[above] != Line::Row);
        let label = begins && kinds[at] == Line::Row && labels && is_label(&lines[at]);
        if label || kinds[at] == Line::RowPerhaps {
            kinds[at] = Line::Words(lines[at].trim().to_owned());
        }
    }
    single_rows(&mut kinds, lines, alphabet);
    within_comments(&mut kinds, lines);
    kinds
}

/// A row that stands alone is a board only if it has two different characters that
/// no text is made of, as `#@$.#` has and a ruler (`*****`) has not.
fn single_rows(kinds: &mut [Line], lines: &[String], alphabet: &Alphabet) {
    let is_row = |kinds: &[Line], at: Option<usize>| {
        let kind = at.and_then(|at| kinds.get(at));
        matches!(kind, Some(Line::Row | Line::Spoilt { .. }))
    };
    for at in 0..kinds.len() {
        let alone = !is_row(kinds, at.checked_sub(1)) && !is_row(kinds, Some(at + 1));
        if kinds[at] == Line::Row && alone && !is_board_alone(&lines[at], alphabet) {
            kinds[at] = Line::Words(lines[at].trim().to_owned());
        }
    }
}

fn join_rows(kinds: &mut [Line], order: impl Iterator<Item = usize>, beside: fn(usize) -> usize) {
    for at in order {
        if kinds[at] == Line::RowPerhaps && kinds[beside(at)] == Line::Row {
            kinds[at] = Line::Row;
        }
    }
}

/// What stands between `Comment:` and `Comment-End:` is remarks, whatever it
/// looks like. Without an end before the next `Comment:`, only the first line is.
fn within_comments(kinds: &mut [Line], lines: &[String]) {
    let is_key = |kind: &Line, name: &str| matches!(kind, Line::Key(key, _) if key.replace(' ', "-") == name);
    let mut begun = None;
    for at in 0..kinds.len() {
        if is_key(&kinds[at], "comment") {
            begun = Some(at);
        } else if is_key(&kinds[at], "comment-end")
            && let Some(begin) = begun.take()
        {
            for inside in begin + 1..at {
                kinds[inside] = Line::Remark(lines[inside].trim().to_owned());
            }
        }
    }
}

/// How many columns a character takes that begins in one; from 0.
fn width(character: char, column: usize) -> usize {
    if character == '\t' { 8 - column % 8 } else { 1 }
}

/// Which character of a line stands in a column of what [`untabbed`] makes of it; both from 0.
fn tabbed_column(line: &str, column: usize) -> usize {
    let mut end = 0;
    let before = line.chars().take_while(|&character| {
        end += width(character, end);
        end <= column
    });
    before.count()
}

/// Tabs as blanks up to the next multiple of eight columns.
fn untabbed(line: &str) -> String {
    /// No line has that many columns, of however many rows that are joined it is.
    const MOST: usize = MAX_SIDE * MAX_SIDE;
    let mut spaced = String::with_capacity(line.len());
    let mut column = 0;
    for character in line.chars() {
        if column > MOST {
            // Whatever else comes makes the row too wide.
            spaced.extend(line.chars().rev().find(|last| !last.is_whitespace()));
            break;
        }
        let width = width(character, column);
        let blank = character == '\t';
        (0..width).for_each(|_| spaced.push(if blank { ' ' } else { character }));
        column += width;
    }
    spaced
}
