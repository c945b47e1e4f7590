//! Text of unknown origin in every place where a command takes it: no control character and no mark of the direction of text
//! reaches a terminal.

use std::process::Stdio;
use std::sync::LazyLock;

use clap::{Arg, Command};
use minirow_text::is_unsafe;

use crate::common::{Folder, PUZZLE, SOLUTION, command};
use crate::size::{size, stride};

/// A title for the window, a colour, a control character beyond ASCII, delete, and marks of the direction of text.
const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J\u{7f}\u{202e}\u{2066}\u{61c}\u{200f}\t";

/// The commands that have no others below them, with their names.
static LEAVES: LazyLock<Vec<(String, Command)>> = LazyLock::new(|| {
    fn add(command: &Command, path: &str, all: &mut Vec<(String, Command)>) {
        for below in command.get_subcommands() {
            add(below, &format!("{path} {}", below.get_name()), all);
        }
        if !path.is_empty() && command.get_arguments().any(|argument| argument.get_id() != "help") {
            all.push((path.trim_start().into(), command.clone()));
        }
    }
    let mut root = <minirow_cli::Command as clap::Subcommand>::augment_subcommands(Command::new("minirow"));
    root.build();
    let mut all = Vec::new();
    add(&root, "", &mut all);
    all
});

/// The words that a command needs to have work to do.
fn base(name: &str) -> Vec<&str> {
    match name {
        "pack" => vec!["--count=2", "--quiet"],
        "dataset" => vec!["--out=set", "--from=in.csv"],
        "pack merge" => vec!["--out=merged.csv", "in.csv", "in.csv"],
        "split" => vec!["--column", "in.csv"],
        "techniques" | "benchmark write" | "benchmark baselines" | "completions" | "man" => vec![],
        _ => vec!["in.csv"],
    }
}

/// The files with hostile contents and names.
fn files() -> Vec<(String, String)> {
    let header = format!("id,puzzle,solution,level,er,split,section,weight,{HOSTILE}");
    let row = |id: &str| {
        format!("{id}{HOSTILE},{PUZZLE},{SOLUTION},hard{HOSTILE},2.0,train{HOSTILE},A{HOSTILE},1,x{HOSTILE}")
    };
    let csv = format!("{header}\n{}\n{}\n{HOSTILE},a,b\n", row("1"), row("2"));
    let json = |text: &str| serde_json::to_string(text).unwrap().replace("\\t", "\\\\");
    let object =
        format!("{{\"puzzle\":\"{PUZZLE}\",\"level\":{0},{0}:{0},\"list\":[{0}],\"split\":{0}}}\n", json(HOSTILE));
    let recipe =
        format!("title = '{0}'\n[[section]]\nname = 'A{0}'\ncount = 1\n\"{0}\" = 1\n", HOSTILE.replace('\t', ""));
    let sdk = format!("#A{HOSTILE}\n#D{HOSTILE}\n{}{HOSTILE}\n", PUZZLE.replace('.', "0"));
    let names = [("csv", csv), ("jsonl", object), ("toml", recipe), ("sdk", sdk), ("txt", format!("a{HOSTILE} = b\n"))];
    let files = names.map(|(ending, text)| (format!("a{HOSTILE}b.{ending}"), text));
    let manifest = format!("{{\"file\":\"x\",\"program\":{0},\"recipe\":{{{0}:{0}}}}}", json(HOSTILE));
    files.into_iter().chain([(format!("a{HOSTILE}b.csv.manifest.json"), manifest)]).collect()
}

