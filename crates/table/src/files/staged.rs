//! A folder that gets its name when it is complete.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::operation::Change;
use super::target::{Target, folder_of};
use super::{Error, FileGroup, Member, Result, WriteOptions, Written, recipe, system};

/// A folder that is filled as `FOLDER.part`, with its recipe in `FOLDER.part.json`.
///
/// Dropped before [`finish`](Self::finish), it keeps both, and a later run with the same recipe resumes them. A folder that
/// is replaced keeps its name until the new one has it.
///
/// ```
/// use std::io::Write;
/// use std::path::Path;
/// use minirow_table::files::{StagedFolder, WriteOptions};
/// use serde_json::json;
///
/// let place = tempfile::tempdir()?;
/// let path = place.path().join("data");
/// let mut folder = StagedFolder::open(&path, &json!({ "seed": 1 }), &WriteOptions::default(), &|_: &Path| false)?;
/// let mut file = folder.create("csv/train.csv")?;
/// file.write_all(b"id,puzzle\n")?;
/// folder.add(file)?;
/// assert!(!path.exists());
/// folder.finish()?;
/// assert_eq!(std::fs::read(path.join("csv/train.csv"))?, b"id,puzzle\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StagedFolder {
    group: FileGroup,
    part: Target,
    recipe: Target,
    is_resumed: bool,
    /// The files of the folder that is replaced, as far as they may be removed.
    replaced: Option<BTreeSet<PathBuf>>,
    /// The files of the result.
    files: BTreeSet<PathBuf>,
    /// Files that are needed until the folder has its name.
    working: BTreeSet<PathBuf>,
}

impl StagedFolder {
    /// Starts a folder, or resumes one. If a folder has the name, `belongs` tells by its relative path whether a file in it
    /// is part of what is replaced. An empty folder is replaced without being asked to.
    ///
    /// # Errors
    /// If the target cannot be written, has files and must not be replaced, has files that do not belong to it, or is
    /// written by another run; if there is a partial folder and the options do not say what to do with it, or it is of
    /// another recipe. Nothing is touched then.
    pub fn open(
        target: &Path,
        recipe: &Value,
        options: &WriteOptions,
        belongs: &dyn Fn(&Path) -> bool,
    ) -> Result<StagedFolder> {
        let mut group = FileGroup::lock(Target::folder(target)?, options)?;
        let main = group.main().clone();
        let (part, recipe_file) = (main.beside(".part"), main.beside(".part.json"));
        if part.path.exists() && !part.path.is_dir() {
            return Err(Error::IsFile { path: part.shown });
        }
        let read = |folder: &Target| entries(&folder.path).map_err(|error| Error::read(error, &folder.shown));
        let left = read(&part)?;
        let has_recipe = fs::symlink_metadata(&recipe_file.path).is_ok();
        let is_begun = left.as_ref().is_some_and(|left| has_recipe || !left.is_empty());
        let is_resumed = is_begun && options.resume;
        if is_resumed {
            let begun = recipe::read(&recipe_file.path, &recipe_file.shown)?;
            recipe::check(&begun, recipe, &recipe_file.shown)?;
            if begun[recipe::FORCE] == true {
                group.allow_overwriting();
            }
        }
        let replaced = match read(&main)? {
            Some(entries) if !entries.is_empty() && !group.overwrites() => {
                return Err(Error::Exists { path: main.shown });
            }
            found => found.map(files),
        };
        if let Some(foreign) = replaced.iter().flatten().find(|file| !belongs(file)) {
            return Err(Error::ForeignFile { path: main.shown.join(foreign) });
        }
        if is_begun && !is_resumed {
            if !options.overwrite {
                return Err(Error::PartialExists { path: part.shown });
            }
            if !has_recipe {
                return Err(Error::ForeignFile { path: part.shown });
            }
        }
        if !is_resumed {
            let text = recipe::text(recipe, group.overwrites());
            let (described, _) = group.prepare(&recipe_file, text.as_bytes())?;
            let stale = left.iter().flatten().map(|entry| Change::Remove(part.path.join(&entry.path)));
            group.change(stale.chain([described]).collect())?;
            let created = system::create_folder(&part.path).and_then(|()| system::sync_path(folder_of(&part.path)));
            created.map_err(|error| Error::create(error, &part.shown))?;
        }
        Ok(StagedFolder {
            group,
            part,
            recipe: recipe_file,
            is_resumed,
            replaced,
            files: BTreeSet::new(),
            working: BTreeSet::new(),
        })
    }

    /// Returns the path of the partial folder.
    #[expect(clippy::misnamed_getters, reason = "as near as the caller has given it")]
    pub fn path(&self) -> &Path {
        &self.part.near
    }

