//! Canonical forms of solution grids with automorphisms of every kind. The symmetries that permute cells fall into 275
//! classes. Solution grids that are invariant under a symmetry of the class, up to relabelling, exist for 27 of them,
//! including the identity (Ed Russell and Frazer Jarvis, 2006, who counted the classes of grids with it).

use crate::common::Random;
use minirow_core::{Candidate, Cell, Digit, Grid, House, Solution, Symmetry, canon};

/// Returns the 22 kinds of permutations of nine lines: the cycles of the chutes, and the permutation of the three lines
/// of a chute after one cycle. Each gives the target of each line.
fn kinds_of_lines() -> Vec<[u8; 9]> {
    let within = [[0, 1, 2], [1, 0, 2], [1, 2, 0]];
    let mut kinds = Vec::new();
    for [a, b, c] in (0..27).map(|number| [number / 9, number / 3 % 3, number % 3]) {
        let mut add = |chutes: [u8; 3], turns: [usize; 3]| {
            kinds.push(std::array::from_fn(|line| 3 * chutes[line / 3] + within[turns[line / 3]][line % 3]));
        };
        if a <= b && b <= c {
            add([0, 1, 2], [a, b, c]);
        }
        if c == 0 {
            add([0, 2, 1], [a, b, 0]);
        }
        if b == 0 && c == 0 {
            add([1, 2, 0], [a, 0, 0]);
        }
    }
    kinds
}

/// Returns one symmetry of each class.
fn classes() -> Vec<Symmetry> {
    let kinds = kinds_of_lines();
    let mut classes = Vec::new();
    for (number, &rows) in kinds.iter().enumerate() {
        for &columns in &kinds[number..] {
            classes.push(Symmetry::permute(rows, columns).unwrap());
        }
        let same = std::array::from_fn(|line| line as u8);
        classes.push(Symmetry::TRANSPOSE.then(&Symmetry::permute(rows, same).unwrap()));
    }
    classes
}

/// Returns a permutation of digits of each kind, given by the lengths of its cycles, which add up to nine.
fn relabellings() -> Vec<Symmetry> {
    let mut found = Vec::new();
    let mut todo = vec![vec![]];
    while let Some(cycles) = todo.pop() {
        let start: usize = cycles.iter().sum();
        if start == 9 {
            let mut digits = Digit::ALL;
            let mut first = 0;
            for cycle in cycles {
                digits[first..first + cycle].rotate_left(1);
                first += cycle;
            }
            found.push(Symmetry::relabel(digits).unwrap());
            continue;
        }
        let longest = cycles.last().copied().unwrap_or(9).min(9 - start);
        for cycle in 1..=longest {
            todo.push([&cycles[..], &[cycle]].concat());
        }
    }
    found
}

/// Returns the orbit of each candidate under a symmetry, or `None` if two candidates of the orbit exclude each other.
fn orbits(symmetry: &Symmetry) -> Vec<Option<Vec<Candidate>>> {
    let all = Cell::ALL.into_iter().flat_map(|cell| Digit::ALL.map(|digit| Candidate { cell, digit }));
    all.map(|first| {
        let images =
            std::iter::successors(Some(first), |&last| Some(symmetry.candidate(last)).filter(|&next| next != first));
        let orbit: Vec<Candidate> = images.collect();
        let excluded = |one: &Candidate, other: &Candidate| {
            if one.cell == other.cell {
                one != other
            } else {
                one.digit == other.digit && one.cell.peers().contains(other.cell)
            }
        };
        orbit.iter().all(|other| !excluded(&first, other)).then_some(orbit)
    })
    .collect()
}

fn number(candidate: Candidate) -> usize {
    9 * candidate.cell.index() + candidate.digit.index()
}

/// Finds a solution that is invariant under a symmetry. A digit is placed together with its orbit, at the place with
/// the fewest choices. Each of the `places` must hold one of its candidates.
struct Search<'a> {
    orbits: &'a [Option<Vec<Candidate>>],
    places: &'a [Vec<Candidate>],
}

