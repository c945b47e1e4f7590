//! The five classic exercises that the toolkit is based on, as commands.

use crate::common::{Folder, PUZZLE, SOLUTION, assert_solves, houses, lines, run};

/// Fill an empty board: the smallest of all solutions.
#[test]
fn the_empty_board_is_filled() {
    let folder = Folder::new();
    let filled = folder.run_with("solve - --format grid", format!("{}\n", ".".repeat(81)));
    assert!(filled.status == 0 && filled.stderr.starts_with("several solutions, of which the smallest is written"));
    let filled = filled.stdout;
    assert_eq!(
        filled.trim_end(),
        "123456789\n456789123\n789123456\n214365897\n365897214\n897214365\n531642978\n642978531\n978531642"
    );
}

/// Complete a half-done board: nine lines in, nine lines out, and the smallest solution where there are several.
#[test]
fn nine_lines_in_nine_lines_out() {
    let solved = |board: &str| {
        let output = Folder::new().run_with("solve - --format grid", board);
        assert_eq!(output.status, 0, "{}", output.stderr);
        output.stdout
    };
    assert_eq!(
        solved("530070000\n600195000\n098000060\n800060003\n400803001\n700020006\n060000280\n000419005\n000080079\n")
            .trim_end(),
        "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179"
    );
    assert_eq!(
        solved(&("987654321\n".to_string() + &"000000000\n".repeat(8))).trim_end(),
        "987654321\n123789456\n456123789\n214365897\n365897142\n798241563\n532416978\n641978235\n879532614"
    );
}

const PROPAGATED: &str = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
const SEARCHED: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Candidates and propagation solve the first grid.
#[test]
fn a_grid_that_propagation_solves() {
    let pencilmarks = run(&format!("candidates {PROPAGATED} --format grid")).fine();
    assert!(pencilmarks.starts_with("clues only\n45   4578   3  |"), "{pencilmarks}");
    let (_, after) = pencilmarks.split_once("after placing singles: solved\n").expect(&pencilmarks);
    let digits: String = after.chars().filter(char::is_ascii_digit).collect();
    assert_solves(&digits, PROPAGATED);

    // The line with 729 characters agrees: nine characters for a cell, one of them a digit.
    let line = run(&format!("candidates {PROPAGATED}")).fine();
    assert_eq!(line.trim_end().len(), 729);
    assert_eq!(line.replace(['.', '\n'], ""), digits);
    assert_eq!(run(&format!("solve {PROPAGATED}")).fine(), format!("{digits}\n"));
}

/// The second grid keeps several candidates, and needs the search.
#[test]
fn a_grid_that_needs_a_search() {
    let pencilmarks = run(&format!("candidates {SEARCHED} --format grid")).fine();
    assert!(!pencilmarks.contains("solved"), "{pencilmarks}");
    let (before, after) = pencilmarks.split_once("\nafter placing singles\n").expect(&pencilmarks);
    assert!(before.contains("4     1679   12679   | 139   2369   1269    | 8     1239  5\n"), "{before}");
    assert!(after.contains("4     1679  12679   | 139   2369   269    | 8     1239  5\n"), "{after}");

    let solved = run(&format!("solve {SEARCHED}")).fine();
    let solution = solved.trim_end();
    assert_solves(solution, SEARCHED);
    assert_eq!(run(&format!("check {solution}")).fine(), "solved\n");
    let pack = Folder::new().with("pack.csv", format!("puzzle,solution\n{SEARCHED},{solution}\n"));
    let verdict = pack.run("check pack.csv").fine();
    assert!(["minimal\n", "proper\n"].contains(&verdict.as_str()), "{verdict}");
}

/// An array of arrays in, the completed array out.
#[test]
fn an_array_in_the_completed_array_out() {
    let board = |text: &str| -> Vec<Vec<u8>> {
        let numbers: Vec<u8> = text.bytes().map(|digit| if digit == b'.' { 0 } else { digit - b'0' }).collect();
        numbers.chunks(9).map(<[u8]>::to_vec).collect()
    };
    let input = serde_json::to_string_pretty(&board(PUZZLE)).unwrap();
    let output = Folder::new().run_with("solve - --format json", input).fine();
    assert_eq!(serde_json::from_str::<Vec<Vec<u8>>>(&output).unwrap(), board(SOLUTION));
    assert_eq!(output.lines().count(), 1, "a board is one line");
}

/// Units and peers: a single clue eliminates its digit from its 20 peers, and from no other cell.
#[test]
fn a_clue_eliminates_its_digit_from_its_peers() {
    let digit_of = |cell: usize| cell % 9 + 1;
    let with_one_clue = |cell: usize| format!("{}{}{}", ".".repeat(cell), digit_of(cell), ".".repeat(80 - cell));
    let folder = Folder::new().with("clues.txt", lines((0..81).map(with_one_clue)));
    let before = folder.run("candidates clues.txt --stage before").fine();
    assert_eq!(folder.run("candidates clues.txt --stage after").fine(), before, "a lone clue leads to no single");
    assert_eq!(before.lines().count(), 81);

    for (clue, line) in before.lines().enumerate() {
        let digit = digit_of(clue);
        assert_eq!(line.len(), 729);
        let possible = |cell: usize, digit: usize| line.as_bytes()[9 * cell + digit - 1] == b'0' + digit as u8;
        let see =
            |cell: usize| cell != clue && houses().iter().any(|house| house.contains(&cell) && house.contains(&clue));
        let peers: Vec<usize> = (0..81).filter(|&cell| see(cell)).collect();
        let without_digit: Vec<usize> = (0..81).filter(|&cell| !possible(cell, digit)).collect();
        assert_eq!(peers.len(), 20);
        assert_eq!(without_digit, peers, "the digit {digit} of the clue with index {clue}");

        // The other digits are eliminated from the cell of the clue, and from no other.
        for cell in 0..81 {
            for other in (1..=9).filter(|&other| other != digit) {
                assert_eq!(possible(cell, other), cell != clue, "{other} in the cell with index {cell}");
            }
        }

        // The digit is placed in the three houses of the clue, and eliminated where other houses cross them.
        let places = |house: &[usize; 9]| house.iter().filter(|&&cell| possible(cell, digit)).count();
        let (own, others): (Vec<_>, Vec<_>) = houses().into_iter().partition(|house| house.contains(&clue));
        assert_eq!((own.len(), others.len()), (3, 24));
        assert!(own.iter().all(|house| places(house) == 1));
        for house in others {
            let gone = house.iter().filter(|cell| peers.contains(cell)).count();
            assert_eq!(places(&house), 9 - gone, "the house {house:?}");
        }
    }
}
