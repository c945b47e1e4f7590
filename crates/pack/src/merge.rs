//! Merging: neighbouring ranges of one pack, made on any number of machines, as the file of the whole.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use minirow_gen::GENERATOR;
use minirow_table::files::{self, FileGroup, Member, WriteOptions};
use minirow_table::{PROGRAM, RowReader, StoredManifest, Tally, hex};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::PackError;
use crate::pack_manifest::PackManifest;

/// Why ranges do not make a whole.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A file has no manifest.
    #[error("{}: there is no {}, expected the manifest of a pack", path.display(), StoredManifest::path_of(path).display())]
    NoManifest {
        /// The file.
        path: PathBuf,
    },
    /// A file was made by another version.
    #[error("{}: was made by {found}, expected {expected}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The program and generator that made it.
        found: String,
        /// This program and its generator.
        expected: String,
    },
    /// A file is not plain CSV.
    #[error(
        "{}: is {format} with the columns of the schema {schema}, expected the plain CSV of a pack in one file; \
         `minirow convert` writes the whole in any shape",
        path.display()
    )]
    Shape {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: String,
        /// Its schema.
        schema: String,
    },
    /// A file is a book.
    #[error("{}: is not a range of indices: a pack made by a recipe is a whole, and cannot be merged", path.display())]
    NotARange {
        /// The file.
        path: PathBuf,
    },
    /// Two files are not of one pack.
    #[error("{} and {} are not of one pack: {difference}", first.display(), second.display())]
    Different {
        /// A file.
        first: PathBuf,
        /// The next file.
        second: PathBuf,
        /// What differs in their recipes.
        difference: String,
    },
    /// Two files have the same indices.
    #[error("indices {from} to {to} are in {} and in {}", first.display(), second.display())]
    Overlap {
        /// The first index.
        from: u64,
        /// The last index.
        to: u64,
        /// A file.
        first: PathBuf,
        /// The next file.
        second: PathBuf,
    },
    /// Indices are missing.
    #[error("indices {from} to {to} are missing between {} and {}", first.display(), second.display())]
    Gap {
        /// The first index.
        from: u64,
        /// The last index.
        to: u64,
        /// A file.
        first: PathBuf,
        /// The next file.
        second: PathBuf,
    },
    /// The columns of a file are not those of its manifest.
    #[error("{}:1: its columns are not those of its manifest", path.display())]
    Columns {
        /// The file.
        path: PathBuf,
    },
    /// A file is not what its manifest says.
    #[error("{}: is damaged: its SHA-256 is {found}, expected {expected} as its manifest says", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
        /// The checksum of the file.
        found: String,
        /// That of the manifest.
        expected: String,
    },
    /// A file has another number of rows than its manifest says.
    #[error("{}: has {found} puzzles, expected {expected}", path.display())]
    Count {
        /// The file.
        path: PathBuf,
        /// The number of rows.
        found: u64,
        /// That of the manifest.
        expected: u64,
    },
}

/// Joins neighbouring ranges of one pack, given in any order, each with its manifest beside it. Returns the counts of the
/// rows. The file and its manifest are those of a single run, to the byte.
///
/// # Errors
/// If a range is missing or there twice, ranges differ in anything else, or a file is not what its manifest says. Nothing
/// is written then.
pub fn merge(target: &Path, paths: &[PathBuf], options: &WriteOptions) -> Result<Tally, PackError> {
    let mut ranges = paths.iter().map(|path| Range::open(path)).collect::<Result<Vec<_>, PackError>>()?;
    ranges.sort_by_key(|range| range.start);
    for pair in ranges.windows(2) {
        check_neighbours(&pair[0], &pair[1])?;
    }
    let mut recipe = ranges[0].manifest.recipe.clone();
    recipe["count"] = ranges.iter().map(|range| range.count).sum::<u64>().into();
    let header = format!("{}\n", recipe["columns"].as_str().unwrap_or_default());

    if files::is_stream(target) {
        return Err(files::Error::IsStream(target.to_path_buf()).into());
    }
    let mut group = FileGroup::open(target, options)?;
    let manifest_path = StoredManifest::path_of(&files::link_target(target));
    group.reserve(&manifest_path)?;
    let mut output = group.create(target)?.with_checksum();
    let failed = |error| files::Error::from_write(error, target);
    output.write_all(header.as_bytes()).map_err(failed)?;
    for range in &ranges {
        range.copy(&header, &mut output)?;
    }
    let mut tally = Tally::ungrouped();
    for range in &ranges {
        for row in RowReader::open(range.file()?)? {
            tally.add(&row?, 0);
        }
    }
    let written = group.add(output)?;
    let manifest = PackManifest::of_range(&recipe, target, &tally);
    let text = manifest.of_file(written.bytes, &written.sha256.unwrap_or_default());
    let mut member = group.create(&manifest_path)?;
    member.write_all(text.as_bytes()).map_err(failed)?;
    group.add(member)?;
    group.commit()?;
    Ok(tally)
}

