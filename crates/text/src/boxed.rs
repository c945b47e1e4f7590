//! The boxed form: nine lines, with the boxes drawn with `|`, `+` and `-`.
//!
//! ```text
//! 5 3 . | . 7 . | . . .
//! 6 . . | 1 9 5 | . . .
//! . 9 8 | . . . | . 6 .
//! ------+-------+------
//! 8 . . | . 6 . | . . 3
//! ```

use minirow_core::Grid;

use crate::characters::character;

const RULE: &str = "------+-------+------";

pub(super) fn write(grid: &Grid, blank: char) -> String {
    let mut text = String::new();
    for (index, row) in grid.to_rows().into_iter().enumerate() {
        match index {
            0 => {}
            3 | 6 => text += &format!("\n{RULE}\n"),
            _ => text.push('\n'),
        }
        for (column, number) in row.into_iter().enumerate() {
            match column {
                0 => {}
                3 | 6 => text.push_str(" | "),
                _ => text.push(' '),
            }
            text.push(character(number, blank));
        }
    }
    text
}
