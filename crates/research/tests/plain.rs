//! The fast methods find what plain ones find.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Grid, Puzzle, Solution, solver};
use minirow_research::{MinimalPuzzles, extensions, neighbours, reductions, unavoidable_sets};

const FULL: [&str; 3] = [
    "123568479864791352957243681218657934536489127749312865391825746472136598685974213",
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382",
    "639241785284765193517983624123857946796432851458619237342178569861594372975326418",
];

fn full(number: usize) -> Solution {
    Solution::new(FULL[number].parse().unwrap()).unwrap()
}

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// 17 clues.
const FEW: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// Returns the minimal differences of at most `most` cells to other solutions of the grid without the digits of a few numbers.
fn unavoidable_plain(grid: &Solution, most: usize, digits: usize) -> BTreeSet<(usize, u128)> {
    let mut found = BTreeSet::new();
    for omitted in (0_u32..1 << 9).filter(|omitted| omitted.count_ones() as usize == digits) {
        let keeps = |&cell: &Cell| omitted & 1 << grid.digit(cell).index() == 0;
        let clues = grid.grid().within(Cell::ALL.into_iter().filter(keeps).collect());
        let sets = solver::solutions(&clues).map(|other| grid.difference(&other));
        found.extend(sets.filter(|set| (1..=most).contains(&set.len())).map(|set| (set.len(), set.bits())));
    }
    let sets: Vec<CellSet> = found.iter().map(|&(_, bits)| CellSet::from_bits(bits)).collect();
    found.retain(|&(size, bits)| {
        let is_smaller = |set: &&CellSet| set.len() < size && set.is_subset(CellSet::from_bits(bits));
        sets.iter().find(is_smaller).is_none()
    });
    found
}

/// A set of up to seven cells has at most three digits, since each is there at least twice.
#[test]
fn unavoidable_sets_equal_the_differences_between_solutions() {
    for number in 0..3 {
        let grid = full(number);
        let found = unavoidable_sets(&grid, 7);
        assert!(found.is_sorted_by_key(|set| (set.len(), set.bits())));
        let found: BTreeSet<_> = found.iter().map(|set| (set.len(), set.bits())).collect();
        assert_eq!(found, unavoidable_plain(&grid, 7, 3), "{grid}");
    }
}

/// Sets of 10 cells may have five digits, whose completions are too many to list. These are all with at most four.
#[test]
fn large_unavoidable_sets_of_few_digits_are_those_of_the_plain_version() {
    let grid = full(2);
    let digits =
        |set: &CellSet| set.iter().map(|cell| 1_u16 << grid.digit(cell).index()).fold(0, |all, digit| all | digit);
    let found = unavoidable_sets(&grid, 12);
    let few = found.iter().filter(|set| digits(set).count_ones() <= 4).map(|set| (set.len(), set.bits()));
    assert_eq!(few.collect::<BTreeSet<_>>(), unavoidable_plain(&grid, 12, 4));
}

#[test]
fn each_unavoidable_set_is_minimal() {
    let grid = full(1);
    let sets = unavoidable_sets(&grid, 12);
    assert!(sets.len() > 200, "{}", sets.len());
    let is_unique = |cells: CellSet| solver::count(&grid.grid().within(!cells), 2) == 1;
    for set in sets {
        assert!(!is_unique(set), "{set:?}");
        assert!(set.iter().all(|cell| is_unique(set.without(cell))), "{set:?}");
    }
}

/// Removes each clue that is not needed in turn.
fn minimal_plain(puzzle: &Puzzle, seen: &mut BTreeSet<u128>, minimal: &mut BTreeSet<u128>) {
    let cells = puzzle.clues().pattern();
    if !seen.insert(cells.bits()) {
        return;
    }
    let redundant = puzzle.redundant_clues();
    if redundant.is_empty() {
        minimal.insert(cells.bits());
    }
    for cell in redundant.iter() {
        minimal_plain(&Puzzle::new(puzzle.clues().within(cells.without(cell))).unwrap(), seen, minimal);
    }
}

