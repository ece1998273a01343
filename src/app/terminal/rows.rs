//! The levels and the options as rows of a list. Knows no key: a row says what becomes of
//! it when it is entered, or changed to the left or right.

use std::time::Duration;

use crate::app::browsing::Pick;
use crate::app::listing::{Browser, Group, Listed, State};
use crate::app::panels::{Edit, Options};
use crate::app::store::{MAX_MOTION, Preferences};
use crate::rules::{Param, ParamError, ParamKind, Setting};

/// One row.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub label: String,
    pub value: String,
    /// Whether there is nothing to do with it but to read it.
    pub is_heading: bool,
    /// Whether it is the one that matters at first.
    pub is_current: bool,
    /// What Enter does.
    pub enter: Option<Edit>,
    /// What the left arrow does.
    pub less: Option<Edit>,
    /// What the right arrow does.
    pub more: Option<Edit>,
    /// What can be written into it.
    pub field: Option<Field>,
}

/// What a text that is written into a row means.
#[derive(Clone, Debug)]
pub(super) enum Field {
    Param(Param),
    Seed,
}

impl Field {
    /// What comes of a text.
    ///
    /// # Errors
    /// The parameter cannot be set to that.
    pub fn read(&self, text: &str) -> Result<Edit, ParamError> {
        match self {
            Field::Seed => Ok(Edit::Seed(text.to_owned())),
            Field::Param(param) => Ok(Edit::Set(param.name.clone(), param.parse(text)?)),
        }
    }
}

fn heading(label: &str) -> Row {
    Row { label: label.to_owned(), is_heading: true, ..Row::default() }
}

fn picks(label: String, value: &str, pick: Pick) -> Row {
    Row { label, value: value.to_owned(), enter: Some(Edit::Pick(pick)), ..Row::default() }
}

/// The levels of which the title or the collection has what was written in it, and above
/// them the games and where levels come from.
pub(super) fn of_browser(browser: &Browser, written: &str) -> Vec<Row> {
    let wanted = written.trim().to_lowercase();
    let is_wanted = |text: &str| text.to_lowercase().contains(&wanted);
    let mut rows = Vec::new();
    let titles = browser.games.iter().map(|game| &game.title);
    let titles = titles.filter(|title| browser.games.len() > 1 && is_wanted(title));
    let games = titles.map(|title| {
        let value = if *title == browser.game { "is played" } else { "" };
        picks(title.clone(), value, Pick::Game(title.clone()))
    });
    add_under(&mut rows, "Games", games.collect());
    let origins = browser.origins.iter().enumerate();
    let origins = origins.filter(|(_, o)| browser.origins.len() > 1 && is_wanted(&o.title));
    let origins = origins.map(|(at, origin)| {
        let value = if at == browser.origin { "is shown" } else { "" };
        picks(origin.title.clone(), value, Pick::Origin(at))
    });
    add_under(&mut rows, "Levels from", origins.collect());
    for group in &browser.groups {
        let all = is_wanted(&group.title);
        let levels = group.levels.iter().filter(|level| all || is_wanted(&title(level)));
        let levels = levels.map(|level| level_row(level, browser.current)).collect();
        add_under(&mut rows, &about(group), levels);
    }
    if wanted.is_empty() {
        rows.extend(browser.refused.iter().map(|refused| heading(refused)));
    }
    rows
}

fn add_under(rows: &mut Vec<Row>, label: &str, below: Vec<Row>) {
    if !below.is_empty() {
        rows.push(heading(label));
        rows.extend(below);
    }
}

fn about(group: &Group) -> String {
    let author = if group.author.is_empty() { "" } else { " by " };
    let (solved, count) = (group.solved(), group.levels.len());
    format!("{}{author}{}: {solved} of {count} solved", group.title, group.author)
}

fn title(level: &Listed) -> String {
    format!("{}  {}", level.number, level.title)
}

fn level_row(level: &Listed, current: Option<usize>) -> Row {
    let (mark, value) = match level.state {
        State::Solved => ('\u{221a}', format!("solved {}", level.best)),
        State::Locked => ('-', "locked".to_owned()),
        State::Open => (' ', level.author.clone()),
    };
    let row = picks(format!("{mark} {}", title(level)), &value, Pick::Level(level.number));
    Row { is_current: current == Some(level.number), ..row }
}

