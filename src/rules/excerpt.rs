//! The lines of a script around the one that a message is about. Knows no Lua.

/// How many lines are shown before the line itself, and after it.
const AROUND: usize = 2;

/// The longest line that is shown whole, in characters.
const LONGEST: usize = 160;

/// A line of a script as it is shown: its tabs are blanks, and the indentation that all
/// lines of the excerpt share is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    number: usize,
    text: String,
}

/// A line of a script, and up to two before it and after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The number of the line that it is about.
    about: usize,
    lines: Vec<Line>,
}

impl Excerpt {
    /// The lines of a text around one of them, from 1; nothing if there is no such line.
    #[must_use]
    pub(in crate::rules) fn of(text: &str, about: usize) -> Excerpt {
        let first = about.saturating_sub(AROUND).max(1);
        let lines = text.lines().zip(1..).skip(first - 1).take(about + AROUND + 1 - first);
        let lines: Vec<Line> =
            lines.map(|(line, number)| Line { number, text: unfolded(line) }).collect();
        if !lines.iter().any(|line| line.number == about) {
            return Excerpt::default();
        }
        // Empty lines at its ends tell nothing.
        let tells = |line: &Line| line.number == about || !line.text.is_empty();
        let start = lines.iter().position(tells).unwrap_or(0);
        let end = lines.iter().rposition(tells).map_or(0, |last| last + 1);
        Excerpt { about, lines: dedented(&lines[start..end]) }
    }

    /// The same with at most so many lines before the line itself, and after it.
    #[must_use]
    pub fn within(&self, around: usize) -> Excerpt {
        let near = |line: &&Line| line.number.abs_diff(self.about) <= around;
        let lines: Vec<Line> = self.lines.iter().filter(near).cloned().collect();
        Excerpt { about: self.about, lines: dedented(&lines) }
    }

    /// The text of the line that it is about, without its indentation.
    #[must_use]
    pub fn line(&self) -> Option<&str> {
        let line = self.lines.iter().find(|line| line.number == self.about)?;
        Some(line.text.trim())
    }

    /// The lines with their numbers, one under the other, and which of them it is about: that
    /// one has a mark.
    #[must_use]
    pub fn rows(&self) -> Vec<(String, bool)> {
        let width = self.lines.last().map_or(0, |line| line.number.to_string().len());
        let row = |line: &Line| {
            let is_it = line.number == self.about;
            let mark = if is_it { '>' } else { ' ' };
            let row = format!("{mark} {:>width$} | {}", line.number, line.text);
            (row.trim_end().to_owned(), is_it)
        };
        self.lines.iter().map(row).collect()
    }
}

/// A line with blanks for tabs, cut where it is very long.
fn unfolded(line: &str) -> String {
    let line = line.trim_end().replace('\t', "    ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}\u{2026}", &line[..end]),
        None => line,
    }
}

/// Lines without the indentation that all of them share.
fn dedented(lines: &[Line]) -> Vec<Line> {
    let indent = |line: &Line| line.text.len() - line.text.trim_start_matches(' ').len();
    let written = lines.iter().filter(|line| !line.text.is_empty());
    let shared = written.map(indent).min().unwrap_or(0);
    let cut = |line: &Line| Line {
        number: line.number,
        text: line.text.get(shared..).unwrap_or_default().to_owned(),
    };
    lines.iter().map(cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, about: usize) -> Vec<String> {
        Excerpt::of(text, about).rows().into_iter().map(|(row, _)| row).collect()
    }

    #[test]
    fn two_lines_on_each_side_without_what_they_share() {
        let text = "a\n  b\n\tc\n    d\n\n    e\n    f\n";
        assert_eq!(rows(text, 4), ["  2 | b", "  3 |   c", "> 4 |   d", "  5 |", "  6 |   e"]);
        assert_eq!(Excerpt::of(text, 4).within(0).rows(), [("> 4 | d".to_owned(), true)]);
    }

    #[test]
    fn at_the_ends_there_are_fewer() {
        assert_eq!(rows("a\nb", 1), ["> 1 | a", "  2 | b"]);
        assert_eq!(rows("\n\na\n\n", 3), ["> 3 | a"]);
        let ten: String = (1..=10).map(|n| format!("l{n}\n")).collect();
        assert_eq!(rows(&ten, 9), ["   7 | l7", "   8 | l8", ">  9 | l9", "  10 | l10"]);
        for nowhere in [0, 3, usize::MAX - 9] {
            assert!(rows("a\nb", nowhere).is_empty(), "{nowhere}");
        }
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let row = rows(&"\u{e9}".repeat(5000), 1).remove(0);
        assert_eq!(row.chars().count(), "> 1 | ".len() + LONGEST + 1);
    }
}
