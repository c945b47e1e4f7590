//! The manifest of a pack: its recipe, its contents and its checksums.

use minirow_gen::GENERATOR;
use minirow_table::{PROGRAM, Tally, TallySummary, WrittenFile};
use minirow_text::safe_json;
use serde::Serialize;
use serde_json::Value;

/// The fields of a manifest, in the order in which they are written.
#[derive(Serialize)]
struct Manifest<'a, C> {
    file: &'a str,
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
}

/// The counts of all rows, and of each section of a book.
#[derive(Serialize)]
struct Counts<'a> {
    #[serde(flatten)]
    all: TallySummary,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<SectionCounts<'a>>,
}

#[derive(Serialize)]
struct SectionCounts<'a> {
    name: &'a str,
    puzzles: u64,
    #[serde(flatten)]
    counts: TallySummary,
}

/// Returns the counts of a tally for a manifest. The groups of the tally are the sections of a book.
pub(crate) fn counts(tally: &Tally) -> impl Serialize {
    let names = tally.groups().iter().filter(|name| !name.is_empty()).enumerate();
    let sections = names.map(|(group, name)| SectionCounts {
        name,
        puzzles: tally.rows_in(group),
        counts: tally.summary(Some(group)),
    });
    Counts { all: tally.summary(None), sections: sections.collect() }
}

/// Returns the text of the manifest of a pack named `file`, in shards or in one file.
pub(crate) fn text(
    file: &str,
    puzzles: u64,
    files: &[WrittenFile],
    is_sharded: bool,
    recipe: &Value,
    counts: impl Serialize,
) -> String {
    let manifest = Manifest {
        file,
        puzzles,
        bytes: files.iter().map(|file| file.bytes).sum(),
        sha256: (!is_sharded).then(|| files[0].sha256.as_str()),
        files: if is_sharded { files } else { &[] },
        generator: GENERATOR,
        program: PROGRAM,
        recipe,
        counts,
    };
    safe_json(serde_json::to_string_pretty(&manifest).expect("text and numbers") + "\n")
}
