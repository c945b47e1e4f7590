//! Folders that get their names when they are complete.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::change::Change;
use super::folder_change::FolderChange;
use super::names::{Name, folder_of};
use super::partial::{Begun, Partial};
use super::system::File;
use super::target::Target;
use super::{Error, Member, Result, WriteOptions, Written, system};
use crate::checksum::checksum_of;
use crate::limited::open_regular;

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
        let mut left = entries(&part)?.unwrap_or_default();
        let marker = begun.as_ref().map(Begun::marker);
        let marked =
            left.iter().position(|entry| marker.as_deref().is_some_and(|marker| entry.path == Path::new(marker)));
        let marked = marked.map(|at| left.remove(at));
        if marked.is_none() && !left.is_empty() {
            return Err(partial.foreign(Name::Part, "is not the folder of its recipe"));
        }
        let is_begun = begun.is_some();
        let resumed = begun.filter(|_| options.resume);
        let is_resumed = resumed.is_some();
        if let Some(begun) = resumed {
            partial.resume(&begun, recipe)?;
        }
        let found = entries(&main)?.unwrap_or_default();
        let compares = !found.is_empty() && !partial.group.commit.overwrite;
        // The comparison would end with the removal of the work of an earlier run. A run that ends while the folder gets its name can
        // leave an empty partial one.
        if compares && is_resumed && !left.is_empty() {
            return Err(Error::ExistsBesidePartial(main.shown));
        }
        let replaced = files(found);
        if let Some(foreign) = replaced.iter().find(|file| !belongs(file)) {
            return Err(Error::ForeignFile(main.shown.join(foreign)));
        }
        if compares && !options.resume {
            return Err(Error::Exists(main.shown));
        }
        if is_begun && !is_resumed && !options.overwrite {
            return Err(Error::PartialExists { path: part.shown, can_resume: !recipe.is_null() });
        }
        // No run makes a link or a pipe, and what is written to it is elsewhere.
        let is_file = |path: &Path| fs::symlink_metadata(part.path.join(path)).is_ok_and(|found| found.is_file());
        let is_foreign = |entry: &&Entry| !(entry.is_folder || is_made(&entry.path) && is_file(&entry.path));
        if let Some(foreign) = left.iter().find(is_foreign) {
            return Err(Error::ForeignFile(part.shown.join(&foreign.path)));
        }
        if !is_resumed {
            // The old recipe describes what is left if the run ends here.
            remove_all(&part, left.into_iter().chain(marked.clone()))?;
            let (described, _) = partial.describe(recipe, &[])?;
            partial.group.commit.make_now(vec![described])?;
            let created = system::create_folder(&part.path).and_then(|()| system::sync_path(folder_of(&part.path)));
            created.map_err(|error| Error::create(error, &part.shown))?;
        }
        let marker = PathBuf::from(partial.marker());
        if marked.is_none() || !is_resumed {
            let made = File::open(OpenOptions::new().write(true).create_new(true), &part.path.join(&marker));
            let made = made.and_then(|_| system::sync_path(&part.path));
            made.map_err(|error| Error::create(error, &part.shown))?;
        }
        let (files, working) = (BTreeSet::new(), BTreeSet::from([marker]));
        Ok(StagedFolder { partial, is_resumed, compares, replaced, files, working })
    }

    /// Returns the path of the partial folder.
    #[expect(clippy::misnamed_getters, reason = "as near as the caller has given it")]
    pub fn path(&self) -> &Path {
        &self.partial.part.near
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
        let path = self.partial.part.near.join(name);
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
        self.keep(written.path.strip_prefix(&self.partial.part.near).unwrap_or(&written.path).to_path_buf());
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

    /// Adds a file that is already in the partial folder, by its path within the folder.
    pub fn keep(&mut self, name: impl Into<PathBuf>) {
        self.files.insert(name.into());
    }

    /// Renames a file that was added. A file of an earlier run with the new name is overwritten.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed.
    pub fn rename(&mut self, from: impl AsRef<Path>, to: impl Into<PathBuf>) -> Result<()> {
        let (from, to) = (from.as_ref(), to.into());
        let path = self.partial.part.near.join(&to);
        system::rename(&self.partial.part.near.join(from), &path).map_err(|error| Error::from_write(error, &path))?;
        self.files.remove(from);
        self.keep(to);
        Ok(())
    }

    /// Keeps a file only until the folder gets its name, by its name in the folder: a result of long work from which the
    /// other files are made. It is removed in the step that gives the name, so that an interrupted run still has it.
    pub fn remove_at_finish(&mut self, name: impl Into<PathBuf>) {
        let name = name.into();
        self.files.remove(&name);
        self.working.insert(name);
    }

    /// Removes the partial folder with its contents, and its recipe.
    ///
    /// # Errors
    /// Returns an error if they cannot be removed.
    pub fn discard(self) -> Result<()> {
        StagedFolder::remove(self.partial)
    }

    fn remove(mut partial: Partial) -> Result<()> {
        let mut left = entries(&partial.part)?.unwrap_or_default();
        let marker = PathBuf::from(partial.marker());
        left.sort_by_key(|entry| entry.path == marker); // it is removed last
        remove_all(&partial.part, left)?;
        let part = &partial.part;
        system::remove_folder(&part.path).map_err(|error| Error::from_write(error, &part.shown))?;
        partial.group.commit.make_now(vec![Change::Remove(Name::Recipe)])
    }

    /// Gives the folder its name.
    ///
    /// # Errors
    /// Returns an error if a file in it was not added, or an added file is missing; if another file has come into the
    /// folder that is replaced; or if the name cannot be given. Then the partial folder is kept. Returns [`Error::Complete`] or
    /// [`Error::Differs`] if the result was compared with the folder of that name. Then the partial folder is removed.
    pub fn finish(self) -> Result<()> {
        let StagedFolder { partial, compares, replaced, files: expected, working, .. } = self;
        let part = &partial.part;
        let found = entries(part)?.unwrap_or_default();
        let (removed, present): (BTreeSet<_>, BTreeSet<_>) =
            files(found.clone()).into_iter().partition(|path| working.contains(path));
        if let Some(path) = present.difference(&expected).next() {
            return Err(Error::Unexpected(part.shown.join(path)));
        }
        if let Some(path) = expected.difference(&present).next() {
            return Err(Error::read(io::ErrorKind::NotFound.into(), &part.shown.join(path)));
        }
        if compares {
            let shown = partial.main().shown.clone();
            let is_same = replaced == expected && is_equal(part, partial.main(), &expected)?;
            StagedFolder::remove(partial)?;
            return Err(match is_same {
                true => Error::Complete(shown),
                false => Error::Differs { path: shown, contents: "result" },
            });
        }
        let all = found.iter().map(|entry| &*entry.path).chain([Path::new("")]);
        for path in all.map(|path| part.path.join(path)) {
            system::sync_path(&path).map_err(|error| Error::from_write(error, &part.shown))?;
        }
        let target = partial.main();
        let entries = entries(target)?.unwrap_or_default();
        if let Some(new) = files(entries.clone()).difference(&replaced).next() {
            return Err(Error::ForeignFile(target.shown.join(new)));
        }
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        let entries = entries.iter().map(|entry| text(&entry.path)).collect();
        let change = FolderChange::new(&target.path, entries, removed.iter().map(text));
        let change = change.map_err(|error| Error::read(error, &part.shown))?;
        partial.finish(vec![Change::Folder(change)])
    }
}

