//! Grids in any form, with any decoration: the text is read as these grids or refused, and never as another one.

use minirow_core::Grid;
use minirow_text::{Board, ParseError, Scanner};

use crate::common::{Random, size};
use crate::size::stride;

/// The blanks of a form: a character, or `None` for empty fields and columns.
const BLANKS: [char; 9] = ['.', '0', '_', '*', '-', 'x', 'X', '?', 'e'];

/// The layouts of nine rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Line,
    SpacedLine,
    CommaLine,
    EmptyFieldsLine,
    Rows,
    SpacedRows,
    Bars,
    Boxes,
    Framed,
    FramedSpaces,
    NineBars,
    Commas,
    EmptyFields,
    Tabs,
    Letters,
    Numbers,
    Unicode,
    UnicodeSpaces,
    Markdown,
    Braces,
    Spaces,
    Ruled,
    EmptyLines,
    SpacedSpaces,
    BarsSpaces,
    Indexed,
    MarkdownHead,
    Quoted,
    Items,
    Latex,
    Strings,
    Slashes,
    Glued,
    Sheet,
    Holes,
    RightBars,
    LeftBoxes,
}

const FORMS: [Form; 37] = [
    Form::Line,
    Form::SpacedLine,
    Form::CommaLine,
    Form::EmptyFieldsLine,
    Form::Rows,
    Form::SpacedRows,
    Form::Bars,
    Form::Boxes,
    Form::Framed,
    Form::FramedSpaces,
    Form::NineBars,
    Form::Commas,
    Form::EmptyFields,
    Form::Tabs,
    Form::Letters,
    Form::Numbers,
    Form::Unicode,
    Form::UnicodeSpaces,
    Form::Markdown,
    Form::Braces,
    Form::Spaces,
    Form::Ruled,
    Form::EmptyLines,
    Form::SpacedSpaces,
    Form::BarsSpaces,
    Form::Indexed,
    Form::MarkdownHead,
    Form::Quoted,
    Form::Items,
    Form::Latex,
    Form::Strings,
    Form::Slashes,
    Form::Glued,
    Form::Sheet,
    Form::Holes,
    Form::RightBars,
    Form::LeftBoxes,
];

/// The lines of a grid, of which some have no cell.
struct Text {
    lines: Vec<String>,
    /// The line of each row; one for all in a form of one line.
    rows: Vec<usize>,
}

fn stacks(cells: &[String], between: &str, bar: &str) -> String {
    cells.chunks(3).map(|three| three.join(between)).collect::<Vec<_>>().join(bar)
}

