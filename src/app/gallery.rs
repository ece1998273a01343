//! The level browser as panels: games and where levels come from at the left, collections
//! with previews at the right. Knows no player; what is picked here is told, and somebody
//! else does it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{Align, ColorImage, Context, Key, Layout, Rect, TextureHandle, Ui, pos2, vec2};

use crate::app::browsing::Pick;
use crate::app::cards::{BAD, CARD, GAP, PICKED, card, columns, header};
use crate::app::listing::{Browser, Group, Listed};
use crate::app::preview::{HEIGHT, Preview, WIDTH};

/// The height of what stands above the cards of a collection.
const HEADER: f32 = 50.0;

/// What came of showing the browser.
#[derive(Default)]
pub(in crate::app) struct Browsed {
    pub picked: Option<Pick>,
    /// The levels in view whose previews are yet to come, first the last that is wanted.
    pub wanted: Vec<usize>,
    /// Where each level in view is, in points of the window.
    pub places: Vec<(String, Rect)>,
}

/// What the browser remembers from frame to frame.
#[derive(Default)]
pub(in crate::app) struct Gallery {
    /// What the previews are of, by [`Browser::stamp`].
    stamp: u64,
    /// How many cards stand side by side.
    columns: usize,
    previews: HashMap<usize, Option<TextureHandle>>,
    /// The level that Enter plays, and whether it is to be brought into view.
    selected: Option<(usize, bool)>,
    /// A path that is being written.
    path: String,
}

/// What is in one stretch of the list from top to bottom.
enum Stretch<'a> {
    Header(&'a Group),
    Cards(&'a [Listed]),
}

impl Stretch<'_> {
    fn height(&self) -> f32 {
        match self {
            Stretch::Header(_) => HEADER,
            Stretch::Cards(_) => CARD.y + GAP,
        }
    }
}

impl Gallery {
    /// Shows the browser and tells what is picked in it.
    pub fn show(
        &mut self,
        context: &Context,
        view: &Arc<Browser>,
        fresh: &mut Vec<Preview>,
    ) -> Browsed {
        self.take_previews(context, view, fresh);
        let mut browsed = Browsed::default();
        let room = context.content_rect();
        let window = egui::Window::new("Levels").collapsible(false).resizable(false);
        let window = window.fixed_pos(room.min).title_bar(false);
        window.show(context, |ui| {
            ui.set_width(room.width() - 16.0);
            ui.set_height(room.height() - 16.0);
            ui.horizontal_top(|ui| {
                let side = vec2(170.0, ui.available_height());
                ui.allocate_ui_with_layout(side, Layout::top_down(Align::Min), |ui| {
                    self.sides(ui, view, &mut browsed);
                });
                ui.separator();
                ui.vertical(|ui| self.levels(ui, view, &mut browsed));
            });
        });
        self.keys(context, view, &mut browsed);
        // Only a field that is written in keeps the keys; a button that was clicked does not.
        let focused = context.memory(|memory| memory.focused());
        if let Some(id) = focused.filter(|_| !context.egui_wants_keyboard_input()) {
            context.memory_mut(|memory| memory.surrender_focus(id));
        }
        browsed
    }

    fn take_previews(&mut self, context: &Context, view: &Browser, fresh: &mut Vec<Preview>) {
        if self.stamp != view.stamp {
            self.stamp = view.stamp;
            self.previews.clear();
            self.selected = view.current.map(|current| (current, true));
        }
        for Preview { number, bytes, .. } in fresh.drain(..) {
            let texture = bytes.map(|bytes| {
                let size = [WIDTH as usize, HEIGHT as usize];
                let image = ColorImage::from_rgba_unmultiplied(size, &bytes);
                context.load_texture(format!("level {number}"), image, egui::TextureOptions::LINEAR)
            });
            self.previews.insert(number, texture);
        }
    }

    /// Games, origins, a file of one's own, and what to do.
    fn sides(&mut self, ui: &mut Ui, view: &Browser, browsed: &mut Browsed) {
        ui.heading("Games");
        for game in &view.games {
            let is_played = game.title == view.game;
            let button = ui.selectable_label(is_played, &game.title);
            let button = match game.about.is_empty() {
                true => button,
                false => button.on_hover_text(&game.about),
            };
            if button.clicked() && !is_played {
                browsed.picked = Some(Pick::Game(game.title.clone()));
            }
        }
        for refused in &view.refused_packs {
            ui.colored_label(BAD, refused);
        }
        ui.add_space(10.0);
        ui.heading("Levels");
        for (at, origin) in view.origins.iter().enumerate() {
            let label = egui::Button::selectable(at == view.origin, &origin.title).truncate();
            let label = ui.add(label);
            let label = match &origin.path {
                Some(path) => label.on_hover_text(path.display().to_string()),
                None => label,
            };
            if label.clicked() && at != view.origin {
                browsed.picked = Some(Pick::Origin(at));
            }
        }
        let field =
            egui::TextEdit::singleline(&mut self.path).hint_text("a file, or drop one here");
        let field = ui.add(field.desired_width(f32::INFINITY));
        let enter = ui.input(|input| input.key_pressed(Key::Enter));
        if field.lost_focus() && enter && !self.path.trim().is_empty() {
            browsed.picked = Some(Pick::File(PathBuf::from(self.path.trim())));
        }
        browsed.places.push(("file".to_owned(), field.rect));
        ui.add_space(14.0);
        let next = ui.button("Next unsolved");
        browsed.places.push(("next-unsolved".to_owned(), next.rect));
        if next.clicked() {
            browsed.picked = Some(Pick::NextUnsolved);
        }
        if ui.button("Back to the game").clicked() {
            browsed.picked = Some(Pick::Close);
        }
        ui.add_space(10.0);
        ui.weak("Arrows and Enter pick a level, Esc goes back.");
        if !view.message.is_empty() {
            ui.add_space(10.0);
            ui.colored_label(PICKED, &view.message);
        }
    }

