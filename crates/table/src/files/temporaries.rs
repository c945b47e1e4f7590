//! The temporary files of this process.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::system;

static TEMPORARIES: Mutex<Temporaries> = Mutex::new(Temporaries { paths: Vec::new(), is_over: false });

/// The paths to remove when the process is told to end, in the order in which they were created: a journal comes before
/// what it lists, and is removed after it.
pub(super) struct Temporaries {
    paths: Vec<PathBuf>,
    is_over: bool,
}

/// Locks the list. Names are given only while it is locked, so that a signal never comes in between.
pub(super) fn hold() -> MutexGuard<'static, Temporaries> {
    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Temporaries {
    /// Notes a path that is about to be created.
    ///
    /// # Errors
    /// If the process is about to end.
    pub(super) fn add(&mut self, path: &Path) -> std::io::Result<()> {
        self.check()?;
        self.paths.push(path.to_path_buf());
        Ok(())
    }

    /// Fails if the process is about to end.
    pub(super) fn check(&self) -> std::io::Result<()> {
        if self.is_over { Err(std::io::Error::other("the program is told to end")) } else { Ok(()) }
    }

    /// Drops a path that has its final name, or is removed.
    pub(super) fn forget(&mut self, path: &Path) {
        if let Some(found) = self.paths.iter().rposition(|noted| noted == path) {
            self.paths.remove(found);
        }
    }
}

/// Removes the temporary files and locks of all writers in this process, and makes them fail from now on.
///
/// A handler of signals calls it right before it ends the process. Names that are being given at that moment are
/// given first, which takes as long as the disk needs. Partial files, which a later run can complete, are kept.
pub fn remove_temporaries() {
    let mut temporaries = hold();
    temporaries.is_over = true;
    while let Some(path) = temporaries.paths.pop() {
        match system::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return, // the journal is needed still
            _ => {}
        }
    }
}
