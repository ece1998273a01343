//! How the level browser draws a level, a card with its preview, and what stands above a
//! collection. Knows nothing of what is done with them.

use egui::{
    Align, Color32, Layout, Rect, RichText, Sense, Stroke, TextureHandle, Ui, Vec2, pos2, vec2,
};

use crate::app::listing::{Group, Listed, State};
use crate::app::preview::{HEIGHT, WIDTH};

/// A card: its preview and two lines below it, in points.
pub(in crate::app) const CARD: Vec2 = vec2(WIDTH as f32 + 12.0, HEIGHT as f32 + 46.0);

/// Between cards.
pub(in crate::app) const GAP: f32 = 8.0;

pub(in crate::app) const GOOD: Color32 = Color32::from_rgb(0x7f, 0xd0, 0x8a);
pub(in crate::app) const BAD: Color32 = Color32::from_rgb(0xff, 0x8a, 0x80);
pub(in crate::app) const PICKED: Color32 = Color32::from_rgb(0xff, 0xd7, 0x4a);

/// How many cards stand side by side.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a window's width
pub(in crate::app) fn columns(width: f32) -> usize {
    (((width + GAP) / (CARD.x + GAP)) as usize).max(1)
}

pub(in crate::app) fn header(ui: &mut Ui, place: Rect, group: &Group) {
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(place.shrink(4.0)));
    // What is short first: a long title is cut where there is no more room.
    child.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(12.0);
        ui.colored_label(GOOD, format!("{} of {} solved", group.solved(), group.levels.len()));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let title = RichText::new(&group.title).heading().strong();
            let title = ui.add(egui::Label::new(title).truncate());
            if !group.notes.is_empty() {
                title.on_hover_text(&group.notes);
            }
            if !group.author.is_empty() {
                let author = RichText::new(format!("by {}", group.author)).weak();
                ui.add(egui::Label::new(author).truncate());
            }
        });
    });
}

/// One level; whether it was clicked is in what comes back.
pub(in crate::app) fn card(
    ui: &mut Ui,
    rect: Rect,
    listed: &Listed,
    preview: Option<&Option<TextureHandle>>,
    is_selected: bool,
) -> egui::Response {
    let response = ui.interact(rect, ui.id().with(listed.number), Sense::click());
    let painter = ui.painter_at(rect.expand(1.0));
    let locked = listed.state == State::Locked;
    let fill = if response.hovered() && !locked { 0x3a } else { 0x26 };
    painter.rect_filled(rect, 6.0, Color32::from_gray(fill));
    let border = if is_selected { Stroke::new(2.0, PICKED) } else { Stroke::NONE };
    painter.rect_stroke(rect, 6.0, border, egui::StrokeKind::Inside);
    let picture = Rect::from_min_size(rect.min + vec2(6.0, 6.0), vec2(WIDTH as f32, HEIGHT as f32));
    let tint = if locked { Color32::from_gray(0x50) } else { Color32::WHITE };
    match preview {
        Some(Some(texture)) => {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(texture.id(), picture, whole, tint);
        }
        _ => drop(painter.rect_filled(picture, 4.0, Color32::from_gray(0x1c))),
    }
    let below = Rect::from_min_max(pos2(picture.left(), picture.bottom() + 2.0), rect.max);
    let mut text = ui.new_child(egui::UiBuilder::new().max_rect(below));
    text.spacing_mut().item_spacing = vec2(4.0, 1.0);
    let title = format!("{}  {}", listed.number, listed.title);
    text.add(
        egui::Label::new(RichText::new(title).size(12.0).strong()).truncate().selectable(false),
    );
    let (mark, color) = match listed.state {
        _ if matches!(preview, Some(None)) => ("cannot be played".to_owned(), BAD),
        State::Solved => (format!("\u{2714} {}", listed.best), GOOD),
        State::Locked => ("\u{1f512} locked".to_owned(), Color32::from_gray(0x90)),
        State::Open => (listed.author.clone(), Color32::from_gray(0x90)),
    };
    let mark = RichText::new(mark).size(11.5).color(color);
    text.add(egui::Label::new(mark).truncate().selectable(false));
    response
}
