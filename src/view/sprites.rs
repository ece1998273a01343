//! The sprites of a game's looks in the size they are shown, drawn once each. Knows no
//! board.

use std::collections::HashMap;

use tiny_skia::Pixmap;

use crate::grid::new_stamp;
use crate::view::frame::Area;
use crate::view::looks::{LookId, Looks};
use crate::view::pictures::Pictures;
use crate::view::sprite::{Form, Lie, Pose, sprite};
use crate::view::text::Text;

/// A sprite, by its number in [`Sprites`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpriteId(u32);

impl SpriteId {
    /// Nothing to draw.
    pub const NONE: SpriteId = SpriteId(u32::MAX);
}

struct Drawn {
    picture: Pixmap,
    /// How many pixels it reaches above its cell's box; 0 for what lies flat.
    rise: u32,
    /// Whether nothing is seen of what is below.
    is_opaque: bool,
    /// All its pixels as one.
    average: [u8; 4],
}

/// What sprites are drawn from.
pub struct Materials<'a> {
    pub looks: &'a Looks,
    pub text: &'a mut Text,
    pub pictures: &'a mut Pictures,
}

/// Sprites of one size.
#[derive(Default)]
pub struct Sprites {
    drawn: Vec<Drawn>,
    /// Those of looks in their first frame that face nowhere, which nearly all are, by
    /// the number of the look.
    still: Vec<Option<SpriteId>>,
    others: HashMap<(LookId, Pose), SpriteId>,
    /// What all of them have in common.
    form: Form,
    /// Another number whenever sprites that were drawn are forgotten.
    stamp: u64,
}

impl Sprites {
    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Sprites { form: self.form, stamp: new_stamp(), ..Sprites::default() };
    }

    /// The same as long as no sprite is forgotten.
    #[must_use]
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// From now on sprites are of that form. Returns whether they were of another.
    pub fn reform(&mut self, form: Form) -> bool {
        let differs = self.form != form;
        if differs {
            *self = Sprites { form, stamp: new_stamp(), ..Sprites::default() };
        }
        differs
    }

    /// The sprite of a look, drawn when it is asked for first.
    pub fn of(&mut self, look: LookId, pose: Pose, materials: &mut Materials<'_>) -> SpriteId {
        if pose != Pose::STILL {
            if let Some(known) = self.others.get(&(look, pose)) {
                return *known;
            }
            let drawn = self.draw(look, pose, materials);
            self.others.insert((look, pose), drawn);
            return drawn;
        }
        if self.still.len() <= look.index() {
            self.still.resize(materials.looks.count(), None);
        }
        if let Some(known) = self.still[look.index()] {
            return known;
        }
        let drawn = self.draw(look, pose, materials);
        self.still[look.index()] = Some(drawn);
        drawn
    }

    /// The picture of a sprite.
    #[must_use]
    pub fn picture(&self, id: SpriteId) -> Option<&Pixmap> {
        self.drawn.get(id.0 as usize).map(|drawn| &drawn.picture)
    }

    /// How many pixels a sprite reaches above its cell's box; 0 for what lies flat.
    #[must_use]
    pub fn rise(&self, id: SpriteId) -> i32 {
        let rise = self.drawn.get(id.0 as usize).map_or(0, |drawn| drawn.rise);
        i32::try_from(rise).unwrap_or(0)
    }

    /// Whether any sprite may reach above its cell's box.
    #[must_use]
    pub fn may_rise(&self) -> bool {
        self.form.lie == Lie::Slanted
    }

    /// What a sprite covers whose cell has its top left pixel there.
    #[must_use]
    pub fn area_of(&self, id: SpriteId, (x, y): (i32, i32)) -> Area {
        let picture = self.picture(id);
        let (width, height) = picture.map_or((0, 0), |picture| (picture.width(), picture.height()));
        Area { x, y: y - self.rise(id), width, height }
    }

    /// Whether nothing is seen of what is below a sprite.
    #[must_use]
    pub fn is_opaque(&self, id: SpriteId) -> bool {
        self.drawn.get(id.0 as usize).is_some_and(|drawn| drawn.is_opaque)
    }

    /// A sprite as one colour, premultiplied; see-through for none.
    #[must_use]
    pub fn average(&self, id: SpriteId) -> [u8; 4] {
        self.drawn.get(id.0 as usize).map_or([0; 4], |drawn| drawn.average)
    }

    fn draw(&mut self, look: LookId, pose: Pose, materials: &mut Materials<'_>) -> SpriteId {
        let Materials { looks, text, pictures } = materials;
        let drawn = sprite(looks.get(look), pose, self.form, text, pictures);
        let Some((mut picture, rise)) = drawn else {
            return SpriteId::NONE;
        };
        // Scaling may round a channel up beyond the opacity.
        for pixel in picture.data_mut().chunks_exact_mut(4) {
            let alpha = pixel[3];
            pixel.iter_mut().for_each(|channel| *channel = (*channel).min(alpha));
        }
        let alpha = || picture.data().iter().skip(3).step_by(4);
        if alpha().all(|alpha| *alpha == 0) {
            return SpriteId::NONE;
        }
        let is_opaque = alpha().all(|alpha| *alpha == 255);
        let average = average(&picture);
        self.drawn.push(Drawn { picture, rise, is_opaque, average });
        SpriteId(u32::try_from(self.drawn.len() - 1).unwrap_or(u32::MAX))
    }
}

fn average(picture: &Pixmap) -> [u8; 4] {
    let mut sums = [0u64; 4];
    for pixel in picture.data().chunks_exact(4) {
        sums.iter_mut().zip(pixel).for_each(|(sum, channel)| *sum += u64::from(*channel));
    }
    let count = u64::from(picture.width()) * u64::from(picture.height());
    sums.map(|sum| u8::try_from((sum + count / 2) / count.max(1)).unwrap_or(u8::MAX))
}
