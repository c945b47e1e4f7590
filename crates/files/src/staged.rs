//! Folders that get their names when they are complete.
//!
//! The result is filled as `FOLDER.part/result`, beside files from which it is made. To replace a folder, both exchange their names in one
//! step where the system can do that, and the replaced one is then removed as `FOLDER.part/replaced`. A record tells the next run about it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::names::{self, Name, folder_of};
use super::partial::{Begun, Partial};
use super::published::{FolderRecord, REPLACED, RESULT, remove, remove_empty};
use super::record::Record;
use super::system::{self, File, exists, is_file};
use super::target::Target;
use super::{Error, Member, Result, WriteOptions, Written, temporaries};
use crate::checksum::{checksum, has_checksum};

/// A folder that is filled as `FOLDER.part`, with its recipe in `FOLDER.part.json`.
///
/// If it is dropped before [`finish`](Self::finish), both are kept, and a later run with the same recipe resumes them. A
/// folder that is replaced keeps its name until the new one gets it.
///
/// ```
/// use std::path::Path;
/// use minirow_files::{StagedFolder, WriteOptions};
/// use serde_json::json;
///
/// let place = tempfile::tempdir()?;
/// let path = place.path().join("data");
/// let mut folder = StagedFolder::open(&path, &json!({ "seed": 1 }), &WriteOptions::default(), &|_| false, &|_| true)?;
/// folder.put("csv/train.csv", b"id,puzzle\n")?;
/// assert!(!path.exists());
/// folder.finish()?;
/// assert_eq!(std::fs::read(path.join("csv/train.csv"))?, b"id,puzzle\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StagedFolder {
    partial: Partial,
    is_resumed: bool,
    /// `true` if the result is compared with the folder that has the name.
    compares: bool,
    /// The files of the folder that is replaced, which may be removed.
    replaced: BTreeSet<PathBuf>,
    /// The files of the result.
    files: BTreeSet<PathBuf>,
    /// The files that are removed when the folder gets its name.
    working: BTreeSet<PathBuf>,
}

impl StagedFolder {
    /// Starts or resumes a folder; with the recipe null, it cannot be resumed. If a folder has the name, `belongs` tells by the
    /// relative path of a file in it whether the file may be replaced. An empty folder is always replaced. A folder that may not
    /// be replaced is compared with the result if a partial one may be resumed and there is none with files. `is_made` tells
    /// whether a file of a partial folder that is started over may be removed.
    ///
    /// # Errors
    /// Returns an error if the target cannot be written, has files and must not be replaced, has files that do not belong
    /// to it, or is written by another run; if there is a partial folder and neither option allows it, or its recipe
    /// differs. Then nothing is changed.
    pub fn open(
        target: &Path,
        recipe: &Value,
        options: &WriteOptions,
        belongs: &dyn Fn(&Path) -> bool,
        is_made: &dyn Fn(&Path) -> bool,
    ) -> Result<StagedFolder> {
        let mut partial = Partial::lock(Target::folder(target)?, options)?;
        let (main, part) = (partial.main().clone(), partial.part.clone());
        let begun = partial.begun(|found| if found.is_dir() { Ok(()) } else { Err("is not a folder") })?;
        let left = Tree::read(&part)?;
        let mut made = left.files.clone();
        let marker = begun.as_ref().map(Begun::marker);
        let is_marked = marker.as_ref().is_some_and(|marker| made.remove(Path::new(marker)));
        if !is_marked && !left.is_empty() {
            return Err(partial.foreign(Name::Part, "is not the folder of its recipe"));
        }
        let is_begun = begun.is_some();
        let resumed = begun.filter(|_| options.resume);
        let is_resumed = resumed.is_some();
        if let Some(begun) = resumed {
            partial.resume(&begun, recipe)?;
        }
        let found = Tree::read(&main)?;
        let compares = !found.is_empty() && !options.overwrite;
        // The comparison would end with the removal of the work of an earlier run.
        if compares && is_resumed && !made.is_empty() {
            return Err(Error::ExistsBesidePartial(main.shown));
        }
        if let Some(foreign) = found.files.iter().find(|file| !belongs(file)) {
            return Err(Error::ForeignFile(main.shown.join(foreign)));
        }
        if compares && !options.resume {
            return Err(Error::Exists(main.shown));
        }
        if is_begun && !is_resumed && !options.overwrite {
            return Err(Error::PartialExists(part.shown, !recipe.is_null()));
        }
        // No run makes a link or a pipe, and what is written to it is elsewhere.
        let is_own = |path: &Path| is_made(path.strip_prefix(RESULT).unwrap_or(path)) && is_file(&part.path.join(path));
        if let Some(foreign) = made.iter().find(|file| !is_own(file)) {
            return Err(Error::ForeignFile(part.shown.join(foreign)));
        }
        if !is_resumed {
            // The old recipe describes what is left if the run ends here.
            marker.map_or(Ok(()), |marker| remove_all(&part, &marker))?;
            partial.describe(recipe, &[])?;
        }
        let marker = part.path.join(partial.marker());
        let create = || {
            system::create_folder(&part.path)?;
            system::sync_path(folder_of(&part.path))?;
            if !is_file(&marker) {
                File::create(&marker)?;
            }
            system::create_folder(&part.path.join(RESULT))?;
            system::sync_path(&part.path)
        };
        create().map_err(|error| Error::create(error, &part.shown))?;
        let (replaced, files, working) = (found.files, BTreeSet::new(), BTreeSet::new());
        Ok(StagedFolder { partial, is_resumed, compares, replaced, files, working })
    }

