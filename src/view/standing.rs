//! What stands in each cell that is seen, kept from frame to frame: it is found anew only
//! where it may have changed. Knows no pixel but where cells are.

use std::collections::HashSet;
use std::ops::Range;

use crate::grid::{Board, Cell, LayerId, Tile, Topology};
use crate::view::damage::Damage;
use crate::view::frame::Area;
use crate::view::layout::{InView, Layout};
use crate::view::painter::Painter;
use crate::view::scene::Scene;
use crate::view::sprites::SpriteId;

/// What all of it hangs on.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::view) struct Ground {
    pub layout: Layout,
    /// The layers that are painted, from the bottom up.
    pub layers: Vec<LayerId>,
    pub solved: bool,
    /// The width and height of the frame, in pixels.
    pub size: (u32, u32),
    /// The stamp of the sprites.
    pub sprites: u64,
}

/// What stands in the cells that are seen.
#[derive(Default)]
pub(in crate::view) struct Standing {
    /// Nothing as long as nothing is known.
    ground: Option<Ground>,
    /// The cells, with the top left pixels of their boxes. The number of one is its place.
    pub cells: Vec<(Cell, (i32, i32))>,
    view: Option<InView>,
    /// One layer after the other, each with one for every place.
    sprites: Vec<SpriteId>,
    /// The places of what hangs on the time or on how it has moved.
    live: Vec<usize>,
    /// Of each layer the tiles in the cells that are seen and around them, as they were.
    tiles: Vec<Tile>,
    around: Vec<Range<usize>>,
    /// Where something was about to arrive, which is not there yet.
    arriving: HashSet<(LayerId, Cell)>,
}

impl Standing {
    /// On another ground.
    fn on(ground: Ground, scene: &Scene<'_>) -> Standing {
        let view = ground.layout.in_view(ground.size.0, ground.size.1);
        let cells: Vec<(Cell, (i32, i32))> = view.cells().collect();
        let around = view.around();
        Standing {
            sprites: vec![SpriteId::NONE; ground.layers.len() * cells.len()],
            tiles: tiles(scene.board, &ground.layers, &around),
            arriving: scene.arriving().collect(),
            live: Vec::new(),
            ground: Some(ground),
            view: Some(view),
            cells,
            around,
        }
    }

    /// Forgets all.
    pub fn forget(&mut self) {
        self.ground = None;
    }

    /// What stands in a layer, counted from the bottom, at a place.
    pub fn sprite(&self, layer: usize, place: usize) -> SpriteId {
        self.sprites[layer * self.cells.len() + place]
    }

    /// The places that may be seen in a part of the frame.
    pub fn places_in(&self, part: Area) -> impl Iterator<Item = usize> {
        self.view.iter().flat_map(move |view| view.places_in(part))
    }

    /// Takes note of what the board holds now. Returns the places where something else may be
    /// seen than before.
    fn follow(&mut self, scene: &Scene<'_>) -> Vec<usize> {
        let layers = self.ground.as_ref().map(|ground| ground.layers.as_slice());
        let tiles = tiles(scene.board, layers.unwrap_or_default(), &self.around);
        let topology = scene.board.topology();
        let mut cells: Vec<Cell> = Vec::new();
        let mut start = 0;
        // The same ranges of cells once for each layer.
        for range in self.around.iter().cycle() {
            let here = start..start + range.len();
            if here.end > tiles.len() || range.is_empty() {
                break;
            }
            let (new, old) = (&tiles[here.clone()], &self.tiles[here.clone()]);
            if new != old {
                let changed = (0..new.len()).filter(|at| new[*at] != old[*at]);
                changed.for_each(|at| add_near(&mut cells, topology, range.start + at));
            }
            start = here.end;
        }
        self.tiles = tiles;
        let arriving: HashSet<(LayerId, Cell)> = scene.arriving().collect();
        cells.extend(arriving.symmetric_difference(&self.arriving).map(|(_, cell)| *cell));
        self.arriving = arriving;
        let view = self.view.as_ref();
        let places = cells.into_iter().filter_map(|cell| view?.place_of(cell));
        let mut places: Vec<usize> = places.chain(self.live.iter().copied()).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// Of each layer the tiles in those cells.
fn tiles(board: &Board, layers: &[LayerId], around: &[Range<usize>]) -> Vec<Tile> {
    let layers = layers.iter().map(|layer| board.layer(*layer));
    let each = layers.flat_map(|layer| around.iter().map(move |range| &layer[range.clone()]));
    each.fold(Vec::new(), |mut all, row| {
        all.extend_from_slice(row);
        all
    })
}

/// Adds a cell and those around it, whose looks may hang on it.
fn add_near(cells: &mut Vec<Cell>, topology: Topology, at: usize) {
    let cell = Cell(u32::try_from(at).unwrap_or(u32::MAX));
    let (x, y) = topology.xy(cell);
    for y in y.saturating_sub(1)..(y + 2).min(topology.height()) {
        let columns = x.saturating_sub(1)..(x + 2).min(topology.width());
        cells.extend(columns.map(|x| Cell(y * topology.width() + x)));
    }
}

impl Painter {
    /// Finds what stands in each cell that is seen. What is other than before is damaged.
    pub(in crate::view) fn look(
        &mut self,
        scene: &mut Scene<'_>,
        ground: Ground,
        damage: &mut Damage,
    ) {
        let mut standing = std::mem::take(&mut self.standing);
        if standing.ground.as_ref() == Some(&ground) {
            let places = standing.follow(scene);
            let mut live = Vec::new();
            for place in places {
                if self.look_at(scene, &mut standing, place, Some(damage)) {
                    live.push(place);
                }
            }
            standing.live = live;
        } else {
            standing = Standing::on(ground, scene);
            damage.all();
            for place in 0..standing.cells.len() {
                if self.look_at(scene, &mut standing, place, None) {
                    standing.live.push(place);
                }
            }
        }
        self.standing = standing;
    }

    /// Finds what stands in a cell, from the topmost layer down to what hides the rest.
    /// Returns whether that hangs on more than the tiles.
    fn look_at(
        &mut self,
        scene: &mut Scene<'_>,
        standing: &mut Standing,
        place: usize,
        mut damage: Option<&mut Damage>,
    ) -> bool {
        let (cell, corner) = standing.cells[place];
        let (board, count) = (scene.board, standing.cells.len());
        let layers = standing.ground.as_ref().map(|ground| ground.layers.as_slice());
        let (mut hidden, mut is_live) = (false, false);
        for (at, layer) in layers.unwrap_or_default().iter().enumerate().rev() {
            let tile = if hidden { Tile::NONE } else { board.layer(*layer)[cell.index()] };
            let mut sprite = SpriteId::NONE;
            let arrives =
                || !standing.arriving.is_empty() && standing.arriving.contains(&(*layer, cell));
            if tile != Tile::NONE && !arrives() {
                let found = self.sprite_in(scene, *layer, cell, tile);
                sprite = found.0;
                is_live |= found.1;
                hidden = self.sprites.is_opaque(sprite);
            }
            let before = std::mem::replace(&mut standing.sprites[at * count + place], sprite);
            if let Some(damage) = damage.as_deref_mut().filter(|_| before != sprite) {
                [before, sprite].into_iter().for_each(|sprite| {
                    damage.add(self.sprites.area_of(sprite, corner));
                });
            }
        }
        is_live
    }
}
