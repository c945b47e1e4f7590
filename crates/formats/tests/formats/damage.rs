//! Files of every form in which something is damaged that is no cell: each grid is read as it is or refused, and never as another one.

use minirow_core::{CandidateSet, Cell, Grid, Symmetry};
use minirow_formats::{Form, Reader, Record};
use minirow_text::Board;

use crate::common::write;
use crate::pasted::{P, S};
use crate::size::size;

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

/// Files of other programs.
const FOREIGN: [&str; 14] = [
    "columns", "cells", "quoted", "index", "nine", "pretty", "array", "flat", "python", "sections", "drawn", "library",
    "placed", "lists",
];

/// Returns a puzzle with its solution and some digits of it as progress.
fn record(random: &mut Random) -> Record {
    let symmetry = Symmetry::nth(random.0 % Symmetry::COUNT);
    let grid = |text: &str| symmetry.grid(&text.parse::<Grid>().unwrap());
    let solution = grid(S);
    let mut record = Record::from(grid(P));
    let more = random.below(30);
    let placed = solution.numbers().iter().enumerate().map(|(cell, &number)| match record.grid().numbers()[cell] {
        0 if random.below(81) < more => number,
        _ => 0,
    });
    let placed = Grid::from_numbers(placed.collect::<Vec<_>>().try_into().unwrap()).unwrap();
    if random.below(2) == 0 {
        let mut placed = placed;
        let cell = Cell::ALL[random.below(81)];
        // The player may be wrong, but in no way that can be seen.
        if random.below(2) == 0 && placed.get(cell).is_some() {
            placed.set(cell, None);
            let mut state = record.grid();
            placed.clues().for_each(|(cell, digit)| state.set(cell, Some(digit)));
            placed.set(cell, CandidateSet::from(&state).digits(cell).iter().next());
        }
        record.set_progress(placed, None);
    }
    if random.below(2) == 0 {
        record.solution = Some(solution.to_string());
    }
    if random.below(2) == 0 {
        record.fields.set("level", "easy");
        record.fields.set("er", "7.2");
    }
    record
}

/// Writes a file as another program does.
fn foreign(form: &str, records: &[Record]) -> String {
    let text = |grid: &Grid| grid.to_string().replace('.', "0");
    let solved = |grid: &Grid| if grid.is_full() { grid.to_string() } else { String::new() };
    let cells = |grid: &Grid, blank: &str| -> Vec<String> {
        text(grid).chars().map(|cell| if cell == '0' { blank.into() } else { cell.to_string() }).collect()
    };
    let rows = |grid: &Grid, blank: &str, between: &str| -> Vec<String> {
        cells(grid, blank).chunks(9).map(|row| row.join(between)).collect()
    };
    let list = |grid: &Grid, blank: &str, between: &str| format!("[[{}]]", rows(grid, blank, ", ").join(between));
    let each = |shown: &dyn Fn(&Record, Grid, Grid) -> String| -> Vec<String> {
        let solution = |record: &Record| record.solution.as_ref().map_or(Grid::EMPTY, |text| text.parse().unwrap());
        records.iter().map(|record| shown(record, record.grid(), solution(record))).collect()
    };
    let all = |header: &str, shown: &dyn Fn(&Record, Grid, Grid) -> String| header.to_string() + &each(shown).concat();
    match form {
        "columns" => all("Nr;sudoku;solution;Level\n", &|_, grid, solution| {
            format!("7;{};{};easy\n", text(&grid), solved(&solution))
        }),
        "cells" => {
            let names: Vec<String> = (0..81).map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)).collect();
            all(&format!("{}\n", names.join(",")), &|_, grid, _| cells(&grid, "0").join(",") + "\n")
        }
        "quoted" => all("\"id\",\"puzzle\",\"note\"\n", &|_, grid, _| format!("\"1\",\"{grid}\",\"a \"\"b\"\", c\"\n")),
        "index" => {
            all(",quizzes,solutions\n", &|_, grid, solution| format!("0,{},{}\n", text(&grid), solved(&solution)))
        }
        "nine" => {
            all("", &|_, grid, _| format!("c1,c2,c3,c4,c5,c6,c7,c8,c9\n{}\n\n", rows(&grid, "0", ",").join("\n")))
        }
        "pretty" => {
            let object = |record: &Record, grid: Grid, solution: Grid| {
                let solution = record.solution.as_ref().map(|_| format!(",\n    \"solution\": \"{solution}\""));
                format!("  {{\n    \"puzzle\": \"{grid}\"{},\n    \"er\": 7.2\n  }}", solution.unwrap_or_default())
            };
            format!("[\n{}\n]\n", each(&object).join(",\n"))
        }
        "array" => format!("[{}]\n", each(&|_, grid, _| list(&grid, "null", "], [")).join(",\n ")),
        "flat" => all("", &|_, grid, _| format!("{{\"id\": 7, \"board\": [{}]}}\n", cells(&grid, "0").join(","))),
        "python" => all("", &|record, grid, solution| {
            let solution = record.solution.as_ref().map_or("None".into(), |_| format!("'{solution}'"));
            format!("{{'id': 7, 'puzzle': '{grid}', 'solution': {solution}, 'easy': True}}\n")
        }),
        "sections" => {
            let section = |name: &str, grid: &Grid| format!("[{name}]\n{}\n", rows(grid, ".", "").join("\n"));
            all("", &|record, grid, _| {
                format!("#AJohn\n#DTest\n{}{}", section("Puzzle", &grid), section("State", &record.state()))
            })
        }
        "drawn" => {
            let drawn = |grid: &Grid| {
                let row = |row: &String| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
                let rows: Vec<String> = rows(grid, ".", "").iter().map(row).collect();
                let bands: Vec<String> = rows.chunks(3).map(<[String]>::concat).collect();
                format!("*-----------*\n{}*-----------*\n", bands.join("|---+---+---|\n"))
            };
            let both = |record: &Record, grid: Grid, _| {
                let has_progress = record.progress.is_some();
                drawn(&grid) + &if has_progress { drawn(&record.state()) } else { String::new() }
            };
            each(&both).join("\n")
        }
        "library" => all("", &|_, grid, _| format!(":0000:x:{grid}:::\n")),
        "placed" => all("", &|record, grid, _| {
            let placed = record.state();
            let word = |cell: usize| match (grid.numbers()[cell], placed.numbers()[cell]) {
                (0, 0) => "123456789".into(),
                (0, number) => format!("u{number}"),
                (number, _) => number.to_string(),
            };
            let words: Vec<String> = (0..81).map(word).collect();
            words.chunks(9).map(|row| row.join(" ") + "\n").collect()
        }),
        _ => all("", &|_, grid, _| format!("grid = {}\n", list(&grid, "0", "],\n        ["))),
    }
}

