//! The Lua boundary: how a function of the API becomes a function that Lua calls.
//! Knows nothing of what the functions do; this is the one file of the crate
//! that may use `unsafe`.
//!
//! What it buys: a call through mlua's own closures costs 70 to 100 ns, a plain C
//! function 25 to 30, and a move of a puzzle is five to eight such calls.
//!
//! What must hold here, and is all that the rest of the house relies on:
//! - The upvalue of [`enter`] points to an [`Entry`], which points to a [`Host`].
//!   Both are kept alive by the VM itself, as its application data, so no closure
//!   outlives them.
//! - [`RUNNING`] is null or points to the host whose call is running on this
//!   thread; [`run_for`] sets it and puts it back.
//! - Luau raises errors by unwinding out of the function that called. While
//!   anything here calls what can raise (creating a table or string, raising),
//!   nothing with a destructor is alive and no `RefCell` is borrowed.
//! - A function has twenty free stack slots (`LUA_MINSTACK`); none here uses more
//!   than four beyond its arguments.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::c_int;
use std::ptr;
use std::rc::Rc;

use mlua::ffi;
use mlua::{Lua, Table};

use crate::rules::api::Function;
use crate::rules::host::{Answer, Host};

/// The arguments of one call from Lua. Positions count from 1, as Lua does.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Arguments {
    state: *mut ffi::lua_State,
}

impl Arguments {
    /// How many there are.
    pub fn count(self) -> c_int {
        // SAFETY: `state` is the running state for as long as this value lives:
        // only `enter` makes one, and passes it down. The same holds below.
        unsafe { ffi::lua_gettop(self.state) }
    }

    /// A number, if it is one or a text that reads as one.
    pub fn number(self, at: c_int) -> Option<f64> {
        let mut is_number = 0;
        // SAFETY: as above; this only reads, and never raises.
        let number = unsafe { ffi::lua_tonumberx(self.state, at, &raw mut is_number) };
        (is_number != 0).then_some(number)
    }

    /// A truth value, if it is one.
    pub fn boolean(self, at: c_int) -> Option<bool> {
        // SAFETY: as above; neither raises.
        unsafe {
            (ffi::lua_type(self.state, at) == ffi::LUA_TBOOLEAN)
                .then(|| ffi::lua_toboolean(self.state, at) != 0)
        }
    }

    /// The address of a text's bytes. Luau keeps each text once, so two equal
    /// texts that are both alive have one address.
    pub fn text_address(self, at: c_int) -> Option<usize> {
        // SAFETY: as above; this neither converts nor raises, and is null for
        // anything but a text.
        let bytes = unsafe { ffi::lua_tostringatom(self.state, at, ptr::null_mut()) };
        (!bytes.is_null()).then_some(bytes as usize)
    }

    /// A copy of a text, if it is one; bytes that are no UTF-8 become `?`.
    pub fn text(self, at: c_int) -> Option<String> {
        let (bytes, length) = self.raw_text(at)?;
        // SAFETY: the text is an argument, so it lives on the stack at least as
        // long as this call, and Lua never moves or changes a text.
        let bytes = unsafe { std::slice::from_raw_parts(bytes, length) };
        Some(String::from_utf8_lossy(bytes).into_owned())
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
            _ => "something else",
        }
    }

    fn raw_text(self, at: c_int) -> Option<(*const u8, usize)> {
        let mut length = 0;
        // SAFETY: as in `text_address`.
        let bytes =
            unsafe { ffi::lua_tolstringatom(self.state, at, &raw mut length, ptr::null_mut()) };
        (!bytes.is_null()).then_some((bytes.cast(), length))
    }
}

/// What a function of the API needs to run: the closure's upvalue.
struct Entry {
    host: *const Host,
    function: &'static Function,
}

/// All that the closures of one VM point to.
struct Kept {
    _host: Rc<Host>,
    /// Boxed, so that growing the list moves none of them.
    entries: Vec<Box<Entry>>,
}

