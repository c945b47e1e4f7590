//! Progress of other programs, and the drawings of this program.

use crate::common::{read, write};
use minirow_core::{CandidateSet, Cell, Digit, Grid, Puzzle};
use minirow_formats::{Form, Reader, Record};

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

fn rows(cells: &str) -> String {
    (0..9).map(|row| format!("{}\n", &cells[9 * row..9 * row + 9])).collect()
}

/// Returns the errors of a text, and the number of records.
fn errors(text: &str) -> (Vec<String>, usize) {
    let (records, errors): (Vec<_>, Vec<_>) = Reader::new(text.as_bytes()).partition(Result::is_ok);
    (errors.into_iter().map(|error| error.unwrap_err().to_string()).collect(), records.len())
}

/// Returns the grid with some cells of the solution placed, as SudoCue writes it.
fn sdx(placed: &[usize]) -> String {
    let clues = grid(GRID);
    let mut state = clues;
    for &cell in placed {
        state.set(Cell::ALL[cell], grid(SOLUTION).get(Cell::ALL[cell]));
    }
    let candidates = CandidateSet::from(&state);
    let word = |index: usize| {
        let mark = if placed.contains(&index) { "u" } else { "" };
        format!("{mark}{}", candidates.digits(Cell::ALL[index]))
    };
    (0..9).map(|row| (9 * row..9 * row + 9).map(word).collect::<Vec<_>>().join(" ") + "\n").collect()
}

#[test]
fn placed_digits_of_sudocue_are_no_clues() {
    let empty: Vec<usize> = (0..81).filter(|&cell| GRID.as_bytes()[cell] == b'.').collect();
    let cases = [
        &empty[..1],
        &empty[..2],
        &empty[3..6],
        &empty[40..44],
        &empty[10..11],
        &empty[20..40],
        &empty[..30],
        &empty[..],
    ];
    for (number, placed) in cases.into_iter().enumerate() {
        let text = sdx(placed);
        let windows = format!("\u{feff}# a comment\r\n\r\n{}", text.replace('\n', "\r\n"));
        let spaced = text.replace(' ', "  ").replace('\n', " \n\n");
        for text in [&text, &windows, &spaced, &text.replace(' ', "\t")] {
            let record = read(text).remove(0);
            let clues = record.grid();
            assert!(placed.iter().all(|&cell| clues.get(Cell::ALL[cell]).is_none()), "{text}");
            assert!(placed.iter().all(|&cell| record.state().get(Cell::ALL[cell]).is_some()), "{text}");
            assert_eq!(Puzzle::new(clues).unwrap().solution().to_string(), SOLUTION, "{text}");
            // A last candidate that no other cell has cannot be told from a clue. There is none at first.
            assert!(number > 4 || clues == grid(GRID), "{text}");
        }
        assert_eq!(read(&format!("{text}\n{text}")).len(), 2);
    }
    // The candidates of the file are kept, also those that the player has eliminated.
    let record = read(&sdx(&empty[..1]).replacen("26 ", "6 ", 1)).remove(0);
    assert_eq!((record.grid(), record.pencilmarks(Cell::at(0, 3))), (grid(GRID), Digit::D6.into()));
}

/// A wrong digit removes candidates of other cells, whose last one is no clue.
#[test]
fn a_wrong_digit_of_sudocue_never_gives_another_puzzle() {
    let clues = grid(GRID);
    let mut read_count = 0;
    for cell in Cell::ALL.into_iter().filter(|&cell| clues.get(cell).is_none()) {
        for digit in CandidateSet::from(&clues).digits(cell).iter() {
            let mut state = clues;
            state.set(cell, Some(digit));
            let candidates = CandidateSet::from(&state);
            let word = |other: Cell| match candidates.digits(other) {
                digits if other == cell => format!("u{digits}"),
                digits => digits.to_string(),
            };
            let words: Vec<String> = Cell::ALL.into_iter().map(word).collect();
            let text: String = words.chunks(9).map(|row| row.join(" ") + "\n").collect();
            for record in Reader::new(text.as_bytes()).flatten().map(|read| read.record) {
                assert_eq!(Puzzle::new(record.grid()).unwrap().solution().to_string(), SOLUTION, "{text}");
                assert_eq!(record.state().get(cell), Some(digit), "{text}");
                read_count += 1;
            }
        }
    }
    assert!(read_count > 100, "{read_count} files were read");
}

