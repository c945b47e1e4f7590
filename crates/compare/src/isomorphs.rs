//! `compare isomorphs`: the effect of the orientation of a puzzle on its ratings.

use std::path::PathBuf;

use minirow_core::{Cell, Digit, Puzzle, Symmetry};
use minirow_grade::{Grade, Limits, Rating, grade, grade_within};
use minirow_te::rate;
use minirow_time::estimate;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use crate::bands::{self, BANDS};
use crate::{puzzles, report, say, table};

const EXAMPLES: &str = "\
Examples:
  compare isomorphs crates/grade/tests/reference/se_random.csv
  compare isomorphs hard.csv --isomorphs 3 --seed 7 --max-er 9.5
  compare isomorphs hard.csv --scales";

/// Measures the differences between the ratings of equivalent puzzles.
///
/// Isomorphs of a puzzle are made by relabelling its digits, by swapping lines, bands and stacks, by transposing it, and
/// by all of these together. They are equivalent, but can have different ratings: if Sudoku Explainer finds several steps
/// of the same rating, it takes the first in reading order, and that decides the steps after it.
///
/// All cores are used. The results depend only on the puzzles, the seed and the number of isomorphs.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Puzzles in any form; `-` for stdin.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Number of isomorphs of each kind for a puzzle; there is only one transposed.
    #[arg(long, alias = "twins", value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    isomorphs: u32,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave out the puzzles that are rated higher.
    #[arg(long, value_name = "R", value_parser = rating)]
    max_er: Option<Rating>,
    /// Compare T&E ratings, solving times, and level and score of HoDoKu too, for symmetries of all kinds together. This takes
    /// several times as long.
    #[arg(long)]
    scales: bool,
}

fn rating(text: &str) -> Result<Rating, &'static str> {
    match text.parse::<f64>() {
        Ok(value) if (1.0..=20.0).contains(&value) => Ok(Rating::new(value)),
        _ => Err("expected a rating from 1.0 to 20.0"),
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for path in &args.files {
        all.extend(puzzles::read(path)?.proper()?);
    }
    let total = all.len();
    say(&format!("rating {total} puzzles and their isomorphs"));
    let rated: Vec<Option<Family>> =
        all.into_par_iter().enumerate().map(|(index, puzzle)| Family::of(&puzzle, index as u64, args)).collect();
    let families: Vec<Family> = rated.into_iter().flatten().collect();
    let (puzzles, Args { isomorphs, seed, .. }) = (families.len(), args);
    let mut text = format!("{puzzles} of {total} puzzles, {isomorphs} isomorphs of each kind, seed {seed}\n");
    for (number, kind) in KINDS.iter().enumerate() {
        let moves = |band: Option<usize>| {
            let families = families.iter().filter(move |family| band.is_none_or(|band| family.band == band));
            families.map(|family| family.moves[number].as_slice()).collect::<Vec<_>>()
        };
        let bands = BANDS.iter().enumerate().map(|(place, band)| (band.name, moves(Some(place))));
        let rows = bands.filter(|(_, moves)| !moves.is_empty()).chain([("all", moves(None))]);
        let rows: Vec<Vec<String>> = rows.map(|(name, moves)| row(name, &moves)).collect();
        text += &format!("\n{}\n\n{}", kind.name, table::markdown(&HEAD, &rows));
    }
    if args.scales {
        let rows = scale_rows(&families);
        text += &format!("\nAll scales, all together\n\n{}", table::markdown(&SCALES_HEAD, &rows));
    }
    report::print(&text)?;
    Ok(())
}

/// The columns of the table of scales.
const SCALES_HEAD: [&str; 4] =
    ["rating", "puzzles", "isomorphs with an equal value", "puzzles with equal isomorphs only"];

/// Returns the row of each rating: how many isomorphs, of all kinds together, have the value of the puzzle.
fn scale_rows(families: &[Family]) -> Vec<Vec<String>> {
    type Equal = fn(&Move, &OtherScales) -> bool;
    let ratings: [(&str, Equal); 7] = [
        ("ER", |found, _| found.er == 0),
        ("EP", |found, _| found.ep == 0),
        ("ED", |found, _| found.ed == 0),
        ("T&E depth, B, BxB, BxBB", |_, others| others.te),
        ("minutes, to the last bit", |_, others| others.minutes),
        ("HoDoKu's level", |_, others| others.hodoku_level),
        ("HoDoKu's score", |_, others| others.hodoku_score),
    ];
    let share =
        |part: usize, of: usize| if of == 0 { "-".into() } else { format!("{:.2}%", part as f64 * 100.0 / of as f64) };
    let row = |(name, is_equal): (&str, Equal)| {
        let equal: Vec<Vec<bool>> = families
            .iter()
            .map(|family| {
                let moves = family.moves[KINDS.len() - 1].iter().zip(&family.others);
                moves.map(|(found, others)| is_equal(found, others)).collect()
            })
            .collect();
        let (all, still) = (equal.iter().flatten().count(), equal.iter().flatten().filter(|&&equal| equal).count());
        let puzzles = equal.iter().filter(|isomorphs| isomorphs.iter().all(|&equal| equal)).count();
        vec![name.into(), families.len().to_string(), share(still, all), share(puzzles, families.len())]
    };
    ratings.into_iter().map(row).collect()
}

