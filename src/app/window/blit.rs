//! Brings the buffer to the screen pixel by pixel: both are of one size, so that nothing needs
//! scaling or blending, which would be most of a frame for a driver that paints in software.
//! Knows no window.

use pixels::{PixelsContext, wgpu};

const SHADER: &str = "
@group(0) @binding(0) var buffer: texture_2d<f32>;

// One triangle that is larger than the screen.
@vertex
fn corner(@builtin(vertex_index) at: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(at & 1u) * 4.0 - 1.0, f32(at >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn color(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return textureLoad(buffer, vec2<i32>(at.xy), 0);
}
";

/// How the buffer comes to the screen.
pub(super) struct Blit {
    pipeline: wgpu::RenderPipeline,
    buffer: wgpu::BindGroup,
}

impl Blit {
    /// For a screen of that format.
    pub fn new(on: &PixelsContext<'_>, format: wgpu::TextureFormat) -> Blit {
        let source = wgpu::ShaderSource::Wgsl(SHADER.into());
        let module = wgpu::ShaderModuleDescriptor { label: Some("blit"), source };
        let module = on.device.create_shader_module(module);
        let pipeline = on.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("blit"),
            layout: None,
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("corner"),
                buffers: &[],
                compilation_options: wgpu::PipelineCompilationOptions::default(),
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("color"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(format.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        let buffer = bound(on, &pipeline);
        Blit { pipeline, buffer }
    }

    /// The buffer is another one from now on, as after a change of its size.
    pub fn rebind(&mut self, on: &PixelsContext<'_>) {
        self.buffer = bound(on, &self.pipeline);
    }

    /// Puts the buffer on the screen.
    pub fn draw(&self, encoder: &mut wgpu::CommandEncoder, screen: &wgpu::TextureView) {
        let attachment = wgpu::RenderPassColorAttachment {
            view: screen,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                store: wgpu::StoreOp::Store,
            },
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("blit"),
            color_attachments: &[Some(attachment)],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.buffer, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn bound(on: &PixelsContext<'_>, pipeline: &wgpu::RenderPipeline) -> wgpu::BindGroup {
    let view = on.texture.create_view(&wgpu::TextureViewDescriptor::default());
    on.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("blit"),
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::TextureView(&view),
        }],
    })
}
