//! Rulers between the rows of a grid: the text is read as that grid or refused, and never as another one.

use minirow_core::Grid;
use minirow_text::{Board, GridForm, ParseError, Scanner};

use crate::common::{Random, size};

const BLANKS: [char; 5] = ['.', '0', '_', '*', '-'];

/// The rulers that people draw, each with the blank that it consists of.
const RULERS: [(&str, char); 17] = [
    ("---|---|---", '-'),
    ("|---|---|---|", '-'),
    ("--- --- ---", '-'),
    ("--- | --- | ---", '-'),
    ("- - - | - - - | - - -", '-'),
    ("- - - - - - - - -", '-'),
    ("---:---:---", '-'),
    ("---------", '-'),
    ("_________", '_'),
    ("___|___|___", '_'),
    ("***|***|***", '*'),
    ("*********", '*'),
    ("* * * | * * * | * * *", '*'),
    ("------+-------+------", '+'),
    ("===========", '='),
    ("-----------", '-'),
    ("___________", '_'),
];

/// The places of rulers, by the number of rows before them.
const PLACES: [&[usize]; 6] = [&[3, 6], &[0, 3, 6], &[3, 6, 9], &[0, 3, 6, 9], &[0], &[9]];

/// Returns a row in one of three styles.
fn row(numbers: [u8; 9], blank: char, style: usize) -> String {
    let cell = |number: u8| if number == 0 { blank } else { char::from(b'0' + number) };
    let band = |numbers: &[u8]| numbers.iter().map(|&number| cell(number).to_string()).collect::<Vec<_>>();
    match style {
        0 => band(&numbers).concat(),
        1 => numbers.chunks(3).map(|part| band(part).concat()).collect::<Vec<_>>().join("|"),
        _ => format!("| {} |", numbers.chunks(3).map(|part| band(part).join(" ")).collect::<Vec<_>>().join(" | ")),
    }
}

fn lines(grid: &Grid, blank: char, style: usize, ruler: &str, places: &[usize]) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, numbers) in grid.to_rows().into_iter().enumerate() {
        lines.extend(places.contains(&at).then(|| ruler.to_string()));
        lines.push(row(numbers, blank, style));
    }
    lines.extend(places.contains(&9).then(|| ruler.to_string()));
    lines
}

fn read(text: &str) -> Vec<Result<Grid, ParseError>> {
    let mut scanner = Scanner::new();
    text.lines().for_each(|line| scanner.push(line));
    scanner.finish();
    std::iter::from_fn(|| scanner.pop())
        .map(|scanned| {
            scanned.result.map(|board| match board {
                Board::Grid(grid) => grid,
                Board::Candidates(_) => panic!("candidates from {text}"),
            })
        })
        .collect()
}

/// Returns a grid whose rows have clues and blanks, as those of nearly all puzzles.
fn grid(random: &mut Random) -> Grid {
    loop {
        let clues = 22 + random.below(40);
        let grid = random.solvable(clues);
        if grid.to_rows().iter().all(|row| row.iter().any(|&number| number > 0)) {
            return grid;
        }
    }
}

#[test]
fn a_grid_with_rulers_is_read() {
    let mut random = Random::new(31);
    for (ruler, sign) in RULERS {
        for blank in BLANKS {
            for (places, style) in PLACES.iter().flat_map(|places| [0, 1, 2].map(|style| (places, style))) {
                let grid = grid(&mut random);
                let text = lines(&grid, blank, style, ruler, places).join("\n");
                // Rulers of the blank of the rows are rulers at all places only.
                let found = read(&text);
                if matches!(places.len(), 2 | 4) || sign != blank || !matches!(found[..], [Err(_)]) {
                    assert_eq!(found, [Ok(grid)], "{text}");
                }
            }
        }
    }
}

/// An empty line behind nine lines of rows and rulers, which have one solution.
#[test]
fn bands_with_rulers_above_lost_rows_are_no_grid() {
    for text in [
        "---|---|---\n137|459|-82\n965|281|4-3\n-48|376|159\n---|---|---\n659|812|347\n482|763|915\n371|594|268\n---|---|---\n\n\
         713|945|826\n824|637|591\n596|128|734\n---|---|---\n",
        "72_|_8_|4__\n_91|543|762\n46_|97_|_5_\n___|___|___\n634|72_|51_\n25_|861|_3_\n9_8|435|6__\n___|___|___\n572|618|349\n\n\
         346|29_|185\n18_|3_4|__6\n",
        "***|***|***\n458|1*2|963\n17*|638|245\n623|49*|817\n91*|38*|452\n845|721|639\n*62|*5*|*78\n584|2*7|396\n\
         791|86*|5*4\n\n2*6|549|781\n",
    ] {
        let found = read(text);
        assert!(found.len() > 1 && found.iter().all(Result::is_err), "{found:?}");
    }
}

/// A grid with empty rows in the places of rulers is not written with their sign.
#[test]
fn empty_rows_in_the_places_of_rulers_are_read_again() {
    let mut random = Random::new(34);
    for places in [&[0, 4, 8][..], &[3, 7], &[0, 8], &[3], &[0, 1, 2]] {
        let mut rows = random.solvable(60).to_rows();
        places.iter().for_each(|&row| rows[row] = [0; 9]);
        let grid = Grid::from_rows(rows).unwrap();
        for (form, blank) in [GridForm::Grid, GridForm::Boxed].iter().flat_map(|form| BLANKS.map(|blank| (form, blank)))
        {
            let text = form.write(&grid, Some(blank)) + "\n";
            assert_eq!(read(&text), [Ok(grid)], "{text}");
        }
    }
}

