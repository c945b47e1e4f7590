//! The columns of rows of puzzles: what each means, in which unit, and as what it is stored where a format has types.

/// What the values of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Text in UTF-8.
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number that takes so many bits.
    Whole(u8),
    /// A number with a fraction, in 64 bits.
    Real,
}

impl Kind {
    /// What data frames call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Text => "string",
            Kind::Flag => "bool",
            Kind::Whole(8) => "uint8",
            Kind::Whole(16) => "uint16",
            Kind::Whole(_) => "uint64",
            Kind::Real => "float64",
        }
    }

    /// Whether a text is a value of this kind. What is empty is none.
    pub(crate) fn holds(self, text: &str) -> bool {
        match self {
            Kind::Text => true,
            Kind::Flag => text.parse::<bool>().is_ok(),
            Kind::Whole(bits) => text.parse::<u64>().is_ok_and(|number| number <= u64::MAX >> (64 - bits)),
            // As JSON has it, so that every format can say it: no `NaN`, no `.5`.
            Kind::Real => serde_json::from_str::<f64>(text).is_ok(),
        }
    }

    /// What is expected of a value, for messages.
    pub(crate) fn expected(self) -> String {
        match self {
            Kind::Text => "text".into(),
            Kind::Flag => "true or false".into(),
            Kind::Whole(bits) => format!("a whole number from 0 to {}", u64::MAX >> (64 - bits)),
            Kind::Real => "a number".into(),
        }
    }
}

/// A column that we know.
pub struct Column {
    /// As it stands in the header.
    pub name: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// What it says, and in which unit.
    pub meaning: &'static str,
}

const fn column(name: &'static str, kind: Kind, meaning: &'static str) -> Column {
    Column { name, kind, meaning }
}

/// All of them, in the order in which they stand.
pub(crate) static COLUMNS: &[Column] = &[
    column("id", Kind::Text, "name of the puzzle: seed and index"),
    column("puzzle", Kind::Text, "81 characters, row by row: a digit for a clue, `.` for an empty cell"),
    column("solution", Kind::Text, "81 digits, row by row: the only solution"),
    column("clues", Kind::Whole(8), "number of clues"),
    column(
        "er",
        Kind::Real,
        "rating of the hardest step, on the scale of Sudoku Explainer 1.2.1 (1.0 to about 12, in tenths)",
    ),
    column("ep", Kind::Real, "the same of the hardest step up to the first placement"),
    column("ed", Kind::Real, "the same of the first step"),
    column(
        "level",
        Kind::Text,
        "by ER: easy 1.0 - 1.5, medium 1.6 - 2.5, hard 2.6 - 4.0, expert 4.1 - 6.2, diabolical 6.3 - 7.9, extreme 8.0 and more",
    ),
    column("hardest", Kind::Text, "technique of the first step with the rating `er`"),
    column("techniques", Kind::Text, "steps of each technique on the path, as `technique:count` joined by `;`"),
    column("steps", Kind::Whole(16), "number of steps of the path"),
    column("minimal", Kind::Flag, "whether no clue can be spared"),
    column("symmetry", Kind::Text, "all the symmetry that the pattern of the clues has"),
    column("seed", Kind::Whole(64), "seed of the generator"),
    column("index", Kind::Whole(64), "index of the seed"),
    column("generator", Kind::Text, "generator and its version; with seed, index and recipe it makes the row again"),
    column(
        "nodes",
        Kind::Whole(64),
        "nodes of the search tree at which the bitmask solver has to guess, to find the solution and to be sure that it is the only one",
    ),
    column(
        "backdoor",
        Kind::Whole(8),
        "fewest cells that have to be given for naked and hidden singles to do the rest: 0, 1, 2, or 3 for more than two",
    ),
    column(
        "weight",
        Kind::Real,
        "what the row counts, for statistics to be those of a uniform sample of minimal puzzles; about 1 on average over all that the generator makes",
    ),
    column("section", Kind::Text, "section of the book"),
    column(
        "grid_id",
        Kind::Text,
        "16 hexadecimal digits, the same for all puzzles whose solution is the same up to symmetry; by it the rows are split",
    ),
    // Those of the schemas of others.
    column("quizzes", Kind::Text, "81 characters, row by row: a digit for a clue, `0` for an empty cell"),
    column("solutions", Kind::Text, "81 digits, row by row: the only solution"),
    column("difficulty", Kind::Real, "rating of the hardest step (ER), on the scale of Sudoku Explainer 1.2.1"),
    column("source", Kind::Text, "generator and seed"),
    column("question", Kind::Text, "81 characters, row by row: a digit for a clue, `.` for an empty cell"),
    column("answer", Kind::Text, "81 digits, row by row: the only solution"),
    column(
        "rating",
        Kind::Whole(16),
        "ten times the rating of the hardest step (ER) on the scale of Sudoku Explainer 1.2.1",
    ),
];

/// What is known of a column.
pub(crate) fn find(name: &str) -> Option<&'static Column> {
    COLUMNS.iter().find(|column| column.name == name)
}

/// As what a column is stored; all that is not ours is text.
pub(crate) fn kind(name: &str) -> Kind {
    find(name).map_or(Kind::Text, |column| column.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{self, Further};

    #[test]
    fn every_column_that_is_written_is_known_and_in_this_order() {
        let all = Further { labels: true, weight: true, section: true }.header();
        for header in [all.as_str(), records::grade_header(true)] {
            let places: Vec<usize> = header
                .trim_end()
                .split(',')
                .map(|name| COLUMNS.iter().position(|column| column.name == name).expect(name))
                .collect();
            assert!(places.is_sorted(), "{header}");
        }
    }
}
