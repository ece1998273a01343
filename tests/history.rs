//! Random keys, undo, redo, restart and reloads in any order, beside a model that
//! simply keeps every board.

mod common;

use common::{Folder, everything, press, session, stock_scripts};
use proptest::prelude::*;
use tilewright::session::Session;

/// Every board there was, and which one is shown.
struct Model {
    boards: Vec<String>,
    at: usize,
}

impl Model {
    fn follow(&mut self, key: char, now: &str, before: &str) {
        match key {
            'z' => self.at = self.at.saturating_sub(1),
            'x' => self.at = (self.at + 1).min(self.boards.len() - 1),
            // A step or restart that changed something, and one that did not.
            _ if now != before => {
                self.boards.truncate(self.at + 1);
                self.boards.push(now.to_owned());
                self.at += 1;
            }
            _ => {}
        }
    }
}

const LEVELS: [&str; 3] = [
    "#########\n#@ $  . #\n#  $  . #\n#   $ . #\n#       #\n#########",
    "@$.\n   ",
    "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########",
];

fn sokoban_in(folder: &Folder, comment: usize) {
    let text = std::fs::read_to_string(stock_scripts().join("sokoban.lua")).unwrap();
    folder.write("game.lua", &format!("{text}\n-- save {comment}\n"));
}

/// A save between two keys: same rule, new virtual machine, new function values.
fn reload(session: &mut Session, folder: &Folder, save: usize) {
    sokoban_in(folder, save);
    session.swap_rules(folder.scripts().load().unwrap()).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_keys_and_saves_agrees_with_the_model(
        level in 0..LEVELS.len(),
        keys in "[lurdlurdlurdzx!s]{0,120}",
    ) {
        let folder = Folder::with_script("");
        sokoban_in(&folder, 0);
        let mut session = session(&folder.scripts(), LEVELS[level]);
        let mut model = Model { boards: vec![everything(&session)], at: 0 };
        for (save, key) in keys.chars().enumerate() {
            let before = everything(&session);
            match key {
                's' => reload(&mut session, &folder, save),
                key => press(&mut session, &key.to_string()).unwrap(),
            }
            let now = everything(&session);
            if key != 's' {
                model.follow(key, &now, &before);
            }
            prop_assert_eq!(&now, &model.boards[model.at], "after {}", key);
        }
        while session.undo().unwrap() {}
        prop_assert_eq!(everything(&session), model.boards[0].clone());
    }
}
