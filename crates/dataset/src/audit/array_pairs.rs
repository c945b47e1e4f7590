//! Pairs of NumPy arrays: puzzles in a file, and their solutions in another one, as in `sudoku_quizzes.npy` and
//! `sudoku_solutions.npy`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use minirow_core::Grid;
use minirow_table::input::Inputs;
use minirow_table::{array_rows, is_named_inputs, labels_of};

use crate::counted::counted;
use crate::dataset_files::DatasetFiles;
use crate::error::Result;

/// Words in the names of arrays of puzzles.
const PUZZLES: [&str; 9] = ["quizzes", "quiz", "puzzles", "puzzle", "questions", "question", "inputs", "input", "x"];

/// Words in the names of arrays of solutions.
const SOLUTIONS: [&str; 9] =
    ["solutions", "solution", "answers", "answer", "labels", "label", "targets", "target", "y"];

/// The number of rows that are compared.
const COMPARED: usize = 1000;

/// The arrays of solutions, by the paths of the arrays of their puzzles.
#[derive(Default, Debug)]
pub(super) struct ArrayPairs {
    pub(super) solutions: BTreeMap<PathBuf, PathBuf>,
}

impl ArrayPairs {
    /// Removes the arrays of solutions from the files with rows. Those whose puzzles are not found are refused.
    ///
    /// Two arrays in a folder are a pair if they have the same number of rows, and more than half of the first 1,000 of one are complete
    /// grids, and either their names tell it, or the grids solve the other rows.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn take(files: &mut DatasetFiles) -> Result<ArrayPairs> {
        // Those of HRM and TRM are read with their inputs.
        let labels: Vec<PathBuf> =
            files.rows.iter().filter(|path| is_named_inputs(path)).map(|path| labels_of(path)).collect();
        files.rows.retain(|path| !labels.contains(path));
        let mut arrays = Vec::new();
        for path in files.rows.iter().filter(|path| path.is_file() && !is_named_inputs(path)) {
            // An array of another kind is an error when it is read.
            if let Ok(Some(rows)) = array_rows(path) {
                arrays.push(Array::read(path, rows)?);
            }
        }
        let solved_only = arrays.iter().filter(|array| array.is_complete()).count();
        let has_puzzles = solved_only < files.rows.len();
        let mut pairs = ArrayPairs::default();
        for array in &arrays {
            match array.puzzles(&arrays, &pairs, has_puzzles) {
                Found::Own => continue,
                Found::Of(puzzles) => drop(pairs.solutions.insert(puzzles.path.clone(), array.path.clone())),
                Found::Nothing(reason) => files.refused.push((array.path.clone(), reason + "; left out")),
            }
            files.rows.retain(|path| *path != array.path);
        }
        Ok(pairs)
    }
}

/// The puzzles of an array.
enum Found<'a> {
    /// It has puzzles itself.
    Own,
    /// It has the solutions of another array.
    Of(&'a Array),
    /// It has the solutions of other puzzles, for a reason.
    Nothing(String),
}

/// An array with its first rows.
struct Array {
    path: PathBuf,
    rows: u64,
    first: Vec<Option<Grid>>,
}

impl Array {
    fn read(path: &Path, rows: u64) -> Result<Array> {
        let items = Inputs::of(&[path.to_path_buf()]).read()?;
        let first = items.take(COMPARED).map(|item| item.ok().map(|entry| entry.clues())).collect();
        Ok(Array { path: path.to_path_buf(), rows, first })
    }

    /// Returns `true` if more than half of the first rows are complete grids.
    fn is_complete(&self) -> bool {
        self.is_mostly(|row, _| row.is_some_and(|grid| grid.is_full()))
    }

    /// Returns `true` if more than half of the first rows have all clues of the puzzles in another array.
    fn solves(&self, puzzles: &Array) -> bool {
        let agrees = |grid: &Grid, puzzle: &Grid| puzzle.clues().all(|(cell, digit)| grid.get(cell) == Some(digit));
        self.is_mostly(|row, number| {
            let pair = row.as_ref().zip(puzzles.first.get(number).and_then(Option::as_ref));
            pair.is_some_and(|(grid, puzzle)| agrees(grid, puzzle))
        })
    }

    fn is_mostly(&self, is: impl Fn(&Option<Grid>, usize) -> bool) -> bool {
        self.first.iter().enumerate().filter(|&(number, row)| is(row, number)).count() * 2 > self.first.len()
    }

    /// Returns the puzzles of this array, given the arrays and the pairs that were found before.
    fn puzzles<'a>(&self, arrays: &'a [Array], pairs: &ArrayPairs, has_puzzles: bool) -> Found<'a> {
        let name = name_without(&self.path, &SOLUTIONS);
        let beside = || arrays.iter().filter(|other| other.path.parent() == self.path.parent());
        let is_named = |other: &&Array| name.is_some() && name_without(&other.path, &PUZZLES) == name;
        if let Some(puzzles) = beside().find(is_named) {
            return self.of_named(puzzles, pairs);
        }
        if !self.is_complete() {
            return Found::Own;
        }
        let is_free = |other: &&Array| !other.is_complete() && !pairs.solutions.contains_key(&other.path);
        let mut free = beside().filter(|other| other.rows == self.rows).filter(is_free);
        match free.find(|other| self.solves(other)) {
            Some(puzzles) => Found::Of(puzzles),
            None if has_puzzles => {
                let expected = counted(self.rows, "puzzle");
                let beside = format!("an array in its folder with {expected} that they solve");
                Found::Nothing(format!("found complete grids, expected {beside}"))
            }
            None => Found::Own,
        }
    }

    /// Returns the puzzles of this array, whose name is that of their solutions.
    fn of_named<'a>(&self, puzzles: &'a Array, pairs: &ArrayPairs) -> Found<'a> {
        let other = puzzles.path.display();
        if self.rows != puzzles.rows {
            let [found, expected] = [self.rows, puzzles.rows].map(|rows| counted(rows, "row"));
            return Found::Nothing(format!("found {found}, expected the solutions of {other} with {expected}"));
        }
        if !self.is_complete() {
            return Found::Nothing(format!("found grids with empty cells, expected the solutions of {other}"));
        }
        match pairs.solutions.get(&puzzles.path) {
            Some(first) => Found::Nothing(format!("the solutions of {other} are those of {}", first.display())),
            None => Found::Of(puzzles),
        }
    }
}

/// Returns the words of the name of a file without the first that is one of some, or `None` if none is.
fn name_without(path: &Path, words: &[&str]) -> Option<String> {
    let name = path.file_stem()?.to_string_lossy().to_lowercase();
    let mut parts: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    let place = parts.iter().position(|part| words.contains(part))?;
    parts.remove(place);
    Some(parts.join(" "))
}
