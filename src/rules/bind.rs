//! The Lua boundary: how a function of the API becomes a function that Lua calls.
//! Knows nothing of what the functions do; beside `slots.rs`, which reads the stack for
//! it, this is the one file of the crate that may use `unsafe`.
//!
//! What it buys: a call through mlua's own closures costs 70 to 100 ns, a plain C
//! function 25 to 30, and a move of a puzzle is five to eight such calls.
//!
//! What must hold here, and is all that the rest of the house relies on:
//! - [`RUNNING`] is null or points to the host whose call is running on this
//!   thread; [`run_for`] sets it and puts it back, and the host outlives that.
//!   Scripts run nowhere else, so a function of the API finds its own host there;
//!   with none it raises an error.
//! - Luau raises errors by unwinding out of the function that called. While
//!   anything here calls what can raise (creating a table or string, raising),
//!   nothing with a destructor is alive and no `RefCell` is borrowed.
//! - A text that has a number is kept alive by whoever gave it, for as long as the number means
//!   something. No number is given twice in a VM.
//! - A userdata with the tag [`LIST`] holds a [`List`], from when `push_list` writes it
//!   there until Lua calls `drop_list`.
//! - A function has twenty free stack slots (`LUA_MINSTACK`); none here uses more
//!   than four beyond its arguments. `interrupt` runs in a frame of Lua, which Luau gives
//!   as many beyond its registers.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use mlua::ffi;
use mlua::{Lua, LuaString, Table};

use crate::rules::api::{self, Function};
use crate::rules::budget::Stop;
use crate::rules::host::{Answer, Host};
use crate::rules::list::List;
use crate::rules::run::Next;
use crate::rules::slots::{self, Stack};
use crate::rules::trace::Trace;

/// The arguments of one call from Lua. Positions count from 1, as Lua does.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Arguments<'a> {
    state: *mut ffi::lua_State,
    /// For as long as the call lasts, what it was called with lives on the stack.
    lives: PhantomData<&'a List>,
}

