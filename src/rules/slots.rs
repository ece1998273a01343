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
//! - The number of a text is only ever what [`give_number`] has put there, or one that stands
//!   for none: Luau itself writes there only where nothing was put, and nobody gives it a function
//!   that makes numbers (`useratom`). [`fits`] looks at this, too.
//! - A slot is read only between the base and the top of the function that runs, and pushed only
//!   while that function has room, as in `bind.rs`.
//! - What the garbage collector looks after is pushed here only after Lua has pushed such a
//!   value itself, with nothing between: that tells the collector of the stack.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int};
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
    header: [u8; 4],
    /// The number that whoever embeds Luau gives to a text: here, what [`give_number`] makes of
    /// it. Luau itself puts -1 where it had none, and takes only what is not negative for one.
    atom: i16,
    padding: [u8; 2],
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

/// The highest number that a text can have.
pub(in crate::rules) const MOST_NUMBER: u16 = 0x7ffe;

/// The number of a text with that atom. Numbers from 1 on are atoms from -2 downwards: one that is
/// not negative would have Luau make other code of a script that names a field so. Of what Luau
/// itself puts there, -1 is 0, and the lowest of all ("not asked for yet") is one more than
/// [`MOST_NUMBER`].
#[inline]
fn number_of(atom: i16) -> u16 {
    (!atom).cast_unsigned()
}

/// Gives a text a number, from 1 to [`MOST_NUMBER`]. It has it for as long as it lives.
///
/// # Safety
/// There the bytes of a live text begin, in a VM of which [`fits`] has said so.
pub(in crate::rules) unsafe fn give_number(bytes: *const c_char, number: u16) {
    debug_assert!((1..=MOST_NUMBER).contains(&number), "{number} is no number of a text");
    // SAFETY: the caller's.
    unsafe { set_atom(bytes, !number.cast_signed()) }
}

