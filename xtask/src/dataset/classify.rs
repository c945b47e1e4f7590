//! A row of a data set: whether it is right, which split it falls into, and the class that its puzzle is in.

use minirow_core::{Grid, Puzzle, canon};
use sha2::{Digest, Sha256};

use crate::columns::{self, Kind};
use crate::split::{self, Splits};

/// The columns of the rows that are read, and what they become.
pub(super) struct Columns {
    /// Those that are kept, by their place.
    kept: Vec<(usize, String, Kind)>,
    /// How many there are.
    found: usize,
    puzzle: usize,
    solution: usize,
    clues: Option<usize>,
}

/// A row that is right, with its `grid_id`.
pub(super) struct Classified {
    pub(super) row: Vec<String>,
    pub(super) split: usize,
    /// The same for puzzles that are the same up to symmetry.
    pub(super) class: u128,
}

/// The column that is added.
const GRID_ID: &str = "grid_id";

impl Columns {
    /// Finds the columns that rows have to have.
    ///
    /// # Errors
    /// Those that are missing.
    pub(super) fn of(names: &csv::StringRecord) -> Result<Columns, String> {
        let place = |wanted: &str| {
            names.iter().position(|name| name == wanted).ok_or_else(|| {
                format!("there is no column `{wanted}`: expected rows as `minirow pack` and `minirow grade` write them")
            })
        };
        let (puzzle, solution) = (place("puzzle")?, place("solution")?);
        let own = |(place, name): (usize, &str)| (place, name.to_string(), columns::kind(name));
        // It is made anew, lest it is wrong. What was split otherwise before says nothing any more.
        let kept = names.iter().enumerate().filter(|(_, name)| ![GRID_ID, "split"].contains(name)).map(own).collect();
        Ok(Columns { kept, found: names.len(), puzzle, solution, clues: place("clues").ok() })
    }

    /// The columns of the rows that come out.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.kept.iter().map(|(_, name, _)| name.as_str()).chain([GRID_ID])
    }

    /// Looks at a row.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn classify(&self, splits: &Splits, mut row: Vec<String>) -> Result<Classified, String> {
        if row.len() != self.found {
            return Err(format!("found {} fields, expected {}", row.len(), self.found));
        }
        let grid: Grid = row[self.puzzle].parse().map_err(|error| format!("puzzle: {error}"))?;
        let puzzle = Puzzle::new(grid).map_err(|why| why.to_string())?;
        let solution = puzzle.solution();
        if row[self.solution] != solution.to_string() {
            return Err(format!("the solution is not that of the puzzle, which is {solution}"));
        }
        if let Some(clues) = self.clues
            && row[clues] != grid.clue_count().to_string()
        {
            return Err(format!("clues is `{}`, expected {}", row[clues], grid.clue_count()));
        }
        for (place, name, kind) in &self.kept {
            let value = &row[*place];
            if *kind != Kind::Text && !kind.holds(value) {
                return Err(format!("{name} is `{value}`, expected {}", kind.expected()));
            }
        }
        row[self.puzzle] = grid.to_string(); // whatever stood for an empty cell
        let form = canon::solution(solution).form;
        let digest = Sha256::digest(canon::grid(&grid).form.to_string());
        let class = u128::from_be_bytes(digest[..16].try_into().expect("32 bytes"));
        let kept = self.kept.iter().map(|(place, ..)| std::mem::take(&mut row[*place]));
        let row = kept.chain([split::grid_id(&form)]).collect();
        Ok(Classified { row, split: splits.of(solution), class })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minirow_core::Symmetry;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn columns() -> Columns {
        Columns::of(&csv::StringRecord::from(vec!["grid_id", "puzzle", "solution", "er", "note"])).unwrap()
    }

    fn classified(row: [&str; 5]) -> Result<Classified, String> {
        let shares = [("train", "80"), ("test", "20")].map(|(name, share)| (name.to_string(), share.to_string()));
        columns().classify(&Splits::new(&shares, "").unwrap(), row.map(str::to_string).to_vec())
    }

    #[test]
    fn twins_are_of_one_class_and_split() {
        assert_eq!(columns().names().collect::<Vec<_>>(), ["puzzle", "solution", "er", "note", "grid_id"]);
        let first = classified(["wrong", PUZZLE, SOLUTION, "1.2", ""]).unwrap();
        assert_eq!(first.row, [PUZZLE, SOLUTION, "1.2", "", "053aea2242d8aa49"]);
        let symmetry = Symmetry::nth(987_654_321_012);
        let [clues, solution] =
            [PUZZLE, SOLUTION].map(|text| symmetry.grid(&text.parse().unwrap()).to_string().replace('.', "0"));
        let twin = classified(["", &clues, &solution, "1.2", "x"]).unwrap();
        assert_eq!((twin.class, twin.split, &twin.row[4]), (first.class, first.split, &first.row[4]));
        assert_eq!(twin.row[0], clues.replace('0', "."));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let wrong = |row| classified(row).err().expect("it must be refused");
        let mut other = SOLUTION.to_string();
        other.replace_range(..1, "1");
        assert!(
            wrong(["", PUZZLE, &other, "1.2", ""]).starts_with("the solution is not that of the puzzle, which is 534")
        );
        assert_eq!(wrong(["", PUZZLE, SOLUTION, "", ""]), "er is ``, expected a number");
        assert!(wrong(["", &PUZZLE.replace("98....6", "98....."), SOLUTION, "1.2", ""]).contains("solution"));
        let header = csv::StringRecord::from(vec!["quizzes", "solutions"]);
        assert!(Columns::of(&header).err().unwrap().starts_with("there is no column `puzzle`"));
    }
}
