//! Tells when files in some folders change: the only file that knows notify.
//! What has changed is not told; whoever is woken looks at the files themselves.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::files;

/// How long to wait for more when a change may be only half of a save.
const QUIET: Duration = Duration::from_millis(40);

/// Watches folders until it is dropped.
pub struct Watch {
    watcher: RecommendedWatcher,
    folders: Vec<PathBuf>,
}

/// What an event says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// It was closed after writing or renamed into place: it is whole.
    Whole,
    /// Something happens to it; there may be more to come.
    Unfinished,
}

impl Watch {
    /// Calls `wake` (from another thread) after changes in the first of these folders
    /// (that of scripts) and those below it, and in the other ones.
    ///
    /// # Errors
    /// The system cannot watch files at all.
    pub fn new(
        folders: &[PathBuf],
        wake: impl Fn() + Send + 'static,
    ) -> Result<Watch, notify::Error> {
        let (signs, received) = channel();
        std::thread::Builder::new()
            .name("watch".into())
            .spawn(move || wake_when_quiet(&received, &wake))
            .map_err(notify::Error::io)?;
        let watcher = notify::recommended_watcher(move |event| pass_on(event, &signs))?;
        let mut watch = Watch { watcher, folders: Vec::new() };
        watch.follow(folders);
        Ok(watch)
    }

    /// Watches these folders from now on, if they are others.
    pub fn follow_others(&mut self, folders: &[PathBuf]) {
        if self.folders != folders {
            self.follow(folders);
        }
    }

    /// Watches these folders from now on; again, if they are watched already, for one
    /// of them may have been removed and put back since. A folder that is not there is
    /// waited for in the one above; of a folder in a pack, that of the pack is watched.
    pub fn follow(&mut self, folders: &[PathBuf]) {
        let gone = self.folders.iter().filter(|folder| !folders.contains(folder));
        for gone in gone.filter_map(|folder| files::watched(folder)) {
            // It may have been removed, and then nobody watches it any more.
            let _ = self.watcher.unwatch(&gone);
        }
        self.folders = folders.to_vec();
        for (folder, mode) in watches(folders) {
            let watched = self.watcher.watch(&folder, mode);
            if let (Err(_), Some(above)) = (&watched, folder.parent()) {
                let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
                // If that is not there either, the reload key is the way.
                let _ = self.watcher.watch(above, RecursiveMode::NonRecursive);
            }
        }
    }
}

/// What is to be watched on the disk, to hear of changes in these folders.
fn watches(folders: &[PathBuf]) -> Vec<(PathBuf, RecursiveMode)> {
    let mode = |(at, folder): (usize, &PathBuf)| {
        // What the program has in itself does not change.
        let on_disk = files::watched(folder)?;
        let mode = match at {
            // Of a pack only itself, and not all that lies beside it.
            0 if on_disk == *folder => RecursiveMode::Recursive,
            0 => RecursiveMode::NonRecursive,
            // What is below the first is watched with it.
            _ if is_within(&on_disk, &folders[0]) => return None,
            _ => RecursiveMode::NonRecursive,
        };
        Some((on_disk, mode))
    };
    folders.iter().enumerate().filter_map(mode).collect()
}

/// Whether a folder is another one or below it, by whatever names they go.
fn is_within(folder: &Path, other: &Path) -> bool {
    let real = files::real(folder).ok().zip(files::real(other).ok());
    real.is_some_and(|(folder, other)| folder.starts_with(other))
}

fn pass_on(event: Result<Event, notify::Error>, signs: &Sender<Sign>) {
    // An error of the watcher means that events were lost: look at everything.
    let sign = event.map_or(Some(Sign::Unfinished), |event| sign(event.kind));
    if let Some(sign) = sign {
        // The receiver is gone only when the program ends.
        let _ = signs.send(sign);
    }
}

/// Reading a file is an event too and must be none, or reloading would feed
/// itself.
fn sign(kind: EventKind) -> Option<Sign> {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write))
        | EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both)) => {
            Some(Sign::Whole)
        }
        EventKind::Access(_) => None,
        _ => Some(Sign::Unfinished),
    }
}

fn wake_when_quiet(signs: &Receiver<Sign>, wake: &dyn Fn()) {
    while let Ok(first) = signs.recv() {
        let mut last = first;
        while last == Sign::Unfinished {
            match signs.recv_timeout(QUIET) {
                Ok(next) => last = next,
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        wake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{CreateKind, DataChange};

    #[test]
    fn of_a_pack_its_folder_is_watched_and_nothing_below() {
        let folder = std::env::temp_dir();
        // Its name alone will do, as while it is being written.
        let pack = folder.join(format!("watched-{}.tilewright", std::process::id()));
        std::fs::write(&pack, "").unwrap();
        let inside = watches(&[pack.join("scripts"), pack.join("levels")]);
        std::fs::remove_file(&pack).unwrap();
        let beside = (folder, RecursiveMode::NonRecursive);
        assert_eq!(inside, [beside.clone(), beside]);
        let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
        assert_eq!(watches(std::slice::from_ref(&scripts)), [(scripts, RecursiveMode::Recursive)]);
    }

    #[test]
    fn reading_is_no_sign_and_closing_a_written_file_is_a_whole_one() {
        let read = AccessKind::Close(AccessMode::Read);
        assert_eq!(sign(EventKind::Access(read)), None);
        assert_eq!(sign(EventKind::Access(AccessKind::Open(AccessMode::Any))), None);
        let written = AccessKind::Close(AccessMode::Write);
        assert_eq!(sign(EventKind::Access(written)), Some(Sign::Whole));
        let data = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        assert_eq!(sign(data), Some(Sign::Unfinished));
        assert_eq!(sign(EventKind::Create(CreateKind::File)), Some(Sign::Unfinished));
    }
}
