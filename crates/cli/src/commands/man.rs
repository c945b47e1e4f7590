//! `man`: the manual pages, one for the program and one for each command, from the same definitions as the help.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;

use crate::cli;
use crate::commands::Answer;
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
    /// Write all pages into FOLDER, over those that are there; it is made if it is not
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let mut root = cli::definitions();
        root.build();
        let pages = pages(&root);
        if let Some(folder) = self.out {
            fs::create_dir_all(&folder)
                .map_err(|error| Error::usage(format!("{}: cannot be made: {error}", folder.display())))?;
            for (name, page) in pages {
                output::replace(&folder.join(format!("{name}.1")), page.as_bytes())?;
            }
            return Ok(Answer::Yes);
        }
        let wanted = self.command.map_or("minirow".to_string(), |name| format!("minirow-{name}"));
        let Some((_, page)) = pages.iter().find(|(name, _)| *name == wanted) else {
            let names: Vec<&str> = pages.iter().filter_map(|(name, _)| name.strip_prefix("minirow-")).collect();
            return Err(Error::usage(format!("there is no page {wanted}; the commands are {}", names.join(", "))));
        };
        io::stdout().write_all(page.as_bytes()).map_err(|error| Error::writing("standard output", &error))?;
        Ok(Answer::Yes)
    }
}

/// What an apostrophe is, for formatters old and new.
const DEFINITIONS: [&str; 2] = [".ie \\n(.g .ds Aq \\(aq", ".el .ds Aq '"];

/// The names of all pages and what stands in them.
fn pages(root: &Command) -> Vec<(String, String)> {
    let mut pages = vec![("minirow".to_string(), page(root, "minirow", &[]))];
    collect(root, "minirow", &mut pages);
    pages
}

fn collect(command: &Command, name: &str, pages: &mut Vec<(String, String)>) {
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = format!("{name}-{}", sub.get_name());
        pages.push((name.clone(), page(sub, &name, &[name.rsplit_once('-').map_or("minirow", |(above, _)| above)])));
        collect(sub, &name, pages);
    }
}

fn page(command: &Command, name: &str, see_also: &[&str]) -> String {
    let spoken = name.replace('-', " ");
    // A page tells of one command: those below have their own.
    let command = command.clone().display_name(name.to_string()).bin_name(spoken);
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    let has_commands = command.get_subcommands().any(|sub| sub.get_name() != "help");
    let rendered = man
        .render_name_section(&mut page)
        .and_then(|()| man.render_synopsis_section(&mut page))
        .and_then(|()| man.render_description_section(&mut page))
        .and_then(|()| man.render_options_section(&mut page))
        .and_then(|()| if has_commands { man.render_subcommands_section(&mut page) } else { Ok(()) });
    rendered.expect("a vector takes everything");
    let body = String::from_utf8(page).expect("text");
    // Each section comes with the same definitions: once is enough. Breaks around an empty line are a space.
    let body: String =
        body.lines().filter(|line| !DEFINITIONS.contains(line)).map(|line| format!("{line}\n")).collect();
    let body = body.replace(".br\n\n.br\n", ".sp\n");
    // The date stays empty: the same program writes the same page on every day.
    let title = format!(".TH \"{name}\" 1 \"\" \"minirow {}\" \"Minirow\"", env!("CARGO_PKG_VERSION"));
    let mut page = format!("{}\n{title}\n{body}", DEFINITIONS.join("\n"));
    let help = command.get_before_help().or(command.get_after_help()).map(ToString::to_string).unwrap_or_default();
    page += &notes(&help);
    if !see_also.is_empty() {
        let pages: Vec<String> = see_also.iter().map(|name| format!(".BR {} (1)\n", escaped(name))).collect();
        page += &format!(".SH \"SEE ALSO\"\n{}", pages.concat());
    }
    page
}

/// The text around a help: examples as they are, then paragraphs.
fn notes(help: &str) -> String {
    let mut text = String::new();
    let mut has_notes = false;
    for block in help.split("\n\n") {
        let (title, lines) = block.split_once('\n').unwrap_or((block, ""));
        if matches!(title, "Examples:" | "Example:") {
            text += &format!(".SH EXAMPLES\n.nf\n{}.fi\n", plain(lines));
            continue;
        }
        text += if has_notes { ".PP\n" } else { ".SH NOTES\n" };
        has_notes = true;
        // What is aligned stays as it is.
        let is_aligned = block.lines().any(|line| line.starts_with(' '));
        text += &if is_aligned { format!(".nf\n{}.fi\n", plain(block)) } else { plain(block) };
    }
    text
}

/// Lines in which nothing is a request to the formatter.
fn plain(text: &str) -> String {
    let line = |line: &str| {
        let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        format!("{guard}{}\n", escaped(line))
    };
    text.lines().map(|text| line(text.strip_prefix("  ").unwrap_or(text))).collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_for_users_has_a_page_with_its_examples() {
        let mut root = cli::definitions();
        root.build();
        let pages = pages(&root);
        for sub in root.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let name = format!("minirow-{}", sub.get_name());
            let (_, page) = pages.iter().find(|(page, _)| *page == name).unwrap_or_else(|| panic!("no page {name}"));
            for part in [".TH \"", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH EXAMPLES", ".SH \"SEE ALSO\""] {
                assert_eq!(page.matches(&format!("\n{part}")).count(), 1, "{name}: {part}");
            }
        }
        assert!(pages.iter().all(|(name, _)| name != "minirow-bless"), "commands for developers have no page");
    }

    #[test]
    fn nothing_in_a_note_is_a_request() {
        let help = "Example:\n  minirow a --b 'c\\d'\n\n.a is no request,\nnor is\n'this";
        assert_eq!(
            notes(help),
            ".SH EXAMPLES\n.nf\nminirow a \\-\\-b 'c\\ed'\n.fi\n.SH NOTES\n\\&.a is no request,\nnor is\n\\&'this\n"
        );
    }
}
