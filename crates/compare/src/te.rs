//! `compare te`: the T&E ratings of puzzles beside those in their file, and the time that they take.

use anyhow::bail;
use minirow_core::Puzzle;
use minirow_formats::Fields;
use minirow_te::{TeRating, rate};

use crate::grade::{Work, head, heading, measure, row};
use crate::{puzzles, report, say, table};

const EXAMPLES: &str = "\
Examples:
  compare te crates/te/tests/reference/te_random.csv
  compare te te_random.csv te_hard.csv --rounds 1";

/// Compares T&E depth, B, BxB and BxBB with the columns `te`, `b`, `bxb` and `bxbb` of a file, and measures them.
///
/// In each round every puzzle of a file is rated, and then checked for uniqueness by the bitmask solver, a textbook
/// algorithm. The median processor time of each puzzle counts. The last column is the time of all ratings divided by that of the
/// solver for the same puzzles. It depends less on the machine than the times.
///
/// No times are printed if a rating differs. A file without the columns is measured only.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    work: Work,
}

/// Tells which ratings belong to a group.
type Members = fn(TeRating) -> bool;

/// The groups of puzzles that take about the same time.
const GROUPS: [(&str, Members); 7] = [
    ("depth 0", |rating| rating.depth() == 0),
    ("depth 1, B 1 - 2", |rating| rating.b().is_some_and(|b| matches!(b, 1..=2))),
    ("depth 1, B 3 - 4", |rating| rating.b().is_some_and(|b| matches!(b, 3..=4))),
    ("depth 1, B 5 - 8", |rating| rating.b().is_some_and(|b| matches!(b, 5..=8))),
    ("depth 1, B from 9", |rating| rating.b().is_some_and(|b| b >= 9)),
    ("depth 2", |rating| rating.depth() == 2),
    ("depth 3", |rating| rating.depth() >= 3),
];

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut text = heading(args.work.rounds);
    let mut names = Vec::new();
    let mut samples = Vec::new();
    for (number, path) in args.work.files.iter().enumerate() {
        let file = puzzles::read(path)?;
        let proper = file.proper()?;
        say(&format!("{}: measuring", file.name));
        let rate = |puzzle: &Puzzle| rate(puzzle, None).expect("there is no limit");
        let measured = measure(number, &proper, args.work.rounds, rate);
        let mut compared = 0;
        for (index, sample) in measured.iter().enumerate() {
            let (ours, theirs) = (values(sample.rating), expected(&file.fields[index]));
            if theirs[0].is_empty() {
                continue;
            }
            compared += 1;
            if ours != theirs {
                let [ours, theirs] = [ours, theirs].map(|values| values.join(","));
                bail!("{}: te,b,bxb,bxbb is {ours}, expected {theirs}", file.place(index));
            }
        }
        text += &format!("{}: {compared} of {} ratings compared, all equal\n", file.name, measured.len());
        names.push(file.name);
        samples.extend(measured);
    }
    let of_file = |number: usize| samples.iter().filter(move |sample| sample.file == number);
    let rows = names.iter().enumerate().map(|(number, name)| row(name, of_file(number)));
    text += &format!("\n{}", table::markdown(&head("file"), &rows.collect::<Vec<_>>()));
    let rows = GROUPS.map(|(name, has)| row(name, samples.iter().filter(|sample| has(sample.rating))));
    let rows: Vec<_> = rows.into_iter().chain([row("all", samples.iter())]).collect();
    text += &format!("\n{}", table::markdown(&head("rating"), &rows));
    report::print(&text)?;
    Ok(())
}

/// Returns the values of the four columns.
fn values(rating: TeRating) -> [String; 4] {
    [Some(rating.depth()), rating.b(), rating.bxb(), rating.bxbb()]
        .map(|value| value.map(|value| value.to_string()).unwrap_or_default())
}

/// Returns the values of the four columns in a file.
fn expected(fields: &Fields) -> [String; 4] {
    ["te", "b", "bxb", "bxbb"].map(|name| fields.text(name).unwrap_or_default().into_owned())
}
