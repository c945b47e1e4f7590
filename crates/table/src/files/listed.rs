//! The files that a journal can list: those whose names follow from its targets.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use super::names;
use super::operation::Operation;
use super::target::folder_of;

/// The targets of a journal.
pub(super) struct Listed {
    main: PathBuf,
    part: PathBuf,
    others: Vec<PathBuf>,
    /// The targets by the files that belong to them.
    files: HashMap<PathBuf, PathBuf>,
    /// The targets by the stems of their temporary files.
    stems: HashMap<PathBuf, PathBuf>,
}

impl Listed {
    pub(super) fn new(main: &Path) -> Listed {
        let [part, recipe] = names::PARTIAL.map(|suffix| names::beside(main, suffix));
        let (files, stems, others) = (HashMap::new(), HashMap::new(), Vec::new());
        let mut listed = Listed { main: main.to_path_buf(), part: part.clone(), others, files, stems };
        for file in [main.to_path_buf(), part, recipe] {
            listed.add(file, main);
        }
        listed
    }

    fn add(&mut self, file: PathBuf, target: &Path) {
        self.stems.insert(names::stem(&file), target.to_path_buf());
        self.files.insert(file, target.to_path_buf());
    }

    /// Adds another target. Returns `None` if the path has no name.
    pub(super) fn add_other(&mut self, target: PathBuf) -> Option<()> {
        target.file_name()?;
        self.add(target.clone(), &target);
        self.others.push(target);
        Some(())
    }

    /// Returns the targets that were added.
    pub(super) fn others(&self) -> &[PathBuf] {
        &self.others
    }

    /// Returns the target whose temporary file has a path.
    pub(super) fn target_of_temporary(&self, path: &Path) -> Option<&Path> {
        let stem = names::stem_of_temporary(path)?;
        let of_shard = || names::is_stem_of_shard(&self.main, &stem).then_some(&self.main);
        self.stems.get(&stem).or_else(of_shard).map(PathBuf::as_path)
    }

    /// Returns the target whose files an operation changes. `None` if no run has this operation.
    pub(super) fn target_of(&self, operation: &Operation) -> Option<&Path> {
        let is_aside = |path: &Path| names::stem_of_temporary(path).is_some_and(|stem| stem == names::stem(&self.main));
        let is_in_part = |path: &Path| self.beside(path).is_some_and(|beside| beside == self.part);
        let is_of_main = match operation {
            Operation::Name { from, to, .. } if names::stem_of_temporary(from) == Some(names::stem(to)) => {
                return self.target_of_file(to);
            }
            Operation::Name { from, to, .. } => {
                *from == self.part && *to == self.main || is_in_part(from) && is_aside(to)
            }
            Operation::Swap { from, to, aside, .. } => *from == self.part && *to == self.main && is_aside(aside),
            Operation::Remove { path, .. } => match self.target_of_file(path) {
                None => is_in_part(path) || self.beside(path).is_some_and(|beside| is_aside(&beside)),
                target => return target,
            },
        };
        is_of_main.then_some(&self.main)
    }

    /// Returns the target of a file beside it.
    fn target_of_file(&self, path: &Path) -> Option<&Path> {
        let is_shard = || {
            let numbers = names::shard_numbers(&self.main, path.file_name()?);
            numbers.filter(|_| folder_of(path) == folder_of(&self.main)).map(|_| &self.main)
        };
        self.files.get(path).or_else(is_shard).map(PathBuf::as_path)
    }

    /// Returns the file or folder beside the main target that a path leads to or through.
    fn beside(&self, path: &Path) -> Option<PathBuf> {
        let folder = folder_of(&self.main);
        let mut within = path.strip_prefix(folder).ok()?.components();
        let is_plain = within.clone().all(|part| matches!(part, Component::Normal(_)));
        within.next().filter(|_| is_plain).map(|first| folder.join(first))
    }
}
