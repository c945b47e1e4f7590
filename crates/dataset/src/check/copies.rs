//! Copies: files that have the rows of others in another format, such as `data/train.parquet` beside `csv/train.csv`.
//!
//! Only one of the files is checked row by row. Its copies are compared with it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use minirow_table::input::{self, Entry, Inputs};
use minirow_table::{Interrupt, Value};

use crate::counted::counted;
use crate::dataset_files::{DatasetFiles, ending_of, split_of};
use crate::error::{Error, Result};

/// Endings of formats that hold rows with all their columns. Of files with the same name, the one with the first of these
/// is checked row by row.
const FORMATS: [&str; 5] = ["csv", "tsv", "jsonl", "ndjson", "parquet"];

/// The copies in a data set.
#[derive(Default, Debug)]
pub(crate) struct Copies(Vec<Copy>);

/// A file or its shards, and the files that have the same rows.
#[derive(PartialEq, Eq, Debug)]
struct Copy {
    of: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

/// A function that takes the place and the reason of a difference.
type OnDifference<'a> = dyn FnMut(String, String) -> Result<()> + 'a;

impl Copies {
    /// Removes from the files with rows those that are copies: in the same folder or below it, of the same split, with the same
    /// name but for the ending and the number of the shard.
    pub(crate) fn take(files: &mut DatasetFiles) -> Copies {
        let mut copies = Vec::new();
        for folder in &files.folders {
            let mut by_name: BTreeMap<_, BTreeMap<usize, Vec<PathBuf>>> = BTreeMap::new();
            for path in files.rows.iter().filter(|path| path.starts_with(folder)) {
                let (ending, is_compressed) = ending_of(path);
                if let Some(format) = FORMATS.iter().position(|known| *known == ending) {
                    by_name
                        .entry((name(path), split_of(path)))
                        .or_default()
                        .entry(2 * format + usize::from(is_compressed))
                        .or_default()
                        .push(path.clone());
                }
            }
            for mut formats in by_name.into_values() {
                let Some((_, of)) = formats.pop_first() else { continue };
                copies.extend(formats.into_values().map(|files| Copy { of: of.clone(), files }));
            }
        }
        files.rows.retain(|path| !copies.iter().any(|copy: &Copy| copy.files.contains(path)));
        Copies(copies)
    }

    /// Returns the number of files.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|copy| copy.files.len()).sum()
    }

    /// Compares all of them, and reports the differences. They are read as `inputs` are.
    ///
    /// # Errors
    /// If a file cannot be read, and the error that `on_difference` returns.
    pub(super) fn compare(
        &self,
        inputs: &Inputs,
        interrupt: &Interrupt,
        on_difference: &mut OnDifference,
    ) -> Result<()> {
        self.0.iter().try_for_each(|copy| copy.compare(inputs, interrupt, on_difference))
    }

    /// Compares all of them, reports the first difference of each, and returns the number of files with other rows.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn different(
        &self,
        inputs: &Inputs,
        interrupt: &Interrupt,
        mut on_first: impl FnMut(String, String),
    ) -> Result<usize> {
        let mut different = 0;
        for copy in &self.0 {
            let mut differs = false;
            copy.compare(inputs, interrupt, &mut |place, reason| {
                if !std::mem::replace(&mut differs, true) {
                    on_first(place, reason);
                }
                Ok(())
            })?;
            different += if differs { copy.files.len() } else { 0 };
        }
        Ok(different)
    }
}

impl Copy {
    fn compare(&self, inputs: &Inputs, interrupt: &Interrupt, on_difference: &mut OnDifference) -> Result<()> {
        let mut expected = input::ahead(inputs.with_paths(&self.of).read()?, interrupt);
        let mut found = input::ahead(inputs.with_paths(&self.files).read()?, interrupt);
        let mut rows = 0_u64;
        loop {
            let pair = (found.next(), expected.next());
            interrupt.check(Error::Interrupted)?;
            match pair {
                (None, None) => return Ok(()),
                (Some(Err(bad)), _) => on_difference(bad.place.to_string(), bad.message)?,
                // That was reported when these rows were checked.
                (Some(Ok(_)), Some(Err(_))) => {}
                (Some(Ok(found)), Some(Ok(expected))) => {
                    if let Some(reason) = difference(&found, &expected) {
                        on_difference(found.place.to_string(), reason)?;
                    }
                }
                (Some(Ok(found)), None) => {
                    let reason = format!("is a row more than {} has", self.of[self.of.len() - 1].display());
                    return on_difference(found.place.to_string(), reason);
                }
                (None, Some(_)) => {
                    let reason = format!("has {}, but {} has more", counted(rows, "row"), self.of[0].display());
                    return on_difference(self.files[0].display().to_string(), reason);
                }
            }
            rows += 1;
        }
    }
}

/// Returns how a row differs from the one that it should be equal to.
fn difference(found: &Entry, expected: &Entry) -> Option<String> {
    let mut wrong = Vec::new();
    if found.board != expected.board {
        wrong.push("puzzle".to_string());
    }
    if found.solution != expected.solution {
        wrong.push("solution".to_string());
    }
    let names = expected.fields.iter().chain(found.fields.iter()).map(|(name, _)| name);
    for name in names {
        let [found, expected] = [found, expected].map(|entry| entry.fields.text(name).unwrap_or_default());
        if !Value::from(&*expected).is_same_as(&found) && !wrong.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            wrong.push(name.to_string());
        }
    }
    let (are, columns) = (if wrong.len() == 1 { "is" } else { "are" }, wrong.join(", "));
    (!wrong.is_empty()).then(|| format!("{columns} {are} not what {} has", expected.place))
}

/// Returns the name of a file without its endings and the number of its shard.
fn name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    let stem = if ending_of(path).1 { Path::new(stem).file_stem().unwrap_or_default() } else { stem };
    let stem = stem.to_string_lossy().into_owned();
    let is_number = |text: &str| text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    let without_shard = || {
        let (rest, of) = stem.rsplit_once("-of-")?;
        let (rest, number) = rest.rsplit_once('-')?;
        (is_number(of) && is_number(number)).then(|| rest.to_string())
    };
    without_shard().unwrap_or(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_name_in_another_format_is_a_copy() {
        let paths = |names: &[&str]| names.iter().map(|name| Path::new("d").join(name)).collect::<Vec<_>>();
        let rows = [
            "csv/test.csv",
            "csv/train.csv",
            "data/test.parquet",
            "data/train-00000-of-00002.parquet",
            "data/train-00001-of-00002.parquet",
            "gz/test.csv.gz",
            "more.parquet",
            "test.txt",
        ];
        let mut files = DatasetFiles { rows: paths(&rows), folders: paths(&[""]), ..DatasetFiles::default() };
        let copies = Copies::take(&mut files);
        assert_eq!(files.rows, paths(&["csv/test.csv", "csv/train.csv", "more.parquet", "test.txt"]));
        let copy = |of, files: &[&str]| Copy { of: paths(&[of]), files: paths(files) };
        let of_test = [copy("csv/test.csv", &rows[5..6]), copy("csv/test.csv", &rows[2..3])];
        assert_eq!(copies.0[..2], of_test);
        assert_eq!(copies.0[2..], [copy("csv/train.csv", &rows[3..5])]);
        assert_eq!(copies.len(), 4);
    }
}
