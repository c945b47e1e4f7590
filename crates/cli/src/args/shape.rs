//! The shape of the rows that a command writes.

use std::num::NonZeroU64;
use std::path::Path;

use minirow_table::{Format, OutputShape, Schema};

use crate::args::{Given, whole};
use crate::choices::choices;
use crate::endings;
use crate::error::{Error, Result};

#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct ShapeArgs {
    /// Columns to write
    #[arg(long, default_value = "full", value_name = "SCHEMA", value_parser = choices::<Schema>())]
    pub(crate) schema: Schema,
    /// Write several files of N rows each
    ///
    /// The files are called FILE-00000-of-00010 and so on, at most 100,000 of them. FILE.manifest.json lists them with their
    /// checksums.
    #[arg(long, value_name = "N", requires = "out", value_parser = whole(NonZeroU64::MIN..=NonZeroU64::MAX))]
    pub(crate) shard_rows: Option<NonZeroU64>,
}

impl ShapeArgs {
    /// Checks that the schema has the columns that options add.
    ///
    /// # Errors
    /// Returns the first of these options that is given.
    pub(crate) fn refuse(&self, given: &Given, adding: &[&str]) -> Result<()> {
        let mode = format!("with --schema {}", self.schema);
        given.refuse(&[(self.schema != Schema::Full, &mode, adding)])
    }

    /// Returns the shape for an output, in the format of an option or of its ending.
    ///
    /// # Errors
    /// If there is no format with that ending, or this program cannot write it.
    pub(crate) fn shape(&self, asked: Option<Format>, out: Option<&Path>) -> Result<OutputShape> {
        let format = endings::format_of(asked, out, endings::ROWS)?.unwrap_or_default();
        if let (Err(why), Some(out)) = (format.check(), out) {
            return Err(Error::usage(format!("{}: {why}", out.display())));
        }
        Ok(OutputShape { schema: self.schema, format, shard_rows: self.shard_rows })
    }
}
