//! What games, and the files that they require, can be called.

/// Whether a game can be called that: letters and digits of ASCII, `_` and `-`, which is not
/// the first; and not `init`, which says what is played at first.
#[must_use]
pub fn is_name_of_a_game(name: &str) -> bool {
    !name.is_empty() && name != "init" && !name.starts_with('-') && name.chars().all(is_name)
}

/// Whether a name can have that letter.
pub(in crate::rules) fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}
