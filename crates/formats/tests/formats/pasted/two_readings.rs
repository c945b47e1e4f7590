//! Texts with two readings, which are refused.

use super::{P, Q, QS, S, assert_no_grid, assert_no_other_grid, assert_refused, found, joined, rows};

#[test]
fn nine_grids_beside_each_other_are_no_lines_of_nine_rows() {
    let grids = [P, Q, S, QS, P, Q, P, S, Q];
    for separator in [" ", "  ", ",", ", ", ";", "\t", "|", " | "] {
        let row = |at: usize| grids.map(|grid| grid[9 * at..9 * at + 9].to_string()).join(separator) + "\n";
        let text: String = (0..9).map(row).collect();
        assert_refused(&text, "as nine grids beside each other");
        assert_refused(&text.replace('0', "."), "as nine grids beside each other");
        // A row is lost.
        assert_refused(&text[..text.len() * 8 / 9], "as nine grids beside each other");
        let lines: String = grids.iter().map(|grid| rows_of(grid).join(separator) + "\n").collect();
        assert_eq!(found(lines.as_bytes()).len(), 9, "{lines}");
        assert!(found(lines.as_bytes()).iter().all(|found| found == "P" || found.len() == 81), "{lines}");
    }
}

/// MATLAB ends a row with each semicolon, OCaml has them between all elements.
#[test]
fn semicolons_within_the_rows_of_an_array() {
    let rows: Vec<String> =
        rows("0").iter().map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(";")).collect();
    for between in ["],[", "], [", "] [", "],\n[", "], ...\n[", "]',["] {
        for (open, close) in [("A = [[", "]];"), ("[", "]"), ("A = [\n[", "]\n];"), ("A = {{", "}}")] {
            let text = format!("{open}{}{close}", rows.join(between));
            assert_no_grid([if open.contains('{') { text.replace(']', "}").replace("[", "{") } else { text }]);
        }
    }
    for (open, between, close) in [("[[", "];[", "]]"), ("[[", "];\n [", "]]"), ("[\n[", "];\n[", "]\n]")] {
        let text = format!("let g = {open}{}{close}", rows.join(between));
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

/// A space at the end of a row is a cell, whatever is before or behind it.
#[test]
fn signs_around_a_row_of_spaces_move_no_cell() {
    // Three rows begin with a space and end with a digit.
    let rows: Vec<String> = rows(" ").iter().map(|row| format!("{}{}{}", &row[1..2], &row[..1], &row[2..])).collect();
    let grid = rows.concat().replace(' ', ".");
    for at in 0..9 {
        for sign in ["||", "|", ",", ">", "-", "*", "\t", "`", "\"", "**", "~~", "__", "--", ">>", "()", "=="] {
            for space in ["", " ", "  "] {
                for is_before in [false, true] {
                    let mut lines = rows.clone();
                    let row = &lines[at];
                    lines[at] = if is_before { format!("{sign}{space}{row}") } else { format!("{row}{space}{sign}") };
                    let text = lines.join("\n");
                    let found = found(text.as_bytes());
                    assert!(
                        found.iter().all(|found| *found == grid || found.starts_with("line ")),
                        "{text}\n{found:?}"
                    );
                }
            }
        }
    }
}

fn rows_of(grid: &str) -> Vec<String> {
    (0..9).map(|row| grid[9 * row..9 * row + 9].to_string()).collect()
}

/// Behind a name, the first row is no heading, and the row of blanks at the other end may be a ruler.
#[test]
fn an_empty_row_opposite_to_a_row_in_a_text_may_be_a_ruler() {
    for blank in [".", "0", "_", "*", "-", "x"] {
        for between in ["", " "] {
            let rows: Vec<String> =
                rows(blank).iter().map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(between)).collect();
            let (empty, last) = ([blank; 9].join(between), &rows[8]);
            for name in ["#1 ", "Grid ", "Today:", "(easy) ", "** ", "Solve this "] {
                let first = format!("{name}{}\n{}\n{empty}\n", rows[0], rows[1..].join("\n"));
                assert_refused(&first, "a line of blanks that is an empty row or a ruler");
            }
            for name in ["Last: ", "Row ", "end = > ", "(9) "] {
                let text = format!("{empty}\n{}\n{name}{last}\n", rows[..8].join("\n"));
                let found = found(text.as_bytes());
                assert!(found.iter().all(|found| found == "P" || found.starts_with("line ")), "{text}\n{found:?}");
            }
            // The row in the comment is that of the grid, and the empty one below it a ruler.
            assert_refused(&format!("# {}\n{empty}\n{}\n", rows[0], rows[1..].join("\n")), "an empty row or a ruler");
            assert_refused(&format!("{}\n{empty}\n# {last}\n", rows[..8].join("\n")), "an empty row or a ruler");
        }
    }
}

