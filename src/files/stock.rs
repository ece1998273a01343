//! The files that the program has in itself. Whoever builds the program says which.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::files::pack::Pack;

/// Where the program's own files are, as paths and messages name it. No file on a disk is
/// called that.
pub const STOCK: &str = "<stock>";

static FILES: OnceLock<Arc<Pack>> = OnceLock::new();

/// Takes these files into the program, by their names with forward slashes. What was taken in
/// before stays.
pub fn include_stock(files: impl Iterator<Item = (String, Cow<'static, [u8]>)>) {
    FILES.get_or_init(|| Arc::new(Pack::of_program(files)));
}

/// The folder of the program's own files, if it has any.
#[must_use]
pub fn stock() -> Option<PathBuf> {
    stock_pack().map(|_| PathBuf::from(STOCK))
}

/// The files themselves.
pub(in crate::files) fn stock_pack() -> Option<Arc<Pack>> {
    FILES.get().cloned()
}
