//! Why there is no window or terminal to play in. Knows neither.

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// The system has no display to open a window on.
    #[error(
        "there is no display to open a window on ({0}); with --terminal it plays in the \
         terminal, and show, shot and replay work without one"
    )]
    NoDisplay(String),
    /// There is a display, but nothing that draws.
    #[error(
        "no usable graphics driver ({0}); with --terminal it plays in the terminal, and show, \
         shot and replay work without one"
    )]
    NoDriver(String),
    /// There is no thread to play on.
    #[error("the game has ended: {0}")]
    NoThread(String),
}

/// Why there is no terminal.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// What is read or written is no terminal, but a file or another program.
    #[error("there is no terminal to play in: input or output is a file or another program")]
    NotThere,
    /// The terminal does not do what it is told.
    #[error("the terminal cannot be used ({0})")]
    Failed(std::io::Error),
}

/// Why nothing was played.
#[derive(Debug)]
pub enum RunError<E> {
    /// There is no window to play in.
    Window(WindowError),
    /// There is no terminal to play in.
    Terminal(TerminalError),
    /// The game could not be opened.
    Game(E),
    /// The thread that the game was played on has panicked.
    Gone,
}
