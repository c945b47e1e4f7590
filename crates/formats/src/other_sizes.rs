//! Grids of other sizes than 9x9 in lines of their own, which a text has beside others.

use minirow_text::ParseError;

/// The sizes whose rows look like words and numbers of a text.
const SIZES: [usize; 2] = [4, 6];

/// The lines so far that may be the rows of a grid of another size.
#[derive(Default)]
pub(crate) struct OtherSizes {
    first_line: u64,
    last_line: u64,
    /// The number of cells of each line, and the cells of as many lines. A line that is no row has none.
    size: usize,
    rows: Vec<Vec<usize>>,
    /// `true` if the lines go on with more rows than those of a grid.
    are_too_many: bool,
}

impl OtherSizes {
    /// Returns `true` if earlier lines have no effect on the next one.
    pub(crate) fn is_idle(&self) -> bool {
        self.size == 0
    }

    /// Notes a line, or the end of the text. Returns the grid that the lines before it are, with the number of its first line.
    pub(crate) fn note(&mut self, line: u64, text: &str) -> Option<(u64, ParseError)> {
        let fields = fields(text);
        if self.size > 0 && fields.len() == self.size && self.last_line + 1 == line {
            self.last_line = line;
            self.are_too_many |= self.rows.len() == self.size;
            if !self.are_too_many {
                self.rows.push(row(&fields));
            }
            return None;
        }
        let before = std::mem::take(self);
        if SIZES.contains(&fields.len()) {
            (self.first_line, self.last_line, self.size, self.rows) = (line, line, fields.len(), vec![row(&fields)]);
        }
        before.is_grid().then_some((before.first_line, ParseError::Size(before.size)))
    }

    /// Returns `true` for as many rows as a row has cells, with enough digits, of which none is in a row, column or box twice.
    fn is_grid(&self) -> bool {
        let size = self.size;
        if size == 0 || self.are_too_many || self.rows.len() != size || self.rows.iter().any(Vec::is_empty) {
            return false;
        }
        let (width, height) = (size / 2, 2);
        let column = |at: usize| (0..size).map(|row| self.rows[row][at]).collect::<Vec<_>>();
        let cell_of_box = |at: usize, cell: usize| {
            let boxes = size / width;
            self.rows[at / boxes * height + cell / width][at % boxes * width + cell % width]
        };
        let clues = self.rows.iter().flatten().filter(|&&number| number > 0).count();
        clues >= size + 2
            && self.rows.iter().all(|row| !has_twice(row))
            && (0..size).all(|at| !has_twice(&column(at)))
            && (0..size).all(|at| !has_twice(&(0..size).map(|cell| cell_of_box(at, cell)).collect::<Vec<_>>()))
    }
}

/// Returns the fields of a line, or its characters if some are digits: none for a number with a point.
fn fields(text: &str) -> Vec<&str> {
    let text = text.trim_end_matches(['\r', '\n']);
    if let Some(delimiter) = [',', ';', '\t'].into_iter().find(|delimiter| text.contains(*delimiter)) {
        return text.split(delimiter).map(str::trim).collect();
    }
    let word = text.trim();
    if word.contains(' ') {
        return word.split_whitespace().collect();
    }
    let is_number =
        word.matches('.').count() == 1 && word.replacen('.', "", 1).bytes().all(|byte| byte.is_ascii_digit());
    let is_row = word.contains(|sign: char| sign.is_ascii_digit()) && !is_number;
    if is_row { word.split("").filter(|field| !field.is_empty()).collect() } else { Vec::new() }
}

/// Returns the numbers of the cells of a row, and 0 for those that are empty: none for other fields, or for different blanks.
fn row(fields: &[&str]) -> Vec<usize> {
    let size = fields.len();
    let number = |field: &&str| match field.as_bytes() {
        [] | [b'.' | b'0' | b'-' | b'_' | b'*'] => Some(0),
        [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'0')),
        _ => None,
    };
    let numbers: Vec<usize> = fields.iter().map_while(number).collect();
    let mut blanks = fields.iter().zip(&numbers).filter(|(_, number)| **number == 0).map(|(field, _)| field);
    let first = blanks.next();
    let is_high = |number: &usize| *number > size;
    let is_row = numbers.len() == size && !numbers.iter().any(is_high) && blanks.all(|blank| Some(blank) == first);
    if is_row { numbers } else { Vec::new() }
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