    /// Returns the path of the partial folder, for files from which those of the result are made.
    #[expect(clippy::misnamed_getters, reason = "as near as the caller has given it")]
    pub fn path(&self) -> &Path {
        &self.partial.part.near
    }

    /// Returns the path of a file of the result.
    fn path_of(&self, name: &Path) -> PathBuf {
        self.partial.part.near.join(RESULT).join(name)
    }

    /// Returns `true` if an earlier run has begun the folder.
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Begins a file by its path within the folder, and creates the folders that it needs. A file of an earlier run is
    /// overwritten.
    ///
    /// # Errors
    /// Returns an error if the path leads out of the folder, or the file cannot be written.
    pub fn create(&mut self, name: impl AsRef<Path>) -> Result<Member> {
        let name = name.as_ref();
        let path = self.path_of(name);
        if name.as_os_str().is_empty() || !name.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(Error::NoFileName(path));
        }
        let folder = folder_of(&path);
        if !folder.is_dir() {
            system::create_folder(folder).map_err(|error| Error::create(error, folder))?;
        }
        Member::staged(&path)
    }

    /// Adds a complete file, and flushes it to the disk.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn add(&mut self, member: Member) -> Result<Written> {
        let (written, _) = member.complete()?;
        let result = self.path_of(Path::new(""));
        self.keep(written.path.strip_prefix(result).unwrap_or(&written.path));
        Ok(written)
    }

    /// Adds a file with these contents, and computes its SHA-256 checksum.
    ///
    /// # Errors
    /// Returns the errors of [`create`](Self::create), or an error if it cannot be written.
    pub fn put(&mut self, name: impl AsRef<Path>, contents: &[u8]) -> Result<Written> {
        let mut member = self.create(name)?.with_checksum();
        member.put(contents)?;
        self.add(member)
    }

    /// Adds a file that an earlier run has written, by its path within the folder.
    pub fn keep(&mut self, name: impl Into<PathBuf>) {
        self.files.insert(name.into());
    }

    /// Renames a file that was added. A file of an earlier run with the new name is overwritten.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed.
    pub fn rename(&mut self, from: impl AsRef<Path>, to: impl Into<PathBuf>) -> Result<()> {
        let (from, to) = (from.as_ref(), to.into());
        let path = self.path_of(&to);
        system::rename(&self.path_of(from), &path).map_err(|error| Error::from_write(error, &path))?;
        self.files.remove(from);
        self.keep(to);
        Ok(())
    }

    /// Tells a file beside the result, by its name in [`path`](Self::path): a result of long work from which the other files are made.
    /// It is removed when the folder has its name, so that an interrupted run still has it.
    pub fn remove_at_finish(&mut self, name: impl Into<PathBuf>) {
        self.working.insert(name.into());
    }

    /// Removes the partial folder with its contents, and its recipe.
    ///
    /// # Errors
    /// Returns an error if they cannot be removed.
    pub fn discard(self) -> Result<()> {
        remove_all(&self.partial.part, &self.partial.marker())?;
        remove_empty(&self.partial.part.path).map_err(|error| Error::from_write(error, &self.partial.part.shown))
    }

    /// Gives the folder its name.
    ///
    /// # Errors
    /// Returns an error if a file in it was not added, or an added file is missing; if another file has come into the
    /// folder that is replaced; or if the name cannot be given. Then the partial folder is kept. Returns [`Error::Complete`] or
    /// [`Error::Differs`] if the result was compared with the folder of that name. Then the partial folder is removed.
    pub fn finish(self) -> Result<()> {
        let (part, main) = (self.partial.part.clone(), self.partial.main().clone());
        let result =
            Target { path: part.path.join(RESULT), near: part.near.join(RESULT), shown: part.shown.join(RESULT) };
        let marker = PathBuf::from(self.partial.marker());
        let is_working = |path: &PathBuf| path.starts_with(RESULT) || self.working.contains(path) || *path == marker;
        if let Some(path) = Tree::read(&part)?.files.into_iter().find(|path| !is_working(path)) {
            return Err(Error::Unexpected(part.shown.join(path)));
        }
        let found = Tree::read(&result)?;
        if let Some(path) = found.files.difference(&self.files).next() {
            return Err(Error::Unexpected(result.shown.join(path)));
        }
        if let Some(path) = self.files.difference(&found.files).next() {
            return Err(Error::read(io::ErrorKind::NotFound.into(), &result.shown.join(path)));
        }
        if self.compares {
            let mut is_same = self.replaced == found.files;
            for name in &found.files {
                let new = result.near.join(name);
                let (bytes, sha256) = checksum(&new).map_err(|error| Error::read(error, &new))?;
                is_same = is_same && has_checksum(&main.near.join(name), Some(bytes), &sha256)?;
            }
            self.discard()?;
            return Err(if is_same { Error::Complete(main.shown) } else { Error::Differs(main.shown, "result") });
        }
        let failed = |error| Error::from_write(error, &part.shown);
        for path in found.all().chain([Path::new("")]).map(|path| result.path.join(path)) {
            system::sync_path(&path).map_err(failed)?;
        }
        let old = Tree::read(&main)?;
        if let Some(new) = old.files.difference(&self.replaced).next() {
            return Err(Error::ForeignFile(main.shown.join(new)));
        }
        let old = old.all().map(|path| Path::new(REPLACED).join(path));
        let replaced = exists(&main.path).then(|| PathBuf::from(REPLACED));
        let used = old.chain(replaced).chain(self.working).chain([marker]).collect();
        // A signal never interrupts that.
        let mut temporaries = temporaries::hold();
        temporaries.check().map_err(failed)?;
        let done = publish(&part, &main, used, self.partial.token);
        let mut commit = self.partial.group.commit;
        if matches!(done, Err(Error::Incomplete(..))) {
            commit.leave(&mut temporaries);
        }
        drop(temporaries);
        done.and_then(|()| commit.finish(None, false))
    }
}