/// The files of a data set with hostile contents, names and lists of checksums, in a folder with a hostile name.
fn data_set() -> (String, [(String, String); 3]) {
    let row = format!("puzzle,split\n{PUZZLE},{HOSTILE}\n{PUZZLE},b{HOSTILE}\n12{HOSTILE},\n");
    let text = serde_json::to_string(&format!("x{HOSTILE}")).unwrap();
    let listed = format!("{{\"dataset\":{text},\"files\":[{{\"file\":{text},\"bytes\":1,\"sha256\":{text}}}]}}");
    let sums = format!("{}  y{HOSTILE}.csv\n{HOSTILE}\n", "0".repeat(64));
    let files = [(format!("train{HOSTILE}.csv"), row), ("manifest.json".into(), listed), ("SHA256SUMS".into(), sums)];
    (format!("set{HOSTILE}"), files)
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("in.csv", format!("puzzle,solution,split\n{PUZZLE},{SOLUTION},train{HOSTILE}\n"));
    files().iter().for_each(|(name, text)| folder.write(name, text));
    let (name, files) = data_set();
    std::fs::create_dir(folder.path(&name)).unwrap();
    files.iter().for_each(|(file, text)| folder.write(&format!("{name}/{file}"), text));
    folder
}

/// Runs the program, and checks what it prints.
#[track_caller]
fn check(folder: &Folder, name: &str, words: &[String]) {
    let mut run = command(&folder.path(""), name);
    let output = run.args(words).stdin(Stdio::null()).output().unwrap();
    let case = format!("{name} {words:?}");
    assert!(output.status.code().is_some_and(|status| [0, 1, 2].contains(&status)), "{case}: {output:?}");
    // Rows of other programs keep their text; a picture of pixels has none.
    let is_json =
        words.iter().any(|word| ["--json", "--format=json", "--to=json"].iter().any(|json| word.starts_with(json)));
    let is_data = ["convert", "dedup", "grade", "properties", "split"].contains(&name) && !is_json
        || output.stdout.starts_with(b"\x89PNG");
    let is_document = output.stdout.starts_with(b"%PDF");
    for (stream, bytes, is_text) in
        [("errors", output.stderr, true), ("output", output.stdout, !is_data && !is_document)]
    {
        let text = String::from_utf8_lossy(&bytes);
        let found = text.chars().find(|&character| character != '\n' && is_unsafe(character));
        assert!(!is_text || found.is_none(), "{case}: {found:?} in {stream}: {text:?}");
        assert!(!is_text || text.lines().all(|line| !line.starts_with("owned")), "{case}: {stream}: {text:?}");
    }
}

fn values(argument: &Arg) -> Vec<String> {
    argument.get_possible_values().iter().map(|value| value.get_name().to_string()).collect()
}

#[test]
fn hostile_options_are_escaped() {
    for (name, definition) in &*LEAVES {
        let folder = folder();
        let has = |id: &str| definition.get_arguments().any(|argument| argument.get_id() == id);
        // By default, some options of each command.
        for argument in definition.get_arguments().skip(name.len() % stride(7)).step_by(stride(7)) {
            let option = argument.get_long().map_or(String::new(), |long| format!("--{long}"));
            // The option takes the place of a word that cannot be beside it.
            let replaces = |word: &str| match (&**name, &*option) {
                ("split", "--dir") => word == "--column",
                ("pack", "--recipe") => word == "--count=2",
                ("dataset", "--recipe" | "--exclude" | "--count" | "--levels") => word == "--from=in.csv",
                _ => word.split('=').next() == Some(&option),
            };
            let equals = if option.is_empty() { "" } else { "=" };
            let mut words = vec![format!("{option}{equals}x{HOSTILE}\nowned.csv")];
            words.extend(base(name).into_iter().filter(|word| !replaces(word)).map(String::from));
            check(&folder, name, &words);
            if has("force") && has("out") {
                let out = (!words.iter().any(|word| word.starts_with("--out="))).then(|| "--out=out.csv".to_string());
                check(&folder, name, &words.into_iter().chain(out).chain(["--force".into()]).collect::<Vec<_>>());
            }
        }
        check(&folder, name, &[format!("--{HOSTILE}\nowned")]);
        check(&folder, name, &[format!("--{HOSTILE}\nowned={HOSTILE}\nowned")]);
    }
    check(&folder(), "", &[format!("{HOSTILE}\nowned")]);
}

