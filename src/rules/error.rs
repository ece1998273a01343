//! What a script did wrong, as a person reads it: where, what, the lines of the source
//! around it, and what was running. Knows how mlua wraps errors, and no more of Lua.

use std::borrow::Cow;
use std::fmt;

use crate::rules::excerpt::Excerpt;
use crate::rules::running::Running;
use crate::rules::source::Sources;
use crate::rules::trace::Trace;

/// A mistake in a script. What only few ask for is boxed: the results of calls that go well are
/// moved about millions of times, with room for this.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ScriptError {
    /// The script's file as it is shown, when one is known.
    pub path: Option<String>,
    /// The line in that file, from 1.
    pub line: Option<usize>,
    /// The column in that line, from 1 and in characters; Lua itself tells none.
    pub column: Option<usize>,
    /// What is wrong and what was expected.
    pub message: String,
    /// That line and those around it.
    pub excerpt: Box<Excerpt>,
    /// What was running, as in `while won was asked`.
    pub during: Option<Box<str>>,
    /// The calls of the script's functions that led there.
    pub trace: Box<Trace>,
    /// Whether the script raised this without a place, `error(text, 0)`: words
    /// for the player and no slip.
    pub deliberate: bool,
}

impl std::error::Error for ScriptError {}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place() {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}", self.message)?;
        let rows = self.excerpt.rows().into_iter().map(|(row, _)| row);
        let rows = rows.chain(self.during.as_deref().map(str::to_owned)).chain(self.trace.rows());
        rows.into_iter().try_for_each(|row| write!(f, "\n  {row}"))
    }
}

impl From<Box<ScriptError>> for ScriptError {
    fn from(error: Box<ScriptError>) -> ScriptError {
        *error
    }
}

impl ScriptError {
    /// A mistake that no line can be named for.
    #[must_use]
    pub fn in_file(path: &str, message: impl Into<String>) -> ScriptError {
        ScriptError {
            path: Some(path.to_owned()),
            message: message.into(),
            ..ScriptError::default()
        }
    }

    /// A mistake with its line.
    #[must_use]
    pub fn at_line(path: &str, line: usize, message: impl Into<String>) -> ScriptError {
        ScriptError { line: Some(line), ..ScriptError::in_file(path, message) }
    }

    /// Whether the player has stopped the script: no mistake of its own.
    #[must_use]
    pub fn is_stop(&self) -> bool {
        self.message == STOPPED
    }

    /// `path:line`, `path`, or nothing, as far as it is known.
    #[must_use]
    pub fn place(&self) -> Option<String> {
        match (&self.path, self.line) {
            (Some(path), Some(line)) => Some(format!("{path}:{line}")),
            (Some(path), None) => Some(path.clone()),
            _ => None,
        }
    }

    /// Where and what, without all that is known besides.
    #[must_use]
    pub fn bare(&self) -> ScriptError {
        ScriptError {
            path: self.path.clone(),
            line: self.line,
            column: self.column,
            message: self.message.clone(),
            deliberate: self.deliberate,
            ..ScriptError::default()
        }
    }

    /// Finds the lines of the source.
    #[must_use]
    pub(in crate::rules) fn with_source(mut self, sources: &Sources) -> ScriptError {
        if let (Some(path), Some(line)) = (&self.path, self.line) {
            let excerpt = sources.text(path).map(|text| Excerpt::of(text, line));
            let excerpt = excerpt.unwrap_or_default();
            self.excerpt = if self.deliberate { excerpt.within(0) } else { excerpt }.into();
        }
        self
    }

    /// Takes note of what was running. What a script says on purpose needs no more words.
    #[must_use]
    pub(in crate::rules) fn during(mut self, running: Running<'_>) -> ScriptError {
        if !self.deliberate {
            self.during = Some(running.to_string().into());
            self.trace.name_outermost(running.function());
        }
        self
    }

