//! `compare hodoku`: level, score and path of puzzles beside those that HoDoKu gave, and the time that they take.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use minirow_core::Puzzle;
use minirow_formats::Fields;
use minirow_hodoku::{Level, Rating, rate};

use crate::grade::{Sample, Work, head, heading, measure, row};
use crate::{WrongUse, puzzles, report, say, table};

const EXAMPLES: &str = "\
Examples:
  compare hodoku crates/hodoku/tests/reference/hodoku_random.csv
  compare hodoku hodoku_random.csv hodoku_paths.txt --rounds 1";

/// Compares level and score with the columns `level` and `score` of a file, and measures them.
///
/// In each round every puzzle of a file is rated, and then checked for uniqueness by the bitmask solver, a textbook
/// algorithm. The median processor time of each puzzle counts. The last column is the time of all ratings divided by that of the
/// solver for the same puzzles. It depends less on the machine than the times.
///
/// A file that HoDoKu has written in batch mode with `/vp` is compared step by step: a table lists the steps by technique, and
/// how many of them are equal, up to the first difference of each path. No times are printed if a rating or a path differs. A
/// CSV file without the columns is measured only.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    work: Work,
}

const LEVELS: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

/// A puzzle with what HoDoKu gave for it.
struct Expected {
    /// The file and the line.
    place: String,
    puzzle: Puzzle,
    level: String,
    score: String,
    /// The texts of the steps, if they are known.
    path: Option<Vec<String>>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut text = heading(args.work.rounds);
    let mut names = Vec::new();
    let mut samples = Vec::new();
    for (number, path) in args.work.files.iter().enumerate() {
        let (name, expected) = read(path)?;
        say(&format!("{name}: measuring"));
        let puzzles: Vec<Puzzle> = expected.iter().map(|expected| expected.puzzle).collect();
        let rate = |puzzle: &Puzzle| rate(puzzle, None).expect("there is no limit");
        let measured = measure(number, &puzzles, args.work.rounds, rate);
        text += &compare(&name, &expected, &measured)?;
        names.push(name);
        samples.extend(measured);
    }
    let of_file = |number: usize| samples.iter().filter(move |sample| sample.file == number);
    let rows = names.iter().enumerate().map(|(number, name)| row(name, of_file(number)));
    text += &format!("\n{}", table::markdown(&head("file"), &rows.collect::<Vec<_>>()));
    let of_level = |level: Level| samples.iter().filter(move |sample| sample.rating.level() == level);
    let rows = LEVELS.map(|level| row(&level.to_string(), of_level(level)));
    let rows: Vec<_> = rows.into_iter().chain([row("all", samples.iter())]).collect();
    text += &format!("\n{}", table::markdown(&head("level"), &rows));
    report::print(&text)?;
    Ok(())
}

/// Reads paths of HoDoKu, or puzzles in any form, with the values of two columns.
fn read(path: &Path) -> anyhow::Result<(String, Vec<Expected>)> {
    if path.extension().is_some_and(|extension| extension == "txt") {
        let text = std::fs::read_to_string(path)
            .with_context(|| WrongUse(format!("{}: could not be read", path.display())))?;
        if text.lines().nth(1).is_some_and(|line| line.starts_with("   ")) {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            return Ok((name.to_string(), paths(&name, &text)?));
        }
    }
    let file = puzzles::read(path)?;
    let column = |fields: &Fields, name: &str| fields.text(name).unwrap_or_default().into_owned();
    let expected = file.proper()?.into_iter().zip(&file.fields).enumerate().map(|(index, (puzzle, fields))| Expected {
        place: file.place(index),
        puzzle,
        level: column(fields, "level"),
        score: column(fields, "score"),
        path: None,
    });
    let expected = expected.collect();
    Ok((file.name, expected))
}

/// Parses what HoDoKu writes with `/vp`: a line `PUZZLE #1 Hard (486)`, and the steps with three spaces before each. Further lines
/// of a step have two.
fn paths(name: &str, text: &str) -> anyhow::Result<Vec<Expected>> {
    let mut all: Vec<Expected> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        let path = all.last_mut().and_then(|expected| expected.path.as_mut());
        match (line.strip_prefix("   "), line.starts_with("  "), path) {
            (Some(step), _, Some(path)) => path.push(step.to_owned()),
            (None, true, Some(path)) if !path.is_empty() => {
                let step = path.last_mut().expect("the path has a step");
                step.push('\n');
                step.push_str(line);
            }
            (None, false, _) => {
                let mut words = line.split_whitespace();
                let [Some(clues), Some(_), Some(level), Some(score)] = [(); 4].map(|()| words.next()) else {
                    bail!("{place}: found {line:?}, expected a puzzle with its number, level and score");
                };
                let clues = clues.parse().with_context(|| place.clone())?;
                let puzzle = Puzzle::new(clues).map_err(|error| anyhow!("{place}: {error}"))?;
                let score = score.trim_matches(['(', ')']).to_owned();
                all.push(Expected { place, puzzle, level: level.to_owned(), score, path: Some(Vec::new()) });
            }
            _ => bail!("{place}: found a step, expected a puzzle before it"),
        }
    }
    Ok(all)
}

