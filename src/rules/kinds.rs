//! What kinds of values Lua has, and what is wrong with one, in a modder's words. Knows
//! nothing else.

use mlua::Value;

/// What a value is, in a modder's words.
pub(in crate::rules) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nothing",
        Value::Boolean(_) => "a boolean",
        Value::Integer(_) | Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Table(_) => "a table",
        Value::Function(_) => "a function",
        _ => "something else",
    }
}

/// What is wrong with a value that is not as it should be.
pub(in crate::rules) fn in_words(error: mlua::Error) -> String {
    match error {
        mlua::Error::DeserializeError(text) => text,
        other => other.to_string(),
    }
}
