//! A pack in shards: made one by one, as the command line writes them all.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use minirow_cli::door::{self, Columns};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::error::Result;
use crate::generate;
use crate::job::{self, Progress};

/// The shards of a pack.
#[pyclass(frozen, module = "minirow._minirow")]
pub(crate) struct Shards(Arc<door::Shards>);

#[pymethods]
impl Shards {
    #[new]
    fn new(
        seed: u64,
        start: u64,
        count: u64,
        shard_rows: NonZeroU64,
        wishes: &Bound<'_, PyDict>,
        labels: bool,
        weights: bool,
    ) -> Result<Shards> {
        let wishes = generate::wishes(wishes)?;
        let columns = Columns { labels, weights };
        Ok(Shards(Arc::new(door::Shards::new(seed, (start, count), shard_rows, wishes, columns)?)))
    }

    fn __len__(&self) -> usize {
        self.0.number() as usize
    }

    /// The recipe of the manifest, as JSON.
    #[getter]
    fn recipe(&self) -> String {
        self.0.recipe()
    }

    /// How many rows a shard has.
    fn rows_of(&self, shard: u64) -> u64 {
        self.0.rows_of(shard)
    }

    /// Makes a shard: the bytes of the file, its number of rows, and what is in it, as JSON.
    #[pyo3(signature = (shard, threads=None, progress=None))]
    fn make<'py>(
        &self,
        py: Python<'py>,
        shard: u64,
        threads: Option<NonZeroUsize>,
        progress: Progress,
    ) -> Result<(Bound<'py, PyBytes>, u64, String)> {
        let shards = self.0.clone();
        let made = job::run(py, progress, move |control| {
            Ok(shards.make(shard, threads, &control.stop, |rows| control.add(rows))?)
        })?;
        Ok((PyBytes::new(py, &made.bytes), made.puzzles, made.distribution))
    }
}
