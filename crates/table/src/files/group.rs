//! Files that get their names together.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::journal::Journal;
use super::operation::Change;
use super::system::File;
use super::target::Target;
use super::{Error, Result, WriteOptions, Written, is_stream};
use crate::hex;

/// Files that get their names together, or not at all.
///
/// A run that ends while the names are given is completed by the next run with the same target. The files may be in
/// several folders. Dropped before [`commit`](Self::commit), a group leaves everything as it was.
///
/// ```
/// use std::io::Write;
/// use minirow_table::files::{FileGroup, WriteOptions};
///
/// let folder = tempfile::tempdir()?;
/// let pack = folder.path().join("pack.csv");
/// let manifest = folder.path().join("pack.csv.manifest.json");
///
/// let mut group = FileGroup::open(&pack, &WriteOptions::default())?;
/// group.reserve(&manifest)?;
/// let mut rows = group.create(&pack)?.with_checksum();
/// rows.write_all(b"id,puzzle\n")?;
/// let written = group.add(rows)?;
/// let mut file = group.create(&manifest)?;
/// writeln!(file, "{{\"bytes\": {}, \"sha256\": {:?}}}", written.bytes, written.sha256.unwrap())?;
/// group.add(file)?;
/// assert!(!pack.exists());
/// group.commit()?;
/// assert!(pack.exists() && manifest.exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileGroup {
    journal: Journal,
    /// The first is the target of the group.
    targets: Vec<Target>,
    overwrite: bool,
    inputs: Vec<PathBuf>,
    changes: Vec<Change>,
}

impl FileGroup {
    /// Begins a group of files, of which `target` is the main one: the journal is beside it.
    ///
    /// # Errors
    /// If the target cannot be written, exists and must not be overwritten, is one of the inputs, or is written by another
    /// run. Nothing is touched then.
    pub fn open(target: &Path, options: &WriteOptions) -> Result<FileGroup> {
        let group = FileGroup::lock(Target::file(target, options)?, options)?;
        group.targets[0].check(options.overwrite)?;
        Ok(group)
    }

    /// Begins a group whose target may exist.
    pub(super) fn lock(target: Target, options: &WriteOptions) -> Result<FileGroup> {
        Ok(FileGroup {
            journal: Journal::acquire(&target, options.label)?,
            targets: vec![target],
            overwrite: options.overwrite,
            inputs: options.inputs.to_vec(),
            changes: Vec::new(),
        })
    }

    /// Locks a member that is written later, so that all refusals come before the work.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn reserve(&mut self, path: &Path) -> Result<()> {
        if is_stream(path) { Ok(()) } else { self.target(path).map(drop) }
    }

    /// Begins a member, which may be a device or a pipe: that is written straight.
    ///
    /// # Errors
    /// If it cannot be written, exists and must not be overwritten, is one of the inputs or was added before, or is
    /// written by another run.
    pub fn create(&mut self, path: &Path) -> Result<Member> {
        if is_stream(path) {
            return Member::stream(path);
        }
        let target = self.target(path)?;
        let is_same =
            |change: &Change| matches!(change, Change::Name { target: other, .. } if other.path == target.path);
        if self.changes.iter().any(is_same) {
            return Err(Error::SameTarget { path: path.to_path_buf() });
        }
        let (from, file) = self.journal.create(&target)?;
        Ok(Member::new(path, Sink::Temporary { file: buffered(file), from, target }))
    }

    /// The target of a path, locked.
    fn target(&mut self, path: &Path) -> Result<Target> {
        let options = WriteOptions { inputs: &self.inputs, ..WriteOptions::default() };
        let target = Target::file(path, &options)?;
        if !self.targets.iter().any(|known| known.path == target.path) {
            self.journal.lock_other(&target)?;
            self.targets.push(target.clone());
        }
        target.check(self.overwrite)?;
        Ok(target)
    }

    /// Takes a member that is complete, and brings it to the disk; it gets its name with the others.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, member: Member) -> Result<Written> {
        let (written, named) = member.complete()?;
        if let Some((from, target)) = named {
            self.changes.push(Change::Name { from, target, overwrite: self.overwrite });
        }
        Ok(written)
    }

    /// Removes a file, if it is there, when the members get their names: a stale one of an older group.
    ///
    /// # Errors
    /// If it is no file, or is written by another run.
    pub fn remove(&mut self, path: &Path) -> Result<()> {
        let target = Target::file(path, &WriteOptions::default())?;
        if !self.targets.iter().any(|known| known.path == target.path) {
            self.journal.lock_other(&target)?;
            self.targets.push(target.clone());
        }
        self.changes.push(Change::Remove(target.path));
        Ok(())
    }

    /// Gives all added members their names. Members that were not added are removed.
    ///
    /// # Errors
    /// If one of the names cannot be given. Nothing is changed then, unless the error is [`Error::Incomplete`].
    pub fn commit(mut self) -> Result<()> {
        let changes = std::mem::take(&mut self.changes);
        self.journal.commit(changes, false)
    }

    pub(super) fn main(&self) -> &Target {
        &self.targets[0]
    }

    pub(super) fn overwrites(&self) -> bool {
        self.overwrite
    }

    pub(super) fn allow_overwriting(&mut self) {
        self.overwrite = true;
    }

    /// Writes a file that is to get a name right now.
    pub(super) fn prepare(&mut self, target: &Target, contents: &[u8]) -> Result<(Change, File)> {
        let (from, mut file) = self.journal.create(target)?;
        let written = file.write_all(contents).and_then(|()| file.sync());
        written.map_err(|error| Error::from_write(error, &target.shown))?;
        Ok((Change::Name { from, target: target.clone(), overwrite: true }, file))
    }

    /// Makes changes right now, and goes on.
    pub(super) fn change(&mut self, changes: Vec<Change>) -> Result<()> {
        self.journal.commit(changes, true)
    }

    /// Makes the changes together with those of the members, in the order: before, members, after.
    pub(super) fn commit_with(mut self, before: Option<Change>, after: Vec<Change>) -> Result<()> {
        let changes = before.into_iter().chain(std::mem::take(&mut self.changes)).chain(after).collect();
        self.journal.commit(changes, false)
    }
}

