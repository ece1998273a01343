//! Tilewright.
pub mod grid;
