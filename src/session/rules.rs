//! The rules of a session: replaced by others after a save, and told of the board and
//! the settings that it has come to. Each either succeeds or leaves everything as it was.

use crate::rules::{Game, ScriptError, Settings};
use crate::session::play::Session;
use crate::session::prepare::{Plan, Ready, prepare};

/// The token of what `reloaded` did.
pub(in crate::session) const RELOADED: &str = "<reloaded>";

impl Session {
    /// Goes on under other rules, on the same board, with the same history. What is
    /// set stays set, where the new rules know it.
    ///
    /// # Errors
    /// The new script fails on this board; then the old rules stay.
    pub fn swap_rules(&mut self, mut game: Game) -> Result<(), ScriptError> {
        let names = self.turn.board().names().clone();
        let tried = self.try_rules(&mut game);
        match tried.and_then(|won| Ok((won, self.redrawn(&mut game)?))) {
            Ok((won, redrawn)) => {
                self.game = game;
                (self.start_hangs_on, self.last_set) = (None, None);
                match redrawn {
                    Some((ready, won)) => {
                        // What `reloaded` did was for the board that goes.
                        self.turn.cancel();
                        self.replace_board(ready, won, RELOADED);
                    }
                    None => self.go_on_under_new_rules(won),
                }
                Ok(())
            }
            Err(error) => {
                self.turn.cancel();
                // What a script that was not taken names must not add up.
                self.turn.with_names(|own| *own = names);
                Err(error)
            }
        }
    }

    /// Lets the script do again what it does once it was saved, as a turn. Returns whether
    /// that changed anything.
    ///
    /// # Errors
    /// The script failed; then nothing changed.
    pub(in crate::session) fn reloaded(&mut self) -> Result<bool, ScriptError> {
        RELOADED.clone_into(&mut self.token);
        let done = self.game.reloaded(&mut self.turn);
        self.settle(done.map_err(Box::new))
    }

    fn go_on_under_new_rules(&mut self, won: bool) {
        // Without a change what was undone can be done again.
        if self.turn.is_edited() {
            self.boards.go_on(self.journal.done());
            self.walks.go_on(self.journal.done());
        }
        self.picked = None;
        self.turn.commit(&mut self.journal, RELOADED);
        self.solved = won;
    }

    /// Tells the script of the board as it is.
    pub(in crate::session) fn enter(&mut self) -> Result<(), ScriptError> {
        self.game.enter(self.board().topology(), self.current.info())
    }

    /// Has the script declare its tiles for the board as it is, under the settings that
    /// it began with: a step through the history has brought another board. On an
    /// error the game is as it was.
    pub(in crate::session) fn follow_board(&mut self) -> Result<(), ScriptError> {
        let before = self.game.snapshot();
        let mut settings = before.settings().clone();
        let begun = self.boards.standing(self.journal.done());
        for (name, setting) in begun.into_iter().flat_map(|begun| &begun.settings) {
            let param = self.game.declared().param(name).ok();
            if param.is_some_and(|param| param.allows(setting)) {
                settings.insert(name.clone(), setting.clone());
            }
        }
        if let Err(error) = self.declare_in_play(settings) {
            self.game.restore(before)?;
            return Err(error);
        }
        // What that board hangs on is learnt again when a parameter is set.
        self.start_hangs_on = None;
        Ok(())
    }

    /// Other settings on the board as it stands.
    pub(in crate::session) fn declare_in_play(
        &mut self,
        settings: Settings,
    ) -> Result<(), ScriptError> {
        self.game.declare(settings, Some(self.board().topology()))?;
        self.game.bind(&mut self.turn)?;
        self.enter()
    }

    /// The board of the same seed as other rules make it, if they are to draw it again
    /// and it is another one than it was: what does not hang on how boards are made leaves
    /// the player where they are.
    fn redrawn(&mut self, game: &mut Game) -> Result<Option<(Ready, bool)>, ScriptError> {
        let level = self.current.clone();
        if !game.declared().redraw || !level.level.is_made() {
            return Ok(None);
        }
        let (seed, settings) = (self.board().seed(), game.settings().clone());
        let plan = Plan { level: &level, settings: &settings, seed };
        let made = prepare(game, &mut self.turn, plan).and_then(Ready::with_won);
        let made = made.map_err(|refusal| refusal.of_a_game_in_play().into_script_error());
        let (ready, won) = made?;
        let begun = self.boards.standing(self.journal.done());
        if begun.is_none_or(|begun| begun.digest != ready.digest) {
            return Ok(Some((ready, won)));
        }
        game.declare(settings, Some(self.board().topology()))?;
        game.bind(&mut self.turn)?;
        game.enter(self.board().topology(), level.info())?;
        // What was said of a board that nobody sees.
        let _ = game.take_said();
        self.boards.hang_on(self.journal.done(), ready.hangs_on);
        Ok(None)
    }

    fn try_rules(&mut self, game: &mut Game) -> Result<bool, ScriptError> {
        let settings = carried_over(&self.game, game);
        game.declare(settings, Some(self.turn.board().topology()))?;
        game.bind(&mut self.turn)?;
        game.enter(self.turn.board().topology(), self.current.info())?;
        game.reloaded(&mut self.turn)?;
        Ok(game.won(&mut self.turn)?)
    }
}

/// What is set, as far as another script knows and allows it. What nobody has set is as
/// the other script has it.
fn carried_over(before: &Game, game: &Game) -> Settings {
    let params = game.declared().params.iter();
    let carried = params.map(|param| {
        let was = before.declared().param(&param.name).ok().map(|param| &param.default);
        let kept = before.settings().get(&param.name);
        let kept = kept.filter(|setting| Some(*setting) != was && param.allows(setting));
        (param.name.clone(), kept.unwrap_or(&param.default).clone())
    });
    carried.collect()
}