impl Search<'_> {
    fn solution(&self, grid: &Grid, left: &[bool; 729]) -> Option<Grid> {
        let is_placed = |candidate: &Candidate| grid.get(candidate.cell) == Some(candidate.digit);
        let to_fill = self.places.iter().filter(|place| !place.iter().any(is_placed));
        let is_left = |candidate: &&Candidate| left[number(**candidate)];
        let Some(place) = to_fill.min_by_key(|place| place.iter().filter(is_left).count()) else {
            return Some(*grid);
        };
        place.iter().filter(is_left).find_map(|&candidate| {
            let (mut grid, mut left) = (*grid, *left);
            for &placed in self.orbits[number(candidate)].as_ref()? {
                grid.set(placed.cell, Some(placed.digit));
                for digit in Digit::ALL.into_iter().filter(|&digit| digit != placed.digit) {
                    left[number(Candidate { digit, ..placed })] = false;
                }
                for cell in placed.cell.peers().iter() {
                    left[number(Candidate { cell, ..placed })] = false;
                }
            }
            self.solution(&grid, &left)
        })
    }
}

/// Returns the cells, and the places of each digit in each house.
fn places() -> Vec<Vec<Candidate>> {
    let cells = Cell::ALL.into_iter().map(|cell| Digit::ALL.map(|digit| Candidate { cell, digit }).to_vec());
    let houses = House::all()
        .flat_map(|house| Digit::ALL.map(|digit| house.cells().iter().map(|cell| Candidate { cell, digit }).collect()));
    cells.chain(houses).collect()
}

#[test]
fn grids_with_automorphisms_of_every_kind() {
    let mut random = Random::new(1);
    let classes = classes();
    assert_eq!(classes.len(), 275);
    let relabellings = relabellings();
    assert_eq!(relabellings.len(), 30);
    let places = places();
    let mut kinds = 0;
    for class in &classes {
        let found = relabellings.iter().find_map(|relabelling| {
            let symmetry = class.then(relabelling);
            let orbits = orbits(&symmetry);
            let left = std::array::from_fn(|candidate| orbits[candidate].is_some());
            Some((symmetry, Search { orbits: &orbits, places: &places }.solution(&Grid::EMPTY, &left)?))
        });
        let Some((symmetry, grid)) = found else { continue };
        kinds += 1;
        assert_eq!(symmetry.grid(&grid), grid);
        let mut order = 1;
        let mut power = symmetry;
        while power != Symmetry::IDENTITY {
            power = power.then(&symmetry);
            order += 1;
        }
        let solution = Solution::new(grid).unwrap();
        let canonical = canon::solution(&solution);
        assert_eq!(canonical.transformation.solution(&solution), canonical.form);
        assert!(canonical.automorphisms.is_multiple_of(order), "{grid}: {} and {order}", canonical.automorphisms);
        for _ in 0..20 {
            let equivalent = random.symmetry().solution(&solution);
            let of_equivalent = canon::solution(&equivalent);
            assert_eq!(
                (of_equivalent.form, of_equivalent.automorphisms),
                (canonical.form, canonical.automorphisms),
                "{equivalent}"
            );
            assert_eq!(of_equivalent.transformation.solution(&equivalent), canonical.form);
            // The clues of a puzzle with these automorphisms.
            let pattern = random.cells(12);
            let clues =
                pattern.iter().fold(pattern, |clues, cell| clues | symmetry.cells([cell].into_iter().collect()));
            let puzzle = grid.within(clues);
            let equivalent = random.symmetry().grid(&puzzle);
            let (one, other) = (canon::grid(&puzzle), canon::grid(&equivalent));
            assert_eq!((one.form, one.automorphisms), (other.form, other.automorphisms), "{puzzle}");
        }
    }
    assert_eq!(kinds, 27);
}