/// # Safety
/// As for [`give_number`].
unsafe fn set_atom(bytes: *const c_char, atom: i16) {
    // Whoever tells where the bytes are may let others only read them, and nothing before them.
    let text = bytes.addr() - std::mem::offset_of!(Text, bytes);
    let text = std::ptr::with_exposed_provenance_mut::<Text>(text);
    // SAFETY: the caller's; Luau, which has made the text, writes there itself.
    unsafe { (*text).atom = atom }
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

    /// A whole number from 1 to that one; `None` for anything else.
    ///
    /// A number from 0 to below 2^52 to which 2^52 is added has the whole part of the sum in its
    /// low bits, and nothing behind the point any more; any other one has higher bits.
    #[inline]
    pub fn counted(self, at: c_int, most: u32) -> Option<u32> {
        const SHIFT: f64 = 4_503_599_627_370_496.0;
        let number = self.number(at)?;
        let shifted = number + SHIFT;
        #[allow(clippy::float_cmp)] // equal exactly when it is whole, or far too large
        let is_whole = shifted - SHIFT == number;
        let above_one = shifted.to_bits().wrapping_sub((SHIFT + 1.0).to_bits());
        #[allow(clippy::cast_possible_truncation)] // below what is a `u32` itself
        (is_whole && above_one < u64::from(most)).then(|| above_one as u32 + 1)
    }

    /// A truth value.
    #[inline]
    pub fn boolean(self, at: c_int) -> Option<bool> {
        let slot = self.slot(at).filter(|slot| slot.kind == ffi::LUA_TBOOLEAN)?;
        // SAFETY: as above.
        Some(unsafe { slot.value.boolean } != 0)
    }

    /// The number that [`give_number`] has given to a text; 0 or more than
    /// [`MOST_NUMBER`] for one that has none.
    #[inline]
    pub fn text_number(self, at: c_int) -> Option<u16> {
        let slot = self.slot(at).filter(|slot| slot.kind == ffi::LUA_TSTRING)?;
        // SAFETY: as above; a text that is on the stack is alive.
        Some(number_of(unsafe { (*slot.value.text).atom }))
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
        let read = same_size
            && fits_text(state, stack, 4)
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

/// Whether a text of six bytes on the stack is laid out as [`Text`] says, and keeps a number.
///
/// # Safety
/// As for [`fits`]; the text is there, and the stack itself is laid out as expected.
unsafe fn fits_text(state: *mut ffi::lua_State, stack: Stack, at: c_int) -> bool {
    let mut atom = 0;
    // SAFETY: the caller's; that Luau tells of an atom has it decide which one the text has.
    unsafe {
        let bytes = ffi::lua_tostringatom(state, at, &raw mut atom);
        let text = ffi::lua_topointer(state, at).cast::<Text>();
        let same_text = (&raw const (*text).bytes).cast() == bytes
            && (*text).length == 6
            && stack.text_number(at).map(i32::from) == Some(!atom)
            && atom == -1;
        same_text && {
            give_number(bytes, MOST_NUMBER);
            ffi::lua_tostringatom(state, at, &raw mut atom);
            let told = (stack.text_number(at), atom);
            // Nobody has given it one.
            set_atom(bytes, -1);
            told == (Some(MOST_NUMBER), !c_int::from(MOST_NUMBER))
        }
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
            assert_eq!((stack.boolean(2), stack.text_number(2)), (Some(false), None));
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
        for most in 1..6 {
            assert_eq!(counted(f64::from(most), most), Some(most));
            assert_eq!(counted(f64::from(most) + 1.0, most), None);
        }
        for number in [0.0, -1.0, 1.5, 6.0, f64::NAN, f64::INFINITY, -f64::INFINITY, 1e18, -0.0] {
            assert_eq!(counted(number, 5), None, "{number}");
        }
    }

    #[test]
    fn numbers_far_out_of_range_are_not_counted() {
        // SAFETY: one value after another on a fresh stack.
        with_stack(|state| unsafe {
            let (half, double) = (2f64.powi(52), 2f64.powi(53));
            let near = [half, double].map(|at| [-2.0, -1.0, -0.5, 0.0, 1.0, 2.0].map(|by| at + by));
            let far = [2_147_483_647.0, 4_294_967_295.5, 4_294_967_296.0, 4_294_967_297.0, 9e15];
            let tiny = [0.5, 1e-300, f64::MIN_POSITIVE, 0.999_999_999_999_999_9];
            for number in near.concat().into_iter().chain(far).chain(tiny) {
                for number in [number, -number] {
                    ffi::lua_pushnumber(state, number);
                    let in_range = (number == 2_147_483_647.0).then_some(2_147_483_647);
                    assert_eq!(Stack::of(state).counted(1, u32::MAX), in_range, "{number}");
                    assert_eq!(Stack::of(state).counted(1, 2_147_483_646), None, "{number}");
                    ffi::lua_settop(state, 0);
                }
            }
        });
    }

    #[test]
    fn a_text_keeps_the_number_that_it_is_given_whatever_luau_has_put_there() {
        // SAFETY: a few texts on a fresh stack, which keeps them alive.
        with_stack(|state| unsafe {
            let stack = Stack::of(state);
            let texts = [c"never asked for", c"asked for before", c"never given any"];
            for text in texts {
                ffi::lua_pushstring(state, text.as_ptr());
            }
            let mut atom = 0;
            ffi::lua_tostringatom(state, 2, &raw mut atom);
            assert_eq!((atom, stack.text_number(2)), (-1, Some(0)));
            assert_eq!(stack.text_number(1), Some(MOST_NUMBER + 1));
            for (at, number) in [(1, 1), (2, MOST_NUMBER)] {
                give_number(ffi::lua_tostring(state, at), number);
                ffi::lua_tostringatom(state, at, &raw mut atom);
                assert!(atom < -1, "Luau would take it for an atom of its own: {atom}");
                assert_eq!(stack.text_number(at), Some(number));
            }
            assert!(stack.text_number(3).is_some_and(|number| number > MOST_NUMBER));
            // The same text, made again, is the same.
            ffi::lua_pushstring(state, c"never asked for".as_ptr());
            assert_eq!(stack.text_number(4), Some(1));
            ffi::lua_settop(state, 0);
        });
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