impl<'a> Arguments<'a> {
    /// # Safety
    /// The state must be running for as long as this value lives.
    unsafe fn of(state: *mut ffi::lua_State) -> Arguments<'a> {
        Arguments { state, lives: PhantomData }
    }

    /// The `path:line` of the script from which the function is called, if a script does.
    pub fn place(self) -> Option<String> {
        // SAFETY: `state` is the running state for as long as this value lives, as
        // whoever makes one sees to; this pushes nothing. The same holds below.
        let trace = unsafe { trace(self.state, 1) };
        trace.nearest().map(|frame| format!("{}:{}", frame.path, frame.line))
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> c_int {
        self.stack().count()
    }

    /// A number, if it is one or a text that reads as one.
    #[inline]
    pub fn number(self, at: c_int) -> Option<f64> {
        self.stack().number(at).or_else(|| self.number_of_text(at))
    }

    /// A number, if it is one and no text.
    #[inline]
    pub fn plain_number(self, at: c_int) -> Option<f64> {
        self.stack().number(at)
    }

    /// A whole number from 1 to that one, if it is one and no text.
    #[inline]
    pub fn counted(self, at: c_int, most: u32) -> Option<u32> {
        self.stack().counted(at, most)
    }

    #[cold]
    fn number_of_text(self, at: c_int) -> Option<f64> {
        let mut is_number = 0;
        // SAFETY: as above; this only reads, and never raises.
        let number = unsafe { ffi::lua_tonumberx(self.state, at, &raw mut is_number) };
        (is_number != 0).then_some(number)
    }

    /// A truth value, if it is one.
    #[inline]
    pub fn boolean(self, at: c_int) -> Option<bool> {
        self.stack().boolean(at)
    }

    /// Whether there is one that Lua takes for true.
    #[inline]
    pub fn is_truthy(self, at: c_int) -> bool {
        self.is_given(at) && self.boolean(at) != Some(false)
    }

    /// Whether there is one that is not nil.
    #[inline]
    pub fn is_given(self, at: c_int) -> bool {
        self.stack().is_given(at)
    }

    /// The number that a text was given by [`give_number`]; for one that was given none, a number
    /// that no text is given.
    #[inline]
    pub fn text_number(self, at: c_int) -> Option<u16> {
        self.stack().text_number(at)
    }

    /// A text that is one ASCII character.
    #[inline]
    pub fn letter(self, at: c_int) -> Option<u8> {
        self.stack().letter(at)
    }

    /// A copy of a text, if it is one; bytes that are no UTF-8 become `?`.
    pub fn text(self, at: c_int) -> Option<String> {
        let (bytes, length) = self.raw_text(at)?;
        // SAFETY: the text is an argument, so it lives on the stack at least as
        // long as this call, and Lua never moves or changes a text.
        let bytes = unsafe { std::slice::from_raw_parts(bytes, length) };
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    /// How many values a list has, if it is a table.
    pub fn list_length(self, at: c_int) -> Option<usize> {
        // SAFETY: as above; the length of a table never raises when it is raw.
        unsafe {
            (ffi::lua_type(self.state, at) == ffi::LUA_TTABLE)
                .then(|| ffi::lua_objlen(self.state, at))
        }
    }

    /// A number in a list, from 1, if it is one.
    pub fn list_number(self, at: c_int, place: usize) -> Option<f64> {
        let place = i64::try_from(place).ok()?;
        // SAFETY: as above; the caller has made sure that it is a table. The value
        // that is pushed is taken away again, and neither of the two raises.
        unsafe {
            ffi::lua_rawgeti(self.state, at, place);
            let number = self.number(self.count());
            ffi::lua_pop(self.state, 1);
            number
        }
    }

    /// A list that the host keeps, if it is one.
    pub fn list(self, at: c_int) -> Option<&'a List> {
        // SAFETY: as above; what bears the tag was made by `push_list`, and it lives on
        // the stack at least as long as this call.
        unsafe { ffi::lua_touserdatatagged(self.state, at, LIST).cast::<List>().as_ref() }
    }

    /// Tells of every field of a table: its name, unless it has none, and where its
    /// value is; until it is told that this is enough.
    pub fn each_field(self, at: c_int, mut tell: impl FnMut(Option<String>, c_int) -> bool) {
        // SAFETY: as above; the caller has made sure that it is a table. Going through
        // one raises only for a key that is not in it, and the two values that are
        // pushed are taken away again.
        unsafe {
            ffi::lua_pushnil(self.state);
            while ffi::lua_next(self.state, at) != 0 {
                let value = ffi::lua_gettop(self.state);
                let goes_on = tell(self.text(value - 1), value);
                ffi::lua_settop(self.state, value - 1);
                if !goes_on {
                    ffi::lua_settop(self.state, value - 2);
                    break;
                }
            }
        }
    }

    /// What kind of value it is, in Lua's words.
    pub fn kind(self, at: c_int) -> &'static str {
        // SAFETY: as above; does not raise.
        match unsafe { ffi::lua_type(self.state, at) } {
            ffi::LUA_TNONE => "nothing",
            ffi::LUA_TNIL => "nil",
            ffi::LUA_TBOOLEAN => "a boolean",
            ffi::LUA_TNUMBER => "a number",
            ffi::LUA_TSTRING => "a text",
            ffi::LUA_TTABLE => "a table",
            ffi::LUA_TFUNCTION => "a function",
            ffi::LUA_TUSERDATA if self.list(at).is_some() => "a list of cells",
            _ => "something else",
        }
    }

    #[inline]
    fn stack(self) -> Stack {
        // SAFETY: as above; without a stack as it is read there, no script runs.
        unsafe { Stack::of(self.state) }
    }

    fn raw_text(self, at: c_int) -> Option<(*const u8, usize)> {
        let mut length = 0;
        // SAFETY: as above; this neither converts nor raises, and is null for anything
        // but a text.
        let bytes =
            unsafe { ffi::lua_tolstringatom(self.state, at, &raw mut length, ptr::null_mut()) };
        (!bytes.is_null()).then_some((bytes.cast(), length))
    }
}

macro_rules! entries {
    ($($place:literal)*) => { [$(enter::<$place>),*] };
}

/// The most functions that Lua can call; more do not compile.
const MOST: usize = 50;

/// What Lua calls, for each function of [`api::at`] by its place there: a
/// function of its own is found faster than an upvalue.
static ENTRIES: [unsafe extern "C-unwind" fn(*mut ffi::lua_State) -> c_int; MOST] = entries!(
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
    20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
    40 41 42 43 44 45 46 47 48 49
);

