//! Panels over the buffer, for as long as they are shown: from the window's events to
//! what is drawn after it. Knows no panel of its own.

use std::time::Duration;

use egui::{Context, Order, TexturesDelta, ViewportId};
use egui_wgpu::{Renderer, RendererOptions, ScreenDescriptor};
use pixels::{PixelsContext, wgpu};
use winit::dpi::PhysicalPosition;
use winit::event::{DeviceId, WindowEvent};
use winit::window::{CursorIcon, Window};

use crate::app::keymap::Keymap;
use crate::app::panels::{Edit, Panels, Shown, View};

/// The panels of one window.
pub(super) struct Overlay {
    context: Context,
    input: egui_winit::State,
    renderer: Option<Renderer>,
    panels: Panels,
    /// What the screen has yet to get of letters; a frame may not come to be shown.
    textures: TexturesDelta,
}

/// What is to be drawn over the buffer.
pub(super) struct Drawing {
    shapes: Vec<egui::epaint::ClippedShape>,
    pixels_per_point: f32,
    /// When the panels want to be drawn again, if at all.
    pub due: Option<Duration>,
}

impl Drawing {
    /// How many pixels a point of the panels is.
    pub fn pixels_per_point(&self) -> f32 {
        self.pixels_per_point
    }
}

impl Overlay {
    /// Panels that know where the mouse is, and nothing of what was before.
    pub fn new(window: &Window, pointer: PhysicalPosition<f64>) -> Overlay {
        let context = Context::default();
        // A zoom of their own would neither be kept nor follow the rest.
        context.options_mut(|options| options.zoom_with_keyboard = false);
        let (id, scale) = (ViewportId::ROOT, Some(window.scale_factor()));
        #[allow(clippy::cast_possible_truncation)] // a few at most
        let scale = scale.map(|scale| scale as f32);
        let mut input = egui_winit::State::new(context.clone(), id, window, scale, None, None);
        let device_id = DeviceId::dummy();
        let moved = WindowEvent::CursorMoved { device_id, position: pointer };
        let _ = input.on_window_event(window, &moved);
        let (panels, textures) = (Panels::default(), TexturesDelta::default());
        Overlay { context, input, renderer: None, panels, textures }
    }

    /// Gives the window back as it was.
    pub fn leave(window: &Window) {
        window.set_cursor(CursorIcon::Default);
        window.set_ime_allowed(false);
    }

    /// Hands an event to the panels; `pointer` is where the mouse is, in pixels. Returns
    /// whether it was meant for them, and whether they look different now.
    pub fn event(
        &mut self,
        window: &Window,
        event: &WindowEvent,
        pointer: PhysicalPosition<f64>,
    ) -> (bool, bool) {
        let response = self.input.on_window_event(window, event);
        // Of a press the library knows only where the pointer was when it was last
        // drawn; a click may come before that.
        let consumed = match event {
            WindowEvent::MouseInput { .. } => self.is_over(pointer),
            WindowEvent::Touch(touch) => self.is_over(touch.location),
            _ => response.consumed,
        };
        (consumed, response.repaint)
    }

    /// Shows the panels, and tells what is done in them.
    pub fn run(&mut self, window: &Window, view: &mut View) -> (Drawing, Shown) {
        // In a window narrower than they are, they are smaller.
        let width = window.inner_size().to_logical::<f32>(window.scale_factor()).width;
        self.context.set_zoom_factor((width / 380.0).clamp(0.6, 1.0));
        let input = self.input.take_egui_input(window);
        let panels = &mut self.panels;
        let mut shown = Shown { edits: Vec::new(), width: None, held: false, wanted: Vec::new() };
        let output = self.context.run_ui(input, |ui| {
            // It may be run twice for one frame; what was done is not to be lost.
            let before = std::mem::take(&mut shown.edits);
            shown = panels.show(ui.ctx(), view);
            shown.edits.splice(0..0, before);
        });
        self.input.handle_platform_output(window, output.platform_output);
        self.textures.append(output.textures_delta);
        let delay = output.viewport_output.get(&ViewportId::ROOT).map(|view| view.repaint_delay);
        let due = delay.filter(|delay| *delay < Duration::from_secs(3600));
        let (shapes, pixels_per_point) = (output.shapes, output.pixels_per_point);
        (Drawing { shapes, pixels_per_point, due }, shown)
    }

    /// The panels, for whoever asks where things are.
    pub fn panels(&self) -> &Panels {
        &self.panels
    }

    /// Hands the panels a key; see [`Panels::take_key`].
    pub fn take_key(&mut self, key: &str, keymap: &Keymap) -> Option<Option<Edit>> {
        self.panels.take_key(key, keymap)
    }

    /// Draws over what is on the target already.
    pub fn draw(
        &mut self,
        drawing: Drawing,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        on: &PixelsContext<'_>,
        (format, size): (wgpu::TextureFormat, [u32; 2]),
    ) {
        let Drawing { shapes, pixels_per_point, .. } = drawing;
        let jobs = self.context.tessellate(shapes, pixels_per_point);
        let textures = std::mem::take(&mut self.textures);
        let renderer = self
            .renderer
            .get_or_insert_with(|| Renderer::new(&on.device, format, RendererOptions::default()));
        for (id, delta) in &textures.set {
            renderer.update_texture(&on.device, &on.queue, *id, delta);
        }
        let screen = ScreenDescriptor { size_in_pixels: size, pixels_per_point };
        renderer.update_buffers(&on.device, &on.queue, encoder, &jobs, &screen);
        let attachment = wgpu::RenderPassColorAttachment {
            view: target,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
        };
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("panels"),
            color_attachments: &[Some(attachment)],
            ..wgpu::RenderPassDescriptor::default()
        });
        renderer.render(&mut pass.forget_lifetime(), &jobs, &screen);
        for id in &textures.free {
            renderer.free_texture(id);
        }
    }

    /// Whether a press there is theirs: on a panel, or in the middle of a drag.
    pub fn is_over(&self, at: PhysicalPosition<f64>) -> bool {
        let at = at.to_logical::<f32>(f64::from(self.context.pixels_per_point()));
        let layer = self.context.layer_id_at(egui::pos2(at.x, at.y));
        let above = layer.is_some_and(|layer| layer.order != Order::Background);
        above || self.context.egui_is_using_pointer()
    }
}
