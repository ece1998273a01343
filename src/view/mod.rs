//! From a session to pixels in a byte buffer: the same for a window and for a
//! file. Knows no window and no driver.

mod camera;
mod characters;
mod damage;
mod dots;
mod frame;
mod layout;
mod looks;
mod marks;
mod overlay;
mod painted;
mod painter;
mod pictures;
mod pointer;
mod projection;
mod raised;
mod scene;
mod signs;
mod slant;
mod sprite;
mod sprites;
mod standing;
mod text;
pub mod tones;
mod trouble;

pub use camera::Camera;
pub use frame::{Area, Frame, Picture};
pub use layout::{Layout, Scale};
pub use marks::Marks;
pub use overlay::{Caption, Notice, frame_around};
pub use painter::{BACKGROUND, MOTION, Moment, Painter, followed};
pub use pictures::{PictureError, measure};
pub use projection::Projection;
pub use signs::{Mark, Sign};
pub use trouble::Trouble;