/// Puts functions of the API into a table, each under its name. `first` is the
/// place of the first one in [`api::at`].
///
/// # Errors
/// The VM is out of memory.
pub(in crate::rules) fn install(
    lua: &Lua,
    functions: &[Function],
    first: usize,
    into: &Table,
) -> mlua::Result<()> {
    for (function, entry) in functions.iter().zip(&ENTRIES[first..]) {
        // SAFETY: `exec_raw` runs protected; a closure without upvalues needs
        // nothing on the stack.
        let closure: mlua::Function = unsafe {
            lua.exec_raw((), |state| {
                ffi::lua_pushcclosurek(state, *entry, ptr::null(), 0, None);
            })?
        };
        into.raw_set(function.name, closure)?;
    }
    Ok(())
}

/// The most numbers that texts can have.
pub(in crate::rules) const MOST_NUMBERS: usize = slots::MOST_NUMBER as usize;

/// Gives a text a number, from 1 to [`MOST_NUMBERS`], which it has for as long as it is held: Luau
/// keeps each text once, so that every equal one is this one.
pub(in crate::rules) fn give_number(text: &LuaString, number: u16) {
    // SAFETY: a text that is held is alive, and no VM runs whose layout was not looked at.
    unsafe { slots::give_number(text.as_bytes().as_ptr().cast(), number) }
}

/// Makes machine code of a function and of all that are made in it. To be called while no Lua
/// runs.
///
/// # Errors
/// The VM is out of memory.
pub(in crate::rules) fn make_machine_code(
    lua: &Lua,
    function: &mlua::Function,
) -> mlua::Result<()> {
    // SAFETY: `exec_raw` runs protected, with the function on top of the stack; mlua has made
    // the VM able to hold machine code where the machine is one that code is made for.
    unsafe {
        lua.exec_raw::<()>(function, |state| {
            if ffi::luau_codegen_supported() != 0 {
                ffi::luau_codegen_compile(state, -1);
            }
            ffi::lua_settop(state, 0);
        })
    }
}

/// The tag of the lists that the host keeps. mlua uses 0, and 1 for what it has taken
/// values out of.
const LIST: c_int = 100;

/// Has Lua treat the lists that the host keeps by that table of metamethods.
///
/// # Errors
/// The VM is out of memory.
pub(in crate::rules) fn install_lists(lua: &Lua, metamethods: &Table) -> mlua::Result<()> {
    // SAFETY: `exec_raw` runs protected, with the table on top of the stack; the first of
    // the two calls takes it from there.
    unsafe {
        lua.exec_raw::<()>(metamethods, |state| {
            assert!(ffi::lua_getuserdatadtor(state, LIST).is_none(), "somebody uses this tag");
            ffi::lua_setuserdatametatable(state, LIST);
            ffi::lua_setuserdatadtor(state, LIST, Some(drop_list));
        })
    }
}

/// What Lua calls for a list that no script holds any more.
unsafe extern "C" fn drop_list(_: *mut ffi::lua_State, list: *mut c_void) {
    // SAFETY: `push_list` has put a list there, and Lua calls this once for each.
    unsafe { ptr::drop_in_place(list.cast::<List>()) }
}

thread_local! {
    /// The host whose call is running, for [`interrupt`].
    static RUNNING: Cell<*const Host> = const { Cell::new(ptr::null()) };
}

/// Puts back what was running before, also when a panic unwinds.
struct Running(*const Host);

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.set(self.0);
    }
}

/// Runs something during which [`interrupt`] counts for this host.
#[inline]
pub(in crate::rules) fn run_for<T>(host: &Host, run: impl FnOnce() -> T) -> T {
    let before = Running(RUNNING.replace(ptr::from_ref(host)));
    let result = run();
    drop(before);
    result
}

/// The flag of a VM that has it call [`interrupt`] at the next call or turn of a
/// loop. It may be raised from any thread for as long as the VM lives.
struct Interrupt {
    callbacks: Mutex<*mut ffi::lua_Callbacks>,
}

// SAFETY: of the callbacks only `interrupt` is touched, and Luau documents that one
// as safe to set from an arbitrary thread (`lua.h`, at `lua_Callbacks`); the lock
// keeps the pointer from being used after [`VmEnds`] has cleared it.
unsafe impl Send for Interrupt {}
// SAFETY: as above.
unsafe impl Sync for Interrupt {}

