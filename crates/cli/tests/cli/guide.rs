//! The commands of README and guide, each page run from top to bottom in an empty folder, and their links. Every third page is run
//! unless there is time for all.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{Folder, program};
use crate::size::stride;

/// Commands for a shell that are not run: they build or install.
const NOT_RUN: [&str; 2] = ["cargo test", "cargo install"];

/// A command of a page with the lines that it shows.
struct Example {
    line: usize,
    command: String,
    output: Vec<String>,
}

/// Returns README and the chapters that the summary of the guide lists.
fn pages() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let summary = fs::read_to_string(top.join("docs/src/SUMMARY.md")).unwrap();
    let chapters = summary.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    let chapters = chapters.map(|chapter| top.join("docs/src").join(chapter));
    [top.join("README.md")].into_iter().chain(chapters).collect()
}

/// Returns the commands of a page, and writes its files: blocks of TOML whose first line is `# NAME.toml`.
fn examples(page: &str, folder: &Folder) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut lines = page.lines().zip(1..);
    while let Some((start, _)) = lines.next() {
        let block: Vec<(&str, usize)> = match start.strip_prefix("```") {
            Some(_) => lines.by_ref().take_while(|(line, _)| !line.starts_with("```")).collect(),
            None => continue,
        };
        let first = block.first().map_or("", |(line, _)| line);
        if start == "```toml"
            && let Some(name) = first.strip_prefix("# ").filter(|name| name.ends_with(".toml"))
        {
            folder.write(name, block.iter().map(|(line, _)| format!("{line}\n")).collect::<String>());
        }
        if start != "```console" {
            continue;
        }
        for (text, line) in block {
            match (text.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => {
                    examples.push(Example { line, command: command.into(), output: Vec::new() });
                }
                (None, Some(Example { command, output, .. })) if output.is_empty() && command.ends_with('\\') => {
                    *command += &format!("\n{text}");
                }
                (None, Some(example)) => example.output.push(text.into()),
                (None, None) => panic!("line {line}: expected a command"),
            }
        }
    }
    examples
}

/// Returns `true` if lines are the expected ones, where `...` stands for any number of lines.
fn is_shown(found: &[&str], expected: &[String]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((first, rest)) if first == "..." => (0..=found.len()).any(|skipped| is_shown(&found[skipped..], rest)),
        Some((first, rest)) => found.first() == Some(&first.as_str()) && is_shown(&found[1..], rest),
    }
}

/// Runs the commands of a page. Returns how many there are, and what is wrong.
fn run(path: &Path) -> (usize, Vec<String>) {
    let folder = Folder::new();
    let page = fs::read_to_string(path).unwrap();
    let folders = format!("{}:/usr/bin:/bin", program().parent().unwrap().display());
    let mut wrong = Vec::new();
    let examples = examples(&page, &folder);
    for Example { line, command, output } in &examples {
        if NOT_RUN.iter().any(|start| command.starts_with(start)) {
            continue;
        }
        let script = format!("exec 2>&1; {}", command.replace("cargo xtask", "minirow"));
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).env("PATH", &folders).current_dir(folder.path("")).stdin(Stdio::null());
        let ended = shell.output().unwrap();
        let found = String::from_utf8_lossy(&ended.stdout).into_owned();
        let lines: Vec<&str> = found.trim_end().lines().collect();
        // Empty lines at the end only separate a command from the next.
        let end = output.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        if !ended.status.success() || (end > 0 && !is_shown(&lines, &output[..end])) {
            wrong.push(format!("{}:{line}: {command}\n{found}", path.display()));
        }
    }
    (examples.len(), wrong)
}

/// Returns the targets of a page's links and pictures.
fn links(page: &str) -> Vec<&str> {
    page.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

/// Returns the names by which links reach the headings of a page: in lower case, with hyphens for spaces.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |letter: char| match letter {
        ' ' => Some('-'),
        letter if letter.is_alphanumeric() || "-_".contains(letter) => Some(letter.to_ascii_lowercase()),
        _ => None,
    };
    headings.map(|heading| heading.chars().filter_map(kept).collect()).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut followed = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        for link in links(&page).into_iter().filter(|link| !link.starts_with("https://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            assert!(target.exists(), "{}: {link}", path.display());
            if !heading.is_empty() {
                let anchors = anchors(&fs::read_to_string(target).unwrap());
                assert!(anchors.iter().any(|anchor| anchor == heading), "{}: {link}", path.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 30, "{followed} links");
}

#[test]
fn every_command_does_what_its_page_shows() {
    let done: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let pages = pages().into_iter().step_by(stride(5));
        let running: Vec<_> = pages.map(|page| scope.spawn(move || run(&page))).collect();
        running.into_iter().map(|page| page.join().unwrap()).collect()
    });
    let wrong: Vec<&String> = done.iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.iter().map(|wrong| format!("\n{wrong}")).collect::<String>());
    let commands: usize = done.iter().map(|(commands, _)| commands).sum();
    assert!(commands * stride(5) > 80, "{commands} commands");
}
