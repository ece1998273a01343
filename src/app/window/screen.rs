//! From what the player paints to the screen, with the panels over it; and what is shown
//! while a script works.

use std::time::{Duration, Instant};

use winit::dpi::PhysicalSize;
use winit::event_loop::{ActiveEventLoop, ControlFlow};

use crate::app::panels::Shown;
use crate::app::player::Player;
use crate::app::window::events::App;
use crate::app::window::overlay::{Drawing, Overlay};
use crate::app::window::surface::Surface;
use crate::app::window::trace::{self, Times};
use crate::view::{BACKGROUND, Frame, Moment, Notice, Picture};

/// The time between two frames while something moves.
const MOVING: Duration = Duration::from_millis(16);

/// The time between two frames while a script works.
const WORKING: Duration = Duration::from_millis(100);

/// What was shown so far.
#[derive(Default)]
pub(super) struct Screen {
    frames: u64,
    /// The last frame's buffer, to be painted into again, and its width and height.
    bytes: Vec<u8>,
    size: (u32, u32),
    /// What that buffer holds.
    held: Option<Picture>,
    notice: Notice,
    /// Whether the last frame was not shown, as the window had another size by then.
    skipped: bool,
    /// Whether something was asked of which no frame has shown what came of it.
    pub unseen: bool,
    /// When the last frame is no longer true, if it ever is.
    frame_due: Option<Instant>,
    /// When it is to be kept where the player is, if it is.
    keep_due: Option<Instant>,
}

/// A frame, painted.
struct Painted {
    bytes: Vec<u8>,
    held: Option<Picture>,
    title: String,
    /// How long it stays true, if not for ever.
    true_for: Option<Duration>,
    /// When it is to be kept where the player is.
    keep_in: Option<Duration>,
    /// What `--trace` tells of it.
    told: String,
    /// Whether the game goes on by itself.
    goes_on: bool,
}

