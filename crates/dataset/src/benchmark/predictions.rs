//! Predictions for the puzzles of the benchmark, from files with a puzzle and an answer in each row.

use minirow_table::Run;
use minirow_table::equivalence;
use minirow_table::input::{Entry, Inputs, Place, Source};

use super::{BENCHMARK, Benchmark, BenchmarkScore};
use crate::counted::counted;
use crate::error::{Error, Result};
use crate::in_order::check_interrupt;

impl Benchmark {
    /// Scores the predictions of files of any form with a column of puzzles and a column of answers.
    ///
    /// The first answer to a puzzle counts. A message reports rows with puzzles that are not in the set.
    ///
    /// # Errors
    /// If a file cannot be read, a row holds no puzzle, no row has the column of answers, or no puzzle is in the set.
    pub fn score(&self, inputs: &Inputs, column: &str, run: &Run) -> Result<BenchmarkScore> {
        let sources = inputs.sources()?;
        let names: Vec<String> = sources.iter().map(|source| source.name().to_string()).collect();
        let mut answers: Vec<Option<Option<String>>> = vec![None; self.puzzles().len()];
        let (mut repeated, mut unknown, mut has_column) = (0, 0, false);
        let mut first_unknown: Option<Place> = None;
        run.observer.begin("rows", None);
        for item in sources.iter().flat_map(Source::items) {
            check_interrupt(&run.interrupt)?;
            run.observer.advance(1);
            let entry = item.map_err(|bad| Error::invalid(bad.place, bad.message))?;
            let clues = equivalence::clues(&entry.board).map_err(|reason| Error::invalid(&entry.place, reason))?;
            let answer = answer_of(&entry, column);
            has_column |= answer.is_some();
            match self.find(&clues) {
                None => {
                    unknown += 1;
                    first_unknown.get_or_insert(entry.place);
                }
                Some(number) if answers[number].is_some() => repeated += 1,
                Some(number) => answers[number] = Some(answer.filter(|text| !text.trim().is_empty())),
            }
        }
        run.observer.end();
        if answers.iter().all(Option::is_none) {
            return Err(Error::invalid(names.join(", "), format!("no row has a puzzle of {BENCHMARK}")));
        }
        if !has_column {
            let reason =
                format!("found no column {column:?}, expected a column of puzzles and one of answers (--column)");
            return Err(Error::invalid(names.join(", "), reason));
        }
        if let Some(place) = first_unknown {
            let rows = counted(unknown, "row");
            run.observer
                .message(&format!("{place}: the puzzle is not in {BENCHMARK}; {rows} of this kind did not count"));
        }
        let answers: Vec<Option<String>> = answers.into_iter().map(Option::flatten).collect();
        Ok(BenchmarkScore { repeated, unknown, ..BenchmarkScore::new(self, &answers, names) })
    }
}

/// Returns the text of the answer, if the row has the column.
fn answer_of(entry: &Entry, column: &str) -> Option<String> {
    match entry.fields.text(column) {
        Some(text) => Some(text.into_owned()),
        None if column == "solution" => entry.solution.clone(),
        None => None,
    }
}
