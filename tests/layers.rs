//! The direction of the rooms: a room uses only rooms above it, and inside a room
//! no file reaches back to its parent with `super`.

use std::path::{Path, PathBuf};

/// The rooms, top to bottom; each may use those before it.
const ROOMS: [&str; 8] = ["files", "grid", "level", "rules", "session", "view", "app", "cli"];

/// Crates that only one room (or file, or these files) may name.
const KEPT: [(&str, &str); 19] = [
    ("mlua", "rules/"),
    ("winit", "app/window/"),
    ("pixels", "app/window/"),
    ("ratatui", "app/terminal/"),
    ("egui", "app/"),
    ("egui_winit", "app/window/"),
    ("egui_wgpu", "app/window/"),
    ("toml", "app/store/ rules/manifest.rs"),
    ("tempfile", "files/writing.rs"),
    ("zip", "files/"),
    ("directories", "app/store/mod.rs"),
    ("roxmltree", "level/"),
    ("serde_json", "level/list.rs rules/lint.rs cli/check.rs"),
    ("full_moon", "rules/lint.rs"),
    ("selene_lib", "rules/lint.rs"),
    ("notify", "app/watch.rs"),
    ("gif", "app/"),
    ("color_quant", "app/gif.rs"),
    ("clap", "cli/"),
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(self::files(&path)),
            false if path.extension().is_some_and(|ending| ending == "rs") => files.push(path),
            false => {}
        }
    }
    files
}

/// Each source file with its path below `src` and the code of its lines.
fn sources() -> Vec<(String, Vec<String>)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sources = files(&src).into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.lines().map(|line| line.split("//").next().unwrap_or("").to_owned());
        let shown = path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
        (shown, code.collect())
    });
    sources.collect()
}

/// The rooms that a line names as `crate::room`.
fn named(line: &str) -> Vec<&str> {
    let after = line.split("crate::").skip(1);
    after.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()).collect()
}

#[test]
fn every_arrow_points_upwards() {
    let mut wrong = Vec::new();
    for (path, lines) in sources() {
        let room = path.split('/').next().unwrap_or_default();
        let Some(own) = ROOMS.iter().position(|name| *name == room) else {
            continue;
        };
        for (line, number) in lines.iter().zip(1..) {
            for used in named(line) {
                match ROOMS.iter().position(|name| *name == used) {
                    Some(other) if other <= own => {}
                    _ => wrong.push(format!("src/{path}:{number}: {room} uses {used}")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_child_reaches_back_to_its_parent() {
    let mut wrong = Vec::new();
    for (path, lines) in sources() {
        let tests = lines.iter().position(|line| line.contains("#[cfg(test)]"));
        let code = &lines[..tests.unwrap_or(lines.len())];
        for (line, number) in code.iter().zip(1..) {
            if line.contains("super::") {
                wrong.push(format!("src/{path}:{number}: {}", line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_crate_is_named_only_where_it_belongs() {
    let mut wrong = Vec::new();
    for (path, lines) in sources() {
        for (name, home) in KEPT {
            let is_home = home.split(' ').any(|home| path.starts_with(home));
            let uses = |line: &&String| line.contains(&format!("{name}::")) && !is_home;
            if let Some(line) = lines.iter().find(uses) {
                wrong.push(format!("src/{path}: {}", line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the standard library reads by; `files` does so for packs, too.
const READS: [&str; 8] = [
    "fs::read",
    "fs::metadata",
    "fs::canonicalize",
    "File::open",
    ".is_dir()",
    ".is_file()",
    ".exists()",
    ".canonicalize()",
];

#[test]
fn files_are_read_in_one_room() {
    let mut wrong = Vec::new();
    for (path, lines) in sources() {
        // What the program keeps itself is in no pack.
        if path.starts_with("files/") || path.starts_with("app/store/") {
            continue;
        }
        for (line, number) in lines.iter().zip(1..) {
            if READS.iter().any(|reads| line.contains(reads)) {
                wrong.push(format!("src/{path}:{number}: {}", line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unsafe_code_is_at_the_lua_boundary_alone() {
    let unsafe_code = |(path, lines): (String, Vec<String>)| {
        let used =
            lines.iter().any(|line| line.contains("unsafe ") || line.contains("allow(unsafe"));
        used.then_some(path)
    };
    let mut found: Vec<String> = sources().into_iter().filter_map(unsafe_code).collect();
    found.sort();
    assert_eq!(found, ["rules/bind.rs", "rules/slots.rs"]);
}
