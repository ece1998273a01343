//! Lines and columns of places in a text that are asked for from its begin to its end.
//! Knows no format.

/// Walks over a text once, so that many places on one long line cost no more than few.
pub(in crate::level) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'t> Cursor<'t> {
    /// At the begin of a text whose lines end with LF.
    pub fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0, line: 1, column: 1 }
    }

    /// Line and column, from 1, of the character at that byte.
    pub fn go(&mut self, to: usize) -> (usize, usize) {
        if to < self.at {
            *self = Cursor::new(self.text);
        }
        for character in self.text.get(self.at..to).unwrap_or_default().chars() {
            if character == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.at = to;
        (self.line, self.column)
    }
}
