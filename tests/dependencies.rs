//! What the program is built of: each crate under a licence that lets it be given away, from the
//! registry, and those that must agree with each other once.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The licences that are taken; of several that a crate offers, one is enough.
const TAKEN: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    // The fonts of the crate `epaint_default_fonts`.
    "OFL-1.1",
    "Ubuntu-font-1.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Changes of these must be given away as source, and nothing else; the README names them.
const FILE_BY_FILE: [&str; 4] = ["full_moon", "full_moon_derive", "option-ext", "selene-lib"];

/// All crates that the program or its tests are built of here, as cargo tells them.
fn crates() -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--offline", "--locked"]);
    // Crates for other systems need not be there.
    cargo.args(["--filter-platform", &host()]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let Value::Array(crates) = metadata["packages"].take() else { panic!("no packages") };
    assert!(crates.len() > 100);
    crates
}

/// The name of this system, as the compiler has it.
fn host() -> String {
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let told = String::from_utf8(rustc.stdout).unwrap();
    told.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

fn text<'a>(one: &'a Value, field: &str) -> &'a str {
    one[field].as_str().unwrap_or_default()
}

/// Whether a licence is taken: `A OR B` (or `A/B`) if one of them is, `A AND B` if both are.
fn is_taken(licence: &str) -> bool {
    let licence = licence.replace('/', " OR ");
    let all = licence.split(" AND ").map(|part| part.trim().trim_matches(['(', ')']));
    // A bracket holds what is on one side of an AND.
    all.into_iter().all(|any| any.split(" OR ").any(|one| TAKEN.contains(&one.trim())))
}

#[test]
fn licences_are_taken_as_they_are_written() {
    assert!(is_taken("MIT"));
    assert!(is_taken("MIT/Apache-2.0"));
    assert!(is_taken("Apache-2.0 OR GPL-2.0-only"));
    assert!(is_taken("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!is_taken("GPL-3.0-only"));
    assert!(!is_taken("(MIT OR Apache-2.0) AND GPL-3.0-only"));
    assert!(!is_taken(""));
}

#[test]
fn every_crate_has_a_licence_that_is_taken() {
    let crates = crates();
    let other = crates.iter().filter(|one| !is_taken(text(one, "license")));
    let mut other: Vec<(&str, &str)> =
        other.map(|one| (text(one, "name"), text(one, "license"))).collect();
    other.sort_unstable();
    assert_eq!(other, FILE_BY_FILE.map(|name| (name, "MPL-2.0")));
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    let readme = readme.unwrap();
    let licence = readme.split("## Licence").nth(1).unwrap();
    for name in FILE_BY_FILE {
        assert!(licence.contains(&format!("`{name}`")), "the README does not name {name}");
    }
}

#[test]
fn every_crate_is_from_the_registry() {
    let crates = crates();
    let own = |one: &&Value| text(one, "name") == "tilewright";
    let elsewhere = crates.iter().filter(|one| {
        !own(one)
            && !text(one, "source")
                .starts_with("registry+https://github.com/rust-lang/crates.io-index")
    });
    let elsewhere: Vec<&str> = elsewhere.map(|one| text(one, "name")).collect();
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
}

#[test]
fn what_must_agree_is_there_once() {
    let crates = crates();
    for name in ["wgpu", "winit", "egui", "mlua", "image"] {
        let all = crates.iter().filter(|one| text(one, "name") == name);
        let versions: Vec<&str> = all.map(|one| text(one, "version")).collect();
        assert_eq!(versions.len(), 1, "{name}: {versions:?}");
    }
}
