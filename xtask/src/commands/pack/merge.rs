//! `pack merge`: neighbouring ranges of one pack, made on any number of machines, as the file of the whole.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use minirow_gen::GENERATOR;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::commands::Answer;
use crate::failure::{Failure, Result, say};
use crate::manifest::{self, Claim, Manifest, PROGRAM, hex};
use crate::output::{self, Output, Target};

const EXAMPLES: &str = "\
Examples:
  minirow pack merge pack.csv part-*.csv

  # four processes at a time, a range each; any that is interrupted goes on when this is run again
  seq 0 1000 9000 | xargs -P 4 -I{} minirow pack --seed 7 --start {} --count 1000 \\
      --threads 1 --resume --quiet --out part-{}.csv

The files may come in any order; each needs its manifest beside it. OUT and its manifest get the
bytes of a single run. A range that is missing or there twice, another seed, wish or version, or a
file that is not what its manifest says is an error, and nothing is written.";

/// Join the ranges of one pack
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(super) struct Args {
    /// The file of the whole
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The files of the ranges, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Overwrite OUT if it exists
    #[arg(long)]
    force: bool,
    /// Say nothing if all is well
    #[arg(long, short)]
    quiet: bool,
}

/// A range of a pack.
struct Range<'a> {
    path: &'a Path,
    claim: Claim,
    start: u64,
    count: u64,
}

impl Args {
    pub(super) fn run(self) -> Result<Answer> {
        let mut ranges = self.files.iter().map(|path| Range::open(path)).collect::<Result<Vec<_>>>()?;
        ranges.sort_by_key(|range| range.start);
        for pair in ranges.windows(2) {
            check_neighbours(&pair[0], &pair[1])?;
        }
        let first = &ranges[0];
        let mut recipe = first.claim.recipe.clone();
        recipe["count"] = ranges.iter().map(|range| range.count).sum::<u64>().into();
        let header = format!("{}\n", recipe["columns"].as_str().unwrap_or_default());

        let manifest_path = manifest::path_of(&self.out);
        if !self.force && manifest_path.exists() {
            return Err(Failure::usage(format!("{}: exists already; --force overwrites it", manifest_path.display())));
        }
        if matches!(output::check_target(&self.out, self.force)?, output::Kind::Device) {
            return Err(Failure::usage(format!("{}: is a device, expected a file", self.out.display())));
        }
        let mut output = Output::open(&Target { out: Some(self.out.clone()), force: self.force })?;
        output.write(header.as_bytes())?;
        for range in &ranges {
            range.copy(&header, &mut output)?;
        }
        let _ = std::fs::remove_file(&manifest_path); // no moment shall have a manifest of another file
        output.finish()?;
        let manifest = Manifest::of(&self.out, &self.out, &recipe)?;
        manifest.write(&self.out)?;
        if !self.quiet {
            let (file, count, files) = (self.out.display(), &recipe["count"], ranges.len());
            say(&format!("{file}: {count} puzzles from {files} files; {}", manifest.levels()));
        }
        Ok(Answer::Yes)
    }
}

impl<'a> Range<'a> {
    fn open(path: &'a Path) -> Result<Range<'a>> {
        let name = path.display();
        if let Err(error) = File::open(path) {
            return Err(Failure::usage(format!("{name}: cannot be read: {error}")));
        }
        let claim = Claim::beside(path)?.ok_or_else(|| {
            let manifest = manifest::path_of(path);
            Failure::usage(format!("{name}: there is no {}, expected the manifest of a pack", manifest.display()))
        })?;
        let (made_by, ours) =
            ([&*claim.program, claim.recipe["generator"].as_str().unwrap_or_default()], [PROGRAM, GENERATOR]);
        if made_by != ours {
            let [made_by, ours] =
                [made_by, ours].map(|[program, generator]| format!("{program} with generator {generator}"));
            return Err(Failure::usage(format!("{name}: was made by {made_by}, expected {ours}")));
        }
        if let Some(format) = claim.recipe["format"].as_str() {
            let schema = claim.recipe["schema"].as_str().unwrap_or_default();
            return Err(Failure::usage(format!(
                "{name}: is {format} with the columns of the schema {schema}, expected the plain CSV of a pack in one file; \
                 `minirow convert` writes the whole in any shape"
            )));
        }
        let number = |key: &str| claim.recipe[key].as_u64();
        let (Some(start), Some(count)) = (number("start"), number("count")) else {
            return Err(Failure::usage(format!(
                "{name}: is not a range of indices: a pack made by a recipe is a whole, and cannot be merged"
            )));
        };
        Ok(Range { path, start, count, claim })
    }

    /// The index after the last.
    fn end(&self) -> u64 {
        self.start.saturating_add(self.count)
    }

    /// Copies the rows, and makes sure that they are what the manifest says.
    fn copy(&self, header: &str, output: &mut Output) -> Result<()> {
        let name = self.path.display();
        let cannot_read = |error| Failure::usage(format!("{name}: cannot be read: {error}"));
        let mut reader = BufReader::with_capacity(1 << 16, File::open(self.path).map_err(cannot_read)?);
        let (mut line, mut checksum, mut lines) = (Vec::new(), Sha256::new(), 0);
        while reader.read_until(b'\n', &mut line).map_err(cannot_read)? > 0 {
            checksum.update(&line);
            lines += 1;
            if lines > 1 {
                output.write(&line)?;
            } else if line != header.as_bytes() {
                return Err(Failure::usage(format!("{name}:1: its columns are not those of its manifest")));
            }
            line.clear();
        }
        let (found, expected) = (hex(&checksum.finalize()), &self.claim.sha256);
        if found != *expected {
            return Err(Failure::data(format!(
                "{name}: is damaged: its SHA-256 is {found}, expected {expected} as its manifest says"
            )));
        }
        if lines != self.count + 1 || self.claim.puzzles != self.count {
            return Err(Failure::data(format!("{name}: has {} puzzles, expected {}", lines.max(1) - 1, self.count)));
        }
        Ok(())
    }
}

/// The second range has to go on where the first ends, and to be the same in all else.
fn check_neighbours(one: &Range, other: &Range) -> Result<()> {
    let (first, second) = (one.path.display(), other.path.display());
    if let Some(difference) = difference(&one.claim.recipe, &other.claim.recipe) {
        return Err(Failure::usage(format!("{first} and {second} are not of one pack: {difference}")));
    }
    if other.start < one.end() {
        let last = one.end().min(other.end()) - 1;
        return Err(Failure::usage(format!("indices {} to {last} are in {first} and in {second}", other.start)));
    }
    if other.start > one.end() {
        let (from, to) = (one.end(), other.start - 1);
        return Err(Failure::usage(format!("indices {from} to {to} are missing between {first} and {second}")));
    }
    Ok(())
}

/// The first thing that two recipes differ in, apart from their range.
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
