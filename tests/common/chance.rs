//! Chance with a seed that is told, so that what has failed can be tried again.
#![allow(dead_code)] // each program uses its own part

use std::hash::{BuildHasher, RandomState};

use tilewright::grid::Random;

/// What names a seed to try again.
const SEED: &str = "TILEWRIGHT_SEED";

/// Another chance each time, or the one that was asked for. The seed is printed, and seen when
/// the test fails.
pub fn chance() -> Random {
    let asked = std::env::var(SEED).ok().map(|seed| seed.parse().unwrap());
    let seed = asked.unwrap_or_else(|| RandomState::new().hash_one(0));
    eprintln!("to try this again: {SEED}={seed}");
    Random::new(seed)
}

/// One of several things.
pub fn one_of<'a, T>(chance: &mut Random, things: &'a [T]) -> &'a T {
    &things[usize::try_from(chance.below(things.len() as u64)).unwrap()]
}

/// Random bytes, which no compression makes smaller.
pub fn noise(chance: &mut Random, count: usize) -> Vec<u8> {
    (0..count.div_ceil(8)).flat_map(|_| chance.next_bits().to_le_bytes()).collect()
}
