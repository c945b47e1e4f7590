//! Predictions for the puzzles of the benchmark, from files with a puzzle and a prediction in each row.

use minirow_table::Run;
use minirow_table::equivalence;
use minirow_table::input::{Entry, Inputs, Place};

use super::{BENCHMARK, Benchmark, BenchmarkScore};
use crate::counted::counted;
use crate::error::{Error, Result};

impl Benchmark {
    /// Scores the predictions of files of any form with a column of puzzles and a column of predictions.
    ///
    /// The first prediction for a puzzle counts. A message reports rows with puzzles that are not in the set.
    ///
    /// # Errors
    /// If a file cannot be read, a row holds no puzzle, no row of a file has the column of predictions, or no puzzle of a file is in
    /// the set.
    pub fn score(&self, inputs: &Inputs, column: &str, run: &Run) -> Result<BenchmarkScore> {
        let sources = inputs.sources()?;
        let names: Vec<String> = sources.iter().map(|source| source.name().to_string()).collect();
        let mut predictions: Vec<Option<Option<String>>> = vec![None; self.puzzles().len()];
        let (mut repeated, mut unknown) = (0, 0);
        let mut first_unknown: Option<Place> = None;
        run.observer.begin("rows", None);
        for source in &sources {
            let (mut has_column, mut has_puzzle) = (false, false);
            for item in source.items() {
                run.interrupt.check(Error::Interrupted)?;
                run.observer.advance(1);
                let entry = item.map_err(|bad| Error::invalid(bad.place, bad.message))?;
                let clues = equivalence::clues(&entry.board).map_err(|reason| Error::invalid(&entry.place, reason))?;
                let prediction = prediction_of(&entry, column);
                has_column |= prediction.is_some();
                let number = self.find(&clues);
                has_puzzle |= number.is_some();
                match number {
                    None => {
                        unknown += 1;
                        first_unknown.get_or_insert(entry.place);
                    }
                    Some(number) if predictions[number].is_some() => repeated += 1,
                    Some(number) => predictions[number] = Some(prediction.filter(|text| !text.trim().is_empty())),
                }
            }
            if !has_puzzle {
                return Err(Error::invalid(source.name(), format!("no row has a puzzle of {BENCHMARK}")));
            }
            if !has_column {
                let expected = "expected a column of puzzles and one of predictions (--column)";
                return Err(Error::invalid(source.name(), format!("found no column {column:?}, {expected}")));
            }
        }
        run.observer.end();
        if let Some(place) = first_unknown {
            let rows = counted(unknown, "row");
            run.observer.message(&format!("ignored {rows} whose puzzle is not in {BENCHMARK} (first: {place})"));
        }
        let predictions: Vec<Option<String>> = predictions.into_iter().map(Option::flatten).collect();
        Ok(BenchmarkScore { repeated, unknown, ..BenchmarkScore::new(self, &predictions, names) })
    }
}

/// Returns the text of the prediction, which may be empty, if the row has the column.
fn prediction_of(entry: &Entry, column: &str) -> Option<String> {
    // The reader separates a column of solutions, such as `answer`, from the other fields.
    if entry.solution_column.is_some_and(|name| name.eq_ignore_ascii_case(column)) {
        return Some(entry.solution.clone().unwrap_or_default());
    }
    entry.fields.get(column).map(|value| value.text().into_owned())
}
