//! `tilewright api`: what a script finds on `board`, printed.

use std::io::Write;

use crate::cli::Failure;
use crate::cli::args::Api;
use crate::rules::{definitions, limits, reference};

pub(super) fn run(api: &Api) -> Result<(), Failure> {
    let text = match api {
        Api { lua: true, .. } => definitions(),
        Api { limits: true, .. } => limits(),
        Api { .. } => reference(),
    };
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}
