//! The names of keys, as a terminal tells them. Knows no command.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::app::input::Press;

/// What is pressed, if it has a name.
pub(super) fn press(event: &KeyEvent) -> Option<Press> {
    let held = |modifier: KeyModifiers| event.modifiers.contains(modifier);
    // A capital letter may come without a word about Shift.
    let is_capital = matches!(event.code, KeyCode::Char(letter) if letter.is_uppercase());
    Some(Press {
        key: name(event.code)?,
        control: held(KeyModifiers::CONTROL) || held(KeyModifiers::SUPER),
        shift: held(KeyModifiers::SHIFT) || is_capital,
    })
}

/// A key's name as scripts and settings write it.
fn name(code: KeyCode) -> Option<String> {
    let name = match code {
        KeyCode::Char(' ') => "space",
        KeyCode::Char(letter) => return Some(letter.to_lowercase().collect()),
        KeyCode::F(number) => return Some(format!("f{number}")),
        KeyCode::Left => "left",
        KeyCode::Up => "up",
        KeyCode::Right => "right",
        KeyCode::Down => "down",
        KeyCode::Enter => "enter",
        KeyCode::Tab | KeyCode::BackTab => "tab",
        KeyCode::Backspace => "backspace",
        KeyCode::Delete => "delete",
        KeyCode::Insert => "insert",
        KeyCode::Home => "home",
        KeyCode::End => "end",
        KeyCode::PageUp => "pageup",
        KeyCode::PageDown => "pagedown",
        // The keypad's 5.
        KeyCode::KeypadBegin => "clear",
        KeyCode::Esc => "escape",
        _ => return None,
    };
    Some(name.to_owned())
}