    /// Returns `true` if an earlier run has begun the folder.
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Begins a file by its path within the folder, and the folders that it needs. What an earlier run has left of it is
    /// overwritten.
    ///
    /// # Errors
    /// If the path leads out of the folder, or the file cannot be written.
    pub fn create(&mut self, name: impl AsRef<Path>) -> Result<Member> {
        let name = name.as_ref();
        let path = self.part.near.join(name);
        if name.as_os_str().is_empty() || !name.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(Error::NoFileName { path });
        }
        let folder = folder_of(&path);
        if !folder.is_dir() {
            system::create_folder(folder).map_err(|error| Error::create(error, folder))?;
        }
        Member::staged(&path)
    }

    /// Takes a file that is complete, and brings it to the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, member: Member) -> Result<Written> {
        let (written, _) = member.complete()?;
        self.keep(written.path.strip_prefix(&self.part.near).unwrap_or(&written.path).to_path_buf());
        Ok(written)
    }

    /// Takes a file that is in the partial folder already, by its path within the folder.
    pub fn keep(&mut self, name: impl Into<PathBuf>) {
        self.files.insert(name.into());
    }

    /// Renames a file that was added; what an earlier run has left under the new name is overwritten.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn rename(&mut self, from: impl AsRef<Path>, to: impl Into<PathBuf>) -> Result<()> {
        let (from, to) = (from.as_ref(), to.into());
        let path = self.part.near.join(&to);
        system::rename(&self.part.near.join(from), &path).map_err(|error| Error::from_write(error, &path))?;
        self.files.remove(from);
        self.keep(to);
        Ok(())
    }

    /// Keeps a file only until the folder has its name, by its path within the folder: a result of long work that the files
    /// were made from. It is removed in the step that gives the name, so that an interrupted run never lacks it.
    pub fn remove_at_finish(&mut self, name: impl Into<PathBuf>) {
        let name = name.into();
        self.files.remove(&name);
        self.working.insert(name);
    }

    /// Removes the partial folder with all that is in it, and its recipe.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn discard(mut self) -> Result<()> {
        let entries = entries(&self.part.path).map_err(|error| Error::read(error, &self.part.shown))?;
        let paths = entries.into_iter().flatten().map(|entry| self.part.path.join(entry.path));
        let paths = paths.chain([self.part.path.clone(), self.recipe.path.clone()]);
        self.group.change(paths.map(Change::Remove).collect())
    }

    /// Gives the folder its name.
    ///
    /// # Errors
    /// If a file in it was not added, or one that was added is not there; if a file has come into the folder that is
    /// replaced; or if the name cannot be given. The partial folder is kept then.
    pub fn finish(self) -> Result<()> {
        let StagedFolder { group, part, recipe, replaced, files: expected, working, .. } = self;
        let cannot_read = |error| Error::read(error, &part.shown);
        let found = entries(&part.path).map_err(cannot_read)?.unwrap_or_default();
        let (removed, present): (BTreeSet<_>, BTreeSet<_>) =
            files(found.clone()).into_iter().partition(|path| working.contains(path));
        if let Some(path) = present.difference(&expected).next() {
            return Err(Error::Unexpected { path: part.shown.join(path) });
        }
        if let Some(path) = expected.difference(&present).next() {
            return Err(Error::read(io::ErrorKind::NotFound.into(), &part.shown.join(path)));
        }
        let all = found.iter().map(|entry| &*entry.path).chain([Path::new("")]);
        for path in all.map(|path| part.path.join(path)) {
            system::sync_path(&path).map_err(|error| Error::from_write(error, &part.shown))?;
        }
        let target = group.main().clone();
        let (folder, beside) = (part.path.clone(), target.path.clone());
        let old = entries(&target.path).map_err(|error| Error::read(error, &target.shown))?;
        let named = match old {
            None => Change::Name { from: part.path, target, overwrite: false },
            Some(entries) => {
                let known = replaced.unwrap_or_default();
                if let Some(new) = files(entries.clone()).difference(&known).next() {
                    return Err(Error::ForeignFile { path: target.shown.join(new) });
                }
                let entries = entries.into_iter().map(|entry| entry.path).collect();
                Change::Swap { from: part.path, target, entries }
            }
        };
        let removed =
            removed.iter().map(|path| Change::RemoveBeside { file: folder.join(path), beside: beside.clone() });
        group.commit_with(Some(named), removed.chain([Change::Remove(recipe.path)]).collect())
    }
}

/// A file or folder within a folder.
#[derive(Clone)]
struct Entry {
    path: PathBuf,
    is_folder: bool,
}

/// All that is in a folder, in the order of names, what is in a folder before the folder; nothing if there is no folder.
fn entries(folder: &Path) -> io::Result<Option<Vec<Entry>>> {
    let mut found = Vec::new();
    match collect(folder, Path::new(""), &mut found) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && found.is_empty() => Ok(None),
        done => done.map(|()| Some(found)),
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

fn files(entries: Vec<Entry>) -> BTreeSet<PathBuf> {
    entries.into_iter().filter(|entry| !entry.is_folder).map(|entry| entry.path).collect()
}
