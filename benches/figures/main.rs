//! What Tilewright's work costs, each piece beside the same work done by a reference that is
//! measured in the same run. At the end stands a table of all figures and ratios.
//!
//! `cargo bench --bench figures` measures everything, in less than two minutes; names after
//! `--` choose some: `cargo bench --bench figures -- moves undo`.

mod boards;
#[path = "../../tests/common/mod.rs"]
mod common;
mod harness;
mod history;
mod island;
mod load_collection;
mod luajit;
mod moves;
mod paint;
mod plain;
mod reload;
mod solutions;
mod start_level;
mod stock;
mod table;
mod undo;
mod unit;
mod window;

use std::process::ExitCode;

use harness::Figures;

/// Measures the figures of a piece of work.
type Measure = fn(&mut Figures);

/// The pieces of work by their names, in the order of the table. The history comes first, while
/// the process has little memory that it could use again without being seen to.
const WORKS: [(&str, Measure); 8] = [
    ("history", history::measure),
    ("moves", moves::measure),
    ("undo", undo::measure),
    ("start_level", start_level::measure),
    ("reload", reload::measure),
    ("paint", paint::measure),
    ("island", island::measure),
    ("load_collection", load_collection::measure),
];

fn main() -> ExitCode {
    // `cargo bench` adds an option of its own.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let is_known = |name: &String| WORKS.iter().any(|(known, _)| known == name);
    if let Some(unknown) = chosen.iter().find(|name| !is_known(name)) {
        let known = WORKS.map(|(name, _)| name).join(", ");
        eprintln!("there is nothing called \"{unknown}\" to measure; expected any of {known}");
        return ExitCode::from(2);
    }
    let mut figures = Figures::new();
    for (name, measure) in WORKS {
        if chosen.is_empty() || chosen.iter().any(|one| one == name) {
            figures.begin(name);
            measure(&mut figures);
        }
    }
    print!("{}", figures.table());
    ExitCode::SUCCESS
}