impl<E: Send + 'static> App<E> {
    /// Paints a frame and shows it.
    pub fn paint(&mut self, event_loop: &ActiveEventLoop) {
        if self.goes_on {
            let moved = self.run(Player::go_on);
            self.stepped = if moved == Some(true) { Some(Instant::now()) } else { self.stepped };
        }
        if let Some(surface) = &mut self.surface {
            surface.follow();
        }
        let panels = self.panels();
        let now = Instant::now();
        let Some((true_for, line)) = self.fill_buffer(now) else {
            return;
        };
        let painted = now.elapsed();
        let Some(surface) = &mut self.surface else {
            return;
        };
        // Painting takes a while. What the panels have drawn must not get lost, though, and of
        // a window that changes all the time something is to be seen.
        let is_first = !std::mem::replace(&mut self.screen.skipped, true);
        if is_first && panels.is_none() && surface.is_behind() {
            return self.redraw();
        }
        self.screen.skipped = false;
        let size = surface.size;
        let showing = Instant::now();
        let panels_due = panels.as_ref().and_then(|panels| panels.due);
        if let Err(error) = show(surface, panels.zip(self.overlay.as_mut())) {
            // A surface may be lost for a moment; sizing it anew brings it back.
            surface.resize(size);
            eprintln!("a frame could not be shown: {error}");
        }
        let times = Times { painted, shown: showing.elapsed() };
        let due = true_for.into_iter().chain(panels_due).min();
        self.screen.frame_due = due.map(|left| now + left.max(MOVING));
        self.wait_for_due(event_loop);
        self.screen.frames += 1;
        if self.settings.trace {
            let panels = self.overlay.as_ref().map(Overlay::panels);
            let pressed = (self.missed, &*line);
            trace::print(self.screen.frames, size.into(), times, panels, pressed);
        }
        self.follow_errands();
        self.tell_edits();
        self.paint_previews();
        self.catch_up(event_loop);
    }

    /// Waits for whatever is due next.
    fn wait_for_due(&self, event_loop: &ActiveEventLoop) {
        let due = self.screen.frame_due.into_iter().chain(self.screen.keep_due).min();
        event_loop.set_control_flow(due.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }

    /// Does what is due by now: the next frame, or to keep where the player is, which needs
    /// none.
    pub fn come_due(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        if self.screen.frame_due.is_some_and(|due| due <= now) {
            // It comes when the system asks for it, and tells what is due after that.
            self.screen.frame_due = None;
            self.redraw();
        }
        let since_start = now - self.game.started;
        let kept = self.ask(move |player| {
            let told = player.keep_stand_if_due(since_start);
            (told, player.keeping_due())
        });
        // While a script is at work frames come by themselves, and each looks anew.
        let (told, due) = kept.unwrap_or((true, None));
        self.screen.keep_due = due.map(|due| (self.game.started + due).max(now + MOVING));
        if told {
            self.redraw();
        }
        self.wait_for_due(event_loop);
    }

    /// Has previews painted, for as long as nobody waits for the next frame.
    fn paint_previews(&mut self) {
        const SPELL: Duration = Duration::from_millis(8);
        if self.view.browser.is_some()
            && self.run(|player| player.paint_previews(SPELL)) == Some(true)
        {
            self.redraw();
        }
    }

    /// Puts the game into the window's buffer, or, while a script is at work, the last
    /// frame with a word about that. Returns how long it stays true, and what `--trace`
    /// tells of it.
    fn fill_buffer(&mut self, now: Instant) -> Option<(Option<Duration>, String)> {
        let size = self.surface.as_ref()?.size;
        let painted = self.painted(size, now);
        let tells = self.tells_of_work();
        let surface = self.surface.as_mut()?;
        if let Some(painted) = painted {
            surface.pixels.frame_mut().copy_from_slice(&painted.bytes);
            (self.screen.bytes, self.screen.size) = (painted.bytes, size.into());
            self.screen.held = painted.held;
            surface.set_title(painted.title);
            self.goes_on = painted.goes_on;
            self.screen.unseen = false;
            self.screen.keep_due = painted.keep_in.map(|left| now + left);
            return Some((painted.true_for, painted.told));
        }
        if self.game.stopping {
            self.game.worker.stop();
        }
        let scale = surface.scale();
        let mut frame = Frame::new(size.width, size.height, surface.pixels.frame_mut())?;
        // The window may have another size by now.
        frame.copy(&self.screen.bytes, self.screen.size, BACKGROUND);
        if tells {
            let since = self.spell.map(|since| now - since).unwrap_or_default();
            self.screen.notice.paint(&mut frame, scale, since);
        }
        Some((Some(WORKING), "working true".to_owned()))
    }

    /// A frame of the game, unless a script is at work.
    fn painted(&mut self, size: PhysicalSize<u32>, now: Instant) -> Option<Painted> {
        if self.game.worker.busy().is_some() {
            return None;
        }
        let surface = self.surface.as_ref()?;
        let (scale, trace) = (surface.scale(), self.settings.trace);
        let (since_step, since_start) = (self.since_step(now), now - self.game.started);
        let pointer = self.pointer();
        let mut bytes = std::mem::take(&mut self.screen.bytes);
        let mut held = self.screen.held.take();
        self.ask(move |player| {
            bytes.resize(size.width as usize * size.height as usize * 4, 0);
            player.point(pointer);
            // What there is to tell of it is told in this frame.
            player.keep_stand_if_due(since_start);
            let motion = player.motion();
            let moment = Moment { since_step, motion, since_start };
            let frame = Frame::new(size.width, size.height, &mut bytes);
            let true_for = frame.and_then(|frame| {
                let mut frame = frame.holding(held);
                let true_for = player.paint(&mut frame, scale, moment);
                held = frame.held();
                true_for
            });
            let moving = true_for == Some(Duration::ZERO);
            let keep_in = player.keeping_due().map(|due| due.saturating_sub(since_start));
            let step_in = player.step_due().map(|due| due.saturating_sub(since_start));
            let true_for = true_for.into_iter().chain(step_in).min();
            let told = if trace { trace::of_player(player, moving) } else { String::new() };
            let goes_on = player.goes_on();
            Painted { title: player.title(), bytes, held, true_for, keep_in, told, goes_on }
        })
    }

    /// Runs the panels, if they are to be shown.
    fn panels(&mut self) -> Option<Drawing> {
        if let Some(view) = self.ask(Player::view) {
            self.view = view;
        }
        // What was done and is still to be told is shown as if it were.
        self.edits.iter().for_each(|edit| self.view.expect(edit));
        let window = &self.surface.as_ref()?.window;
        if self.view.is_empty() {
            if self.overlay.take().is_some() {
                Overlay::leave(window);
                self.ask(Player::keep_settings);
            }
            return None;
        }
        let pointer = self.hand.at;
        let overlay = self.overlay.get_or_insert_with(|| Overlay::new(window, pointer));
        let (drawing, Shown { edits, width, held, wanted }) = overlay.run(window, &mut self.view);
        edits.iter().for_each(|edit| self.view.expect(edit));
        if self.view.browser.is_some() {
            self.ask(move |player| player.want_previews(wanted));
        }
        let width = width.map(|width| width * drawing.pixels_per_point());
        self.ask(move |player| width.into_iter().for_each(|width| player.leave_right(width)));
        // Of a slider only where it is by then.
        for edit in edits {
            self.edits.retain(|other| !edit.replaces(other));
            self.edits.push(edit);
        }
        // A slider that is still held is written once it is let go.
        if !held {
            self.ask(Player::keep_settings);
        }
        Some(drawing)
    }

    /// Has the player do what was done in the panels, unless something else is being done.
    /// To be called after each frame, so that what came of the last edits has been seen,
    /// however fast others follow.
    fn tell_edits(&mut self) {
        if self.edits.is_empty() || self.game.worker.busy().is_some() {
            return;
        }
        let edits = std::mem::take(&mut self.edits);
        self.run(move |player| player.edit(edits));
        self.game.watch_files(true);
        self.redraw();
    }
}

/// Brings the buffer to the screen, with panels over it.
fn show(surface: &Surface, panels: Option<(Drawing, &mut Overlay)>) -> Result<(), pixels::Error> {
    let format = surface.pixels.render_texture_format();
    let size = [surface.size.width, surface.size.height];
    surface.show(|encoder, target, context| {
        if let Some((drawing, overlay)) = panels {
            overlay.draw(drawing, encoder, target, context, (format, size));
        }
    })
}
