//! Serialisation with the feature `serde`: every type as the text that it is parsed from.

use std::borrow::Cow;
use std::convert::identity;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{Cell, Grid, Puzzle, Solution, Symmetry};

/// Serialises types as the texts of what a function returns, and parses them with another one.
macro_rules! as_texts {
    ($($type:ty: $shown:expr, $parse:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str($shown(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = Cow::<str>::deserialize(deserializer)?;
                $parse(&text).map_err(D::Error::custom)
            }
        }
    )*};
}

as_texts! {
    Cell: identity, str::parse::<Cell>;
    Grid: identity, str::parse::<Grid>;
    Puzzle: Puzzle::clues, str::parse::<Puzzle>;
    Solution: Solution::grid, solution;
    Symmetry: identity, str::parse::<Symmetry>;
}

fn solution(text: &str) -> Result<Solution, Box<dyn std::error::Error>> {
    Ok(Solution::new(text.parse()?)?)
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;

    const CLUES: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn assert_text<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
        let json = serde_json::to_string(value).unwrap();
        assert_eq!(json, format!("{text:?}"));
        assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value);
    }

    #[test]
    fn values_are_their_texts() {
        let puzzle: Puzzle = CLUES.parse().unwrap();
        assert_text(&puzzle, CLUES);
        assert_text(puzzle.clues(), CLUES);
        assert_text(puzzle.solution(), &puzzle.solution().to_string());
        assert_text(&Cell::at(3, 6), "r4c7");
        assert_text(&Symmetry::nth(42), &Symmetry::nth(42).to_string());
    }

    #[test]
    fn what_is_not_proved_is_no_puzzle() {
        let error = serde_json::from_str::<Puzzle>(&format!("{:?}", ".".repeat(81))).unwrap_err().to_string();
        assert!(error.starts_with("several solutions: "), "{error}");
        let error = serde_json::from_str::<Solution>(&format!("{CLUES:?}")).unwrap_err().to_string();
        assert_eq!(error, "r1c3 is empty");
    }
}
