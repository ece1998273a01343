//! What kinds of values Lua has, and what is wrong with one, in a modder's words. Knows
//! nothing else.

use mlua::Value;

use crate::rules::suggest::did_you_mean;

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
        mlua::Error::DeserializeError(text) => asked(plain(&text)),
        other => other.to_string(),
    }
}

/// The same without the words of Rust.
fn plain(text: &str) -> String {
    let words = [("f32", "a number"), ("f64", "a number"), ("a boolean", "true or false")];
    let mut text = text.replace("invalid type: string ", "got the text ");
    for (rust, word) in words {
        text = text.replace(&format!("expected {rust}"), &format!("expected {word}"));
    }
    text.replace("invalid type: ", "got ")
}

/// The same, asking about a word that is nearly one of those that were expected, as in
/// "unknown field `colour`, expected one of `shape`, `color`".
fn asked(text: String) -> String {
    let Some((what, expected)) = text.split_once(", expected ") else { return text };
    let word = what.split('`').nth(1).filter(|_| what.starts_with("unknown "));
    let known = expected.split('`').skip(1).step_by(2);
    let question = word.and_then(|word| did_you_mean(word, known));
    question.map_or_else(|| text.clone(), |question| format!("{what}; {question}"))
}
