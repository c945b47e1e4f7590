//! `canon`: one canonical form for each grid.

use crate::common::{AMBIGUOUS, CLASH, EMPTY, Folder, PUZZLE, SOLUTION, UNSOLVABLE, lines, rows, run};
use minirow_core::{Grid, Symmetry};

const FORM: &str = "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.";
const FORM_OF_SOLUTION: &str = "123456789457189263698273514271895346539764128864312957345928671786531492912647835";

fn equivalent(grid: &str, number: u64) -> String {
    Symmetry::nth(number).grid(&grid.parse().unwrap()).to_string()
}

/// Equivalent grids have the same form, even if they are not puzzles.
#[test]
fn any_grid_has_a_form() {
    let puzzles: Vec<String> = (0..100).map(|n| equivalent(PUZZLE, n * 12_045_678_901)).collect();
    let folder = Folder::new().with("in", lines(&puzzles));
    assert_eq!(folder.run("canon in").fine(), lines([FORM; 100]));
    assert_eq!(folder.run("canon in --blank 0").fine(), lines(vec![FORM.replace('.', "0"); 100]));
    for grid in [AMBIGUOUS, UNSOLVABLE, CLASH, EMPTY, SOLUTION] {
        let form = run(&format!("canon {grid}")).fine();
        assert_eq!(run(&format!("canon {}", equivalent(grid, 987_654_321_012))).fine(), form);
        assert_eq!(form.matches('.').count(), grid.matches('.').count());
    }
    assert_eq!(run(&format!("canon {CLASH}")).fine(), format!("{}11\n", ".".repeat(79)));
    assert_eq!(run(&format!("canon {EMPTY}")).fine(), format!("{EMPTY}\n"));
}

/// Puzzles with the same solution have the same form. Grids without exactly one solution have none.
#[test]
fn forms_of_solutions() {
    let folder =
        Folder::new().with("in", lines([PUZZLE, AMBIGUOUS, &equivalent(PUZZLE, 77_777_777_777), UNSOLVABLE, SOLUTION]));
    let output = folder.run("canon in --solution");
    assert_eq!(output.stdout, lines([FORM_OF_SOLUTION, "", FORM_OF_SOLUTION, "", FORM_OF_SOLUTION]));
    let message: Vec<&str> = output.stderr.lines().collect();
    assert_eq!((message.len(), message[1], output.status), (2, "in:4: no solution", 1));
    assert!(message[0].starts_with("in:2: several solutions: "), "{}", message[0]);
    assert_eq!(run(&format!("canon {SOLUTION}")).fine(), lines([FORM_OF_SOLUTION]));
}

/// The transformation can be parsed, and maps the grid to its form.
#[test]
fn automorphisms_and_transformations_are_columns() {
    let most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let grids =
        [PUZZLE.to_string(), EMPTY.into(), equivalent(most, 600_000_000_000), equivalent(PUZZLE, 1_000_000_000_000)];
    let folder = Folder::new().with("in", lines(&grids));
    let text = folder.run("canon in --automorphisms --transformation").fine();
    assert!(text.starts_with("puzzle,canonical,automorphisms,transformation\n"));
    let found = rows(&text);
    let automorphisms: Vec<&str> = found.iter().map(|row| &row["automorphisms"]).collect();
    assert_eq!(automorphisms, ["1", "1218998108160", "648", "1"]);
    for (row, grid) in found.iter().zip(&grids) {
        let transformation: Symmetry = row["transformation"].parse().unwrap();
        assert_eq!(
            (&row["puzzle"], transformation.grid(&grid.parse().unwrap()).to_string().as_str()),
            (grid.as_str(), &row["canonical"])
        );
    }
    assert_eq!(found[2]["canonical"], *most);
    let of_solution = rows(&folder.run("canon in --solution --transformation").stdout);
    let transformation: Symmetry = of_solution[0]["transformation"].parse().unwrap();
    let solution: Grid = SOLUTION.parse().unwrap();
    assert_eq!(transformation.grid(&solution).to_string(), of_solution[0]["canonical_solution"]);
    assert_eq!((&of_solution[1]["canonical_solution"], &of_solution[1]["transformation"]), ("", ""));
}

/// Candidates are not clues, so they have no canonical form.
#[test]
fn candidates_have_no_form() {
    let folder = Folder::new();
    folder.run(&format!("convert {PUZZLE} --to candidates --quiet --out in")).fine();
    let output = folder.run("canon in");
    let message = "in:1: found 729 candidates, expected 81 cells; canonical forms need clues";
    assert_eq!((output.stdout.as_str(), output.message(), output.status), ("\n", message, 1));
}

/// The largest grid of a class is the same for all its grids, and the transformation leads to it.
#[test]
fn the_largest_equivalent_grid() {
    let text = run(&format!("canon {PUZZLE} --max --transformation")).fine();
    let row = &rows(&text)[0];
    let symmetry: Symmetry = row["transformation"].parse().unwrap();
    let largest = symmetry.grid(&PUZZLE.parse().unwrap()).to_string();
    assert_eq!(&row["canonical"], largest);
    assert!(largest.starts_with("987") && largest > PUZZLE.replace('.', "0"));
    let moved = Symmetry::nth(987_654_321).grid(&PUZZLE.parse().unwrap());
    assert_eq!(run(&format!("canon {moved} --max")).fine(), format!("{largest}\n"));
    let solution = run(&format!("canon {PUZZLE} --max --solution")).fine();
    assert_eq!(run(&format!("canon {} --max", solution.trim())).fine(), solution);
}
