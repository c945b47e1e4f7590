//! Rows of Sudoku puzzles: typed columns and their formats.
//!
//! - A [`Row`] is a puzzle with its properties, as typed fields.
//! - The [`Registry`] lists the [`Column`]s that hold these fields. It is the only place with their names, types and
//!   meanings. A rating [`Scale`] adds columns to it. [`Columns`] are those of a file, in order.
//! - A [`RowWriter`] writes rows as CSV, JSON lines or Parquet, and a [`RowReader`] reads them back. Rows of other programs
//!   are [`ForeignRow`]s, which keep their text.
//! - A [`Tally`] counts rows, for manifests, data cards and statistics.
//!
//! ```
//! use minirow_core::Puzzle;
//! use minirow_table::{Columns, ExtraColumns, Format, Row, RowReader, Tally, row_writer};
//!
//! let puzzle = Puzzle::new("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?)?;
//! let row = Row::of(&puzzle).graded(&minirow_grade::grade(&puzzle)).made_by("minirow 2", 1, 0);
//!
//! let mut file = Vec::new();
//! let mut writer = row_writer(Format::Csv, &Columns::pack(ExtraColumns::default()), &[], &mut file)?;
//! writer.write_row(&row)?;
//! writer.finish()?;
//!
//! let mut tally = Tally::ungrouped();
//! for found in RowReader::csv(&file[..])? {
//!     let found = found?;
//!     assert_eq!(found, row);
//!     tally.add(&found, 0);
//! }
//! assert_eq!(tally.column("clues").mean(), Some(30.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bucket;
mod buffer;
mod column;
mod columns;
mod count;
mod difference;
mod distribution;
pub mod equivalence;
mod error;
mod foreign;
mod format;
mod grouped;
pub mod input;
mod manifest;
mod npy;
#[cfg(feature = "parquet")]
mod parquet_error;
#[cfg(feature = "parquet")]
mod parquet_reader;
#[cfg(not(feature = "parquet"))]
#[path = "no_parquet.rs"]
mod parquet_reader;
mod registry;
mod row;
mod row_reader;
mod row_writer;
mod run;
mod scale;
mod schema;
mod shape;
#[cfg(test)]
#[path = "../../core/tests/core/size.rs"]
mod size;
mod start_position;
mod summary;
mod tally;
mod value;

pub use bucket::{Bucket, Name};
pub use buffer::{ColumnBuffer, ColumnData, TextBuffer};
pub use column::{Column, ColumnGroup, Getter, Setter, TallyBy};
pub use columns::{Columns, ExtraColumns, TableColumn};
pub use count::{Count, Estimate, standard_error};
pub use difference::{Difference, differences};
pub use distribution::Distribution;
pub use error::{InvalidParquet, ReadError, RowError, RowErrorKind, ValueError, WriteError};
pub use foreign::{ForeignReader, ForeignRow};
pub use format::Format;
pub use grouped::grouped;
pub use manifest::{PROGRAM, StoredManifest, WrittenFile, file_name, metadata, shard_manifest};
pub use npy::{array_rows, is_named_inputs, labels_of};
pub use registry::Registry;
pub use row::{Row, RowLevel, ScaleValues, TechniqueName};
pub use row_reader::RowReader;
pub use row_writer::{RowWriter, csv_line, row_writer};
pub use run::{Interrupt, Observer, Run, Silent};
pub use scale::{
    HODOKU, Hodoku, MINUTES, MOST_MINUTES, PathScale, RatedStep, SCALES, SUDOKU_EXPLAINER, Scale, ScalePath, ScaleSet,
    SolvingTime, StepInWords, StepRating, SudokuExplainer, TE, TrialAndError, UnknownPathScale, UnknownScale,
    path_scale, path_scales,
};
pub use schema::{Mapping, Schema, SchemaError};
pub use shape::{ExportError, Exported, MAX_FILES, OnInvalid, OutputShape, StoredRows, TooManyFiles};
pub use start_position::{StartError, StartFrom, StartPosition};
pub use summary::TallySummary;
pub use tally::{ScalePair, Tally, TechniqueUse};
pub use value::{ColumnType, Value};
