//! The names of keys. Knows no command.

use winit::event::WindowEvent;
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

/// Whether an event is one of the function keys, which write nothing: they are the game's also
/// while something is being written in a panel.
pub(super) fn is_function_key(event: &WindowEvent) -> bool {
    let WindowEvent::KeyboardInput { event, .. } = event else { return false };
    let name = key_name(&event.logical_key);
    let number = name.as_deref().and_then(|name| name.strip_prefix('f'));
    number.is_some_and(|number| number.parse::<u8>().is_ok())
}