/// A second blank in a grid may be a clue that was lost.
#[test]
fn a_grid_has_one_blank() {
    let blanks = ['.', '0', '-', '_', '*', 'x', '?'];
    for (blank, other) in blanks.into_iter().flat_map(|blank| blanks.map(|other| (blank, other))) {
        let mut cells: Vec<char> = P.replace('0', &blank.to_string()).chars().collect();
        let clue = cells.iter().skip(20).position(|&cell| cell != blank).unwrap() + 20;
        cells[clue] = other;
        let lines: Vec<String> = cells.chunks(9).map(|row| row.iter().collect()).collect();
        for text in [
            lines.concat(),
            format!("1: {} easy", lines.concat()),
            format!("{},{S}", lines.concat()),
            lines.join("\n"),
            lines.concat().chars().map(String::from).collect::<Vec<_>>().join(" "),
            format!("[\"{}\"]", lines.join("\",\"")),
            [lines[..3].concat(), lines[3..6].concat(), lines[6..].concat()].join("\n"),
        ] {
            let found = found(text.as_bytes());
            let is_refused = !found.is_empty() && found.iter().all(|found| found.starts_with("line "));
            assert_eq!(is_refused, blank != other, "{text}\n{found:?}");
        }
    }
    let line = P.replace('0', ".").replacen('6', "-", 1);
    assert_refused(&line, "line 1: found the blanks '.' and '-' at position 7 in a grid, expected one of them");
}

