//! Each property is that of its definition.

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, Grid, Puzzle, canon, singles, solver};
use minirow_grade::{Rating, path};
use minirow_research::{PROPERTIES, PropertyColumn, Tridagon, unavoidable_sets};

const REDUNDANT: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Singles do not solve it.
const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// Loki, the first puzzle with a tridagon that was found (mith, players' forum, 2021).
const LOKI: &str = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";

fn value(name: &str, puzzle: &Puzzle) -> String {
    name.parse::<PropertyColumn>().unwrap().of_puzzle(puzzle)
}

fn text<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

fn each(check: impl Fn(&Puzzle, &dyn Fn(&str) -> String)) {
    for clues in [REDUNDANT, HARD, LOKI] {
        let puzzle: Puzzle = clues.parse().unwrap();
        check(&puzzle, &|name| value(name, &puzzle));
    }
}

#[test]
fn clues_are_counted_by_cells_and_digits() {
    each(|puzzle, value| {
        let clues: Vec<(Cell, Digit)> = puzzle.clues().clues().collect();
        let count = |of: &dyn Fn(&Cell) -> bool| clues.iter().filter(|(cell, _)| of(cell)).count();
        assert_eq!(value("clues"), clues.len().to_string());
        let row = |number: usize| count(&|cell| cell.row() == number);
        let column = |number: usize| count(&|cell| cell.column() == number);
        let a_box = |number: usize| count(&|cell| cell.row() / 3 * 3 + cell.column() / 3 == number);
        assert_eq!(value("rows"), text((0..9).map(row)));
        assert_eq!(value("columns"), text((0..9).map(column)));
        assert_eq!(value("boxes"), text((0..9).map(a_box)));
        assert_eq!(value("bands"), text((0..3).map(|band| row(3 * band) + row(3 * band + 1) + row(3 * band + 2))));
        let stack = |stack: usize| count(&|cell| cell.column() / 3 == stack);
        assert_eq!(value("stacks"), text((0..3).map(stack)));
        let of_digit = |digit: Digit| clues.iter().filter(|(_, other)| *other == digit).count();
        assert_eq!(value("digits"), text(Digit::ALL.map(of_digit)));
        assert_eq!(value("empty_rows"), (0..9).filter(|&number| row(number) == 0).count().to_string());
        assert_eq!(value("empty_columns"), (0..9).filter(|&number| column(number) == 0).count().to_string());
        assert_eq!(value("empty_boxes"), (0..9).filter(|&number| a_box(number) == 0).count().to_string());
    });
}

#[test]
fn solutions_and_redundant_clues_are_those_of_a_solver() {
    each(|puzzle, value| {
        let is_redundant =
            |cell: &Cell| solver::count(&puzzle.clues().within(puzzle.clues().pattern().without(*cell)), 2) == 1;
        let redundant: Vec<Cell> = puzzle.clues().pattern().iter().filter(is_redundant).collect();
        assert_eq!(value("redundant"), text(&redundant));
        assert_eq!(value("minimal"), redundant.is_empty().to_string());
        assert_eq!(value("solution_count"), "1");
    });
    let solutions: PropertyColumn = "solution_count".parse().unwrap();
    assert_eq!(solutions.of_grid(&Grid::EMPTY), "1000000");
    let several: Grid = format!("{}{}", ".".repeat(18), &REDUNDANT[18..]).parse().unwrap();
    assert_eq!(solutions.of_grid(&several), solver::solutions(&several).count().to_string());
}

#[test]
fn forms_and_automorphisms_are_those_of_the_plain_version() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    let plain = canon::reference::grid(puzzle.clues());
    assert_eq!(value("canonical", &puzzle), plain.form.to_string());
    assert_eq!(value("automorphisms", &puzzle), plain.automorphisms.to_string());
    let pattern: Grid = HARD.replace(|c: char| c != '.', "1").parse().unwrap();
    assert_eq!(value("canonical_pattern", &puzzle), canon::reference::grid(&pattern).form.to_string());
    let plain = canon::reference::grid(puzzle.solution().grid());
    assert_eq!(value("canonical_solution", &puzzle), plain.form.to_string());
    assert_eq!(value("solution_automorphisms", &puzzle), plain.automorphisms.to_string());
    let symmetric: Puzzle =
        "003020600900305001001806400008102900700000008006708200002609500800203009005010300".parse().unwrap();
    assert_eq!([value("symmetry", &symmetric), value("symmetry", &puzzle)], ["both-mirrors", "none"]);
}