/// A range of a pack.
struct Range<'a> {
    path: &'a Path,
    manifest: StoredManifest,
    start: u64,
    count: u64,
}

impl<'a> Range<'a> {
    fn open(path: &'a Path) -> Result<Range<'a>, PackError> {
        let owned = || path.to_path_buf();
        let cannot_read = |source| files::Error::CannotRead { path: owned(), source };
        File::open(path).map_err(cannot_read)?;
        let manifest = StoredManifest::of(path)?.ok_or_else(|| MergeError::NoManifest { path: owned() })?;
        let generator = manifest.recipe["generator"].as_str().unwrap_or_default();
        if (&*manifest.program, generator) != (PROGRAM, GENERATOR) {
            let with_generator = |program: &str, generator: &str| format!("{program} with generator {generator}");
            let found = with_generator(&manifest.program, generator);
            return Err(
                MergeError::Version { path: owned(), found, expected: with_generator(PROGRAM, GENERATOR) }.into()
            );
        }
        if let Some(format) = manifest.recipe["format"].as_str() {
            let schema = manifest.recipe["schema"].as_str().unwrap_or_default().into();
            return Err(MergeError::Shape { path: owned(), format: format.into(), schema }.into());
        }
        let number = |key: &str| manifest.recipe[key].as_u64();
        let (Some(start), Some(count)) = (number("start"), number("count")) else {
            return Err(MergeError::NotARange { path: owned() }.into());
        };
        Ok(Range { path, start, count, manifest })
    }

    fn file(&self) -> Result<File, files::Error> {
        File::open(self.path).map_err(|source| files::Error::CannotRead { path: self.path.to_path_buf(), source })
    }

    /// Returns the index after the last.
    fn end(&self) -> u64 {
        self.start.saturating_add(self.count)
    }

    /// Copies the rows, and checks that they are what the manifest says.
    fn copy(&self, header: &str, output: &mut Member) -> Result<(), PackError> {
        let path = || self.path.to_path_buf();
        let cannot_read = |source| files::Error::CannotRead { path: path(), source };
        let mut reader = BufReader::with_capacity(1 << 16, self.file()?);
        let (mut line, mut checksum, mut lines) = (Vec::new(), Sha256::new(), 0);
        while reader.read_until(b'\n', &mut line).map_err(cannot_read)? > 0 {
            checksum.update(&line);
            lines += 1;
            if lines > 1 {
                let target = output.path().to_path_buf();
                output.write_all(&line).map_err(|error| files::Error::from_write(error, &target))?;
            } else if line != header.as_bytes() {
                return Err(MergeError::Columns { path: path() }.into());
            }
            line.clear();
        }
        let (found, expected) = (hex(&checksum.finalize()), self.manifest.sha256.clone());
        if found != expected {
            return Err(MergeError::Checksum { path: path(), found, expected }.into());
        }
        if lines != self.count + 1 || self.manifest.puzzles != self.count {
            return Err(MergeError::Count { path: path(), found: lines.max(1) - 1, expected: self.count }.into());
        }
        Ok(())
    }
}

/// Checks that the second range continues the first, and differs in nothing else.
fn check_neighbours(one: &Range, other: &Range) -> Result<(), MergeError> {
    let (first, second) = (one.path.to_path_buf(), other.path.to_path_buf());
    if let Some(difference) = difference(&one.manifest.recipe, &other.manifest.recipe) {
        return Err(MergeError::Different { first, second, difference });
    }
    if other.start < one.end() {
        let to = one.end().min(other.end()) - 1;
        return Err(MergeError::Overlap { from: other.start, to, first, second });
    }
    if other.start > one.end() {
        return Err(MergeError::Gap { from: one.end(), to: other.start - 1, first, second });
    }
    Ok(())
}

/// Returns the first thing that two recipes differ in, apart from their range.
fn difference(one: &Value, other: &Value) -> Option<String> {
    let (Value::Object(one), Value::Object(other)) = (one, other) else {
        return Some("one of them has no recipe".into());
    };
    let mut keys: Vec<&String> = one.keys().chain(other.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    let value = |of: &serde_json::Map<String, Value>, key: &str| of.get(key).cloned().unwrap_or_default();
    keys.into_iter()
        .filter(|key| !["start", "count"].contains(&key.as_str()))
        .find(|key| value(one, key) != value(other, key))
        .map(|key| format!("{key} is {} and {}", value(one, key), value(other, key)))
}