/// Functions around the cells must keep rows as rows.
#[test]
fn arrays_that_a_program_moves_are_refused() {
    let rows = |between: &str| {
        rows("0").iter().map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(between)).collect::<Vec<_>>()
    };
    let list = |open: &str, close: &str, lines: &str| {
        let inner = rows(", ").iter().map(|row| format!("{open}{row}{close}")).collect::<Vec<_>>().join(lines);
        format!("{open}{inner}{close}")
    };
    let vectors = |name: &str| {
        let vector = |(at, row): (usize, &String)| format!("{}c({row})", name.replace('N', &(at + 1).to_string()));
        rows(", ").iter().enumerate().map(vector).collect::<Vec<_>>()
    };
    let flat = rows(", ").join(", ");
    let spaced = rows(" ");
    for lines in [", ", ",\n  "] {
        let (square, curly) = (list("[", "]", lines), list("{", "}", lines));
        for text in [
            format!("g = np.array({square}).T"),
            format!("g = np.array({square}).transpose()"),
            format!("g = np.transpose({square})"),
            format!("g = list(zip(*{square}))"),
            format!("g = {square}[::-1]"),
            format!("g = np.fliplr({square})"),
            format!("g = torch.tensor({square}).t()"),
            format!("g = pd.DataFrame({square}).T"),
            format!("g = transpose {square}"),
            format!("g = reverse {square}"),
            format!("const g = transposeGrid({square});"),
            format!("const g = {square}.reverse();"),
            format!("val g = adjoint({square})"),
            format!("Matrix.columns({square})"),
            format!("columns = {square}"),
            format!("Transpose[{curly}]"),
            format!("m <- cbind({})", vectors("").join(lines)),
            format!("m <- t(rbind({}))", vectors("").join(lines)),
            format!("df <- data.frame({})", vectors("cN = ").join(lines)),
            format!("g = np.array([\n{}]).reshape((9, 9), order='F')", rows(", ").join(lines)),
            format!("A = [{}]';", spaced.join(&lines.replace(',', ";"))),
            format!("A = [{}].';", spaced.join(&lines.replace(',', ";"))),
            format!("A = reshape([{}], 9, 9);", spaced.join(&lines.replace(',', ""))),
            format!("g = reshape((/ {} /), (/ 9, 9 /))", rows(", ").join(&lines.replace('\n', " &\n"))),
        ] {
            assert_refused(&text, "line ");
        }
        for text in [
            format!("g = np.array({square}, dtype=np.int8)"),
            format!("g = torch.tensor({square})"),
            format!("df = pd.DataFrame({square})"),
            format!("print(solve_sudoku({square}))"),
            format!("new SudokuSolver({square}).solve();"),
            format!("describe('a board', () => {{\n  const board = {square};\n}});"),
            format!("MatrixForm[{curly}]"),
            format!("int g[9][9] = {curly};"),
            format!("m <- rbind({})", vectors("").join(lines)),
            format!("A = [{}];", spaced.join(&lines.replace(',', ";"))),
            format!("Board b{curly};"),
            format!("vector<vector<int>> g{curly};"),
            format!("class Foo{{ // a\nint grid[9][9] = {curly};\n}};"),
            format!("/* see g( */\nint g[9][9] = {curly};"),
            format!("puzzles.append({square})"),
            format!("g = np.asarray({square}).copy()"),
            format!("const [g, set] = useState({square});"),
            format!("assertTrue(validSolution({square}))"),
            format!("I am stuck at r4c5(3\n{}", rows("").join("\n")),
            format!("val g = listOf({})", list("(", ")", lines).replace("((", "(").replace("))", ")")),
        ] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    for text in [format!("g = np.array([{flat}]).reshape(9, 9)"), format!("print(foo(\"{P}\"))")] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    let transposed = format!("g = np.transpose({})", list("[", "]", ", "));
    assert_refused(&transposed, "line 1: found \"transpose\" around the cells of a grid");
}

/// A digit behind the empty last field of a drawing is a remark.
#[test]
fn a_digit_behind_the_last_field_is_no_cell() {
    for (before, behind) in [(" ", " "), ("  ", " "), ("", "")] {
        let row = |row: &String| {
            let cell = |cell: char| format!("{before}{}{behind}", if cell == '0' { ' ' } else { cell });
            row.chars().map(cell).collect::<Vec<_>>().join("|")
        };
        let rows: Vec<String> = rows("0").iter().map(row).collect();
        assert_eq!(found(rows.join("\n").as_bytes()), ["P"], "{rows:?}");
        for at in [0, 2, 4] {
            let mut rows = rows.clone();
            rows[at] += "  7";
            let found = found(rows.join("\n").as_bytes());
            assert!(found.iter().all(|found| found == "P" || found.starts_with("line ")), "{rows:?}\n{found:?}");
        }
    }
}

/// Returns the rows of a grid with the bars of its boxes, without the last cells.
fn cut(grid: &str, cells: usize, between: &str, bar: &str) -> Vec<String> {
    let cut = |row: &str| {
        let signs = row.char_indices().map(|(at, cell)| match at {
            0 => cell.to_string(),
            3 | 6 => format!("{bar}{cell}"),
            _ => format!("{between}{cell}"),
        });
        signs.take(cells).collect::<String>()
    };
    rows_of(&grid.replace('0', " ")).iter().map(|row| cut(row)).collect()
}

