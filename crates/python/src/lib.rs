//! The compiled half of the Python package `minirow`.
//!
//! The public functions are in `python/minirow`. This half reads their arguments, works without the interpreter's lock, and
//! returns the results as Arrow columns.

mod batch;
mod call;
mod chunks;
mod error;
mod explain;
mod generate;
mod grids;
mod job;
mod many;
mod shards;
mod source;
mod split;

use pyo3::prelude::*;

/// The compiled half of the package.
///
/// Inputs are read with the interpreter's lock, so the module needs one. An interpreter without one gets it back on import.
#[pymodule(gil_used = true)]
mod _minirow {
    use std::ffi::OsString;

    use minirow_grade::{Level, techniques};
    use minirow_pack::spec::{ArgumentKind, CONSTRAINTS};
    use pyo3::PyTypeInfo;
    use pyo3::prelude::*;
    use pyo3::types::{PyDict, PyFloat, PyInt};

    use crate::error::text_of;

    #[pymodule_export]
    use crate::{
        batch::{RecordBatch, csv, from_ipc},
        call::{call, options},
        error::MinirowError,
        explain::{elimination, explain, path},
        generate::{Batches, generate, generate_batches},
        grids::Grids,
        many::{canonical, check, count, count_one, grade, paths, solve},
        shards::Shards,
        source::Source,
        split::{SplitRule, split},
    };

    #[pymodule_export]
    const GENERATOR: &str = minirow_pack::GENERATOR;

    #[pymodule_export]
    const MAX_ROWS: usize = crate::batch::MAX_ROWS;

    #[pymodule_export]
    const PROGRAM: &str = minirow_table::PROGRAM;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        minirow_cli::report_panics();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let constraints: Vec<String> = CONSTRAINTS.iter().map(|constraint| constraint.python_name()).collect();
        module.add("CONSTRAINTS", constraints)?;
        let ranges = PyDict::new(module.py());
        for constraint in CONSTRAINTS {
            let ArgumentKind::Range { is_whole } = constraint.kind else { continue };
            let number = if is_whole { PyInt::type_object } else { PyFloat::type_object };
            ranges.set_item(constraint.python_name(), number(module.py()))?;
        }
        module.add("RANGES", ranges)?;
        let levels = PyDict::new(module.py());
        for level in Level::ALL {
            let [low, high] = [level.range().start(), level.range().end()].map(|rating| rating.value());
            levels.set_item(level.name(), (low, high))?;
        }
        module.add("LEVELS", levels)?;
        module.add("TECHNIQUES", techniques::ALL.iter().map(|technique| technique.slug).collect::<Vec<_>>())?;
        let error = module.py().get_type::<MinirowError>();
        error.setattr("row", module.py().None())?;
        // A function of Rust is no method by itself.
        let method = module.py().import("functools")?.getattr("partialmethod")?;
        error.setattr("__str__", method.call1((wrap_pyfunction!(text_of, module)?,))?)
    }

    /// Runs the command line, and returns the exit status. `arguments` are the words after the name of the program.
    ///
    /// Ctrl-C ends the process, so this function is for processes that do nothing else.
    #[pyfunction]
    fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
        let words = [OsString::from("minirow")].into_iter().chain(arguments);
        py.detach(|| minirow_cli::run(words))
    }
}
