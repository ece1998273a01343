//! What a script may use, what it may take and what becomes of it when it asks for more, as a
//! page to read. Its numbers are those that are kept to.

use std::time::Duration;

use crate::grid::{Names, Topology};
use crate::rules::api::looking::LONGEST_PRINTED;
use crate::rules::budget::{Limits, MOST_AT_ONCE};
use crate::rules::call::{LONGEST_NAME, MAX_EDITS, MAX_TEXT};
use crate::rules::chunks::LONGEST_COMPILED;
use crate::rules::declaration::MAX_LAYERS;
use crate::rules::error::LONGEST_MESSAGE;
use crate::rules::fault::MOST_FIELDS;
use crate::rules::game::MOST_STEPS;
use crate::rules::host::{LONGEST_SAID, MAX_SAID};
use crate::rules::list::MOST_CELLS;
use crate::rules::loader::MAX_SCRIPT;
use crate::rules::look_table::MOST_PARTS;
use crate::rules::named::LONGEST_TOKEN;
use crate::rules::require::{DEEPEST, MOST_FILES};

/// The page.
#[must_use]
pub fn limits() -> String {
    let sections = [BEGINNING.to_owned(), times(), memory(), sizes(), ENDING.to_owned()];
    sections.join("\n")
}

const BEGINNING: &str = "\
# What a script may use

This page is made by `tilewright api --limits`. A test of the program (`tests/hostile`) has a script
for each way to ask for more than it says here, or to misuse what is given, and sees what becomes
of it.

A script has Luau's libraries `bit32`, `buffer`, `coroutine`, `math`, `string`, `table` and `utf8`,
its other functions, `require` for the files beside it, and what it is given: `board` and the
action. It reaches no file, no clock, no network and no other program, and no other game: there
is no `io`, `os`, `package`, `debug`, `load`, `loadstring`, `getfenv`, `setfenv`, `newproxy` or
`collectgarbage`. Chance is the board's: `math.random` draws from its generator, and no text tells
where a value lies in memory. The libraries, `_G`, `board`, the action and what is on them cannot
be changed.

`board` can be used while the game calls a function of the script, and changed while it calls
`start`, `act`, `tick` or `reloaded`, also if the script has kept it. `plan` and `reach` may change
it to try something out, and all that is taken back.
";

const ENDING: &str = "\
## When it asks for more

It fails as by any other error, with a message that names file and line, and it cannot keep that
to itself: `pcall`, `xpcall` and coroutines do not save a call that took too long or used too much
memory, nor one in which a function of `board` has failed. (Only `pcall(require, name)` goes on
without a file that has used up the memory.)

| what fails | what becomes of it |
|---|---|
| `act`, `tick` | the turn has never been: cells, variables and random generator are as before |
| `won` after a turn | the same |
| `status` | there is no status line |
| `plan`, `reach` | nothing is played, nothing is marked |
| `start` | the level does not begin, and the one before it stays |
| reading the script, `reloaded`, `won` after a save | the rules go on that were there before |

The game goes on, under the same script or the next one.
";

/// A section with a table: what there is, and how much of it.
fn section(title: &str, remarks: &str, rows: &[(&str, String)]) -> String {
    let rows = rows.iter().map(|(what, most)| format!("| {what} | {most} |\n"));
    format!("## {title}\n\n{remarks}| what | at most |\n|---|---|\n{}", rows.collect::<String>())
}

fn times() -> String {
    let Limits { call, start, .. } = Limits::default();
    let remarks = "What is late is stopped, at most 50 ms later where nothing else keeps the \
                   processor busy.\nA function of a library or of `board` that goes through very \
                   many values or cells comes to\nits end before that.\n\n";
    let rows = [
        ("a call of `act`, `tick`, `won`, `status` or `reloaded`", time(call)),
        ("a call of `start`, `plan` or `reach`", time(start)),
        ("running the script when it is read, with all that it requires", time(start)),
        ("a call of `tiles`", time(start)),
    ];
    section("Time", remarks, &rows)
}

fn memory() -> String {
    let remarks = "A script may hold values from call to call, but only the board is undone and \
                   outlives a save.\n\n";
    let Limits { memory, history, .. } = Limits::default();
    let bytes = format!("{} MiB", memory >> 20);
    let cells = format!("{} million", MOST_CELLS >> 20);
    let changes = format!(
        "{} million; a text counts as one for each 16 bytes, a layer that changes as a whole as \
         one for each 8 cells",
        MAX_EDITS >> 20
    );
    let rows = [
        (
            "the script's own values together, with those that nobody holds and that still lie there",
            bytes,
        ),
        ("the cells in all lists that the host keeps for it", cells),
        ("changes in a turn", changes),
        ("changes in all turns of a level together", format!("{} million", (history / 16) >> 20)),
    ];
    section("Memory", remarks, &rows)
}

fn sizes() -> String {
    let side = Topology::MAX_SIDE;
    let rows = [
        ("a board", format!("{side} x {side} cells")),
        ("layers", MAX_LAYERS.to_string()),
        ("tiles, and names in a list of tiles", number(Names::MAX_TILES)),
        ("names of variables on a board", number(Names::MAX_VARS)),
        ("the name of a variable", format!("{LONGEST_NAME} bytes")),
        ("the text of a variable", format!("{} KiB", MAX_TEXT >> 10)),
        ("`board:say` in a call", format!("{MAX_SAID} times")),
        ("what one of them shows", format!("{} characters", number(LONGEST_SAID))),
        ("a line of `print`", format!("{} characters", number(LONGEST_PRINTED))),
        ("the status line, a message", format!("{} characters", number(LONGEST_MESSAGE))),
        ("what `act` returns", format!("{LONGEST_TOKEN} bytes")),
        ("what `plan` returns", format!("{} steps", number(MOST_STEPS))),
        ("entries of a table that declares something", number(MOST_FIELDS)),
        ("parts in all looks together", number(MOST_PARTS)),
        ("a script's file", format!("{} MiB", MAX_SCRIPT >> 20)),
        (
            "one that becomes machine code, once it is called often",
            format!("{} bytes", number(LONGEST_COMPILED)),
        ),
        ("files that are looked for by `require`", number(MOST_FILES)),
        ("scripts of which each requires the next", DEEPEST.to_string()),
        (
            "the length of a text times that of what `string.find`, `match`, `gmatch`, `gsub` or \
             `split` look for in it",
            format!("{} million", MOST_AT_ONCE / 1_000_000),
        ),
        ("items that `table.move` moves", format!("{} million", MOST_AT_ONCE / 1_000_000)),
    ];
    section("Sizes", "What is too long to be shown is cut; all else is refused.\n\n", &rows)
}

fn time(time: Duration) -> String {
    match time.as_millis() {
        whole if whole % 1000 == 0 => format!("{} s", whole / 1000),
        rest => format!("{rest} ms"),
    }
}

/// A number with its thousands set off.
fn number(number: usize) -> String {
    match number {
        ..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}
