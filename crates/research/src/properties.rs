//! Properties of grids and puzzles, by name.

use minirow_core::{Digit, Grid, House, PatternSymmetry, Puzzle, canon, solver};

use crate::backdoor::{self, UpTo};
use crate::tridagon::Tridagon;
use crate::unavoidable_sets;

/// The number of solutions that are counted.
const MOST_SOLUTIONS: u64 = 1_000_000;

/// The size of the unavoidable sets that are counted.
const UNAVOIDABLE: usize = 12;

/// A property, which is written as text. A [`PropertyColumn`](crate::PropertyColumn) has its values.
///
/// ```
/// use minirow_research::{PROPERTIES, PropertyKind};
/// let clues = PROPERTIES[0];
/// assert_eq!((clues.name, clues.kind), ("clues", PropertyKind::Number));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// The name of the column.
    pub name: &'static str,
    /// The definition, as a noun phrase.
    pub help: &'static str,
    /// The kind of values.
    pub kind: PropertyKind,
    /// `true` if equivalent grids have the same value. (Some rare steps of Sudoku Explainer depend on the order of cells.)
    pub is_invariant: bool,
    pub(crate) value: PropertyValue,
}

/// The kind of values of a property. See [`Property`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyKind {
    /// A whole number.
    Number,
    /// `true` or `false`.
    Flag,
    /// Any other text.
    Text,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum PropertyValue {
    Grid(fn(&Grid) -> String),
    Puzzle(fn(&Puzzle) -> String),
    Techniques(fn(&Puzzle, UpTo) -> String),
}

impl Property {
    /// Returns `true` if only puzzles with one solution have the property.
    pub fn needs_puzzle(&self) -> bool {
        !matches!(self.value, PropertyValue::Grid(_))
    }

    const fn new(name: &'static str, help: &'static str, value: PropertyValue) -> Property {
        Property { name, help, kind: PropertyKind::Text, is_invariant: false, value }
    }

    const fn number(self) -> Property {
        Property { kind: PropertyKind::Number, ..self }
    }

    const fn flag(self) -> Property {
        Property { kind: PropertyKind::Flag, ..self }
    }

    const fn invariant(self) -> Property {
        Property { is_invariant: true, ..self }
    }
}

const fn of_grid(name: &'static str, help: &'static str, value: fn(&Grid) -> String) -> Property {
    Property::new(name, help, PropertyValue::Grid(value))
}

const fn of_puzzle(name: &'static str, help: &'static str, value: fn(&Puzzle) -> String) -> Property {
    Property::new(name, help, PropertyValue::Puzzle(value))
}

const fn of_techniques(name: &'static str, help: &'static str, value: fn(&Puzzle, UpTo) -> String) -> Property {
    Property::new(name, help, PropertyValue::Techniques(value))
}

