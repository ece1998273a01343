//! XML of which only so much is parsed as a level file may hold. The parser goes deeper
//! with every tag that is opened, makes room for every `<` and `=` beforehand, and takes
//! entities apart; all that is bounded here. Knows no level.

use std::path::Path;

use roxmltree::{Document, Error, ParsingOptions};

use crate::level::cursor::Cursor;
use crate::level::error::{LevelError, Place};

/// The deepest nesting of tags; level files need four.
const MAX_DEPTH: usize = 64;
/// The most attributes of one tag; they are compared with each other.
const MAX_ATTRIBUTES: usize = 64;
/// The most name spaces of a file; they are looked up in a row.
const MAX_NAMESPACES: usize = 64;
/// The most `<` and `=` of a file.
const MAX_MARKS: usize = 4 << 20;
/// The most nodes.
const MAX_NODES: u32 = 8 << 20;
/// The most bytes that parts of a text may be copied to be joined.
const MAX_JOINED: u64 = 1 << 32;

/// What is wrong, and at which byte.
type Fault = (usize, String);

/// Takes the document type out, and refuses what would take the parser too long or too
/// deep. The text keeps its lines and columns.
///
/// # Errors
/// There is too much of something, or a declared entity.
pub(in crate::level) fn bounded(text: String, path: &Path) -> Result<String, LevelError> {
    let place = |text: &str, at: usize| {
        let (line, column) = Cursor::new(text).go(at);
        Place::new(path, line, column)
    };
    let doctype = doctype(&text);
    let doctype = doctype.map_err(|(at, what)| LevelError::at(place(&text, at), what))?;
    let text = match doctype {
        Some((start, end)) => {
            let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
            let blanks: String = text[start..end].chars().map(blank).collect();
            format!("{}{blanks}{}", &text[..start], &text[end..])
        }
        None => text,
    };
    check(&text).map_err(|(at, what)| LevelError::at(place(&text, at), what))?;
    Ok(text)
}

/// Parses a text that is bounded.
///
/// # Errors
/// It is no XML; with the place.
pub(in crate::level) fn parse<'t>(text: &'t str, path: &Path) -> Result<Document<'t>, LevelError> {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let (line, column) = match error {
            // The parser has no place for what is missing at the end.
            Error::UnexpectedEndOfStream | Error::UnclosedRootNode => {
                Cursor::new(text).go(text.len())
            }
            _ => (at.row as usize, at.col as usize),
        };
        let why = error.to_string().replace(&format!(" at {at}"), "");
        LevelError::at(
            Place::new(path, line, column),
            format!("this is not well-formed XML: {why}"),
        )
    })
}

/// Where the document type stands, if there is one.
fn doctype(text: &str) -> Result<Option<(usize, usize)>, Fault> {
    let start = prolog(text);
    let rest = &text[start..];
    if !rest.starts_with("<!DOCTYPE") {
        return Ok(None);
    }
    let Some(length) = length_of_doctype(rest) else {
        return Err((start, "a document type without its end".to_owned()));
    };
    if let Some(at) = rest[..length].find("<!ENTITY") {
        let what = "this file declares entities, which a level file has no need of";
        return Err((start + at, what.to_owned()));
    }
    Ok(Some((start, start + length)))
}

/// Where the remarks and instructions before the document type end.
fn prolog(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        let length = if rest.starts_with("<?") {
            through(rest, 2, "?>")
        } else if rest.starts_with("<!--") {
            through(rest, 4, "-->")
        } else {
            None
        };
        match length {
            Some(length) => at += length,
            None => return at,
        }
    }
}

fn length_of_doctype(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut inner) = (0, false);
    while let Some(byte) = bytes.get(at) {
        match *byte {
            b'<' if bytes[at..].starts_with(b"<!--") => at += through(&text[at..], 4, "-->")?,
            quote @ (b'"' | b'\'') => {
                at += 2 + bytes[at + 1..].iter().position(|byte| *byte == quote)?;
            }
            b'>' if !inner => return Some(at + 1),
            bracket => {
                inner = (inner || bracket == b'[') && bracket != b']';
                at += 1;
            }
        }
    }
    None
}

/// Goes over all tags as the parser will do, but neither deep nor far.
fn check(text: &str) -> Result<(), Fault> {
    if text.bytes().filter(|byte| matches!(byte, b'<' | b'=')).count() > MAX_MARKS {
        return Err((0, format!("more than {MAX_MARKS} tags and attributes in one file")));
    }
    if text.matches("xmlns").count() > MAX_NAMESPACES {
        return Err((0, format!("more than {MAX_NAMESPACES} name spaces in one file")));
    }
    let (mut at, mut depth, mut sections) = (0, 0_usize, 0_u64);
    while let Some(found) = text[at..].find('<') {
        at += found;
        let rest = &text[at..];
        let length = if rest.starts_with("<!--") {
            through(rest, 4, "-->")
        } else if rest.starts_with("<![CDATA[") {
            sections += 1;
            through(rest, 9, "]]>")
        } else if rest.starts_with("<?") {
            through(rest, 2, "?>")
        } else {
            let tag = tag(rest);
            depth = depth_after(tag, depth).map_err(|what| (at, what))?;
            Some(tag.len())
        };
        match length {
            Some(length) => at += length,
            // There is no end of it, and the parser will say so.
            None => break,
        }
    }
    // The parser copies a text for every section that it joins to it.
    match sections.saturating_mul(text.len() as u64) > MAX_JOINED {
        true => Err((0, "too many CDATA sections in one file".to_owned())),
        false => Ok(()),
    }
}

/// How deep the parser is behind a tag.
fn depth_after(tag: &str, depth: usize) -> Result<usize, String> {
    if tag.starts_with("</") {
        return Ok(depth.saturating_sub(1));
    }
    if tag.matches('=').count() > MAX_ATTRIBUTES {
        return Err(format!("a tag with more than {MAX_ATTRIBUTES} attributes"));
    }
    if tag.ends_with("/>") {
        return Ok(depth);
    }
    match depth < MAX_DEPTH {
        true => Ok(depth + 1),
        false => Err(format!("more than {MAX_DEPTH} tags within each other")),
    }
}

/// The tag that a text begins with; a tag that is broken off ends before the next one.
fn tag(text: &str) -> &str {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match (byte, quote) {
            (b'<', _) => return &text[..at],
            (b'>', None) => return &text[..=at],
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(opened)) if opened == byte => quote = None,
            _ => {}
        }
    }
    text
}

/// How many bytes of a text it is to the end of what ends so, which begins at `from`.
fn through(text: &str, from: usize, end: &str) -> Option<usize> {
    let found = text.get(from..)?.find(end)?;
    Some(from + found + end.len())
}
