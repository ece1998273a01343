//! The table at the end: for each piece of work our figure, what stands beside it, and how the
//! two compare.

use std::fmt;

/// What stands beside our figure.
pub struct Beside {
    pub name: String,
    pub figure: String,
    /// How many times as long (or as much) ours takes; below 1, ours is ahead.
    pub ratio: f64,
}

/// One figure of ours.
pub struct Row {
    pub what: String,
    pub figure: String,
    pub beside: Vec<Beside>,
}

/// All figures of a run.
#[derive(Default)]
pub struct Table {
    works: Vec<(&'static str, Vec<Row>)>,
    remarks: Vec<String>,
}

const HEADINGS: [&str; 5] = ["work", "figure", "beside it", "its figure", "ratio"];

impl Table {
    /// The rows that follow belong to that piece of work.
    pub fn begin(&mut self, work: &'static str) {
        self.works.push((work, Vec::new()));
    }

    pub fn add(&mut self, row: Row) {
        if let Some((_, rows)) = self.works.last_mut() {
            rows.push(row);
        }
    }

    /// Adds a remark to stand under the table.
    pub fn remark(&mut self, text: String) {
        self.remarks.push(text);
    }

    /// All lines as cells of text: the name of the work, then its figures, then below each
    /// figure what else stands beside it.
    fn lines(&self) -> Vec<[String; 5]> {
        let mut lines = vec![HEADINGS.map(str::to_owned)];
        for (work, rows) in &self.works {
            lines.push(std::array::from_fn(|at| {
                if at == 0 { (*work).to_owned() } else { String::new() }
            }));
            lines.extend(rows.iter().flat_map(lines_of));
        }
        lines
    }
}

/// The lines of one figure; at least one, even if nothing stands beside it.
fn lines_of(row: &Row) -> Vec<[String; 5]> {
    let count = row.beside.len().max(1);
    let line = |at: usize| {
        let [what, figure] = match at {
            0 => [format!("  {}", row.what), row.figure.clone()],
            _ => Default::default(),
        };
        let [name, other, ratio] = row.beside.get(at).map_or_else(Default::default, |beside| {
            [beside.name.clone(), beside.figure.clone(), format!("{:.2}", beside.ratio)]
        });
        [what, figure, name, other, ratio]
    };
    (0..count).map(line).collect()
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.lines();
        let width =
            |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
        let widths: [usize; 5] = std::array::from_fn(width);
        writeln!(f)?;
        for [work, figure, beside, other, ratio] in &lines {
            let [a, b, c, d, e] = widths;
            let line = format!("{work:a$}  {figure:>b$}  {beside:c$}  {other:>d$}  {ratio:>e$}");
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(
            f,
            "\nThe ratio says how many times as long, or as much, ours takes; below 1 it is ahead."
        )?;
        self.remarks.iter().try_for_each(|remark| writeln!(f, "{remark}"))
    }
}
