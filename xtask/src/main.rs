//! `minirow`, the command line of Minirow; in the repository also `cargo xtask`.

mod batch;
mod classes;
mod cli;
mod closest;
mod columns;
mod commands;
mod dataset;
mod destination;
mod duration;
mod effort;
mod exclude;
mod explain;
mod export;
mod failure;
mod html;
mod input;
mod interrupt;
mod left_out;
mod loaders;
mod manifest;
mod output;
mod part;
mod pipeline;
mod progress;
mod proof;
mod range;
mod recipe_file;
mod records;
mod rows;
mod schema;
mod sheet;
mod sort;
mod split;
mod stats;
mod table;
mod to;
mod trace;
mod wish;
mod wrap;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

fn main() -> ExitCode {
    let matches = cli::with_groups(cli::Cli::command()).get_matches();
    let cli = cli::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    interrupt::listen();
    match cli.command.run() {
        Ok(commands::Answer::Yes) => ExitCode::SUCCESS,
        Ok(commands::Answer::No) => ExitCode::from(1),
        Err(failure) => failure.report(),
    }
}
