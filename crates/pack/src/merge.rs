//! Merging neighbouring ranges of one pack, made on any number of machines, into one file.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::slice;

use minirow_files::{FileGroup, Member, WriteOptions, Written, hex, open_regular};
use minirow_gen::GENERATOR;
use minirow_table::{PROGRAM, RowReader, StoredManifest, Tally, WrittenFile, file_name};
use minirow_text::counted;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::PackError;
use crate::pack_manifest;

/// Merges neighbouring ranges of one pack, given in any order, each with its manifest beside it. Returns the counts of the
/// rows. The file and its manifest have the bytes of a single run.
///
/// # Errors
/// Returns an error if a range is missing or given twice, if recipes differ in more than their ranges, or if a file differs
/// from its manifest. Nothing is written then.
///
/// ```
/// use minirow_pack::{Excluded, PackPlan, PackTarget, PuzzleSpec, RunLimits, merge, write_pack};
/// use minirow_files::WriteOptions;
/// use minirow_table::{ExtraColumns, OutputShape, Run};
///
/// let folder = tempfile::tempdir()?;
/// let write = |name: &str, start, count| {
///     let plan = PackPlan::range(42, start, count, &PuzzleSpec::new(), Excluded::default(), ExtraColumns::default())?;
///     let (path, shape, options) = (folder.path().join(name), OutputShape::default(), WriteOptions::default());
///     let target = PackTarget { path: &path, shape, options, trace: None };
///     write_pack(&plan, &target, RunLimits::default(), &Run::default())?;
///     Ok::<_, Box<dyn std::error::Error>>(path)
/// };
/// let parts = [write("second.csv", 2, 3)?, write("first.csv", 0, 2)?];
/// let merged = folder.path().join("merged.csv");
/// assert_eq!(merge(&merged, &parts, &WriteOptions::default())?.rows(), 5);
/// assert_eq!(std::fs::read(merged)?, std::fs::read(write("whole.csv", 0, 5)?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge(target: &Path, paths: &[PathBuf], options: &WriteOptions) -> Result<Tally, PackError> {
    let mut ranges = paths.iter().map(|path| Range::open(path)).collect::<Result<Vec<_>, PackError>>()?;
    ranges.sort_by_key(|range| range.start);
    for pair in ranges.windows(2) {
        check_neighbours(&pair[0], &pair[1])?;
    }
    let mut recipe = ranges[0].manifest.recipe.clone();
    recipe["count"] = ranges.iter().map(|range| range.count).sum::<u64>().into();
    let header = format!("{}\n", recipe["columns"].as_str().unwrap_or_default());

    let mut group = FileGroup::open(target, options)?;
    let manifest_path = StoredManifest::path_of(&minirow_files::link_target(target));
    group.reserve(&manifest_path)?;
    let mut output = group.create(target)?.with_checksum();
    let mut tally = Tally::ungrouped();
    output.put(header.as_bytes())?;
    for range in &ranges {
        range.copy(&header, &mut output)?;
        for row in RowReader::open(open(range.path)?)? {
            tally.add(&row?, 0);
        }
    }
    let Written { bytes, sha256, .. } = group.add(output)?;
    let file =
        WrittenFile { file: file_name(target), puzzles: tally.rows(), bytes, sha256: sha256.unwrap_or_default() };
    let counts = pack_manifest::counts(&tally);
    let text = pack_manifest::text(&file.file, file.puzzles, slice::from_ref(&file), false, &recipe, counts);
    group.put(&manifest_path, text.as_bytes())?;
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
        open(path)?;
        let refused = |reason: String| PackError::Merge(format!("{}: {reason}", path.display()));
        let manifest = StoredManifest::of(path)?.ok_or_else(|| PackError::NoManifest(path.into()))?;
        let text = |key: &str| manifest.recipe[key].as_str().unwrap_or_default();
        if (&*manifest.program, text("generator")) != (PROGRAM, GENERATOR) {
            let maker = match text("generator") {
                "" => "without a generator".to_string(),
                generator => format!("with generator {generator}"),
            };
            let expected = format!("{PROGRAM} with generator {GENERATOR}");
            return Err(refused(format!("was made by {} {maker}, expected {expected}", manifest.program)));
        }
        if !text("format").is_empty() {
            return Err(refused(format!(
                "is {} with the columns of the schema {}, expected the plain CSV of a pack in one file; \
                 `minirow convert` writes the merged pack in any shape",
                text("format"),
                text("schema")
            )));
        }
        let number = |key: &str| manifest.recipe[key].as_u64();
        let (Some(start), Some(count)) = (number("start"), number("count")) else {
            return Err(refused("is not a range of indices: the pack of a recipe cannot be merged".into()));
        };
        if manifest.puzzles != count {
            let (path, puzzles) = (StoredManifest::path_of(path), manifest.puzzles);
            let found = format!("found {puzzles} as the number of puzzles, expected {count} as in its recipe");
            return Err(PackError::Merge(format!("{}: {found}", path.display())));
        }
        Ok(Range { path, start, count, manifest })
    }

    /// Returns the index after the last.
    fn end(&self) -> u64 {
        self.start.saturating_add(self.count)
    }

    /// Copies the rows, and compares the file with its manifest.
    fn copy(&self, header: &str, output: &mut Member) -> Result<(), PackError> {
        let path = self.path.display();
        let cannot_read = |error| minirow_files::Error::read(error, self.path);
        let mut reader = BufReader::with_capacity(1 << 16, open(self.path)?);
        let (mut line, mut checksum, mut lines) = (Vec::new(), Sha256::new(), 0);
        while reader.read_until(b'\n', &mut line).map_err(cannot_read)? > 0 {
            checksum.update(&line);
            lines += 1;
            if lines > 1 {
                output.put(&line)?;
            } else if line != header.as_bytes() {
                return Err(PackError::Merge(format!("{path}:1: its columns are not those of its manifest")));
            }
            line.clear();
        }
        let (found, expected) = (hex(&checksum.finalize()), &self.manifest.sha256);
        if found != *expected {
            let reason = format!("is damaged: its SHA-256 is {found}, expected {expected} as in its manifest");
            return Err(PackError::Merge(format!("{path}: {reason}")));
        }
        let found = lines.max(1) - 1; // without the header
        if found != self.count {
            let found = counted(found, "puzzle");
            return Err(PackError::Merge(format!("{path}: has {found}, expected {}", self.count)));
        }
        Ok(())
    }
}