fn write(grid: &Grid, form: Form, blank: char) -> Text {
    let cell = |blank: &str, number: u8| if number == 0 { blank.to_string() } else { number.to_string() };
    let rows = |blank: &str| grid.to_rows().map(|row| row.map(|number| cell(blank, number)).to_vec());
    let (visible, empty, spaces) = (rows(&blank.to_string()), rows(""), rows(" "));
    let all = |rows: &[Vec<String>; 9], between: &str| rows.concat().join(between);
    let (mut lines, mut places) = (Vec::new(), Vec::new());
    let rule = |form: Form| match form {
        Form::Boxes => Some("------+-------+------"),
        Form::Framed | Form::FramedSpaces => Some("+-------+-------+-------+"),
        Form::Unicode | Form::UnicodeSpaces => Some("╟───────┼───────┼───────╢"),
        Form::Ruled => Some("+---+---+---+---+---+---+---+---+---+"),
        Form::LeftBoxes => Some("+-------+-------+-------"),
        _ => None,
    };
    let has_edge =
        matches!(form, Form::Framed | Form::FramedSpaces | Form::Unicode | Form::UnicodeSpaces | Form::Ruled);
    match form {
        Form::Line => lines.push(all(&visible, "")),
        Form::SpacedLine => lines.push(all(&visible, " ")),
        Form::CommaLine => lines.push(all(&visible, ",")),
        Form::EmptyFieldsLine => lines.push(all(&empty, ",")),
        Form::Strings => lines.push(format!("[\"{}\"]", visible.clone().map(|row| row.concat()).join("\", \""))),
        Form::Slashes => lines.push(visible.clone().map(|row| row.concat()).join("/")),
        _ => {
            if form == Form::Markdown {
                lines.push("| | | | | | | | | |".into());
                lines.push("|---|---|---|---|---|---|---|---|---|".into());
            }
            if form == Form::Indexed {
                lines.push(",0,1,2,3,4,5,6,7,8".into());
            }
            for (at, _) in visible.iter().enumerate() {
                let is_ruled = form == Form::Ruled || at == 3 || at == 6 || at == 0 && has_edge;
                lines.extend(rule(form).filter(|_| is_ruled).map(str::to_string));
                places.push(lines.len());
                let (visible, empty, spaces) = (&visible[at], &empty[at], &spaces[at]);
                lines.push(match form {
                    Form::Rows => visible.concat(),
                    Form::SpacedRows => visible.join(" "),
                    Form::Bars => stacks(visible, "", "|"),
                    Form::Boxes => stacks(visible, " ", " | "),
                    Form::Framed => format!("| {} |", stacks(visible, " ", " | ")),
                    Form::FramedSpaces => format!("| {} |", stacks(spaces, " ", " | ")),
                    Form::NineBars | Form::Markdown | Form::Ruled => format!("| {} |", spaces.join(" | ")),
                    Form::Commas => visible.join(","),
                    Form::EmptyFields => empty.join(";"),
                    Form::Tabs => empty.join("\t"),
                    Form::Letters => format!("{} | {} |", char::from(b'A' + at as u8), stacks(visible, " ", " | ")),
                    Form::Numbers => format!("{}: {}", at + 1, visible.join(" ")),
                    Form::Unicode => format!("║ {} ║", stacks(visible, " ", " │ ")),
                    Form::UnicodeSpaces => format!("║ {} ║", stacks(spaces, " ", " │ ")),
                    Form::BarsSpaces => stacks(spaces, " ", " | "),
                    Form::SpacedSpaces => spaces.join(" "),
                    Form::EmptyLines => visible.join(" "),
                    Form::Indexed => format!("{at},{}", empty.join(",")),
                    Form::MarkdownHead => format!("| {} |", visible.join(" | ")),
                    Form::Quoted => format!("> {}", visible.concat()),
                    Form::Glued => format!("{}.{}", at + 1, visible.concat()),
                    Form::Items => format!("- {}", visible.join(" ")),
                    Form::Latex => format!("{} \\\\ \\hline", spaces.join(" & ")),
                    Form::Braces => format!("    {{{}}},", visible.join(", ")),
                    Form::Sheet => format!(";;{}", empty.join(";")),
                    Form::Holes => {
                        format!("{}[{}]{}", [" ", "["][usize::from(at == 0)], empty.join(","), [",", "]"][at / 8])
                    }
                    Form::RightBars => format!(" {} |", spaces.join(" | ")),
                    Form::LeftBoxes => format!("| {}", stacks(spaces, " ", " | ")),
                    _ => spaces.concat(),
                });
                match form {
                    Form::EmptyLines if at < 8 => lines.push(String::new()),
                    Form::MarkdownHead if at == 0 => lines.push("|---|---|---|---|---|---|---|---|---|".into()),
                    _ => {}
                }
            }
            lines.extend(rule(form).filter(|_| has_edge).map(str::to_string));
        }
    }
    if places.is_empty() {
        places.push(0);
    }
    Text { lines, rows: places }
}

/// Lines without cells that people write beside a grid.
const TEXTS: [&str; 18] = [
    "Grid 01",
    "Puzzle 17, 25 clues",
    "% easy",
    "// a comment",
    "; another one",
    "Simple Sudoku",
    "Version 4.2n",
    "I cannot get any further with this one, please help.",
    "[code]",
    "[/code]",
    "<pre>",
    "5.",
    "17",
    "2026-11-25",
    "http://forum.enjoysudoku.com/viewtopic.php?t=1",
    "Solutions: 1   Time: 12 ms",
    "    A B C   D E F   G H I",
    "SE 8.3/1.2/1.2",
];

fn scan(text: &str) -> Vec<Result<Grid, String>> {
    let mut scanner = Scanner::new();
    text.lines().chain(text.ends_with('\n').then_some("")).for_each(|line| scanner.push(line));
    scanner.finish();
    std::iter::from_fn(|| scanner.pop())
        .map(|scanned| match scanned.result {
            Ok(Board::Grid(grid)) => Ok(grid),
            Ok(Board::Candidates(_)) => Err("candidates".into()),
            Err(error) => Err(error.to_string()),
        })
        .collect()
}

