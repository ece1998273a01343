//! How long a call into a script may take, and the thread that sees to it. Knows no
//! Lua: a VM gives a flag to raise, and asks nothing of the clock itself, so that a
//! call that ends in time pays next to nothing for being watched.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// The time and memory that scripts may take, and whether they become machine code.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For a key press, a win check, a status line.
    pub call: Duration,
    /// For reading a script and for laying out a level.
    pub start: Duration,
    /// For what a script's own values hold at a time, in bytes; the lists that the host
    /// keeps for it are counted apart, in cells.
    pub memory: usize,
    /// For all turns of a level together, in bytes.
    pub history: usize,
    /// Whether scripts may become machine code, which changes nothing but how long they take.
    pub native: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        let (call, start) = (Duration::from_millis(100), Duration::from_secs(5));
        Limits { call, start, memory: 64 << 20, history: 1 << 30, native: true }
    }
}

/// The time that one kind of call may take, as a budget counts it.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Limit {
    milliseconds: u32,
}

impl From<Duration> for Limit {
    fn from(limit: Duration) -> Limit {
        Limit { milliseconds: u32::try_from(limit.as_millis()).unwrap_or(u32::MAX) }
    }
}

/// What [`Limits`] say of calls, as a budget counts it.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct CallLimits {
    /// As [`Limits::call`].
    pub call: Limit,
    /// As [`Limits::start`].
    pub start: Limit,
    /// As [`Limits::history`].
    pub history: usize,
}

impl From<Limits> for CallLimits {
    fn from(limits: Limits) -> CallLimits {
        let (call, start) = (limits.call.into(), limits.start.into());
        CallLimits { call, start, history: limits.history }
    }
}

/// The most steps that one of Luau's own functions may go, as it is not stopped in between.
pub(in crate::rules) const MOST_AT_ONCE: usize = 10_000_000;

/// How often running calls are looked at; a call is stopped at most two looks late.
const LOOK: Duration = Duration::from_millis(5);

/// The most that is counted from one look to the next: what a machine that is not busy takes.
const LONGEST_LOOK: Duration = Duration::from_millis(6);

/// How long after the last call the watching thread goes to sleep for good.
const DOZE: Duration = Duration::from_secs(1);

/// Something that can be told to stop; called from the watching thread.
pub(in crate::rules) trait Stop: Send + Sync {
    /// Has the running call ask [`Budget::is_late`] soon.
    fn stop(&self);
}

/// The calls of one VM, as the watching thread sees them.
pub(in crate::rules) struct Budget {
    /// Odd while a call runs; every call has a number of its own.
    serial: AtomicU64,
    /// The running call's limit in milliseconds.
    limit: AtomicU32,
    /// The call that was found late.
    late: AtomicU64,
    /// The call that the player has stopped.
    stopped: AtomicU64,
    /// Whether the running call should ask whether it is to end; sometimes raised for nothing.
    raised: AtomicBool,
    flag: Box<dyn Stop>,
}

impl std::fmt::Debug for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("serial", &self.serial).finish_non_exhaustive()
    }
}

impl Budget {
    /// A budget that is watched from now on, until it is dropped.
    pub fn new(flag: Box<dyn Stop>) -> Arc<Budget> {
        let budget = Arc::new(Budget {
            serial: AtomicU64::new(0),
            limit: AtomicU32::new(0),
            late: AtomicU64::new(0),
            stopped: AtomicU64::new(0),
            raised: AtomicBool::new(false),
            flag,
        });
        watcher().watch(&budget);
        budget
    }

    /// A call begins.
    #[inline]
    pub fn begin(&self, limit: Limit) {
        self.limit.store(limit.milliseconds, Ordering::Relaxed);
        // Whoever stops this call reads its number first, and so raises it after this.
        self.raised.store(false, Ordering::Relaxed);
        let serial = self.serial.load(Ordering::Relaxed);
        self.serial.store(serial + 1, Ordering::Release);
        watcher().wake();
    }

    /// The call has ended, and another one begins at once under the same limit.
    #[inline]
    pub fn renew(&self) {
        self.raised.store(false, Ordering::Relaxed);
        let serial = self.serial.load(Ordering::Relaxed);
        self.serial.store(serial + 2, Ordering::Release);
    }

    /// The call has ended.
    #[inline]
    pub fn end(&self) {
        let serial = self.serial.load(Ordering::Relaxed);
        self.serial.store(serial + 1, Ordering::Release);
    }

