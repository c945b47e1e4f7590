//! `minirow`, the command line of Minirow.

use std::process::ExitCode;

fn main() -> ExitCode {
    minirow_cli::start();
    minirow_cli::run(std::env::args_os()).into()
}
