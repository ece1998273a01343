//! The stack of a Luau VM as it lies in memory: what Lua's own functions for reading an argument
//! and pushing a result do, without a call for each. Knows no API and no board; the second file
//! of the crate that may use `unsafe`, and only `bind.rs` uses it.
//!
//! What it buys: a move of a puzzle reads some twenty arguments and pushes ten results. Each of
//! Lua's functions for that costs about 5 ns, here it is a load and a comparison. A third of the
//! time of a move went there.
//!
//! What must hold here:
//! - The types below are laid out as those of Luau's `lobject.h` and `lstate.h`. The version of
//!   Luau is the one that `Cargo.lock` names, and [`fits`] compares both ways of reading, value by
//!   value, in every VM before its first script runs; with another layout there is no VM.
//! - A slot is read only between the base and the top of the function that runs, and pushed only
//!   while that function has room, as in `bind.rs`.
//! - What the garbage collector looks after is pushed here only after Lua has pushed such a
//!   value itself, with nothing between: that tells the collector of the stack.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::mem::MaybeUninit;

use mlua::ffi;

/// A value on the stack: `TValue` in `lobject.h`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Slot {
    value: Value,
    /// The third number of a vector; in any other value Lua leaves it as it was.
    extra: MaybeUninit<c_int>,
    kind: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
union Value {
    number: f64,
    boolean: c_int,
    text: *const Text,
}

/// What stands before the bytes of a text: `TString` in `lobject.h`.
#[repr(C)]
struct Text {
    header: [u8; 8],
    next: *const Text,
    hash: u32,
    length: u32,
    bytes: [u8; 0],
}

/// The beginning of `lua_State` in `lstate.h`.
#[repr(C)]
struct State {
    header: [u8; 8],
    top: *mut Slot,
    base: *mut Slot,
}

/// The stack of the function that runs.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Stack(*mut State);

impl Stack {
    /// # Safety
    /// The state must be live for as long as this value is used, and [`fits`] have said so.
    #[inline]
    pub unsafe fn of(state: *mut ffi::lua_State) -> Stack {
        Stack(state.cast())
    }

    /// How many arguments there are.
    #[inline]
    pub fn count(self) -> c_int {
        // SAFETY: the state is live, and its top is never below its base; a stack is far smaller
        // than a `c_int` can tell.
        #[allow(clippy::cast_possible_truncation)]
        unsafe {
            (*self.0).top.offset_from((*self.0).base) as c_int
        }
    }

    /// A number; `None` for anything else, also for a text that reads as one.
    #[inline]
    pub fn number(self, at: c_int) -> Option<f64> {
        let slot = self.slot(at).filter(|slot| slot.kind == ffi::LUA_TNUMBER)?;
        // SAFETY: the kind says which of the values is there. The same holds below.
        Some(unsafe { slot.value.number })
    }

    /// A whole number from 1 to that one, which is at most 2^31 - 1; `None` for anything else.
    #[inline]
    pub fn counted(self, at: c_int, most: u32) -> Option<u32> {
        let number = self.number(at)?;
        if !(number >= 1.0 && number <= f64::from(most)) {
            return None;
        }
        // SAFETY: it is between 1 and 2^31 - 1, and so fits; what is behind the point is cut off.
        let whole: i32 = unsafe { number.to_int_unchecked() };
        #[allow(clippy::float_cmp)] // equal exactly when it is whole
        let is_whole = f64::from(whole) == number;
        is_whole.then_some(whole.cast_unsigned())
    }

    /// A truth value.
    #[inline]
    pub fn boolean(self, at: c_int) -> Option<bool> {
        let slot = self.slot(at).filter(|slot| slot.kind == ffi::LUA_TBOOLEAN)?;
        // SAFETY: as above.
        Some(unsafe { slot.value.boolean } != 0)
    }

    /// The address of a text's bytes.
    #[inline]
    pub fn text_address(self, at: c_int) -> Option<usize> {
        let slot = self.slot(at).filter(|slot| slot.kind == ffi::LUA_TSTRING)?;
        // SAFETY: as above; a text that is on the stack is alive, and only its address is taken.
        Some(unsafe { &raw const (*slot.value.text).bytes } as usize)
    }

    /// A text that is one ASCII character.
    #[inline]
    pub fn letter(self, at: c_int) -> Option<u8> {
        let slot = self.slot(at).filter(|slot| slot.kind == ffi::LUA_TSTRING)?;
        // SAFETY: as above; a text of one byte has that byte, and a zero behind it.
        let letter = unsafe {
            let text = slot.value.text;
            ((*text).length == 1).then(|| *(&raw const (*text).bytes).cast::<u8>())
        };
        letter.filter(u8::is_ascii)
    }

