//! Data sets of Sudoku puzzles: duplicates, splits without leaks, checks, and folders that can be published.

mod check;
mod csv_line;
mod dedup;
mod dropped_fields;
mod error;
mod folder;
mod output_format;
mod outputs;
mod row_shape;
mod row_sink;
mod split;
mod split_rule;
mod verdict;

pub use check::{Check, CheckCount, CheckFailure, DatasetCheck, DatasetReport, RatedAgain};
pub use dedup::{Dedup, DedupSummary, Duplicate, REPORT_COLUMNS};
pub use dropped_fields::DroppedFields;
pub use error::{Error, ErrorKind, Result};
pub use folder::{DatasetFolder, DatasetRows, DatasetSpec, DatasetSummary, FolderOptions, MANIFEST};
pub use output_format::OutputFormat;
pub use outputs::WriteMode;
pub use split::{Split, SplitCounts, SplitSummary, SplitTarget};
pub use split_rule::{InvalidShares, SplitRule, grid_id};
pub use verdict::{Verdict, VerdictKind, wrong_solution};