/// All properties, in the order of their columns.
pub static PROPERTIES: &[Property] = &[
    of_grid("clues", "Number of clues", |grid| grid.clue_count().to_string()).number().invariant(),
    of_grid("solution_count", "Number of solutions, up to 1,000,000", |grid| {
        solver::count(grid, MOST_SOLUTIONS).to_string()
    })
    .number()
    .invariant(),
    of_puzzle("minimal", "true if each clue is needed", |puzzle| puzzle.is_minimal().to_string()).flag().invariant(),
    of_puzzle("redundant", "Cells of the clues that can be removed one at a time", |puzzle| {
        names(puzzle.redundant_clues().iter())
    }),
    of_grid("symmetry", "Largest symmetry of the pattern, such as half-turn", |grid| {
        PatternSymmetry::of(grid.pattern()).to_string()
    }),
    of_grid("automorphisms", "Number of symmetries that do not change the grid", |grid| {
        canon::grid(grid).automorphisms.to_string()
    })
    .number()
    .invariant(),
    of_puzzle("solution_automorphisms", "Number of symmetries that do not change the solution", |puzzle| {
        canon::solution(puzzle.solution()).automorphisms.to_string()
    })
    .number()
    .invariant(),
    of_grid("canonical", "Canonical form of the grid", |grid| canon::grid(grid).form.to_string()).invariant(),
    of_grid("canonical_pattern", "Canonical form of the pattern, with 1 for each clue", |grid| {
        canon::grid(&pattern(grid)).form.to_string()
    })
    .invariant(),
    of_puzzle("canonical_solution", "Canonical form of the solution", |puzzle| {
        canon::solution(puzzle.solution()).form.to_string()
    })
    .invariant(),
    of_grid("bands", "Numbers of clues of the three bands", |grid| chutes(grid, &House::ROWS)),
    of_grid("stacks", "Numbers of clues of the three stacks", |grid| chutes(grid, &House::COLUMNS)),
    of_grid("rows", "Numbers of clues of the rows", |grid| houses(grid, &House::ROWS)),
    of_grid("columns", "Numbers of clues of the columns", |grid| houses(grid, &House::COLUMNS)),
    of_grid("boxes", "Numbers of clues of the boxes", |grid| houses(grid, &House::BOXES)),
    of_grid("digits", "Numbers of clues of the digits 1 to 9", |grid| {
        numbers(Digit::ALL.map(|digit| grid.clues().filter(|(_, other)| *other == digit).count()))
    }),
    of_grid("empty_rows", "Number of rows without a clue", |grid| without_clue(grid, &House::ROWS)).number(),
    of_grid("empty_columns", "Number of columns without a clue", |grid| without_clue(grid, &House::COLUMNS)).number(),
    of_grid("empty_boxes", "Number of boxes without a clue", |grid| without_clue(grid, &House::BOXES))
        .number()
        .invariant(),
    of_techniques(
        "backdoor",
        "Fewest cells with which singles solve the puzzle: 0 if none is needed, 3 if 2 are too few",
        |puzzle, up_to| backdoor::size(puzzle, up_to).to_string(),
    )
    .number()
    .invariant(),
    of_techniques(
        "backdoors_1",
        "Cells of which each alone lets singles solve the puzzle, if one is needed",
        |puzzle, up_to| names(backdoor::cells(puzzle, up_to).iter()),
    ),
    of_techniques(
        "backdoors_2",
        "Number of pairs of other cells with which singles solve the puzzle",
        |puzzle, up_to| backdoor::pairs(puzzle, up_to).to_string(),
    )
    .number()
    .invariant(),
    of_puzzle("hit_once", "Number of unavoidable sets of up to 12 cells with one clue", |puzzle| {
        let clues = puzzle.clues().pattern();
        let sets = unavoidable_sets(puzzle.solution(), UNAVOIDABLE);
        sets.iter().filter(|&&set| (set & clues).len() == 1).count().to_string()
    })
    .number()
    .invariant(),
    of_puzzle("tridagon", "true if there is a tridagon after singles", |puzzle| {
        Tridagon::with_fewest_guardians(puzzle).is_some().to_string()
    })
    .flag()
    .invariant(),
    of_puzzle("guardians", "Guardians of the tridagon with the fewest", |puzzle| {
        Tridagon::with_fewest_guardians(puzzle).map(|found| names(found.guardians.iter())).unwrap_or_default()
    }),
];

/// Returns the text of some values with a space between them.
fn names<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

fn numbers<const N: usize>(numbers: [usize; N]) -> String {
    names(numbers)
}

fn houses(grid: &Grid, houses: &[House; 9]) -> String {
    numbers(houses.map(|house| (house.cells() & grid.pattern()).len()))
}

fn chutes(grid: &Grid, lines: &[House; 9]) -> String {
    numbers(
        [0, 3, 6].map(|first| lines[first..first + 3].iter().map(|line| (line.cells() & grid.pattern()).len()).sum()),
    )
}

fn without_clue(grid: &Grid, houses: &[House; 9]) -> String {
    houses.iter().filter(|house| !house.cells().intersects(grid.pattern())).count().to_string()
}

/// Returns a grid with a 1 in each cell of a clue.
fn pattern(grid: &Grid) -> Grid {
    let mut pattern = Grid::EMPTY;
    grid.pattern().iter().for_each(|cell| pattern.set(cell, Some(Digit::D1)));
    pattern
}
