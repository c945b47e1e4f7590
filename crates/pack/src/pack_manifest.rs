//! The manifest of a pack: what it was made from, what is in it, and its checksum.

use std::path::Path;

use minirow_gen::GENERATOR;
use minirow_table::{PROGRAM, Tally, TallySummary, WrittenFile, file_name};
use serde::Serialize;
use serde_json::Value;

use crate::plan::PackPlan;

/// The manifest of a pack, without what depends on its files.
#[derive(Debug)]
pub struct PackManifest<'a> {
    sections: Vec<String>,
    recipe: &'a Value,
    target: &'a Path,
    tally: &'a Tally,
}

/// The fields of a manifest, in the order in which they are written. The counts come from a tally, or from other manifests.
#[derive(Serialize)]
struct Manifest<'a, C> {
    file: String,
    puzzles: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    files: &'a [WrittenFile],
    generator: &'static str,
    program: &'static str,
    recipe: &'a Value,
    #[serde(flatten)]
    counts: C,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<SectionCounts<'a>>,
}

impl<C: Serialize> Manifest<'_, C> {
    fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("text and numbers") + "\n"
    }
}

/// Returns the manifest of a pack in shards, whose rows were counted one shard at a time.
pub(crate) fn of_counted_shards(file: &str, recipe: &Value, files: &[WrittenFile], counts: &TallySummary) -> String {
    Manifest {
        file: file.into(),
        puzzles: files.iter().map(|file| file.puzzles).sum(),
        bytes: files.iter().map(|file| file.bytes).sum(),
        sha256: None,
        files,
        generator: GENERATOR,
        program: PROGRAM,
        recipe,
        counts,
        sections: Vec::new(),
    }
    .text()
}

/// What a section of a book has in it.
#[derive(Serialize)]
struct SectionCounts<'a> {
    name: &'a str,
    puzzles: u64,
    #[serde(flatten)]
    counts: TallySummary,
}

impl<'a> PackManifest<'a> {
    /// Describes rows that a tally has counted, with the sections of a book as groups.
    pub fn new(plan: &PackPlan, recipe: &'a Value, target: &'a Path, tally: &'a Tally) -> PackManifest<'a> {
        let sections = plan.section_names().map(str::to_string).collect();
        PackManifest { sections, recipe, target, tally }
    }

    /// Describes a range of indices that was merged from others.
    pub fn of_range(recipe: &'a Value, target: &'a Path, tally: &'a Tally) -> PackManifest<'a> {
        PackManifest { sections: Vec::new(), recipe, target, tally }
    }

    /// Returns the text for a pack in one file.
    pub fn of_file(&self, bytes: u64, sha256: &str) -> String {
        self.text(bytes, Some(sha256), &[])
    }

    /// Returns the text for a pack in shards.
    pub fn of_shards(&self, files: &[WrittenFile]) -> String {
        self.text(files.iter().map(|file| file.bytes).sum(), None, files)
    }

    fn text(&self, bytes: u64, sha256: Option<&str>, files: &[WrittenFile]) -> String {
        let PackManifest { sections, recipe, target, tally } = self;
        let manifest = Manifest {
            file: file_name(target),
            puzzles: tally.rows(),
            bytes,
            sha256,
            files,
            generator: GENERATOR,
            program: PROGRAM,
            recipe,
            counts: tally.summary(None),
            sections: sections.iter().map(|name| self.section(name)).collect(),
        };
        manifest.text()
    }

    fn section<'b>(&'b self, name: &'b str) -> SectionCounts<'b> {
        let group = self.tally.group(name);
        let puzzles = group.map_or(0, |group| self.tally.rows_in(group));
        SectionCounts { name, puzzles, counts: self.tally.summary(group) }
    }
}
