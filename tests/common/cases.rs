//! How many cases a property is tried with, and which.

use proptest::test_runner::{Config, FileFailurePersistence, RngSeed};

/// So many cases, the same every time, so that a change is judged by what it changes. Where
/// `PROPTEST_CASES` asks for another number they are others every time; the seeds of those that
/// fail are kept beside the test.
pub fn cases(usual: u32) -> Config {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let rng_seed = if asked { RngSeed::Random } else { RngSeed::Fixed(u64::from(usual)) };
    let config = Config {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        rng_seed,
        ..Config::default()
    };
    let cases = if asked { config.cases } else { usual };
    Config { cases, ..config }
}
