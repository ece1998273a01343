//! The API as a page to read, made from its tables. Knows no single function.

use crate::rules::api::{
    Access, FIELDS, FUNCTIONS, Field, Function, LUA_FUNCTIONS, LUA_METHODS, METHODS,
};

/// The page: every function and field with its signature and help.
#[must_use]
pub fn reference() -> String {
    let mut page = String::from(
        "# What a script finds on `board`\n\n\
         This page is made by `tilewright api`. A cell is a whole number, 1 to `board.size`, row \
         by row from\nthe top left; off the grid is nil. What stands in brackets may be left \
         out.\n",
    );
    let looks = |function: &&Function| matches!(function.access, Access::Looks | Access::Counts);
    let changes = |function: &&Function| function.access == Access::Changes;
    let mut section = |title: &str, entries: Vec<(&str, &str)>| {
        page.push_str(&format!("\n## {title}\n"));
        for (signature, help) in entries {
            page.push_str(&format!("\n`{signature}`\n:   {}\n", wrapped(help, 92, "    ")));
        }
    };
    let functions = |list: &'static [Function], wanted: &dyn Fn(&&Function) -> bool| {
        let wanted = list.iter().filter(wanted);
        wanted.map(|function| (function.signature, function.help)).collect::<Vec<_>>()
    };
    let fields = |list: &'static [Field]| list.iter().map(|field| (field.signature, field.help));
    section("Looking, in every function", functions(FUNCTIONS, &looks));
    section("Changing, in `start`, `act`, `tick` and `reloaded`", functions(FUNCTIONS, &changes));
    section("Further functions", fields(LUA_FUNCTIONS).collect());
    let own = FIELDS
        .iter()
        .map(|field| (format!("board.{}: {}", field.name, field.signature), field.help));
    let own: Vec<(String, &str)> = own.collect();
    section("Fields", own.iter().map(|(signature, help)| (signature.as_str(), *help)).collect());
    let mut methods = functions(METHODS, &|_| true);
    methods.extend(fields(LUA_METHODS));
    section("Lists of cells, as `all`, `around`, `near` and `reach` give them", methods);
    page
}

/// A text in lines of at most so many characters, of which all but the first begin so.
pub(super) fn wrapped(text: &str, most: usize, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line + 1 + word.chars().count() > most {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join(&format!("\n{indent}"))
}
