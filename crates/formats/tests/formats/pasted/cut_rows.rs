//! Rows that have lost columns, or have spaces as blanks within other signs, beside another grid: they are never left out.

use super::{P, Q, assert_no_grid, found, joined, rows};

/// Asserts that lines are reported beside another grid, before it and behind it.
fn assert_reported(lines: &[String]) {
    let (text, other) = (lines.join("\n"), Q.replace('0', "."));
    for text in [format!("{Q}\n\n{text}\n"), format!("{text}\n\n{Q}\n")] {
        let found = found(text.as_bytes());
        let (grids, errors): (Vec<&String>, Vec<&String>) = found.iter().partition(|found| !found.starts_with("line "));
        assert!(grids.iter().all(|grid| **grid == other) && !errors.is_empty(), "{text}\n{found:?}");
    }
}

#[test]
fn rows_of_spaces_within_signs_are_reported() {
    for (before, behind) in [
        ("[", "]"),
        ("print(\"", "\")"),
        ("( ", " )"),
        ("[ ", " ],"),
        ("<", ">"),
        ("*", "*"),
        ("/", "/"),
        ("{ ", " },"),
    ] {
        for rows in [rows(" "), joined(" ", " ", " "), joined(" ", "", "|")] {
            let lines: Vec<String> = rows.iter().map(|row| format!("{before}{row}{behind}")).collect();
            // Alone, some of them are read.
            if found(lines.join("\n").as_bytes()) != ["P"] {
                assert_reported(&lines);
                assert_no_grid([lines.join("\n")]);
            }
        }
    }
}

#[test]
fn rows_without_some_columns_are_reported() {
    for columns in 5..9 {
        for blank in [".", "0", "-", "x"] {
            for between in ["", " ", ","] {
                for from in [0, 9 - columns] {
                    let cut = |row: &String| row.chars().skip(from).take(columns).map(String::from).collect::<Vec<_>>();
                    let lines: Vec<String> = rows(blank).iter().map(|row| cut(row).join(between)).collect();
                    assert_reported(&lines);
                    assert_reported(&lines.iter().map(|line| format!("[{line}]")).collect::<Vec<_>>());
                }
            }
        }
    }
    let cut = |columns: std::ops::Range<usize>| {
        rows(" ").iter().map(|row| row[columns.clone()].to_string()).collect::<Vec<_>>()
    };
    [cut(1..9), cut(2..9), cut(0..7)].iter().for_each(|lines| assert_reported(lines));
}

#[test]
fn lines_of_dates_and_numbers_are_no_rows() {
    let posts = |line: &str| (1..=9).map(|day| line.replace('#', &day.to_string()) + "\n").collect::<String>();
    for line in ["Sat Jan 0#, 2013 4:57 pm", "2013-07-0# 4:58", "#  3   5", "Page # 4 5 6 7", "cell r#c2: 1 3 4 5 6 7"]
    {
        assert_eq!(found(format!("{P}\n\n{}", posts(line)).as_bytes()), ["P"], "{line}");
    }
}