#[test]
fn damaged_progress_of_sudocue_is_refused() {
    let text = sdx(&[2, 12]);
    let lines: Vec<&str> = text.lines().collect();
    let changed = |row: usize, line: &str| {
        let mut lines = lines.clone();
        lines[row] = line;
        lines.join("\n")
    };
    let cases = [
        lines[..8].join("\n"),
        changed(8, lines[8].rsplit_once(' ').unwrap().0),
        changed(8, &format!("{} 5", lines[8])),
        changed(8, &lines[8].replacen(' ', " x", 1)),
        changed(8, &lines[8].replacen(' ', " 0", 1)),
        changed(8, &lines[8].replacen(' ', " u", 1)),
        changed(8, &lines[8].replacen(' ', " 91", 1)),
        changed(8, &lines[8].replacen(' ', " -", 1)),
        changed(8, "hello"),
        format!("{text}1 2 3\n"),
        format!("{text}{}", lines[..5].join("\n")),
    ];
    for text in cases {
        let (errors, records) = errors(&text);
        assert!(!errors.is_empty() && records <= 1, "{text}: {errors:?}");
    }
    // Without a placed digit, the text has a grid of candidates as before.
    let plain = read(&sdx(&[]));
    assert_eq!((plain.len(), plain[0].candidates()), (1, CandidateSet::from(&grid(GRID))));
}

/// A state or pencilmarks that do not fit refuse the puzzle, whose progress would be lost.
#[test]
fn progress_of_sadman_that_does_not_fit_refuses_the_puzzle() {
    let puzzle = format!("#ARuud\n[Puzzle]\n{}", rows(GRID));
    let state = |cells: &str| format!("{puzzle}[State]\n{}", rows(cells));
    let marks = format!("[PencilMarks]\n{}", ",,,,,,,,\n".repeat(9));
    let wrong = |index: usize, digit: &str| format!("{}{digit}{}", &GRID[..index], &GRID[index + 1..]);
    for (text, error) in [
        (state(&wrong(0, "9")), "line 12: found 9 in r1c1, expected the clue 5"),
        (state(&wrong(0, ".")), "line 12: found nothing in r1c1, expected the clue 5"),
        (state(&wrong(80, "1")), "line 12: found 1 in r9c9, expected the clue 9"),
        (state(&wrong(9, "5")), "line 12: found 5 in r2c1, expected the clue 6"),
        (format!("{}{marks}", state(&wrong(1, "."))), "line 12: found nothing in r1c2, expected the clue 3"),
        (
            format!("{}[Colors]\nred\n{marks}", state(&wrong(1, "."))),
            "line 12: found nothing in r1c2, expected the clue 3",
        ),
        (format!("{puzzle}[State]\n{}", rows(GRID).replacen("53", "5", 1)), "line 12: "),
        (format!("{puzzle}[State]\n53..7....\n"), "line 12: "),
        (format!("{puzzle}[PencilMarks]\n,,,\n"), "line 12: found 1 line, expected 9"),
        (
            format!("{puzzle}[PencilMarks]\n,,x,,,,,,\n{}", ",,,,,,,,\n".repeat(8)),
            "line 12: found \"x\" in r1c3, expected digits 1-9",
        ),
    ] {
        let (found, records) = errors(&text);
        assert!(
            found.len() == 1 && records == 0 && found[0].starts_with(error),
            "{text}\n{found:?}, {records} records"
        );
        let (found, records) = errors(&format!("{text}\n{puzzle}"));
        assert!(found.len() == 1 && records == 1, "{text}\n{found:?}, {records} records");
    }
    let fine = state(&wrong(2, "4"));
    assert_eq!((errors(&fine).1, read(&fine)[0].state().clue_count()), (1, 31));
}