    /// Reads what Lua raised, while the script was in these calls. The place is in the
    /// message, or else that of the nearest call.
    pub(in crate::rules) fn from_lua(
        error: &mlua::Error,
        trace: Trace,
        sources: &Sources,
    ) -> ScriptError {
        let text = text_of(error);
        let text = text.split("\nstack traceback:").next().unwrap_or_default();
        // Of an error that went through functions of the host mlua says its kind, for each.
        let kinds = ["runtime error: ", "syntax error: "];
        let mut message = text;
        while let Some(rest) = kinds.iter().find_map(|kind| message.strip_prefix(kind)) {
            message = rest;
        }
        let mut read = placed(message, sources).unwrap_or_else(|| ScriptError {
            // What the engine raises is no word of the script.
            deliberate: matches!(error, mlua::Error::RuntimeError(_))
                && without_engine(message) == text,
            ..ScriptError::at_nearest(&trace, &without_address(without_engine(message)))
        });
        if let (false, Some(path), Some(line)) = (read.deliberate, &read.path, read.line) {
            read.trace = trace.outwards_from(path, line).into();
        }
        read.message = cut(&read.message);
        read.readable().with_source(sources)
    }

    /// A mistake in the nearest of some calls, if there is one.
    pub(in crate::rules) fn at_nearest(trace: &Trace, message: &str) -> ScriptError {
        match trace.nearest() {
            Some(frame) => ScriptError::at_line(&frame.path, frame.line, message),
            None => ScriptError { message: message.to_owned(), ..ScriptError::default() },
        }
    }

    /// Says in a modder's words what Luau says in its own.
    fn readable(mut self) -> ScriptError {
        if self.message.contains("attempt to modify a readonly table") {
            self.message = "this table cannot be changed: a script keeps what it must \
                            remember in board.vars, and its own values in locals"
                .to_owned();
        }
        self
    }
}

/// The message of an error.
fn text_of(error: &mlua::Error) -> String {
    match error {
        mlua::Error::RuntimeError(text) => text.clone(),
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        mlua::Error::MemoryError(_) => TOO_MUCH_MEMORY.to_owned(),
        mlua::Error::CallbackError { cause, .. } => text_of(cause),
        mlua::Error::WithContext { context, cause } => format!("{context}: {}", text_of(cause)),
        other => other.to_string(),
    }
}

/// The longest message, in characters: a script may raise a text of any length.
pub(in crate::rules) const LONGEST_MESSAGE: usize = 1000;

/// A text, cut where it is very long.
pub(in crate::rules) fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

/// Of a value that is no text Lua tells where it lies in memory, which is of no use to anybody
/// and another one each time.
fn without_address(message: &str) -> Cow<'_, str> {
    match message.split_once(": 0x") {
        Some((kind, address)) if address.chars().all(|c| c.is_ascii_hexdigit()) => {
            format!("the script raised a {kind}; expected a text").into()
        }
        _ => message.into(),
    }
}

/// The engine's own Lua stands between a script and some functions of Luau; its
/// lines are nobody's business.
fn without_engine(message: &str) -> &str {
    let rest = message.strip_prefix("engine:").and_then(|rest| rest.split_once(": "));
    match rest {
        Some((line, rest)) if line.chars().all(|c| c.is_ascii_digit()) => rest,
        _ => message,
    }
}

/// What is said of a script that the player has stopped.
pub(in crate::rules) const STOPPED: &str = "this was stopped";

/// What is said of a script that wants more memory than it may have.
pub(in crate::rules) const TOO_MUCH_MEMORY: &str =
    "the script used more memory than it may (64 MiB)";

/// Splits `path:line: message` when the path is one of the script's own files.
fn placed(text: &str, sources: &Sources) -> Option<ScriptError> {
    for path in sources.shown_paths() {
        let Some(rest) = text.strip_prefix(path).and_then(|rest| rest.strip_prefix(':')) else {
            continue;
        };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let line = rest[..digits].parse().ok()?;
        let message = rest[digits..].trim_start_matches(':').trim();
        return Some(ScriptError::at_line(path, line, message));
    }
    None
}
