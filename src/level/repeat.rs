//! Run-length forms: `3#` for `###`, `2(3(#-)#)` for a group, and `|` between
//! rows. Knows no legend; writes none of these.

/// A run-length form that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::level) struct BadRepeat {
    /// The column of the mistake in characters, from 0.
    pub column: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// The most characters that one text may grow to. It bounds what a few nested
/// counts could ask for.
const MAX_GROWN: usize = 4 << 20;
/// The most characters that all run lengths of one file may build. It bounds the time
/// that a small file can take.
const MAX_OF_FILE: usize = 64 << 20;
/// The deepest nesting of groups.
const MAX_DEPTH: usize = 32;

/// Whether a text has run-length forms in it.
pub(in crate::level) fn is_repeated(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | '|'))
}

/// Writes a run-length text out in full. `|` stays, for the caller to split at. `built`
/// counts the characters that all texts of one file took.
pub(in crate::level) fn expand(text: &str, built: &mut usize) -> Result<String, BadRepeat> {
    if *built > MAX_OF_FILE {
        let what = "the run lengths of this file grow to more than 64 million characters";
        return Err(bad(0, what));
    }
    let mut expander = Expander::new(text, MAX_GROWN);
    let grown = expander.all();
    *built = built.saturating_add(expander.built);
    grown
}

/// How many characters the run lengths of all recordings of one file may still add to them. A
/// step takes more room than a level's cell, and a few letters could ask for millions of them.
#[derive(Debug)]
pub struct Growth {
    left: usize,
}

impl Default for Growth {
    fn default() -> Growth {
        Growth { left: MAX_GROWN }
    }
}

/// Writes the run lengths of a recording, or of a part of one, out in full.
///
/// # Errors
/// A form that cannot be read, or grows too far: its column in characters, from 1, and what is
/// wrong.
pub fn expand_repeats(text: &str, growth: &mut Growth) -> Result<String, (usize, &'static str)> {
    let mut expander = Expander::new(text, growth.left.saturating_add(text.len()));
    let grown = expander.all();
    growth.left = growth.left.saturating_sub(expander.built.saturating_sub(text.len()));
    grown.map_err(|bad| (bad.column + 1, bad.what))
}

struct Expander {
    characters: Vec<char>,
    at: usize,
    /// Characters that were put together so far, also for what is then left out.
    built: usize,
    /// How many that may be.
    most: usize,
}

impl Expander {
    fn new(text: &str, most: usize) -> Expander {
        Expander { characters: text.chars().collect(), at: 0, built: 0, most }
    }

    /// All of the text.
    fn all(&mut self) -> Result<String, BadRepeat> {
        let mut grown = String::new();
        self.group(0, &mut grown).map(|()| grown)
    }

    /// Reads up to the `)` of this group, or to the end at depth 0.
    fn group(&mut self, depth: usize, grown: &mut String) -> Result<(), BadRepeat> {
        let opened = self.at;
        while let Some(&character) = self.characters.get(self.at) {
            if character == ')' {
                return match depth {
                    0 => Err(bad(self.at, "a ')' without its '('")),
                    _ => Ok(()),
                };
            }
            self.item(depth, grown)?;
        }
        match depth {
            0 => Ok(()),
            _ => Err(bad(opened.saturating_sub(1), "a '(' without its ')'")),
        }
    }

    /// Reads one character or group with the count before it.
    fn item(&mut self, depth: usize, grown: &mut String) -> Result<(), BadRepeat> {
        let start = self.at;
        let count = self.count()?;
        let mut piece = String::new();
        match self.characters.get(self.at) {
            None => return Err(bad(start, "a count with nothing after it")),
            Some('(') if depth == MAX_DEPTH => {
                return Err(bad(self.at, "groups nested too deep"));
            }
            Some('(') => {
                self.at += 1;
                self.group(depth + 1, &mut piece)?;
            }
            Some(&character) => piece.push(character),
        }
        self.at += 1;
        self.built = self.built.saturating_add(piece.len().saturating_mul(count.max(1)));
        if self.built > self.most {
            let alone = "this grows to more than 4 million characters";
            let after = "with what comes before it this grows to more than 4 million characters";
            return Err(bad(start, if self.most < MAX_GROWN { after } else { alone }));
        }
        grown.push_str(&piece.repeat(count));
        Ok(())
    }

    fn count(&mut self) -> Result<usize, BadRepeat> {
        let start = self.at;
        while self.characters.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        if start == self.at {
            return Ok(1);
        }
        let digits: String = self.characters[start..self.at].iter().collect();
        let count = digits.parse().ok().filter(|&count| count <= MAX_GROWN);
        count.ok_or_else(|| bad(start, "a count that is too large"))
    }
}

fn bad(column: usize, what: &'static str) -> BadRepeat {
    BadRepeat { column, what }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand(text: &str) -> Result<String, BadRepeat> {
        super::expand(text, &mut 0)
    }

    fn grown(text: &str) -> String {
        expand(text).unwrap()
    }

    #[test]
    fn counts_repeat_what_follows() {
        assert_eq!(grown("3#4-p.#"), "###----p.#");
        assert_eq!(grown("2(3(#-)#)"), "#-#-#-##-#-#-#");
        assert_eq!(grown("12-"), "-".repeat(12));
        assert_eq!(grown("0#@"), "@");
    }

    #[test]
    fn mistakes_say_where() {
        let column = |text| expand(text).unwrap_err().column;
        assert_eq!(column("##)"), 2);
        assert_eq!(column("#2(#"), 2);
        assert_eq!(column("##3"), 2);
        assert_eq!(column("99999999999999999999#"), 0);
    }

    #[test]
    fn growth_is_bounded() {
        assert!(expand("9999(9999(9999(#)))").is_err());
        assert!(expand(&"0(4194000#)".repeat(100)).is_err());
        assert!(expand(&"(".repeat(100_000)).is_err());
    }
}