    /// Whether the running call should ask [`Budget::is_late`] and [`Budget::is_stopped`]. They
    /// cost more, and nearly every call ends without.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// Whether the call that is running now was found late, and not one before.
    pub fn is_late(&self) -> bool {
        self.late.load(Ordering::Acquire) == self.serial.load(Ordering::Relaxed)
    }

    /// Whether the player has stopped the call that is running now.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire) == self.serial.load(Ordering::Relaxed)
    }

    /// Stops the call that is running, if one is.
    fn stop(&self) {
        let serial = self.serial.load(Ordering::Acquire);
        if serial % 2 == 1 {
            self.stopped.store(serial, Ordering::Release);
            self.raise();
        }
    }

    fn raise(&self) {
        self.raised.store(true, Ordering::Release);
        self.flag.stop();
    }

    /// The running call's limit.
    pub fn limit(&self) -> Duration {
        Duration::from_millis(u64::from(self.limit.load(Ordering::Relaxed)))
    }
}

/// Stops every call that a script is in, from any thread: it fails as one that has taken
/// too long.
pub fn stop_scripts() {
    for watched in &*watcher().lock() {
        if let Some(budget) = watched.budget.upgrade() {
            budget.stop();
        }
    }
}

/// The one thread that watches all budgets of the program.
struct Watcher {
    budgets: Mutex<Vec<Watched>>,
    awake: AtomicBool,
    thread: OnceLock<Thread>,
}

/// A budget, the call that ran at the last look, and how long it was seen to run. From one
/// look to the next hardly more is counted than that should take, so that a machine that
/// stands still for a moment, this thread with it, does not make a call late.
struct Watched {
    budget: Weak<Budget>,
    serial: u64,
    looked: Instant,
    ran: Duration,
}

fn watcher() -> &'static Watcher {
    static WATCHER: OnceLock<Watcher> = OnceLock::new();
    WATCHER.get_or_init(|| Watcher {
        budgets: Mutex::new(Vec::new()),
        awake: AtomicBool::new(false),
        thread: OnceLock::new(),
    })
}

impl Watcher {
    fn watch(&'static self, budget: &Arc<Budget>) {
        let budget = Arc::downgrade(budget);
        let (looked, ran) = (Instant::now(), Duration::ZERO);
        let watched = Watched { budget, serial: 0, looked, ran };
        self.lock().push(watched);
        self.thread.get_or_init(|| {
            let watching = std::thread::Builder::new().name("budget".into());
            // Without this thread no script may run at all: there is no way on.
            watching
                .spawn(|| self.look_for_ever())
                .unwrap_or_else(|error| panic!("no thread to watch scripts with: {error}"))
                .thread()
                .clone()
        });
    }

    fn wake(&self) {
        if !self.awake.load(Ordering::Relaxed)
            && let Some(thread) = self.thread.get()
        {
            self.awake.store(true, Ordering::SeqCst);
            thread.unpark();
        }
    }

    fn look_for_ever(&self) {
        let mut last_call = Instant::now();
        loop {
            std::thread::sleep(LOOK);
            if self.look() {
                last_call = Instant::now();
            } else if last_call.elapsed() > DOZE {
                self.awake.store(false, Ordering::SeqCst);
                // A call may have begun just before and seen this awake. Its number is
                // here long before one more look, which costs it less than waiting at
                // every call for its number to arrive.
                std::thread::sleep(LOOK);
                while !self.awake.load(Ordering::SeqCst) && !self.look() {
                    std::thread::park();
                }
                self.awake.store(true, Ordering::SeqCst);
                last_call = Instant::now();
            }
        }
    }

    /// Looks at every budget once. Returns whether any call ran since the last look.
    fn look(&self) -> bool {
        let mut any = false;
        self.lock().retain_mut(|watched| {
            let Some(budget) = watched.budget.upgrade() else {
                return false;
            };
            any |= watched.look(&budget);
            true
        });
        any
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Watched>> {
        self.budgets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watched {
    fn look(&mut self, budget: &Budget) -> bool {
        let serial = budget.serial.load(Ordering::Acquire);
        let is_running = serial % 2 == 1;
        let passed = std::mem::replace(&mut self.looked, Instant::now()).elapsed();
        if serial != self.serial {
            (self.serial, self.ran) = (serial, Duration::ZERO);
            return true;
        }
        if is_running {
            self.ran += passed.min(LONGEST_LOOK);
            if self.ran >= budget.limit() {
                budget.late.store(serial, Ordering::Release);
                budget.raise();
            }
        }
        is_running
    }
}