    /// Whether there is a value that is not nil.
    #[inline]
    pub fn is_given(self, at: c_int) -> bool {
        self.slot(at).is_some_and(|slot| slot.kind != ffi::LUA_TNIL)
    }

    /// Pushes a number.
    ///
    /// # Safety
    /// The function that runs has room. The same holds below.
    #[inline]
    pub unsafe fn push_number(self, number: f64) {
        // SAFETY: the caller's.
        unsafe { self.push(Value { number }, ffi::LUA_TNUMBER) }
    }

    /// Pushes a truth value.
    #[inline]
    pub unsafe fn push_boolean(self, truth: bool) {
        // SAFETY: the caller's.
        unsafe { self.push(Value { number: f64::from_bits(u64::from(truth)) }, ffi::LUA_TBOOLEAN) }
    }

    /// Pushes nil.
    #[inline]
    pub unsafe fn push_nil(self) {
        // SAFETY: the caller's.
        unsafe { self.push(Value { number: 0.0 }, ffi::LUA_TNIL) }
    }

    /// Takes everything above the first so many values away.
    ///
    /// # Safety
    /// There are as many.
    #[inline]
    pub unsafe fn cut(self, count: c_int) {
        // SAFETY: the caller's.
        unsafe { (*self.0).top = (*self.0).base.offset(count as isize) }
    }

    /// Pushes a copy of what lies in a slot of the stack.
    ///
    /// # Safety
    /// As for [`Stack::push_number`]; the slot holds a value. Lua itself has pushed something
    /// just before, which has told the collector to look at this stack again.
    #[inline]
    pub unsafe fn push_copy(self, at: c_int) {
        // SAFETY: the caller's.
        unsafe {
            let from = (*self.0).base.offset(at as isize - 1);
            (*self.0).top.write(*from);
            (*self.0).top = (*self.0).top.add(1);
        }
    }

    #[inline]
    fn slot(self, at: c_int) -> Option<Slot> {
        let place = usize::try_from(at - 1).ok()?;
        // SAFETY: the state is live. What is below the top holds a value; that the place may be
        // far above the stack does not matter, since it is then only compared.
        unsafe {
            let slot = (*self.0).base.wrapping_add(place);
            (slot < (*self.0).top).then(|| *slot)
        }
    }

    /// # Safety
    /// As for [`Stack::push_number`]; what is pushed is nothing that is collected.
    #[inline]
    unsafe fn push(self, value: Value, kind: c_int) {
        // SAFETY: the caller's.
        unsafe {
            put((*self.0).top, value, kind);
            (*self.0).top = (*self.0).top.add(1);
        }
    }
}

/// Writes a slot at once: Luau's machine code copies it as a whole the moment after, and a
/// processor that is to read what was just written in parts waits until all of it has arrived.
///
/// # Safety
/// The slot is one of the stack's.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn put(slot: *mut Slot, value: Value, kind: c_int) {
    use std::arch::x86_64::{
        _mm_castpd_si128, _mm_set_epi64x, _mm_set_sd, _mm_storeu_si128, _mm_unpacklo_epi64,
    };
    // SAFETY: the caller's; every value is written with all of its eight bytes.
    unsafe {
        let value = _mm_castpd_si128(_mm_set_sd(value.number));
        let rest = _mm_set_epi64x(0, i64::from(kind) << 32);
        _mm_storeu_si128(slot.cast(), _mm_unpacklo_epi64(value, rest));
    }
}

/// The same where two registers are written at once anyway.
///
/// # Safety
/// The slot is one of the stack's.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
unsafe fn put(slot: *mut Slot, value: Value, kind: c_int) {
    // SAFETY: the caller's.
    unsafe { slot.write(Slot { value, extra: MaybeUninit::uninit(), kind }) }
}

