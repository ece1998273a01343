//! What of a frame is to be painted anew. Knows no board.

use crate::view::frame::Area;

/// With more areas than this it takes longer to find what is in each than to paint what is
/// between them.
const MOST: usize = 32;

/// Parts of a frame that are no longer as they were painted.
pub(in crate::view) struct Damage {
    whole: Area,
    areas: Vec<Area>,
}

impl Damage {
    /// A frame of which all is as it was painted.
    pub fn none(whole: Area) -> Damage {
        Damage { whole, areas: Vec::new() }
    }

    /// Nothing is as it was painted.
    pub fn all(&mut self) {
        self.areas = vec![self.whole];
    }

    /// Whether nothing is.
    pub fn is_all(&self) -> bool {
        self.areas == [self.whole]
    }

    /// An area is other than it was painted.
    pub fn add(&mut self, area: Area) {
        let mut area = area.within(&self.whole);
        if area.pixels() == 0 {
            return;
        }
        // What has nearly nothing between it is painted at once.
        while let Some(at) = self.areas.iter().position(|other| is_near(&area, other)) {
            area = area.with(&self.areas.swap_remove(at));
        }
        self.areas.push(area);
        if self.areas.len() > MOST {
            let together = self.areas.drain(..).reduce(|one, other| one.with(&other));
            self.areas.extend(together);
        }
    }

    /// What is to be painted anew; some pixels may be in several areas.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }
}

fn is_near(one: &Area, other: &Area) -> bool {
    one.with(other).pixels() <= one.pixels() + other.pixels()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Area = Area { x: 0, y: 0, width: 900, height: 600 };

    fn square(x: i32, y: i32) -> Area {
        Area { x, y, width: 10, height: 10 }
    }

    #[test]
    fn what_lies_side_by_side_is_one_area_and_what_lies_apart_is_not() {
        let mut damage = Damage::none(WHOLE);
        damage.add(square(0, 0));
        damage.add(square(20, 0));
        assert_eq!(damage.areas().len(), 2);
        damage.add(square(10, 0));
        assert_eq!(damage.areas(), [Area { width: 30, ..square(0, 0) }]);
        damage.add(square(-50, 0));
        assert_eq!(damage.areas().len(), 1, "nothing beside the frame is painted");
    }

    #[test]
    fn very_many_areas_become_one_that_has_them_all() {
        let mut damage = Damage::none(WHOLE);
        let squares: Vec<Area> = (0..40).map(|at| square(at * 20, at * 13)).collect();
        squares.iter().for_each(|area| damage.add(*area));
        assert!(damage.areas().len() <= MOST);
        let is_in = |area: &Area| damage.areas().iter().any(|other| area.within(other) == *area);
        assert!(squares.iter().all(is_in));
    }
}
