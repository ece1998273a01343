//! The mouse (or a finger): clicks, drags and the wheel. A press on a board that is
//! larger than its room is a click only if it does not become a drag.

use winit::dpi::PhysicalPosition;
use winit::event::{ElementState, MouseButton, MouseScrollDelta, Touch, TouchPhase, WindowEvent};

use crate::app::window::events::App;
use crate::rules::Button;

/// Where the mouse is and what it holds.
#[derive(Default)]
pub(super) struct Hand {
    /// In pixels of the window.
    pub at: PhysicalPosition<f64>,
    held: Option<Held>,
    /// What the wheel has turned beyond whole steps.
    turned: f64,
}

/// A press on the board that may become a drag.
#[derive(Clone, Copy)]
struct Held {
    button: Button,
    from: PhysicalPosition<f64>,
    /// Up to where the board has followed.
    last: PhysicalPosition<f64>,
    drags: bool,
}

/// A press that moves further than this, in pixels, is a drag.
const STILL: f64 = 5.0;

/// So many pixels of a touchpad are one step of a wheel.
const STEP: f64 = 40.0;

impl Hand {
    /// Takes note of where the mouse is.
    pub fn follow(&mut self, event: &WindowEvent) {
        if let WindowEvent::CursorMoved { position, .. } = event {
            self.at = *position;
        }
    }

    /// Takes note of a release that was for somebody else.
    pub fn let_go(&mut self, event: &WindowEvent) {
        if let WindowEvent::MouseInput { state: ElementState::Released, .. } = event {
            self.held = None;
        }
    }

    /// How far the board is to follow the mouse, if it does.
    fn pulled(&mut self) -> Option<(f64, f64)> {
        let held = self.held.as_mut()?;
        let (x, y) = (self.at.x - held.from.x, self.at.y - held.from.y);
        held.drags |= x.hypot(y) > STILL;
        if !held.drags {
            return None;
        }
        let by = (self.at.x - held.last.x, self.at.y - held.last.y);
        held.last = self.at;
        Some(by)
    }

    /// The whole steps that the wheel has turned.
    fn steps(&mut self, delta: MouseScrollDelta) -> i32 {
        self.turned += match delta {
            MouseScrollDelta::LineDelta(_, lines) => f64::from(lines),
            MouseScrollDelta::PixelDelta(pixels) => pixels.y / STEP,
        };
        let whole = self.turned.trunc();
        self.turned -= whole;
        #[allow(clippy::cast_possible_truncation)] // a wheel turns a few steps
        let steps = whole as i32;
        steps
    }
}

impl<E: Send + 'static> App<E> {
    /// Does what the mouse or a finger asks.
    pub fn handle(&mut self, event: &WindowEvent) {
        match event {
            WindowEvent::CursorMoved { .. } => self.moved(),
            WindowEvent::CursorLeft { .. } => self.left(),
            WindowEvent::MouseInput { state: ElementState::Pressed, button, .. } => {
                self.pressed(*button);
            }
            WindowEvent::MouseInput { state: ElementState::Released, .. } => self.released(),
            WindowEvent::MouseWheel { delta, .. } => self.wheel(*delta),
            WindowEvent::Touch(touch) => self.touched(touch),
            _ => {}
        }
    }

    fn touched(&mut self, touch: &Touch) {
        self.hand.at = touch.location;
        match touch.phase {
            TouchPhase::Started => self.pressed(MouseButton::Left),
            TouchPhase::Moved => self.moved(),
            TouchPhase::Ended => self.released(),
            TouchPhase::Cancelled => self.hand.held = None,
        }
    }

    fn moved(&mut self) {
        if let Some(by) = self.hand.pulled() {
            self.ask(move |player| player.drag(by));
            return self.redraw();
        }
        #[allow(clippy::cast_possible_truncation)] // a window's size
        let at = (self.hand.at.x.floor() as i32, self.hand.at.y.floor() as i32);
        if self.ask(move |player| player.point(Some(at))) == Some(true) {
            self.redraw();
        }
    }

    fn left(&mut self) {
        if self.ask(|player| player.point(None)) == Some(true) {
            self.redraw();
        }
    }

    fn pressed(&mut self, button: MouseButton) {
        let button = match button {
            MouseButton::Left => Button::Left,
            MouseButton::Right => Button::Right,
            MouseButton::Middle => Button::Middle,
            _ => return,
        };
        let at = self.hand.at;
        match self.ask(|player| player.is_close()) {
            Some(true) => self.hand.held = Some(Held { button, from: at, last: at, drags: false }),
            Some(false) => self.click(at, button),
            None => {}
        }
    }

    fn released(&mut self) {
        if let Some(held) = self.hand.held.take()
            && !held.drags
        {
            self.click(held.from, held.button);
        }
    }

    fn click(&mut self, at: PhysicalPosition<f64>, button: Button) {
        let moved = self.run(move |player| player.click(at.x, at.y, button));
        self.stepped(moved.unwrap_or(false));
    }

    fn wheel(&mut self, delta: MouseScrollDelta) {
        let (steps, at) = (self.hand.steps(delta), self.hand.at);
        if steps != 0 {
            self.ask(move |player| player.zoom(steps, (at.x, at.y)));
            self.redraw();
        }
    }
}
