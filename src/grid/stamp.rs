//! Numbers that tell states apart without comparing them. Knows no state.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many numbers a thread takes at a time, so that it asks the others seldom.
const BLOCK: u64 = 1 << 20;

/// A number that was never given before in this run of the program.
#[must_use]
#[inline]
pub fn new_stamp() -> u64 {
    thread_local! {
        /// The next number of this thread.
        static NEXT: Cell<u64> = const { Cell::new(0) };
    }
    let next = match NEXT.get() {
        used_up if used_up % BLOCK == 0 => next_block(),
        next => next,
    };
    NEXT.set(next + 1);
    next
}

/// The first number of a block that is this thread's alone; no block begins with its first
/// number, which would look like the end of the one before.
#[cold]
fn next_block() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(BLOCK, Ordering::Relaxed) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_given_twice_also_not_to_another_thread() {
        let take = || (0..BLOCK + 5).map(|_| new_stamp()).collect::<Vec<_>>();
        let other = std::thread::spawn(take);
        let mut all = [take(), other.join().unwrap()].concat();
        all.sort_unstable();
        assert!(all[0] > 0);
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