/// Compares ratings and paths, and tells how many there are.
fn compare(name: &str, expected: &[Expected], measured: &[Sample<Rating>]) -> anyhow::Result<String> {
    let mut steps: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut compared = 0;
    let mut first_difference = None;
    for (expected, sample) in expected.iter().zip(measured) {
        let rating = &sample.rating;
        if expected.score.is_empty() {
            continue;
        }
        compared += 1;
        let ours = (rating.level().to_string(), rating.score().to_string());
        let place = &expected.place;
        if ours != (expected.level.clone(), expected.score.clone()) {
            let Expected { level, score, .. } = expected;
            first_difference
                .get_or_insert_with(|| format!("{place}: {} ({}), expected {level} ({score})", ours.0, ours.1));
        }
        let mut is_equal = true;
        for (number, step) in expected.path.iter().flatten().enumerate() {
            let ours = rating.path().get(number).map(ToString::to_string).unwrap_or_default();
            if is_equal && ours != *step {
                is_equal = false;
                first_difference.get_or_insert_with(|| format!("{place}: step {number} is {ours}, expected {step}"));
            }
            let [all, equal] = steps.entry(name_of(step).to_owned()).or_default();
            *all += 1;
            *equal += usize::from(is_equal);
        }
    }
    if let Some(difference) = first_difference {
        say(&by_technique(&steps));
        bail!("{difference}");
    }
    let table = if steps.is_empty() { String::new() } else { format!("\n{}\n", by_technique(&steps)) };
    Ok(format!("{name}: {compared} of {} ratings compared, all equal\n{table}", measured.len()))
}

/// Returns the name at the start of the text of a step.
fn name_of(step: &str) -> &str {
    let end = [": ", " in ", " => "].iter().filter_map(|end| step.find(end)).min();
    &step[..end.unwrap_or(step.len())]
}

/// Returns the table of steps by technique, the most frequent one first.
fn by_technique(steps: &BTreeMap<String, [usize; 2]>) -> String {
    let mut rows: Vec<_> = steps.iter().collect();
    rows.sort_by_key(|(_, [all, _])| std::cmp::Reverse(*all));
    let row = |(name, counts): (&String, &[usize; 2])| vec![name.clone(), counts[0].to_string(), counts[1].to_string()];
    table::markdown(&["step", "reference", "equal"], &rows.into_iter().map(row).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";

    #[test]
    fn paths_are_read_with_the_lines_of_chains() {
        let text =
            format!("{PUZZLE} #1 Medium (354)\n   Naked Single: r5c8=7\n   Forcing Chain => r1c1=8\n  r1c1=8 r1c1=8\n");
        let expected = paths("some.txt", &text).unwrap();
        assert_eq!((expected[0].level.as_str(), expected[0].score.as_str()), ("Medium", "354"));
        let steps = ["Naked Single: r5c8=7", "Forcing Chain => r1c1=8\n  r1c1=8 r1c1=8"];
        assert_eq!(expected[0].path.as_ref().unwrap(), &steps);
        let wrong = |text: &str| format!("{:#}", paths("some.txt", text).err().unwrap());
        assert_eq!(wrong("   Naked Single: r5c8=7\n"), "some.txt:1: found a step, expected a puzzle before it");
        assert!(wrong("Naked\n").starts_with("some.txt:1: found \"Naked\", expected a puzzle"));
    }

    #[test]
    fn a_difference_is_reported_with_its_place() {
        let puzzle = Puzzle::new(PUZZLE.parse().unwrap()).unwrap();
        let measured = measure(0, &[puzzle], 1, |puzzle| rate(puzzle, None).unwrap());
        let text = |score: u32, step: &str| format!("{PUZZLE} #1 Medium ({score})\n   {step}\n");
        let compare = |text: &str| compare("some.txt", &paths("some.txt", text).unwrap(), &measured);
        assert!(compare(&text(354, "Naked Single: r5c8=7")).unwrap().contains("| Naked Single |         1 |     1 |"));
        let error = compare(&text(355, "Naked Single: r5c8=7")).unwrap_err().to_string();
        assert_eq!(error, "some.txt:1: Medium (354), expected Medium (355)");
        let error = compare(&text(354, "Full House: r5c8=7")).unwrap_err().to_string();
        assert_eq!(error, "some.txt:1: step 0 is Naked Single: r5c8=7, expected Full House: r5c8=7");
    }

    #[test]
    fn names_end_where_the_pattern_starts() {
        assert_eq!(name_of("Forcing Net Contradiction in r8c8 => r3c2=6"), "Forcing Net Contradiction");
        assert_eq!(name_of("Bivalue Universal Grave + 1 => r8c7<>1"), "Bivalue Universal Grave + 1");
        assert_eq!(
            name_of("Locked Candidates Type 1 (Pointing): 5 in b5 => r6c139<>5"),
            "Locked Candidates Type 1 (Pointing)"
        );
    }
}
