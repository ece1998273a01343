//! A hash that is the same on every machine and in every version, as files and recordings keep
//! it. Knows nothing of what is hashed.

/// FNV-1a (Fowler, Noll and Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>), 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Adds the bytes of a text or number.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        for byte in bytes.as_ref() {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of all that was added.
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }
}
