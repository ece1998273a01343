//! What a script can reach during a call: the turn that is lent to it, and what
//! the host remembers of the call. Knows no mlua; `bind.rs` carries values over.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use crate::grid::{self, Turn};
use crate::rules::about::About;
use crate::rules::api::{Access, Function};
use crate::rules::bind::{Arguments, run_for};
use crate::rules::budget::{Budget, Limit};
use crate::rules::call::{Call, Problem, Try};
use crate::rules::error::STOPPED;
use crate::rules::list::{List, Lists, Of};
use crate::rules::missing::AllMissing;
use crate::rules::run::{Next, Run};
use crate::rules::trace::Trace;
use crate::rules::words::Words;

/// What a function of the API gives back to Lua. What does not fit here waits in
/// the host's [`Desk`].
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) enum Answer {
    Nil,
    Bool(bool),
    Number(f64),
    /// A cell, counted from 1 in Lua, or nil.
    Cell(Option<grid::Cell>),
    /// The two numbers [`Desk::numbers`].
    Two,
    /// The list [`Desk::list`], which the host keeps.
    List,
    /// The text [`Desk::text`].
    Text,
    /// The arguments, as they came.
    Arguments,
    /// What the method was called on.
    This,
}

/// What a call may do, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::rules) enum Mode {
    /// No call is running: the board is not to be had.
    #[default]
    Closed,
    /// `won` and `status`: the board can be looked at.
    Looking,
    /// `act`, `reloaded`: the board can be changed.
    Changing,
    /// `start`: it can be given another size, too.
    Starting,
}

/// What lies before a script during a call.
#[derive(Debug, Default)]
pub(in crate::rules) struct Desk {
    pub turn: Turn,
    pub mode: Mode,
    /// The turns of this call, where it is one that plays.
    pub run: Run,
    /// Whether the call has asked for more than `Access::Counts` tells.
    pub looked: bool,
    /// What the script can learn of the board that came last.
    pub about: About,
    /// Whether the engine's Lua has kept the name of a parameter that was looked at.
    pub asks: bool,
    pub words: Words,
    /// Names that the script has read and nobody has given.
    pub missing: AllMissing,
    /// What a level is refused for, and the cell, if the script named one.
    pub refused: Option<(String, grid::Cell)>,
    /// What the script said, newest last.
    pub said: Vec<String>,
    pub said_in_call: usize,
    /// The same and what was printed, with the places in the script.
    pub heard: Vec<String>,
    /// Numbers as scripts see them, and what they are.
    pub list: (Vec<u32>, Of),
    pub text: String,
    pub numbers: [f64; 2],
}

/// What went wrong in a call of the API.
#[derive(Clone, Debug, Default)]
pub(in crate::rules) struct HostFault {
    pub text: String,
    /// The calls that stood then, once they are known.
    pub trace: Option<Trace>,
}

/// The most characters of a message.
pub(in crate::rules) const LONGEST_SAID: usize = 1000;

/// What is nearly never there, and is looked for twice in every call: then a pointer is enough.
type Rare<T> = Cell<Option<Box<T>>>;

/// The host's side of one VM.
pub(in crate::rules) struct Host {
    desk: RefCell<Desk>,
    budget: Arc<Budget>,
    /// What went wrong first in this call. A script cannot make it undone by
    /// catching the error.
    fault: Rare<HostFault>,
    /// The calls that stood when the last error was raised that no script has caught.
    trace: Rare<Trace>,
    lists: Lists,
    /// The text that is raised; kept apart since every later error raises its own.
    raising: RefCell<String>,
}

/// The most that a script may say in one call, in messages.
pub(in crate::rules) const MAX_SAID: usize = 100;

impl Host {
    /// The host of a VM whose calls are watched by that budget.
    pub fn new(budget: Arc<Budget>) -> Host {
        Host {
            desk: RefCell::default(),
            budget,
            fault: Cell::default(),
            trace: Cell::default(),
            lists: Lists::default(),
            raising: RefCell::default(),
        }
    }