/// What can be set: the seed, the parameters, and what is set for all games as far as it
/// matters in a terminal.
pub(super) fn of_options(options: &Options) -> Vec<Row> {
    let seed = options.seed.map(|seed| Row {
        label: "Seed".to_owned(),
        value: seed.to_string(),
        field: Some(Field::Seed),
        ..Row::default()
    });
    let params = options.params.iter().map(|(param, setting)| of_param(param, setting));
    let mut rows: Vec<Row> = seed.into_iter().chain(params).collect();
    let now = options.preferences;
    rows.push(motion(now));
    let whole = Preferences { whole_walks: !now.whole_walks, ..now };
    rows.push(yes_no("Undo whole walks", now.whole_walks, Edit::Prefer(whole)));
    let all = Preferences { unlock_all: !now.unlock_all, ..now };
    rows.push(yes_no("Unlock all levels", now.unlock_all, Edit::Prefer(all)));
    rows
}

fn yes_no(label: &str, is: bool, other: Edit) -> Row {
    Row {
        label: label.to_owned(),
        value: Setting::YesNo(is).to_string(),
        enter: Some(other.clone()),
        less: Some(other.clone()).filter(|_| is),
        more: Some(other).filter(|_| !is),
        ..Row::default()
    }
}

/// How long a step of a walk takes.
fn motion(now: Preferences) -> Row {
    const STEP: Duration = Duration::from_millis(20);
    let to = |motion: Duration| {
        let motion = motion.min(MAX_MOTION);
        (motion != now.motion).then_some(Edit::Prefer(Preferences { motion, ..now }))
    };
    Row {
        label: "A step of a walk".to_owned(),
        value: format!("{} ms", now.motion.as_millis()),
        less: to(now.motion.saturating_sub(STEP)),
        more: to(now.motion + STEP),
        ..Row::default()
    }
}

fn of_param(param: &Param, setting: &Setting) -> Row {
    let edit = |setting: Setting| Edit::Set(param.name.clone(), setting);
    let row = Row { label: param.title.clone(), value: setting.to_string(), ..Row::default() };
    let field = Some(Field::Param(param.clone()));
    match (&param.kind, setting) {
        (ParamKind::Whole(min, max), Setting::Number(now)) => {
            let to = |number: f64| edit(Setting::Number(number.clamp(*min, *max)));
            let value = format!("{now}   ({min} to {max})");
            Row { value, less: Some(to(now - 1.0)), more: Some(to(now + 1.0)), field, ..row }
        }
        (ParamKind::Number(min, max), Setting::Number(now)) => {
            // Twenty steps from one end to the other, on whole steps.
            let step = (max - min) / 20.0;
            // Where there is only one value, there is no step to it.
            let at = if step > 0.0 { ((now - min) / step).round() } else { 0.0 };
            let to = |at: f64| {
                let number = min + at.clamp(0.0, 20.0) * step;
                edit(Setting::Number((number * 1e6).round() / 1e6))
            };
            let value = format!("{now}   ({min} to {max})");
            Row { value, less: Some(to(at - 1.0)), more: Some(to(at + 1.0)), field, ..row }
        }
        (ParamKind::YesNo, Setting::YesNo(is)) => {
            yes_no(&param.title, *is, edit(Setting::YesNo(!is)))
        }
        (ParamKind::Choice(choices), now) => {
            let choices: Vec<Setting> = choices.iter().cloned().map(Setting::Text).collect();
            one_of(row, &choices, now, edit)
        }
        (ParamKind::Picture { offers, .. }, now) => {
            let offers = offers.iter().cloned().map(Setting::Text);
            let choices: Vec<Setting> = [Setting::None].into_iter().chain(offers).collect();
            Row { field, ..one_of(row, &choices, now, edit) }
        }
        _ => row,
    }
}

/// One of several: the arrows go through them, and so does Enter, around.
fn one_of(row: Row, choices: &[Setting], now: &Setting, edit: impl Fn(Setting) -> Edit) -> Row {
    let count = choices.len();
    let at = choices.iter().position(|choice| choice == now);
    let to = |at: usize| choices.get(at).cloned().map(&edit);
    Row {
        less: at.and_then(|at| at.checked_sub(1)).or(at.is_none().then_some(0)).and_then(to),
        more: to(at.map_or(0, |at| at + 1)),
        enter: to(at.map_or(0, |at| (at + 1) % count.max(1))),
        ..row
    }
}
