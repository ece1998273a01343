//! Why there is no window to play in. Knows no window.

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// The system has no display to open a window on.
    #[error(
        "there is no display to open a window on ({0}); show, shot and replay work without one"
    )]
    NoDisplay(String),
    /// There is a display, but nothing that draws.
    #[error("no usable graphics driver ({0}); show, shot and replay work without one")]
    NoDriver(String),
    /// There is no thread to play on, or it has ended in the middle of something.
    #[error("the game has ended: {0}")]
    NoThread(String),
}

impl WindowError {
    /// The thread that the game was played on has panicked.
    pub(in crate::app) fn gone() -> WindowError {
        WindowError::NoThread("the thread that it was played on has ended".to_owned())
    }
}

/// Why nothing was played.
#[derive(Debug)]
pub enum RunError<E> {
    /// There is no window to play in.
    Window(WindowError),
    /// The game could not be opened.
    Game(E),
}