/// A kind of isomorphs.
struct SymmetryKind {
    name: &'static str,
    /// Returns the part of a symmetry that is of this kind.
    part: fn(&Symmetry) -> Symmetry,
    /// `false` if there is only one.
    is_random: bool,
}

static KINDS: [SymmetryKind; 4] = [
    SymmetryKind { name: "Digits relabelled", part: digits_of, is_random: true },
    SymmetryKind { name: "Lines, bands and stacks swapped", part: lines_of, is_random: true },
    SymmetryKind { name: "Transposed", part: |_| Symmetry::TRANSPOSE, is_random: false },
    SymmetryKind { name: "All together", part: |symmetry| *symmetry, is_random: true },
];

fn digits_of(symmetry: &Symmetry) -> Symmetry {
    Symmetry::relabel(Digit::ALL.map(|digit| symmetry.digit(digit))).expect("a permutation of the digits")
}

/// A symmetry transposes first, if at all, then swaps lines, then relabels: the ends are taken off.
fn lines_of(symmetry: &Symmetry) -> Symmetry {
    let [first, second] = [0, 1].map(|column| symmetry.cell(Cell::at(0, column)).row());
    let straight = if first == second { *symmetry } else { Symmetry::TRANSPOSE.then(symmetry) };
    straight.then(&digits_of(symmetry).inverse())
}

/// The distances between the ratings of an isomorph and those of the original, in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move {
    er: u32,
    ep: u32,
    ed: u32,
}

/// Tells which ratings on other scales an isomorph shares with the original.
#[derive(Clone, Copy)]
struct OtherScales {
    te: bool,
    minutes: bool,
    hodoku_level: bool,
    hodoku_score: bool,
}

/// A puzzle and its isomorphs.
struct Family {
    band: usize,
    /// The isomorphs of all kinds together on other scales, if these are compared.
    others: Vec<OtherScales>,
    /// The moves of the isomorphs of each kind.
    moves: [Vec<Move>; KINDS.len()],
}

impl Family {
    /// Rates a puzzle and its isomorphs. Returns `None` if the puzzle is harder than wanted.
    fn of(puzzle: &Puzzle, index: u64, args: &Args) -> Option<Family> {
        let limits = Limits { max_er: args.max_er, ..Limits::default() };
        let original = grade_within(puzzle, limits);
        let band = bands::place(original.er()?);
        let ratings = |grade: &Grade| {
            [grade.er(), grade.ep(), grade.ed()].map(|rating| rating.expect("no limit was broken").tenths())
        };
        let [er, ep, ed] = ratings(&original);
        let moves = KINDS.each_ref().map(|kind| {
            let count = if kind.is_random { args.isomorphs as usize } else { 1 };
            let isomorphs = symmetries(args.seed, index).take(count).map(|symmetry| {
                let found = ratings(&grade(&(kind.part)(&symmetry).puzzle(puzzle)));
                Move { er: er.abs_diff(found[0]), ep: ep.abs_diff(found[1]), ed: ed.abs_diff(found[2]) }
            });
            isomorphs.collect()
        });
        let others = if args.scales { other_scales(puzzle, index, args) } else { Vec::new() };
        Some(Family { band, others, moves })
    }
}

/// Compares a puzzle with its isomorphs of all kinds together on other scales.
fn other_scales(puzzle: &Puzzle, index: u64, args: &Args) -> Vec<OtherScales> {
    let values = |puzzle: &Puzzle| {
        let hodoku = minirow_hodoku::rate(puzzle, None).expect("there is no limit");
        (rate(puzzle, None).expect("there is no limit"), estimate(puzzle), hodoku.level(), hodoku.score())
    };
    let (te, minutes, level, score) = values(puzzle);
    let isomorphs = symmetries(args.seed, index).take(args.isomorphs as usize).map(|symmetry| {
        let found = values(&symmetry.puzzle(puzzle));
        OtherScales {
            te: found.0 == te,
            minutes: found.1 == minutes,
            hodoku_level: found.2 == level,
            hodoku_score: found.3 == score,
        }
    });
    isomorphs.collect()
}

