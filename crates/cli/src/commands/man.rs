//! `man`: the manual pages, one for the program and one for each command, from the same definitions as the help.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Command;
use clap::builder::Resettable;
use clap_mangen::Man;

use crate::cli;
use crate::commands::InputVerdict;
use crate::error::{Error, Result};
use crate::output;

const EXAMPLES: &str = "\
Examples:
  minirow man | man -l -                                 the page of the program
  minirow man solve | man -l -                           the page of a command
  minirow man --out ~/.local/share/man/man1              all pages, each in a file: then `man minirow-solve`";

/// Write the manual pages
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The command whose page is written [default: that of the program]
    #[arg(conflicts_with = "out")]
    command: Option<String>,
    /// Write all pages into FOLDER, replacing those that exist; create FOLDER if it is missing
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let pages = pages(&definitions());
        if let Some(folder) = self.out {
            fs::create_dir_all(&folder)
                .map_err(|error| Error::usage(format!("{}: cannot be created: {error}", folder.display())))?;
            for page in pages {
                let mut text = Vec::new();
                page.render(&mut text).expect("a vector takes everything");
                output::replace(&folder.join(page.get_filename()), &text)?;
            }
            return Ok(InputVerdict::AllValid);
        }
        let wanted = self.command.map_or("minirow".to_string(), |name| format!("minirow-{name}"));
        let Some(page) = pages.iter().find(|page| page.get_filename() == format!("{wanted}.1")) else {
            let names: Vec<String> = pages.iter().map(Man::get_filename).collect();
            let names = names.iter().filter_map(|name| name.strip_prefix("minirow-")?.strip_suffix(".1"));
            let names = names.collect::<Vec<_>>().join(", ");
            return Err(Error::usage(format!("there is no page {wanted}; the commands are {names}")));
        };
        page.render(&mut io::stdout()).map_err(|error| Error::writing("standard output", &error))?;
        Ok(InputVerdict::AllValid)
    }
}

/// Returns the definitions of all commands, with their full names.
fn definitions() -> Command {
    let mut root = cli::definitions().disable_help_subcommand(true);
    root.build();
    root
}

/// Returns the pages of a command and of those below it.
fn pages(command: &Command) -> Vec<Man> {
    // A page has a place for what stands behind the help, and none for what stands before it.
    let notes = command.get_before_help().or(command.get_after_help()).cloned();
    let page = Man::new(command.clone().after_help(Resettable::from(notes)));
    let page = page.source(concat!("minirow ", env!("CARGO_PKG_VERSION"))).manual("Minirow");
    std::iter::once(page).chain(command.get_subcommands().flat_map(pages)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_its_examples() {
        for page in pages(&definitions()) {
            let mut text = Vec::new();
            page.render(&mut text).unwrap();
            let (name, text) = (page.get_filename(), String::from_utf8(text).unwrap());
            for line in [".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH EXTRA", "  minirow "] {
                assert!(text.contains(&format!("\n{line}")), "{name}: {line}");
            }
        }
    }
}
