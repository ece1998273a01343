//! The names of keys. Knows no command.

use winit::keyboard::{Key, NamedKey};

/// A key's name as scripts and settings write it.
pub(super) fn key_name(key: &Key) -> Option<String> {
    let name = match key {
        Key::Character(text) => return Some(text.to_lowercase()),
        Key::Named(NamedKey::ArrowLeft) => "left",
        Key::Named(NamedKey::ArrowUp) => "up",
        Key::Named(NamedKey::ArrowRight) => "right",
        Key::Named(NamedKey::ArrowDown) => "down",
        Key::Named(other) => return Some(format!("{other:?}").to_lowercase()),
        _ => return None,
    };
    Some(name.to_owned())
}
