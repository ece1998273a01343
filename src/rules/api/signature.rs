//! The signature of an API function, taken apart: its parameters and what it gives. Knows no
//! single function.

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Param {
    /// Its name; `...` for any number of them, `asks` for a table of wishes.
    pub name: String,
    /// Whether it may be left out.
    pub optional: bool,
}

/// A signature such as `board:step(cell, dir[, n]) -> cell or nil`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub params: Vec<Param>,
    /// What it gives, in words; nothing for nothing.
    pub results: Vec<String>,
}

impl Signature {
    /// Takes one apart.
    pub fn of(text: &str) -> Signature {
        let (call, results) = text.split_once(" -> ").unwrap_or((text, ""));
        let inside = call.split_once('(').map_or("", |(_, inside)| inside);
        let inside = inside.strip_suffix(')').unwrap_or(inside);
        let results = results.split(", ").filter(|result| !result.is_empty());
        Signature { params: params(inside), results: results.map(str::to_owned).collect() }
    }
}

fn params(text: &str) -> Vec<Param> {
    let mut params = Vec::new();
    let (mut depth, mut table) = (0_u32, 0_u32);
    let (mut name, mut optional) = (String::new(), false);
    for character in text.chars().chain([',']) {
        match character {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '{' => {
                table += 1;
                (name, optional) = ("asks".to_owned(), depth > 0);
            }
            '}' => table = table.saturating_sub(1),
            _ if table > 0 => {}
            ',' => {
                if !name.is_empty() {
                    params.push(Param { name: std::mem::take(&mut name), optional });
                }
            }
            ' ' => {}
            other => {
                if name.is_empty() {
                    optional = depth > 0;
                }
                name.push(other);
            }
        }
    }
    params
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_brackets_may_be_left_out() {
        let told = |text: &str| {
            let Signature { params, results } = Signature::of(text);
            let params = params.iter().map(|param| match param.optional {
                true => format!("{}?", param.name),
                false => param.name.clone(),
            });
            (params.collect::<Vec<_>>().join(" "), results.join("; "))
        };
        let pair = |params: &str, results: &str| (params.to_owned(), results.to_owned());
        assert_eq!(
            told("board:step(cell, dir[, n]) -> cell or nil"),
            pair("cell dir n?", "cell or nil")
        );
        assert_eq!(told("board:random([m[, n]]) -> number"), pair("m? n?", "number"));
        assert_eq!(told("board:xy(cell) -> x, y"), pair("cell", "x; y"));
        let all = "board:all(tile[, ...][, { edge = true, mask = n, empty = layer }]) -> cells";
        assert_eq!(told(all), pair("tile ...? asks?", "cells"));
        assert_eq!(told("board:path(from, to[, tile, ...])"), pair("from to tile? ...?", ""));
        assert_eq!(told("cells:shuffle() -> cells"), pair("", "cells"));
    }
}
