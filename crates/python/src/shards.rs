//! A pack in shards that are made one at a time, to the byte as the command line writes them all.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use minirow_pack::{Excluded, PackPlan, PackShards, ShardEntry};
use minirow_table::ExtraColumns;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::error::{Error, Result};
use crate::generate;
use crate::job::{self, Progress};

/// The shards of a pack.
#[pyclass(frozen, module = "minirow._minirow")]
pub(crate) struct Shards(Arc<PackShards>);

#[pymethods]
impl Shards {
    #[new]
    fn new(
        seed: u64,
        start: u64,
        count: u64,
        shard_rows: NonZeroU64,
        constraints: &Bound<'_, PyDict>,
        labels: bool,
        weights: bool,
    ) -> Result<Shards> {
        let spec = generate::spec(constraints)?;
        let extra = ExtraColumns { labels, weights, sections: false };
        let plan = PackPlan::range(seed, start, count, &spec, Excluded::default(), extra)?;
        Ok(Shards(Arc::new(PackShards::new(plan, shard_rows)?)))
    }

    fn __len__(&self) -> usize {
        self.0.number() as usize
    }

    /// The recipe of the manifest, as JSON.
    #[getter]
    fn recipe(&self) -> String {
        self.0.recipe().to_string()
    }

    /// Returns the number of rows of a shard.
    fn rows_of(&self, shard: u64) -> u64 {
        let range = self.0.range(shard);
        range.end - range.start
    }

    /// Makes a shard: the bytes of the file, its number of rows, and the summary of the rows as JSON.
    #[pyo3(signature = (shard, threads=None, progress=None))]
    fn make<'py>(
        &self,
        py: Python<'py>,
        shard: u64,
        threads: Option<NonZeroUsize>,
        progress: Progress,
    ) -> Result<(Bound<'py, PyBytes>, u64, String)> {
        let shards = self.0.clone();
        let made = job::run(py, progress, move |control| Ok(shards.make(shard, control.run(threads))?))?;
        Ok((PyBytes::new(py, &made.bytes), made.puzzles, made.summary()))
    }

    /// Returns the text of the manifest of the whole pack. `entries` are its shards, as a JSON array of objects with file,
    /// puzzles, bytes, sha256 and the summary of the rows.
    fn manifest(&self, file: &str, entries: &str) -> Result<String> {
        let entries: Vec<ShardEntry> =
            serde_json::from_str(entries).map_err(|error| Error::Invalid(format!("a list of shards: {error}")))?;
        Ok(self.0.manifest(file, &entries))
    }
}
