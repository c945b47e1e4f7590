//! The labels of a puzzle other than its rating: the number of nodes of the search, and the size of its backdoors.

use crate::common::Random;
use minirow_core::solver::{self, Solutions, State};
use minirow_core::{CandidateSet, Cell, Grid, Puzzle, backdoor, singles};

/// Removes clues in random order while the solution stays unique.
fn minimal(random: &mut Random) -> Puzzle {
    let mut grid = random.full_grid();
    let mut cells = Cell::ALL;
    for last in (1..81).rev() {
        cells.swap(last, random.below(last + 1));
    }
    for cell in cells {
        if !solver::is_clue_needed(&grid, cell) {
            grid.set(cell, None);
        }
    }
    Puzzle::new(grid).unwrap()
}

/// Returns the candidates that plain propagation leaves after these cells are placed.
fn come_to(puzzle: &Puzzle, candidates: &CandidateSet, cells: &[Cell]) -> CandidateSet {
    let solution = puzzle.solution();
    let mut candidates = *candidates;
    for &cell in cells {
        let digit = solution.digit(cell);
        candidates.place(minirow_core::Candidate { cell, digit });
    }
    singles::propagate_candidates(candidates).unwrap()
}

/// Computes the backdoor size by definition: every cell, then every pair of cells.
fn plain_backdoor(puzzle: &Puzzle) -> usize {
    let start = come_to(puzzle, &CandidateSet::from(puzzle.clues()), &[]);
    let solves = |cells: &[Cell]| come_to(puzzle, &start, cells).singles().is_full();
    let open: Vec<Cell> = (!start.singles().pattern()).iter().collect();
    if open.is_empty() {
        0
    } else if open.iter().any(|&cell| solves(&[cell])) {
        1
    } else if open.iter().any(|&one| open.iter().any(|&other| other < one && solves(&[one, other]))) {
        2
    } else {
        backdoor::MORE_THAN_TWO
    }
}

#[test]
fn backdoors_equal_those_of_the_plain_version() {
    let mut random = Random::new(31);
    let mut of_size = [0; 4];
    for _ in 0..150 {
        let puzzle = minimal(&mut random);
        let size = plain_backdoor(&puzzle);
        assert_eq!(backdoor::size(&puzzle), size, "{}", puzzle.clues());
        of_size[size] += 1;
    }
    assert!(of_size[0] > 20 && of_size[1] > 20 && of_size[2] > 0, "{of_size:?}");
}

/// Puzzles without a backdoor of two cells are rare. These are some of the hardest of the forum.
#[test]
fn two_cells_are_not_always_enough() {
    for (clues, size) in [
        ("........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3", 2),
        ("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1", 3),
        (".8..9....3......6....3...4.....1...5..2...9....7...8..65....1.....2.7........4...", 3),
    ] {
        let puzzle = Puzzle::new(clues.parse().unwrap()).unwrap();
        assert_eq!((backdoor::size(&puzzle), plain_backdoor(&puzzle)), (size, size), "{clues}");
    }
}

#[test]
fn equivalent_puzzles_have_backdoors_of_the_same_size() {
    let mut random = Random::new(32);
    for _ in 0..200 {
        let puzzle = minimal(&mut random);
        let equivalent = Puzzle::new(random.symmetry().grid(puzzle.clues())).unwrap();
        assert_eq!(backdoor::size(&equivalent), backdoor::size(&puzzle), "{}", puzzle.clues());
    }
}

/// Counts nodes by definition, with a separate stack.
fn plain_nodes(grid: &Grid) -> u64 {
    let (mut nodes, mut found, mut stack) = (0, 0, vec![State::from(grid)]);
    while let Some(mut state) = stack.pop() {
        if state.propagate().is_err() {
            continue;
        }
        let Some(cell) = state.branching_cell() else {
            found += 1;
            if found == 2 {
                break;
            }
            continue;
        };
        nodes += 1;
        let digit = state.digits(cell).first().unwrap();
        let mut refused = state;
        refused.remove(cell, digit);
        state.place(cell, digit);
        stack.extend([refused, state]);
    }
    nodes
}

#[test]
fn nodes_are_the_guesses_up_to_the_second_solution() {
    let mut random = Random::new(33);
    for _ in 0..2_000 {
        let grid = random.anything();
        assert_eq!(solver::nodes(&grid), plain_nodes(&grid), "{grid}");
        if solver::nodes(&grid) == 0 {
            assert!(Solutions::of(State::from(&grid)).count_next(2) < 2, "two solutions take a guess: {grid}");
        }
    }
    assert_eq!(solver::nodes(&Grid::EMPTY), plain_nodes(&Grid::EMPTY));
}

/// The numbers are part of data sets, so they must not change by accident.
#[test]
fn nodes_of_known_puzzles() {
    for (clues, nodes) in [
        ("003020600900305001001806400008102900700000008006708200002609500800203009005010300", 0),
        (".8..9....3......6....3...4.....1...5..2...9....7...8..65....1.....2.7........4...", 2),
        ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 61),
        ("........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3", 152),
    ] {
        assert_eq!(solver::nodes(&clues.parse().unwrap()), nodes, "{clues}");
    }
}
