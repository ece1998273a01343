//! The options over the board: the parameters of the game as sliders, boxes and
//! lists, and what is set for all games. Knows no window; what a player does here is
//! told, and somebody else does it.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use egui::{Align2, ComboBox, Context, Rect, Slider, Ui};

use crate::app::store::MAX_MOTION;
use crate::rules::{Param, ParamKind, Setting};

/// Between the panel and the edge of the window, in points.
const MARGIN: f32 = 10.0;

/// What the options show.
#[derive(Clone, Debug)]
pub(in crate::app) struct View {
    /// The parameters and what each is set to.
    pub params: Vec<(Param, Setting)>,
    pub motion: Duration,
    /// The seed of a board that the game has made.
    pub seed: Option<u64>,
    /// The key that shows and hides the options.
    pub key: &'static str,
    /// What is wrong with what was set.
    pub trouble: Option<String>,
}

/// Something that a player did in a panel.
#[derive(Clone, Debug)]
pub(in crate::app) enum Edit {
    Set(String, Setting),
    Motion(Duration),
    Seed(String),
}

impl Edit {
    /// Whether nothing is left of another edit once this one is done.
    pub fn replaces(&self, other: &Edit) -> bool {
        match (self, other) {
            (Edit::Set(name, _), Edit::Set(other, _)) => name == other,
            (Edit::Motion(_), Edit::Motion(_)) | (Edit::Seed(_), Edit::Seed(_)) => true,
            _ => false,
        }
    }
}

/// What came of showing the panels.
pub(in crate::app) struct Shown {
    pub edits: Vec<Edit>,
    /// How wide they are with their margin, in points, once that is known.
    pub width: Option<f32>,
    /// Whether a slider is still held.
    pub held: bool,
}

impl View {
    /// Shows what was just done, before it is known what came of it.
    pub fn expect(&mut self, edit: &Edit) {
        match edit {
            Edit::Set(name, setting) => {
                let own = self.params.iter_mut().find(|(param, _)| param.name == *name);
                own.into_iter().for_each(|(_, own)| own.clone_from(setting));
            }
            Edit::Motion(motion) => self.motion = *motion,
            Edit::Seed(_) => {}
        }
    }
}

/// What is being written in the panels.
#[derive(Default)]
pub(in crate::app) struct Panels {
    /// Paths that are being written, by parameter.
    paths: HashMap<String, String>,
    /// The seed that is being written.
    seed: String,
    /// Where each parameter is, in points of the window.
    places: Vec<(String, Rect)>,
    /// How wide it was in the frame before, with its margin.
    width: f32,
}

impl Panels {
    /// Shows the options and tells what the player does in them.
    pub fn show(&mut self, context: &Context, view: &View) -> Shown {
        let mut edits = Vec::new();
        self.places.clear();
        let window = egui::Window::new("Options").anchor(Align2::RIGHT_TOP, [-MARGIN, 42.0]);
        let window = window.resizable(false).collapsible(false).default_width(300.0);
        // What does not fit into a small window is scrolled to.
        let room = context.content_rect().height() - 84.0;
        let window = window.max_width(420.0).default_height(room);
        let shown = window.show(context, |ui| {
            egui::ScrollArea::vertical().max_height(room.max(60.0)).show(ui, |ui| {
                ui.spacing_mut().slider_width = 130.0;
                egui::Grid::new("options").num_columns(3).spacing([12.0, 10.0]).show(ui, |ui| {
                    self.rows(ui, view, &mut edits);
                });
                ui.separator();
                let key = view.key;
                ui.weak(format!("{key} closes this. What you set is kept for the next time."));
                if let Some(trouble) = &view.trouble {
                    ui.colored_label(egui::Color32::from_rgb(0xff, 0x8a, 0x80), trouble);
                }
            });
        });
        let width = shown.map_or(0.0, |shown| shown.response.rect.width() + MARGIN);
        // It finds its width in its first frames; the board waits for that.
        let settled = (width - self.width).abs() < 1.0;
        self.width = width;
        let held = context.egui_is_using_pointer();
        Shown { edits, width: settled.then_some(width), held }
    }

    fn rows(&mut self, ui: &mut Ui, view: &View, edits: &mut Vec<Edit>) {
        if let Some(seed) = view.seed {
            ui.label("Seed").on_hover_text("The same seed gives the same board everywhere.");
            let shown = ui.scope(|ui| self.seed(ui, seed));
            self.places.push(("seed".to_owned(), shown.response.rect));
            edits.extend(shown.inner);
            ui.end_row();
        }
        for (param, setting) in &view.params {
            let label = ui.label(&param.title);
            if !param.help.is_empty() {
                label.on_hover_text(&param.help);
            }
            let shown = ui.scope(|ui| self.param(ui, param, setting));
            self.places.push((param.name.clone(), shown.response.rect));
            edits.extend(shown.inner.map(|setting| Edit::Set(param.name.clone(), setting)));
            if let ParamKind::Whole(min, max) | ParamKind::Number(min, max) = param.kind {
                ui.weak(format!("{min} to {max}"));
            }
            ui.end_row();
        }
        ui.label("Movement");
        edits.extend(motion(ui, view.motion));
        ui.end_row();
    }

    /// The seed, to be copied, and a field for another one.
    fn seed(&mut self, ui: &mut Ui, seed: u64) -> Option<Edit> {
        ui.horizontal(|ui| {
            let hint = seed.to_string();
            let field = egui::TextEdit::singleline(&mut self.seed).hint_text(hint);
            let field = ui.add(field.desired_width(130.0));
            if ui.button("Copy").on_hover_text("Copy the seed of this board").clicked() {
                ui.ctx().copy_text(seed.to_string());
            }
            let enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
            let given = field.lost_focus() && enter && !self.seed.trim().is_empty();
            given.then(|| Edit::Seed(std::mem::take(&mut self.seed)))
        })
        .inner
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
                // From 4 to 4096 the small numbers must be to be had, too.
                let slider = slider.logarithmic(*min > 0.0 && *max / *min > 100.0);
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
