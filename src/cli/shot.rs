//! `tilewright shot`: the frame that a window would show, as a PNG file.

use image::{ExtendedColorType, ImageFormat};

use crate::app::Player;
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
    let ending = shot.out.extension().and_then(|ending| ending.to_str());
    if ending.is_some_and(|ending| !ending.eq_ignore_ascii_case("png")) {
        return Err(Failure::of_file(&shot.out, &"expected a name that ends with .png"));
    }
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
    let mut bytes = vec![0; width as usize * height as usize * 4];
    let mut frame = Frame::new(width, height, &mut bytes)
        .ok_or_else(|| Failure::Refused("the picture has no such size".to_owned()))?;
    player.paint(&mut frame, 100, Moment::STILL);
    let color = ExtendedColorType::Rgba8;
    let png = ImageFormat::Png;
    image::save_buffer_with_format(&shot.out, &bytes, width, height, color, png)
        .map_err(|error| Failure::of_file(&shot.out, &error))
}
