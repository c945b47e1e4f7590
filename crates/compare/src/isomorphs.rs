//! `compare isomorphs`: how far ratings hang on which way round a puzzle is written down.

use std::path::PathBuf;

use minirow_core::{Digit, Puzzle, Symmetry};
use minirow_grade::{Limits, Rating, grade, grade_within};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use crate::bands::{self, BANDS};
use crate::grade::proper;
use crate::{markdown, puzzles, report, say};

const EXAMPLES: &str = "\
Examples:
  compare isomorphs crates/grade/tests/reference/se_random.csv
  compare isomorphs hard.csv --twins 3 --seed 7 --max-er 9.5";

/// Measures how ratings move when a puzzle is written down another way round.
///
/// Twins of a puzzle are made by relabelling its digits, by swapping lines, bands and stacks, by transposing it, and by
/// all of these together. As puzzles they are the same. Their ratings need not be: where Sudoku Explainer finds several
/// steps of the same rating it takes the first in reading order, and what it takes decides what comes after.
///
/// All cores are used; what comes out depends on the puzzles, the seed and the number of twins alone.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Puzzles in any text form, or CSV with a column `puzzle`; `-` for stdin.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many twins of each kind a puzzle gets; there is only one transposed.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    twins: u32,
    /// Where the random numbers start.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave out the puzzles that are rated higher.
    #[arg(long, value_name = "R", value_parser = rating)]
    max_er: Option<Rating>,
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
        all.extend(proper(puzzles::read(path)?)?.1);
    }
    let total = all.len();
    say(&format!("rating {total} puzzles and their twins"));
    let rated: Vec<Option<Family>> =
        all.into_par_iter().enumerate().map(|(index, puzzle)| Family::of(&puzzle, index as u64, args)).collect();
    let families: Vec<Family> = rated.into_iter().flatten().collect();
    let (puzzles, Args { twins, seed, .. }) = (families.len(), args);
    let mut text = format!("{puzzles} of {total} puzzles, {twins} twins of each kind, seed {seed}\n");
    for (number, kind) in KINDS.iter().enumerate() {
        let mut counts = [Count::default(); BANDS.len()];
        for family in &families {
            counts[family.band].add(&family.moves[number]);
        }
        text += &format!("\n{}\n\n{}", kind.name, table(&counts));
    }
    report::print(&text)?;
    Ok(())
}

/// A kind of twins.
struct SymmetryKind {
    name: &'static str,
    /// What is left of a symmetry if only this is done.
    part: fn(&Symmetry) -> Symmetry,
    /// Whether there is more than one.
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
    let [first, second] = [0, 1].map(|column| symmetry.cell(minirow_core::Cell::at(0, column)).row());
    let straight = if first == second { *symmetry } else { Symmetry::TRANSPOSE.then(symmetry) };
    straight.then(&digits_of(symmetry).inverse())
}

/// How far the ratings of a twin are from those of the original, in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move {
    er: u32,
    ep: u32,
    ed: u32,
}

/// What came of a puzzle and its twins.
struct Family {
    band: usize,
    /// By kind.
    moves: [Vec<Move>; KINDS.len()],
}

impl Family {
    /// Nothing, if the puzzle is harder than wanted.
    fn of(puzzle: &Puzzle, index: u64, args: &Args) -> Option<Family> {
        let limits = Limits { max_er: args.max_er, ..Limits::default() };
        let original = grade_within(puzzle, limits);
        let band = bands::place(original.er()?);
        let ratings = |grade: &minirow_grade::Grade| {
            [grade.er(), grade.ep(), grade.ed()].map(|rating| rating.expect("no limit was broken").tenths())
        };
        let [er, ep, ed] = ratings(&original);
        let moves = KINDS.each_ref().map(|kind| {
            let symmetries = symmetries(args.seed, index).take(if kind.is_random { args.twins as usize } else { 1 });
            let twins = symmetries.map(|symmetry| {
                let twin = ratings(&grade(&(kind.part)(&symmetry).puzzle(puzzle)));
                Move { er: er.abs_diff(twin[0]), ep: ep.abs_diff(twin[1]), ed: ed.abs_diff(twin[2]) }
            });
            twins.collect()
        });
        Some(Family { band, moves })
    }
}

