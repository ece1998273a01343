//! What the README says is true: its commands run, and its game plays.

mod common;

use std::path::Path;
use std::process::Command;

use common::{Folder, PROGRAM, copy, plays};

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    std::fs::read_to_string(path).unwrap()
}

/// The fenced blocks of a language.
fn blocks(language: &str) -> Vec<String> {
    let text = readme();
    let fence = format!("```{language}\n");
    let blocks = text.split(fence.as_str()).skip(1);
    blocks.filter_map(|rest| rest.split("```").next()).map(str::to_owned).collect()
}

/// The words of a command, of which those in double quotes are one.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn the_commands_that_need_no_window_run() {
    let folder = tempfile::tempdir().unwrap();
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["scripts", "levels"] {
        copy(&project.join(name), &folder.path().join(name));
    }
    let mut ran = Vec::new();
    for line in blocks("sh").iter().flat_map(|block| block.lines()) {
        let Some(arguments) = line.strip_prefix("cargo run --release -- ") else {
            // Building, testing, measuring and the bare window are `.ci/run`'s.
            let others = ["cargo run --release", "cargo test", "cargo bench --bench figures"];
            assert!(others.contains(&line), "{line}");
            continue;
        };
        let arguments = words(arguments);
        let mut command = Command::new(PROGRAM);
        command.args(&arguments).current_dir(folder.path());
        command.arg("--settings").arg(folder.path().join("settings"));
        if arguments[0] == "play" {
            // Where there is no display the level is still read before that is said.
            let output =
                command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.contains("there is no display"), "{line}: {said}");
        } else {
            let output = command.output().unwrap();
            assert!(output.status.success(), "{line}: {output:?}");
        }
        ran.push(arguments[0].to_owned());
    }
    let expected = [
        "play", "play", "play", "play", "show", "shot", "shot", "shot", "shot", "shot", "show",
        "show", "show", "replay", "replay", "test", "test", "check", "check", "new", "play",
        "test", "replay", "new", "play", "test", "pack", "play", "test",
    ];
    assert_eq!(ran, expected);
    assert!(folder.path().join("board.png").is_file());
    assert!(folder.path().join("tiles.png").is_file());
    assert!(folder.path().join("map.png").is_file());
    assert!(folder.path().join("game.gif").is_file());
}

#[test]
fn its_pictures_are_what_shot_paints() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("board.png");
    let fifteen = ["fifteen", "--seed", "7", "--set", "picture=pictures/lighthouse.png"];
    let islands = ["islands", "--seed", "3"];
    let slant = ["sokoban", "--level", "13", "--isometric", "--skin", "warehouse"];
    for (name, game) in [
        ("first-level", &["sokoban"][..]),
        ("fifteen-picture", &fifteen),
        ("island", &islands),
        ("isometric-warehouse", &slant),
        ("carts", &["carts", "--level", "10"]),
    ] {
        let mut command = Command::new(PROGRAM);
        command.arg("shot").args(game).args(["--size", "800x600", "--out"]).arg(&out);
        command.arg("--scripts").arg(common::stock_scripts());
        assert!(command.status().unwrap().success());
        let link = format!("tests/golden/{name}.png");
        let shown = Path::new(env!("CARGO_MANIFEST_DIR")).join(&link);
        let [painted, shown] = [&out, &shown].map(|path| image::open(path).unwrap().into_rgba8());
        let close = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= 2;
        assert_eq!(painted.dimensions(), shown.dimensions());
        assert!(painted.as_raw().iter().zip(shown.as_raw()).all(close), "{name}");
        assert!(readme().contains(&format!("]({link})")));
    }
}

#[test]
fn the_game_of_its_own_plays() {
    let scripts = blocks("lua");
    let game = scripts.iter().find(|block| block.starts_with("return {")).unwrap();
    let folder = Folder::with_script(game);
    let session = plays(&folder.scripts(), "#####\n#@ .#\n#####", "rrr", "#####\n#  @#\n#####");
    assert!(session.is_solved());
}

#[test]
fn the_recording_it_shows_is_a_stock_one() {
    let shown = blocks("text").into_iter().find(|block| block.contains("game fifteen")).unwrap();
    let stock = common::stock_scripts().join("tests/fifteen/fifteen-seed-7.txt");
    assert_eq!(shown, std::fs::read_to_string(stock).unwrap());
}

#[test]
fn the_rule_it_shows_is_the_stock_one() {
    let rule =
        blocks("lua").into_iter().find(|block| block.contains("local function act")).unwrap();
    let stock = std::fs::read_to_string(common::stock_scripts().join("sokoban.lua")).unwrap();
    let lines: Vec<&str> = rule.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let shown: Vec<&str> = stock.lines().map(str::trim).collect();
    assert!(shown.windows(lines.len()).any(|part| part == lines), "{rule}");
}

#[test]
fn its_parameters_can_be_declared() {
    let params = blocks("lua").into_iter().find(|block| block.starts_with("params = {")).unwrap();
    let script = format!("return {{ {params} tiles = {{ a = {{}} }}, act = print }}");
    let game = Folder::with_script(&script).scripts().load().unwrap();
    assert_eq!(game.declared().params.len(), 5);
}

#[test]
fn its_pack_toml_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pack.toml");
    std::fs::write(&path, &blocks("toml")[0]).unwrap();
    let manifest = tilewright::rules::Manifest::read(&path).unwrap();
    assert_eq!((manifest.name.as_str(), manifest.warnings.len()), ("my-puzzle", 0));
}

#[test]
fn its_keys_are_those_that_there_are() {
    let text = readme();
    let list = text.split("or other character, or one of ").nth(1).unwrap();
    let list =
        list.split(" |").next().unwrap().replace("f6 to f12", "f6, f7, f8, f9, f10, f11, f12");
    let mut named: Vec<&str> = list.split(", ").collect();
    let mut known = tilewright::rules::KEY_NAMES.to_vec();
    named.sort_unstable();
    known.sort_unstable();
    assert_eq!(named, known);
}
