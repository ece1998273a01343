//! Packs that are made in a test: a small good one, and what is changed of it.
#![allow(dead_code)] // each program uses its own part

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A `pack.toml` with all that it must have.
pub const MANIFEST: &str = "\
name = \"walker\"
author = \"Somebody\"
version = \"1.2\"
api = 1
";

/// A game of its own.
pub const SCRIPT: &str = "\
return {
  tiles = { wall = {}, player = {}, goal = { layer = 'ground' } },
  layers = { 'ground', 'piece' },
  legend = { ['#'] = 'wall', ['@'] = 'player', ['.'] = 'goal' },
  act = function(board, action)
    local here = board:find('player')
    local there = board:step(here, action.dir)
    if there and not board:has(there, 'wall') then board:move(here, there, 'player') end
  end,
  won = function(board) return board:every('player', 'goal') end,
}
";

/// Its level.
pub const LEVEL: &str = "#####\n#@ .#\n#####\n";

/// The files of a good pack.
pub fn good() -> Vec<(String, Vec<u8>)> {
    let files =
        [("pack.toml", MANIFEST), ("scripts/walker.lua", SCRIPT), ("levels/walker/1.xsb", LEVEL)];
    files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).to_vec()
}

/// The same, with one file more or another one of that name.
pub fn good_with(name: &str, content: impl AsRef<[u8]>) -> Vec<(String, Vec<u8>)> {
    let mut files = good();
    files.retain(|(known, _)| known != name);
    files.push((name.to_owned(), content.as_ref().to_vec()));
    files
}

/// A zip file of these, whatever they are called.
pub fn zipped(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    zipped_and(files, |_| {})
}

/// The same, and whatever else is done to it.
pub fn zipped_and(
    files: &[(String, Vec<u8>)],
    more: impl FnOnce(&mut ZipWriter<Cursor<Vec<u8>>>),
) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    more(&mut zip);
    zip.finish().unwrap().into_inner()
}

/// The bytes with every occurrence of `old` replaced by `new`, of the same length.
#[track_caller]
pub fn patched(mut bytes: Vec<u8>, old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let places: Vec<usize> =
        (0..=bytes.len() - old.len()).filter(|&at| bytes[at..].starts_with(old)).collect();
    assert!(!places.is_empty());
    places.into_iter().for_each(|at| bytes[at..at + new.len()].copy_from_slice(new));
    bytes
}

/// The bytes with others at a place in the headers of all entries: counted from the start of a
/// local header and from the start of one in the directory.
pub fn with_headers(mut bytes: Vec<u8>, local: usize, central: usize, new: &[u8]) -> Vec<u8> {
    for (signature, offset) in [(b"PK\x03\x04", local), (b"PK\x01\x02", central)] {
        let places: Vec<usize> =
            (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(signature)).collect();
        for at in places {
            bytes[at + offset..at + offset + new.len()].copy_from_slice(new);
        }
    }
    bytes
}