impl Interrupt {
    fn set(&self, handler: Option<unsafe extern "C-unwind" fn(*mut ffi::lua_State, c_int)>) {
        let mut callbacks = self.callbacks.lock().unwrap_or_else(PoisonError::into_inner);
        if !callbacks.is_null() {
            // SAFETY: not null means that the VM still lives.
            unsafe { (**callbacks).interrupt = handler };
        }
    }
}

struct Flag(Arc<Interrupt>);

impl Stop for Flag {
    fn stop(&self) {
        self.0.set(Some(interrupt));
    }
}

/// To be dropped before the VM: from then on its flag does nothing.
pub(in crate::rules) struct VmEnds(Arc<Interrupt>);

impl Drop for VmEnds {
    fn drop(&mut self) {
        let mut callbacks = self.0.callbacks.lock().unwrap_or_else(PoisonError::into_inner);
        *callbacks = ptr::null_mut();
    }
}

/// A flag that stops a VM's running call once it is raised, and what ends it.
///
/// # Errors
/// The VM is out of memory.
pub(in crate::rules) fn stop_flag(lua: &Lua) -> mlua::Result<(Box<dyn Stop>, VmEnds)> {
    let mut callbacks = ptr::null_mut();
    let mut fits = false;
    // SAFETY: `exec_raw` hands over a live state, whose callbacks live as long, with nothing
    // on its stack, and runs protected.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            callbacks = ffi::lua_callbacks(state);
            fits = slots::fits(state);
        })?;
    }
    if !fits {
        return Err(mlua::Error::runtime(
            "this Luau keeps its values in another way than expected",
        ));
    }
    let interrupt = Arc::new(Interrupt { callbacks: Mutex::new(callbacks) });
    Ok((Box::new(Flag(Arc::clone(&interrupt))), VmEnds(interrupt)))
}

unsafe extern "C-unwind" fn interrupt(state: *mut ffi::lua_State, collecting: c_int) {
    // No error may be raised in the middle of a garbage collection.
    if collecting >= 0 {
        return;
    }
    // SAFETY: see the top of the file. `is_late` leaves nothing alive or borrowed.
    unsafe {
        let host = RUNNING.get();
        // Lowered before the look: it may be raised again in between. Usually it is up
        // because a call that was late has ended before it heard of it.
        (*ffi::lua_callbacks(state)).interrupt = None;
        if !host.is_null() && (*host).is_late() {
            // A script may catch the error; it is to meet it again.
            (*ffi::lua_callbacks(state)).interrupt = Some(interrupt);
            raise(state, &*host, 0);
        }
    }
}

/// What Lua calls, for the function of the API at that place.
unsafe extern "C-unwind" fn enter<const PLACE: usize>(state: *mut ffi::lua_State) -> c_int {
    let function = const { api::at(PLACE) };
    // SAFETY: as in `enter_in_full`.
    unsafe {
        if function.is_tried
            && let Some(host) = RUNNING.get().as_ref()
            && let Some(answer) = host.tried(function, Arguments::of(state))
        {
            return push(state, host, answer);
        }
        enter_in_full::<PLACE>(state)
    }
}

/// The same with all that is rare: errors, and arguments that are not what they mostly are.
#[inline(never)] // so that `enter` keeps nothing over a call that it seldom makes
unsafe extern "C-unwind" fn enter_in_full<const PLACE: usize>(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: see the top of the file; no Lua runs without a host. `answer` is plain
    // data without a destructor, and the host's cells are not borrowed any more.
    unsafe {
        let Some(host) = RUNNING.get().as_ref() else { return no_host(state) };
        // Luau itself looks only at loops and calls of Lua, not where one of its own
        // functions calls another, as `table.sort` does.
        if host.is_raised() && host.is_late() {
            return raise(state, host, 1);
        }
        match host.answer(const { api::at(PLACE) }, Arguments::of(state)) {
            Some(answer) => push(state, host, answer),
            None => raise(state, host, 1),
        }
    }
}