/// Rows without a clue, and rows without a blank, make a ruler hard to tell.
#[test]
fn no_text_with_rulers_gives_another_grid() {
    let mut random = Random::new(32);
    let mut read_grids = 0;
    for _ in 0..size(3_000) {
        let clues = 17 + random.below(65);
        let grids: Vec<Grid> = (0..1 + random.below(3)).map(|_| random.solvable(clues)).collect();
        let (blank, style) = (BLANKS[random.below(5)], random.below(3));
        let long = [".", "0"].map(|sign| sign.repeat(81));
        let at = random.below(RULERS.len() + long.len());
        let ruler = RULERS.get(at).map_or_else(|| &*long[at - RULERS.len()], |(ruler, _)| ruler);
        let (mut all, mut rulers) = (Vec::new(), Vec::new());
        let has_empty_lines = random.below(2) == 0;
        for grid in &grids {
            let places = PLACES[random.below(PLACES.len())];
            rulers.extend(places.iter().enumerate().map(|(before, rows)| all.len() + before + rows));
            all.extend(lines(grid, blank, style, ruler, places));
            all.extend(has_empty_lines.then(String::new));
        }
        // A ruler is doubled, moved or removed, or a line is cut.
        if random.below(2) == 0 {
            let at = rulers[random.below(rulers.len())];
            assert_eq!(all[at], ruler);
            match random.below(4) {
                0 => all.insert(at, ruler.to_string()),
                1 => drop(all.remove(at)),
                2 => {
                    let line = all.remove(at);
                    all.insert(random.below(all.len() + 1), line);
                }
                _ => all.insert(random.below(all.len() + 1), String::new()),
            }
        }
        let text = all.join("\n");
        let found: Vec<Grid> = read(&text).into_iter().flatten().collect();
        let known = |grid: &Grid| grids.contains(grid);
        assert!(found.iter().all(known), "{text}\n{found:?}");
        read_grids += found.len();
    }
    assert!(read_grids > size(3_000) / 2, "{read_grids}");
}

/// A lost or an added cell is reported with its row.
#[test]
fn a_row_with_another_number_of_cells_is_refused() {
    let mut random = Random::new(33);
    for _ in 0..size(1_000) {
        let grid = grid(&mut random);
        let (ruler, _) = RULERS[random.below(RULERS.len())];
        let mut all = lines(&grid, '.', random.below(3), ruler, PLACES[random.below(2)]);
        let rows: Vec<usize> = (0..all.len()).filter(|&at| all[at] != ruler).collect();
        let number = random.below(9);
        let line = &mut all[rows[number]];
        let cells: Vec<usize> =
            line.char_indices().filter(|(_, c)| c.is_ascii_digit() || *c == '.').map(|(at, _)| at).collect();
        let at = cells[random.below(9)];
        let (is_added, cell) = (random.below(2) == 0, line.as_bytes()[at] as char);
        if is_added {
            line.insert(at, cell);
        } else {
            line.remove(at);
        }
        let text = all.join("\n");
        let found = read(&text);
        let expected = if is_added { 10 } else { 8 };
        let is_named = |error: &ParseError| match error {
            ParseError::RowLength { row, found } => (*row, *found) == (number + 1, expected),
            ParseError::Length(found) => number == 0 && *found == expected,
            // A first row such as 2.1.2026 may be a date above the grid.
            ParseError::Rows(8) | ParseError::Ruler => number == 0,
            _ => false,
        };
        assert!(matches!(&found[..], [Err(error), ..] if is_named(error)), "{text}\n{found:?}");
        assert!(found.iter().all(Result::is_err), "{text}\n{found:?}");
    }
}

#[test]
fn an_id_is_not_a_clue() {
    let digits = "80470003000050016040000050000300700000000004320001065803040002000000000010503000";
    let solution = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
    for (text, expected) in [
        (
            format!("1,{digits}"),
            "found a number of 80 digits, expected 81: zeros at its start are lost, as in tables of spreadsheet programs",
        ),
        (format!("1;{digits}"), "found a number of 80 digits"),
        (format!("1 {digits}"), "found a number of 80 digits"),
        (format!("\"1\",\"{digits}\""), "found a number of 80 digits"),
        (digits.into(), "found a number of 80 digits"),
        (digits[..79].to_string(), "found a number of 79 digits"),
        (format!("12,{}", &digits[..79]), "found a number of 79 digits"),
        (
            format!("17 .{}", &digits[2..]),
            "found 81 cells in fields of 2 and 79 characters, expected fields of the same length",
        ),
        ("3.02E+78".into(), "found the number 3.02E+78, expected 81 digits: a spreadsheet program has rounded them"),
        ("7,3.02060090030530E+78".into(), "found the number 3.02060090030530E+78"),
        (format!("1;3,02E+78;{solution}"), "found the number 3,02E+78"),
        (format!("{solution} 3.02E+78"), "found the number 3.02E+78"),
        ("12 3456789".into(), "found 9 cells in fields of 2 and 7 characters, expected fields of the same length"),
    ] {
        let found = read(&text);
        let messages: Vec<String> =
            found.iter().map(|found| found.as_ref().map_or_else(ToString::to_string, ToString::to_string)).collect();
        assert!(messages.len() == 1 && messages[0].starts_with(expected), "{text}: {messages:?}");
    }
}
