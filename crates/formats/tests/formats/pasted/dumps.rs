//! Grids that programs print line by line, and lines that a program has encoded once more.

use super::{P, Q, assert_refused, found, joined, rows};

/// Asserts that a text is read, alone and beside another grid.
#[track_caller]
fn assert_read(text: &str) {
    assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    let before = found(format!("{Q}\n\n{text}").as_bytes());
    assert!(before.len() == 2 && before[1] == "P", "{text}\n{before:?}");
    let behind = found(format!("{text}\n{Q}\n").as_bytes());
    assert!(behind.len() == 2 && behind[0] == "P", "{text}\n{behind:?}");
}

/// Asserts that a text is refused beside a grid, which is read.
#[track_caller]
fn assert_refused_beside(text: &str, message: &str) {
    assert_refused(text, message);
    for text in [format!("{Q}\n\n{text}"), format!("{text}\n{Q}\n")] {
        let found = found(text.as_bytes());
        assert!(found.iter().any(|found| found.contains(message)), "{text}\n{found:?}");
        assert!(found.iter().filter(|found| !found.starts_with("line ")).count() == 1, "{text}\n{found:?}");
    }
}

#[test]
fn commands_print_rows() {
    let drawn = joined(".", " ", " | ");
    for (before, behind) in [
        ("cout << \"", "\" << endl;"),
        ("    std::cout << \"", "\\n\";"),
        ("std::cout << \"", "\" << std::endl;"),
        ("System.out.println(\"", "\");"),
        ("println!(\"", "\");"),
        ("print(\"", "\")"),
        ("printf(\"", "\\n\");"),
        ("echo \"", "\""),
        ("echo '", "'"),
        ("puts \"", "\""),
        ("console.log('", "');"),
    ] {
        let line = |row: &String| format!("{before}{row}{behind}\n");
        assert_read(&drawn.iter().map(line).collect::<String>());
        assert_read(&rows(".").iter().map(line).collect::<String>());
    }
    let line = |(at, row): (usize, &String)| {
        let ruler = if matches!(at, 2 | 5) { "cout << \"------+-------+------\" << endl;\n" } else { "" };
        format!("cout << \"{row}\" << endl;\n{ruler}")
    };
    assert_read(&drawn.iter().enumerate().map(line).collect::<String>());
}

#[test]
fn other_lists_are_remarks() {
    let list = |line: fn(usize) -> String| (1..=30).map(|at| line(at) + "\n").collect::<String>();
    for text in [
        list(|at| format!("Puzzle {at}: {}", at % 9 + 1)),
        list(|at| format!("{at}. = {}", at % 7)),
        list(|at| format!("- {}", at % 9 + 1)),
        list(|at| format!("add({at}, {})", at % 9)),
        list(|at| format!("12:{at:02}")),
        list(|at| format!("r{}c{}={}", at / 9 + 1, at % 9 + 1, at % 9 + 1)),
        "Step 1-1: 3\nStep 1-2: 4\n".into(),
    ] {
        assert_eq!(found(format!("{P}\n\n{text}").as_bytes()), ["P"], "{text}");
    }
    // As many as the cells of a grid are none without a solution.
    let marks: String = (1..=81).map(|at| format!("Puzzle {at}: {}\n", at % 9 + 1)).collect();
    assert_eq!(found(format!("{P}\n\n{marks}").as_bytes()), ["P"]);
}

#[test]
fn tables_of_mediawiki() {
    let table = |between: &str, last: &str| {
        let row = |row: &String| {
            let cells: Vec<String> = row.chars().map(|cell| cell.to_string().replace('0', " ")).collect();
            format!("|-\n| {}\n", cells.join(between))
        };
        format!("{{| class=\"wikitable\"\n|+ Easy\n{}{last}|}}\n", rows("0").iter().map(row).collect::<String>())
    };
    assert_read(&table(" || ", ""));
    // Cells in lines of their own, of which one goes on in the next line.
    for last in ["", "9\n"] {
        let found = found(table("\n| ", last).as_bytes());
        assert!(found.iter().all(|found| found.starts_with("line ")), "{found:?}");
    }
}

#[test]
fn escapes_and_misread_encodings() {
    let each =
        |text: &str, escape: &dyn Fn(u32) -> String| text.chars().map(|cell| escape(cell as u32)).collect::<String>();
    for escape in [
        &(|code| format!("\\u{code:04x}")) as &dyn Fn(u32) -> String,
        &|code| format!("\\x{code:02x}"),
        &|code| format!("&#{code};"),
        &|code| format!("&#x{code:x};"),
        &|code| format!("%{code:02X}"),
    ] {
        assert_read(&(each(P, escape) + "\n"));
        assert_read(&rows("0").iter().map(|row| each(row, escape) + "\n").collect::<String>());
    }
    assert_read(
        &rows("0")
            .iter()
            .map(|row| each(row, &|code| format!("{}\u{fe0f}\u{20e3}", code as u8 as char)) + "\n")
            .collect::<String>(),
    );
    let drawn: String = joined("·", " ", " ║ ").iter().map(|row| format!("║ {row} ║\n")).collect();
    assert_read(&drawn.bytes().map(char::from).collect::<String>());
}

#[test]
fn rows_of_other_digits_are_refused() {
    let each = |digit: &dyn Fn(usize) -> String, between: &str| -> String {
        let row =
            |row: &String| row.bytes().map(|cell| digit(usize::from(cell - b'0'))).collect::<Vec<_>>().join(between);
        rows("0").iter().map(|cells| row(cells) + "\n").collect()
    };
    let of = |digits: &'static str| move |at: usize| digits.chars().nth(at).unwrap().to_string();
    let words = |words: &'static str| move |at: usize| words.split(' ').nth(at).unwrap().to_string();
    for text in [
        each(&of(".①②③④⑤⑥⑦⑧⑨"), ""),
        each(&of(".①②③④⑤⑥⑦⑧⑨"), " "),
        each(&of(".¹²³⁴⁵⁶⁷⁸⁹"), ""),
        each(&of(".१२३४५६७८९"), ""),
        each(&of("〇一二三四五六七八九"), ""),
        each(&of(".ABCDEFGHI"), ""),
        each(&words(". I II III IV V VI VII VIII IX"), " "),
        each(&words("zero one two three four five six seven eight nine"), " "),
        each(&words(":zero: :one: :two: :three: :four: :five: :six: :seven: :eight: :nine:"), ""),
    ] {
        assert_refused_beside(&text, "nine lines that look like the rows of a grid");
    }
}