fn grid(random: &mut Random) -> Grid {
    let clues = 17 + random.below(50);
    random.solvable(clues)
}

/// Returns `true` if a row without a clue may be a ruler, a column without one has the signs of a list, or an outer row or column has
/// labels.
fn may_be_decoration(grid: &Grid) -> bool {
    let rows = grid.to_rows();
    let is_counted = |line: [u8; 9]| line == [1, 2, 3, 4, 5, 6, 7, 8, 9] || line == [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let is_label = |at: usize| is_counted(rows[at]) || is_counted(std::array::from_fn(|row| rows[row][at]));
    let is_empty = |column: usize| rows.iter().all(|row| row[column] == 0);
    rows.contains(&[0; 9]) || (0..9).any(is_empty) || is_label(0) || is_label(8)
}

#[test]
fn every_form_is_read() {
    let mut random = Random::new(41);
    for form in FORMS {
        for blank in BLANKS {
            for _ in 0..20 / stride(5) {
                let grid = grid(&mut random);
                let text = write(&grid, form, blank).lines.join("\n");
                let found = scan(&text);
                if may_be_decoration(&grid) && matches!(found[..], [Err(_)]) {
                    continue;
                }
                assert_eq!(found, [Ok(grid)], "{form:?}\n{text}");
            }
        }
    }
}

/// Headings and remarks beside grids, comments behind rows, and empty lines change nothing. Hardly ever, rows with empty lines between them
/// are those of two grids with several solutions each, and nothing tells where the second one begins.
#[test]
fn decoration_is_no_reason_to_refuse() {
    let mut random = Random::new(42);
    let mut refused = Vec::new();
    for _ in 0..size(2_000) {
        let grids: Vec<Grid> = (0..1 + random.below(3)).map(|_| grid(&mut random)).collect();
        let mut text = Vec::new();
        for grid in &grids {
            let form = FORMS[random.below(FORMS.len())];
            let written = write(grid, form, BLANKS[random.below(5)]);
            (0..random.below(3)).for_each(|_| text.push(TEXTS[random.below(TEXTS.len())].to_string()));
            (0..random.below(2)).for_each(|_| text.push(String::new()));
            text.extend(written.lines);
            // One grid ends before the next begins.
            text.push(String::new());
            (0..random.below(2)).for_each(|_| text.push(TEXTS[random.below(TEXTS.len())].to_string()));
        }
        let text = text.join("\n");
        let found = scan(&text);
        if !grids.iter().any(may_be_decoration) {
            let expected: Vec<Result<Grid, String>> = grids.iter().copied().map(Ok).collect();
            let doubt = Err(ParseError::Parts.to_string());
            refused.extend(found.contains(&doubt).then(|| text.clone()));
            assert!(found.contains(&doubt) || found == expected, "{text}\n{found:?}");
        }
        assert!(found.iter().flatten().all(|grid| grids.contains(grid)), "{text}\n{found:?}");
    }
    assert!(refused.len() <= size(2_000) / 50_000, "{}", refused.join("\n\nanother one:\n"));
}

/// A line or a part of one that is no cell is lost, doubled, moved or added.
///
/// No damage here loses a line end. One that is lost beside one that is added may move a cell from a row to the next, or from one place of a
/// row to another: the text then has nine rows of nine cells, and is the well-formed text of another grid. Nobody can tell the two apart.
#[test]
fn damage_never_gives_another_grid() {
    let mut random = Random::new(43);
    let mut read = 0;
    for _ in 0..size(5_000) {
        let grids: Vec<Grid> = (0..1 + random.below(3)).map(|_| grid(&mut random)).collect();
        let (form, blank) = (FORMS[random.below(FORMS.len())], BLANKS[random.below(BLANKS.len())]);
        let has_gap = random.below(3) > 0;
        // Each line, and whether it is a row.
        let mut all: Vec<(String, bool)> = Vec::new();
        for grid in &grids {
            let written = write(grid, form, blank);
            all.extend(written.lines.into_iter().enumerate().map(|(at, line)| (line, written.rows.contains(&at))));
            if has_gap {
                all.push((String::new(), false));
            }
        }
        for _ in 0..1 + random.below(2) {
            let others: Vec<usize> = (0..all.len()).filter(|&at| !all[at].1).collect();
            match random.below(7) {
                0 if !others.is_empty() => {
                    all.remove(others[random.below(others.len())]);
                }
                1 if !others.is_empty() => {
                    let line = all[others[random.below(others.len())]].clone();
                    all.insert(random.below(all.len() + 1), line);
                }
                2 => all.insert(random.below(all.len() + 1), (String::new(), false)),
                3 => all.insert(random.below(all.len() + 1), (TEXTS[random.below(TEXTS.len())].into(), false)),
                4 => {
                    // A separator is doubled or lost.
                    let at = random.below(all.len());
                    let line = all[at].0.clone();
                    let places: Vec<usize> =
                        line.char_indices().filter(|(_, c)| " |,;\t:".contains(*c)).map(|(at, _)| at).collect();
                    if !places.is_empty() {
                        let place = places[random.below(places.len())];
                        if random.below(2) == 0 {
                            all[at].0.insert(place, line.as_bytes()[place].into());
                        } else if !matches!(
                            form,
                            Form::EmptyFields
                                | Form::Tabs
                                | Form::EmptyFieldsLine
                                | Form::Spaces
                                | Form::Indexed
                                | Form::Sheet
                                | Form::Holes
                        ) {
                            all[at].0.remove(place);
                        }
                    }
                }
                5 => {
                    let at = random.below(all.len());
                    let before = ["  ", "1. ", "- ", "> ", "A ", "2: ", "Row 3: "][random.below(7)];
                    all[at].0.insert_str(0, before);
                }
                _ => {
                    let at = random.below(all.len());
                    let more = [" ", "  SE 7.1", "|", " |", "\t", "  <- here", ",", "   name of it"][random.below(8)];
                    all[at].0.push_str(more);
                }
            }
        }
        let end = ["\n", "\r\n"][random.below(2)];
        let text = all.into_iter().map(|(line, _)| line).collect::<Vec<_>>().join(end);
        let found: Vec<Grid> = scan(&text).into_iter().flatten().collect();
        assert!(found.iter().all(|grid| grids.contains(grid)), "{form:?}\n{text}\n{found:?}");
        read += found.len();
    }
    assert!(read > size(5_000) / 2, "{read} grids were read");
}

/// Returns what is between the cells of a line, and the number of parts before the first cell, for a form that has separators.
fn separator(form: Form) -> Option<(&'static str, usize)> {
    match form {
        Form::CommaLine | Form::EmptyFieldsLine | Form::Commas => Some((",", 0)),
        Form::Indexed => Some((",", 1)),
        Form::Holes => Some((",", 0)),
        Form::Sheet => Some((";", 2)),
        Form::RightBars => Some(("|", 0)),
        Form::Braces => Some((", ", 0)),
        Form::EmptyFields => Some((";", 0)),
        Form::Tabs => Some(("\t", 0)),
        Form::NineBars | Form::Markdown | Form::MarkdownHead | Form::Ruled => Some(("|", 1)),
        Form::Latex => Some((" & ", 0)),
        Form::SpacedLine | Form::SpacedRows | Form::EmptyLines => Some((" ", 0)),
        Form::Numbers | Form::Items => Some((" ", 1)),
        _ => None,
    }
}

/// Removes or doubles a cell of a line.
fn change_cells(random: &mut Random, line: &mut String, form: Form, blank: char) {
    let is_added = random.below(2) == 0;
    if let Some((between, first)) = separator(form) {
        let mut cells: Vec<String> = line.split(between).map(str::to_string).collect();
        // The first and the last one may have brackets.
        let at = first + 1 + random.below(if cells.len() > 20 { 79 } else { 7 });
        if is_added {
            cells.insert(at, cells[at].clone());
        } else {
            cells.remove(at);
        }
        return *line = cells.join(between);
    }
    let has_spaces = matches!(
        form,
        Form::FramedSpaces
            | Form::UnicodeSpaces
            | Form::Spaces
            | Form::SpacedSpaces
            | Form::BarsSpaces
            | Form::LeftBoxes
    );
    let is_cell = |c: char| c.is_ascii_digit() || c == blank || has_spaces && c == ' ';
    let label = if form == Form::Glued { 1 + usize::from(blank == '.') } else { 0 };
    let cells: Vec<usize> = line.char_indices().filter(|(_, c)| is_cell(*c)).map(|(at, _)| at).skip(label).collect();
    let at = cells[random.below(cells.len())];
    if is_added {
        line.insert(at, line.as_bytes()[at].into());
        if matches!(form, Form::Boxes | Form::Framed | Form::Letters) && random.below(2) == 0 {
            line.insert(at + 1, ' ');
        }
    } else {
        line.remove(at);
    }
}

/// A lost or an added cell is refused, with the row or its line. Spaces at the ends of lines are no cells.
#[test]
fn another_number_of_cells_is_refused() {
    let mut random = Random::new(44);
    for _ in 0..size(5_000) {
        let grid = grid(&mut random);
        let (form, blank) = (FORMS[random.below(FORMS.len())], BLANKS[random.below(BLANKS.len())]);
        // A label and cells with the blank `e` may be a number that a spreadsheet program has rounded.
        if (form, blank) == (Form::Glued, 'e') {
            continue;
        }
        let mut written = write(&grid, form, blank);
        let number = random.below(written.rows.len());
        let line = written.rows[number];
        change_cells(&mut random, &mut written.lines[line], form, blank);
        let text = written.lines.join("\n");
        let mut scanner = Scanner::new();
        text.split('\n').for_each(|line| scanner.push(line));
        scanner.finish();
        let found: Vec<_> = std::iter::from_fn(|| scanner.pop()).collect();
        let is_same = matches!(form, Form::BarsSpaces | Form::LeftBoxes)
            && found.len() == 1
            && found[0].result == Ok(Board::Grid(grid));
        if is_same {
            continue;
        }
        assert!(found.iter().all(|scanned| scanned.result.is_err()), "{form:?}\n{text}\n{found:?}");
        let errors = found.iter().filter_map(|scanned| Some((scanned.line, scanned.result.as_ref().err()?)));
        let mut errors = errors.chain(scanner.nearest().filter(|_| found.is_empty()));
        // The first row may be a heading, and one with hardly a clue a ruler.
        let may_be_text = number == 0 || grid.to_rows()[number].iter().filter(|&&cell| cell > 0).count() < 2;
        let is_named = |(at, error): (usize, &ParseError)| {
            let is_row = at == line + 1 || error.to_string().contains(&format!("row {}", number + 1));
            // Without its last bar, the row may be that of a drawing without a frame.
            let is_other = form == Form::RightBars && matches!(error, ParseError::RowLength { .. });
            is_row || is_other || may_be_text && matches!(error, ParseError::Rows(_)) || may_be_decoration(&grid)
        };
        assert!(errors.any(is_named), "{form:?}, row {}\n{text}\n{found:?}", number + 1);
    }
}

/// Lines of all kinds in any order: what is read is a grid or an error, and the scanner does not panic.
#[test]
fn lines_in_any_order_are_read_or_refused() {
    let mut random = Random::new(45);
    let mut kinds: Vec<String> = TEXTS.map(str::to_string).to_vec();
    let others = [
        "",
        "         ",
        "\t\t\t\t\t\t\t\t",
        "---------",
        "*********",
        "_________",
        ".........",
        "000000000",
        "- - - | - - - | - - -",
        "---|---|---",
        "+---+---+---+",
        "|---|---|---|---|---|---|---|---|---|",
        "*-----------*",
        "| | | | | | | | | |",
        "12345678",
        "1234567890",
        "53x.7....",
        "1 2 3 4 5 6 7 8 9",
        "    1 2 3   4 5 6   7 8 9",
        "12 3 45 6 7 8 9 1 23",
        "{} {1} {} {} {} {} {} {} {}",
        "*12 3 4-5 6 7 8 9 1 2",
        "[",
        "]",
        "[[5,3,0,0,7,0,0,0,0],",
        "{5,3,0,0,7,0,0,0,0},",
        ",",
        "|",
        "::",
        "#",
        "A | 1",
        "\u{2551}",
        "e",
        "?",
    ];
    kinds.extend(others.map(str::to_string));
    for _ in 0..20 {
        let grid = grid(&mut random);
        for form in FORMS {
            let written = write(&grid, form, BLANKS[random.below(BLANKS.len())]);
            kinds.extend(written.lines);
        }
    }
    let (mut read, mut refused) = (0, 0);
    for _ in 0..size(5_000) {
        let lines = 1 + random.below(24);
        let text = (0..lines).map(|_| kinds[random.below(kinds.len())].as_str()).collect::<Vec<_>>().join("\n");
        for found in scan(&text) {
            if found.is_ok() { read += 1 } else { refused += 1 }
        }
    }
    assert!(read > 0 && refused > read, "{read} grids, {refused} errors");
}