/// The progress behind a label that is broken in two is never another puzzle.
#[test]
fn the_state_of_sadman_behind_a_broken_label_is_no_puzzle() {
    let puzzle = format!("[Puzzle]\n{}", rows(GRID));
    // A wrong digit, too, so that it has no solution.
    for digit in ["4", "1"] {
        let state = rows(&format!("{}{digit}{}", &GRID[..2], &GRID[3..]));
        for at in 1..7 {
            let label = format!("{}\n{}", &"[State]"[..at], &"[State]"[at..]);
            let text = format!("{puzzle}{label}\n{state}");
            for more in ["".into(), format!("\n#ARuud\n{puzzle}"), format!("\n{puzzle}")] {
                let text = format!("{text}{more}");
                let records = Reader::new(text.as_bytes()).filter_map(Result::ok);
                let grids: Vec<String> = records.map(|read| read.record.grid().to_string()).collect();
                let count = 1 + usize::from(!more.is_empty());
                assert!(grids.len() == count && grids.iter().all(|grid| grid == GRID), "{text}\n{grids:?}");
            }
        }
    }
}

/// The digits of a player may make two rows equal.
#[test]
fn a_state_of_sadman_with_two_equal_rows_is_kept() {
    let of_rows = |first: &str, second: &str| grid(&format!("{first}{second}{}", ".".repeat(63)));
    let mut record = Record::from(of_rows("12.......", "..3......"));
    record.set_progress(of_rows("..3......", "12......."), None);
    let written = write(&[record.clone()], Form::Sdk, None).0;
    assert_eq!(read(&written)[0].progress, record.progress, "{written}");
}

/// Lines of HoDoKu's library with any digits, or none, come back.
#[test]
fn lines_of_hodoku_come_back_to_the_byte() {
    for start in [
        ":0000:x:",
        ":0610::",
        ":0706:9:",
        ":0200:12:",
        ":0000::",
        ":0610:x:",
        ":0000:5:",
        ":1101-2::",
        ":0904:x:",
        ":0003:7:",
    ] {
        for end in ["::::", ":214:::", "::123 456::", ":::12:", ":::5:", "::423::x", "::::x:y"] {
            let line = format!("{start}{}{end}\n", GRID.replacen("..", "+4.", 1));
            let records = read(&line);
            let csv = write(&records, Form::Csv, None).0;
            let again = write(&read(&csv), Form::Hodoku, None).0;
            let direct = write(&records, Form::Hodoku, None).0;
            assert_eq!(direct, again, "{csv}");
            assert_eq!(direct, line);
        }
    }
}

/// Returns a puzzle next to a grid, as `solve --format beside` draws it.
#[test]
fn progress_of_a_puzzle_that_cannot_be_read_is_no_puzzle() {
    let path = format!("{}/tests/samples/ss", env!("CARGO_MANIFEST_DIR"));
    let sample = std::fs::read_to_string(path).unwrap();
    let (first, next) = sample.split_once("\n\n").unwrap();
    // With empty lines between the grids, too.
    for gap in ["", "\n"] {
        let first = first.replacen("..|195|", "|195|", 1).replace("*\n*", &format!("*\n{gap}*"));
        let (errors, count) = errors(&format!("{first}\n\n{next}"));
        assert!(count == 1 && errors.len() >= 2, "{count} {errors:?}");
    }
}

fn beside(left: &str, right: &str) -> String {
    let [left, right] = [left, right].map(|cells| minirow_text::GridForm::Boxed.write(&grid(cells), Some('.')));
    left.lines().zip(right.lines()).map(|(left, right)| format!("{left}      {right}\n")).collect()
}

