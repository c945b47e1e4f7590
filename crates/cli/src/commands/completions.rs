//! `completions`: what a shell needs to know to complete commands, flags and their values.

use std::io::{self, Write};

use clap_complete::Shell;

use crate::cli;
use crate::commands::InputVerdict;
use crate::error::{Error, Result};

const EXAMPLES: &str = "\
Examples:
  minirow completions bash > ~/.local/share/bash-completion/completions/minirow
  minirow completions zsh > ~/.zfunc/_minirow            with fpath+=~/.zfunc before compinit
  minirow completions fish > ~/.config/fish/completions/minirow.fish
  source <(minirow completions bash)                     for this shell only";

/// Write the completions for a shell
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut cli::definitions(), "minirow", &mut script);
        io::stdout().write_all(&script).map_err(|error| Error::writing("standard output", &error))?;
        Ok(InputVerdict::AllValid)
    }
}
