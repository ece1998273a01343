//! Picture files that looks name, and pieces of them in the size they are shown.
//! Knows no look.

use std::collections::HashMap;
use std::io::{BufRead, Seek};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use image::imageops::{self, FilterType};
use image::{DynamicImage, ImageDecoder, ImageReader, RgbaImage};
use tiny_skia::{IntSize, Pixmap};

use crate::files;
use crate::level::Seen;
use crate::rules::{Fit, MAX_PICTURE, Piece, is_inside};

/// The longest side of a picture as it is kept: more is never on a screen.
const MAX_KEPT: u32 = 4096;

/// A picture that cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}; expected a PNG or JPEG of at most {MAX_PICTURE} pixels a side", path.display())]
pub struct PictureError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: String,
}

/// Pictures by the names that looks give them. Colours are premultiplied.
#[derive(Default)]
pub struct Pictures {
    pictures: HashMap<String, Kept>,
    /// Whole pictures, cropped and scaled for all their pieces together.
    cropped: HashMap<(String, u32, u32), RgbaImage>,
    seen: Vec<Seen>,
}

/// A picture, and its file as it was then.
#[derive(Clone)]
struct Kept {
    picture: Rc<RgbaImage>,
    seen: Seen,
}

/// Where pictures may be.
pub struct Sources<'a> {
    /// The folder of the game's own files.
    pub folder: &'a Path,
    /// Files elsewhere that the player has chosen.
    pub chosen: &'a [&'a str],
}

impl Pictures {
    /// Reads all pictures of a game; one that is as it was in `before` is not decoded
    /// again. One that cannot be read stays as it was there, if it was, and its error
    /// is returned beside the rest.
    #[must_use]
    pub fn load<'n>(
        sources: &Sources<'_>,
        names: impl Iterator<Item = &'n str>,
        before: &Pictures,
    ) -> (Pictures, Vec<PictureError>) {
        let mut all = Pictures::default();
        let mut errors: HashMap<String, PictureError> = HashMap::new();
        for name in names {
            if all.pictures.contains_key(name) || errors.contains_key(name) {
                continue;
            }
            match all.read(sources, name, before) {
                Ok(kept) => drop(all.pictures.insert(name.to_owned(), kept)),
                Err(error) => drop(errors.insert(name.to_owned(), error)),
            }
        }
        let kept = errors.keys().filter_map(|name| before.pictures.get_key_value(name));
        all.pictures.extend(kept.map(|(name, kept)| (name.clone(), kept.clone())));
        let mut errors: Vec<PictureError> = errors.into_values().collect();
        errors.sort_by(|a, b| a.path.cmp(&b.path));
        (all, errors)
    }

    /// Has these from now on. Returns whether any of them is another one.
    pub fn take_over(&mut self, pictures: Pictures) -> bool {
        let is_kept = |(name, kept): (&String, &Kept)| {
            let before = self.pictures.get(name);
            before.is_some_and(|before| Rc::ptr_eq(&before.picture, &kept.picture))
        };
        let are_kept =
            pictures.pictures.len() == self.pictures.len() && pictures.pictures.iter().all(is_kept);
        match are_kept {
            true => self.seen = pictures.seen,
            false => *self = pictures,
        }
        !are_kept
    }

    /// A piece of a picture, `width` by `height` pixels; nothing if the picture could
    /// not be read.
    ///
    /// Stretched pieces are cut apart first, so that none bleeds into the next, as a
    /// sheet needs it; cropped ones are scaled together, so that they join without a
    /// seam.
    pub fn piece(
        &mut self,
        name: &str,
        (piece, fit): (Piece, Fit),
        (width, height): (u32, u32),
    ) -> Option<Pixmap> {
        let (column, row) = (piece.column, piece.row);
        let (whole_width, whole_height) = (piece.columns * width, piece.rows * height);
        let cut = match fit {
            // Far beyond any screen there is no seam to see.
            Fit::Crop if whole_width.max(whole_height) <= MAX_PICTURE => {
                let whole = self.cropped(name, whole_width, whole_height)?;
                let (x, y) = (column * width, row * height);
                imageops::crop_imm(whole, x, y, width, height).to_image()
            }
            Fit::Stretch | Fit::Crop => {
                let picture = &*self.pictures.get(name)?.picture;
                let (x, wide) = span(picture.width(), piece.columns, column);
                let (y, high) = span(picture.height(), piece.rows, row);
                let part = imageops::crop_imm(picture, x, y, wide, high);
                imageops::resize(&*part, width, height, FilterType::Triangle)
            }
        };
        Pixmap::from_vec(cut.into_raw(), IntSize::from_wh(width, height)?)
    }

    /// Every file that was looked at.
    #[must_use]
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }

    /// Forgets what was scaled for a size that is no longer shown.
    pub fn forget_sizes(&mut self) {
        self.cropped.clear();
    }

    fn cropped(&mut self, name: &str, width: u32, height: u32) -> Option<&RgbaImage> {
        let picture = &self.pictures.get(name)?.picture;
        let key = (name.to_owned(), width, height);
        Some(self.cropped.entry(key).or_insert_with(|| crop(picture, width, height)))
    }

    fn read(
        &mut self,
        sources: &Sources<'_>,
        name: &str,
        before: &Pictures,
    ) -> Result<Kept, PictureError> {
        let path = if is_inside(name) {
            sources.folder.join(name)
        } else if sources.chosen.contains(&name) {
            PathBuf::from(name)
        } else {
            let why = "a script's pictures are files beside it, named without ..".to_owned();
            return Err(PictureError { path: PathBuf::from(name), why });
        };
        let refuse = |why: String| PictureError { path: path.clone(), why };
        let bytes = files::read(&path);
        let seen = Seen::with(&path, bytes.as_deref().ok());
        self.seen.push(seen.clone());
        if let Some(kept) = before.pictures.get(name).filter(|kept| kept.seen == seen) {
            return Ok(kept.clone());
        }
        let bytes = bytes.map_err(|error| refuse(error.to_string()))?;
        let picture = Rc::new(decode(&bytes).map_err(refuse)?);
        Ok(Kept { picture, seen })
    }
}

