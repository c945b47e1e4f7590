//! The shards of a pack, generated one at a time: the same bytes as those of the command line.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use minirow_pack::{PackShards, ShardEntry};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{Error, Result};
use crate::generate::Request;
use crate::job::{self, Progress};

/// The shards of a pack.
#[pyclass(frozen, module = "minirow._minirow")]
pub(crate) struct Shards(Arc<PackShards>);

#[pymethods]
impl Shards {
    #[new]
    fn new(py: Python<'_>, request: Request, shard_rows: NonZeroU64) -> Result<Shards> {
        Ok(Shards(Arc::new(PackShards::new(request.plan(py)?, shard_rows)?)))
    }

    fn __len__(&self) -> usize {
        self.0.number() as usize
    }

    /// The recipe of the manifest, as JSON.
    #[getter]
    fn recipe(&self) -> String {
        self.0.recipe().to_string()
    }

    /// Generates a shard. Returns the bytes of the file, the number of rows, and the summary of the rows as JSON.
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

    /// Returns the text of the manifest of the whole pack.
    ///
    /// `entries` is a JSON array with an object for each shard: file, puzzles, bytes, sha256 and the summary of the rows.
    fn manifest(&self, file: &str, entries: &str) -> Result<String> {
        let entries: Vec<ShardEntry> =
            serde_json::from_str(entries).map_err(|error| Error::Invalid(format!("the list of shards: {error}")))?;
        Ok(self.0.manifest(file, &entries))
    }
}
