//! Data sets of Sudoku puzzles: duplicates, splits without leaks, checks, and folders that are ready to publish.
//!
//! - [`Dedup`] drops rows with equivalent puzzles, and [`Split`] splits rows by a [`SplitRule`]. Both read files of any form,
//!   and keep the text of the rows.
//! - [`DatasetCheck`] checks every value of a data set, and finds duplicates, leaks between splits and wrong checksums.
//! - [`Audit`] reports on a foreign data set of any size.
//! - [`Benchmark`] is a fixed set of puzzles of all ratings, and scores predictions for it.
//! - [`DatasetFolder`] writes a folder with splits, a data card and checksums.
//! - [`Verdict`] is the verdict on one grid.
//!
//! Long work takes a [`Run`](minirow_table::Run), and returns an [`enum@Error`].
//! [`CommandError::kind`](minirow_files::CommandError::kind) tells how a command ends.
//!
//! ```
//! use minirow_dataset::{Split, SplitRule, SplitTarget, WriteMode};
//! use minirow_table::Run;
//! use minirow_table::input::Inputs;
//!
//! let folder = tempfile::tempdir()?;
//! let input = folder.path().join("all.csv");
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! std::fs::write(&input, format!("puzzle,author\n{puzzle},Ann\n"))?;
//!
//! let split = Split {
//!     rule: SplitRule::new([("train", "0.8"), ("test", "0.2")], "")?,
//!     target: SplitTarget::Folder(folder.path().to_path_buf()),
//!     to: None,
//!     mode: WriteMode::default(),
//!     strict: true,
//! };
//! let summary = split.run(&Inputs::of(&[input]), &Run::default())?;
//! assert_eq!((summary.counts.rows(0), summary.counts.rows(1)), (1, 0));
//! assert_eq!(std::fs::read_to_string(folder.path().join("train.csv"))?, format!("puzzle,author\n{puzzle},Ann\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod audit;
mod benchmark;
mod check;
mod counted;
mod dataset_files;
mod dedup;
mod dropped_fields;
mod error;
mod folder;
mod found_splits;
mod in_order;
mod output_format;
mod outputs;
mod repetitions;
mod row_shape;
mod row_sink;
mod sample;
mod split;
mod split_rule;
mod tables_page;
mod verdict;

pub use audit::{
    Audit, AuditReport, AuditSplits, Finding, FindingKind, RatedLevel, RatedSample, SplitLeaks, SplitRows,
};
pub use benchmark::{
    BANDS, BENCHMARK, BENCHMARK_COLUMNS, BENCHMARK_SEED, Band, Baseline, Baselines, Benchmark, BenchmarkPuzzle,
    BenchmarkScore, FirstWrong, GroupScore, Outcome, PuzzleScore,
};
pub use check::{Check, CheckCount, CheckFailure, DatasetCheck, DatasetReport, RatedAgain};
pub use dedup::{Dedup, DedupSummary, Duplicate, REPORT_COLUMNS};
pub use dropped_fields::{DroppedFields, Formulas};
pub use error::{Error, Result};
pub use folder::{DatasetFolder, DatasetRows, DatasetSpec, DatasetSummary, MANIFEST, PACK_LICENCE};
pub use output_format::OutputFormat;
pub use outputs::WriteMode;
pub use split::{Split, SplitCounts, SplitSummary, SplitTarget};
pub use split_rule::{InvalidShares, SPLIT_NAMES, SplitRule, grid_id};
pub use verdict::{Verdict, VerdictKind, WrongDigit, wrong_solution};