/// Returns random symmetries for a puzzle. The kinds share them, so that `All together` is what the others do one by one.
fn symmetries(seed: u64, index: u64) -> impl Iterator<Item = Symmetry> {
    let mut numbers = ChaCha8Rng::seed_from_u64(seed);
    numbers.set_stream(index);
    // Of 2^64 numbers, the remainder favours some symmetries by less than one part in ten million.
    std::iter::repeat_with(move || Symmetry::nth(numbers.next_u64() % Symmetry::COUNT))
}

/// The columns of a table.
const HEAD: [&str; 9] = [
    "ER",
    "puzzles",
    "isomorphs with another ER",
    "mean difference",
    "mean if different",
    "largest difference",
    "puzzles with another ER",
    "another EP",
    "another ED",
];

/// Returns the row of some puzzles, given the moves of their isomorphs.
fn row(name: &str, puzzles: &[&[Move]]) -> Vec<String> {
    let isomorphs: Vec<&Move> = puzzles.iter().copied().flatten().collect();
    let moved = |rating: fn(&Move) -> u32| isomorphs.iter().filter(|isomorph| rating(isomorph) > 0).count();
    let ratings: [fn(&Move) -> u32; 3] = [|found| found.er, |found| found.ep, |found| found.ed];
    let [er_moved, ep_moved, ed_moved] = ratings.map(moved);
    let puzzles_moved = puzzles.iter().filter(|moves| moves.iter().any(|isomorph| isomorph.er > 0)).count();
    let distance = isomorphs.iter().map(|isomorph| u64::from(isomorph.er)).sum::<u64>() as f64 / 10.0;
    let largest = isomorphs.iter().map(|isomorph| isomorph.er).max().unwrap_or_default();
    let ratio = |part: f64, of: usize, decimals: usize, unit: &str| match of {
        0 => "-".into(),
        of => format!("{:.decimals$}{unit}", part / of as f64),
    };
    let share = |part: usize, of: usize| ratio(part as f64 * 100.0, of, 2, "%");
    vec![
        name.to_owned(),
        puzzles.len().to_string(),
        share(er_moved, isomorphs.len()),
        ratio(distance, isomorphs.len(), 3, ""),
        ratio(distance, er_moved, 2, ""),
        format!("{}.{}", largest / 10, largest % 10),
        share(puzzles_moved, puzzles.len()),
        share(ep_moved, isomorphs.len()),
        share(ed_moved, isomorphs.len()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_symmetry_make_it_up_again() {
        for symmetry in symmetries(1, 0).take(200) {
            let (lines, digits) = (lines_of(&symmetry), digits_of(&symmetry));
            let straight = lines.then(&digits);
            assert!(straight == symmetry || Symmetry::TRANSPOSE.then(&straight) == symmetry, "{symmetry:?}");
            assert_eq!(digits_of(&lines), Symmetry::IDENTITY);
            assert_eq!(lines_of(&digits), Symmetry::IDENTITY);
            assert_eq!(lines_of(&Symmetry::TRANSPOSE), Symmetry::IDENTITY);
        }
    }

    #[test]
    fn a_seed_and_an_index_give_their_own_symmetries() {
        let first = |seed, index| symmetries(seed, index).next().unwrap();
        assert_eq!(first(1, 2), first(1, 2));
        assert!(first(1, 2) != first(1, 3) && first(1, 2) != first(2, 2));
    }

    #[test]
    fn scales_are_compared_by_isomorph_and_by_puzzle() {
        let (still, moved) = (Move { er: 0, ep: 0, ed: 0 }, Move { er: 1, ep: 0, ed: 0 });
        let others = vec![OtherScales { te: true, minutes: true, hodoku_level: true, hodoku_score: true }; 2];
        let family =
            |last: Vec<Move>| Family { band: 0, others: others.clone(), moves: [vec![], vec![], vec![], last] };
        let rows = scale_rows(&[family(vec![still, still]), family(vec![still, moved])]);
        assert_eq!(rows[0], ["ER", "2", "75.00%", "50.00%"]);
        assert!(rows[1..].iter().all(|row| row[2..] == ["100.00%", "100.00%"]), "{rows:?}");
    }

    #[test]
    fn moves_are_counted_by_isomorph_and_by_puzzle() {
        let still = Move { er: 0, ep: 0, ed: 0 };
        let first = [still, Move { er: 3, ep: 1, ed: 0 }, still, Move { er: 1, ep: 0, ed: 0 }];
        let puzzles: [&[Move]; 2] = [&first, &[still; 4]];
        let found = row("some", &puzzles);
        assert_eq!(found, ["some", "2", "25.00%", "0.050", "0.20", "0.3", "50.00%", "12.50%", "0.00%"]);
        let twice = row("twice", &[puzzles, puzzles].concat());
        assert_eq!(twice[2..], found[2..]);
        assert_eq!(row("none", &[]), ["none", "0", "-", "-", "-", "0.0", "-", "-", "-"]);
    }
}