#[test]
fn a_puzzle_next_to_its_solution_is_read() {
    let drawn = beside(GRID, SOLUTION);
    let several = ": several solutions, the smallest of them is";
    for (text, count) in [
        (format!("argument:1\n{drawn}"), 1),
        (drawn.clone(), 1),
        (format!("a b.txt:17{several}\n{drawn}"), 1),
        (format!("C:\\x.csv:3: 2 solutions\n{drawn}\n{drawn}\n"), 2),
        (format!("standard input:1\n{drawn}\nstandard input:2\n{drawn}"), 2),
        (format!("{GRID}\n{drawn}{GRID}\n"), 3),
        (drawn.replace('\n', "\r\n"), 1),
        (drawn.lines().filter(|line| !line.contains('+')).map(|line| format!("{line}\n")).collect(), 1),
        (format!("in:1\n{}", beside(SOLUTION, SOLUTION)), 1),
        (format!("in:1\n{}", beside(&".".repeat(81), SOLUTION)), 1),
    ] {
        let records = read(&text);
        assert_eq!(records.len(), count, "{text}");
        let has_solution = |record: &&Record| record.solution.as_deref() == Some(SOLUTION);
        assert!(records.iter().filter(has_solution).count() >= 1, "{text}");
    }
    let lines: Vec<&str> = drawn.lines().collect();
    for text in [
        beside(GRID, GRID),
        beside(GRID, &SOLUTION.replacen("53", "35", 1)),
        beside(GRID, &format!("{}.", &SOLUTION[..80])),
        beside(SOLUTION, GRID),
        lines[..10].join("\n"),
        [&lines[..5], &lines[6..]].concat().join("\n"),
        [&lines[..5], &["x"], &lines[5..]].concat().join("\n"),
        "in:1\n".into(),
    ] {
        let (errors, records) = errors(&text);
        assert!(!errors.is_empty() && records == 0, "{text}: {errors:?}");
    }
}

/// Returns a step as `explain` draws it, with marks in some cells.
fn step(number: usize) -> String {
    let candidates = CandidateSet::from(&grid(GRID));
    let cell = |row: usize, column: usize| {
        let digits = candidates.digits(Cell::at(row, column)).to_string();
        match (digits.len(), (row + column + number) % 4) {
            (2.., 0) => format!("({digits})"),
            (2.., 1) => format!("{}-{}", &digits[..1], &digits[1..]),
            (3.., 2) => format!("{}({})={}", &digits[..1], &digits[1..2], &digits[2..]),
            _ => digits,
        }
    };
    let mut drawn = format!("Step {number}: XY-Wing, 4.2\n    1     2     3       4     5     6       7     8     9\n");
    for row in 0..9 {
        if row == 3 || row == 6 {
            drawn += "    ------------+---------+---------\n";
        }
        let stack = |stack: usize| {
            (3 * stack..3 * stack + 3).map(|column| format!("{:<11}", cell(row, column))).collect::<String>()
        };
        drawn += &format!("  {} {}| {}| {}\n", row + 1, stack(0), stack(1), stack(2).trim_end());
    }
    drawn
        + "    (1) pattern   -1 eliminated\n\nr2c4 is 1 or 7: if it is 1, r2c2 (15) is 5; if it is 7, r3c5 (57) is 5. So\n7.\n- r2c5<>5\n\n"
}

#[test]
fn the_steps_of_an_explanation_are_refused() {
    let after = step(2).replacen("Step 2: XY-Wing, 4.2", "After that:", 1);
    let solved = format!("Solved in 51 steps: ER 1.2, easy.\n{SOLUTION}\n");
    for text in [
        step(1),
        step(31),
        step(1) + &step(2) + &step(3),
        step(1) + &after,
        step(4).replace('\n', "\r\n"),
        step(1) + "No technique sees a step from here.\n",
        step(5).trim_end().into(),
        step(1) + &step(2) + &solved,
    ] {
        let (errors, records) = errors(&text);
        assert_eq!((errors.len(), records), (1, 0), "{text}: {errors:?}");
        assert_eq!(errors[0], "line 1: found the steps of an explanation, expected its puzzle, which they do not show");
    }
    // What follows is read, and what is above the steps.
    for other in [format!("{GRID}\n"), rows(GRID)] {
        assert_eq!(errors(&(step(1) + &other)).1, 1, "{other}");
        assert_eq!(errors(&(step(1) + &solved + &other)).1, 1, "{other}");
        assert_eq!(errors(&(other + "\n" + &step(1) + &solved)).1, 1);
    }
    // A heading of a book.
    assert_eq!(read(&format!("Step 1: easy\n{}", rows(GRID))).len(), 1);
    assert!(Puzzle::new(grid(GRID)).is_ok());
}
