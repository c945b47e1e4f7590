//! Text for a terminal: grids next to each other, and tables.

use minirow_table::input::Place;
use minirow_text::shown;

/// The text between two blocks of lines.
const GAP: &str = "      ";

/// Returns two blocks of lines next to each other.
pub(crate) fn beside(left: &str, right: &str) -> String {
    let width = left.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    let height = left.lines().count().max(right.lines().count());
    let (mut left, mut right) = (left.lines(), right.lines());
    let mut text = String::new();
    for _ in 0..height {
        let (left, right) = (left.next().unwrap_or_default(), right.next().unwrap_or_default());
        text += format!("{left:<width$}{GAP}{right}").trim_end();
        text.push('\n');
    }
    text
}

/// A column of a table. Its width is fixed, because a line is printed before the next one is known.
pub(crate) struct Column {
    pub(crate) title: &'static str,
    pub(crate) width: usize,
    pub(crate) right: bool,
}

impl Column {
    /// Creates a column of words.
    pub(crate) const fn left(title: &'static str, width: usize) -> Column {
        Column { title, width, right: false }
    }

    /// Creates a column of numbers.
    pub(crate) const fn right(title: &'static str, width: usize) -> Column {
        Column { title, width, right: true }
    }
}

/// Returns the line of the titles.
pub(crate) fn header(columns: &[Column]) -> String {
    line(columns, &columns.iter().map(|column| column.title.to_string()).collect::<Vec<_>>())
}

/// Returns a line. A text that is too long for its column moves the rest to the right.
pub(crate) fn line(columns: &[Column], texts: &[String]) -> String {
    let cell = |(column, text): (&Column, &String)| {
        let (text, width) = (shown(text), column.width);
        if column.right { format!("{text:>width$}") } else { format!("{text:<width$}") }
    };
    let line = columns.iter().zip(texts).map(cell).collect::<Vec<_>>().join("  ");
    line.trim_end().to_string() + "\n"
}

/// Returns a place for a terminal.
pub(crate) fn shown_place(place: &Place) -> String {
    shown(&place.to_string()).into_owned()
}

/// Returns a place, or the end of it if it is too long for a column.
pub(crate) fn short(place: &Place, width: usize) -> String {
    let text = shown_place(place);
    let length = text.chars().count();
    if length <= width {
        return text;
    }
    format!("…{}", text.chars().skip(length - width + 1).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_different_heights() {
        assert_eq!(beside("ab\nc", "x\ny\nz"), "ab      x\nc       y\n        z\n");
        assert_eq!(beside("ab\nc\n", ""), "ab\nc\n");
    }

    #[test]
    fn columns_are_aligned() {
        const COLUMNS: &[Column] = &[Column::left("grid", 6), Column::right("ER", 4), Column::left("level", 4)];
        let texts = |texts: [&str; 3]| texts.map(String::from);
        assert_eq!(header(COLUMNS), "grid      ER  level\n");
        assert_eq!(line(COLUMNS, &texts(["a:1", "9.0", "extreme"])), "a:1      9.0  extreme\n");
        assert_eq!(line(COLUMNS, &texts(["a:10", "10.0", ""])), "a:10    10.0\n");
    }
}
