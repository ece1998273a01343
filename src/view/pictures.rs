//! Picture files that looks name. Knows no look.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use image::ImageReader;
use tiny_skia::{IntSize, Pixmap};

use crate::level::Seen;

/// The longest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 8192;

/// A picture that cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub struct PictureError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, and what is allowed.
    pub why: String,
}

/// Pictures by the names that looks give them.
#[derive(Default)]
pub struct Pictures {
    pictures: HashMap<String, Pixmap>,
    seen: Vec<Seen>,
}

impl Pictures {
    /// Reads all pictures of a game, from its folder. A picture that cannot be
    /// read is missing afterwards, and its error is returned beside the rest.
    #[must_use]
    pub fn load<'n>(
        folder: &Path,
        names: impl Iterator<Item = &'n str>,
    ) -> (Pictures, Vec<PictureError>) {
        let mut all = Pictures::default();
        let mut errors = Vec::new();
        for name in names {
            if all.pictures.contains_key(name) {
                continue;
            }
            match all.read(folder, name) {
                Ok(picture) => drop(all.pictures.insert(name.to_owned(), picture)),
                Err(error) => errors.push(error),
            }
        }
        errors.dedup();
        (all, errors)
    }

    /// A picture, if it could be read.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Pixmap> {
        self.pictures.get(name)
    }

    /// Every file that was looked at.
    #[must_use]
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }

    fn read(&mut self, folder: &Path, name: &str) -> Result<Pixmap, PictureError> {
        let path = folder.join(name);
        let refuse = |why: String| PictureError { path: path.clone(), why };
        let plain =
            |part: std::path::Component<'_>| matches!(part, std::path::Component::Normal(_));
        if !Path::new(name).components().all(plain) {
            return Err(refuse("a picture is a file beside the script, without ..".into()));
        }
        let bytes = std::fs::read(&path);
        self.seen.push(Seen::with(&path, bytes.as_deref().ok()));
        let bytes = bytes.map_err(|error| refuse(error.to_string()))?;
        decode(&bytes).map_err(refuse)
    }
}

/// Decodes a PNG or JPEG.
fn decode(bytes: &[u8]) -> Result<Pixmap, String> {
    let reader = ImageReader::new(std::io::Cursor::new(bytes));
    let mut reader = reader.with_guessed_format().map_err(|error| error.to_string())?;
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    reader.limits(limits);
    let expected = format!("expected a PNG or JPEG of at most {MAX_SIDE} pixels a side");
    let picture = reader.decode().map_err(|error| format!("{error}; {expected}"))?;
    let mut picture = picture.into_rgba8();
    for pixel in picture.pixels_mut() {
        let [red, green, blue, alpha] = pixel.0;
        let color = tiny_skia::ColorU8::from_rgba(red, green, blue, alpha).premultiply();
        pixel.0 = [color.red(), color.green(), color.blue(), alpha];
    }
    let size = IntSize::from_wh(picture.width(), picture.height());
    let pixmap = size.and_then(|size| Pixmap::from_vec(picture.into_raw(), size));
    pixmap.ok_or(expected)
}
