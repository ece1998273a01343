//! Panels over the board: the options (the parameters of the game as sliders, boxes and
//! lists, its skins and keys, and what is set for all games) and the level browser. Knows
//! no window; what a player does here is told, and somebody else does it.

use std::collections::HashMap;
use std::sync::Arc;

use egui::{Align2, Context, Rect, Ui};

use crate::app::bench::{BenchPanel, Doing};
use crate::app::browsing::Pick;
use crate::app::dressing::OWN;
use crate::app::gallery::Gallery;
use crate::app::keymap::{ENTRIES, Keymap, capital};
use crate::app::listing::Browser;
use crate::app::preview::Preview;
use crate::app::setters;
use crate::app::store::Preferences;
use crate::app::workbench::Bench;
use crate::rules::{Param, ParamKind, Setting};

/// Between the panel and the edge of the window, in points.
pub(in crate::app) const MARGIN: f32 = 10.0;

/// What the panels show.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct View {
    pub options: Option<Options>,
    pub bench: Option<Bench>,
    /// With the previews that have come since the last frame.
    pub browser: Option<(Arc<Browser>, Vec<Preview>)>,
}

/// What the options show.
#[derive(Clone, Debug)]
pub(in crate::app) struct Options {
    /// The parameters and what each is set to.
    pub params: Vec<(Param, Setting)>,
    /// What is set for all games.
    pub preferences: Preferences,
    /// The seed of a board that the game has made.
    pub seed: Option<u64>,
    /// The key that shows and hides the options.
    pub key: &'static str,
    /// What is wrong with what was set.
    pub trouble: Option<String>,
    /// The names of the game's skins, and which is worn.
    pub skins: Vec<String>,
    pub skin: Option<String>,
    pub keymap: Keymap,
}

/// Something that a player did in a panel.
#[derive(Clone, Debug)]
pub(in crate::app) enum Edit {
    Set(String, Setting),
    Prefer(Preferences),
    Seed(String),
    Skin(Option<String>),
    Keys(Keymap),
    Pick(Pick),
    /// A line of Lua for the live board.
    Try(String),
    /// To where so many turns of the history are done.
    Jump(usize),
    /// All moves again under the rules as they are now.
    Retrace,
}

