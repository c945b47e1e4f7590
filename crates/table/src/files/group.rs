//! Groups of files that get their names together.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::journal::{Journal, Then, checksum};
use super::names::shard_numbers;
use super::operation::Change;
use super::system::{self, File};
use super::target::{Target, is_same_target};
use super::{Error, Result, WriteOptions, Written, is_stream};
use crate::manifest::StoredManifest;
use crate::{hex, standard};

/// Files that get their names together, or not at all: one or several.
///
/// If a run ends while the names are given, the next run with the same target completes them. The files may be in several
/// folders. A group that is dropped before [`commit`](Self::commit) changes nothing.
///
/// ```
/// use minirow_table::files::{Error, FileGroup, WriteOptions};
///
/// let folder = tempfile::tempdir()?;
/// let pack = folder.path().join("pack.csv");
/// let manifest = folder.path().join("pack.csv.manifest.json");
///
/// let mut group = FileGroup::open(&pack, &WriteOptions::default())?;
/// group.reserve(&manifest)?;
/// let mut rows = group.create(&pack)?.with_checksum();
/// rows.put(b"id,puzzle\n")?;
/// let written = group.add(rows)?;
/// group.put(&manifest, format!("{{\"sha256\": {:?}}}\n", written.sha256.unwrap()).as_bytes())?;
/// assert!(!pack.exists());
/// group.commit()?;
/// assert!(pack.exists() && manifest.exists());
///
/// let again = FileGroup::open(&pack, &WriteOptions::default());
/// assert!(matches!(again, Err(Error::Exists { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileGroup {
    journal: Journal,
    /// The targets of the members; the first is the main one. Streams have none.
    pub(super) targets: Vec<Target>,
    pub(super) overwrite: bool,
    inputs: Vec<PathBuf>,
    changes: Vec<Change>,
}

impl FileGroup {
    /// Creates a group without members. The journal is beside the first file that is reserved or created.
    pub fn new(options: &WriteOptions) -> FileGroup {
        FileGroup {
            journal: Journal::new(options.label),
            targets: Vec::new(),
            overwrite: options.overwrite,
            inputs: options.inputs.to_vec(),
            changes: Vec::new(),
        }
    }

    /// Begins a group of files. The journal is beside `target`, the main one of them.
    ///
    /// # Errors
    /// Returns an error if the target cannot be written, exists and must not be overwritten, is one of the inputs, or is
    /// written by another run. Then nothing is changed.
    pub fn open(target: &Path, options: &WriteOptions) -> Result<FileGroup> {
        let mut group = FileGroup::new(options);
        group.target(target)?;
        Ok(group)
    }

    /// Locks a member that is written later, so that errors come before the work.
    ///
    /// # Errors
    /// Returns the errors of [`create`](Self::create).
    pub fn reserve(&mut self, path: &Path) -> Result<()> {
        if is_stream(path) { Ok(()) } else { self.target(path).map(drop) }
    }

    /// Begins a member. A device or a pipe is written directly.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, exists and must not be overwritten, is one of the inputs, was added
    /// before, or is written by another run.
    pub fn create(&mut self, path: &Path) -> Result<Member> {
        if is_stream(path) {
            return Member::stream(path);
        }
        let target = self.target(path)?;
        let is_same =
            |change: &Change| matches!(change, Change::Name { target: other, .. } if other.path == target.path);
        if self.changes.iter().any(is_same) {
            return Err(Error::SameTarget(path.to_path_buf()));
        }
        let (from, file) = self.journal.create(&target)?;
        Ok(Member::new(path, Sink::File { file: buffered(file), named: Some((from, target)) }))
    }

    /// Begins a member, or standard output if there is no path.
    ///
    /// # Errors
    /// Returns the errors of [`create`](Self::create).
    pub fn create_or_stdout(&mut self, path: Option<&Path>) -> Result<Member> {
        path.map_or_else(|| Ok(Member::stdout()), |path| self.create(path))
    }

    /// Begins a member whose name follows from that of the main target, whose lock covers it. There may be very many of
    /// these members; the caller creates each only once.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, exists and must not be overwritten, or is one of the inputs.
    pub(crate) fn create_shard(&mut self, path: &Path) -> Result<Member> {
        let target = Target::file(path, &WriteOptions { inputs: &self.inputs, ..WriteOptions::default() })?;
        target.check(self.overwrite)?;
        let (from, file) = self.journal.create(&target)?;
        Ok(Member::new(path, Sink::File { file: buffered(file), named: Some((from, target)) }))
    }

