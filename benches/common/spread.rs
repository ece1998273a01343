//! The best, the median and the worst of what was measured several times.
#![allow(dead_code)] // each program uses its own part

/// Values in ascending order, at least one.
pub struct Spread(Vec<f64>);

impl Spread {
    pub fn of(values: impl IntoIterator<Item = f64>) -> Spread {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        Spread(values)
    }

    pub fn best(&self) -> f64 {
        self.0[0]
    }

    pub fn median(&self) -> f64 {
        self.0[self.0.len() / 2]
    }

    pub fn worst(&self) -> f64 {
        self.0[self.0.len() - 1]
    }
}
