//! `tilewright shot`: the frame that a window would show, as a PNG file; or those of all turns,
//! as a GIF file.

use std::path::Path;

use image::{ExtendedColorType, ImageFormat};

use crate::app::{Film, Player};
use crate::cli::Failure;
use crate::cli::args::{MAX_SIDE, Shot};
use crate::cli::find::Places;
use crate::view::{Frame, Moment, Projection, Scale, frame_around};

/// The size of a picture in which each cell has that side, in pixels.
fn size_for(board: Projection, cell: u32) -> Result<(u32, u32), Failure> {
    let (width, height) = board.extent();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most 8 million
    let pixels = |cells: f64| (cells * f64::from(cell)).ceil() as u32;
    let (width, height) = frame_around((pixels(width), pixels(height)));
    if width.max(height) > MAX_SIDE {
        let what = format!("the picture would have {width} x {height} pixels");
        let expected = format!("expected at most {MAX_SIDE} a side: a smaller --cell, or --size");
        return Err(Failure::Refused(format!("{what}; {expected}")));
    }
    Ok((width, height))
}

pub(super) fn run(places: &Places, shot: &Shot) -> Result<(), Failure> {
    let animated = is_animated(&shot.out)?;
    let (scripts, opened) = places.open_at(&shot.position)?;
    let mut player = Player::new(scripts, opened);
    match shot.cell {
        Some(cell) => player.show_at(Scale::pixels(cell)),
        None => player.show_whole(),
    }
    player.show_isometric(shot.isometric);
    if let Some(skin) = &shot.skin
        && !player.wear(Some(skin))
    {
        let told = player.trouble().map(|told| told.whole.clone());
        return Err(Failure::Refused(told.unwrap_or_default()));
    }
    if !shot.covered {
        player.uncover();
    }
    let (width, height) = match shot.cell {
        Some(cell) => size_for(player.projection(), cell)?,
        None => shot.size,
    };
    if animated {
        return write_film(&mut player, (width, height), &shot.out);
    }
    let mut bytes = vec![0; width as usize * height as usize * 4];
    let mut frame = Frame::new(width, height, &mut bytes)
        .ok_or_else(|| Failure::Refused("the picture has no such size".to_owned()))?;
    player.paint(&mut frame, 100, Moment::STILL);
    let color = ExtendedColorType::Rgba8;
    let png = ImageFormat::Png;
    image::save_buffer_with_format(&shot.out, &bytes, width, height, color, png)
        .map_err(|error| Failure::of_file(&shot.out, &error))
}

/// Whether a file is to be an animation, as the ending of its name says.
fn is_animated(path: &Path) -> Result<bool, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        None | Some("png") => Ok(false),
        Some("gif") => Ok(true),
        Some(_) => Err(Failure::of_file(path, &"expected a name that ends with .png or with .gif")),
    }
}

fn write_film(player: &mut Player, size: (u32, u32), path: &Path) -> Result<(), Failure> {
    let Some(Film { bytes, every, .. }) = player.film(size, &|| true)? else { return Ok(()) };
    if every > 1 {
        eprintln!("tilewright: there are very many turns: one of {every} is shown");
    }
    std::fs::write(path, bytes).map_err(|error| Failure::of_file(path, &error))
}