/// Lines that are no cells.
const LINES: [&str; 16] = [
    "",
    "",
    "hello",
    "---",
    "[State]",
    "State]",
    "[Puzzle]",
    "Grid 1",
    "]",
    "}",
    "{",
    "# x",
    "*-----------*",
    "+---+",
    ",,,",
    "</game>",
];

/// Texts that are no cells.
const MORE: [&str; 14] = [" ", ",", ";", "\"", "'", "|", "]", "}", "\t", "  SE 7.1", " # x", ":", "<", "&"];

/// Damages something that is no cell.
fn damage(text: &str, has_candidates: bool, random: &mut Random) -> String {
    let text = &format!("{text}\n");
    // HoDoKu has a plus before a digit of the player.
    let is_mark = |(_, character): &(usize, char)| !character.is_alphanumeric() && !matches!(character, '.' | '+');
    let marks: Vec<(usize, char)> = text.char_indices().filter(is_mark).collect();
    let lines: Vec<&str> = text.lines().collect();
    let has_cells = |line: &str| line.contains(|character: char| character.is_ascii_digit() || character == '.');
    let others: Vec<usize> = (0..lines.len()).filter(|&at| !has_cells(lines[at])).collect();
    let (at, mark) = random.one_of(&marks);
    let mut changed = text.to_string();
    let joined = |lines: Vec<&str>| lines.join("\n") + "\n";
    match random.below(10) {
        0 => {
            changed.remove(at);
        }
        1 => changed.insert(at, mark),
        2 => {
            changed.remove(at);
            let place = (at + random.below(7)).saturating_sub(3).min(changed.len());
            // Candidates of one cell are no line of digits.
            changed.insert(if has_candidates { at } else { place }, mark);
        }
        3 => {
            let mut lines = lines;
            lines.insert(random.below(lines.len() + 1), random.one_of(&LINES));
            changed = joined(lines);
        }
        4 | 5 if !others.is_empty() => {
            let mut lines = lines;
            let other = lines.remove(random.one_of(&others));
            for _ in 0..random.below(3) {
                lines.insert(random.below(lines.len() + 1), other);
            }
            changed = joined(lines);
        }
        6 => {
            let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
            let end = random.one_of(&ends);
            changed.replace_range(end..=end, random.one_of(&["", " ", "\r", "\n\n"]));
        }
        7 => {
            let at = if has_candidates { at } else { random.below(text.len()) };
            changed.insert(at, '\n');
        }
        8 => {
            let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
            changed.insert_str(random.one_of(&ends), random.one_of(&MORE));
        }
        _ => {
            let start = lines[..random.below(lines.len())].iter().map(|line| line.len() + 1).sum();
            changed.insert_str(start, random.one_of(&MORE));
        }
    }
    changed
}

fn boards(text: &str) -> Vec<Board> {
    Reader::new(text.as_bytes()).filter_map(|read| Some(read.ok()?.record.board)).collect()
}

