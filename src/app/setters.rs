//! How one setting is shown in the options, and changed there: sliders, boxes, lists and
//! fields. Knows no panel.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use egui::{ComboBox, Slider, Ui};

use crate::app::store::MAX_MOTION;
use crate::rules::{Param, ParamKind, Setting};

/// One parameter; what it is set to now, if the player has changed it. `paths` are those that
/// are being written, by parameter.
pub(in crate::app) fn param(
    ui: &mut Ui,
    param: &Param,
    setting: &Setting,
    paths: &mut HashMap<String, String>,
) -> Option<Setting> {
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
            let written = paths.entry(param.name.clone()).or_default();
            picture(ui, offers, chosen, written)
        }
        _ => None,
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

/// How long a thing takes from one cell to the next. Returns whether that was changed.
pub(in crate::app) fn motion(ui: &mut Ui, now: &mut Duration) -> bool {
    let milliseconds = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(0);
    let mut motion = milliseconds(*now);
    let most = milliseconds(MAX_MOTION);
    let slider = Slider::new(&mut motion, 0..=most).step_by(10.0).custom_formatter(|value, _| {
        if value < 1.0 { "off".to_owned() } else { format!("{value} ms") }
    });
    let changed = ui.add(slider).changed();
    *now = Duration::from_millis(motion);
    changed
}

fn stem(path: &str) -> String {
    let stem = Path::new(path).file_stem();
    stem.map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
}