/// Reads a picture file only to see whether it can be shown. Returns its width and
/// height in pixels.
///
/// # Errors
/// It cannot.
pub fn measure(path: &Path) -> Result<(u32, u32), PictureError> {
    let refuse = |why: String| PictureError { path: path.to_owned(), why };
    let bytes = files::read(path).map_err(|error| refuse(error.to_string()))?;
    decode(&bytes).map(|picture| picture.dimensions()).map_err(refuse)
}

/// Decodes a PNG or JPEG.
fn decode(bytes: &[u8]) -> Result<RgbaImage, String> {
    let reader = || {
        let reader = ImageReader::new(std::io::Cursor::new(bytes));
        reader.with_guessed_format().map_err(|error| error.to_string())
    };
    let not_one = |_| "this is no picture of a form that is read".to_owned();
    let (width, height) = reader()?.into_dimensions().map_err(not_one)?;
    if width.max(height) > MAX_PICTURE {
        return Err(format!("{width} x {height} pixels are too many"));
    }
    let mut picture = upright(reader()?).map_err(|error| error.to_string())?.into_rgba8();
    if picture.width().max(picture.height()) > MAX_KEPT {
        let kept = |side: u32| (side * MAX_KEPT / picture.width().max(picture.height())).max(1);
        let (width, height) = (kept(picture.width()), kept(picture.height()));
        picture = imageops::thumbnail(&picture, width, height);
    }
    for pixel in picture.pixels_mut() {
        let [red, green, blue, alpha] = pixel.0;
        let color = tiny_skia::ColorU8::from_rgba(red, green, blue, alpha).premultiply();
        pixel.0 = [color.red(), color.green(), color.blue(), alpha];
    }
    Ok(picture)
}

/// Decodes a picture, turned as the camera that took it was held.
fn upright(reader: ImageReader<impl BufRead + Seek>) -> image::ImageResult<DynamicImage> {
    let mut decoder = reader.into_decoder()?;
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Where a piece begins and how long it is, of `length` pixels cut into `pieces`.
fn span(length: u32, pieces: u32, piece: u32) -> (u32, u32) {
    let at = |piece: u32| {
        let at = u64::from(length) * u64::from(piece) / u64::from(pieces.max(1));
        u32::try_from(at).unwrap_or(length)
    };
    (at(piece).min(length.saturating_sub(1)), (at(piece + 1) - at(piece)).max(1))
}

/// Cuts the middle out of a picture, in the shape of `width` by `height`, and scales
/// it to that many pixels.
fn crop(picture: &RgbaImage, width: u32, height: u32) -> RgbaImage {
    let (has_width, has_height) = (u64::from(picture.width()), u64::from(picture.height()));
    let (width_64, height_64) = (u64::from(width), u64::from(height));
    let wide = (has_height * width_64 / height_64.max(1)).clamp(1, has_width);
    let high = (has_width * height_64 / width_64.max(1)).clamp(1, has_height);
    let pixels = |length: u64| u32::try_from(length).unwrap_or(u32::MAX);
    let (x, y) = (pixels((has_width - wide) / 2), pixels((has_height - high) / 2));
    let middle = imageops::crop_imm(picture, x, y, pixels(wide), pixels(high));
    imageops::resize(&*middle, width, height, FilterType::Triangle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_of_a_picture_are_all_of_it() {
        for (length, pieces) in [(100, 7), (16, 16), (1000, 3)] {
            let spans: Vec<(u32, u32)> = (0..pieces).map(|at| span(length, pieces, at)).collect();
            assert_eq!(spans[0].0, 0);
            assert!(spans.windows(2).all(|two| two[0].0 + two[0].1 == two[1].0));
            let (last, long) = spans[spans.len() - 1];
            assert_eq!(last + long, length);
        }
    }

    #[test]
    fn a_photograph_is_turned_as_the_camera_was_held() {
        let mut jpeg = Vec::new();
        let wide = image::RgbImage::new(64, 32);
        let format = image::ImageFormat::Jpeg;
        wide.write_to(&mut std::io::Cursor::new(&mut jpeg), format).unwrap();
        assert_eq!(decode(&jpeg).unwrap().dimensions(), (64, 32));
        // Exif, little-endian, one directory of one entry: orientation (0x112), a short, 6.
        let exif = b"\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        jpeg.splice(2..2, exif.iter().copied());
        assert_eq!(decode(&jpeg).unwrap().dimensions(), (32, 64));
    }

    #[test]
    fn what_is_cropped_is_cut_from_the_middle() {
        let stripes = |x: u32, _| image::Rgba([if (30..70).contains(&x) { 255 } else { 0 }; 4]);
        let picture = RgbaImage::from_fn(100, 40, stripes);
        let cropped = crop(&picture, 20, 20);
        assert!(cropped.pixels().all(|pixel| pixel.0[0] == 255));
    }
}
