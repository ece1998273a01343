//! The program: the stock games that it has in itself, and arguments to verb. The games are here
//! and not in the library, so that a script that is changed costs no more than this file; one that
//! is added is taken in once this is compiled again.

use std::borrow::Cow;

use rust_embed::Embed;

/// The stock scripts, without what is for those who write some.
#[derive(Embed)]
#[folder = "scripts/"]
#[prefix = "scripts/"]
#[exclude = "new/*"]
#[exclude = "library/*"]
#[exclude = "API.md"]
#[exclude = "LIMITS.md"]
#[exclude = "pack.toml"]
struct Scripts;

/// Their levels.
#[derive(Embed)]
#[folder = "levels/"]
#[prefix = "levels/"]
struct Levels;

/// What they say of themselves, like any pack.
const PACK: &[u8] = include_bytes!("../scripts/pack.toml");

fn main() -> std::process::ExitCode {
    let pack = ("pack.toml".to_owned(), Cow::Borrowed(PACK));
    let stock = files::<Scripts>().chain(files::<Levels>()).chain([pack]);
    tilewright::files::include_stock(stock);
    tilewright::cli::main()
}

/// The files of a folder that was there when the program was built.
fn files<T: Embed>() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    T::iter().filter_map(|name| T::get(&name).map(|file| (name.into_owned(), file.data)))
}
