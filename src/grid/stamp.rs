//! Numbers that tell states apart without comparing them. Knows no state.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that was never given before in this run of the program.
#[must_use]
pub fn new_stamp() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