    /// Lends a turn to the script for the length of `run`, and counts its time.
    #[inline]
    pub fn lend<T>(&self, turn: &mut Turn, mode: Mode, limit: Limit, run: impl FnOnce() -> T) -> T {
        self.exchange(turn, mode);
        let result = self.watch(limit, run);
        self.exchange(turn, Mode::Closed);
        result
    }

    /// Runs something that needs no board, and counts its time.
    #[inline]
    pub fn watch<T>(&self, limit: Limit, run: impl FnOnce() -> T) -> T {
        self.fault.take();
        self.trace.take();
        self.budget.begin(limit);
        let result = run_for(self, run);
        self.budget.end();
        result
    }

    /// The rule has returned the first of these values in [`Host::lend`]: its turn has ended.
    #[inline]
    pub fn next_move(&self, values: Arguments<'_>) -> Next {
        let mut desk = self.desk.borrow_mut();
        let Desk { run, turn, .. } = &mut *desk;
        let next = run.next(turn, values, self.has_fault());
        self.go_on(&mut desk, next)
    }

    /// `won` has returned the first of these values about it.
    pub fn next_after_won(&self, values: Arguments<'_>) -> Next {
        let mut desk = self.desk.borrow_mut();
        let Desk { run, turn, looked, .. } = &mut *desk;
        let next = match self.has_fault() {
            true => Next::End,
            false => run.next_after_won(turn, values.is_truthy(1), *looked),
        };
        self.go_on(&mut desk, next)
    }

    /// What every call of the script begins with begins anew where another one follows.
    #[inline]
    fn go_on(&self, desk: &mut Desk, next: Next) -> Next {
        desk.mode = match next {
            Next::End => return next,
            Next::Ask => Mode::Looking,
            Next::Move(_) => Mode::Changing,
        };
        desk.begin();
        self.trace.take();
        self.budget.renew();
        next
    }

    fn has_fault(&self) -> bool {
        let fault = self.fault.take();
        let has_fault = fault.is_some();
        self.fault.set(fault);
        has_fault
    }

    /// Changes what lies on the desk between two calls.
    pub fn with_desk<T>(&self, with: impl FnOnce(&mut Desk) -> T) -> T {
        with(&mut self.desk.borrow_mut())
    }

    /// The first fault of the last call, also when the script has caught it.
    #[inline]
    pub fn take_fault(&self) -> Option<Box<HostFault>> {
        self.fault.take()
    }

    /// Takes note of the calls that stand while an error is on its way out of them, in the
    /// place of what was noted before or only if nothing was.
    pub fn note_trace(&self, trace: Trace, replaces: bool) {
        let noted = self.trace.take();
        let kept = noted.filter(|noted| !replaces && noted.nearest().is_some());
        self.trace.set(kept.or_else(|| Some(Box::new(trace))));
    }

    /// What was noted last.
    pub fn take_trace(&self) -> Trace {
        self.trace.take().map(|trace| *trace).unwrap_or_default()
    }

    /// Whether the first fault of this call is only now being raised.
    pub fn is_first_fault(&self) -> bool {
        let fault = self.fault.take();
        let is_first = fault.as_ref().is_some_and(|fault| fault.trace.is_none());
        self.fault.set(fault);
        is_first
    }

    /// Takes note of the calls that stand while that fault is being raised.
    pub fn note_fault_trace(&self, trace: Trace) {
        let mut fault = self.fault.take();
        if let Some(fault) = &mut fault {
            fault.trace = Some(trace);
        }
        self.fault.set(fault);
    }

