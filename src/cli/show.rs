//! `tilewright show`: a board as text, printed or in a file.

use std::io::Write;

use crate::cli::Failure;
use crate::cli::args::{Show, TextForm};
use crate::cli::find::Places;
use crate::rules::{level_text, text_view};

pub(super) fn run(places: &Places, show: &Show) -> Result<(), Failure> {
    let (_, opened) = places.open_at(&show.position)?;
    let session = opened.session;
    let (game, board) = (session.game(), session.board());
    let text = match show.form {
        TextForm::Cells => text_view(game, board),
        TextForm::Level => level_text(game, board, &[])?,
    };
    if let Some(warning) = session.warning() {
        eprintln!("tilewright: warning: {warning}");
    }
    match &show.out {
        Some(path) => std::fs::write(path, text).map_err(|error| Failure::of_file(path, &error)),
        None => Ok(std::io::stdout().write_all(text.as_bytes())?),
    }
}
