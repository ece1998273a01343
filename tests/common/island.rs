//! The plain reference of Islands: a map made as the page of the game says, over plain
//! arrays and without the script. The tests compare every cell of the script's maps with
//! it, and the benchmark compares its time.
#![allow(dead_code)] // the tests and the benchmark each use their own part

use tilewright::grid::Random;

/// How many maps are tried before a board is refused.
const TRIES: u32 = 20;

/// The mask of a cell that has land on all four sides.
const INLAND: u8 = 15;

/// The parameters of the game but for the size, each with its default.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    pub erode: f64,
    pub erode_rounds: u32,
    pub lake: f64,
    pub tree: f64,
    pub hill: f64,
    pub mountain: f64,
    pub town: f64,
    pub monster: f64,
    pub sight: u32,
    pub fog: bool,
    pub reachable: bool,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            erode: 0.5,
            erode_rounds: 2,
            lake: 0.01,
            tree: 0.2,
            hill: 0.2,
            mountain: 0.1,
            town: 0.1,
            monster: 0.1,
            sight: 2,
            fog: true,
            reachable: true,
        }
    }
}

impl Params {
    /// What comes on inland cells, in this order, and on how many of them.
    fn inland(&self) -> [(f64, Kind); 6] {
        [
            (self.lake, Kind::Sea),
            (self.tree, Kind::Tree),
            (self.hill, Kind::Hill),
            (self.mountain, Kind::Mountain),
            (self.town, Kind::Town),
            (self.monster, Kind::Monster),
        ]
    }
}

/// What a cell is: sea, or land with this on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sea,
    Plain,
    Tree,
    Hill,
    Mountain,
    Town,
    Castle,
    Monster,
}

/// One step of the making: how many cells it could take, and how many it took.
#[derive(Clone, Copy, Debug)]
pub struct Decorated {
    pub kind: Kind,
    pub candidates: usize,
    pub made: usize,
}

/// A map. Cells are numbered row by row from the top left, from 0.
#[derive(Clone, Debug)]
pub struct Island {
    pub width: usize,
    pub height: usize,
    /// Which cells are land.
    pub ground: Vec<bool>,
    pub kind: Vec<Kind>,
    pub start: usize,
    pub castle: usize,
    /// How many maps were made until one was good, with the good one.
    pub tries: u32,
    /// Which cells are covered before the first step.
    pub fog: Vec<bool>,
    /// The steps of the good try, in their order.
    pub decorated: Vec<Decorated>,
    /// The generator as it stands after all that.
    pub random: Random,
}

/// Makes the map of a seed; nothing when no try of all was good.
pub fn generate(params: &Params, width: u32, height: u32, seed: u64) -> Option<Island> {
    let mut island = Island::new(width as usize, height as usize, seed);
    // One list serves every step, for it may have to hold nearly all cells.
    let mut list = Vec::new();
    // Tries of the largest maps would take too long.
    let tries = (5_000_000 / (width * height)).clamp(1, TRIES);
    while island.tries < tries {
        island.tries += 1;
        if island.attempt(params, &mut list) {
            island.cover(params);
            return Some(island);
        }
    }
    None
}

/// Which neighbours of the cell in column `x` of row `y` are land: top 1, left 2, right 4,
/// bottom 8. Off the map is not land.
pub fn mask(ground: &[bool], width: usize, (x, y): (usize, usize)) -> u8 {
    let at = y * width + x;
    let top = y > 0 && ground[at - width];
    // The cells beside the ends of a row lie in other rows.
    let left = x > 0 && ground[at - 1];
    let right = x + 1 < width && ground[at + 1];
    let bottom = at + width < ground.len() && ground[at + width];
    u8::from(top) + 2 * u8::from(left) + 4 * u8::from(right) + 8 * u8::from(bottom)
}

/// Fisher and Yates, from the last place down. Lists of no or one cell draw nothing.
fn shuffle(random: &mut Random, list: &mut [u32]) {
    for last in (1..list.len()).rev() {
        let other = random.below(last as u64 + 1);
        list.swap(last, other as usize);
    }
}

