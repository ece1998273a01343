//! The harness: whoever is compared is measured in turns, so that what else the machine does
//! meets all of them alike, by criterion, in several short rounds. The figure of each is the
//! best of the samples of its rounds, which are of about the same length for all: on a busy
//! machine others take their part even of the median. Knows nothing of what is measured.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion};
use tempfile::TempDir;

use crate::table::{Beside, Row, Table};
use crate::unit::Unit;

/// How often those who are compared take turns.
const ROUNDS: usize = 5;

/// The same for work of seconds.
const LONG_ROUNDS: usize = 3;

/// How long criterion warms up and measures in a round.
const WARM_UP: Duration = Duration::from_millis(20);
const MEASURE: Duration = Duration::from_millis(100);

/// One of those who are compared: does the work once and tells how long it took, without what
/// only prepares it.
pub struct Contestant<'a> {
    name: String,
    run: Box<dyn FnMut() -> Duration + 'a>,
}

/// A contestant of that name.
pub fn contestant<'a>(name: &str, run: impl FnMut() -> Duration + 'a) -> Contestant<'a> {
    Contestant { name: name.to_owned(), run: Box::new(run) }
}

/// Our own contestant, who is named by the work.
pub fn ours<'a>(run: impl FnMut() -> Duration + 'a) -> Contestant<'a> {
    contestant("Tilewright", run)
}

/// How long something takes; putting away what came of it is not counted.
pub fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    let done = black_box(work());
    let time = begun.elapsed();
    drop(done);
    time
}

/// All that is measured in this run.
pub struct Figures {
    criterion: Criterion,
    /// Where criterion puts its files: nothing of another run is to be mixed in.
    folder: TempDir,
    table: Table,
}

impl Figures {
    pub fn new() -> Figures {
        let folder = tempfile::tempdir().expect("a folder");
        let criterion = Criterion::default()
            .output_directory(folder.path())
            .without_plots()
            .sample_size(10)
            .nresamples(2000)
            .warm_up_time(WARM_UP)
            .measurement_time(MEASURE);
        Figures { criterion, folder, table: Table::default() }
    }

    /// What is compared from here on belongs to that piece of work.
    pub fn begin(&mut self, work: &'static str) {
        self.table.begin(work);
    }

    /// Measures ours, which comes first, and what stands beside it. `what` and the names of
    /// the contestants are names of folders, too.
    pub fn compare(&mut self, what: &str, unit: Unit, mut contestants: Vec<Contestant<'_>>) {
        let mut best = vec![f64::INFINITY; contestants.len()];
        for round in 1..=ROUNDS {
            for (contestant, best) in contestants.iter_mut().zip(&mut best) {
                *best = best.min(self.sample(what, contestant, round));
            }
        }
        self.note(what, unit, &contestants, &best);
    }

    /// The same for work of seconds, of which criterion would want ten samples a round.
    pub fn compare_long(&mut self, what: &str, unit: Unit, mut contestants: Vec<Contestant<'_>>) {
        let mut best = vec![f64::INFINITY; contestants.len()];
        for round in 1..=LONG_ROUNDS {
            for (contestant, best) in contestants.iter_mut().zip(&mut best) {
                let seconds = (contestant.run)().as_secs_f64();
                println!("{what}/{}/{round}  time: {seconds:.3} s", contestant.name);
                *best = best.min(seconds);
            }
        }
        self.note(what, unit, &contestants, &best);
    }

    /// A row that was measured by other means than by time.
    pub fn tell(&mut self, what: &str, figure: String, beside: Vec<Beside>) {
        self.table.add(Row { what: what.to_owned(), figure, beside });
    }

    /// A remark to stand under the table.
    pub fn remark(&mut self, text: String) {
        self.table.remark(text);
    }

    /// The table of all that was measured.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// One round of one contestant: the seconds that a run takes at best.
    fn sample(&mut self, what: &str, contestant: &mut Contestant<'_>, round: usize) -> f64 {
        let id = BenchmarkId::new(&contestant.name, round);
        let mut group = self.criterion.benchmark_group(what);
        group.bench_function(id, |bencher| {
            bencher.iter_custom(|runs| (0..runs).map(|_| (contestant.run)()).sum());
        });
        group.finish();
        let folder = self.folder.path().join(what).join(&contestant.name).join(round.to_string());
        best(&folder.join("new/sample.json")) / 1e9
    }

    fn note(&mut self, what: &str, unit: Unit, contestants: &[Contestant<'_>], seconds: &[f64]) {
        let others = contestants.iter().zip(seconds).skip(1);
        let beside = others.map(|(other, &time)| Beside {
            name: other.name.clone(),
            figure: unit.told(time),
            ratio: seconds[0] / time,
        });
        let beside = beside.collect();
        self.tell(what, unit.told(seconds[0]), beside);
    }
}

/// A round as criterion keeps it.
#[derive(serde::Deserialize)]
struct Samples {
    /// The runs of each sample.
    iters: Vec<f64>,
    /// The nanoseconds that they took together.
    times: Vec<f64>,
}

/// The nanoseconds of a run in the best of the samples in a file of criterion's.
fn best(file: &Path) -> f64 {
    let text = std::fs::read_to_string(file).expect("criterion's samples");
    let Samples { iters, times } = serde_json::from_str(&text).expect("samples in JSON");
    let each = times.iter().zip(&iters).map(|(time, runs)| time / runs);
    each.fold(f64::INFINITY, f64::min)
}
