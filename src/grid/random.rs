//! The board's random generator: eight bytes of state, so that undo can restore
//! it like a cell. Knows no board.

use crate::grid::hash::Hash;

/// `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014; constants as in Vigna's public-domain `splitmix64.c`).
///
/// The numbers are part of every recording, so they must never change; that is
/// why they are written here and not taken from a library that may improve them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Random {
    state: u64,
}

/// Seeds that a person can copy are below this.
pub const SEEDS: u64 = 1_000_000_000;

/// The seed that a text stands for: a number is itself, any other text is hashed to one
/// below [`SEEDS`].
///
/// The hash is part of every seed that somebody has told a friend, so it never changes.
#[must_use]
pub fn seed_of(text: &str) -> u64 {
    text.trim().parse().unwrap_or_else(|_| {
        let mut hash = Hash::default();
        hash.add(text.trim());
        hash.value() % SEEDS
    })
}

impl Random {
    /// The generator that a seed stands for.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A whole number from 0 up to but not including `limit`, each as likely;
    /// 0 when `limit` is 0.
    ///
    /// Lemire, "Fast random integer generation in an interval" (2019).
    pub fn below(&mut self, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        loop {
            let wide = u128::from(self.next_bits()) * u128::from(limit);
            #[allow(clippy::cast_possible_truncation)] // the two halves of the product
            let (high, low) = ((wide >> 64) as u64, wide as u64);
            // The division is slow and hardly ever needed: it gives less than `limit`.
            if low >= limit || low >= limit.wrapping_neg() % limit {
                return high;
            }
        }
    }

    /// Puts a list into a random order, each as likely, in place.
    ///
    /// Fisher and Yates, from the last place down, as Durstenfeld has it.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.below(last as u64 + 1);
            #[allow(clippy::cast_possible_truncation)] // at most `last`
            list.swap(last, other as usize);
        }
    }

    /// A number from 0 up to but not including 1, in steps of 2^-53.
    #[allow(clippy::cast_precision_loss)] // 53 bits fit a double exactly
    pub fn unit(&mut self) -> f64 {
        (self.next_bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_the_published_ones() {
        // First outputs of splitmix64.c for the seed 1234567.
        let mut random = Random::new(1_234_567);
        let drawn: Vec<u64> = (0..3).map(|_| random.next_bits()).collect();
        let published =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(drawn, published);
    }

    #[test]
    fn any_text_is_a_seed() {
        assert_eq!(seed_of("7"), 7);
        assert_eq!(seed_of(" 18446744073709551615 "), u64::MAX);
        // The published hash of "foobar" is 0x85944171f73967e8.
        assert_eq!(seed_of("foobar"), 0x8594_4171_f739_67e8 % SEEDS);
        assert_eq!(seed_of("-1"), seed_of(" -1"));
    }

    #[test]
    fn below_is_even_handed() {
        let mut random = Random::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[usize::try_from(random.below(6)).unwrap()] += 1;
        }
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
    }
}
