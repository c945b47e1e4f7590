//! 81 characters a line. Files with an unknown extension are written in this form.
//!
//! Data sets without a header have the solution on the same line: `puzzle,solution`.

use minirow_core::Grid;
use minirow_core::text::GridForm;

use crate::error::ErrorKind;
use crate::form::{FileForm, Reading};
use crate::record::Record;

pub(crate) static LINE: FileForm = FileForm {
    name: "line",
    about: "81 characters a line",
    reading: Reading::Line(read_with_solution),
    write: |record, file, _| record.grid().to_text(GridForm::Line, file.blank) + "\n",
    ..FileForm::BASE
};

/// Parses a grid and its solution, 81 digits. A word that is almost that is kept, because checks report it as wrong. Lines without a
/// solution are left to the scanner of the core library.
fn read_with_solution(text: &str) -> Option<Result<Record, ErrorKind>> {
    let content = text.split('#').next()?;
    let mut words = content.split([' ', '\t', ',', ';', ':', '|']).filter(|word| !word.is_empty());
    let (grid, solution) = (words.next().filter(|word| word.len() == 81)?, words.next()?);
    let digits = solution.bytes().filter(|byte| matches!(byte, b'1'..=b'9')).count();
    if digits < 72 || solution.len() > 90 {
        return None;
    }
    let grid: Grid = grid.parse().ok()?;
    Some(Ok(Record { solution: Some(solution.to_string()), ..Record::from(grid) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_follows_the_grid() {
        let (puzzle, solution) = ("12".to_string() + &".".repeat(79), "123456789".repeat(9));
        let read = |text: String| read_with_solution(&text).map(|record| record.unwrap());
        for between in [",", " ", "\t", ", ", ";", ":", " | "] {
            let record = read(format!("{puzzle}{between}{solution},7.1 # easy")).expect(between);
            assert_eq!((record.grid().to_string(), record.solution), (puzzle.clone(), Some(solution.clone())));
        }
        for text in [
            puzzle.clone(),
            format!("{puzzle},7.1,{solution}"),
            format!("{puzzle},{puzzle}"),
            format!("{puzzle} # {solution}"),
            format!("{puzzle},{}", &solution[10..]),
            format!("{puzzle},{solution}{solution}"),
            format!("7,{puzzle},{solution}"),
        ] {
            assert!(read(text.clone()).is_none(), "{text}");
        }
        for damaged in [&solution[1..], &solution.replacen('5', "0", 1), &solution.replacen('5', "x", 1)] {
            let record = read(format!("{puzzle},{damaged}")).expect(damaged);
            assert_eq!(record.solution.as_deref(), Some(damaged));
        }
    }
}
