//! A rule test is played: whether the board, what is said and what fails are as expected.
//! Knows no file.

use std::rc::Rc;

use crate::level::{Level, LevelError, Place, read_board};
use crate::rules::{Game, ScriptError, level_rows};
use crate::session::begin::SOLVED;
use crate::session::error::Refusal;
use crate::session::play::{PlayedLevel, Session};
use crate::session::rule_text::{Expected, RuleTest, is_filled};

/// How a test has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) enum Verdict {
    /// As it should; whether the board is solved then.
    Holds(bool),
    /// The board is another one: rows as they should be, and as they are.
    OtherBoard(Vec<String>, Vec<String>),
    /// Something else is wrong, in words.
    Wrong(String),
    /// A player has stopped the scripts that ran just then, which says nothing of the test.
    Stopped,
}

/// What is wrong, if anything.
type Judged = Result<(), Verdict>;

fn wrong(what: impl Into<String>) -> Judged {
    Err(Verdict::Wrong(what.into()))
}

impl RuleTest {
    /// Plays the test under the rules of a game that has just been read: no test finds what
    /// another has set.
    pub(in crate::session) fn run(&self, game: Game) -> Verdict {
        self.judge(game).map_or_else(|verdict| verdict, Verdict::Holds)
    }

    /// Whether it is solved, if the test holds.
    fn judge(&self, game: Game) -> Result<bool, Verdict> {
        let mut session = match self.begin(game) {
            Ok(session) => session,
            Err(refusal) => return self.judge_no_start(&refusal).map(|()| false),
        };
        let said = self.play(&mut session)?;
        self.compare(&session)?;
        self.judge_words(&mut session, &said)?;
        Ok(session.is_solved())
    }

    /// A session before the first step.
    ///
    /// # Errors
    /// A board that cannot be read or is refused, or something that cannot be set.
    pub fn begin(&self, mut game: Game) -> Result<Session, Refusal> {
        let mut settings = game.settings().clone();
        for (name, value) in &self.head.settings {
            settings.insert(name.clone(), game.declared().param(name)?.parse(value)?);
        }
        game.declare(settings, None).map_err(Refusal::Script)?;
        let mut level = match is_filled(&self.before) {
            true => self.board(&self.before, self.line, &game)?,
            false => Level::default(),
        };
        let (number, title) = self.head.level.clone().unwrap_or((1, None));
        level.title = title;
        let level = PlayedLevel { level: Rc::new(level), number };
        let seed = self.head.seed.unwrap_or_default();
        Session::begin(game, level, seed).map_err(|(_, refusal)| refusal)
    }

    /// One of the boards, with so many lines of the file before it.
    fn board(&self, rows: &[String], above: usize, game: &Game) -> Result<Level, LevelError> {
        let alphabet = game.declared().alphabet();
        // So that what is wrong with the board is told with its line.
        let text = "\n".repeat(above) + &rows.join("\n");
        let read = read_board(&text, &self.path, &alphabet, self.head.hexagons);
        read.map_err(|error| match error {
            // A text without a board has no line that is to blame.
            LevelError::Malformed { place, what } if place.line < self.line => {
                LevelError::at(Place::new(&self.path, self.line, 1), what)
            }
            LevelError::Malformed { mut place, what } => {
                place.column += usize::from(self.barred.contains(&place.line));
                LevelError::at(place, what)
            }
            other => other,
        })
    }

    /// Takes the steps; what the script said.
    fn play(&self, session: &mut Session) -> Result<Vec<String>, Verdict> {
        let mut said = session.take_said();
        // A win check that fails at the start is a warning to a player.
        let odd = session.warning().filter(|warning| *warning != SOLVED);
        let mut failed = odd.map(Failure::warned);
        let mut left = self.steps().len();
        for step in self.steps() {
            if failed.is_some() {
                break;
            }
            let taken = session.take(step);
            said.extend(session.take_said());
            left -= 1;
            failed = taken.err().map(|refusal| told(&refusal)).transpose()?;
        }
        self.judge_failure(failed.as_ref())?;
        match failed {
            Some(Failure { told, .. }) if left > 0 => {
                Err(Verdict::Wrong(format!("it failed before its last step: {told}")))
            }
            _ => Ok(said),
        }
    }