/// Whether a VM's stack is laid out as the types here say: the same values, pushed and read by
/// Lua's own functions and by those above. Leaves the stack as it was.
///
/// # Safety
/// The state must be live, with nothing on its stack, and the call protected: a text is made.
pub(in crate::rules) unsafe fn fits(state: *mut ffi::lua_State) -> bool {
    // SAFETY: the caller's; fewer values than the room that every function has.
    unsafe {
        ffi::lua_pushnumber(state, 1.5);
        ffi::lua_pushboolean(state, 1);
        ffi::lua_pushnil(state);
        ffi::lua_pushstring(state, c"layout".as_ptr());
        // First what tells where the stack is, before anything is read from there.
        let probe = state.cast::<State>();
        let same_size = (*probe).top.wrapping_sub(4) == (*probe).base;
        let stack = Stack::of(state);
        let text = ffi::lua_tostringatom(state, 4, std::ptr::null_mut()) as usize;
        let header = ffi::lua_topointer(state, 4).cast::<Text>();
        let same_text = same_size
            && stack.text_address(4) == Some(text)
            && text - std::mem::offset_of!(Text, bytes) == header as usize
            && (*header).length == 6;
        let read = same_text
            && stack.count() == ffi::lua_gettop(state)
            && stack.letter(4).is_none()
            && stack.number(1) == Some(1.5)
            && stack.number(2).is_none()
            && stack.boolean(2) == Some(true)
            && !stack.is_given(3)
            && !stack.is_given(5);
        let pushed = read && {
            stack.push_number(-2.0);
            stack.push_boolean(true);
            stack.push_nil();
            ffi::lua_gettop(state) == 7
                && ffi::lua_tonumberx(state, 5, std::ptr::null_mut()).to_bits()
                    == (-2.0f64).to_bits()
                && ffi::lua_type(state, 6) == ffi::LUA_TBOOLEAN
                && ffi::lua_toboolean(state, 6) == 1
                && ffi::lua_type(state, 7) == ffi::LUA_TNIL
        };
        ffi::lua_settop(state, 0);
        pushed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs something with a fresh stack.
    fn with_stack<T>(run: impl FnOnce(*mut ffi::lua_State) -> T) -> T {
        let lua = mlua::Lua::new();
        let mut result = None;
        // SAFETY: `exec_raw` runs protected, with nothing on the stack.
        let ran: mlua::Result<()> = unsafe { lua.exec_raw((), |state| result = Some(run(state))) };
        ran.unwrap();
        result.unwrap()
    }

    #[test]
    fn this_luau_is_laid_out_as_it_is_read_here() {
        // SAFETY: as `fits` asks for.
        assert!(with_stack(|state| unsafe { fits(state) }));
    }

    #[test]
    fn what_is_no_number_and_what_is_not_there_is_read_as_nothing() {
        // SAFETY: two values are pushed on a fresh stack, and read.
        with_stack(|state| unsafe {
            ffi::lua_pushstring(state, c"12".as_ptr());
            ffi::lua_pushboolean(state, 0);
            let stack = Stack::of(state);
            assert_eq!((stack.count(), stack.number(1), stack.boolean(1)), (2, None, None));
            assert_eq!((stack.counted(1, 99), stack.counted(2, 99)), (None, None));
            assert_eq!((stack.boolean(2), stack.text_address(2)), (Some(false), None));
            for nowhere in [-1, 0, 3, c_int::MAX] {
                assert_eq!(stack.number(nowhere), None);
                assert!(!stack.is_given(nowhere));
            }
            ffi::lua_settop(state, 0);
        });
    }

    #[test]
    fn only_whole_numbers_in_range_are_counted() {
        // SAFETY: one value after another on a fresh stack.
        let counted = |number: f64, most| {
            with_stack(|state| unsafe {
                ffi::lua_pushnumber(state, number);
                let counted = Stack::of(state).counted(1, most);
                ffi::lua_settop(state, 0);
                counted
            })
        };
        assert_eq!(
            (counted(1.0, 1), counted(16_777_216.0, 16_777_216)),
            (Some(1), Some(16_777_216))
        );
        assert_eq!(counted(2_147_483_647.0, 2_147_483_647), Some(2_147_483_647));
        for number in [0.0, -1.0, 1.5, 6.0, f64::NAN, f64::INFINITY, -f64::INFINITY, 1e18, -0.0] {
            assert_eq!(counted(number, 5), None, "{number}");
        }
    }

    #[test]
    fn what_is_pushed_here_is_read_by_lua() {
        // SAFETY: a few values on a fresh stack.
        with_stack(|state| unsafe {
            let stack = Stack::of(state);
            stack.push_number(f64::MAX);
            stack.push_boolean(false);
            stack.push_nil();
            assert_eq!(ffi::lua_gettop(state), 3);
            assert_eq!(ffi::lua_tonumberx(state, 1, std::ptr::null_mut()), f64::MAX);
            assert_eq!(ffi::lua_toboolean(state, 2), 0);
            assert_eq!(ffi::lua_type(state, 3), ffi::LUA_TNIL);
            ffi::lua_settop(state, 0);
        });
    }
}
