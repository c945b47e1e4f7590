//! The manifest beside a pack, `FILE.manifest.json`: what it was made from, what is in it, and its checksum.
//!
//! It says nothing of when, where or how long: the same recipe gives the same manifest, in one run or merged from many.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use minirow_gen::GENERATOR;
use minirow_grade::Level;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::export::{self, Piece};
use crate::failure::{Failure, Result};
use crate::{output, records};

/// Name and version of the program.
pub const PROGRAM: &str = concat!("minirow ", env!("CARGO_PKG_VERSION"));

/// What a pack is.
#[derive(Serialize)]
pub(crate) struct Manifest {
    file: String,
    puzzles: u64,
    bytes: u64,
    /// Of a pack in one file.
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    /// Of a pack in several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<Piece>,
    generator: &'static str,
    program: &'static str,
    /// All that decides what comes out: seed, range, wishes; or seed and sections.
    recipe: Value,
    #[serde(flatten)]
    distribution: Distribution,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<SectionSummary>,
}

/// What a section of a book has in it.
#[derive(Serialize)]
struct SectionSummary {
    name: String,
    puzzles: u64,
    #[serde(flatten)]
    distribution: Distribution,
}

/// How many puzzles there are of each kind.
#[derive(Serialize, Default)]
pub(crate) struct Distribution {
    levels: Counts<Level>,
    /// By ER in tenths.
    er: Counts<Tenths>,
    clues: Counts<usize>,
}

impl Distribution {
    /// Takes a row into account.
    pub(crate) fn add(&mut self, row: &str) -> Option<()> {
        self.levels.add(records::pack_field(row, "level").parse().ok()?);
        self.er.add(Tenths::read(records::pack_field(row, "er"))?);
        self.clues.add(records::pack_field(row, "clues").parse().ok()?);
        Some(())
    }
}

/// A rating, so that ratings are in the order of their size rather than of their letters.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tenths(u32);

impl Tenths {
    pub(crate) fn read(text: &str) -> Option<Tenths> {
        let rating: f64 = text.parse().ok()?;
        Some(Tenths((rating * 10.0).round() as u32))
    }
}

impl Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

struct Counts<K>(BTreeMap<K, u64>);

impl<K> Default for Counts<K> {
    fn default() -> Counts<K> {
        Counts(BTreeMap::new())
    }
}

impl<K: Ord> Counts<K> {
    fn add(&mut self, kind: K) {
        *self.0.entry(kind).or_insert(0) += 1;
    }
}

impl<K: Display> Serialize for Counts<K> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(kind, count)| (kind.to_string(), count)))
    }
}

/// What the manifest of another run says, as far as it is asked.
#[derive(Deserialize)]
pub(crate) struct Claim {
    pub(crate) puzzles: u64,
    #[serde(default)]
    pub(crate) sha256: String,
    #[serde(default)]
    files: Vec<Piece>,
    pub(crate) program: String,
    pub(crate) recipe: Value,
}

/// Where the manifest of a file is.
pub(crate) fn path_of(target: &Path) -> PathBuf {
    output::beside(target, ".manifest.json")
}