/// A file of a [`FileGroup`] that is being written.
#[derive(Debug)]
pub struct Member {
    shown: PathBuf,
    sink: Sink,
    bytes: u64,
    checksum: Option<Sha256>,
    /// Why an earlier write has failed, which a format in between may not tell.
    failure: Option<io::ErrorKind>,
}

#[derive(Debug)]
enum Sink {
    Standard(BufWriter<Stdout>),
    /// A device or a pipe: there is nothing to rename.
    Stream(BufWriter<File>),
    Temporary {
        file: BufWriter<File>,
        from: PathBuf,
        target: Target,
    },
    /// A file that has its name within a folder that has not.
    Staged(BufWriter<File>),
}

fn buffered<W: Write>(file: W) -> BufWriter<W> {
    BufWriter::with_capacity(1 << 16, file)
}

impl Member {
    fn new(path: &Path, sink: Sink) -> Member {
        Member { shown: path.to_path_buf(), sink, bytes: 0, checksum: None, failure: None }
    }

    pub(super) fn standard() -> Member {
        Member::new(Path::new("standard output"), Sink::Standard(buffered(io::stdout())))
    }

    pub(super) fn stream(path: &Path) -> Result<Member> {
        let file = File::open(OpenOptions::new().write(true), path).map_err(|error| Error::create(error, path))?;
        Ok(Member::new(path, Sink::Stream(buffered(file))))
    }

    pub(super) fn staged(path: &Path) -> Result<Member> {
        let file = File::open(OpenOptions::new().write(true).create(true).truncate(true), path);
        Ok(Member::new(path, Sink::Staged(buffered(file.map_err(|error| Error::create(error, path))?))))
    }

    /// Computes the SHA-256 checksum of all that is written from here on.
    pub fn with_checksum(self) -> Member {
        Member { checksum: Some(Sha256::new()), ..self }
    }

    /// Returns the path, as it was given.
    pub fn path(&self) -> &Path {
        &self.shown
    }

    /// Brings all that was written to the disk. Returns the temporary file and the target.
    pub(super) fn complete(self) -> Result<(Written, Option<(PathBuf, Target)>)> {
        let Member { shown, sink, bytes, checksum, failure } = self;
        let failed = |error| Error::from_write(error, &shown);
        if let Some(kind) = failure {
            return Err(failed(kind.into()));
        }
        let named = match sink {
            Sink::Standard(mut out) => out.flush().map(|()| None),
            Sink::Stream(mut file) => file.flush().map(|()| None),
            Sink::Staged(mut file) => file.flush().and_then(|()| file.get_ref().sync()).map(|()| None),
            Sink::Temporary { mut file, from, target } => {
                file.flush().and_then(|()| file.get_ref().sync()).map(|()| Some((from, target)))
            }
        };
        let named = named.map_err(failed)?;
        let sha256 = checksum.map(|checksum| hex(&checksum.finalize()));
        Ok((Written { path: shown, bytes, sha256 }, named))
    }

    fn failed(&mut self, error: io::Error) -> io::Error {
        self.failure = Some(error.kind());
        io::Error::new(error.kind(), Error::from_write(error, &self.shown))
    }
}

impl Write for Member {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.sink {
            Sink::Standard(out) => out.write(bytes),
            Sink::Stream(file) | Sink::Staged(file) | Sink::Temporary { file, .. } => file.write(bytes),
        };
        match written {
            Ok(written) => {
                self.bytes += written as u64;
                if let Some(checksum) = &mut self.checksum {
                    checksum.update(&bytes[..written]);
                }
                Ok(written)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => Err(self.failed(error)),
        }
    }

    /// Hands on what is in the buffer, where somebody may wait for it: to standard output, a device or a pipe.
    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.sink {
            Sink::Standard(out) => out.flush(),
            Sink::Stream(file) => file.flush(),
            Sink::Temporary { .. } | Sink::Staged(_) => Ok(()),
        };
        flushed.map_err(|error| self.failed(error))
    }
}
