//! `man`: the manual pages, one for the program and one for each command, from the same definitions as the help.

use std::fs;
use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;
use minirow_files::WriteOptions;

use crate::args::{self, Given};
use crate::cli;
use crate::commands::InputVerdict;
use crate::error::{Error, Result};
use crate::output;

const EXAMPLES: &str = "\
Examples:
  minirow man | man -l -                   the page of the program
  minirow man solve | man -l -             the page of a command
  minirow man --out ~/.local/share/man/man1";

/// Write the manual pages
///
/// In a folder of manual pages, the pages are called minirow.1, minirow-solve.1 and so on: `man minirow-solve` shows one.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write the page of this command [default: that of the program]
    #[arg(conflicts_with = "out", help_heading = "Input")]
    command: Option<String>,
    /// Write all pages to FOLDER, and replace those that exist
    ///
    /// FOLDER is created if it is missing.
    #[arg(long, short, value_name = "FOLDER", help_heading = "Output", value_parser = args::folder)]
    out: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        let root = cli::definitions();
        let pages = pages(&root);
        if let Some(folder) = self.out {
            fs::create_dir_all(&folder).map_err(|error| minirow_files::Error::CannotCreate(folder.clone(), error))?;
            // Their names follow from that of the folder, so they are not written through links or to pipes.
            for path in pages.iter().map(|page| folder.join(page.get_filename())) {
                if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
                    return Err(Error::usage(format!("{}: is no file, so it is not replaced", path.display())));
                }
            }
            let options = WriteOptions { overwrite: true, label: "minirow man", ..WriteOptions::default() };
            for page in pages {
                output::write_all(Some(&folder.join(page.get_filename())), &options, &text(&page))?;
            }
            return Ok(InputVerdict::AllValid);
        }
        let name = self.command.map_or("minirow".to_string(), |name| format!("minirow-{name}"));
        let Some(page) = pages.iter().find(|page| page.get_filename() == format!("{name}.1")) else {
            let names: Vec<&str> = root.get_subcommands().map(Command::get_name).collect();
            return Err(Error::usage(format!("there is no page {name}, expected one of {}", names.join(", "))));
        };
        output::print(&text(page))?;
        Ok(InputVerdict::AllValid)
    }
}

/// Returns the pages of a command and of those below it.
fn pages(command: &Command) -> Vec<Man> {
    let page = Man::new(with_examples_last(command));
    let page = page.source(concat!("minirow ", env!("CARGO_PKG_VERSION"))).manual("Minirow");
    std::iter::once(page).chain(command.get_subcommands().flat_map(pages)).collect()
}

/// Moves the examples behind the help, because a page has no place for text before it.
fn with_examples_last(command: &Command) -> Command {
    let (before, after) = (command.get_before_long_help(), command.get_after_long_help());
    let notes: Vec<String> = [before, after].into_iter().flatten().map(|text| format!("{text}\n")).collect();
    command.clone().after_long_help(notes.join("\n"))
}

fn text(page: &Man) -> Vec<u8> {
    let mut text = Vec::new();
    page.render(&mut text).expect("a vector takes everything");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_its_examples() {
        for page in pages(&cli::definitions()) {
            let (name, text) = (page.get_filename(), String::from_utf8(text(&page)).unwrap());
            for line in [".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH EXTRA", "  minirow "] {
                assert!(text.contains(&format!("\n{line}")), "{name}: {line}");
            }
            assert!(!text.contains('\u{1b}'), "{name} has the colours of a terminal");
        }
    }
}
