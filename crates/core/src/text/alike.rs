//! Lines of text that are alike as the rows of a grid are, in a form that is not known.

/// The signs between the cells of rows or around them, of which each row has the same number.
const SIGNS: [char; 6] = [',', ';', '|', '\t', '&', '<'];

/// The fewest of one of them in a row, and the most digits of a row with two labels.
const FEWEST_SIGNS: usize = 8;
const MOST_DIGITS: usize = 11;

/// The most lines between two rows: a ruler and an empty line.
const MOST_BETWEEN: usize = 2;

/// The fewest digits of nine rows. Puzzles with fewer clues have several solutions.
const FEWEST_DIGITS: usize = 17;

/// The last lines of text with the same signs.
#[derive(Clone, Default, Debug)]
pub(super) struct AlikeLines {
    signs: [usize; SIGNS.len()],
    first_line: usize,
    last_line: usize,
    count: usize,
    digits: usize,
}

impl AlikeLines {
    /// Notes a line of text. Returns the number of the first of nine lines that look like rows.
    pub(super) fn note(&mut self, line: usize, text: &str) -> Option<usize> {
        let signs = SIGNS.map(|sign| text.matches(sign).count());
        let numbers = || text.split(|character: char| !character.is_ascii_digit()).filter(|number| !number.is_empty());
        let may_be_row = signs.iter().any(|&count| count >= FEWEST_SIGNS)
            && numbers().all(|number| number.len() == 1)
            && numbers().count() <= MOST_DIGITS;
        if !may_be_row || signs != self.signs || line > self.last_line + MOST_BETWEEN + 1 {
            *self = AlikeLines { signs, first_line: line, ..AlikeLines::default() };
        }
        if !may_be_row {
            return None;
        }
        self.last_line = line;
        self.count += 1;
        self.digits += numbers().filter(|number| *number != "0").count();
        (self.count == 9 && self.digits >= FEWEST_DIGITS).then_some(self.first_line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_lines_with_the_signs_of_rows_are_found() {
        let row = "pair 5 , 3 , - , - , 7 , - , - , - , -";
        let mut lines = AlikeLines::default();
        assert_eq!((1..=9).find_map(|line| lines.note(2 * line, row)), Some(2));
        let mut lines = AlikeLines::default();
        assert_eq!((1..=9).find_map(|line| lines.note(line, &row.replace('5', "12"))), None);
        assert_eq!((1..=8).find_map(|line| lines.note(line, row)), None);
        assert_eq!(lines.note(20, row), None);
    }
}
