//! Something that is done on a thread of its own while the game goes on, and what has come of
//! it in words. Knows no window.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Something that is being done. Nobody waits for it any more once this is gone.
pub(in crate::app) struct Errand {
    told: Receiver<String>,
    goes_on: Arc<AtomicBool>,
}

impl Drop for Errand {
    fn drop(&mut self) {
        self.goes_on.store(false, Ordering::Relaxed);
    }
}

impl Errand {
    /// Begins something on a thread of that name. It is handed a way to ask whether somebody
    /// still waits for it, and returns what has come of it, or nothing if nobody waits. `wake`
    /// is called, on that thread, at its end, whatever that is. Nothing if the system has no
    /// room for a thread.
    pub fn begin(
        name: &str,
        work: impl FnOnce(&dyn Fn() -> bool) -> Option<String> + Send + 'static,
        wake: impl Fn() + Send + 'static,
    ) -> Option<Errand> {
        let (tell, told) = channel();
        let goes_on = Arc::new(AtomicBool::new(true));
        let is_wanted = Arc::clone(&goes_on);
        let run = move || {
            // Whoever asked looks what came of it; the way to tell goes first.
            let _wakes = WhenDropped(wake);
            let tell = tell;
            if let Some(said) = work(&|| is_wanted.load(Ordering::Relaxed)) {
                // Whoever asked may be gone by now.
                let _ = tell.send(said);
            }
        };
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(run);
        thread.is_ok().then_some(Errand { told, goes_on })
    }

    /// What has come of it.
    ///
    /// # Errors
    /// Nothing yet; or it broke off, and will not tell.
    pub fn told(&self) -> Result<String, TryRecvError> {
        self.told.try_recv()
    }
}

/// Calls something at its end.
struct WhenDropped<F: Fn()>(F);

impl<F: Fn()> Drop for WhenDropped<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
