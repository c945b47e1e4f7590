//! The colours of text.

use std::io;

use clap::ColorChoice;

use crate::args::TargetArgs;

#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ColorArgs {
    /// Use colours in text
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

impl ColorArgs {
    /// Returns `true` if text for the target has colours.
    pub(crate) fn has_colors(&self, target: &TargetArgs) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // Follows NO_COLOR, CLICOLOR and TERM.
            ColorChoice::Auto => {
                target.file().is_none() && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
            }
        }
    }
}