impl Edit {
    /// Whether nothing is left of another edit once this one is done.
    pub fn replaces(&self, other: &Edit) -> bool {
        match (self, other) {
            (Edit::Set(name, _), Edit::Set(other, _)) => name == other,
            (Edit::Prefer(_), Edit::Prefer(_))
            | (Edit::Seed(_), Edit::Seed(_))
            | (Edit::Skin(_), Edit::Skin(_))
            | (Edit::Keys(_), Edit::Keys(_))
            | (Edit::Jump(_), Edit::Jump(_))
            | (Edit::Retrace, Edit::Retrace)
            | (Edit::Pick(_), Edit::Pick(_)) => true,
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
    /// The levels whose previews are to be painted.
    pub wanted: Vec<usize>,
}

impl View {
    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.options.is_none() && self.browser.is_none() && self.bench.is_none()
    }

    /// Shows what was just done, before it is known what came of it.
    pub fn expect(&mut self, edit: &Edit) {
        self.options.iter_mut().for_each(|options| options.expect(edit));
        self.bench.iter_mut().for_each(|bench| expect_set(&mut bench.params, edit));
    }
}

impl Options {
    /// Shows what was just done, before it is known what came of it.
    fn expect(&mut self, edit: &Edit) {
        expect_set(&mut self.params, edit);
        match edit {
            Edit::Prefer(preferences) => self.preferences = *preferences,
            Edit::Keys(keymap) => self.keymap.clone_from(keymap),
            Edit::Skin(skin) => self.skin.clone_from(skin),
            _ => {}
        }
    }
}

fn expect_set(params: &mut [(Param, Setting)], edit: &Edit) {
    if let Edit::Set(name, setting) = edit {
        let own = params.iter_mut().find(|(param, _)| param.name == *name);
        own.into_iter().for_each(|(_, own)| own.clone_from(setting));
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
    gallery: Gallery,
    bench: BenchPanel,
    /// What the next key that is pressed is for, by its name in the keymap.
    asks_key: Option<&'static str>,
}

impl Panels {
    /// Shows the panels and tells what the player does in them.
    pub fn show(&mut self, context: &Context, view: &mut View) -> Shown {
        self.places.clear();
        let held = context.egui_is_using_pointer();
        let mut shown = Shown { edits: Vec::new(), width: None, held, wanted: Vec::new() };
        if let Some((browser, fresh)) = &mut view.browser {
            let browsed = self.gallery.show(context, browser, fresh);
            shown.edits.extend(browsed.picked.map(Edit::Pick));
            shown.wanted = browsed.wanted;
            self.places.extend(browsed.places);
            return shown;
        }
        if let Some(options) = &view.options {
            let width = self.options(context, options, &mut shown.edits);
            shown.width = self.settled(width);
        }
        if let Some(bench) = &view.bench {
            let mut doing = Doing { edits: &mut shown.edits, places: &mut self.places };
            let width = self.bench.show(context, bench, &mut doing);
            shown.width = self.settled(width);
        }
        shown
    }

    /// Gives a key that was pressed to what has asked for one. Returns whether something
    /// has; Escape gives nothing.
    pub fn take_key(&mut self, key: &str, keymap: &Keymap) -> Option<Option<Edit>> {
        // A modifier is held for another key that follows.
        const MODIFIERS: [&str; 8] =
            ["shift", "control", "alt", "altgraph", "super", "meta", "capslock", "fn"];
        let name = self.asks_key.filter(|_| !MODIFIERS.contains(&key))?;
        self.asks_key = None;
        if ["escape", "f2", "f5"].contains(&key) {
            return Some(None);
        }
        let mut keymap = keymap.clone();
        keymap.give(name, key);
        Some(Some(Edit::Keys(keymap)))
    }

    /// A panel finds its width in its first frames; the board waits for that.
    fn settled(&mut self, width: f32) -> Option<f32> {
        let settled = (width - self.width).abs() < 1.0;
        self.width = width;
        settled.then_some(width)
    }

    /// Shows the options. Returns their width with its margin, in points.
    fn options(&mut self, context: &Context, view: &Options, edits: &mut Vec<Edit>) -> f32 {
        let window = egui::Window::new("Options").anchor(Align2::RIGHT_TOP, [-MARGIN, 42.0]);
        let window = window.resizable(false).collapsible(false).default_width(300.0);
        // What does not fit into a small window is scrolled to.
        let room = context.content_rect().height() - 84.0;
        let window = window.max_width(420.0).default_height(room);
        let shown = window.show(context, |ui| {
            let area = egui::ScrollArea::vertical().max_height(room.max(60.0));
            // Also after it was shown in a smaller window.
            area.min_scrolled_height(room.max(60.0)).show(ui, |ui| {
                ui.spacing_mut().slider_width = 130.0;
                egui::Grid::new("options").num_columns(3).spacing([12.0, 10.0]).show(ui, |ui| {
                    self.rows(ui, view, edits);
                });
                ui.separator();
                let keys = ui.collapsing("Keys", |ui| self.keys(ui, &view.keymap, edits));
                self.places.push(("keys".to_owned(), keys.header_response.rect));
                let key = view.key;
                ui.weak(format!("{key} closes this. What you set is kept for the next time."));
                if let Some(trouble) = &view.trouble {
                    ui.colored_label(egui::Color32::from_rgb(0xff, 0x8a, 0x80), trouble);
                }
            });
        });
        shown.map_or(0.0, |shown| shown.response.rect.width() + MARGIN)
    }

    /// All that keys can be given to.
    fn keys(&mut self, ui: &mut Ui, keymap: &Keymap, edits: &mut Vec<Edit>) {
        let mut changed = keymap.clone();
        egui::Grid::new("keys").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| {
            for entry in ENTRIES {
                ui.label(entry.title);
                let asks = self.asks_key == Some(entry.name);
                ui.horizontal(|ui| {
                    for key in keymap.keys(entry) {
                        let button = ui.small_button(capital(&key));
                        if button.on_hover_text("Take this key away").clicked() {
                            changed.take(entry.name, &key);
                        }
                    }
                    let add = ui.small_button(if asks { "press a key" } else { "+" });
                    self.places.push((format!("key-{}", entry.name), add.rect));
                    if add.on_hover_text("Give it another key").clicked() {
                        self.asks_key = Some(entry.name);
                    }
                });
                ui.end_row();
            }
        });
        if ui.button("As they were at first").clicked() {
            changed.reset();
        }
        edits.extend((changed != *keymap).then_some(Edit::Keys(changed)));
    }

    fn rows(&mut self, ui: &mut Ui, view: &Options, edits: &mut Vec<Edit>) {
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
            let shown = ui.scope(|ui| setters::param(ui, param, setting, &mut self.paths));
            self.places.push((param.name.clone(), shown.response.rect));
            edits.extend(shown.inner.map(|setting| Edit::Set(param.name.clone(), setting)));
            if let ParamKind::Whole(min, max) | ParamKind::Number(min, max) = param.kind {
                ui.weak(format!("{min} to {max}"));
            }
            ui.end_row();
        }
        if !view.skins.is_empty() {
            ui.label("Look");
            let shown = ui.scope(|ui| skins(ui, view));
            self.places.push(("skin".to_owned(), shown.response.rect));
            edits.extend(shown.inner.map(Edit::Skin));
            ui.end_row();
        }
        let mut preferences = view.preferences;
        ui.label("Movement");
        let mut changed = setters::motion(ui, &mut preferences.motion);
        ui.end_row();
        let checks = [
            ("Isometric view", &mut preferences.isometric),
            ("Undo whole walks", &mut preferences.whole_walks),
            ("Unlock all levels", &mut preferences.unlock_all),
        ];
        for (label, checked) in checks {
            ui.label(label);
            changed |= ui.checkbox(checked, "").changed();
            ui.end_row();
        }
        edits.extend(changed.then_some(Edit::Prefer(preferences)));
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
}

/// The game's own looks and its skins.
fn skins(ui: &mut Ui, view: &Options) -> Option<Option<String>> {
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        if ui.selectable_label(view.skin.is_none(), OWN).clicked() {
            chosen = Some(None);
        }
        for skin in &view.skins {
            if ui.selectable_label(view.skin.as_ref() == Some(skin), skin).clicked() {
                chosen = Some(Some(skin.clone()));
            }
        }
    });
    chosen
}
