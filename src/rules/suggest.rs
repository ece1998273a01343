//! What a misspelt word was probably meant to be. Knows words, and not what they are for.

/// Words longer than this, in characters, are not compared: nobody has typed them.
const LONGEST: usize = 64;

/// The question `did you mean \`layer\`?` after a word that is not known, if one of the known
/// words is near enough: a letter added, left out, replaced or exchanged with the next one
/// counts 1, and one such slip is allowed for each three letters of the word, at least one.
#[must_use]
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let length = word.chars().count();
    if length > LONGEST {
        return None;
    }
    let allowed = (length / 3).max(1);
    let typed = word.to_lowercase();
    let typed_length = typed.chars().count();
    let slips = |known: &str| {
        let known = known.to_lowercase();
        // There are no fewer slips than letters too many or too few.
        let is_far = known.chars().count().abs_diff(typed_length) > allowed;
        if is_far { usize::MAX } else { strsim::damerau_levenshtein(&typed, &known) }
    };
    let counted =
        known.into_iter().filter(|&known| known != word).map(|known| (slips(known), known));
    // Of two that are as near, the one that is named first.
    let (slips, nearest) = counted.min_by_key(|(slips, _)| *slips)?;
    // A word of two letters is near to everything.
    let is_near = slips <= allowed && slips < length;
    (is_near && length > 1).then(|| format!("did you mean `{nearest}`?"))
}

/// The same question as the end of a message; empty if there is none to ask.
pub(in crate::rules) fn question<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    did_you_mean(word, known).map(|question| format!("; {question}")).unwrap_or_default()
}

/// The same question, or else all words that are known.
pub(in crate::rules) fn or_one_of<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    did_you_mean(word, known.clone()).unwrap_or_else(|| {
        let known: Vec<&str> = known.into_iter().collect();
        match known.is_empty() {
            true => "there is none".to_owned(),
            false => format!("expected one of {}", known.join(", ")),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 5] = ["layer", "look", "step", "goes_on", "reach"];

    fn meant(word: &str) -> Option<String> {
        did_you_mean(word, WORDS)
    }

    #[test]
    fn a_slip_is_asked_about() {
        for (word, nearest) in [
            ("laier", "layer"),
            ("layers", "layer"),
            ("stpe", "step"),
            ("Look", "look"),
            ("goeson", "goes_on"),
        ] {
            assert_eq!(meant(word), Some(format!("did you mean `{nearest}`?")), "{word}");
        }
    }

    #[test]
    fn another_word_is_not() {
        for word in ["", "x", "lo", "piece", "colour", "look at all of this"] {
            assert_eq!(meant(word), None, "{word}");
        }
        assert_eq!(did_you_mean("layer", []), None);
        assert_eq!(did_you_mean(&"layer".repeat(1000), WORDS), None);
    }
}
