//! Packs that are none or may not be: each is told in one line that names it and what in it is
//! wrong, and nothing is written anywhere.

#[path = "common/command.rs"]
mod command;
#[path = "common/packs.rs"]
mod packs;

use command::{all_files, refused};
use packs::{MANIFEST, good, good_with, patched, with_headers, zipped, zipped_and};
use zip::write::SimpleFileOptions;

/// The pack is refused with that said of it, whoever reads it, and nothing is written.
#[track_caller]
fn is_refused(bytes: &[u8], expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("bad.tilewright"), bytes).unwrap();
    let before = all_files(folder);
    for verb in ["show", "play", "test", "replay"] {
        let said = refused(folder, &[verb, "bad.tilewright"]);
        let expected = format!("tilewright: bad.tilewright{expected}");
        assert!(said.starts_with(&expected), "{verb}: {said}\n{expected}");
    }
    assert_eq!(all_files(folder), before);
}

/// The same of a pack with such a file in it.
#[track_caller]
fn is_refused_with_file(name: &str, expected: &str) {
    is_refused(&zipped(&good_with(name, "text")), &format!(": \"{expected}"));
}

#[test]
fn what_is_no_zip_is_no_pack() {
    is_refused(b"return {}", ": this is no pack: it is no whole zip file");
    is_refused(b"", ": this is no pack");
    is_refused(b"PK\x03\x04 and then nothing", ": this is no pack");
    let whole = zipped(&good());
    is_refused(&whole[..whole.len() / 2], ": this is no pack");
}

#[test]
fn a_file_that_is_not_there_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let said = refused(folder.path(), &["play", "none.tilewright"]);
    assert!(said.contains("none.tilewright: "), "{said}");
    // As a file manager would ask for it.
    assert_eq!(refused(folder.path(), &["none.tilewright"]), said);
}

#[test]
fn a_name_must_lead_to_a_place_inside() {
    is_refused_with_file("../evil.lua", "../evil.lua\" leads out of the pack");
    is_refused_with_file("scripts/../../evil.lua", "scripts/../../evil.lua\" leads out");
    is_refused_with_file("/etc/evil", "/etc/evil\" is an absolute path");
    is_refused_with_file("C:/evil", "C:/evil\" has a drive letter");
    is_refused_with_file("scripts\\evil.lua", "scripts\\\\evil.lua\" has a backslash");
    is_refused_with_file("scripts//evil.lua", "scripts//evil.lua\" has a part without a name");
    is_refused_with_file("./evil.lua", "./evil.lua\" has a part without a name");
    is_refused_with_file("evil\n.lua", "evil\\n.lua\" has a control character");
    let deep = "a/".repeat(17);
    is_refused_with_file(&format!("{deep}evil"), &format!("{deep}evil\" is in more than 16"));
    let long = "a".repeat(250);
    is_refused_with_file(&long, &format!("{long}\" has a name of more than 240 bytes"));
}

#[test]
fn no_two_files_are_one_on_some_system() {
    let twice = zipped(&good_with("scripts/walkes.lua", "return {}"));
    let twice = patched(twice, b"scripts/walkes.lua", b"scripts/walker.lua");
    is_refused(&twice, ": a file is in it twice");
    is_refused_with_file(
        "Scripts/Walker.lua",
        "Scripts/Walker.lua\" and \"scripts/walker.lua\" differ only in small and large letters",
    );
    is_refused_with_file("scripts/walker.lua/x", "scripts/walker.lua/x\" is in a file and not");
}

