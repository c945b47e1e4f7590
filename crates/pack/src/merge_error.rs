//! The reasons why files cannot be merged.

use std::path::PathBuf;

use minirow_core::text::counted;
use minirow_table::StoredManifest;

/// The reason why files cannot be merged: they are not neighbouring ranges of one pack.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A file has no manifest.
    #[error("{}: there is no {}, expected the manifest of a pack", .0.display(), StoredManifest::path_of(.0).display())]
    NoManifest(PathBuf),
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
         `minirow convert` writes the merged pack in any shape",
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
    #[error("{}: is not a range of indices: the pack of a recipe cannot be merged", .0.display())]
    NotARange(PathBuf),
    /// Two files are not of one pack.
    #[error("{} and {} are not of one pack: {difference}", first.display(), second.display())]
    Different {
        /// A file.
        first: PathBuf,
        /// The next file.
        second: PathBuf,
        /// The first difference of their recipes.
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
    #[error("{}:1: its columns are not those of its manifest", .0.display())]
    Columns(PathBuf),
    /// A file differs from its manifest.
    #[error("{}: is damaged: its SHA-256 is {found}, expected {expected} as in its manifest", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
        /// The checksum of the file.
        found: String,
        /// The checksum in the manifest.
        expected: String,
    },
    /// A manifest contradicts itself.
    #[error("{}: found {puzzles} as the number of puzzles, expected {expected} as in its recipe", StoredManifest::path_of(path).display())]
    Manifest {
        /// The file of the manifest.
        path: PathBuf,
        /// The number of puzzles.
        puzzles: u64,
        /// The number in the recipe.
        expected: u64,
    },
    /// A file has another number of rows than in its manifest.
    #[error("{}: has {}, expected {expected}", path.display(), counted(*found, "puzzle"))]
    Count {
        /// The file.
        path: PathBuf,
        /// The number of rows.
        found: u64,
        /// The number in the manifest.
        expected: u64,
    },
}
