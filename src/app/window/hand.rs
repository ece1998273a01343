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
    /// Whether the mouse is in the window.
    is_here: bool,
    held: Option<Held>,
    /// The finger that is down, if one is.
    finger: Option<u64>,
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

/// A press that moves further than this, in points, is a drag.
const STILL: f64 = 5.0;

/// So many points of a touchpad are one step of a wheel.
const STEP: f64 = 40.0;

impl Hand {
    /// Takes note of where the mouse is.
    pub fn follow(&mut self, event: &WindowEvent) {
        match event {
            WindowEvent::CursorMoved { position, .. } => {
                (self.at, self.is_here) = (*position, true);
            }
            WindowEvent::CursorLeft { .. } => self.is_here = false,
            _ => {}
        }
    }

    /// Holds nothing any more: what is done now is for somebody else.
    pub fn let_go(&mut self) {
        (self.held, self.finger) = (None, None);
    }

    /// How far the board is to follow the mouse, if it does.
    fn pulled(&mut self, scale: f64) -> Option<(f64, f64)> {
        let held = self.held.as_mut()?;
        let (x, y) = (self.at.x - held.from.x, self.at.y - held.from.y);
        held.drags |= x.hypot(y) > STILL * scale;
        if !held.drags {
            return None;
        }
        let by = (self.at.x - held.last.x, self.at.y - held.last.y);
        held.last = self.at;
        Some(by)
    }

    /// The whole steps that the wheel has turned.
    fn steps(&mut self, delta: MouseScrollDelta, scale: f64) -> i32 {
        self.turned += match delta {
            MouseScrollDelta::LineDelta(_, lines) => f64::from(lines),
            MouseScrollDelta::PixelDelta(pixels) => pixels.y / (STEP * scale),
        };
        let whole = self.turned.trunc();
        self.turned -= whole;
        #[allow(clippy::cast_possible_truncation)] // a wheel turns a few steps
        let steps = whole as i32;
        steps
    }
}

/// What a button of the mouse is to a game.
fn named(button: MouseButton) -> Option<Button> {
    match button {
        MouseButton::Left => Some(Button::Left),
        MouseButton::Right => Some(Button::Right),
        MouseButton::Middle => Some(Button::Middle),
        _ => None,
    }
}

impl<E: Send + 'static> App<E> {
    /// Does what the mouse or a finger asks.
    pub fn handle(&mut self, event: &WindowEvent) {
        match event {
            WindowEvent::CursorMoved { .. } => self.moved(),
            WindowEvent::CursorLeft { .. } => self.tell_pointer(),
            WindowEvent::MouseInput { state, button, .. } => match (state, named(*button)) {
                (ElementState::Pressed, Some(button)) => self.pressed(button),
                (ElementState::Released, Some(button)) => self.released(button),
                (_, None) => {}
            },
            WindowEvent::MouseWheel { delta, .. } => self.wheel(*delta),
            WindowEvent::Touch(touch) => self.touched(touch),
            _ => {}
        }
    }

    /// Where the mouse is on the board's part of the window, in pixels.
    pub fn pointer(&self) -> Option<(i32, i32)> {
        let panels = self.overlay.as_ref();
        if !self.hand.is_here || panels.is_some_and(|panels| panels.is_over(self.hand.at)) {
            return None;
        }
        #[allow(clippy::cast_possible_truncation)] // a window's size
        Some((self.hand.at.x.floor() as i32, self.hand.at.y.floor() as i32))
    }

    /// One finger is the mouse; further ones are nothing.
    fn touched(&mut self, touch: &Touch) {
        let finger = *self.hand.finger.get_or_insert(touch.id);
        if finger != touch.id {
            return;
        }
        self.hand.at = touch.location;
        match touch.phase {
            TouchPhase::Started => self.pressed(Button::Left),
            TouchPhase::Moved => self.moved(),
            TouchPhase::Ended => self.released(Button::Left),
            TouchPhase::Cancelled => self.hand.let_go(),
        }
        if touch.phase == TouchPhase::Ended {
            self.hand.let_go();
        }
    }

    fn moved(&mut self) {
        let scale = self.points();
        match self.hand.pulled(scale) {
            Some(by) => {
                self.ask(move |player| player.drag(by));
                self.redraw();
            }
            None => self.tell_pointer(),
        }
    }

    /// Has the cell under the mouse shown, if it is another one.
    fn tell_pointer(&mut self) {
        let pointer = self.pointer();
        if self.ask(move |player| player.point(pointer)) == Some(true) {
            self.redraw();
        }
    }

    fn pressed(&mut self, button: Button) {
        let at = self.hand.at;
        match self.ask(|player| player.is_close()) {
            // While one button drags, another one does nothing.
            Some(true) if self.hand.held.is_none() => {
                self.hand.held = Some(Held { button, from: at, last: at, drags: false });
            }
            Some(true) => {}
            Some(false) | None => self.click(at, button),
        }
    }

    fn released(&mut self, button: Button) {
        let held = self.hand.held.filter(|held| held.button == button);
        let Some(held) = held else {
            return;
        };
        self.hand.held = None;
        if !held.drags {
            self.click(held.from, held.button);
        }
    }

    fn wheel(&mut self, delta: MouseScrollDelta) {
        let scale = self.points();
        let (steps, at) = (self.hand.steps(delta, scale), self.hand.at);
        if steps != 0 {
            self.ask(move |player| player.zoom(steps, (at.x, at.y)));
            self.redraw();
        }
    }

    /// Pixels a point.
    fn points(&self) -> f64 {
        self.surface.as_ref().map_or(1.0, |surface| surface.scale_factor)
    }
}