#[test]
fn hostile_files_are_escaped_in_every_form() {
    for (name, definition) in &*LEAVES {
        let folder = folder();
        let mut forms = vec![String::new()];
        for argument in
            definition.get_arguments().filter(|argument| ["format", "to"].contains(&argument.get_id().as_str()))
        {
            let option = argument.get_long().unwrap_or_default();
            forms.extend(values(argument).into_iter().map(|value| format!("--{option}={value}")));
        }
        let flags = definition.get_arguments().filter(|argument| !argument.get_action().takes_values());
        let flags = flags.filter_map(Arg::get_long).filter(|long| *long != "force");
        forms.extend(flags.map(|long| format!("--{long}")));
        let takes_files = definition.get_positionals().next().is_some();
        // Options with files of their own have a value name that tells it.
        let is_path = |argument: &&Arg| {
            let names = argument.get_value_names().unwrap_or_default();
            argument.get_id() != "out"
                && names.iter().any(|name| ["FILE", "TOML", "PDF", "NAME|FILE", "TAG|FILE"].contains(&name.as_str()))
        };
        let names = files().into_iter().map(|(file, _)| file).chain([data_set().0]);
        for (number, file) in names.enumerate().skip(name.len() % stride(3)).step_by(stride(3)) {
            if takes_files {
                // All forms of the rows, the check of a data set, and some forms of each other file.
                let is_chosen = |at: usize, form: &str| {
                    (number == 0 && at.is_multiple_of(stride(7))) || form == "--dataset" || at % 7 == number
                };
                let chosen = forms.iter().enumerate().filter(|(at, form)| is_chosen(*at, form));
                for (_, form) in chosen {
                    let words = [form.clone(), "--".into(), file.clone()];
                    let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
                    check(&folder, name, &words);
                }
            }
            for argument in definition.get_opts().filter(is_path) {
                let mut words = vec![format!("--{}={file}", argument.get_long().unwrap_or_default())];
                words.extend(base(name).into_iter().filter(|word| !word.starts_with("--from")).map(String::from));
                check(&folder, name, &words);
            }
        }
    }
}

/// Random options with random values on random files.
#[test]
fn random_hostile_words_are_escaped() {
    let size = size(20) / stride(5);
    let mut state: u64 = 42;
    let mut draw = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let hostile: Vec<char> = HOSTILE.chars().chain("\n\u{85}\u{2028}\u{e0041}\u{feff}a0='\"\\{%,:.-".chars()).collect();
    let folder = folder();
    let mut files: Vec<String> = files().into_iter().map(|(name, _)| name).collect();
    files.extend(["in.csv".into(), data_set().0]);
    for _ in 0..size {
        let (name, definition) = &LEAVES[draw(LEAVES.len())];
        let options: Vec<&Arg> = definition
            .get_opts()
            .filter(|argument| !["count", "color"].contains(&argument.get_id().as_str()))
            .collect(); // colours are escape sequences
        let mut words = Vec::new();
        for _ in 0..draw(4) {
            let Some(argument) = options.get(draw(options.len().max(1))) else { continue };
            let known = values(argument);
            let value = match draw(3) {
                0 if !known.is_empty() => known[draw(known.len())].clone(),
                1 => files[draw(files.len())].clone(),
                _ => (0..draw(12)).map(|_| hostile[draw(hostile.len())]).collect(),
            };
            words.push(format!("--{}={value}", argument.get_long().unwrap_or_default()));
        }
        if name == "pack" {
            words.push("--count=1".into());
        } else if name == "dataset" {
            words.extend(["--count=1".into(), "--out=set".into(), "--force".into()]);
        } else if definition.get_positionals().next().is_some() {
            words.push(files[draw(files.len())].clone());
        }
        check(&folder, name, &words);
    }
}