    /// Returns the target of a path, locked and checked.
    fn target(&mut self, path: &Path) -> Result<Target> {
        let target = Target::file(path, &WriteOptions { inputs: &self.inputs, ..WriteOptions::default() })?;
        self.lock(&target)?;
        target.check(self.overwrite)?;
        Ok(target)
    }

    /// Locks a target, which may exist.
    pub(super) fn lock(&mut self, target: &Target) -> Result<()> {
        if !self.targets.iter().any(|known| known.path == target.path) {
            self.journal.lock(target)?;
            self.targets.push(target.clone());
        }
        Ok(())
    }

    /// Adds a complete member, and flushes it to the disk. It gets its name with the others.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn add(&mut self, member: Member) -> Result<Written> {
        let (written, named) = member.complete()?;
        if let Some((from, target)) = named {
            self.changes.push(Change::Name { from, target, overwrite: self.overwrite });
        }
        Ok(written)
    }

    /// Adds a member with these contents.
    ///
    /// # Errors
    /// Returns the errors of [`create`](Self::create), or an error if it cannot be written.
    pub fn put(&mut self, path: &Path, contents: &[u8]) -> Result<Written> {
        let mut member = self.create(path)?;
        member.put(contents)?;
        self.add(member)
    }

    /// Removes a stale file of an older group, if it exists, when the members get their names.
    ///
    /// # Errors
    /// Returns an error if it is not a file, or is written by another run.
    pub fn remove(&mut self, path: &Path) -> Result<()> {
        let target = Target::file(path, &WriteOptions::default())?;
        self.lock(&target)?;
        self.changes.push(Change::Remove(target.path));
        Ok(())
    }

    /// Removes what is left of an earlier result of the main target when the members replace it: the shards that its manifest
    /// lists, the manifest if there is no new one, and the file of the target if there are only shards now.
    ///
    /// Anyone can write a manifest, so that of the files that it lists only shards of the target count. Inputs and links stay.
    fn remove_replaced(&mut self) -> Result<()> {
        let Some(main) = self.targets.first().map(|target| target.path.clone()).filter(|_| self.overwrite) else {
            return Ok(());
        };
        let new: HashSet<&Path> = self.changes.iter().filter_map(Change::new_name).collect();
        let is_shard = |path: &Path| path.file_name().is_some_and(|name| shard_numbers(&main, name).is_some());
        let has_shards = new.iter().any(|path| is_shard(path));
        if main.is_dir() || !has_shards && !new.contains(&*main) {
            return Ok(());
        }
        // A manifest that cannot be read lists nothing.
        let listed = StoredManifest::of(&main).ok().flatten().map_or_else(Vec::new, |manifest| manifest.files);
        let manifest = StoredManifest::path_of(&main);
        let is_file = |path: &Path| path.is_file() && !path.is_symlink();
        let has_old_manifest = !listed.is_empty() && !new.contains(&*manifest) && is_file(&manifest);
        let names = listed.iter().map(|file| OsStr::new(&file.file));
        let names = names.filter(|name| shard_numbers(&main, name).is_some()).chain(main.file_name());
        let stale = names.map(|name| main.with_file_name(name)).filter(|path| !new.contains(&**path));
        let is_input = |path: &Path| self.inputs.iter().any(|input| is_same_target(path, input));
        let stale = stale.filter(|path| is_file(path) && !is_input(path)).map(Change::Remove);
        self.changes.extend(stale.collect::<Vec<_>>());
        if has_old_manifest { self.remove(&manifest) } else { Ok(()) }
    }

    /// Gives all added members their names. Members that were not added are removed.
    ///
    /// # Errors
    /// Returns an error if one of the names cannot be given. Then nothing is changed, unless the error is
    /// [`Error::Incomplete`].
    pub fn commit(self) -> Result<()> {
        self.commit_with(Vec::new(), None)
    }

    /// Makes changes together with those of the members.
    pub(super) fn commit_with(mut self, changes: Vec<Change>, result: Option<String>) -> Result<()> {
        self.changes.splice(..0, changes);
        self.remove_replaced()?;
        self.journal.commit(std::mem::take(&mut self.changes), Then::End { result })
    }

    /// Returns `true` if the run that the main target was locked by has ended within the commit of a result.
    pub(super) fn has_completed(&self, result: &Value) -> bool {
        self.journal.completed.as_ref() == Some(&checksum(&result.to_string()))
    }

    /// Writes a file that gets its name with the change.
    pub(super) fn prepare(&mut self, target: &Target, contents: &[u8]) -> Result<(Change, File)> {
        let (from, mut file) = self.journal.create(target)?;
        let written = file.write_all(contents).and_then(|()| file.sync());
        written.map_err(|error| Error::from_write(error, &target.shown))?;
        Ok((Change::Name { from, target: target.clone(), overwrite: true }, file))
    }

    /// Makes changes immediately, and keeps the locks.
    pub(super) fn change(&mut self, changes: Vec<Change>) -> Result<()> {
        self.journal.commit(changes, Then::GoOn)
    }
}

