//! Panels over the buffer: from the window's events to what is drawn after it. Knows
//! no panel of its own.

use std::time::Duration;

use egui::{Context, FullOutput, ViewportId};
use egui_wgpu::{Renderer, RendererOptions, ScreenDescriptor};
use pixels::{PixelsContext, wgpu};
use winit::dpi::PhysicalPosition;
use winit::event::WindowEvent;
use winit::window::Window;

use crate::app::panels::Panels;
use crate::app::player::Player;

/// The panels of one window.
pub(super) struct Overlay {
    context: Context,
    input: egui_winit::State,
    renderer: Option<Renderer>,
    panels: Panels,
}

/// What is to be drawn over the buffer.
pub(super) struct Drawing {
    output: FullOutput,
    /// Whether the player has changed anything.
    pub changed: bool,
}

impl Drawing {
    /// When the panels want to be drawn again, if at all.
    pub fn due(&self) -> Option<Duration> {
        let delay = self.output.viewport_output.get(&ViewportId::ROOT)?.repaint_delay;
        (delay < Duration::from_secs(3600)).then_some(delay)
    }
}

impl Overlay {
    pub fn new(window: &Window) -> Overlay {
        let context = Context::default();
        let input =
            egui_winit::State::new(context.clone(), ViewportId::ROOT, window, None, None, None);
        Overlay { context, input, renderer: None, panels: Panels::default() }
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
        // The library goes by where the pointer was when it was last drawn; a click may
        // come before that.
        let at = match event {
            WindowEvent::MouseInput { .. } => Some(pointer),
            WindowEvent::Touch(touch) => Some(touch.location),
            _ => None,
        };
        let point = at.map(|at| at.to_logical::<f32>(window.scale_factor()));
        let covers = point.is_some_and(|at| self.panels.covers(egui::pos2(at.x, at.y)));
        (response.consumed || covers, response.repaint)
    }

    /// Lets the player see and use the panels.
    pub fn run(&mut self, window: &Window, player: &mut Player) -> Drawing {
        let input = self.input.take_egui_input(window);
        let mut changed = false;
        let panels = &mut self.panels;
        let mut output = self.context.run_ui(input, |ui| {
            changed |= panels.show(ui.ctx(), player);
        });
        let platform = std::mem::take(&mut output.platform_output);
        self.input.handle_platform_output(window, platform);
        Drawing { output, changed }
    }

    /// The panels, for whoever asks where things are.
    pub fn panels(&self) -> &Panels {
        &self.panels
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
        let FullOutput { textures_delta, shapes, pixels_per_point, .. } = drawing.output;
        let jobs = self.context.tessellate(shapes, pixels_per_point);
        let renderer = self
            .renderer
            .get_or_insert_with(|| Renderer::new(&on.device, format, RendererOptions::default()));
        for (id, delta) in &textures_delta.set {
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
        for id in &textures_delta.free {
            renderer.free_texture(id);
        }
    }
}
