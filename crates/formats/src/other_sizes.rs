//! Grids of other sizes than 9x9 in lines of their own, which a text has beside others.

use minirow_core::text::ParseError;

/// The sizes whose rows look like words and numbers of a text.
const SIZES: [usize; 4] = [4, 6, 16, 25];

/// The lines so far that may be the rows of a grid of another size.
#[derive(Default)]
pub(crate) struct OtherSizes {
    first_line: u64,
    last_line: u64,
    rows: Vec<Vec<usize>>,
    /// `true` if the lines go on with more rows than those of a grid.
    are_too_many: bool,
}

impl OtherSizes {
    /// Returns `true` if earlier lines have no effect on the next one.
    pub(crate) fn is_idle(&self) -> bool {
        self.rows.is_empty()
    }

    /// Notes a line, or the end of the text. Returns the grid that the lines before it are, with the number of its first line.
    pub(crate) fn note(&mut self, line: u64, text: &str) -> Option<(u64, ParseError)> {
        let row = row(text);
        let is_next = row.as_ref().is_some_and(|row| self.rows.first().is_some_and(|first| first.len() == row.len()));
        if is_next && self.last_line + 1 == line {
            self.last_line = line;
            self.are_too_many |= self.rows.len() == self.rows[0].len();
            self.rows.extend(row.filter(|_| !self.are_too_many));
            return None;
        }
        let before = std::mem::take(self);
        if let Some(row) = row {
            (self.first_line, self.last_line, self.rows) = (line, line, vec![row]);
        }
        before.is_grid().then_some((before.first_line, ParseError::Size(before.rows.len())))
    }

    /// Returns `true` for as many rows as a row has cells, with enough digits, of which none is in a row or column twice.
    fn is_grid(&self) -> bool {
        let size = self.rows.len();
        let columns = (0..size).map(|at| self.rows.iter().map(|row| row.get(at).copied().unwrap_or(0)).collect());
        let clues = self.rows.iter().flatten().filter(|&&number| number > 0).count();
        let is_whole = self.rows.first().is_some_and(|row| row.len() == size) && !self.are_too_many;
        let has_digit = self.rows.iter().flatten().any(|number| (1..10).contains(number));
        is_whole && has_digit && clues >= size && columns.into_iter().all(|column: Vec<usize>| !has_twice(&column))
    }
}

/// Returns the numbers of the cells of a row of another size, and 0 for those that are empty.
fn row(text: &str) -> Option<Vec<usize>> {
    let text = text.trim_end_matches(['\r', '\n']);
    let delimiter = [',', ';', '\t'].into_iter().find(|delimiter| text.contains(*delimiter));
    let number = |field: &str| match field.as_bytes() {
        [] | [b'.' | b'0' | b'-' | b'_' | b'*'] => Some(0),
        [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'0')),
        [letter] if letter.is_ascii_alphabetic() => Some(usize::from(letter.to_ascii_uppercase() - b'A') + 10),
        _ => None,
    };
    let row: Option<Vec<usize>> = match delimiter {
        Some(delimiter) => text.split(delimiter).map(|field| number(field.trim())).collect(),
        None if text.trim().contains(' ') => text.split_whitespace().map(number).collect(),
        None => text.trim().split("").filter(|field| !field.is_empty()).map(number).collect(),
    };
    let size = row.as_ref()?.len();
    // Words have other letters.
    let is_high = |numbers: &Vec<usize>| numbers.iter().any(|&number| number > if size > 15 { size + 1 } else { size });
    row.filter(|numbers| SIZES.contains(&size) && !is_high(numbers) && !has_twice(numbers))
}

fn has_twice(numbers: &[usize]) -> bool {
    (1..numbers.len()).any(|at| numbers[at] > 0 && numbers[..at].contains(&numbers[at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(u64, ParseError)> {
        let mut sizes = OtherSizes::default();
        text.lines().chain([""]).zip(1..).find_map(|(line, number)| sizes.note(number, line))
    }

    #[test]
    fn grids_of_other_sizes_are_found() {
        for text in ["1..4\n..2.\n.3..\n4..1\n", "1 . . 4\n. . 2 .\n. 3 . .\n4 . . 1", "1,,,4\n,,2,\n,3,,\n4,,,1\n"] {
            assert_eq!(found(&format!("a\n\n{text}")), Some((3, ParseError::Size(4))), "{text}");
        }
        let cell = |at: usize| if at.is_multiple_of(3) { b"123456789ABCDEFG"[at / 3 % 16] } else { b'.' };
        let row = |row: usize| (0..16).map(|column| char::from(cell(3 * row + column))).collect::<String>() + "\n";
        assert_eq!(found(&(0..16).map(row).collect::<String>()), Some((1, ParseError::Size(16))));
        for text in [
            "2012\n2013\n2014\n2015\n",
            "1..4\n..2.\n.3..\n",
            "1..4\n..2.\n.3..\n4..1\n2..3\n",
            "some\nword\nwith\nfour\n",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
