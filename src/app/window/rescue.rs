//! A way out of a frame that never ends. `pixels` 0.17.2 tries again for ever while the
//! window has another size than it was told (mended upstream in its pull request 462); the
//! event that would tell it cannot come meanwhile. Whoever waits too long here gives the
//! window its old size back until that frame has ended. Knows no frame.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use winit::dpi::PhysicalSize;
use winit::window::Window;

/// A frame that takes longer does not end by itself.
const PATIENCE: Duration = Duration::from_millis(700);

/// The thread that waits, as the window sees it.
pub(super) struct Rescue {
    /// The size that the frame is for, when it begins; nothing when it has ended.
    frames: Sender<Option<PhysicalSize<u32>>>,
}

impl Rescue {
    /// Waits for the frames of a window from now on. Without a thread nobody waits, and all
    /// is as it was.
    pub fn of(window: &Arc<Window>) -> Rescue {
        let (frames, told) = channel::<Option<PhysicalSize<u32>>>();
        let window = Arc::clone(window);
        let wait = move || {
            while let Ok(begun) = told.recv() {
                let Some(size) = begun else { continue };
                let mut given = None;
                while told.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    let now = window.inner_size();
                    // A frame may just be slow, or the window put away.
                    if now != size && now.width > 0 && now.height > 0 {
                        given = Some(now);
                        let _ = window.request_inner_size(size);
                    }
                }
                if let Some(given) = given {
                    let _ = window.request_inner_size(given);
                }
            }
        };
        if let Err(error) = std::thread::Builder::new().name("rescue".into()).spawn(wait) {
            eprintln!("no thread waits for frames that do not end: {error}");
        }
        Rescue { frames }
    }

    /// Shows a frame for a window of that size.
    pub fn watch<T>(&self, size: PhysicalSize<u32>, show: impl FnOnce() -> T) -> T {
        // Whoever no longer listens needs not be told.
        let _ = self.frames.send(Some(size));
        let shown = show();
        let _ = self.frames.send(None);
        shown
    }
}
