//! The check of all paths of a command before its work: no output is an input, and no two outputs are the same file.

use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches};
use minirow_files::{is_same_target, is_stream, standard};
use minirow_table::StoredManifest;

use crate::commands::print::folder::is_picture;

/// The use of the path of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Read,
    /// A file is written, or files into a folder.
    Write,
    /// A folder is replaced.
    Replace,
}

/// Returns how a command uses the paths of an argument, by the names of its values. `None` if it has none.
fn use_of(argument: &Arg) -> Option<Use> {
    let names = argument.get_value_names()?.iter().flat_map(|name| name.split('|'));
    let is_folder = names.clone().any(|name| name == "FOLDER");
    let is_path = is_folder || names.clone().any(|name| ["FILE", "TOML", "PDF", "CSV", "TRACE", "OUT"].contains(&name));
    let is_written = argument.get_help_heading() == Some("Output");
    match argument.get_id().as_str() {
        "temp_dir" => None, // its files have no names
        "out" if is_folder => Some(Use::Replace),
        _ if is_path => Some(if is_written { Use::Write } else { Use::Read }),
        _ => None,
    }
}

/// A path with its option for messages, which is empty for a file without one.
struct Given {
    option: String,
    path: PathBuf,
    use_of: Use,
}

/// Returns the message about an output that is an input, or two outputs that write the same file.
pub(crate) fn same_file(command: &clap::Command, matches: &ArgMatches) -> Option<String> {
    if let Some((name, below)) = matches.subcommand() {
        return same_file(command.find_subcommand(name)?, below);
    }
    let given = given_paths(command, matches);
    let written = WrittenFiles::of(command, matches);
    let mut outputs = (0..given.len()).filter(|&number| given[number].use_of != Use::Read);
    is_standard_output(&given).or_else(|| outputs.find_map(|output| written.conflict(&given, output)))
}

/// Returns the paths of the arguments on the command line, and those that are read with them.
fn given_paths(command: &clap::Command, matches: &ArgMatches) -> Vec<Given> {
    let mut given = Vec::new();
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        let Some(use_of) = use_of(argument).filter(|_| matches.value_source(id) == Some(ValueSource::CommandLine))
        else {
            continue;
        };
        let option = argument.get_long().map(|name| format!("--{name} ")).unwrap_or_default();
        let paths = matches.get_raw(id).into_iter().flatten().map(PathBuf::from);
        // A value that is read can also be the name of something that is built in.
        let is_path =
            |path: &Path| path != Path::new("-") && !is_stream(path) && (use_of != Use::Read || path.exists());
        for path in paths.filter(|path| is_path(path)) {
            // What a pack says about itself is read with it.
            let manifest = Some(StoredManifest::path_of(&path)).filter(|path| use_of == Use::Read && path.exists());
            let paths = [path].into_iter().chain(manifest);
            given.extend(paths.map(|path| Given { option: option.clone(), path, use_of }));
        }
    }
    if reads_standard_input(command, matches) {
        let of_input = |path: &Path| Given { option: String::new(), path: path.into(), use_of: Use::Read };
        given.extend(standard::input_file().map(of_input));
    }
    given
}

/// Returns the message about a path that is the file of standard output.
fn is_standard_output(given: &[Given]) -> Option<String> {
    let output = standard::output_file()?;
    let is_it = |given: &&Given| {
        is_same_target(output, &given.path) || given.use_of != Use::Write && is_below(&given.path, output)
    };
    let other = given.iter().find(is_it)?;
    Some(match other.use_of {
        Use::Read => is_input("standard output", "", other),
        Use::Write | Use::Replace => {
            let output = Given { option: "standard output".into(), path: PathBuf::new(), use_of: Use::Write };
            are_same(&other.path, &output, other)
        }
    })
}

/// The files that a command writes beside the path of an output.
struct WrittenFiles {
    suffixes: &'static [&'static str],
    has_shards: bool,
    overwrites: bool,
}

impl WrittenFiles {
    fn of(command: &clap::Command, matches: &ArgMatches) -> WrittenFiles {
        let has = |id: &str| command.get_arguments().any(|argument| argument.get_id() == id);
        let is_given = |id: &str| has(id) && matches.value_source(id) == Some(ValueSource::CommandLine);
        let (has_shards, overwrites) = (is_given("shard_rows"), is_given("force"));
        let has_partial = has("resume") || has_shards || command.get_name() == "merge";
        let suffixes = if has_partial { &["", ".part", ".part.json", ".manifest.json"][..] } else { &[""] };
        WrittenFiles { suffixes, has_shards, overwrites }
    }