/// Fills cells, and places singles.
fn is_backdoor(puzzle: &Puzzle, cells: &[Cell]) -> bool {
    let mut grid = *puzzle.clues();
    cells.iter().for_each(|&cell| grid.set(cell, Some(puzzle.solution().digit(cell))));
    singles::propagate(&grid).unwrap().len() == 81
}

#[test]
fn backdoors_are_those_of_a_plain_loop() {
    each(|puzzle, value| {
        let after_singles = singles::propagate(puzzle.clues()).unwrap();
        let open: Vec<Cell> = Cell::ALL.into_iter().filter(|&cell| after_singles.digits(cell).len() > 1).collect();
        let (one, others): (Vec<Cell>, Vec<Cell>) = open.iter().partition(|&&cell| is_backdoor(puzzle, &[cell]));
        let pairs =
            others.iter().enumerate().flat_map(|(place, one)| others[..place].iter().map(|other| [*one, *other]));
        let pairs = pairs.filter(|pair| is_backdoor(puzzle, pair)).count();
        assert_eq!((value("backdoors_1"), value("backdoors_2")), (text(&one), pairs.to_string()));
        let size = match (is_backdoor(puzzle, &[]), one.is_empty(), pairs) {
            (true, ..) => 0,
            (_, false, _) => 1,
            (_, _, 1..) => 2,
            _ => 3,
        };
        assert_eq!(value("backdoor"), size.to_string());
    });
}

/// Fills cells, and takes steps up to a rating. Returns the cells that stay open.
fn open_after(puzzle: &Puzzle, cells: &[Cell], highest: Rating) -> Vec<Cell> {
    let mut grid = *puzzle.clues();
    cells.iter().for_each(|&cell| grid.set(cell, Some(puzzle.solution().digit(cell))));
    let steps = path(&Puzzle::new(grid).unwrap()).take_while(|step| step.rating() <= highest);
    steps.filter_map(|step| step.placement()).for_each(|placement| grid.set(placement.cell, Some(placement.digit)));
    Cell::ALL.into_iter().filter(|&cell| grid.get(cell).is_none()).collect()
}

#[test]
fn backdoors_up_to_a_technique_are_those_of_a_plain_loop() {
    let one = "9...34....7.............95.28.1..4...3.....854...76......3.1.62..12..7.......8...";
    let two = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let sizes = [
        (HARD, "naked-pair", 3.0, 0),
        (one, "naked-pair", 3.0, 1),
        (one, "xy-wing", 4.2, 1),
        (two, "pointing", 2.6, 2),
    ];
    for (clues, technique, highest, size) in sizes {
        let puzzle: Puzzle = clues.parse().unwrap();
        let open_with = |cells: &[Cell]| open_after(&puzzle, cells, Rating::new(highest));
        let is_backdoor = |cells: &[Cell]| open_with(cells).is_empty();
        let (one, others): (Vec<Cell>, Vec<Cell>) = open_with(&[]).iter().partition(|&&cell| is_backdoor(&[cell]));
        let value = |name: &str| value(&format!("{name}:{technique}"), &puzzle);
        assert_eq!(value("backdoors_1"), text(&one));
        let pairs =
            others.iter().enumerate().flat_map(|(place, one)| others[..place].iter().map(|other| [*one, *other]));
        let pairs = pairs.filter(|pair| is_backdoor(pair)).count();
        assert_eq!(value("backdoors_2"), pairs.to_string(), "{technique}");
        assert_eq!(
            size,
            [open_with(&[]).is_empty(), !one.is_empty(), pairs > 0, true].iter().position(|&is| is).unwrap()
        );
        assert_eq!(value("backdoor"), size.to_string(), "{technique}");
    }
}

#[test]
fn columns_are_read_by_name() {
    for name in ["clues", "backdoor", "backdoors_2:naked-pair"] {
        assert_eq!(name.parse::<PropertyColumn>().unwrap().to_string(), name);
    }
    let refused = |name: &str| name.parse::<PropertyColumn>().unwrap_err().to_string();
    assert!(refused("clue").starts_with("unknown property clue, expected one of clues, solution_count, minimal, "));
    assert_eq!(refused("clues:x-wing"), "clues has no technique");
    assert_eq!(refused("backdoor:xwing"), "unknown technique xwing (`minirow techniques` lists them)");
}