/// Gives the result in a partial folder the name of the target, and removes the used paths in it.
fn publish(part: &Target, main: &Target, used: Vec<PathBuf>, token: String) -> Result<()> {
    let result = part.path.join(RESULT);
    let prepared = system::keep_mode(&main.path, &result).and_then(|()| system::number_of(&result));
    let number = prepared.map_err(|error| Error::from_write(error, &part.shown))?;
    let folder = FolderRecord { number, used };
    let record = Record::of_folder(folder, token);
    let named = record.write(&main.path).and_then(|()| system::sync_path(folder_of(&main.path))).and_then(|()| {
        if !exists(&main.path) {
            return system::rename_new(&result, &main.path);
        }
        match system::exchange(&result, &main.path) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                system::rename_new(&main.path, &part.path.join(REPLACED))
            }
            done => done,
        }
    });
    let incomplete = |source| Error::Incomplete(main.shown.clone(), source);
    let remove_record = || system::remove_if_there(&names::record(&main.path)).map_err(incomplete);
    if let Err(error) = named {
        return remove_record().and(Err(Error::from_write(error, &main.shown)));
    }
    record.folder.iter().try_for_each(|folder| folder.finish(&main.path)).map_err(incomplete)?;
    remove_record()
}

/// The contents of a folder.
#[derive(Default)]
struct Tree {
    files: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
}

impl Tree {
    /// Reads a folder; nothing is in one that is not there.
    fn read(folder: &Target) -> Result<Tree> {
        let mut found = Tree::default();
        system::if_there(found.collect(&folder.path, Path::new("")))
            .map_err(|error| Error::read(error, &folder.shown))?;
        Ok(found)
    }

    fn collect(&mut self, folder: &Path, within: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder.join(within))? {
            let entry = entry?;
            let path = within.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                self.collect(folder, &path)?;
                self.folders.insert(path);
            } else {
                self.files.insert(path);
            }
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.files.is_empty() && self.folders.is_empty()
    }

    /// Returns all paths, those in a folder before it.
    fn all(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().chain(self.folders.iter().rev()).map(PathBuf::as_path)
    }
}

/// Removes everything in a partial folder, the file that tells its recipe at last.
fn remove_all(part: &Target, marker: &str) -> Result<()> {
    let found = Tree::read(part)?;
    let paths = found.all().filter(|path| *path != Path::new(marker)).chain([Path::new(marker)]);
    paths
        .map(|path| part.path.join(path))
        .try_for_each(|path| remove(&path))
        .map_err(|error| Error::from_write(error, &part.shown))
}
