//! The board in characters, for where there are no pixels: what stands in a cell and in
//! which colours. Knows no terminal.

use std::time::Duration;

use crate::grid::{Cell, LayerId, Tile};
use crate::rules::Color;
use crate::session::Session;
use crate::view::characters::{Characters, FILLS, below_letters};
use crate::view::frame::Area;
use crate::view::layout::{Layout, Scale};
use crate::view::painter::{Moment, Painter};
use crate::view::projection::Projection;
use crate::view::scene::Scene;
use crate::view::sprite::{Form, Lie};

/// The side of the pictures that colours are taken from, in pixels.
const SIDE: u32 = 16;

/// What covers at least so much of a cell gives it its colour.
const COLORS: f32 = 0.6;

/// Two colours are told apart by that much light, of 255.
const APART: i32 = 70;

/// What stands for a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The colour of the cell.
    pub ground: Color,
    /// What the cell is filled with, over and over.
    pub filling: Option<(char, Color)>,
    /// What stands in it, the topmost first.
    pub words: Vec<(String, Color)>,
    /// The colour around what fills the cell, if that leaves a rim.
    pub rim: Option<Color>,
    /// What is marked there.
    pub mark: Option<Mark>,
}

/// A mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is picked for the next click.
    Picked,
    /// There is no way to it.
    NoWay,
    /// One can go there.
    Reachable,
}

/// What a board is looked at with.
struct Eye<'a> {
    scene: Scene<'a>,
    layers: Vec<LayerId>,
    characters: Characters,
    cover: Option<LayerId>,
    /// The tile that is followed: it stands out.
    followed: Option<Tile>,
}

impl Painter {
    /// What stands for each of these cells, and how long that is true, if not for ever: the
    /// steps of a turn are shown one after the other.
    pub fn signs(
        &mut self,
        session: &Session,
        cells: &[Cell],
        moment: Moment,
    ) -> (Vec<Sign>, Option<Duration>) {
        self.sprites.reform(Form { side: SIDE, lie: Lie::Square });
        let (step, within) = moment.within(session.stages());
        let stage = session.stage(step);
        let mut eye = self.eye(Scene::new(session, layout(session), Moment::STILL, &stage));
        let signs = cells.iter().map(|cell| self.sign(&mut eye, *cell)).collect();
        let left = moment.motion.saturating_sub(within.since_step);
        (signs, (!stage.is_last).then_some(left))
    }

    /// How many characters the longest of the words takes that stand in cells, as long as the
    /// level is not solved.
    pub fn longest_word(&mut self, session: &Session) -> usize {
        self.sprites.reform(Form { side: SIDE, lie: Lie::Square });
        let mut scene = Scene::still(session, layout(session));
        scene.solved = false;
        let (game, board) = (session.game(), session.board());
        let characters = Characters::of(game, &self.looks);
        let held = game.tiles().filter(|(_, tile)| board.count(*tile) > 0);
        let lengths = held.filter_map(|(kind, tile)| {
            // To find a tile on a large board and to draw it takes its time.
            let is_asked = characters.may_be_named(tile, self.looks.own(tile));
            let fills = is_asked && {
                let (layer, cell) = (board.names().tile_layer(tile), board.find(tile)?);
                let sprite = self.sprite(&mut scene, layer, cell, tile);
                let [.., alpha] = self.sprites.average(sprite);
                f32::from(alpha) / 255.0 >= FILLS
            };
            let (text, _) = characters.written((tile, &kind.name), self.looks.own(tile), fills)?;
            Some(text.chars().count())
        });
        lengths.max().unwrap_or(1)
    }

    /// A cell in words: its column, its row, and what is seen there.
    pub fn words_of(&mut self, session: &Session, cell: Cell) -> String {
        self.told_of(session, layout(session), cell)
    }

