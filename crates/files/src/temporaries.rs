//! The temporary files of this process.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::system;

static TEMPORARIES: Mutex<Temporaries> = Mutex::new(Temporaries { paths: BTreeMap::new(), number: 0, is_over: false });

/// The paths that are removed when the process is told to end, with the order of their creation: a lock comes before the
/// temporary files of its target, and is removed after them.
pub(super) struct Temporaries {
    paths: BTreeMap<PathBuf, u64>,
    /// The number of paths that were added.
    number: u64,
    is_over: bool,
}

/// Locks the list. Names are given only while it is locked, so that a signal never interrupts that.
pub(super) fn hold() -> MutexGuard<'static, Temporaries> {
    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Temporaries {
    /// Adds a path that is about to be created.
    ///
    /// # Errors
    /// Returns an error if the process is about to end.
    pub(super) fn add(&mut self, path: &Path) -> std::io::Result<()> {
        self.check()?;
        self.number += 1;
        self.paths.insert(path.to_path_buf(), self.number);
        Ok(())
    }

    /// Fails if the process is about to end.
    pub(super) fn check(&self) -> std::io::Result<()> {
        if self.is_over { Err(std::io::Error::other("the program is told to end")) } else { Ok(()) }
    }

    /// Removes a path that has its final name, or is removed.
    pub(super) fn forget(&mut self, path: &Path) {
        self.paths.remove(path);
    }
}

/// Removes the temporary files and locks of all writers in this process, and makes them fail from now on.
///
/// A signal handler calls it right before it ends the process. It waits for names that are being given. Partial files,
/// which a later run can complete, are kept.
pub fn remove_temporaries() {
    let mut temporaries = hold();
    temporaries.is_over = true;
    let mut paths: Vec<_> = std::mem::take(&mut temporaries.paths).into_iter().collect();
    paths.sort_unstable_by_key(|&(_, number)| Reverse(number));
    for (path, _) in paths {
        if system::remove_if_there(&path).is_err() {
            return; // the lock is still needed
        }
    }
}