/// Returns `true` if these files are the same in two folders.
fn is_equal(one: &Target, other: &Target, names: &BTreeSet<PathBuf>) -> Result<bool> {
    for name in names {
        let sums = [one, other].map(|folder| {
            let shown = folder.shown.join(name);
            let file = open_regular(&folder.path.join(name));
            file.and_then(checksum_of).map_err(|error| Error::read(error, &shown))
        });
        let [one, other] = sums;
        if one? != other? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A file or folder within a folder.
#[derive(Clone)]
struct Entry {
    path: PathBuf,
    is_folder: bool,
}

/// Returns the contents of a folder in the order of names, those of a folder before the folder itself; `None` if there is
/// no folder.
fn entries(folder: &Target) -> Result<Option<Vec<Entry>>> {
    let mut found = Vec::new();
    match collect(&folder.path, Path::new(""), &mut found) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && found.is_empty() => Ok(None),
        done => done.map(|()| Some(found)).map_err(|error| Error::read(error, &folder.shown)),
    }
}

fn collect(folder: &Path, within: &Path, found: &mut Vec<Entry>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder.join(within))?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, is_folder) = (within.join(entry.file_name()), entry.file_type()?.is_dir());
        if is_folder {
            collect(folder, &path, found)?;
        }
        found.push(Entry { path, is_folder });
    }
    Ok(())
}

/// Removes entries of a folder.
fn remove_all(folder: &Target, entries: impl IntoIterator<Item = Entry>) -> Result<()> {
    let remove = |entry: Entry| {
        let path = folder.path.join(&entry.path);
        if entry.is_folder { system::remove_folder(&path) } else { system::remove_if_there(&path) }
    };
    entries.into_iter().try_for_each(remove).map_err(|error| Error::from_write(error, &folder.shown))
}

fn files(entries: Vec<Entry>) -> BTreeSet<PathBuf> {
    entries.into_iter().filter(|entry| !entry.is_folder).map(|entry| entry.path).collect()
}
