//! Minirow for Python: the compiled half of the package `minirow`. What people call is in `python/minirow`, and checks
//! little; here arguments are read, work is done without the interpreter's lock, and results become Arrow columns.

mod batch;
mod error;
mod generate;
mod grids;
mod job;
mod many;
mod shards;
mod source;

use std::ffi::OsString;

use pyo3::prelude::*;
use pyo3::types::PyModule;

use error::MinirowError;

/// Runs the command line, of which `arguments` are the words after the name of the program, and gives the exit status.
///
/// It is for a process that does nothing else: Ctrl-C ends it.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let words = [OsString::from("minirow")].into_iter().chain(arguments);
    py.detach(|| minirow_cli::run(words))
}

/// The compiled half of the package.
#[pymodule]
fn _minirow(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("GENERATOR", minirow_cli::door::GENERATOR)?;
    module.add("PROGRAM", minirow_cli::door::PROGRAM)?;
    module.add("WISHES", minirow_cli::door::wishes())?;
    let error = module.py().get_type::<MinirowError>();
    error.setattr("row", module.py().None())?;
    module.add("MinirowError", error)?;
    module.add_class::<batch::RecordBatch>()?;
    module.add_class::<grids::Grids>()?;
    module.add_class::<source::Source>()?;
    module.add_class::<generate::Batches>()?;
    module.add_class::<shards::Shards>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate_batches, module)?)?;
    module.add_function(wrap_pyfunction!(many::solve, module)?)?;
    module.add_function(wrap_pyfunction!(many::count, module)?)?;
    module.add_function(wrap_pyfunction!(many::grade, module)?)?;
    module.add_function(wrap_pyfunction!(many::canonical, module)?)?;
    module.add_function(wrap_pyfunction!(many::check, module)?)?;
    module.add_function(wrap_pyfunction!(many::explain, module)?)?;
    Ok(())
}
