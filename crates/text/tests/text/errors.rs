//! Errors of bad text: the line, what was found and what was expected. The scanner continues with the next grid.

use minirow_text::{Board, Scanner};

/// Returns each result of the scanner, as `line: error` or `line: grid` with its number of clues.
fn scan(text: &str) -> Vec<String> {
    let mut scanner = Scanner::new();
    text.lines().for_each(|line| scanner.push(line));
    scanner.finish();
    std::iter::from_fn(|| scanner.pop())
        .map(|scanned| match scanned.result {
            Ok(Board::Grid(grid)) => format!("{}: {} clues", scanned.line, grid.clue_count()),
            Ok(Board::Candidates(candidates)) => format!("{}: {} candidates", scanned.line, candidates.len()),
            Err(error) => format!("{}: {error}", scanned.line),
        })
        .collect()
}

fn line(clues: &str) -> String {
    format!("{clues:.<81}")
}

#[test]
fn lines_of_the_wrong_length() {
    assert_eq!(scan(&line("5")[..80]), ["1: found 80 cells in a line, expected 81 (or 9 for a row)"]);
    assert_eq!(scan(&format!("{}.", line("5"))), ["1: found 82 cells in a line, expected 81 (or 9 for a row)"]);
    assert_eq!(
        scan(&format!("{},{}", &line("5")[..80], line("5"))),
        ["1: found 80 cells in a line, expected 81 (or 9 for a row)"],
        "the second field does not make up for the first"
    );
    assert_eq!(scan(&format!("{}\n{}\n", &line("5")[..80], line("12"))).last().unwrap(), "2: 2 clues");
}

#[test]
fn a_letter() {
    let text = line("12x");
    let expected = "1: found 'x' at position 3, expected a digit 1-9 or a blank (one of . 0 _ * -)";
    assert_eq!(scan(&text), [expected]);
}

/// Returns rows that differ, with three clues each.
fn rows(count: usize) -> String {
    (1..=count).map(|digit| format!("32{digit}......\n")).collect()
}

#[test]
fn rows_of_the_wrong_length_cost_one_grid_only() {
    let good = rows(9);
    let bad = rows(4) + "12.\n" + &rows(4);
    assert_eq!(
        scan(&format!("{bad}\n{good}")),
        ["5: found 3 cells in row 5, expected 9", "11: 27 clues"],
        "one error, then the next grid"
    );
    // A short line may be a remark, and then the row behind it is not the first one of a grid.
    assert_eq!(scan(&format!("{bad}{good}")), ["5: found 3 cells in row 5, expected 9"]);
    let bad = bad.replace("12.", "12......");
    assert_eq!(scan(&format!("{bad}{good}")), ["5: found 8 cells in row 5, expected 9", "10: 27 clues"]);
}

#[test]
fn too_few_rows() {
    assert_eq!(scan(&rows(8)), ["1: found 8 rows of a grid, expected 9"]);
    assert_eq!(
        scan(&(rows(4) + "\n" + "123......\n.........\n" + &".........\n".repeat(7))),
        ["1: found 4 rows of a grid, expected 9", "6: 3 clues"]
    );
}

#[test]
fn a_row_is_there_twice() {
    let rows = "1........\n2........\n".to_owned() + &".........\n".repeat(6);
    assert_eq!(scan(&(rows.clone() + "2........\n")), ["9: found row 9 twice, expected nine rows that differ"]);
    assert_eq!(scan(&(rows + ".........\n")), ["1: 2 clues"], "empty rows do not differ");
}

/// Returns nine rows with another digit in place of 1.
fn different(row: &str) -> Vec<String> {
    (1..=9).map(|digit| row.replacen('1', &digit.to_string(), 1)).collect()
}

#[test]
fn json_that_is_no_board() {
    let row = "[3,2,1,0,0,0,0,0,0]";
    let all = different(row);
    let all: [&str; 9] = std::array::from_fn(|at| &*all[at]);
    let board = |rows: &[&str]| format!("[{}]", rows.join(","));
    let expected = |problem: &str| format!("1: {problem} in a JSON board, expected 9 arrays of 9 numbers 0-9");
    assert_eq!(scan(&board(&all)), ["1: 27 clues"]);
    assert_eq!(scan(&board(&[row; 8])), [expected("found 8 rows")]);
    assert_eq!(scan(row), ["1: found 1 row of a grid, expected 9"]);
    let mut rows = all;
    rows[3] = "[1,2]";
    assert_eq!(scan(&board(&rows)), [expected("found 2 cells in row 4")]);
    rows[3] = "[1,2,3,0,0,0,0,0,12]";
    assert_eq!(scan(&board(&rows)), [expected("found 12 at row 4, cell 9")]);
    rows[3] = "[1,2,3,0,0,0,0,0,\"xy\"]";
    assert_eq!(scan(&board(&rows)), [expected("found \"xy\" at row 4, cell 9")]);
    for blank in ["null", "\"\"", "\"x\"", "-1", "None"] {
        let text = board(&all).replacen('0', blank, 1);
        assert!(scan(&text)[0].starts_with("1: found the blanks "), "a clue that was lost: {blank}");
    }
    let flat = board(&all).replace("],[", ",").replace("[[", "[").replace("]]", "]");
    assert_eq!(scan(&flat), ["1: 27 clues"], "a list of 81 numbers");
    assert_eq!(scan(&flat.replace("[3,2", "[3")), [expected("found 80 rows")]);
    assert_eq!(scan(&flat.replace("[3,2", "[3,12")), [expected("found 81 rows")]);
    assert_eq!(scan(&board(&all)[..100]), [expected("found an array that is not closed")]);
}