#[test]
fn minimal_puzzles_equal_those_of_the_plain_version() {
    for text in [PUZZLE, FEW, "003020600900305001001806400008102900700000008006708200002609500800203009005010300"] {
        let puzzle = puzzle(text);
        let mut expected = BTreeSet::new();
        minimal_plain(&puzzle, &mut BTreeSet::new(), &mut expected);
        for clues in [0..=81, 0..=22, 24..=81] {
            let search = MinimalPuzzles::within(puzzle.solution(), puzzle.clues().pattern(), clues.clone());
            let found: Vec<u128> = search.flatten().map(CellSet::bits).collect();
            let different: BTreeSet<u128> = found.iter().copied().collect();
            assert_eq!(different.len(), found.len(), "each comes once");
            let is_asked = |bits: &&u128| clues.contains(&CellSet::from_bits(**bits).len());
            assert_eq!(different, expected.iter().filter(is_asked).copied().collect(), "{text} {clues:?}");
        }
    }
}

/// The search for 16 clues would take hours. Sets without a common cell end it early for fewer.
#[test]
fn few_clues_are_refuted() {
    for (number, clues) in [(0, 13), (1, 10)] {
        let mut search = MinimalPuzzles::within(&full(number), CellSet::ALL, 0..=clues);
        assert!(search.all(|found| found.is_none()));
    }
}

/// Unavoidable sets without a common cell rule fewer clues out: nothing is searched.
#[test]
fn few_clues_of_a_puzzle_are_refuted() {
    let few = puzzle(FEW);
    let most = CellSet::ALL - Cell::ALL.into_iter().step_by(9).collect();
    for cells in [CellSet::ALL, most] {
        assert_eq!(MinimalPuzzles::within(&full(2), cells, 0..=8).count(), 0);
    }
    assert_eq!(MinimalPuzzles::within(few.solution(), few.clues().pattern(), 0..=16).flatten().count(), 0);
    assert_eq!(MinimalPuzzles::within(few.solution(), few.clues().pattern(), 0..=17).flatten().count(), 1);
}

/// All ways to add clues, each tried with a solver.
fn extensions_plain(grid: &Grid, add: usize, avoid: &CandidateSet) -> BTreeSet<String> {
    let mut grids = BTreeSet::from([grid.to_string()]);
    for _ in 0..add {
        let more = |text: &String| {
            let grid: Grid = text.parse().unwrap();
            let fits = move |candidate: &Candidate| grid.get(candidate.cell).is_none();
            let with = move |Candidate { cell, digit }| {
                let mut grid = grid;
                grid.set(cell, Some(digit));
                grid.to_string()
            };
            CandidateSet::ALL.iter().filter(move |candidate| fits(candidate) && !avoid.contains(*candidate)).map(with)
        };
        grids = grids.iter().flat_map(more).collect();
    }
    grids.into_iter().filter(|text| solver::count(&text.parse().unwrap(), 2) == 1).collect()
}

#[test]
fn extensions_equal_those_of_the_plain_version() {
    let puzzle = puzzle(PUZZLE);
    // Many solutions, few, one, none; more solutions than are held at a time.
    for (remove, add) in [(0, 0), (0, 1), (1, 0), (1, 1), (5, 1), (12, 1), (18, 1), (3, 2)] {
        let grid = reductions(puzzle.clues(), remove).nth(3 * remove).unwrap_or(*puzzle.clues());
        let avoid: CandidateSet =
            [Candidate { cell: Cell::from_index(2), digit: puzzle.solution().digit(Cell::from_index(2)) }]
                .into_iter()
                .collect();
        let mut found = Vec::new();
        let _ = extensions(&grid, add, &avoid, &mut |grid| {
            found.push(grid.to_string());
            ControlFlow::Continue(())
        });
        let different: BTreeSet<String> = found.iter().cloned().collect();
        assert_eq!(different.len(), found.len(), "each comes once");
        assert_eq!(different, extensions_plain(&grid, add, &avoid), "{remove} {add}");
    }
}

#[test]
fn neighbours_have_the_distance_that_was_asked_for() {
    let puzzle = puzzle(".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....");
    let mut found = 0;
    let _ = neighbours(&puzzle, 1, 2, &mut |grid| {
        let of = |grid: &Grid| grid.clues().collect::<BTreeSet<(Cell, minirow_core::Digit)>>();
        let [before, after] = [puzzle.clues(), grid].map(of);
        assert_eq!((before.difference(&after).count(), after.difference(&before).count()), (1, 2), "{grid}");
        found += 1;
        ControlFlow::Continue(())
    });
    assert!(found > 100, "{found}");
}