/// Puts functions of the API into tables, each under its name.
///
/// # Errors
/// The VM is out of memory.
pub(in crate::rules) fn install(
    lua: &Lua,
    host: &Rc<Host>,
    groups: [(&'static [Function], &Table); 2],
) -> mlua::Result<()> {
    let mut kept = Kept { _host: Rc::clone(host), entries: Vec::new() };
    for (functions, into) in groups {
        for function in functions {
            let host = Rc::as_ptr(host);
            kept.entries.push(Box::new(Entry { host, function }));
            let entry: *const Entry =
                kept.entries.last().map_or(ptr::null(), |entry| &raw const **entry);
            // SAFETY: `exec_raw` runs protected. A light userdata is a plain pointer,
            // and the closure takes exactly the one that was pushed.
            let closure: mlua::Function = unsafe {
                lua.exec_raw((), |state| {
                    ffi::lua_pushlightuserdata(state, entry.cast_mut().cast());
                    ffi::lua_pushcclosurek(state, enter, ptr::null(), 1, None);
                })?
            };
            into.raw_set(function.name, closure)?;
        }
    }
    // From here on all of it lives as long as the VM; see the top of the file.
    lua.set_app_data(kept);
    Ok(())
}

thread_local! {
    /// The host whose call is running, for [`interrupt`].
    static RUNNING: Cell<*const Host> = const { Cell::new(ptr::null()) };
}

/// Runs something during which [`interrupt`] counts for this host.
pub(in crate::rules) fn run_for<T>(host: &Host, run: impl FnOnce() -> T) -> T {
    let before = RUNNING.replace(ptr::from_ref(host));
    let result = run();
    RUNNING.set(before);
    result
}

/// Has Luau ask, at every call and every turn of a loop, whether time is over.
///
/// # Errors
/// The VM is out of memory.
pub(in crate::rules) fn count_time(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: `exec_raw` hands over a live state, whose callbacks live as long.
    unsafe {
        lua.exec_raw((), |state| {
            (*ffi::lua_callbacks(state)).interrupt = Some(interrupt);
        })
    }
}

unsafe extern "C-unwind" fn interrupt(state: *mut ffi::lua_State, collecting: c_int) {
    // No error may be raised in the middle of a garbage collection.
    if collecting >= 0 {
        return;
    }
    // SAFETY: see the top of the file. `charge` leaves nothing alive or borrowed.
    unsafe {
        let host = RUNNING.get();
        if !host.is_null() && (*host).charge(1) {
            raise(state, &*host);
        }
    }
}

/// What Lua calls, for every function of the API.
unsafe extern "C-unwind" fn enter(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the upvalue is the one that `install` gave; see the top of the file.
    let (host, function) = unsafe {
        let entry = ffi::lua_touserdata(state, ffi::lua_upvalueindex(1));
        let entry = &*entry.cast::<Entry>();
        (&*entry.host, entry.function)
    };
    let answer = host.answer(function, Arguments { state });
    // SAFETY: `answer` is plain data without a destructor, and the host's cells are
    // not borrowed any more.
    unsafe {
        match answer {
            Some(answer) => push(state, host, answer),
            None => raise(state, host),
        }
    }
}

/// Pushes an answer and returns how many values it is.
unsafe fn push(state: *mut ffi::lua_State, host: &Host, answer: Answer) -> c_int {
    // SAFETY: the caller is `enter`; what can raise here (the table, the text) is
    // called with nothing borrowed.
    unsafe {
        match answer {
            Answer::Nil | Answer::Cell(None) => ffi::lua_pushnil(state),
            Answer::Bool(value) => ffi::lua_pushboolean(state, c_int::from(value)),
            Answer::Number(value) => ffi::lua_pushnumber(state, value),
            Answer::Cell(Some(cell)) => ffi::lua_pushnumber(state, f64::from(cell.0) + 1.0),
            Answer::Cells => push_cells(state, host),
            Answer::Text => {
                let (bytes, length) = host.text_answer();
                ffi::lua_pushlstring(state, bytes.cast(), length);
            }
            Answer::Two(first, second) => {
                ffi::lua_pushnumber(state, first);
                ffi::lua_pushnumber(state, second);
                return 2;
            }
            Answer::Arguments => return ffi::lua_gettop(state),
        }
    }
    1
}

unsafe fn push_cells(state: *mut ffi::lua_State, host: &Host) {
    let count = c_int::try_from(host.cells_answered()).unwrap_or(c_int::MAX);
    // SAFETY: as in `push`; each cell is read by value before Lua is called.
    unsafe {
        ffi::lua_createtable(state, count, 0);
        for at in 0..count {
            let cell = host.cell_answer(at.unsigned_abs() as usize);
            ffi::lua_pushnumber(state, f64::from(cell.0) + 1.0);
            ffi::lua_rawseti(state, -2, i64::from(at) + 1);
        }
    }
}

/// Raises the fault that the host remembers, with the place of the caller.
unsafe fn raise(state: *mut ffi::lua_State, host: &Host) -> c_int {
    let (bytes, length) = host.fault_text();
    // SAFETY: the text is owned by the host, which does not change it before the
    // call of the script has ended.
    unsafe {
        ffi::luaL_where(state, 1);
        ffi::lua_pushlstring(state, bytes.cast(), length);
        ffi::lua_concat(state, 2);
        ffi::lua_error(state)
    }
}
