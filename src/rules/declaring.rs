//! How a game comes to declare its tiles for other settings and other boards, and how
//! that is taken back. Knows no session.

use std::rc::Rc;

use mlua::Value;

use crate::grid::{Topology, Turn, new_stamp};
use crate::rules::declaration::Declaration;
use crate::rules::declared::{Declared, declare};
use crate::rules::error::ScriptError;
use crate::rules::fault::{At, Found};
use crate::rules::game::Game;
use crate::rules::params::Settings;

impl Game {
    /// Has the script declare its tiles for these settings and that size of the board
    /// (nothing if the board is yet to be made). The game is to be bound again then.
    ///
    /// # Errors
    /// The script fails, and what was declared before stays.
    pub fn declare(
        &mut self,
        settings: impl std::borrow::Borrow<Settings>,
        size: Option<Topology>,
    ) -> Result<(), ScriptError> {
        let settings: &Settings = std::borrow::Borrow::borrow(&settings);
        let hangs = matches!(self.table.raw_get(&self.tiles), Ok(Value::Function(_)));
        let size = size.filter(|_| hangs);
        let is_it = |declared: &Declared| *declared.settings == *settings && declared.size == size;
        if is_it(&self.declared) {
            return Ok(());
        }
        self.won.set(None);
        if self.before.as_ref().is_some_and(is_it)
            && let Some(before) = self.before.take()
        {
            self.before = Some(std::mem::replace(&mut self.declared, before));
            self.tell_settings();
            return Ok(());
        }
        let machine = &self.machine;
        let told = machine.set_params(settings).map_err(|error| machine.error(&error));
        let settings = Rc::new(settings.clone());
        let mut next = Declared { settings, size, ..self.declared.clone() };
        if hangs {
            let read = told.and_then(|()| self.declare_anew(&next));
            next.declaration = Rc::new(read.inspect_err(|_| self.tell_settings())?);
            next.stamp = new_stamp();
        } else {
            told.inspect_err(|_| self.tell_settings())?;
        }
        self.before = Some(std::mem::replace(&mut self.declared, next));
        Ok(())
    }

    fn declare_anew(&self, next: &Declared) -> Result<Declaration, ScriptError> {
        let (machine, found) = (&self.machine, Found::default());
        let at = At::top(machine.lua(), &found);
        let params = self.declared().params.clone();
        let declared = declare(&at, machine, (&self.table, &self.name), next, params);
        Ok(found.settle(Some(declared), &machine.sources.borrow())?)
    }

    /// What is declared now, to be put back with [`Game::restore`].
    #[must_use]
    pub fn snapshot(&self) -> Declared {
        self.declared.clone()
    }

    /// Puts back what was declared.
    ///
    /// # Errors
    /// The script has used up its memory.
    pub fn restore(&mut self, before: Declared) -> Result<(), ScriptError> {
        self.declared = before;
        self.won.set(None);
        self.tell_settings();
        self.learn()
    }

    /// Joins the game to the board that it will play on: each name gets its
    /// number there. What another game left on that board stays.
    ///
    /// # Errors
    /// The board has too many names by now.
    pub fn bind(&mut self, turn: &mut Turn) -> Result<(), ScriptError> {
        // From level to level the names stay, and what the script knows of them.
        let names = Some(turn.board().names().tile_stamp());
        if self.declared.bound.names == names && self.learnt.get() == (self.declared.stamp, names) {
            return Ok(());
        }
        let bound = turn.with_names(|names| self.declared.bind(names));
        bound
            .map_err(|many| ScriptError { message: many.to_string(), ..ScriptError::default() })?;
        self.learn()
    }

    /// Lets the script use its names by their numbers on the board.
    fn learn(&self) -> Result<(), ScriptError> {
        // If it fails, who knows what they mean.
        self.learnt.take();
        let bound = &self.declared.bound;
        let layers = self.declared().layers.iter().zip(&bound.layers);
        let learnt = self.machine.learn(
            self.tiles().map(|(kind, tile)| (kind.name.clone(), bound.layers[kind.layer], tile)),
            layers.map(|(name, layer)| (name.clone(), *layer)),
        );
        learnt.map_err(|error| self.machine.error(&error))?;
        self.learnt.set((self.declared.stamp, bound.names));
        Ok(())
    }

    /// Tells the script what its parameters are set to, after another setting failed.
    fn tell_settings(&self) {
        // They were told before, so there is room for them.
        let _ = self.machine.set_params(&self.declared.settings);
    }
}