    fn eye<'a>(&self, scene: Scene<'a>) -> Eye<'a> {
        let session = scene.session;
        let declared = session.game().declared();
        let cover = declared.cover.as_deref();
        let layers = self.layers(&scene);
        let name = |layer: &LayerId| session.board().names().layer_name(*layer);
        Eye {
            scene,
            followed: declared.follow.as_ref().and_then(|name| session.game().tile(name)),
            cover: layers.iter().copied().find(|layer| Some(name(layer)) == cover),
            layers,
            characters: Characters::of(session.game(), &self.looks),
        }
    }

    fn sign(&mut self, eye: &mut Eye<'_>, cell: Cell) -> Sign {
        let ground = self.background(eye.scene.session);
        let mut sign = Sign { ground, filling: None, words: Vec::new(), rim: None, mark: None };
        for at in 0..eye.layers.len() {
            let layer = eye.layers[at];
            let tile = eye.scene.board.get(layer, cell);
            if tile != Tile::NONE {
                self.lay_over(&mut sign, eye, layer, (cell, tile));
            }
        }
        for (_, ink) in &mut sign.words {
            *ink = told_apart(*ink, sign.ground);
        }
        sign.mark = self.mark_on(cell);
        sign
    }

    /// Adds a tile to what stands for its cell.
    fn lay_over(
        &mut self,
        sign: &mut Sign,
        eye: &mut Eye<'_>,
        layer: LayerId,
        (cell, tile): (Cell, Tile),
    ) {
        let (board, solved) = (eye.scene.board, eye.scene.solved);
        let sprite = self.sprite(&mut eye.scene, layer, cell, tile);
        let [red, green, blue, alpha] = self.sprites.average(sprite);
        let part = f32::from(alpha) / 255.0;
        if alpha == 0 {
            return;
        }
        let average = Color::rgb(whole(red, part), whole(green, part), whole(blue, part));
        let name = board.names().tile_name(tile);
        let id = self.looks.look_in(board, (solved, false), cell, tile);
        let look = self.looks.get(id);
        let color = below_letters(look).unwrap_or(average);
        let written = eye.characters.written((tile, name), look, part >= FILLS);
        let written = written.map(|(text, ink)| (text, ink.unwrap_or(color)));
        let covers = eye.cover == Some(layer);
        let before = sign.ground;
        if covers {
            sign.ground = blend(before, color, part);
        } else if part >= COLORS || eye.followed == Some(tile) {
            sign.ground = color;
        }
        if covers || part >= FILLS {
            sign.words.clear();
            sign.rim = (!self.sprites.is_opaque(sprite)).then_some(before);
            let filling = eye.characters.filling(tile).filter(|_| !covers && written.is_none());
            sign.filling = filling.map(|character| (character, shade(sign.ground)));
            sign.words.extend(written.filter(|_| !covers));
        } else {
            let standing = || (eye.characters.standing(tile, name), color);
            sign.words.insert(0, written.unwrap_or_else(standing));
        }
    }

    fn mark_on(&self, cell: Cell) -> Option<Mark> {
        match &self.marks {
            marks if marks.refused == Some(cell) => Some(Mark::NoWay),
            marks if marks.picked == Some(cell) => Some(Mark::Picked),
            marks if marks.reachable.contains(&cell) => Some(Mark::Reachable),
            _ => None,
        }
    }
}

/// Somewhere to look from; only the size of its cells matters.
fn layout(session: &Session) -> Layout {
    let board = Projection::flat(session.board().topology());
    Layout::around(board, Area::default(), Scale::pixels(SIDE), (0.0, 0.0))
}

/// A channel of an average as it is where there is something.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // bounded
fn whole(channel: u8, part: f32) -> u8 {
    (f32::from(channel) / part).round().clamp(0.0, 255.0) as u8
}

/// A colour over another one.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between two channels
fn blend(below: Color, above: Color, part: f32) -> Color {
    let mix = |at: usize| {
        let [below, above] = [below, above].map(|color| f32::from(color.rgba[at]));
        (below + (above - below) * part).round() as u8
    };
    Color::rgb(mix(0), mix(1), mix(2))
}

/// How light a colour is, from 0 to 255.
fn light(color: Color) -> i32 {
    let [red, green, blue, _] = color.rgba.map(i32::from);
    (299 * red + 587 * green + 114 * blue) / 1000
}

/// The same colour a little lighter, or darker where it is light.
fn shade(color: Color) -> Color {
    let other = if light(color) < 128 { Color::rgb(255, 255, 255) } else { Color::rgb(0, 0, 0) };
    blend(color, other, 0.22)
}

/// An ink that is read on a ground: as it is, or lighter, or darker.
fn told_apart(ink: Color, ground: Color) -> Color {
    let other = if light(ground) < 128 { Color::rgb(255, 255, 255) } else { Color::rgb(0, 0, 0) };
    let steps = (0..=10u8).map(|step| blend(ink, other, f32::from(step) / 10.0));
    let mut read = steps.filter(|ink| (light(*ink) - light(ground)).abs() >= APART);
    read.next().unwrap_or(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ink_is_read_on_any_ground() {
        for value in 0..=255u8 {
            let ground = Color::rgb(value, value / 2, 255 - value);
            let ink = told_apart(ground, ground);
            assert!((light(ink) - light(ground)).abs() >= APART, "{ground:?}");
        }
        let (paper, ink) = (Color::rgb(0xf3, 0xea, 0xd7), Color::rgb(0x4a, 0x3a, 0x28));
        assert_eq!(told_apart(ink, paper), ink);
    }
}