#[test]
fn a_column_that_is_cut_off_is_no_column_of_empty_cells() {
    for cells in [7, 8] {
        for (before, between, bar, behind) in [
            ("", " ", " | ", ""),
            ("> ", " ", " | ", ""),
            ("# ", " ", " | ", ""),
            ("", " ", " : ", ""),
            ("| ", "", "", ""),
            ("# ", "", "", ""),
            ("", ",", ",", ","),
            ("", ", ", ", ", ","),
            ("", "|", "|", "|"),
            ("", "\t", "\t", "\t"),
        ] {
            let text = |grid: &str| -> String {
                let row = |row: String| format!("{before}{row}{behind}\n");
                cut(grid, cells, between, bar).into_iter().map(row).collect()
            };
            assert_no_grid([text(S), text(P)]);
        }
    }
    assert_refused(
        "6 3 7 | 4 1 9 |\n9 2 8 | 5 7 6 |\n1 4 5 | 8 3 2 |\n3 1 6 | 7 8 5 |\n5 7 9 | 1 2 4 |\n4 8 2 | 6 9 3 |\n7 9 1 | 2 4 8 |\n8 6 4 | 3 5 1 |\n2 5 3 | 9 6 7 |\n",
        "nothing but spaces in column 7",
    );
    // A list whose sign is a blank, too, and tables of fewer columns.
    let starred: String = cut(S, 9, " ", " | ").iter().map(|row| format!("*{}\n", &row[1..])).collect();
    let table = |between: &str, end: &str| -> String {
        let row = |row: &String| {
            let cells: Vec<String> = row[..5].chars().map(String::from).collect();
            format!("|-\n| {}{end}\n", cells.join(between))
        };
        format!("{{|\n{}|}}\n", rows_of(S).iter().map(row).collect::<String>())
    };
    let two: String = rows_of(S).iter().map(|row| format!(" {} | {} |\n", &row[..1], &row[1..2])).collect();
    assert_no_grid([starred, table(" || ", ""), table(" || ", " "), two]);
    // A puzzle with one solution may have an empty column, and so may one with all bars.
    let unique = ".8...1...967..5.2.25.8......4.....7..295..1..1.....2.5...6.951...4..3.69...4..3.2";
    assert_eq!(found(rows_of(&unique.replace('.', " ")).join("\n").as_bytes()), [unique]);
    assert_no_grid([rows_of(&unique.replacen('8', "0", 1).replace(['.', '0'], " ")).join("\n")]);
    let row = |digit: char| format!("|   |   | {digit} |{}\n", "   |".repeat(6));
    let few: String = "519283746".chars().map(row).collect();
    assert_eq!(found(few.as_bytes()).len(), 1);
    assert!(found(few.as_bytes())[0].starts_with("..5......"), "{:?}", found(few.as_bytes()));
}

#[test]
fn a_field_that_is_narrower_than_other_empty_ones_has_lost_its_digit() {
    let fields = |delimiter: &str, end: &str| -> Vec<String> {
        let row = |row: &String| row.chars().map(|cell| format!(" {cell} ")).collect::<Vec<_>>().join(delimiter) + end;
        rows(" ").iter().map(row).collect()
    };
    let latex = fields("&", "\\\\").join("\n") + "\n";
    let wiki = format!("{{|\n|-\n|{}\n|}}\n", fields("||", "").join("\n|-\n|"));
    for (text, delimiter) in [(&latex, "&"), (&wiki, "||")] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        let lost = text.replacen(&format!("{delimiter} 2 {delimiter}"), &format!("{delimiter}  {delimiter}"), 1);
        assert_ne!(&lost, text);
        assert_no_grid([lost]);
    }
    let drawn: String = rows_of(S)
        .iter()
        .map(|row| format!("| {} |\n", row.split("").collect::<Vec<_>>()[1..10].join(" | ")))
        .collect();
    assert_refused(&drawn.replacen("| 5 |", "| |", 1), "row 1");
}