#[test]
fn links_and_devices_are_refused() {
    let link = zipped_and(&good(), |zip| {
        zip.add_symlink("scripts/link.lua", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    });
    is_refused(&link, ": \"scripts/link.lua\" is a link");
    // The mode of a pipe instead of that of a file, in the upper half of the attributes.
    let options = SimpleFileOptions::default().unix_permissions(0o601);
    let pipe = zipped_and(&good(), |zip| zip.start_file("pipe", options).unwrap());
    let pipe = patched(pipe, &[0o201, 0o201], &[0o201, 0o021]);
    is_refused(&pipe, ": \"pipe\" is a link");
}

#[test]
fn what_is_encrypted_or_packed_in_an_unknown_way_is_refused() {
    let encrypted = with_headers(zipped(&good()), 6, 8, &[1, 0]);
    is_refused(&encrypted, ": \"pack.toml\" is encrypted");
    let lzma = with_headers(zipped(&good()), 8, 10, &[14, 0]);
    is_refused(&lzma, ": \"pack.toml\" is packed in another way");
}

#[test]
fn what_is_damaged_is_refused() {
    let other_sum = with_headers(zipped(&good()), 14, 16, &[1, 2, 3, 4]);
    is_refused(&other_sum, ": \"pack.toml\" is damaged");
}

#[test]
fn a_pack_has_not_thousands_of_files() {
    let mut files = good();
    files.extend((0..10_000).map(|number| (format!("scripts/{number}.lua"), Vec::new())));
    is_refused(&zipped(&files), ": 10003 files are in it; expected at most 2000");
}

#[test]
fn a_pack_does_not_grow_to_gigabytes() {
    let large = vec![0; (64 << 20) + 1];
    let bytes = zipped(&good_with("scripts/large.png", &large));
    assert!(bytes.len() < 100_000);
    is_refused(&bytes, ": \"scripts/large.png\" becomes larger than 64 MiB");
    // What a header says of the size is not believed.
    let size = u32::try_from(large.len()).unwrap().to_le_bytes();
    let said_small = patched(bytes, &size, &10_u32.to_le_bytes());
    is_refused(&said_small, ": \"scripts/large.png\" is damaged");
    let mut files = good();
    files.extend((0..5).map(|at| (format!("scripts/{at}.png"), vec![0; 60 << 20])));
    is_refused(&zipped(&files), ": \"scripts/4.png\" with all before it becomes larger than 256");
}

/// The `pack.toml` is refused with that said of it, after the path.
#[track_caller]
fn manifest_is_refused(text: impl AsRef<[u8]>, expected: &str) {
    is_refused(&zipped(&good_with("pack.toml", text)), &format!("/pack.toml{expected}"));
}

#[test]
fn a_pack_says_what_it_must() {
    let mut files = good();
    files.remove(0);
    is_refused(&zipped(&files), "/pack.toml: there is none; a pack needs one");
    manifest_is_refused(
        "",
        ":1:1: missing field `name`; a pack needs name, author, version and api",
    );
    let without_api = MANIFEST.replace("api = 1\n", "");
    manifest_is_refused(without_api, ":1:1: missing field `api`");
    manifest_is_refused("name = ", ":1:8: ");
    manifest_is_refused(b"name = \"\xff\"", ": this is not UTF-8");
    manifest_is_refused("#".repeat(70_000), ": it is larger than 64 KiB");
}

#[test]
fn what_is_of_a_wrong_type_is_refused_with_its_place() {
    let with = |old: &str, new: &str| MANIFEST.replace(old, new);
    let number = with("\"Somebody\"", "7");
    manifest_is_refused(number, ":2:10: invalid type: integer `7`, expected a string");
    manifest_is_refused(with("= 1\n", "= \"1\"\n"), ":4:7: invalid type: string \"1\"");
    manifest_is_refused(with("= 1\n", "= -1\n"), ":4:7: invalid value: integer `-1`");
    manifest_is_refused(with("= 1\n", "= 0\n"), ":4:7: there is no API 0");
    manifest_is_refused(with("\"walker\"", "\"../walker\""), ":1:8: \"../walker\" is no name");
    manifest_is_refused(with("\"walker\"", "\"\""), ":1:8: \"\" is no name for a pack");
}

#[test]
fn a_pack_for_a_newer_program_says_so_whatever_else_is_in_it() {
    let newer = "api = 2\nname = { first = 1 }\n";
    let expected = ":1:7: this pack needs API 2; this program has API 1: a newer Tilewright \
                    plays it";
    manifest_is_refused(newer, expected);
}

#[test]
fn a_pack_without_a_game_says_so() {
    let mut files = good();
    files.remove(1);
    is_refused(&zipped(&files), "/scripts: there is no game in this folder");
}