impl Manifest {
    /// Looks through a pack that is complete, whatever the name of the file is by now.
    ///
    /// # Errors
    /// If it cannot be read, or a row is not that of a pack.
    pub(crate) fn of(target: &Path, contents: &Path, recipe: &Value) -> Result<Manifest> {
        let cannot_read = |error| Failure::usage(format!("{}: cannot be read: {error}", contents.display()));
        let mut reader = BufReader::with_capacity(1 << 16, File::open(contents).map_err(cannot_read)?);
        let names = recipe["section"].as_array().into_iter().flatten();
        let summary = |name: &Value| SectionSummary {
            name: name["name"].as_str().unwrap_or_default().to_string(),
            puzzles: 0,
            distribution: Distribution::default(),
        };
        let mut sections: Vec<SectionSummary> = names.map(summary).collect();
        let is_book = !sections.is_empty();
        let (mut distribution, mut checksum, mut bytes, mut lines) = (Distribution::default(), Sha256::new(), 0, 0);
        let mut line = String::new();
        while reader.read_line(&mut line).map_err(cannot_read)? > 0 {
            checksum.update(&line);
            bytes += line.len() as u64;
            lines += 1;
            let row = if lines > 1 { line.trim_end() } else { "" }; // the first line is the header
            if !row.is_empty() {
                let section = if is_book { records::section_of(row) } else { None };
                let of_section = sections.iter_mut().find(|summary| Some(&summary.name) == section.as_ref());
                if let Some(summary) = of_section {
                    summary.puzzles += 1;
                    let _ = summary.distribution.add(row); // said of the whole
                }
                if distribution.add(row).is_none() {
                    return Err(Failure::data(format!("{}:{lines}: is not the row of a pack", contents.display())));
                }
            }
            line.clear();
        }
        Ok(Manifest {
            file: target.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            puzzles: lines.max(1) - 1,
            bytes,
            sha256: Some(hex(&checksum.finalize())),
            files: Vec::new(),
            generator: GENERATOR,
            program: PROGRAM,
            recipe: recipe.clone(),
            distribution,
            sections,
        })
    }

    /// The checksum of a pack in one file.
    pub(crate) fn sha256(&self) -> &str {
        self.sha256.as_deref().unwrap_or_default()
    }

    /// The same rows in other files: shards, or one.
    pub(crate) fn of_pieces(self, pieces: Vec<Piece>, are_shards: bool) -> Manifest {
        let bytes = pieces.iter().map(|piece| piece.bytes).sum();
        let sha256 = if are_shards { None } else { pieces.first().map(|piece| piece.sha256.clone()) };
        let files = if are_shards { pieces } else { Vec::new() };
        Manifest { bytes, sha256, files, ..self }
    }

    /// How many puzzles there are of each level, in words.
    pub(crate) fn levels(&self) -> String {
        let levels: Vec<String> =
            self.distribution.levels.0.iter().map(|(level, count)| format!("{level} {count}")).collect();
        levels.join(", ")
    }

    /// Writes it beside its pack, as a whole.
    pub(crate) fn write(&self, target: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).expect("texts and numbers");
        output::replace(&path_of(target), (text + "\n").as_bytes())
    }
}

impl Claim {
    /// Whether the files beside it are those that it speaks of.
    pub(crate) fn holds(&self, target: &Path) -> bool {
        if self.files.is_empty() {
            return export::checksum(target).as_ref() == Some(&self.sha256);
        }
        let is_there =
            |piece: &Piece| export::checksum(&target.with_file_name(&piece.file)).as_ref() == Some(&piece.sha256);
        self.files.iter().all(is_there)
    }

    /// What the manifest of a pack says; nothing if it has none.
    ///
    /// # Errors
    /// If it cannot be read, or is no manifest.
    pub(crate) fn beside(target: &Path) -> Result<Option<Claim>> {
        let path = path_of(target);
        match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text)
                .map(Some)
                .map_err(|error| Failure::usage(format!("{}: is no manifest of a pack: {error}", path.display()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failure::usage(format!("{}: cannot be read: {error}", path.display()))),
        }
    }
}

/// Writes the manifest of rows that are no pack: the files and their checksums.
pub(crate) fn write_pieces(target: &Path, recipe: &Value, pieces: &[Piece]) -> Result<()> {
    let puzzles: u64 = pieces.iter().map(|piece| piece.puzzles).sum();
    let text = json!({
        "file": target.file_name().unwrap_or_default().to_string_lossy(),
        "puzzles": puzzles,
        "files": pieces,
        "program": PROGRAM,
        "recipe": recipe,
    });
    output::replace(&path_of(target), format!("{text:#}\n").as_bytes())
}

/// A checksum as it is written.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
