//! The workbench as a panel beside the board: the cell under the mouse, a console, messages,
//! the history and the parameters. Knows no game; what is done here is told, and somebody else
//! does it.

use std::collections::HashMap;

use egui::{Align2, CollapsingHeader, Color32, Context, Key, Rect, RichText, ScrollArea, Ui};

use crate::app::panels::{Edit, MARGIN};
use crate::app::setters;
use crate::app::workbench::{Bench, Tried};

/// The width of the panel, in points.
const WIDTH: f32 = 330.0;

/// The colour of what is wrong.
const BAD: Color32 = Color32::from_rgb(0xff, 0x8a, 0x80);

/// What is being written in the workbench.
#[derive(Default)]
pub(in crate::app) struct BenchPanel {
    line: String,
    /// How far the player has gone back to lines that were tried before, from the last one.
    back: Option<usize>,
    /// Paths that are being written, by parameter.
    paths: HashMap<String, String>,
    /// How many turns were done in the frame before: the list follows the game.
    done: Option<usize>,
}

/// Where things are, by name, and what is done.
pub(in crate::app) struct Doing<'a> {
    pub edits: &'a mut Vec<Edit>,
    pub places: &'a mut Vec<(String, Rect)>,
}

impl BenchPanel {
    /// Shows the panel. Returns its width with its margin, in points.
    pub fn show(&mut self, context: &Context, bench: &Bench, doing: &mut Doing<'_>) -> f32 {
        let room = (context.content_rect().height() - 84.0).max(60.0);
        let window = egui::Window::new("Workbench").anchor(Align2::RIGHT_TOP, [-MARGIN, 42.0]);
        let window = window.resizable(false).collapsible(false).default_height(room);
        let shown = window.min_width(WIDTH).max_width(WIDTH).show(context, |ui| {
            let area = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
            area.show(ui, |ui| self.sections(ui, bench, doing));
        });
        shown.map_or(0.0, |shown| shown.response.rect.width() + MARGIN)
    }

    fn sections(&mut self, ui: &mut Ui, bench: &Bench, doing: &mut Doing<'_>) {
        ui.set_width(WIDTH - 12.0);
        section(ui, "Console", true, |ui| self.console(ui, &bench.log, doing));
        section(ui, "Cell and variables", true, |ui| inspector(ui, bench));
        section(ui, "History", true, |ui| self.history(ui, bench, doing));
        section(ui, "Messages", true, |ui| messages(ui, &bench.messages));
        if !bench.params.is_empty() {
            section(ui, "Parameters", false, |ui| self.params(ui, bench, doing));
        }
        ui.separator();
        ui.weak(&bench.timings);
    }

    fn console(&mut self, ui: &mut Ui, log: &[Tried], doing: &mut Doing<'_>) {
        let area = ScrollArea::vertical().id_salt("log").max_height(130.0).stick_to_bottom(true);
        area.show(ui, |ui| {
            for tried in log {
                ui.label(RichText::new(format!("> {}", tried.line)).monospace().weak());
                match &tried.given {
                    Ok(text) if text.is_empty() => {}
                    Ok(text) => drop(ui.label(RichText::new(text).monospace())),
                    Err(why) => drop(ui.label(RichText::new(why).monospace().color(BAD))),
                }
            }
        });
        let field = egui::TextEdit::singleline(&mut self.line).code_editor();
        let field = ui.add(field.hint_text("board:count(\"wall\")").desired_width(f32::INFINITY));
        doing.places.push(("console".to_owned(), field.rect));
        if field.has_focus() {
            self.recall(ui, log);
        }
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if enter && !self.line.trim().is_empty() {
            doing.edits.push(Edit::Try(std::mem::take(&mut self.line)));
            self.back = None;
            field.request_focus();
        }
        ui.weak("A line of Lua on the live board; undo takes it back. `here` is the cell below.");
    }

