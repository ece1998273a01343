//! What was played, written down as a rule test: from the board as it began to the board as it
//! stands. Knows no file.

use crate::grid::{Random, Tiling};
use crate::level::LevelError;
use crate::rules::{
    Param, ParamKind, Setting, Unwritable, is_inside, lay_out, level_rows, level_text,
};
use crate::session::change::REPLACED;
use crate::session::play::{PlayedLevel, Session};
use crate::session::rule_head::Head;
use crate::session::rule_text::written;

/// The longest line of steps, in characters, unless a single step is longer.
const WIDTH: usize = 76;

/// The same letter so many times in a row is written with a count.
const MANY: usize = 10;

/// A board of more cells is not written down as it stands at the end.
const LARGE: u32 = 256 * 256;

/// Why what was played cannot be written down.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The level is not one of this game any more.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The board that it began with cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// What was undone goes back to before the level file was saved.
    #[error("the level file is another one by now: this board can no longer be recorded")]
    LevelChanged,
}

impl Session {
    /// What was played on this board so far as a rule test of that title, which is a recording
    /// that can be played again. `game` is the name of the game.
    ///
    /// # Errors
    /// The board that it began with cannot be written down.
    pub fn as_rule_test(&mut self, game: &str, title: &str) -> Result<String, RecordError> {
        let (head, before) = (self.head(game), self.rows_at_first()?);
        let tokens: Vec<&str> = self.journal.tokens().skip(self.began()).collect();
        let steps = step_lines(&tokens);
        let after = self.rows_now();
        let solved = if self.is_solved() { "solved\n" } else { "" };
        let (title, status) = (line_of(title), self.status_line());
        Ok(format!("= {title}\n{head}{before}{steps}{after}{solved}{status}"))
    }

    /// The rows of the level; none of a board that the game makes.
    fn rows_at_first(&self) -> Result<String, RecordError> {
        let level = &self.current.level;
        if level.is_made() {
            return Ok(String::new());
        }
        let mut undone = self.journal.all_tokens().skip(self.journal.done());
        if undone.any(|token| token == REPLACED) {
            return Err(RecordError::LevelChanged);
        }
        let board = lay_out(&self.game, self.board(), level, self.board().seed())?;
        let text = level_text(&self.game, &board, &[])?;
        Ok(written_rows(text.lines().map(str::to_owned).collect()))
    }

    /// The rows of the board as it stands; none of a large one, nor without a legend.
    fn rows_now(&self) -> String {
        let is_large = self.board().topology().size() > LARGE;
        if is_large || self.game.legend().is_empty() {
            return String::new();
        }
        written_rows(level_rows(&self.game, self.board()))
    }

    fn head(&self, game: &str) -> Head {
        let PlayedLevel { level, number } = &self.current;
        let made = level.is_made();
        let seed = self.board().seed();
        // Where nothing was drawn yet any seed gives the same.
        let is_drawn = self.board().random() != Random::new(seed);
        let tiling = if made { self.board().topology().tiling() } else { level.tiling };
        Head {
            game: Some(game.to_owned()),
            level: (!made).then(|| (*number, level.title.as_deref().map(line_of))),
            seed: (made || is_drawn).then_some(seed),
            settings: self.settings_to_tell(),
            hexagons: tiling != Tiling::Square,
        }
    }

    /// What the board hangs on, and what is set otherwise than at first; but no pictures of this
    /// machine, which change only looks.
    fn settings_to_tell(&self) -> Vec<(String, String)> {
        let begun = self.boards.standing(self.journal.done());
        let hangs_on =
            |param: &Param| begun.is_some_and(|begun| begun.settings.contains_key(&param.name));
        let told = self.game.declared().params.iter().filter_map(|param| {
            let setting = self.game.settings().get(&param.name)?;
            let elsewhere = matches!((&param.kind, setting),
                (ParamKind::Picture { .. }, Setting::Text(path)) if !is_inside(path));
            let tells = (hangs_on(param) || *setting != param.default) && !elsewhere;
            tells.then(|| (param.name.clone(), setting.to_string()))
        });
        told.collect()
    }

    /// The status, where there is one and it is a line.
    fn status_line(&mut self) -> String {
        let status = self.status().ok().flatten().unwrap_or_default();
        match status.trim() {
            "" => String::new(),
            text if text.contains('\n') => String::new(),
            text => format!("status {text}\n"),
        }
    }
}

/// A text as one line.
fn line_of(text: &str) -> String {
    text.replace(['\r', '\n'], " ").trim().to_owned()
}

fn written_rows(rows: Vec<String>) -> String {
    rows.iter().map(|row| written(row) + "\n").collect()
}

/// Steps as lines that begin with `>`; one line where there are none.
fn step_lines(tokens: &[&str]) -> String {
    let mut lines = vec![String::new()];
    let mut add = |piece: &str| {
        let is_full = lines.last().is_some_and(|line| line.len() + piece.len() > WIDTH - 2);
        if is_full && !lines.last().is_some_and(String::is_empty) {
            lines.push(String::new());
        }
        lines.last_mut().into_iter().for_each(|line| line.push_str(piece));
    };
    for run in tokens.chunk_by(|one, other| one == other) {
        match run {
            [token, ..] if token.len() == 1 && run.len() >= MANY => {
                add(&format!("{}{token}", run.len()));
            }
            _ => run.iter().for_each(|token| add(token)),
        }
    }
    lines.iter().map(|line| format!("> {line}").trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_wrapped_between_two_of_them_and_long_runs_counted() {
        assert_eq!(step_lines(&[]), ">\n");
        assert_eq!(step_lines(&["r", "r", "D"]), "> rrD\n");
        assert_eq!(step_lines(&["."; 12]), "> 12.\n");
        assert_eq!(step_lines(&["<hint>"; 13]), format!("> {}\n> <hint>\n", "<hint>".repeat(12)));
        let long = format!("<{}>", "x".repeat(200));
        assert_eq!(step_lines(&["l", &long, "r"]), format!("> l\n> {long}\n> r\n"));
    }
}