/// Checks that the second range continues the first, and differs in nothing else.
fn check_neighbours(one: &Range, other: &Range) -> Result<(), PackError> {
    let (first, second) = (one.path.display(), other.path.display());
    let reason = if let Some(difference) = difference(&one.manifest.recipe, &other.manifest.recipe) {
        format!("{first} and {second} are not of one pack: {difference}")
    } else if other.start < one.end() {
        let last = one.end().min(other.end()) - 1;
        format!("indices {} to {last} are in {first} and in {second}", other.start)
    } else if other.start > one.end() {
        format!("indices {} to {} are missing between {first} and {second}", one.end(), other.start - 1)
    } else {
        return Ok(());
    };
    Err(PackError::Merge(reason))
}

/// Returns the first difference between two recipes, apart from their ranges.
fn difference(one: &Value, other: &Value) -> Option<String> {
    let (Value::Object(one), Value::Object(other)) = (one, other) else {
        return Some("one of them has no recipe".into());
    };
    let mut keys: Vec<&String> = one.keys().chain(other.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.retain(|key| !["start", "count"].contains(&key.as_str()));
    let values = |key: &str| [one, other].map(|recipe| recipe.get(key).unwrap_or(&Value::Null));
    let key = keys.into_iter().find(|key| values(key)[0] != values(key)[1])?;
    let [one, other] = values(key);
    Some(format!("{key} is {one} and {other}"))
}

/// Opens a file that is read more than once.
pub(crate) fn open(path: &Path) -> minirow_files::Result<File> {
    open_regular(path).map_err(|error| minirow_files::Error::read(error, path))
}
