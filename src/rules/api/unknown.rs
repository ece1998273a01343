//! Names that a script reads and nobody has given: for messages that say what was meant.

use crate::rules::call::{Call, Problem};
use crate::rules::host::Answer;
use crate::rules::missing::Missing;
use crate::rules::suggest::did_you_mean;

/// Remembers that a library (or, with an empty name, nothing at all) has no such name.
pub(super) fn missing(call: &mut Call<'_>) -> Result<Answer, Problem> {
    // What is no text was no slip of the pen.
    if call.kind(2) == "a text" {
        let (library, name) = (call.text(1)?, call.text(2)?);
        let library = Some(library).filter(|library| !library.is_empty());
        call.desk().missing.note(Missing { library, name });
    }
    Ok(Answer::Nil)
}

/// The end of a message about a word that is none of the known ones, which stand in a text:
/// which was meant, or else what there is if there is not much.
pub(super) fn meant(call: &mut Call<'_>) -> Result<Answer, Problem> {
    const FEW: usize = 12;
    let (word, known) = (call.text(1)?, call.text(2)?);
    let mut known: Vec<&str> = known.split(' ').filter(|name| !name.is_empty()).collect();
    known.sort_unstable();
    call.desk().text = match did_you_mean(&word, known.iter().copied()) {
        Some(question) => format!("; {question}"),
        None if known.is_empty() => "; there is none".to_owned(),
        None if known.len() <= FEW => format!("; expected {}", known.join(", ")),
        None => String::new(),
    };
    Ok(Answer::Text)
}