    /// The collections, of which only what is in view is drawn.
    fn levels(&mut self, ui: &mut Ui, view: &Browser, browsed: &mut Browsed) {
        self.columns = columns(ui.available_width());
        let columns = self.columns;
        let mut stretches = Vec::new();
        for group in &view.groups {
            stretches.push(Stretch::Header(group));
            stretches.extend(group.levels.chunks(columns).map(Stretch::Cards));
        }
        let refused = &view.refused;
        let below = if refused.is_empty() { 0.0 } else { 40.0 + 18.0 * refused.len() as f32 };
        let height = stretches.iter().map(Stretch::height).sum::<f32>() + below;
        let area = egui::ScrollArea::vertical().auto_shrink([false, false]);
        area.show_viewport(ui, |ui, seen| {
            ui.set_height(height);
            let (left, top) = (ui.min_rect().left(), ui.min_rect().top());
            let mut y = 0.0;
            for stretch in &stretches {
                let place = Rect::from_min_size(
                    pos2(left, top + y),
                    vec2(ui.available_width(), stretch.height()),
                );
                let in_view = y + stretch.height() >= seen.min.y && y <= seen.max.y;
                match stretch {
                    Stretch::Header(group) if in_view => header(ui, place, group),
                    Stretch::Cards(cards) => self.cards(ui, (place, in_view), cards, browsed),
                    Stretch::Header(_) => {}
                }
                y += stretch.height();
            }
            let place = Rect::from_min_size(pos2(left, top + y), vec2(ui.available_width(), below));
            let mut child = ui.new_child(egui::UiBuilder::new().max_rect(place));
            for refused in refused {
                child.colored_label(BAD, refused);
            }
        });
        // The first in view is to come first.
        browsed.wanted.reverse();
    }

    fn cards(
        &mut self,
        ui: &mut Ui,
        (place, in_view): (Rect, bool),
        cards: &[Listed],
        browsed: &mut Browsed,
    ) {
        for (column, listed) in cards.iter().enumerate() {
            let corner = place.min + vec2(column as f32 * (CARD.x + GAP), 0.0);
            let rect = Rect::from_min_size(corner, CARD);
            let is_selected = self.selected.is_some_and(|(number, _)| number == listed.number);
            if is_selected && self.selected.is_some_and(|(_, bring)| bring) {
                ui.scroll_to_rect(rect, Some(Align::Center));
                self.selected = Some((listed.number, false));
            }
            if !in_view {
                continue;
            }
            let preview = self.previews.get(&listed.number);
            if preview.is_none() {
                browsed.wanted.push(listed.number);
            }
            let response = card(ui, rect, listed, preview, is_selected);
            browsed.places.push((format!("level-{}", listed.number), rect));
            if response.clicked() {
                browsed.picked = Some(Pick::Level(listed.number));
            }
        }
    }

    /// Arrows and Enter, unless somebody writes.
    fn keys(&mut self, context: &Context, view: &Browser, browsed: &mut Browsed) {
        if context.egui_wants_keyboard_input() {
            return;
        }
        let pressed = |key| context.input(|input| input.key_pressed(key));
        let rows = view.groups.iter().flat_map(|group| group.levels.chunks(self.columns.max(1)));
        let rows: Vec<&[Listed]> = rows.collect();
        let now = self.selected.map(|(number, _)| number);
        let place = now.and_then(|now| place_in(&rows, now));
        for (key, step) in [
            (Key::ArrowLeft, Step::Back),
            (Key::ArrowRight, Step::On),
            (Key::ArrowUp, Step::Up),
            (Key::ArrowDown, Step::Down),
            (Key::Home, Step::First),
            (Key::End, Step::Last),
        ] {
            if pressed(key) {
                self.selected = stepped(&rows, place, step).map(|number| (number, true));
            }
        }
        if pressed(Key::Enter) && browsed.picked.is_none() {
            browsed.picked = self.selected.map(|(number, _)| Pick::Level(number));
        }
    }
}

/// A way through the cards.
#[derive(Clone, Copy)]
enum Step {
    Back,
    On,
    Up,
    Down,
    First,
    Last,
}

/// The row and column of a level's card.
fn place_in(rows: &[&[Listed]], number: usize) -> Option<(usize, usize)> {
    rows.iter().enumerate().find_map(|(y, row)| {
        let x = row.iter().position(|listed| listed.number == number)?;
        Some((y, x))
    })
}

/// The level that a step leads to; from nowhere to the first one.
fn stepped(rows: &[&[Listed]], from: Option<(usize, usize)>, step: Step) -> Option<usize> {
    let last = rows.len().checked_sub(1)?;
    let (y, x) = from.unwrap_or_default();
    let (y, x) = match step {
        _ if from.is_none() => (0, 0),
        Step::Back if x > 0 => (y, x - 1),
        Step::Back if y > 0 => (y - 1, usize::MAX),
        Step::On if x + 1 < rows[y].len() => (y, x + 1),
        Step::On if y < last => (y + 1, 0),
        Step::Up if y > 0 => (y - 1, x),
        Step::Down if y < last => (y + 1, x),
        Step::First => (0, 0),
        Step::Last => (last, usize::MAX),
        Step::Back | Step::On | Step::Up | Step::Down => (y, x),
    };
    let row = rows[y];
    row.get(x).or(row.last()).map(|listed| listed.number)
}
