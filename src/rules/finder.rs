//! Finds where a script says something, by the words on the way to it, as `tiles`, `wall`,
//! `look`, `color`: a value has no place of its own once Lua has read it. Knows the tokens
//! of scripts, and no more of Lua.

use std::collections::HashMap;

use crate::rules::duplicates::key;
use crate::rules::source::Sources;
use crate::rules::tokens::{Kind, Token, tokens};

/// A place in a script: its path as it is shown, line and column from 1.
pub(in crate::rules) type Spot<'a> = (&'a str, usize, usize);

/// All words of a game's scripts.
pub(in crate::rules) struct Finder<'a> {
    files: Vec<File<'a>>,
}

/// The words of one script.
struct File<'a> {
    shown: &'a str,
    words: HashMap<String, Vec<Word>>,
    tables: Vec<Table>,
}

/// A place where a word stands.
struct Word {
    line: usize,
    column: usize,
    /// The table constructor around it.
    within: Option<usize>,
    /// Whether it is a text or a key, and not the name of something else.
    is_said: bool,
}

/// A table constructor, which is known by its key, or else by the `name` in it.
struct Table {
    key: Option<String>,
    within: Option<usize>,
}

impl<'a> Finder<'a> {
    /// Reads the words of all scripts.
    pub fn new(sources: &'a Sources) -> Finder<'a> {
        let files = sources.texts().map(|(shown, text)| File::read(shown, text));
        Finder { files: files.collect() }
    }

    /// Where the last word of the way stands: of several places the one that most of the
    /// words before it stand around. Where the last word is nowhere, as of a value that was
    /// computed, the place of the word before it.
    pub fn find(&self, way: &[String]) -> Option<Spot<'a>> {
        let mut ways = (1..=way.len()).rev().filter_map(|length| way[..length].split_last());
        ways.find_map(|(word, around)| self.nearest(word, around))
    }

    fn nearest(&self, word: &str, around: &[String]) -> Option<Spot<'a>> {
        let mut best: Option<((usize, bool), Spot<'a>)> = None;
        for file in &self.files {
            for place in file.words.get(word).into_iter().flatten() {
                let score = (file.score(place, around), place.is_said);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, (file.shown, place.line, place.column)));
                }
            }
        }
        best.map(|(_, spot)| spot)
    }
}

impl<'a> File<'a> {
    fn read(shown: &'a str, text: &str) -> File<'a> {
        let tokens = tokens(text);
        let mut file = File { shown, words: HashMap::new(), tables: Vec::new() };
        let mut within: Option<usize> = None;
        for (at, token) in tokens.iter().enumerate() {
            match &token.kind {
                Kind::Mark('{') => {
                    file.tables.push(Table { key: key_before(&tokens[..at]), within });
                    within = Some(file.tables.len() - 1);
                }
                Kind::Mark('}') => {
                    within = within.and_then(|table| file.tables[table].within);
                }
                Kind::Mark(_) => {}
                // A number stands in a script for anything.
                Kind::Name(name) if name.starts_with(|first: char| first.is_ascii_digit()) => {}
                Kind::Name(word) | Kind::Text(word) => {
                    let is_text = matches!(token.kind, Kind::Text(_));
                    let is_said = is_text || key(&tokens[at..]).is_some();
                    let Token { line, column, .. } = *token;
                    let place = Word { line, column, within, is_said };
                    file.words.entry(word.clone()).or_default().push(place);
                    if is_text {
                        file.name_table(within, &tokens[..at], word);
                    }
                }
            }
        }
        file
    }

    /// Calls a table without a key by the text after `name =`.
    fn name_table(&mut self, within: Option<usize>, before: &[Token], name: &str) {
        let is_name = |token: &Token| token.kind == Kind::Name("name".to_owned());
        if let ([.., word, equals], Some(table)) = (before, within)
            && is_name(word)
            && equals.is('=')
        {
            self.tables[table].key.get_or_insert_with(|| name.to_owned());
        }
    }

    /// How many of the words stand around a place, in their order.
    fn score(&self, place: &Word, around: &[String]) -> usize {
        let (mut score, mut left, mut table) = (0, around, place.within);
        while let Some(at) = table {
            let Table { key, within } = &self.tables[at];
            if let Some(found) = left.iter().rposition(|word| Some(word) == key.as_ref()) {
                (score, left) = (score + 1, &left[..found]);
            }
            table = *within;
        }
        score
    }
}

/// The key of a table whose constructor begins after these tokens.
fn key_before(before: &[Token]) -> Option<String> {
    let (equals, before) = before.split_last()?;
    let name = match before {
        _ if !equals.is('=') => return None,
        [.., Token { kind: Kind::Text(text), .. }, close] if close.is(']') => text,
        [.., Token { kind: Kind::Name(name), .. }] => name,
        _ => return None,
    };
    Some(name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, way: &[&str]) -> Option<(usize, usize)> {
        let mut sources = Sources::default();
        sources.keep("a.lua".to_owned(), text.to_owned());
        let way: Vec<String> = way.iter().map(|&word| word.to_owned()).collect();
        Finder::new(&sources).find(&way).map(|(_, line, column)| (line, column))
    }

    #[test]
    fn of_several_places_the_one_within_the_others_is_found() {
        let script = "local size = 1 -- wall\nreturn {\n  tiles = {\n    \
                      floor = { size = 2 },\n    ['wall'] = { size = 3 },\n  },\n}";
        assert_eq!(place(script, &["tiles", "wall", "size"]), Some((5, 18)));
        assert_eq!(place(script, &["tiles", "floor", "size"]), Some((4, 15)));
        assert_eq!(place(script, &["tiles", "floor"]), Some((4, 5)));
        assert_eq!(place(script, &["tiles", "wall"]), Some((5, 6)));
    }

    #[test]
    fn what_is_computed_is_found_where_it_goes() {
        let script = "local tiles = {}\nreturn { tiles = tiles, legend = { x = f() } }";
        assert_eq!(place(script, &["legend", "none"]), Some((2, 25)));
        assert_eq!(place(script, &["nothing", "none"]), None);
        // A number is no word.
        assert_eq!(place("return { x[1] }", &["1"]), None);
    }

    #[test]
    fn an_item_of_a_list_is_known_by_its_name() {
        let script = "params = {\n  { name = 'a', min = 1 },\n  { name = 'b', min = 2 },\n}";
        assert_eq!(place(script, &["params", "b", "min"]), Some((3, 17)));
    }
}