/// A file of a [`FileGroup`] or a [`StagedFolder`](super::StagedFolder) that is being written, or standard output, a device or
/// a pipe.
#[derive(Debug)]
pub struct Member {
    shown: PathBuf,
    sink: Sink,
    bytes: u64,
    checksum: Option<Sha256>,
    /// The error of an earlier write, which a format in between may have hidden.
    failure: Option<io::ErrorKind>,
}

#[derive(Debug)]
enum Sink {
    Standard(BufWriter<Stdout>),
    /// A device or a pipe, which is not renamed.
    Stream(BufWriter<File>),
    /// A temporary file with its target, or a file that has its name in a partial folder.
    File {
        file: BufWriter<File>,
        named: Option<(PathBuf, Target)>,
    },
}

impl Sink {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Sink::Standard(out) => out,
            Sink::Stream(file) | Sink::File { file, .. } => file,
        }
    }
}

fn buffered<W: Write>(file: W) -> BufWriter<W> {
    BufWriter::with_capacity(1 << 16, file)
}

impl Member {
    fn new(path: &Path, sink: Sink) -> Member {
        Member { shown: path.to_path_buf(), sink, bytes: 0, checksum: None, failure: None }
    }

    /// Writes to standard output.
    pub fn stdout() -> Member {
        standard::widen_output();
        Member::new(Path::new("standard output"), Sink::Standard(buffered(io::stdout())))
    }

    pub(super) fn stream(path: &Path) -> Result<Member> {
        let file = File::open(OpenOptions::new().write(true), path).map_err(|error| Error::create(error, path))?;
        Ok(Member::new(path, Sink::Stream(buffered(file))))
    }

    pub(super) fn staged(path: &Path) -> Result<Member> {
        // A file that is there may have another name elsewhere, whose contents stay.
        let removed = system::remove_if_there(path);
        let file = removed.and_then(|()| File::open(OpenOptions::new().write(true).create_new(true), path));
        let file = buffered(file.map_err(|error| Error::create(error, path))?);
        Ok(Member::new(path, Sink::File { file, named: None }))
    }

    /// Computes the SHA-256 checksum of all bytes that are written from here on.
    pub fn with_checksum(self) -> Member {
        Member { checksum: Some(Sha256::new()), ..self }
    }

    /// Returns the path as it was given, or `standard output`, for messages.
    pub fn path(&self) -> &Path {
        &self.shown
    }

    /// Writes bytes to a buffer.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    pub fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.write_all(bytes).map_err(|error| Error::from_write(error, &self.shown))
    }

    /// Flushes all bytes to the disk. Returns the temporary file and the target.
    pub(super) fn complete(self) -> Result<(Written, Option<(PathBuf, Target)>)> {
        let Member { shown, mut sink, bytes, checksum, failure } = self;
        let flushed = failure.map_or_else(|| sink.writer().flush(), |kind| Err(kind.into()));
        let named = flushed.and_then(|()| match sink {
            Sink::File { file, named } => file.get_ref().sync().map(|()| named),
            Sink::Standard(_) | Sink::Stream(_) => Ok(None),
        });
        let named = named.map_err(|error| Error::from_write(error, &shown))?;
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
        let checked = if let Sink::Standard(_) = self.sink { standard::check_output() } else { Ok(()) };
        match checked.and_then(|()| self.sink.writer().write(bytes)) {
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

    /// Flushes standard output, a device or a pipe, whose reader may be waiting. A file is flushed at the end.
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::File { .. } => Ok(()),
            sink => sink.writer().flush().map_err(|error| self.failed(error)),
        }
    }
}