#[test]
fn damage_never_gives_another_grid() {
    let mut random = Random(47);
    let (mut texts, mut read) = (0, 0);
    for _ in 0..size(3_000) {
        let mut records: Vec<Record> = (0..1 + random.below(3)).map(|_| record(&mut random)).collect();
        let form = random.below(Form::ALL.len() + FOREIGN.len());
        if FOREIGN.get(form) == Some(&"placed") {
            records.truncate(1); // a file has one
        }
        let text = match FOREIGN.get(form) {
            Some(form) => foreign(form, &records),
            None => write(&records, Form::ALL[form - FOREIGN.len()], None).0,
        };
        // Up to three cells with two digits of a full grid may have got one.
        let several =
            |record: &Record| Cell::ALL.iter().filter(|&&cell| record.candidates().digits(cell).len() > 1).count();
        let is_pencilmarks = form >= FOREIGN.len() && Form::ALL[form - FOREIGN.len()].name() == "pencilmarks";
        if is_pencilmarks && records.iter().any(|record| (1..=3).contains(&several(record))) {
            continue;
        }
        let mut expected = boards(&text);
        assert_eq!(expected.len(), records.len(), "{text}");
        let has_candidates =
            expected.iter().any(|board| matches!(board, Board::Candidates(_))) || FOREIGN.get(form) == Some(&"placed");
        let changed = damage(&text, has_candidates, &mut random);
        let empty_lines = |text: &str| text.lines().filter(|line| line.trim().is_empty()).count();
        if text.starts_with("*--") && empty_lines(&changed) > empty_lines(&text) {
            // Behind another empty line, nothing tells that a drawn grid is the progress of a puzzle that cannot be read.
            expected.extend(records.iter().map(|record| Board::Grid(record.state())));
        }
        let changed = if random.below(4) == 0 { changed.replace('\n', "\r\n") } else { changed };
        let found = boards(&changed);
        let name = FOREIGN.get(form).copied().unwrap_or("written");
        assert!(found.iter().all(|board| expected.contains(board)), "{name}\n{changed}\n{found:?}");
        (texts, read) = (texts + records.len(), read + found.len());
    }
    assert!(read > texts / 3, "{read} of {texts} grids were read");
}

/// A cell that is lost or there twice refuses the grid, with its row or line.
#[test]
fn another_number_of_cells_is_refused() {
    let mut random = Random(48);
    let is_cell = |(_, character): &(usize, char)| character.is_ascii_digit() || *character == '.';
    for _ in 0..size(2_000) {
        let symmetry = Symmetry::nth(random.0 % Symmetry::COUNT);
        let grid = symmetry.grid(&P.parse::<Grid>().unwrap());
        let form = random.below(Form::ALL.len() + FOREIGN.len());
        let (name, text) = match FOREIGN.get(form) {
            Some(form) => (*form, foreign(form, &[Record::from(grid)])),
            None => {
                let form = Form::ALL[form - FOREIGN.len()];
                (form.name(), write(&[Record::from(grid)], form, None).0)
            }
        };
        // The other forms have no character for each cell.
        if matches!(name, "pencilmarks" | "sudokuwiki-packed" | "f-puzzles" | "placed") {
            continue;
        }
        let places: Vec<usize> = text.char_indices().filter(is_cell).map(|(at, _)| at).collect();
        let shown: Vec<u8> =
            places.iter().map(|&at| text.as_bytes()[at]).map(|byte| if byte == b'.' { b'0' } else { byte }).collect();
        let cells = if name == "candidates" { 729 } else { 81 };
        let digits = if cells == 81 { grid.to_string().replace('.', "0").into_bytes() } else { shown.clone() };
        let Some(start) = shown.windows(cells).position(|window| window == digits) else { continue };
        let number = random.below(cells);
        let at = places[start + number];
        let mut changed = text.clone();
        match random.below(2) {
            0 => changed.insert(at, text.as_bytes()[at].into()),
            _ => {
                changed.remove(at);
            }
        }
        let found: Vec<_> = Reader::new(changed.as_bytes()).map(|read| read.map(|read| read.record.board)).collect();
        let line = text[..at].matches('\n').count() as u64 + 1;
        let row = format!("row {}", number / 9 + 1);
        let is_in_line = !text[places[start]..places[start + cells - 1]].contains('\n');
        let is_named = |found: &Result<Board, minirow_formats::Error>| {
            let message = |error: &minirow_formats::Error| error.to_string();
            let is_place =
                |error: &_| message(error).contains(&row) || message(error).contains(&format!("line {line} "));
            found.as_ref().is_err_and(|error| error.line == line || is_in_line || is_place(error))
        };
        // The first row may be a heading.
        let is_heading = || {
            number < 9
                && found.iter().any(|found| found.as_ref().is_err_and(|error| error.to_string().contains("8 rows")))
        };
        assert!(
            found.iter().all(Result::is_err) && (found.iter().any(is_named) || is_heading()),
            "{name}, {row}\n{changed}\n{found:?}"
        );
    }
}
