//! The Lua boundary: how a function of the API becomes a function that Lua calls.
//! Knows nothing of what the functions do; this is the one file of the crate
//! that may use `unsafe`.
//!
//! What it buys: a call through mlua's own closures costs 70 to 100 ns, a plain C
//! function 25 to 30, and a move of a puzzle is five to eight such calls.
//!
//! What must hold here, and is all that the rest of the house relies on:
//! - The two upvalues of [`enter`] point to a [`Host`] and a [`Function`]. The
//!   functions are statics; the host is kept alive by the VM itself, as its
//!   application data, so no closure outlives it.
//! - Luau raises errors by unwinding out of the function that called. While
//!   anything here calls what can raise (creating a table or string, raising),
//!   nothing with a destructor is alive and no `RefCell` is borrowed.
//! - A function has twenty free stack slots (`LUA_MINSTACK`); none here uses more
//!   than four beyond its arguments.
#![allow(unsafe_code)]

use std::ffi::c_int;
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

    /// A number, if it is one (a text that looks like one is not).
    pub fn number(self, at: c_int) -> Option<f64> {
        // SAFETY: as above; asking for a type and reading a number never raise.
        unsafe {
            (ffi::lua_type(self.state, at) == ffi::LUA_TNUMBER)
                .then(|| ffi::lua_tonumberx(self.state, at, std::ptr::null_mut()))
        }
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
        self.raw_text(at).map(|(bytes, _)| bytes as usize)
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
        // SAFETY: as above. `lua_tolstring` converts numbers in place, which could
        // raise, so only texts get there; for them it only reads.
        unsafe {
            if ffi::lua_type(self.state, at) != ffi::LUA_TSTRING {
                return None;
            }
            let bytes = ffi::lua_tolstring(self.state, at, &raw mut length);
            Some((bytes.cast(), length))
        }
    }
}

/// Puts the functions of the API into a table, each under its name.
///
/// # Errors
/// The VM is out of memory.
pub(in crate::rules) fn install(
    lua: &Lua,
    host: &Rc<Host>,
    functions: &'static [Function],
    into: &Table,
) -> mlua::Result<()> {
    // From here on the host lives as long as the VM; see the top of the file.
    lua.set_app_data(Rc::clone(host));
    let host: *const Host = Rc::as_ptr(host);
    for function in functions {
        let entry: *const Function = function;
        // SAFETY: `exec_raw` runs protected. Light userdata are plain pointers, and
        // the closure takes exactly the two that were pushed.
        let closure: mlua::Function = unsafe {
            lua.exec_raw((), |state| {
                ffi::lua_pushlightuserdata(state, host.cast_mut().cast());
                ffi::lua_pushlightuserdata(state, entry.cast_mut().cast());
                ffi::lua_pushcclosurek(state, enter, std::ptr::null(), 2, None);
            })?
        };
        into.raw_set(function.name, closure)?;
    }
    Ok(())
}

/// What Lua calls, for every function of the API.
unsafe extern "C-unwind" fn enter(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the upvalues are those that `install` gave; see the top of the file.
    let (host, function) = unsafe {
        let host = ffi::lua_touserdata(state, ffi::lua_upvalueindex(1));
        let function = ffi::lua_touserdata(state, ffi::lua_upvalueindex(2));
        (&*host.cast::<Host>(), &*function.cast::<Function>())
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