#[test]
fn a_json_list_of_boards_and_boards_over_several_lines() {
    let row = "[1,2,9,0,0,0,0,\"0\",0]";
    let board = format!("[\n{}\n]", different(row).join(",\n"));
    assert_eq!(scan(&format!("[{board},\n{board}]\n")), ["1: 27 clues", "12: 27 clues"]);
    let after = "23: found text after its end in an array of boards, expected the end of the text";
    assert_eq!(scan(&format!("[{board},\n{board}]\n{board}"))[2..], [after, "23: 27 clues"]);
    let many = format!("[{}]", vec![board.replace('\n', ""); 3000].join(","));
    assert_eq!(scan(&many).len(), 3000, "a long list on one line");
}

#[test]
fn forms_that_people_use() {
    let boxed = "\
        +-------+-------+-------+\n| 5 3 . | . 7 . | . . . |\n| 6 . . | 1 9 5 | . . . |\n| . 9 8 | . . . | . 6 . |\n\
        +-------+-------+-------+\n| 8 . . | . 6 . | . . 3 |\n| 4 . . | 8 . 3 | . . 1 |\n| 7 . . | . 2 . | . . 6 |\n\
        +-------+-------+-------+\n| . 6 . | . . . | 2 8 . |\n| . . . | 4 1 9 | . . 5 |\n| . . . | . 8 . | . 7 9 |\n\
        +-------+-------+-------+\n";
    assert_eq!(scan(boxed), ["2: 30 clues"]);
    let simple_sudoku = "\
        *-----------*\n|53.|.7.|...|\n|6..|195|...|\n|.98|...|.6.|\n|---+---+---|\n|8..|.6.|..3|\n|4..|8.3|..1|\n\
        |7..|.2.|..6|\n|---+---+---|\n|.6.|...|28.|\n|...|419|..5|\n|...|.8.|.79|\n*-----------*\n";
    assert_eq!(scan(simple_sudoku), ["2: 30 clues"]);
    let dashes = "53..7....\n6..195...\n.98....6.\n---------\n8...6...3\n4..8.3..1\n7...2...6\n---------\n\
        .6....28.\n...419..5\n....8..79\n";
    assert_eq!(scan(dashes), ["1: 30 clues"]);
    let bands = "530 070 000\n600 195 000\n098 000 060\n\n800 060 003\n400 803 001\n700 020 006\n\n\
        060 000 280\n000 419 005\n000 080 079\n";
    assert_eq!(scan(bands), ["1: 30 clues"]);
    assert_eq!(scan("-".repeat(81).as_str()), [""; 0]);
    assert_eq!(scan("---------\n".repeat(9).as_str()), [""; 0]);
    assert_eq!(scan(&format!("{}#comment", line("12"))), ["1: 2 clues"]);
    assert_eq!(scan(&"123456789".repeat(81)), ["1: 729 candidates"]);
}

#[test]
fn nothing_is_not_a_grid() {
    assert!(scan("").is_empty() && scan("\n\n# only a comment\n").is_empty());
    let edge = format!("*{}*", "-".repeat(79));
    for text in ["", &edge] {
        assert_eq!(minirow_text::parse(text).unwrap_err().to_string(), "found no grid, expected 81 cells");
    }
    let two = format!("{}\n{}", line("1"), line("2"));
    assert_eq!(minirow_text::parse(&two).unwrap_err().to_string(), "found several grids, expected one");
}

#[test]
fn rulers_between_grids_are_no_rows() {
    for between in ["\n---------\n\n", "\n---------\nGrid\n", "\n_________\n\n"] {
        let text = [rows(9), rows(9), rows(9), rows(9)].join(between);
        let found = scan(&text);
        assert!(found.len() == 4 && found.iter().all(|found| found.ends_with("27 clues")), "{between:?}: {found:?}");
    }
    let text = format!("---------\nTitle\n{}", rows(9));
    assert_eq!(scan(&text), ["3: 27 clues"]);
}
