//! Groups of files that get their names together.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::commit::Commit;
use super::names::{self, folder_of};
use super::system::{self, File};
use super::target::Target;
use super::{Error, Result, WriteOptions, Written, is_stream};
use crate::checksum::hex;
use crate::standard;

/// Files that get their names together, or not at all: one or several.
///
/// If a run ends while the names are given, the next run with the same target completes them. The files may be in several
/// folders. A group that is dropped before [`commit`](Self::commit) changes nothing.
///
/// ```
/// use minirow_files::{Error, FileGroup, WriteOptions};
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
/// assert!(matches!(again, Err(Error::Exists(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileGroup {
    pub(super) commit: Commit,
    only_files: bool,
}

impl FileGroup {
    /// Creates a group without members. The first file that is reserved or created is the main one.
    pub fn new(options: &WriteOptions) -> FileGroup {
        FileGroup { commit: Commit::new(options), only_files: options.only_files }
    }

    /// Begins a group of files with its main target.
    ///
    /// # Errors
    /// Returns an error if the target cannot be written, exists and must not be overwritten, or is written by
    /// another run. Then nothing is changed.
    pub fn open(target: &Path, options: &WriteOptions) -> Result<FileGroup> {
        let mut group = FileGroup::new(options);
        group.is_stream(target)?;
        group.target(target)?;
        Ok(group)
    }

    /// Completes or removes what an interrupted run has left of files or a folder, so that a caller finds complete results only.
    /// The first of several is the main one.
    ///
    /// # Errors
    /// Returns an error if another run writes a target, or a file cannot be completed or removed.
    pub fn finish_interrupted<'a>(targets: impl IntoIterator<Item = &'a Path>, options: &WriteOptions) -> Result<()> {
        let mut commit = Commit::new(options);
        let targets = targets.into_iter().filter_map(|path| Target::file(path).or_else(|_| Target::folder(path)).ok());
        let targets: Vec<Target> = targets.collect();
        let is_left = |target: &Target| names::lock(&target.path).exists() || names::record(&target.path).exists();
        match targets.iter().any(is_left) {
            true => targets.iter().try_for_each(|target| commit.lock(target)),
            false => Ok(()),
        }
    }

    /// Locks a member that is written later, so that errors come before the work.
    ///
    /// # Errors
    /// Returns the errors of [`create`](Self::create).
    pub fn reserve(&mut self, path: &Path) -> Result<()> {
        if self.is_stream(path)? { Ok(()) } else { self.target(path).map(drop) }
    }

    /// Begins a member. A device or a pipe is written directly. There may be very many shards of the main target, which its lock
    /// covers.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, exists and must not be overwritten, was added before, or is written by another run;
    /// and for a shard or the manifest of the main target that is not a file.
    pub fn create(&mut self, path: &Path) -> Result<Member> {
        if self.is_stream(path)? {
            return Member::stream(path);
        }
        let target = self.target(path)?;
        if self.commit.names(&target.path) {
            return Err(Error::SameTarget(path.to_path_buf()));
        }
        let (number, file) = self.commit.create(&target)?;
        Ok(Member::new(path, Sink::File { file: buffered(file), number: Some(number) }))
    }

    /// Returns `true` for a device or a pipe, which only the user can name: a file whose name follows from that of the main target
    /// or of a folder is written as a file, and not where a link leads to.
    fn is_stream(&self, path: &Path) -> Result<bool> {
        let here = folder_of(path).canonicalize().ok().zip(path.file_name()).map(|(folder, name)| folder.join(name));
        if self.only_files || here.is_some_and(|here| self.commit.is_derived(&here)) {
            match path.symlink_metadata() {
                Ok(found) if found.is_symlink() => return Err(Error::IsLink(path.to_path_buf())),
                Ok(found) if !found.is_file() && !found.is_dir() => return Err(Error::IsStream(path.to_path_buf())),
                _ => {}
            }
        }
        Ok(is_stream(path))
    }

    /// Begins a member, or standard output if there is no path.
    ///
    /// # Errors
    /// Returns the errors of [`create`](Self::create).
    pub fn create_or_stdout(&mut self, path: Option<&Path>) -> Result<Member> {
        path.map_or_else(|| Ok(Member::stdout()), |path| self.create(path))
    }

    /// Returns the target of a path, locked and checked.
    fn target(&mut self, path: &Path) -> Result<Target> {
        let target = Target::file(path)?;
        self.commit.lock(&target)?;
        self.commit.check(&target)?;
        Ok(target)
    }

    /// Adds a complete member, and flushes it to the disk. It gets its name with the others.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn add(&mut self, member: Member) -> Result<Written> {
        let (written, number) = member.complete()?;
        number.into_iter().for_each(|number| self.commit.name(number));
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

    /// Gives all added members their names. Members that were not added are removed.
    ///
    /// # Errors
    /// Returns an error if one of the names cannot be given. Then nothing is changed, unless the error is
    /// [`Error::Incomplete`].
    pub fn commit(mut self) -> Result<()> {
        self.commit.finish(None, false)
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
    /// A temporary file by its number, or a file that has its name in a partial folder.
    File {
        file: BufWriter<File>,
        number: Option<usize>,
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
        let file = removed.and_then(|()| File::create(path)).map_err(|error| Error::create(error, path))?;
        Ok(Member::new(path, Sink::File { file: buffered(file), number: None }))
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

    /// Flushes all bytes to the disk. Returns the number of the temporary file.
    pub(super) fn complete(self) -> Result<(Written, Option<usize>)> {
        let Member { shown, mut sink, bytes, checksum, failure } = self;
        let flushed = failure.map_or_else(|| sink.writer().flush(), |kind| Err(kind.into()));
        let number = flushed.and_then(|()| match sink {
            Sink::File { file, number } => file.get_ref().sync().map(|()| number),
            Sink::Standard(_) | Sink::Stream(_) => Ok(None),
        });
        let number = number.map_err(|error| Error::from_write(error, &shown))?;
        let sha256 = checksum.map(|checksum| hex(&checksum.finalize()));
        Ok((Written { path: shown, bytes, sha256 }, number))
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
