//! `datasets`: the files under `datasets/` and the page of the techniques, made from what the code says; `--check` proves
//! that they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use minirow_gen::GENERATOR;
use minirow_grade::Level;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::commands::{Answer, techniques};
use crate::failure::{Failure, Result, say};
use crate::manifest::hex;
use crate::wish::{Wish, Wishes};
use crate::{loaders, output, records};

const EXAMPLES: &str = "\
Examples:
  minirow datasets             writes the files under datasets/
  minirow datasets --check     only says whether they are what the code makes";

/// The seed of all packs.
const SEED: u64 = 2026;

/// Puzzles in each.
const COUNT: u64 = 200;

/// Rebuild the files under datasets/, or check them
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write nothing; fail if a file is not what the code makes
    #[arg(long)]
    check: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        if self.check { Args::check_all() } else { Args::write_all() }?;
        Ok(Answer::Yes)
    }

    /// Writes every file that is not up to date.
    pub(crate) fn write_all() -> Result<()> {
        let top = workspace()?;
        for (name, contents) in files()? {
            let path = top.join(name);
            if fs::read(&path).ok().as_deref() != Some(contents.as_bytes()) {
                output::replace(&path, contents.as_bytes())?;
                say(&format!("written: {}", path.display()));
            }
        }
        Ok(())
    }

    /// Compares every file.
    pub(crate) fn check_all() -> Result<()> {
        let top = workspace()?;
        for (name, contents) in files()? {
            let path = top.join(name);
            if fs::read(&path).ok().as_deref() != Some(contents.as_bytes()) {
                let path = path.display();
                return Err(Failure::data(format!(
                    "{path}: is not what the code makes; `cargo xtask datasets` writes it"
                )));
            }
        }
        Ok(())
    }
}

/// The top of the workspace: where the folder `datasets` and the members are.
pub(super) fn workspace() -> Result<PathBuf> {
    let here = std::env::current_dir().map_err(|error| Failure::usage(format!("no current folder: {error}")))?;
    let is_top = |folder: &&Path| folder.join("datasets").is_dir() && folder.join("crates/core").is_dir();
    match here.ancestors().find(is_top) {
        Some(top) => Ok(top.to_path_buf()),
        None => Err(Failure::usage("this is not Minirow's repository: no folder datasets here or above")),
    }
}

/// Names from the top of the workspace, and contents.
fn files() -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    let mut manifest = "file,puzzles,sha256\n".to_string();
    let mut summary = String::new();
    for level in Level::ALL {
        let wish =
            Wish::new(Wishes { level: Some(level), ..Wishes::default() }, Arc::default()).map_err(Failure::usage)?;
        let line = |index| {
            let found = wish.find(SEED, index, |_| Ok(()))?;
            Ok(records::pack_line(SEED, index, &wish.prove(&found)?, &found.grade, records::Said::default()))
        };
        let lines = (0..COUNT).into_par_iter().map(line).collect::<Result<Vec<String>>>()?;
        let name = format!("{level}.csv");
        summary += &summary_line(&name, &lines);
        let contents = records::Further::default().header() + &lines.concat();
        manifest += &format!("{name},{COUNT},{}\n", hex(&Sha256::digest(contents.as_bytes())));
        files.push((format!("datasets/{name}"), contents));
    }
    files.push(("datasets/manifest.csv".into(), manifest));
    files.push(("datasets/README.md".into(), card(&summary)));
    files.push(("crates/grade/TECHNIQUES.md".into(), techniques::page()));
    Ok(files)
}

/// A line of the card's table: ratings, clues and the commonest hardest techniques of a file.
fn summary_line(name: &str, lines: &[String]) -> String {
    let all = |column| lines.iter().map(|line| records::pack_field(line, column).to_string()).collect::<Vec<_>>();
    let clues: Vec<usize> = all("clues").iter().map(|clues| clues.parse().expect("a number")).collect();
    let mean = clues.iter().sum::<usize>() as f64 / clues.len() as f64;
    let (least, most) = (clues.iter().min().expect("puzzles"), clues.iter().max().expect("puzzles"));
    let mut ratings = all("er");
    // As numbers: 10.1 is above 9.9.
    ratings.sort_unstable_by_key(|rating| (rating.len(), rating.clone()));
    let ratings = format!("{} - {}", ratings.first().expect("puzzles"), ratings.last().expect("puzzles"));
    let mut hardest = std::collections::BTreeMap::new();
    for slug in all("hardest") {
        *hardest.entry(slug).or_insert(0) += 1;
    }
    let mut hardest: Vec<(String, usize)> = hardest.into_iter().collect();
    hardest.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let hardest: Vec<String> = hardest.into_iter().map(|(slug, count)| format!("{slug} {count}")).collect();
    format!("| `{name}` | {} | {ratings} | {least} - {most}, mean {mean:.1} | {} |\n", lines.len(), hardest.join(", "))
}

fn card(summary: &str) -> String {
    include_str!("datasets/card.md")
        .replace("{generator}", GENERATOR)
        .replace("{seed}", &SEED.to_string())
        .replace("{summary}", summary.trim_end())
        .replace("{loaders}", &loaders::lines("easy.csv"))
}
