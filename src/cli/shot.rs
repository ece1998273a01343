//! `tilewright shot`: the frame that a window would show, as a PNG file.

use image::{ExtendedColorType, ImageFormat};

use crate::app::Player;
use crate::cli::Failure;
use crate::cli::args::Shot;
use crate::cli::find::Places;
use crate::view::{Frame, Moment};

pub(super) fn run(places: &Places, shot: &Shot) -> Result<(), Failure> {
    let (scripts, opened) = places.open_at(&shot.position)?;
    let mut player = Player::new(scripts, opened);
    player.show_whole();
    let (width, height) = shot.size;
    let mut bytes = vec![0; width as usize * height as usize * 4];
    let mut frame = Frame::new(width, height, &mut bytes)
        .ok_or_else(|| Failure::Refused("the picture has no such size".to_owned()))?;
    player.paint(&mut frame, 100, Moment::STILL);
    let color = ExtendedColorType::Rgba8;
    let png = ImageFormat::Png;
    image::save_buffer_with_format(&shot.out, &bytes, width, height, color, png)
        .map_err(|error| Failure::of_file(&shot.out, &error))
}