#[test]
fn rows_of_grids_in_turn_are_not_mixed() {
    for blank in [".", "0"] {
        let [p, q, s] = [P, Q, S].map(|grid| rows_of(&grid.replace('0', blank)));
        for end in ["", " ->", "  |", "\t"] {
            let text = |grids: &[&Vec<String>]| -> String {
                (0..9).flat_map(|row| grids.iter().map(move |grid| format!("{}{end}\n", grid[row]))).collect()
            };
            for text in [text(&[&p, &s]), text(&[&p, &q]), text(&[&p, &q, &s])] {
                assert_refused(&text, "in turn");
            }
        }
        let below = format!("{}\n{}\n", p.join("\n"), q.join("\n"));
        assert_eq!(found(below.as_bytes()), ["P".to_string(), Q.replace('0', ".")]);
    }
}

#[test]
fn rounded_digits_are_no_grid() {
    for kept in [15, 16, 17] {
        let rounded = format!("{}{}", &S[..kept], "0".repeat(81 - kept));
        assert_refused(&format!("{rounded}\n"), "has rounded them");
        assert_refused(&format!("puzzle,solution\n{rounded},{S}\n"), "has rounded them");
        assert!(found(format!("{}\n", rounded.replace('0', ".")).as_bytes())[0].starts_with(&S[..kept]));
        assert_eq!(found((rows_of(&rounded).join("\n") + "\n").as_bytes()).len(), 1);
    }
    let example = format!("123456789{}\n", "0".repeat(72));
    assert_eq!(found(example.as_bytes()), [format!("123456789{}", ".".repeat(72))]);
}

/// The last band of a grid whose start is cut off, and the first two bands of the next one.
#[test]
fn bands_with_more_empty_lines_between_some_of_them() {
    let bands = |grid: &str, between: &str| -> String {
        rows_of(grid).chunks(3).map(|band| band.join("\n") + "\n").collect::<Vec<_>>().join(between)
    };
    let [p, q] = [P, Q].map(|grid| bands(grid, "\n\n"));
    let last = p.rsplit_once("\n\n").unwrap().1;
    assert_no_grid([format!("{last}\n\n\n{q}")]);
    assert_eq!(found(format!("{p}\n\n\n{q}").as_bytes()).len(), 2);
    // A grid with exactly one solution is no mix.
    let uneven = bands(P, "\n").replacen("\n\n", "\n\n\n", 1);
    assert_eq!(found(uneven.as_bytes()), ["P"]);
}

#[test]
fn ranks_of_a_chess_board_may_be_labels() {
    let ranks: Vec<String> =
        rows_of(S).iter().zip((1..=9).rev()).map(|(row, rank)| format!("{rank} {}", &row[..8])).collect();
    assert_no_grid([ranks.join("\n") + "\n"]);
}

/// Rulers between rows that are not known, here comments, are no grid.
#[test]
fn lines_of_blanks_between_comments_are_rulers() {
    for ruler in ["...|...|...", ".........", "000000000"] {
        let rows = |sign: &str| -> String {
            joined("~", sign, sign).iter().map(|row| format!("{ruler}\n# {row}\n")).collect()
        };
        assert_no_grid([rows("%") + ruler + "\n"]);
        assert_no_other_grid(&(rows(" ") + ruler + "\n"));
    }
}