    /// Returns the message about another path that an output would write to.
    fn conflict(&self, given: &[Given], number: usize) -> Option<String> {
        let output = &given[number];
        let Given { option, path, .. } = output;
        // The name of a folder may end in a slash.
        let target: PathBuf = minirow_files::link_target(path).components().collect();
        if option == "--out " && self.has_shards && path.is_symlink() {
            return Some(format!("{}: --out is a link, expected a name for the files of --shard-rows", path.display()));
        }
        // A file in a folder of inputs may be one of them.
        let is_in = |folder: &Path| folder.is_dir() && target.is_file() && is_below(folder, &target);
        let mut others = given.iter().enumerate().filter(|(other, _)| *other != number);
        others.find_map(|(other_number, other)| match other.use_of {
            Use::Read if self.writes(output, &target, &other.path) || is_in(&other.path) => {
                Some(is_input(&path.display().to_string(), option, other))
            }
            Use::Write | Use::Replace if self.writes(output, &target, &other.path) => {
                let (first, second) = if number < other_number { (output, other) } else { (other, output) };
                Some(are_same(path, first, second))
            }
            _ => None,
        })
    }

    /// Returns `true` if an output, which leads to a target, writes to a path.
    fn writes(&self, output: &Given, target: &Path, path: &Path) -> bool {
        let is_of = |suffix: &&str| {
            let written = minirow_files::beside(target, suffix);
            is_same_target(&written, path) || output.use_of == Use::Replace && is_below(&written, path)
        };
        let is_derived = || minirow_files::is_shard(target, path) || is_picture_in(target, path);
        self.suffixes.iter().any(is_of)
            || minirow_files::is_temporary(target, path)
            || output.use_of == Use::Write && (self.has_shards || self.overwrites) && is_derived()
    }
}

/// Returns the message about an output that is an input.
fn is_input(output: &str, option: &str, input: &Given) -> String {
    let is_stdin = standard::input_file() == Some(&input.path);
    let input = if is_stdin { "standard input".into() } else { format!("{}{}", input.option, input.path.display()) };
    format!("{output}: {option}is also an input ({input}), which would be overwritten")
}

/// Returns `true` if a file is in a folder, or is that path.
fn is_below(folder: &Path, path: &Path) -> bool {
    folder.canonicalize().is_ok_and(|folder| path.canonicalize().is_ok_and(|path| path.starts_with(folder)))
}

/// Returns the message about two outputs that are the same file.
fn are_same(path: &Path, first: &Given, second: &Given) -> String {
    let [first, second] = [first, second].map(|given| format!("{}{}", given.option, given.path.display()));
    format!("{}: {first} and {second} write the same file, expected different ones", path.display())
}

/// Returns `true` if a file is in a folder, and has the name of a picture that `print` may write there.
fn is_picture_in(folder: &Path, path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else { return false };
    folder.canonicalize().is_ok_and(|folder| path.parent() == Some(&folder)) && is_picture(&path)
}

/// Returns `true` if a command reads standard input: a file is `-`, or none is given.
fn reads_standard_input(command: &clap::Command, matches: &ArgMatches) -> bool {
    let mut read = command.get_arguments().filter(|argument| use_of(argument) == Some(Use::Read));
    read.any(|argument| {
        let mut values = matches.get_raw(argument.get_id().as_str()).into_iter().flatten().peekable();
        argument.is_positional() && values.peek().is_none() || values.any(|value| value == "-")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all arguments with paths of all commands: `pack --out writes`.
    fn paths(command: &clap::Command, all: &mut Vec<String>) {
        for argument in command.get_arguments() {
            if let Some(use_of) = use_of(argument) {
                let name = argument.get_long().map_or("FILE".into(), |name| format!("--{name}"));
                all.push(format!("{} {name}: {use_of:?}", command.get_name()));
            }
        }
        command.get_subcommands().for_each(|command| paths(command, all));
    }

    #[test]
    fn the_use_of_every_path_is_known() {
        let mut all = Vec::new();
        paths(&crate::cli::definitions(), &mut all);
        for expected in [
            "pack --out: Write",
            "pack --trace: Write",
            "pack --recipe: Read",
            "pack --exclude: Read",
            "pack --pattern: Read",
            "merge --out: Write",
            "merge FILE: Read",
            "print --font: Read",
            "print --bold-font: Read",
            "print --fallback-font: Read",
            "print --language: Read",
            "print --imprint: Read",
            "grade FILE: Read",
            "grade --out: Write",
            "dedup --against: Read",
            "dedup --report: Write",
            "split --dir: Write",
            "split --out: Write",
            "dataset --from: Read",
            "dataset --out: Replace",
            "audit --report: Write",
            "score --report: Write",
        ] {
            assert!(all.contains(&expected.to_string()), "{expected}: {all:#?}");
        }
    }
}