impl Island {
    fn new(width: usize, height: usize, seed: u64) -> Island {
        Island {
            width,
            height,
            ground: vec![true; width * height],
            kind: vec![Kind::Plain; width * height],
            start: 0,
            castle: 0,
            tries: 0,
            fog: Vec::new(),
            decorated: Vec::new(),
            random: Random::new(seed),
        }
    }

    /// Makes one try, which goes on with the next random numbers. Returns whether it is
    /// good.
    fn attempt(&mut self, params: &Params, list: &mut Vec<u32>) -> bool {
        self.ground.fill(true);
        self.kind.fill(Kind::Plain);
        self.decorated.clear();
        for _ in 0..params.erode_rounds {
            self.list_coast(list);
            self.decorate(list, params.erode, Kind::Sea);
        }
        for (percent, kind) in params.inland() {
            self.list_plain_inland(list);
            self.decorate(list, percent, kind);
        }
        self.choose_towns(list) && (!params.reachable || self.castle_is_reached(list))
    }

    fn list_coast(&self, list: &mut Vec<u32>) {
        self.list(list, |at, place| {
            self.ground[at] && mask(&self.ground, self.width, place) != INLAND
        });
    }

    fn list_plain_inland(&self, list: &mut Vec<u32>) {
        self.list(list, |at, place| {
            self.kind[at] == Kind::Plain && mask(&self.ground, self.width, place) == INLAND
        });
    }

    /// Lists the cells that are wanted, in reading order. Column and row are told with
    /// each, for a division for every cell would cost time.
    fn list(&self, list: &mut Vec<u32>, wanted: impl Fn(usize, (usize, usize)) -> bool) {
        list.clear();
        for y in 0..self.height {
            for x in 0..self.width {
                let at = y * self.width + x;
                if wanted(at, (x, y)) {
                    list.push(at as u32);
                }
            }
        }
    }

    /// Makes that part of the listed cells, chosen by shuffling all of them, that kind.
    fn decorate(&mut self, list: &mut [u32], percent: f64, kind: Kind) {
        shuffle(&mut self.random, list);
        let made = (list.len() as f64 * percent).floor() as usize;
        for &at in &list[..made] {
            self.kind[at as usize] = kind;
            self.ground[at as usize] = kind != Kind::Sea;
        }
        self.decorated.push(Decorated { kind, candidates: list.len(), made });
    }

    /// Makes the first of the shuffled towns the start and the second the castle. Returns
    /// whether there were two.
    fn choose_towns(&mut self, list: &mut Vec<u32>) -> bool {
        self.list(list, |at, _| self.kind[at] == Kind::Town);
        shuffle(&mut self.random, list);
        let &[start, castle, ..] = list.as_slice() else {
            return false;
        };
        (self.start, self.castle) = (start as usize, castle as usize);
        self.kind[self.castle] = Kind::Castle;
        true
    }

    /// Whether steps over land lead from the start to the castle. The list holds the cells
    /// that are found and not yet left.
    fn castle_is_reached(&self, list: &mut Vec<u32>) -> bool {
        let mut found = vec![false; self.ground.len()];
        found[self.start] = true;
        list.clear();
        list.push(self.start as u32);
        while !found[self.castle]
            && let Some(at) = list.pop()
        {
            for next in self.near(at as usize) {
                if self.ground[next] && !found[next] {
                    found[next] = true;
                    list.push(next as u32);
                }
            }
        }
        found[self.castle]
    }

    /// The neighbours of a cell that are on the map.
    fn near(&self, at: usize) -> impl Iterator<Item = usize> {
        let x = at % self.width;
        let top = at.checked_sub(self.width);
        let left = (x > 0).then(|| at - 1);
        let right = (x + 1 < self.width).then_some(at + 1);
        let bottom = (at + self.width < self.ground.len()).then_some(at + self.width);
        [top, left, right, bottom].into_iter().flatten()
    }

    /// Covers the map, but for the cells that the start lets the player see.
    fn cover(&mut self, params: &Params) {
        self.fog = vec![params.fog; self.ground.len()];
        let (x, y) = (self.start % self.width, self.start / self.width);
        let sight = params.sight as usize;
        let columns = x.saturating_sub(sight)..(x + sight + 1).min(self.width);
        for row in y.saturating_sub(sight)..(y + sight + 1).min(self.height) {
            self.fog[row * self.width..][columns.clone()].fill(false);
        }
    }
}
