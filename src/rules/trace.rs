//! The calls that had not ended when something went wrong: those of the script's own
//! functions, the nearest first. Knows no VM.

use std::fmt;

/// The most calls that are kept.
const MOST: usize = 8;

/// A call of a function of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The file, as it is shown.
    pub path: String,
    /// Its line, from 1.
    pub line: usize,
    /// The function's name, if it has one.
    pub function: Option<String>,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)?;
        self.function.iter().try_for_each(|name| write!(f, " in function {name}"))
    }
}

/// The calls of a script's functions, the nearest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    frames: Vec<Frame>,
    /// How many more there are, which are not kept.
    more: usize,
}

impl Trace {
    /// Adds the next call outwards.
    pub(in crate::rules) fn add(&mut self, path: &str, line: usize, function: Option<&str>) {
        if self.frames.len() == MOST {
            self.more += 1;
            return;
        }
        let (path, function) = (path.to_owned(), function.map(str::to_owned));
        self.frames.push(Frame { path, line, function });
    }

    /// How many calls there are.
    pub(in crate::rules) fn count(&self) -> usize {
        self.frames.len() + self.more
    }

    /// The nearest call.
    #[must_use]
    pub fn nearest(&self) -> Option<&Frame> {
        self.frames.first()
    }

    /// The same from the call at that place outwards, for an error that a function blames on
    /// its caller; nothing if none is there.
    #[must_use]
    pub(in crate::rules) fn outwards_from(mut self, path: &str, line: usize) -> Trace {
        let is_there = |frame: &Frame| frame.path == path && frame.line == line;
        match self.frames.iter().position(is_there) {
            Some(at) => Trace { frames: self.frames.split_off(at), ..self },
            None => Trace::default(),
        }
    }

    /// Names the function that the host has called, if it has no name of its own.
    pub(in crate::rules) fn name_outermost(&mut self, name: &str) {
        if self.more == 0
            && let Some(outermost) = self.frames.last_mut()
        {
            outermost.function.get_or_insert_with(|| name.to_owned());
        }
    }

    /// One line for each call, and one for those that are not kept. Nothing where that says
    /// no more than the place of the error.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        if self.frames.len() < 2 {
            return Vec::new();
        }
        let rows = self.frames.iter().map(Frame::to_string);
        let more = (self.more > 0).then(|| format!("and {} more", self.more));
        rows.chain(more).collect()
    }
}
