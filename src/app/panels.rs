//! The options over the board: the parameters of the game as sliders, boxes and
//! lists, and what is set for all games. Knows no window; what a player does here is
//! done by [`Player`].

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use egui::{Align2, ComboBox, Context, Rect, Slider, Ui};

use crate::app::caption;
use crate::app::player::Player;
use crate::app::store::MAX_MOTION;
use crate::rules::{Param, ParamKind, Setting};

/// Between the panel and the edge of the window, in points.
const MARGIN: f32 = 10.0;

/// What is being written in the panels.
#[derive(Default)]
pub(in crate::app) struct Panels {
    /// Paths that are being written, by parameter.
    paths: HashMap<String, String>,
    /// Where each parameter is, in points of the window.
    places: Vec<(String, Rect)>,
    /// How wide it was in the frame before, with its margin.
    width: f32,
}

/// Something that a player did in a panel.
enum Edit {
    Set(String, Setting),
    Motion(Duration),
}

impl Panels {
    /// Shows the options and does what the player does in them. Returns whether that
    /// was anything.
    pub fn show(&mut self, context: &Context, player: &mut Player) -> bool {
        let mut edits = Vec::new();
        self.places.clear();
        let window = egui::Window::new("Options").anchor(Align2::RIGHT_TOP, [-MARGIN, 42.0]);
        let window = window.resizable(false).collapsible(false).default_width(300.0);
        // What does not fit into a small window is scrolled to.
        let room = context.content_rect().height() - 84.0;
        let window = window.max_width(380.0);
        let shown = window.show(context, |ui| {
            egui::ScrollArea::vertical().max_height(room.max(60.0)).show(ui, |ui| {
                ui.spacing_mut().slider_width = 150.0;
                egui::Grid::new("options").num_columns(2).spacing([16.0, 10.0]).show(ui, |ui| {
                    let game = player.session().game();
                    for param in &game.declared().params {
                        let setting = game.settings().get(&param.name).unwrap_or(&param.default);
                        let label = ui.label(&param.title);
                        if !param.help.is_empty() {
                            label.on_hover_text(&param.help);
                        }
                        let shown = ui.scope(|ui| self.param(ui, param, setting));
                        self.places.push((param.name.clone(), shown.response.rect));
                        edits.extend(
                            shown.inner.map(|setting| Edit::Set(param.name.clone(), setting)),
                        );
                        ui.end_row();
                    }
                    ui.label("Movement");
                    edits.extend(motion(ui, player.preferences().motion));
                    ui.end_row();
                });
                ui.separator();
                let key = caption::options_key(player.session().game());
                ui.weak(format!("{key} closes this. What you set is kept for the next time."));
                if let Some(trouble) = player.trouble() {
                    ui.colored_label(egui::Color32::from_rgb(0xff, 0x8a, 0x80), &trouble.message);
                }
            });
        });
        // The board makes room, so that what changes is seen while it is set.
        let width = shown.map_or(0.0, |shown| shown.response.rect.width() + MARGIN);
        // It finds its width in its first frames; the board waits for that.
        if (width - self.width).abs() < 1.0 {
            player.leave_right(width * context.pixels_per_point());
        }
        self.width = width;
        let any = !edits.is_empty();
        for edit in edits {
            match edit {
                Edit::Set(name, setting) => player.change(&name, setting),
                Edit::Motion(motion) => player.change_motion(motion),
            }
        }
        // A slider that is still held is written once it is let go.
        if !context.egui_is_using_pointer() {
            player.keep_settings();
        }
        any
    }

    /// Where each parameter is, in points of the window, while the options are shown.
    pub fn places(&self) -> &[(String, Rect)] {
        &self.places
    }

    /// One parameter; what it is set to now, if the player has changed it.
    fn param(&mut self, ui: &mut Ui, param: &Param, setting: &Setting) -> Option<Setting> {
        match (&param.kind, setting) {
            (ParamKind::Whole(min, max), Setting::Number(number)) => {
                let mut number = *number;
                let slider = Slider::new(&mut number, *min..=*max).integer();
                let slider = slider.update_while_editing(false);
                ui.add(slider).changed().then_some(Setting::Number(number.round()))
            }
            (ParamKind::Number(min, max), Setting::Number(number)) => {
                let mut number = *number;
                let slider = Slider::new(&mut number, *min..=*max).update_while_editing(false);
                ui.add(slider).changed().then_some(Setting::Number(number))
            }
            (ParamKind::YesNo, Setting::YesNo(truth)) => {
                let mut truth = *truth;
                ui.checkbox(&mut truth, "").changed().then_some(Setting::YesNo(truth))
            }
            (ParamKind::Choice(choices), Setting::Text(chosen)) => {
                choice(ui, &param.name, choices, chosen)
            }
            (ParamKind::Picture { offers, .. }, chosen) => {
                let written = self.paths.entry(param.name.clone()).or_default();
                picture(ui, offers, chosen, written)
            }
            _ => None,
        }
    }
}

/// Choices side by side, or in a list when they would not fit into a line.
fn choice(ui: &mut Ui, name: &str, choices: &[String], chosen: &str) -> Option<Setting> {
    let mut set = None;
    let mut each = |ui: &mut Ui| {
        for choice in choices {
            if ui.selectable_label(choice == chosen, choice).clicked() {
                set = Some(Setting::Text(choice.clone()));
            }
        }
    };
    let letters: usize = choices.iter().map(|choice| choice.chars().count() + 2).sum();
    match letters <= 28 {
        true => drop(ui.horizontal(each)),
        false => drop(ComboBox::from_id_salt(name).selected_text(chosen).show_ui(ui, &mut each)),
    }
    set
}

/// A picture: none, those that the game offers, and a path of one's own.
fn picture(
    ui: &mut Ui,
    offers: &[String],
    chosen: &Setting,
    written: &mut String,
) -> Option<Setting> {
    let mut set = None;
    ui.vertical(|ui| {
        ui.horizontal(|ui| {
            if ui.selectable_label(*chosen == Setting::None, "none").clicked() {
                set = Some(Setting::None);
            }
            for offer in offers {
                let is_chosen = *chosen == Setting::Text(offer.clone());
                if ui.selectable_label(is_chosen, stem(offer)).clicked() {
                    set = Some(Setting::Text(offer.clone()));
                }
            }
            if let Setting::Text(path) = chosen
                && !offers.contains(path)
            {
                // However long the name is.
                let name = egui::Button::selectable(true, stem(path)).truncate();
                ui.add_sized([90.0, 18.0], name).on_hover_text(path);
            }
        });
        let hint = "a file, or drop one here";
        let field = ui.add(egui::TextEdit::singleline(written).hint_text(hint));
        if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
            set = Some(match written.trim() {
                "" | "none" => Setting::None,
                path => Setting::Text(path.to_owned()),
            });
        }
    });
    set
}

fn motion(ui: &mut Ui, now: Duration) -> Option<Edit> {
    let milliseconds = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(0);
    let mut motion = milliseconds(now);
    let most = milliseconds(MAX_MOTION);
    let slider = Slider::new(&mut motion, 0..=most).step_by(10.0).custom_formatter(|value, _| {
        if value < 1.0 { "off".to_owned() } else { format!("{value} ms") }
    });
    ui.add(slider).changed().then(|| Edit::Motion(Duration::from_millis(motion)))
}

fn stem(path: &str) -> String {
    let stem = Path::new(path).file_stem();
    stem.map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
}
