//! The temporary files of this process.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::system;

static TEMPORARIES: Mutex<Temporaries> = Mutex::new(Temporaries { paths: Vec::new(), is_over: false });

/// The paths that are removed when the process is told to end, in the order of their creation: a lock comes before the
/// temporary files of its target, and is removed after them.
pub(super) struct Temporaries {
    paths: Vec<PathBuf>,
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
        self.paths.push(path.to_path_buf());
        Ok(())
    }

    /// Fails if the process is about to end.
    pub(super) fn check(&self) -> std::io::Result<()> {
        if self.is_over { Err(std::io::Error::other("the program is told to end")) } else { Ok(()) }
    }

    /// Removes a path that has its final name, or is removed.
    pub(super) fn forget(&mut self, path: &Path) {
        // The latest ones are forgotten first, even if there are very many.
        if let Some(at) = self.paths.iter().rposition(|noted| noted == path) {
            self.paths.remove(at);
        }
    }
}

/// Removes the temporary files and locks of all writers in this process, and makes them fail from now on.
///
/// A signal handler calls it right before it ends the process. It waits for names that are being given. Partial files,
/// which a later run can complete, are kept.
pub fn remove_temporaries() {
    let mut temporaries = hold();
    temporaries.is_over = true;
    while let Some(path) = temporaries.paths.pop() {
        if system::remove_if_there(&path).is_err() {
            return; // the lock is still needed
        }
    }
}
