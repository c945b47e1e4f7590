//! `completions`: the scripts with which shells complete commands, flags and their values.

use clap_complete::Shell;

use crate::args::Given;
use crate::commands::InputVerdict;
use crate::error::Result;
use crate::{cli, output};

const EXAMPLES: &str = "\
Examples:
  minirow completions bash > ~/.local/share/bash-completion/completions/minirow
  minirow completions zsh > ~/.zfunc/_minirow
  minirow completions fish > ~/.config/fish/completions/minirow.fish
  source <(minirow completions bash)     for this shell only";

/// Write the completions for a shell
///
/// For zsh, the folder of the file must be in fpath: add `fpath+=~/.zfunc` to ~/.zshrc before compinit.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// Shell that reads the completions
    #[arg(help_heading = "Input")]
    shell: Shell,
}

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut cli::definitions(), "minirow", &mut script);
        output::print(&script)?;
        Ok(InputVerdict::AllValid)
    }
}
