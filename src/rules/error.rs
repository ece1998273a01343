//! What a script did wrong, as a person reads it: path, line, message and the
//! source line. Knows how mlua wraps errors, and no more of Lua.

use std::fmt;

use crate::rules::source::Sources;

/// A mistake in a script.
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
    /// The text of that line, without its indentation.
    pub source: Option<String>,
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
        if let (Some(line), Some(source)) = (self.line, &self.source) {
            write!(f, "\n  {line} | {source}")?;
        }
        Ok(())
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

    /// Finds the source line.
    #[must_use]
    pub(in crate::rules) fn with_source(mut self, sources: &Sources) -> ScriptError {
        if let (Some(path), Some(line)) = (&self.path, self.line) {
            self.source = sources.line(path, line);
        }
        self
    }

    /// Reads what Lua raised. The place is in the message, or else in the first
    /// line of the traceback that names one of the script's own files.
    pub(in crate::rules) fn from_lua(error: &mlua::Error, sources: &Sources) -> ScriptError {
        let (text, trace) = text_and_trace(error);
        let (message, own_trace) = text.split_once("\nstack traceback:").unwrap_or((&text, ""));
        let placed = placed(message, sources).unwrap_or_else(|| {
            let mut lines = own_trace.lines().chain(trace.lines());
            let frame = lines.find_map(|line| placed(line.trim(), sources));
            ScriptError {
                message: without_engine(message).to_owned(),
                // What the engine raises is no word of the script.
                deliberate: matches!(error, mlua::Error::RuntimeError(_))
                    && without_engine(message) == message,
                ..frame.unwrap_or_default()
            }
        });
        placed.readable().with_source(sources)
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

/// The message of an error and the traceback that mlua kept beside it.
fn text_and_trace(error: &mlua::Error) -> (String, String) {
    match error {
        mlua::Error::RuntimeError(text) => (text.clone(), String::new()),
        mlua::Error::SyntaxError { message, .. } => (message.clone(), String::new()),
        mlua::Error::MemoryError(_) => (TOO_MUCH_MEMORY.to_owned(), String::new()),
        mlua::Error::CallbackError { traceback, cause } => {
            let (text, inner) = text_and_trace(cause);
            (text, format!("{traceback}\n{inner}"))
        }
        mlua::Error::WithContext { context, cause } => {
            let (text, trace) = text_and_trace(cause);
            (format!("{context}: {text}"), trace)
        }
        other => (other.to_string(), String::new()),
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

/// Splits `path:line: message` (or a traceback's `path:line ...`) when the path
/// is one of the script's own files.
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
