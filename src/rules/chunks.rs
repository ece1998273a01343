//! From the texts of scripts to functions that run: at first as bytecode, which is there at
//! once, and as machine code from when they have been called often, for making that takes
//! several times as long as all else that a save asks for. Knows no game.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::OnceLock;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, Lua};

use crate::rules::bind;

/// A VM into which so many calls were made gets machine code.
const OFTEN: u32 = 200;

/// What was loaded into one VM.
#[derive(Clone, Default)]
pub(in crate::rules) struct Chunks {
    loaded: Rc<RefCell<Vec<Function>>>,
    /// How many calls were made, up to [`OFTEN`].
    calls: Rc<Cell<u32>>,
}

impl Chunks {
    /// For a VM; without machine code if it is not to have any.
    pub fn new(native: bool) -> Chunks {
        let chunks = Chunks::default();
        if !native {
            chunks.calls.set(OFTEN);
        }
        chunks
    }

    /// What compiles scripts.
    pub fn compiler() -> Compiler {
        Compiler::new().set_optimization_level(2).set_debug_level(1)
    }

    /// Loads what the engine puts before every script; compiled once, as it never changes.
    pub fn load_prelude(&self, lua: &Lua) -> mlua::Result<Function> {
        static PRELUDE: OnceLock<Vec<u8>> = OnceLock::new();
        let bytecode = match PRELUDE.get() {
            Some(bytecode) => bytecode,
            None => {
                let bytecode = Chunks::compiler().compile(include_str!("prelude.lua"))?;
                PRELUDE.get_or_init(|| bytecode)
            }
        };
        let chunk = lua.load(bytecode.as_slice()).set_name("=engine").set_mode(ChunkMode::Binary);
        self.keep(chunk.into_function()?)
    }

    /// Loads a script's text, and never bytecode, which could do anything.
    pub fn load(&self, lua: &Lua, shown: &str, text: &str) -> mlua::Result<Function> {
        let chunk = lua.load(text).set_name(format!("@{shown}")).set_mode(ChunkMode::Text);
        self.keep(chunk.into_function()?)
    }

    fn keep(&self, function: Function) -> mlua::Result<Function> {
        self.loaded.borrow_mut().push(function.clone());
        Ok(function)
    }

    /// Takes note of a call that is to be made, while no Lua runs.
    #[inline]
    pub fn note_call(&self, lua: &Lua) {
        if self.calls.get() < OFTEN {
            self.calls.set(self.calls.get() + 1);
            if self.calls.get() == OFTEN {
                self.make_machine_code(lua);
            }
        }
    }

    #[cold]
    fn make_machine_code(&self, lua: &Lua) {
        for function in self.loaded.borrow().iter() {
            // Where there is no memory for it, or no such machine, bytecode does the same.
            let _ = bind::make_machine_code(lua, function);
        }
    }
}