    /// The failures that are expected, and the one that is there.
    fn judge_failure(&self, failed: Option<&Failure>) -> Judged {
        let mut is_expected = false;
        for expected in &self.expects {
            let Expected::Fails(text) = expected else { continue };
            match failed {
                Some(failed) if failed.in_brief.contains(text) => is_expected = true,
                Some(failed) => return wrong(&failed.told),
                None => return wrong(format!("expected it to fail with \"{text}\"")),
            }
        }
        failed.filter(|_| !is_expected).map_or(Ok(()), |failed| wrong(&failed.told))
    }

    /// Of a level that cannot be played only that can be expected.
    fn judge_no_start(&self, refusal: &Refusal) -> Judged {
        let failure = told(refusal)?;
        self.judge_failure(Some(&failure))?;
        let other = self.expects.iter().any(|expected| !matches!(expected, Expected::Fails(_)));
        if other || is_filled(&self.after) { wrong(failure.told) } else { Ok(()) }
    }

    /// What is expected beside the board.
    fn judge_words(&self, session: &mut Session, said: &[String]) -> Judged {
        let status = session.status().map_err(|error| Verdict::Wrong(error.to_string()))?;
        let status = status.unwrap_or_default();
        for expected in &self.expects {
            match expected {
                Expected::Says(text) if !said.iter().any(|line| line.contains(text)) => {
                    return wrong(format!("expected it to say \"{text}\", it said {said:?}"));
                }
                Expected::Status(text) if status.trim() != text => {
                    return wrong(format!("expected the status \"{text}\", it is \"{status}\""));
                }
                Expected::Solved if !session.is_solved() => {
                    return wrong("expected it to be solved");
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Compares the boards, column by column as they stand in the file.
    fn compare(&self, session: &Session) -> Judged {
        if !is_filled(&self.after) {
            return Ok(());
        }
        let is = level_rows(session.game(), session.board());
        // An empty line between the steps and the board is no row of it.
        let empty = |rows: &[String]| rows.iter().take_while(|row| row.trim().is_empty()).count();
        let rows = &self.after;
        let expected = bare(&rows[empty(rows).saturating_sub(empty(&is))..]);
        let is = bare(&is);
        if expected == is {
            return Ok(());
        }
        // The same board can be written in other ways: with run lengths, or without blanks
        // before its numbers.
        let read = self.board(&self.after, self.played, session.game());
        let read = read.map_err(|error| Verdict::Wrong(error.to_string()))?;
        let same = empty(&expected) == empty(&is)
            && self.board(&is, 0, session.game()).is_ok_and(|is| is.has_same_cells(&read));
        if same { Ok(()) } else { Err(Verdict::OtherBoard(expected, is)) }
    }
}

/// What has failed in a test.
struct Failure {
    /// All that there is to tell of it.
    told: String,
    /// The same without the source around it, which is no message.
    in_brief: String,
}

impl Failure {
    /// A warning: its first line is the message.
    fn warned(told: &str) -> Failure {
        let in_brief = told.lines().next().unwrap_or_default();
        Failure { told: told.to_owned(), in_brief: in_brief.to_owned() }
    }
}

/// What a refusal says; nothing of it counts where a player has stopped the script.
fn told(refusal: &Refusal) -> Result<Failure, Verdict> {
    let (told, in_brief) = (refusal.to_string(), refusal.in_brief());
    match refusal {
        Refusal::Script(error) | Refusal::Made(error) | Refusal::Start { error, .. }
            if ScriptError::is_stop(error) =>
        {
            Err(Verdict::Stopped)
        }
        _ => Ok(Failure { told, in_brief }),
    }
}

/// Rows without what is empty behind and below them, as an editor may have left it.
fn bare(rows: &[String]) -> Vec<String> {
    let last = rows.iter().rposition(|row| !row.trim().is_empty()).map_or(0, |at| at + 1);
    rows[..last].iter().map(|row| row.trim_end().to_owned()).collect()
}

/// Two boards side by side, as they should be and as they are; rows that differ are marked.
pub(in crate::session) fn side_by_side(expected: &[String], is: &[String]) -> Vec<String> {
    let width = |rows: &[String]| rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let (left, right) = (width(expected).max("expected".len()), width(is).max("is".len()));
    let empty = String::new();
    let row = |at: usize| {
        let (one, other) = (expected.get(at).unwrap_or(&empty), is.get(at).unwrap_or(&empty));
        let mark = if one == other { "" } else { "<" };
        format!("{one:<left$}   {other:<right$} {mark}").trim_end().to_owned()
    };
    let head = format!("{:<left$}   is", "expected");
    let rows = (0..expected.len().max(is.len())).map(row);
    std::iter::once(head).chain(rows).collect()
}
