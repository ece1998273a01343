//! Files as nobody has meant them: bytes, texts, the pieces of good files in another order, and
//! good files that are damaged.
#![allow(dead_code)] // each program uses its own part

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Numbers at the edges of what programs count with.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "127",
    "4096",
    "4097",
    "65536",
    "4000000",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "99999999999999999999999999",
    "1e999",
];

/// What opens something, in one format or another.
const OPENINGS: [&str; 10] =
    ["(", "9(", "[", "{", "<L>", "<a b='", "<![CDATA[", "[[", "{a={", "\"\\"];

/// What means something in one format or another, and characters that are longer than they look.
const WORDS: [&str; 33] = [
    "\0",
    "\r",
    "\r\n",
    "\n\n",
    "\t",
    "|",
    "<",
    ">",
    "</",
    "/>",
    "\"",
    "'",
    "%0A",
    "&lt;",
    "&#0;",
    "<!--",
    "-->",
    "]]>",
    ";",
    "::",
    ",",
    "= ",
    "\n> ",
    "\n= a\n",
    "--[[",
    "]]",
    "0x",
    "\u{feff}",
    "\u{202e}",
    "\u{1f600}",
    "e\u{301}",
    "ſ",
    "İ",
];

/// One thing that is done to a file.
#[derive(Clone, Debug)]
enum Damage {
    /// Another byte in place of one.
    Byte(Index, u8),
    /// All from there on is gone.
    Cut(Index),
    /// What is between two places is gone.
    Gap(Index, Index),
    /// What is between two places is there twice.
    Doubled(Index, Index),
    /// Two lines in each other's place.
    Swapped(Index, Index),
    /// Another number in place of one.
    Number(Index, &'static str),
    /// Something is opened so many times.
    Nested(Index, &'static str, usize),
    /// A word that means something.
    Word(Index, &'static str),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        3 => (at(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte(at, byte)),
        1 => at().prop_map(Damage::Cut),
        2 => (at(), at()).prop_map(|(from, to)| Damage::Gap(from, to)),
        2 => (at(), at()).prop_map(|(from, to)| Damage::Doubled(from, to)),
        2 => (at(), at()).prop_map(|(one, other)| Damage::Swapped(one, other)),
        3 => (at(), select(&NUMBERS[..])).prop_map(|(at, number)| Damage::Number(at, number)),
        1 => (at(), select(&OPENINGS[..]), 1..3000_usize)
            .prop_map(|(at, opening, times)| Damage::Nested(at, opening, times)),
        4 => (at(), select(&WORDS[..])).prop_map(|(at, word)| Damage::Word(at, word)),
    ]
}

impl Damage {
    fn done_to(&self, bytes: &mut Vec<u8>) {
        let place = |at: &Index| at.index(bytes.len() + 1);
        let span = |one: &Index, other: &Index| {
            let (one, other) = (place(one), place(other));
            one.min(other)..one.max(other)
        };
        match self {
            Damage::Byte(at, byte) => {
                let at = place(at);
                bytes.get_mut(at).into_iter().for_each(|was| *was = *byte);
            }
            Damage::Cut(at) => bytes.truncate(place(at)),
            Damage::Gap(from, to) => drop(bytes.drain(span(from, to))),
            Damage::Doubled(from, to) => {
                let span = span(from, to);
                let twice = bytes[span.clone()].to_vec();
                bytes.splice(span.end..span.end, twice);
            }
            Damage::Swapped(one, other) => {
                let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
                if !lines.is_empty() {
                    let (one, other) = (one.index(lines.len()), other.index(lines.len()));
                    lines.swap(one, other);
                }
                *bytes = lines.concat();
            }
            Damage::Number(at, number) => {
                let numbers = numbers(bytes);
                if !numbers.is_empty() {
                    bytes.splice(numbers[at.index(numbers.len())].clone(), number.bytes());
                }
            }
            Damage::Nested(at, opening, times) => {
                let at = place(at);
                bytes.splice(at..at, opening.repeat(*times).into_bytes());
            }
            Damage::Word(at, word) => {
                let at = place(at);
                bytes.splice(at..at, word.bytes());
            }
        }
    }
}

/// Where the numbers of a file are.
fn numbers(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut numbers = Vec::new();
    let mut at = 0;
    for run in bytes.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit()) {
        if run[0].is_ascii_digit() {
            numbers.push(at..at + run.len());
        }
        at += run.len();
    }
    numbers
}

/// What is in a file; a test that fails shows it as Rust has it in quotes.
#[derive(Clone)]
pub struct Bytes(pub Vec<u8>);

impl std::fmt::Debug for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Files that may be anything, most of them nearly as good as those.
pub fn files(good: Vec<Vec<u8>>) -> impl Strategy<Value = Bytes> {
    let pieces: Vec<Vec<u8>> = good.iter().flat_map(|bytes| pieces(bytes)).collect();
    let damaged = (select(good), vec(damage(), 1..6)).prop_map(|(mut bytes, damages)| {
        damages.iter().for_each(|damage| damage.done_to(&mut bytes));
        bytes
    });
    let bytes = prop_oneof![
        1 => vec(any::<u8>(), 0..300),
        1 => any::<String>().prop_map(String::into_bytes),
        2 => vec(select(pieces), 0..80).prop_map(|pieces| pieces.concat()),
        6 => damaged,
    ];
    bytes.prop_map(Bytes)
}

/// The words, numbers and marks of a file.
fn pieces(bytes: &[u8]) -> Vec<Vec<u8>> {
    let are_joined = |one: &u8, other: &u8| {
        let kind = |byte: &u8| (byte.is_ascii_alphabetic(), byte.is_ascii_digit());
        kind(one) == kind(other) && kind(one) != (false, false)
    };
    bytes.chunk_by(are_joined).map(<[u8]>::to_vec).collect()
}