/// Random symmetries for a puzzle. The kinds share them, so that `all together` is what the others do one by one.
fn symmetries(seed: u64, index: u64) -> impl Iterator<Item = Symmetry> {
    let mut numbers = ChaCha8Rng::seed_from_u64(seed);
    numbers.set_stream(index);
    // Of 2^64 numbers, the remainder favours some symmetries by less than one part in ten million.
    std::iter::repeat_with(move || Symmetry::nth(numbers.next_u64() % Symmetry::COUNT))
}

/// What is counted of the twins of a band.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Count {
    puzzles: u64,
    /// Those with any twin that is rated otherwise.
    puzzles_moved: u64,
    twins: u64,
    er_moved: u64,
    ep_moved: u64,
    ed_moved: u64,
    /// The sum of all moves of ER, in tenths.
    distance: u64,
    largest: u32,
}

impl Count {
    /// A puzzle with its twins.
    fn add(&mut self, moves: &[Move]) {
        self.puzzles += 1;
        self.puzzles_moved += u64::from(moves.iter().any(|twin| twin.er > 0));
        for twin in moves {
            self.twins += 1;
            self.er_moved += u64::from(twin.er > 0);
            self.ep_moved += u64::from(twin.ep > 0);
            self.ed_moved += u64::from(twin.ed > 0);
            self.distance += u64::from(twin.er);
            self.largest = self.largest.max(twin.er);
        }
    }

    fn and(self, other: &Count) -> Count {
        Count {
            puzzles: self.puzzles + other.puzzles,
            puzzles_moved: self.puzzles_moved + other.puzzles_moved,
            twins: self.twins + other.twins,
            er_moved: self.er_moved + other.er_moved,
            ep_moved: self.ep_moved + other.ep_moved,
            ed_moved: self.ed_moved + other.ed_moved,
            distance: self.distance + other.distance,
            largest: self.largest.max(other.largest),
        }
    }

    fn row(&self, name: &str) -> Vec<String> {
        let share =
            |part: u64, of: u64| if of == 0 { "-".into() } else { format!("{:.2}%", part as f64 * 100.0 / of as f64) };
        let distance = self.distance as f64 / 10.0;
        vec![
            name.to_owned(),
            self.puzzles.to_string(),
            share(self.er_moved, self.twins),
            if self.twins == 0 { "-".into() } else { format!("{:.3}", distance / self.twins as f64) },
            if self.er_moved == 0 { "-".into() } else { format!("{:.2}", distance / self.er_moved as f64) },
            format!("{}.{}", self.largest / 10, self.largest % 10),
            share(self.puzzles_moved, self.puzzles),
            share(self.ep_moved, self.twins),
            share(self.ed_moved, self.twins),
        ]
    }
}

fn table(counts: &[Count; BANDS.len()]) -> String {
    let head = [
        "ER",
        "puzzles",
        "twins with another ER",
        "mean move",
        "where it moves",
        "largest",
        "puzzles with such a twin",
        "another EP",
        "another ED",
    ];
    let bands = BANDS.iter().zip(counts).filter(|(_, count)| count.puzzles > 0);
    let rows = bands.map(|(band, count)| count.row(band.name));
    let all = counts.iter().fold(Count::default(), Count::and);
    markdown::table(&head, &rows.chain([all.row("all")]).collect::<Vec<_>>())
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
    fn moves_are_counted_by_twin_and_by_puzzle() {
        let still = Move { er: 0, ep: 0, ed: 0 };
        let mut count = Count::default();
        count.add(&[still, Move { er: 3, ep: 1, ed: 0 }, still, Move { er: 1, ep: 0, ed: 0 }]);
        count.add(&[still; 4]);
        assert_eq!(count.row("some"), ["some", "2", "25.00%", "0.050", "0.20", "0.3", "50.00%", "12.50%", "0.00%"]);
        let twice = count.and(&count);
        assert_eq!(twice.row("some")[2..], count.row("some")[2..]);
        assert_eq!(Count::default().row("none"), ["none", "0", "-", "-", "-", "0.0", "-", "-", "-"]);
    }
}