/// Eight rows of a table whose line ends are lost have 79 fields, and a bar at both ends.
#[test]
fn bars_at_the_ends_of_a_line_are_its_frame() {
    let bars: Vec<String> = joined(" ", " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
    for lost in 0..9 {
        let rows: Vec<&str> = (0..9).filter(|&row| row != lost).map(|row| &*bars[row]).collect();
        assert_no_grid([rows.join(" ") + "\n"]);
    }
    let fields = P.replace('0', " ").split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("|");
    assert_eq!(found(format!("|{fields}|\n").as_bytes()), ["P"]);
}

/// Rulers of dots with other separators than the rows, and a row cut off behind an empty line: nine lines are no grid.
#[test]
fn lines_of_dots_unlike_the_rows_may_be_rulers() {
    for sign in [" | ", ", "] {
        let mut lines = joined(".", sign, sign);
        for at in [6, 3] {
            lines.insert(at, "...|...|...".into());
        }
        assert_no_grid([format!("{}\n\n{}\n", lines[..9].join("\n"), lines[9..].join("\n"))]);
    }
}

/// One dot is the blank of the others, or the end of a sentence.
#[test]
fn a_full_stop_behind_drawn_dots_is_no_cell() {
    for blank in ["·", "□", "◦"] {
        let text = P.replace('0', blank);
        assert_eq!(found(text.as_bytes()), ["P"]);
        let lost = text.replacen(blank, "", 1);
        assert_no_grid([format!("{lost}.\n"), format!("1: {lost}.\n"), format!("A puzzle: {lost}.\n")]);
    }
}

#[test]
fn a_sign_between_a_bar_and_a_digit_is_no_comment() {
    let rows: Vec<String> =
        rows_of(S).iter().map(|row| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..])).collect();
    for at in 0..9 {
        let mut rows = rows.clone();
        rows[at].replace_range(8..9, "#");
        assert_no_grid([rows.join("\n") + "\n"]);
        rows[(at + 4) % 9].pop();
        assert_no_grid([rows.join("\n") + "\n"]);
    }
}

/// A table of nine rows with three columns is a remark beside a grid.
#[test]
fn tables_of_three_columns_are_no_grid() {
    let numbers = ["194", "287", "371", "464", "557", "641", "734", "827", "911"];
    let row = |row: &&str, cell: fn(char) -> String| row.chars().map(cell).collect::<Vec<_>>().join("|");
    for cell in [|cell| format!(" {cell} "), |cell| format!("  {cell}"), |cell| format!("{cell}  ")] {
        let lines: Vec<String> = numbers.iter().map(|line| format!("|{}|", row(line, cell))).collect();
        for between in ["\n", "\n+---+---+---+\n"] {
            for head in ["", "| team | w | l |\n|---|---|---|\n", "+---+---+---+\n"] {
                let table = format!("{head}{}\n", lines.join(between));
                assert_no_grid([table.clone()]);
                assert_eq!(found(format!("{P}\n\n{table}").as_bytes()), ["P"], "{table}");
            }
        }
    }
    // The first box of a drawing, without its bars.
    let cut: String = rows(" ").iter().map(|row| format!("|{}|\n", row_of(&row[..3]))).collect();
    assert_no_grid([cut]);
}

fn row_of(cells: &str) -> String {
    cells.chars().map(|cell| format!(" {cell} ")).collect::<Vec<_>>().join("|")
}

/// The signs between the digits are no blanks, and an empty column that all rows have may be lost.
#[test]
fn numbers_with_signs_between_them_are_no_rows() {
    let numbers = ["55123", "55121", "52241", "53515", "54246", "56268", "57279", "12345", "76543"];
    for (places, sign) in [([1, 3, 5, 7], '-'), ([3, 4, 5, 6], '.'), ([1, 2, 3, 5], '*'), ([0, 1, 7, 8], 'x')] {
        let line = |number: &str| {
            let mut digits = number.chars();
            (0..9).map(|at| if places.contains(&at) { sign } else { digits.next().unwrap() }).collect::<String>()
        };
        assert_no_grid([numbers.iter().map(|number| line(number) + "\n").collect::<String>()]);
    }
    let solved: String = rows_of(S).iter().map(|row| format!("|{}||\n", row_of(&row[..8]).replace(' ', ""))).collect();
    assert_no_grid([solved]);
}