/// Makes functions for `turns.lua` of what [`Host::next_move`] and [`Host::next_after_won`] do.
///
/// # Errors
/// The VM is out of memory.
pub(in crate::rules) fn next_functions(lua: &Lua) -> mlua::Result<[mlua::Function; 2]> {
    // SAFETY: as in `install`.
    let make = |function| unsafe {
        lua.exec_raw((), |state| ffi::lua_pushcclosurek(state, function, ptr::null(), 0, None))
    };
    Ok([make(next_move)?, make(next_after_won)?])
}

/// What `turns.lua` calls where a turn has ended.
unsafe extern "C-unwind" fn next_move(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the state runs.
    unsafe { tell_next(state, Host::next_move) }
}

/// What it calls where `won` was asked about it.
unsafe extern "C-unwind" fn next_after_won(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the state runs.
    unsafe { tell_next(state, Host::next_after_won) }
}

/// Pushes what comes next: nothing, 0 for a question, or the number of a direction from 1.
#[inline(always)]
unsafe fn tell_next(
    state: *mut ffi::lua_State,
    next: impl FnOnce(&Host, Arguments<'_>) -> Next,
) -> c_int {
    // SAFETY: see the top of the file. Nothing here raises but a call without a host, when
    // nothing is borrowed.
    unsafe {
        let Some(host) = RUNNING.get().as_ref() else { return no_host(state) };
        let stack = Stack::of(state);
        match next(host, Arguments::of(state)) {
            Next::Move(way) => stack.push_number(f64::from(way as u8) + 1.0),
            Next::Ask => stack.push_number(0.0),
            Next::End => stack.push_nil(),
        }
    }
    1
}

/// Raises that there is no host.
#[cold]
unsafe fn no_host(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the caller's state runs.
    unsafe {
        ffi::lua_pushstring(state, c"the engine is not in a call of this script".as_ptr());
        ffi::lua_error(state)
    }
}

/// A value that a VM keeps where a call finds it fast, for as long as it lives: its
/// place on the main stack, below all that calls use.
pub(in crate::rules) struct Kept(c_int);

/// Calls into a VM without what mlua does around each of its own: for the one that
/// happens at every key press and millions of times in a replay.
pub(in crate::rules) struct Direct {
    state: *mut ffi::lua_State,
    on_error: Kept,
    /// The same for calls that are not at every key press.
    pub traced: Traced,
}

/// Calls into a VM with any arguments and any result, whose errors tell the host in which
/// calls they were raised.
#[derive(Clone)]
pub(in crate::rules) struct Traced(mlua::Function);

impl Traced {
    /// Calls a function.
    ///
    /// # Errors
    /// What the function raised; the host has noted its trace.
    pub fn call(
        &self,
        lua: &Lua,
        function: mlua::Function,
        arguments: impl mlua::IntoLuaMulti,
    ) -> mlua::Result<mlua::Value> {
        let mut all = arguments.into_lua_multi(lua)?;
        all.push_front(mlua::Value::Function(function));
        all.push_front(mlua::Value::Function(self.0.clone()));
        let mut status = ffi::LUA_OK;
        // SAFETY: `exec_raw` runs protected, in a frame that has these values alone: the
        // handler, the function and its arguments. One value takes the place of the last two.
        let result: mlua::Value = unsafe {
            lua.exec_raw(all, |state| {
                status = ffi::lua_pcall(state, ffi::lua_gettop(state) - 2, 1, 1);
                ffi::lua_remove(state, 1);
            })?
        };
        let raised = || result.as_string().map(|text| text.to_string_lossy()).unwrap_or_default();
        match status {
            ffi::LUA_OK => Ok(result),
            ffi::LUA_ERRMEM => Err(mlua::Error::MemoryError(raised())),
            _ => Err(mlua::Error::RuntimeError(raised())),
        }
    }
}

/// A count of arguments that there is room for.
const fn check_few(count: usize) -> c_int {
    assert!(count <= 5);
    count as c_int
}

/// The most values that one VM keeps; the main stack has room for them.
const MOST_KEPT: c_int = 1000;

impl Direct {
    /// Direct calls into a VM, which must outlive this.
    ///
    /// # Errors
    /// The VM is out of memory.
    pub fn new(lua: &Lua) -> mlua::Result<Direct> {
        let mut state = ptr::null_mut();
        // SAFETY: `exec_raw` hands over the live main state and runs protected.
        let on_error: mlua::Function = unsafe {
            lua.exec_raw((), |main| {
                state = main;
                ffi::lua_pushcclosurek(main, traced, ptr::null(), 0, None);
            })?
        };
        let traced = Traced(on_error.clone());
        let mut direct = Direct { state, on_error: Kept(0), traced };
        direct.on_error = direct.keep(lua, on_error)?;
        Ok(direct)
    }

    /// Keeps a value for calls. To be called while no Lua runs.
    ///
    /// # Errors
    /// The VM is out of memory, or keeps very many already.
    pub fn keep(&self, lua: &Lua, value: impl mlua::IntoLua) -> mlua::Result<Kept> {
        let mut reference = 0;
        // SAFETY: `exec_raw` runs protected, with the value on top of the stack.
        unsafe {
            lua.exec_raw::<()>(value.into_lua(lua)?, |state| {
                reference = ffi::lua_ref(state, -1);
                ffi::lua_settop(state, 0);
            })?;
        }
        // SAFETY: no Lua runs, so this is the lowest frame of the main stack. Asking
        // for room says no instead of raising, and the push of a value that is kept
        // in the registry never raises.
        unsafe {
            let top = ffi::lua_gettop(self.state);
            if top >= MOST_KEPT {
                return Err(mlua::Error::runtime("this script has too many actions"));
            }
            if ffi::lua_checkstack(self.state, 32) == 0 {
                return Err(mlua::Error::runtime("there is no memory left for actions"));
            }
            ffi::lua_rawgeti(self.state, ffi::LUA_REGISTRYINDEX, i64::from(reference));
            Ok(Kept(ffi::lua_gettop(self.state)))
        }
    }

    /// Calls a function with a few arguments and hands on what it returns: the value
    /// at that place, which is gone afterwards.
    ///
    /// # Errors
    /// What the function raised; the host has noted its trace.
    #[inline]
    pub fn call<T, const COUNT: usize>(
        &self,
        function: &Kept,
        arguments: [&Kept; COUNT],
        read: impl FnOnce(Arguments<'_>, c_int) -> T,
    ) -> Result<T, Box<mlua::Error>> {
        let state = self.state;
        // SAFETY: the state is the VM's own main one and nothing in it runs now, for
        // a host lends its board to one call at a time. Pushing what is on the stack
        // already never raises, `keep` has made room, and what the call raises ends
        // in `lua_pcall`.
        unsafe {
            let stack = Stack::of(state);
            let base = stack.count();
            ffi::lua_pushvalue(state, function.0);
            for kept in arguments {
                stack.push_copy(kept.0);
            }
            let count = const { check_few(COUNT) };
            let status = ffi::lua_pcall(state, count, 1, self.on_error.0);
            let result = match status {
                ffi::LUA_OK => Ok(read(Arguments::of(state), base + 1)),
                failed => Err(raised_text(state, failed)),
            };
            stack.cut(base);
            result
        }
    }
}

/// The error that lies on top of the stack.
///
/// # Safety
/// The state must be live, with something on its stack.
#[cold]
unsafe fn raised_text(state: *mut ffi::lua_State, status: c_int) -> Box<mlua::Error> {
    // SAFETY: the caller's.
    let text = unsafe { Arguments::of(state) }.text(-1).unwrap_or_default();
    Box::new(match status {
        ffi::LUA_ERRMEM => mlua::Error::MemoryError(text),
        _ => mlua::Error::RuntimeError(text),
    })
}

/// Has the host note the trace of an error, while the calls that it tells of still stand,
/// and makes a text of what is none.
unsafe extern "C-unwind" fn traced(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: called by Lua with the error as its argument. What is noted is the host's by
    // the time that making a text may raise; a text itself needs no memory, of which there
    // may be none left.
    unsafe {
        let is_text = ffi::lua_type(state, 1) == ffi::LUA_TSTRING;
        if let Some(host) = RUNNING.get().as_ref() {
            // What is no text may come from a script that this one requires: then the trace
            // that reaches into it was noted there.
            host.note_trace(trace(state, usize::MAX), is_text);
        }
        if !is_text {
            ffi::luaL_tolstring(state, 1, ptr::null_mut());
        }
    }
    1
}

/// The calls of the script's functions that stand now, at least so many of the nearest, as far
/// as there are so many. It takes no memory of the VM.
unsafe fn trace(state: *mut ffi::lua_State, wanted: usize) -> Trace {
    let mut trace = Trace::default();
    // SAFETY: all zero is a value of this plain data. To be told of a call by `s`, `l` and `n`
    // pushes nothing and never raises, and the texts live as long as the function.
    unsafe {
        let mut about: ffi::lua_Debug = std::mem::zeroed();
        let mut level = 0;
        while trace.count() < wanted
            && ffi::lua_getinfo(state, level, c"sln".as_ptr(), &raw mut about) != 0
        {
            level += 1;
            // The name of a file begins so; that of the engine, and of C, does not.
            let source = text_at(about.source);
            let Some(path) = source.strip_prefix('@') else { continue };
            let line = |line: c_int| usize::try_from(line).unwrap_or(0);
            let (line, defined) = (line(about.currentline), line(about.linedefined));
            let name = text_at(about.name);
            let name = Some(&*name).filter(|name| !name.is_empty());
            // A line above the function is one of a helper that Luau has put into its place.
            if line < defined {
                trace.add(path, line, None);
            }
            trace.add(path, line.max(defined), name);
        }
    }
    trace
}

/// The text that C keeps there; empty for none.
unsafe fn text_at<'a>(bytes: *const c_char) -> std::borrow::Cow<'a, str> {
    // SAFETY: the caller has it from Luau, which ends every text with a zero.
    match bytes.is_null() {
        true => "".into(),
        false => unsafe { CStr::from_ptr(bytes) }.to_string_lossy(),
    }
}

/// Pushes an answer and returns how many values it is.
#[inline(always)] // as `Host::answer`
unsafe fn push(state: *mut ffi::lua_State, host: &Host, answer: Answer) -> c_int {
    // SAFETY: the caller is `enter`; what can raise here (the table, the text) is
    // called with nothing borrowed.
    unsafe {
        let stack = Stack::of(state);
        match answer {
            Answer::Nil | Answer::Cell(None) => stack.push_nil(),
            Answer::Bool(value) => stack.push_boolean(value),
            Answer::Number(value) => stack.push_number(value),
            Answer::Cell(Some(cell)) => stack.push_number(f64::from(cell.0) + 1.0),
            Answer::List => return push_list(state, host),
            Answer::Text => {
                let (bytes, length) = host.text_answer();
                ffi::lua_pushlstring(state, bytes.cast(), length);
            }
            Answer::Two => {
                let [first, second] = host.numbers_answered();
                ffi::lua_pushnumber(state, first);
                ffi::lua_pushnumber(state, second);
                return 2;
            }
            Answer::Arguments => return ffi::lua_gettop(state),
            Answer::This => ffi::lua_pushvalue(state, 1),
        }
    }
    1
}

/// Hands the list that was answered over to Lua.
unsafe fn push_list(state: *mut ffi::lua_State, host: &Host) -> c_int {
    // SAFETY: as in `push`; looking for what nobody holds raises nothing, and the list
    // leaves the host only once there is room for it.
    unsafe {
        if host.lists_are_many() {
            ffi::lua_gc(state, ffi::LUA_GCCOLLECT, 0);
        }
        if !host.has_room_for_list() {
            ffi::lua_gc(state, ffi::LUA_GCCOLLECT, 0);
        }
        if !host.has_room_for_list() {
            host.refuse_list();
            return raise(state, host, 1);
        }
        let room = ffi::lua_newuserdatataggedwithmetatable(state, size_of::<List>(), LIST);
        room.cast::<List>().write(host.list_answered());
    }
    1
}

/// Raises the fault that the host remembers, with the place of the function that is so
/// many calls above the one that runs: 0 is itself.
unsafe fn raise(state: *mut ffi::lua_State, host: &Host, level: c_int) -> c_int {
    let (bytes, length) = host.fault_text();
    // SAFETY: the trace is the host's before anything raises. The text is owned by the host,
    // which does not change it before the call of the script has ended.
    unsafe {
        if host.is_first_fault() {
            host.note_fault_trace(trace(state, usize::MAX));
        }
        ffi::luaL_where(state, level);
        if level == 0 && ffi::lua_objlen(state, -1) == 0 {
            // What runs is no Lua; its caller may be.
            ffi::luaL_where(state, 1);
        }
        ffi::lua_pushlstring(state, bytes.cast(), length);
        ffi::lua_concat(state, 2);
        ffi::lua_error(state)
    }
}
