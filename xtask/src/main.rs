//! `minirow`, the command line of Minirow; in the repository also `cargo xtask`.

use std::process::ExitCode;

fn main() -> ExitCode {
    minirow_cli::run(std::env::args_os()).into()
}