/// An equivalent puzzle has the same values, except for those that depend on places and digits.
#[test]
fn equivalent_puzzles_have_the_invariant_properties() {
    each(|puzzle, value| {
        let other = Puzzle::new(canon::grid(puzzle.clues()).form).unwrap();
        for property in PROPERTIES.iter().filter(|property| property.is_invariant) {
            let column: PropertyColumn = property.name.parse().unwrap();
            assert_eq!(value(property.name), column.of_puzzle(&other), "{}", property.name);
        }
    });
}

/// A set with one clue is why the clue is needed.
#[test]
fn sets_that_are_hit_once_make_clues_needed() {
    each(|puzzle, value| {
        let clues = puzzle.clues().pattern();
        let once = unavoidable_sets(puzzle.solution(), 12).into_iter().map(|set| set & clues);
        let once: Vec<CellSet> = once.filter(|hit| hit.len() == 1).collect();
        assert_eq!(value("hit_once"), once.len().to_string());
        let needed = once.iter().fold(CellSet::EMPTY, |all, &set| all | set);
        assert!(!needed.intersects(puzzle.redundant_clues()));
    });
}

/// Returns `true` if three digits can fill cells.
fn can_fill(cells: &[Cell], filled: &mut Vec<(Cell, usize)>) -> bool {
    let Some((&cell, others)) = cells.split_first() else { return true };
    (0..3).any(|digit| {
        if filled.iter().any(|&(other, used)| used == digit && cell.peers().contains(other)) {
            return false;
        }
        filled.push((cell, digit));
        let fits = can_fill(others, filled);
        filled.pop();
        fits
    })
}

/// Tries all cells of two bands and stacks.
fn fewest_guardians(candidates: &CandidateSet) -> Option<usize> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut fewest = None;
    let pairs = [[0, 1], [0, 2], [1, 2]];
    let arranged = |bands: [usize; 2], stacks: [usize; 2], boxes: [usize; 4]| -> Vec<Cell> {
        let of = |place: usize| {
            let (band, stack, order) = (bands[place / 2], stacks[place % 2], orders[boxes[place]]);
            (0..3).map(move |row| Cell::at(3 * band + row, 3 * stack + order[row]))
        };
        (0..4).flat_map(of).collect()
    };
    for number in 0..9 * 6_usize.pow(4) {
        let rest = number / 9;
        let boxes = [rest % 6, rest / 6 % 6, rest / 36 % 6, rest / 216];
        let cells = arranged(pairs[number % 3], pairs[number / 3 % 3], boxes);
        let common = cells.iter().fold(!0_u16, |common, &cell| {
            common & candidates.digits(cell).iter().map(|digit| 1 << digit.index()).sum::<u16>()
        });
        let common: Vec<usize> = (0..9).filter(|digit| common & 1 << digit != 0).collect();
        if common.len() < 3 || can_fill(&cells, &mut Vec::new()) {
            continue;
        }
        let all: usize = cells.iter().map(|&cell| candidates.digits(cell).len()).sum();
        fewest = Some(fewest.unwrap_or(usize::MAX).min(all - 36));
    }
    fewest
}

#[test]
fn tridagons_cannot_be_filled_with_three_digits() {
    each(|puzzle, value| {
        let candidates = singles::propagate(puzzle.clues()).unwrap();
        let found = Tridagon::with_fewest_guardians(puzzle);
        assert_eq!(found.as_ref().map(|found| found.guardians.len()), fewest_guardians(&candidates));
        assert_eq!(value("tridagon"), found.is_some().to_string());
        let Some(Tridagon { cells, digits, guardians }) = found else { return };
        assert_eq!(value("guardians"), text(guardians.iter()));
        assert!(cells.len() == 12 && !can_fill(&cells.iter().collect::<Vec<_>>(), &mut Vec::new()));
        assert!(cells.iter().all(|cell| digits.iter().all(|&digit| candidates.contains(Candidate { cell, digit }))));
        assert!(guardians.iter().any(|guardian| puzzle.solution().digit(guardian.cell) == guardian.digit));
    });
    assert_eq!(value("tridagon", &LOKI.parse().unwrap()), "true");
}

#[test]
fn properties_have_different_names() {
    let mut names: Vec<&str> = PROPERTIES.iter().map(|property| property.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), PROPERTIES.len());
}
