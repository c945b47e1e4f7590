//! The compiled half of the Python package `minirow`.
//!
//! The public functions are in `python/minirow`. This half reads their arguments, works without the interpreter's lock, and
//! returns the results as Arrow columns.

mod batch;
mod error;
mod explain;
mod generate;
mod grids;
mod job;
mod many;
mod shards;
mod source;
mod split;

use std::ffi::OsString;

use pyo3::prelude::*;
use pyo3::types::PyModule;

use error::MinirowError;
use minirow_pack::PuzzleSpec;
use minirow_pack::spec::ConstraintInfo;

/// Runs the command line, and returns the exit status. `arguments` are those after the name of the program.
///
/// It is for a process that does nothing else: Ctrl-C ends the process.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let words = [OsString::from("minirow")].into_iter().chain(arguments);
    py.detach(|| minirow_cli::run(words))
}

/// The compiled half of the package.
#[pymodule]
fn _minirow(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("GENERATOR", minirow_pack::GENERATOR)?;
    module.add("PROGRAM", minirow_table::PROGRAM)?;
    let constraints: Vec<String> = PuzzleSpec::infos().map(ConstraintInfo::python_name).collect();
    module.add("CONSTRAINTS", &constraints)?;
    module.add("WISHES", constraints)?; // the name in version 0.1
    let error = module.py().get_type::<MinirowError>();
    error.setattr("row", module.py().None())?;
    module.add("MinirowError", error)?;
    module.add_class::<batch::RecordBatch>()?;
    module.add_class::<grids::Grids>()?;
    module.add_class::<source::Source>()?;
    module.add_class::<generate::Batches>()?;
    module.add_class::<shards::Shards>()?;
    module.add_class::<split::SplitRule>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate_batches, module)?)?;
    module.add_function(wrap_pyfunction!(many::solve, module)?)?;
    module.add_function(wrap_pyfunction!(many::count, module)?)?;
    module.add_function(wrap_pyfunction!(many::grade, module)?)?;
    module.add_function(wrap_pyfunction!(many::canonical, module)?)?;
    module.add_function(wrap_pyfunction!(many::check, module)?)?;
    module.add_function(wrap_pyfunction!(explain::explain, module)?)?;
    module.add_function(wrap_pyfunction!(split::split, module)?)?;
    Ok(())
}