    /// Up and down bring back lines that were tried before.
    fn recall(&mut self, ui: &Ui, log: &[Tried]) {
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        let back = match (pressed(Key::ArrowUp), pressed(Key::ArrowDown), self.back) {
            (true, _, None) => Some(0),
            (true, _, Some(back)) => Some(back + 1),
            (_, true, Some(back)) => back.checked_sub(1),
            _ => return,
        };
        let last = log.len().checked_sub(1);
        self.back = back.zip(last).map(|(back, last)| back.min(last));
        let line = self.back.and_then(|back| log.iter().rev().nth(back));
        self.line = line.map(|tried| tried.line.clone()).unwrap_or_default();
    }

    fn history(&mut self, ui: &mut Ui, bench: &Bench, doing: &mut Doing<'_>) {
        ui.horizontal(|ui| {
            let again = ui.button("Replay history");
            let again = again.on_hover_text(
                "Play all moves again under the rules as they are now, and say where that comes \
                 to something else",
            );
            doing.places.push(("replay-history".to_owned(), again.rect));
            if again.clicked() {
                doing.edits.push(Edit::Retrace);
            }
            ui.weak(format!("{} of {} turns done", bench.done, bench.count));
        });
        if let Some(report) = &bench.report {
            ui.label(&report.text);
            if let Some(turn) = report.turn
                && ui.button(format!("Go to before turn {}", turn + 1)).clicked()
            {
                doing.edits.push(Edit::Jump(turn));
            }
        }
        let moved = self.done.replace(bench.done) != Some(bench.done);
        let area = ScrollArea::vertical().id_salt("turns").max_height(120.0);
        area.show(ui, |ui| {
            let begin = ui.selectable_label(bench.done == 0, "0  the beginning");
            doing.places.push(("turn-0".to_owned(), begin.rect));
            if begin.clicked() {
                doing.edits.push(Edit::Jump(0));
            }
            for (number, token) in &bench.turns {
                let text = RichText::new(format!("{number}  {token}")).monospace();
                let text = if *number > bench.done { text.weak() } else { text };
                let row = ui.selectable_label(*number == bench.done, text);
                if moved && *number == bench.done {
                    row.scroll_to_me(None);
                }
                if row.clicked() {
                    doing.edits.push(Edit::Jump(*number));
                }
            }
        });
    }

    fn params(&mut self, ui: &mut Ui, bench: &Bench, doing: &mut Doing<'_>) {
        ui.spacing_mut().slider_width = 110.0;
        egui::Grid::new("bench-params").num_columns(2).spacing([12.0, 8.0]).show(ui, |ui| {
            for (param, setting) in &bench.params {
                ui.label(&param.title).on_hover_text(&param.help);
                let set = setters::param(ui, param, setting, &mut self.paths);
                doing.edits.extend(set.map(|setting| Edit::Set(param.name.clone(), setting)));
                ui.end_row();
            }
        });
    }
}

fn section(ui: &mut Ui, title: &str, open: bool, show: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(title).default_open(open).show(ui, show);
}

fn inspector(ui: &mut Ui, bench: &Bench) {
    match &bench.cell {
        None => drop(ui.weak("Point at a cell of the board.")),
        Some((title, layers)) => {
            ui.label(title);
            table(ui, "layers", layers);
        }
    }
    if !bench.vars.is_empty() {
        ui.add_space(4.0);
        table(ui, "variables", &bench.vars);
    }
}

fn table(ui: &mut Ui, name: &str, rows: &[(String, String)]) {
    egui::Grid::new(name).num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (name, value) in rows {
            ui.weak(name);
            ui.label(RichText::new(value).monospace());
            ui.end_row();
        }
    });
}

fn messages(ui: &mut Ui, messages: &[String]) {
    if messages.is_empty() {
        ui.weak("What scripts say or print is listed here.");
    }
    let area = ScrollArea::vertical().id_salt("messages").max_height(110.0).stick_to_bottom(true);
    area.show(ui, |ui| {
        for message in messages {
            ui.label(RichText::new(message).monospace());
        }
    });
}
