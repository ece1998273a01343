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

/// A script of more bytes stays bytecode: to make machine code of it would take too long.
pub(in crate::rules) const LONGEST_COMPILED: usize = 200_000;

/// What was loaded into one VM.
#[derive(Clone, Default)]
pub(in crate::rules) struct Chunks {
    /// What is yet to become machine code.
    loaded: Rc<RefCell<Vec<Function>>>,
    /// How many calls were made, up to [`OFTEN`]; one more once there is nothing left to make
    /// machine code of.
    calls: Rc<Cell<u32>>,
}

impl Chunks {
    /// For a VM; without machine code if it is not to have any.
    pub fn new(native: bool) -> Chunks {
        let chunks = Chunks::default();
        if !native {
            chunks.calls.set(OFTEN + 1);
        }
        chunks
    }

    /// What compiles scripts. What `prelude.lua` has put into the place of a function that Luau
    /// would not even look for is called as any other.
    pub fn compiler() -> Compiler {
        let compiler = Compiler::new().set_optimization_level(2).set_debug_level(1);
        compiler.set_disabled_builtins(["math.lerp"])
    }

    /// Loads what the engine puts before every script.
    pub fn load_prelude(&self, lua: &Lua) -> mlua::Result<Function> {
        static PRELUDE: OnceLock<Vec<u8>> = OnceLock::new();
        self.load_own(lua, &PRELUDE, include_str!("prelude.lua"), &Chunks::compiler())
    }

    /// Loads what calls a rule turn after turn; without its lines, so that an error that a rule
    /// blames on whoever has called it is told as if that were the engine itself.
    pub fn load_turns(&self, lua: &Lua) -> mlua::Result<Function> {
        static TURNS: OnceLock<Vec<u8>> = OnceLock::new();
        let compiler = Chunks::compiler().set_debug_level(0);
        self.load_own(lua, &TURNS, include_str!("turns.lua"), &compiler)
    }

    /// Loads a text of the engine's own; compiled once, as it never changes.
    fn load_own(
        &self,
        lua: &Lua,
        compiled: &OnceLock<Vec<u8>>,
        text: &str,
        compiler: &Compiler,
    ) -> mlua::Result<Function> {
        let bytecode = match compiled.get() {
            Some(bytecode) => bytecode,
            None => {
                let bytecode = compiler.compile(text)?;
                compiled.get_or_init(|| bytecode)
            }
        };
        let chunk = lua.load(bytecode.as_slice()).set_name("=engine").set_mode(ChunkMode::Binary);
        let function = chunk.into_function()?;
        self.ran(&function, bytecode.len());
        Ok(function)
    }

    /// Loads a script's text, and never bytecode, which could do anything.
    pub fn load(&self, lua: &Lua, shown: &str, text: &str) -> mlua::Result<Function> {
        let chunk = lua.load(text).set_name(format!("@{shown}")).set_mode(ChunkMode::Text);
        chunk.into_function()
    }

    /// What was loaded from a text of so many bytes has run, and is used from now on.
    pub fn ran(&self, function: &Function, length: usize) {
        if length <= LONGEST_COMPILED && self.calls.get() <= OFTEN {
            self.loaded.borrow_mut().push(function.clone());
        }
    }

    /// Whether there is nothing left to make machine code of.
    #[inline]
    pub fn are_settled(&self) -> bool {
        self.calls.get() > OFTEN
    }

    /// Takes note of a call that is to be made, while no Lua runs.
    #[inline]
    pub fn note_call(&self, lua: &Lua) {
        if self.calls.get() <= OFTEN {
            self.count_call(lua);
        }
    }

    fn count_call(&self, lua: &Lua) {
        if self.calls.get() < OFTEN {
            return self.calls.set(self.calls.get() + 1);
        }
        // One at a call, so that none takes long.
        let next = self.loaded.borrow_mut().pop();
        match next {
            // Where there is no memory for it, or no such machine, bytecode does the same.
            Some(function) => drop(bind::make_machine_code(lua, &function)),
            None => self.calls.set(OFTEN + 1),
        }
    }
}
