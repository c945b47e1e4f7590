//! The threads of a command, and its progress.

use std::num::NonZeroUsize;

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct WorkArgs {
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
