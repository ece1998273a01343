//! A window and the buffer that is shown in it. Knows no player.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use pixels::wgpu::{self, TextureFormat};
use pixels::{Pixels, PixelsBuilder, PixelsContext, SurfaceTexture};
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use crate::app::error::WindowError;
use crate::app::window::blit::Blit;
use crate::app::window::rescue::Rescue;

/// A window with its buffer.
pub(super) struct Surface {
    pub window: Arc<Window>,
    pub pixels: Pixels<'static>,
    pub size: PhysicalSize<u32>,
    /// Pixels a point, as the last event told: the window itself may not know it yet.
    pub scale_factor: f64,
    /// What the window is called.
    title: String,
    blit: Blit,
    rescue: Rescue,
}

/// The formats of the buffer and of the screen that are tried, one after the other. Bytes go to
/// the screen as they are: to turn them into amounts of light and back, as the last does, gives
/// the same bytes, and takes long in software.
const FORMATS: [(TextureFormat, Option<TextureFormat>); 3] = [
    (TextureFormat::Rgba8Unorm, Some(TextureFormat::Bgra8Unorm)),
    (TextureFormat::Rgba8Unorm, Some(TextureFormat::Rgba8Unorm)),
    (TextureFormat::Rgba8UnormSrgb, None),
];

/// A buffer for a window, by the drivers that `WGPU_BACKEND` names, or else by those that the
/// system does best with. The others, which take as long to be asked, are asked only where there
/// is none of these.
fn buffer(window: &Arc<Window>, size: PhysicalSize<u32>) -> Result<Pixels<'static>, WindowError> {
    if let Some(named) = wgpu::Backends::from_env() {
        return buffer_by(named, window, size);
    }
    let best = buffer_by(wgpu::Backends::PRIMARY, window, size);
    best.or_else(|_| buffer_by(wgpu::Backends::all(), window, size))
}

/// The same by one of these drivers, in the first of the formats that its screen has.
fn buffer_by(
    drivers: wgpu::Backends,
    window: &Arc<Window>,
    size: PhysicalSize<u32>,
) -> Result<Pixels<'static>, WindowError> {
    let build = |(buffer, screen): (TextureFormat, Option<TextureFormat>)| {
        let texture = SurfaceTexture::new(size.width, size.height, Arc::clone(window));
        let builder = PixelsBuilder::new(size.width, size.height, texture);
        let builder = builder.wgpu_backend(drivers).texture_format(buffer);
        let builder = match screen {
            Some(screen) => builder.surface_texture_format(screen),
            None => builder,
        };
        // `pixels` does not ask which formats a screen has, and `wgpu` panics where it lacks one.
        catch_unwind(AssertUnwindSafe(|| builder.build())).ok()
    };
    let none = || WindowError::NoDriver("the screen has no format that can be shown".to_owned());
    let built = FORMATS.into_iter().find_map(build).ok_or_else(none)?;
    built.map_err(|error| WindowError::NoDriver(error.to_string()))
}

impl Surface {
    /// Opens a window, its size in points.
    pub fn open(
        event_loop: &ActiveEventLoop,
        title: &str,
        (width, height): (u32, u32),
    ) -> Result<Surface, WindowError> {
        let attributes = Window::default_attributes()
            .with_title(title)
            .with_inner_size(LogicalSize::new(width, height))
            .with_min_inner_size(LogicalSize::new(160, 120));
        let window = event_loop.create_window(attributes);
        let window = window.map_err(|error| WindowError::NoDisplay(error.to_string()))?;
        let window = Arc::new(window);
        let size = window.inner_size();
        let size = PhysicalSize::new(size.width.max(1), size.height.max(1));
        let pixels = buffer(&window, size)?;
        let blit = Blit::new(pixels.context(), pixels.render_texture_format());
        let (rescue, scale_factor) = (Rescue::of(&window), window.scale_factor());
        let title = title.to_owned();
        Ok(Surface { window, pixels, size, scale_factor, title, blit, rescue })
    }

    /// Follows the window to the size that it has by now; the event that tells of it may yet
    /// have to come.
    pub fn follow(&mut self) {
        if self.is_behind() {
            self.resize(self.window.inner_size());
        }
    }

    /// Whether the window has another size by now than the buffer: such a frame would not come
    /// to its end.
    pub fn is_behind(&self) -> bool {
        let PhysicalSize { width, height } = self.window.inner_size();
        width > 0 && height > 0 && self.size != PhysicalSize::new(width, height)
    }

    /// Brings the buffer to the screen, and what `over` draws over it.
    pub fn show(
        &self,
        over: impl FnOnce(&mut wgpu::CommandEncoder, &wgpu::TextureView, &PixelsContext<'_>),
    ) -> Result<(), pixels::Error> {
        self.rescue.watch(self.size, || {
            self.pixels.render_with(|encoder, target, context| {
                self.blit.draw(encoder, target);
                over(encoder, target, context);
                Ok(())
            })
        })
    }

    /// Follows the window. A window of no size (minimised) keeps its last buffer.
    pub fn resize(&mut self, size: PhysicalSize<u32>) {
        if size.width == 0 || size.height == 0 {
            return;
        }
        let buffer = self.pixels.resize_buffer(size.width, size.height);
        let surface = self.pixels.resize_surface(size.width, size.height);
        self.blit.rebind(self.pixels.context());
        match buffer.and(surface) {
            Ok(()) => self.size = size,
            Err(error) => eprintln!("the window cannot be that large: {error}"),
        }
    }

    /// Has the window called that.
    pub fn set_title(&mut self, title: String) {
        if self.title != title {
            self.window.set_title(&title);
            self.title = title;
        }
    }

    /// Pixels a point, in hundredths.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a few hundred at most
    pub fn scale(&self) -> u32 {
        (self.scale_factor * 100.0).round().clamp(50.0, 1000.0) as u32
    }
}
