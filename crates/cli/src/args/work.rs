//! The threads of a command, and its progress.

use std::num::NonZeroUsize;

use clap::builder::TypedValueParser;
use minirow_table::Run;

use crate::args::whole;
use crate::interrupt;
use crate::progress::TerminalObserver;

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct WorkArgs {
    /// Number of threads [default: number of cores]
    #[arg(long, short = 'j', value_name = "N", help_heading = "Performance", value_parser = threads())]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Hide progress and summaries
    #[arg(long, short, help_heading = "General")]
    pub(crate) quiet: bool,
}

impl WorkArgs {
    /// Returns the arguments of long work in a library.
    pub(crate) fn run<'a>(&self, observer: &'a TerminalObserver) -> Run<'a> {
        Run { threads: self.threads, interrupt: interrupt::token(), observer }
    }
}

/// Returns a parser of the number of threads.
fn threads() -> impl TypedValueParser<Value = NonZeroUsize> {
    const MOST: NonZeroUsize = NonZeroUsize::new(1024).expect("not zero");
    whole(NonZeroUsize::MIN..=MOST)
}
