//! Files that have the rows of others in another format, such as `data/train.parquet` beside `csv/train.csv`: what the rows
//! say is looked at once, and that the copies say the same is looked at here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::files::Files;
use super::row::is_same;
use crate::failure::Result;
use crate::input::{self, Entry, Inputs};

/// Endings of formats that hold rows with all their columns. Where a folder has the same file in several, the first of
/// these is the one that is looked at.
const FORMATS: [&str; 5] = ["csv", "tsv", "jsonl", "ndjson", "parquet"];

/// The copies in a data set.
#[derive(Default, Debug)]
pub(super) struct Copies(Vec<Copy>);

/// A file, or its shards, and one that has the same rows.
#[derive(PartialEq, Eq, Debug)]
struct Copy {
    of: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

/// What came of comparing a row, or a file.
pub(super) struct Difference {
    pub(super) place: String,
    pub(super) why: String,
}

impl Copies {
    /// Takes from the files with rows those that are copies: in the same folder or below it, with the same name but for the
    /// ending and the number of the shard.
    pub(super) fn take(files: &mut Files) -> Copies {
        let mut copies = Vec::new();
        for folder in &files.folders {
            let mut by_name: BTreeMap<String, BTreeMap<usize, Vec<PathBuf>>> = BTreeMap::new();
            for path in files.rows.iter().filter(|path| path.starts_with(folder)) {
                let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
                if let Some(format) = FORMATS.iter().position(|known| *known == ending) {
                    by_name.entry(name(path)).or_default().entry(format).or_default().push(path.clone());
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

    /// How many files there are.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|copy| copy.files.len()).sum()
    }

    /// Compares all of them, and tells what is not the same.
    ///
    /// # Errors
    /// If a file cannot be read, and whatever `tell` says.
    pub(super) fn compare(&self, mut tell: impl FnMut(Difference) -> Result<()>) -> Result<()> {
        self.0.iter().try_for_each(|copy| copy.compare(&mut tell))
    }
}

impl Copy {
    fn compare(&self, tell: &mut impl FnMut(Difference) -> Result<()>) -> Result<()> {
        let mut expected = input::ahead(Inputs::of(&self.of).read()?);
        let mut found = input::ahead(Inputs::of(&self.files).read()?);
        let mut rows = 0_u64;
        loop {
            let (found, expected) = (found.next(), expected.next());
            let difference = match (found, expected) {
                (None, None) => return Ok(()),
                (Some(Err(bad)), _) => Some((bad.place.to_string(), bad.message)),
                // That was told when these rows were looked at.
                (Some(Ok(_)), Some(Err(_))) => None,
                (Some(Ok(found)), Some(Ok(expected))) => {
                    difference(&found, &expected).map(|why| (found.place.to_string(), why))
                }
                (Some(Ok(found)), None) => {
                    let why = format!("is a row more than {} has", self.of[self.of.len() - 1].display());
                    return tell(Difference { place: found.place.to_string(), why });
                }
                (None, Some(_)) => {
                    let why = format!("has {rows} rows, but {} has more", self.of[0].display());
                    return tell(Difference { place: self.files[0].display().to_string(), why });
                }
            };
            rows += 1;
            if let Some((place, why)) = difference {
                tell(Difference { place, why })?;
            }
        }
    }
}

/// How a row differs from the one that it ought to be.
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
        if !is_same(&found, &expected) && !wrong.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            wrong.push(name.to_string());
        }
    }
    let (are, columns) = (if wrong.len() == 1 { "is" } else { "are" }, wrong.join(", "));
    (!wrong.is_empty()).then(|| format!("{columns} {are} not what {} has", expected.place))
}

/// The name of a file without its ending and the number of its shard.
fn name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
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
            "more.parquet",
            "test.txt",
        ];
        let mut files = Files { rows: paths(&rows), folders: paths(&[""]), ..Files::default() };
        let copies = Copies::take(&mut files);
        assert_eq!(files.rows, paths(&["csv/test.csv", "csv/train.csv", "more.parquet", "test.txt"]));
        let copy = |of, files: &[&str]| Copy { of: paths(&[of]), files: paths(files) };
        assert_eq!(copies.0, [copy("csv/test.csv", &rows[2..3]), copy("csv/train.csv", &rows[3..5])]);
        assert_eq!(copies.len(), 3);
    }
}
