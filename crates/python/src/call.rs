//! Commands of the command line that write files, called in this process.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use minirow_cli::{Advance, CallError, CallOption, Caller};
use minirow_table::Observer;
use pyo3::prelude::*;

use crate::error::{Error, Result, with_python_names};
use crate::job::{self, Progress};

/// The numbers of a command by their names in order, and its messages.
type Called = (Vec<(String, u64)>, Vec<String>);

/// Runs a command. Options have the names of the command line, without the dashes; a flag has no value.
///
/// After Ctrl-C, the command ends by itself, and its temporary files are removed.
#[pyfunction]
pub(crate) fn call(
    py: Python<'_>,
    command: String,
    options: Vec<(String, Vec<OsString>)>,
    files: Vec<PathBuf>,
    progress: Progress,
) -> Result<Called> {
    let options: Vec<CallOption> = options;
    job::run(py, progress, move |control| {
        let counter = control.clone();
        let advance: Advance = Arc::new(move |count| counter.advance(count));
        let caller = Caller { interrupt: control.interrupt.clone(), advance: Some(advance) };
        match minirow_cli::call(&command, &options, &files, caller) {
            Ok(result) => Ok((result.numbers, result.messages)),
            Err(CallError::Interrupted) => Err(Error::interrupted()),
            Err(CallError::Failed(message, before)) => {
                let lines = [message].into_iter().chain(before).map(|text| with_python_names(&text));
                Err(Error::Lines(lines.collect()))
            }
        }
    })
}

/// Returns the names of the options of a command in Python.
#[pyfunction]
pub(crate) fn options(command: &str) -> Vec<String> {
    minirow_cli::options(command).iter().map(|name| name.replace('-', "_")).collect()
}