    /// Whether the running call should ask [`Host::is_late`].
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.budget.is_raised()
    }

    /// Whether the running call has had its time, or was stopped; the text to raise then waits in
    /// [`Host::fault_text`].
    pub fn is_late(&self) -> bool {
        if self.budget.is_stopped() {
            self.fail(STOPPED.to_owned());
            return true;
        }
        let late = self.budget.is_late();
        if late {
            let limit = self.budget.limit().as_millis();
            self.fail(format!("this took longer than it may ({limit} ms) and was stopped"));
        }
        late
    }

    /// Runs a function that is tried first (see [`Call::in_full`]): `None` if it is to be run by
    /// [`Host::answer`] after all.
    #[inline(always)] // so that it is made for each function apart
    pub fn tried(&self, function: &'static Function, arguments: Arguments<'_>) -> Option<Answer> {
        if self.is_raised() {
            return None;
        }
        let mut desk = self.desk.try_borrow_mut().ok()?;
        let mut call = Call::new(function, arguments, &mut desk, Try::First).ok()?;
        (function.body)(&mut call).ok()
    }

    /// Runs a function of the API. On a problem the answer is `None`, and the
    /// text to raise waits in [`Host::fault_text`].
    #[inline(always)] // so that it is made for each function apart
    pub fn answer(&self, function: &'static Function, arguments: Arguments<'_>) -> Option<Answer> {
        match self.run(function, arguments) {
            Ok(answer) => Some(answer),
            Err(problem) => {
                // The engine's own functions have no name that a script knows.
                let is_own = function.access == Access::Free;
                self.fail(problem.text(if is_own { "" } else { function.name }));
                None
            }
        }
    }

    /// Where the text to raise is, and its length in bytes.
    pub fn fault_text(&self) -> (*const u8, usize) {
        let text = self.raising.borrow();
        (text.as_ptr(), text.len())
    }

    /// Whether lists that nobody holds should be looked for before the last answer is
    /// kept as one.
    pub fn lists_are_many(&self) -> bool {
        self.lists.are_many(self.desk.borrow().list.0.len())
    }

    /// Whether the last answer can be kept as a list.
    pub fn has_room_for_list(&self) -> bool {
        self.lists.have_room(self.desk.borrow().list.0.len())
    }

    /// Gives up the last answer; the text to raise waits in [`Host::fault_text`].
    pub fn refuse_list(&self) {
        self.desk.borrow_mut().list.0 = Vec::new();
        self.fail("the lists of this script hold too many cells (64 million)".to_owned());
    }

    /// The last answer as a list.
    pub fn list_answered(&self) -> List {
        let (numbers, of) = std::mem::take(&mut self.desk.borrow_mut().list);
        self.lists.keep(numbers, of)
    }

    /// The two numbers of the last answer.
    pub fn numbers_answered(&self) -> [f64; 2] {
        self.desk.borrow().numbers
    }

    /// Where the text of the last answer is, and its length in bytes.
    pub fn text_answer(&self) -> (*const u8, usize) {
        let desk = self.desk.borrow();
        (desk.text.as_ptr(), desk.text.len())
    }

    #[inline(always)] // so that it is made for each function apart
    fn run(&self, function: &Function, arguments: Arguments<'_>) -> Result<Answer, Problem> {
        let mut desk = self.desk.borrow_mut();
        let mut call = Call::new(function, arguments, &mut desk, Try::Full)?;
        (function.body)(&mut call)
    }

    /// Remembers the first fault of a call, and the text of this one to raise.
    #[cold]
    fn fail(&self, text: String) {
        let first = self.fault.take();
        let fault = || Box::new(HostFault { text: text.clone(), trace: None });
        self.fault.set(first.or_else(|| Some(fault())));
        *self.raising.borrow_mut() = text;
    }

    #[inline]
    fn exchange(&self, turn: &mut Turn, mode: Mode) {
        let mut desk = self.desk.borrow_mut();
        std::mem::swap(&mut desk.turn, turn);
        desk.mode = mode;
        if mode != Mode::Closed {
            desk.begin();
        }
    }
}

impl Desk {
    /// A call begins.
    #[inline]
    fn begin(&mut self) {
        (self.looked, self.said_in_call, self.refused) = (false, 0, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_fits_two_registers() {
        assert_eq!(size_of::<Result<Answer, Problem>>(), 16);
    }
}
