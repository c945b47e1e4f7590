//! The split rule: a puzzle belongs to a split by a hash of its solution grid up to symmetry.
//!
//! Equivalent puzzles, and puzzles with the same solution grid, are never in two splits. The split of a puzzle does not
//! depend on the other rows.
//!
//! The exact rule, for other programs:
//!
//! 1. The *canonical solution* is the lexicographically smallest of all images of the only solution under relabelling,
//!    permuting rows in bands, columns in stacks, bands and stacks, and transposing. It is written row by row as 81 ASCII
//!    digits. `minirow canon --solution` writes it. It begins with `123456789`.
//! 2. The digest is the SHA-256 of the salt, in UTF-8, directly followed by the canonical solution. The default salt is
//!    empty. There is no separator and no line end.
//! 3. *h* is the number in the first eight bytes of the digest, in big-endian order.
//! 4. The shares are whole numbers: decimal fractions are multiplied by the same power of ten. *W* is their sum, and *C* the
//!    sum of the shares up to and including that of a split. The split is the first one for which *h W < C* 2^64.
//!
//! In Python, with `shares = {"train": 80, "validation": 10, "test": 10}`:
//!
//! ```python
//! h = int.from_bytes(hashlib.sha256((salt + canonical).encode()).digest()[:8], "big")
//! upto = itertools.accumulate(shares.values())
//! split = next(name for name, c in zip(shares, upto) if h * sum(shares.values()) < c << 64)
//! ```
//!
//! The split of a solution grid does not depend on the other rows. Rows can be added later, and other files can be split by
//! the same rule. In return, shares hold on average only: of *n* solution grids, a share *p* gets *n p*, with a standard
//! deviation of √(*n p* (1 - *p*)). The same is true within each level, because the hash does not depend on the level.
//!
//! **Why shares cannot be exact for each level.** An exact split depends on the rows that it already has: the first row
//! that exceeds the share of train goes elsewhere. A row that is added, removed or moved to the front would then move
//! others from train to test, and a published test set would leak into the training set of the next version. Moreover,
//! puzzles with the same solution grid may have different levels. They belong to one split, so exact shares may not exist.
//! For splits with equal shares of the levels, weight or sample the rows *within* each split, which moves nothing between
//! splits.

use minirow_core::{Solution, canon};
use minirow_table::equivalence;
use thiserror::Error;

/// Splits with their shares and a salt.
///
/// ```
/// use minirow_core::{Puzzle, Symmetry};
/// use minirow_dataset::SplitRule;
///
/// let rule = SplitRule::new([("train", "0.8"), ("test", "0.2")], "")?;
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let solution = *Puzzle::new(clues.parse()?)?.solution();
/// assert_eq!(rule.hash(&solution), 0x053a_ea22_42d8_aa49);
/// assert_eq!(rule.name(rule.of(&solution)), "train");
/// assert_eq!(rule.of(&Symmetry::nth(123).solution(&solution)), rule.of(&solution));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitRule {
    salt: String,
    splits: Vec<Split>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Split {
    name: String,
    /// The share as it was given.
    share: String,
    /// The sum of the shares up to and including this one, as whole numbers.
    bound: u64,
}

/// The usual names of three splits.
pub const SPLIT_NAMES: [&str; 3] = ["train", "validation", "test"];

/// An error of the names or shares of splits.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InvalidShares {
    /// A name cannot be the name of a file, or the value of a column.
    #[error("the name {name:?} of a split {reason}")]
    Name {
        /// The name.
        name: String,
        /// The error of the name.
        reason: &'static str,
    },
    /// Two splits have the same name, or names that differ in case only, which may be one file.
    #[error("two splits are called {name}")]
    SameName {
        /// The name.
        name: String,
    },
    /// A share is not a positive number with at most 9 decimal places.
    #[error("the share {share} of {name}: expected a positive number with at most 9 decimal places")]
    Share {
        /// The name of the split.
        name: String,
        /// The share as it was given.
        share: String,
    },
    /// The shares do not sum up to 1 or to 100.
    #[error("the shares sum up to {sum}, expected 1 (or 100, as percent)")]
    Sum {
        /// Their sum.
        sum: String,
    },
}

impl SplitRule {
    /// Creates the rule for names and shares, in order. Shares are decimal numbers that sum up to 1 or to 100.
    ///
    /// # Errors
    /// If a name or a share is invalid, or the shares have another sum.
    pub fn new<N: Into<String>, S: Into<String>>(
        shares: impl IntoIterator<Item = (N, S)>,
        salt: &str,
    ) -> Result<SplitRule, InvalidShares> {
        let shares: Vec<(String, String)> =
            shares.into_iter().map(|(name, share)| (name.into(), share.into())).collect();
        let places = shares.iter().filter_map(|(_, share)| Some(share.split_once('.')?.1.len())).max().unwrap_or(0);
        let mut splits: Vec<Split> = Vec::new();
        let mut bound = 0;
        for (name, share) in shares {
            if let Some(reason) = invalid_name(&name) {
                return Err(InvalidShares::Name { name, reason });
            }
            if splits.iter().any(|known| known.name.to_lowercase() == name.to_lowercase()) {
                return Err(InvalidShares::SameName { name });
            }
            let Some(whole) = whole_share(&share, places) else { return Err(InvalidShares::Share { name, share }) };
            bound += whole;
            splits.push(Split { name, share, bound });
        }
        let one = 10u64.pow(places as u32);
        if bound != one && bound != 100 * one {
            return Err(InvalidShares::Sum { sum: (bound as f64 / one as f64).to_string() });
        }
        Ok(SplitRule { salt: salt.into(), splits })
    }

    /// Returns the names of the splits, in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.splits.iter().map(|split| split.name.as_str())
    }

    /// Returns the name of a split, counted from 0.
    ///
    /// # Panics
    /// If there is no such split.
    pub fn name(&self, split: usize) -> &str {
        &self.splits[split].name
    }

    /// Returns the names and the shares as they were given, in order.
    pub fn shares(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.splits.iter().map(|split| (split.name.as_str(), split.share.as_str()))
    }

    /// Returns the salt.
    pub fn salt(&self) -> &str {
        &self.salt
    }

    /// Returns the number of the split of puzzles with this solution grid.
    pub fn of(&self, solution: &Solution) -> usize {
        self.of_hash(self.hash(solution))
    }

    /// Returns the number of the split of puzzles with this canonical solution grid; see [`canon::solution`].
    pub fn of_canonical(&self, form: &Solution) -> usize {
        self.of_hash(equivalence::grid_hash(&self.salt, form))
    }

    /// Returns the number of the split that a hash belongs to.
    pub fn of_hash(&self, hash: u64) -> usize {
        let all = self.splits.last().map_or(1, |split| split.bound);
        let at = u128::from(hash) * u128::from(all);
        let is_below = |split: &Split| at < u128::from(split.bound) << 64;
        self.splits.iter().position(is_below).expect("the last bound is above every hash")
    }

    /// Returns the hash of a solution grid with the salt, the same for all its images.
    pub fn hash(&self, solution: &Solution) -> u64 {
        equivalence::grid_hash(&self.salt, &canon::solution(solution).form)
    }
}

/// Returns the identifier of a canonical solution grid in the column `grid_id`: its hash without salt, as 16 hexadecimal
/// digits.
pub fn grid_id(form: &Solution) -> String {
    format!("{:016x}", equivalence::grid_hash("", form))
}

/// Returns the reason why a name cannot be that of a split, which is the name of a file and a value of a column.
fn invalid_name(name: &str) -> Option<&'static str> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if name.is_empty() {
        return Some("is empty");
    }
    if name.starts_with('.') {
        return Some("begins with a dot");
    }
    (!name.chars().all(is_plain)).then_some("has other characters than letters, digits, _ - and .")
}

/// Returns a decimal number times 10 to the power of `places`.
fn whole_share(text: &str, places: usize) -> Option<u64> {
    let (digits, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = if digits.is_empty() { "0" } else { digits };
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(digits) || !is_number(fraction) || digits.len() > 3 || places > 9 {
        return None;
    }
    let share: u64 = format!("{digits}{fraction:0<places$}").parse().ok()?;
    (share > 0).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minirow_core::Symmetry;

    const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const FORM: &str = "123456789457189263698273514271895346539764128864312957345928671786531492912647835";

    fn solution(text: &str) -> Solution {
        Solution::new(text.parse().unwrap()).unwrap()
    }

    /// The expected hashes were computed with `sha256sum`.
    #[test]
    fn the_hash_is_of_the_canonical_text() {
        let rule = |salt| SplitRule::new([("all", "1")], salt).unwrap();
        assert_eq!(rule("").hash(&solution(FORM)), 0x053a_ea22_42d8_aa49);
        assert_eq!(rule("salt").hash(&solution(FORM)), 0x8e41_ab90_7859_c0e1);
        assert_eq!(grid_id(&solution(FORM)), "053aea2242d8aa49");
        for number in (0..100).map(|n| n * 11_987_654_321) {
            assert_eq!(rule("").hash(&Symmetry::nth(number).solution(&solution(SOLUTION))), 0x053a_ea22_42d8_aa49);
        }
        let halves = SplitRule::new([("a", "0.5"), ("b", "0.5")], "salt").unwrap();
        assert_eq!(halves.of(&solution(SOLUTION)), halves.of_canonical(&solution(FORM)));
    }

    #[test]
    fn bounds_are_exact_for_all_notations_of_shares() {
        let written: [[&str; 3]; 4] =
            [["80", "10", "10"], ["0.8", "0.1", "0.1"], [".80", "0.1", "0.10"], ["80.000", "10", "10.0"]];
        for shares in written {
            let rule =
                SplitRule::new([("train", shares[0]), ("validation", shares[1]), ("test", shares[2])], "").unwrap();
            // 0.8 of 2^64 is 14757395258967641292.8, and 0.9 of it 16602069666338596454.4.
            let cases = [(0, 0), (14_757_395_258_967_641_292, 0), (14_757_395_258_967_641_293, 1)];
            let more = [(16_602_069_666_338_596_454, 1), (16_602_069_666_338_596_455, 2), (u64::MAX, 2)];
            for (hash, split) in cases.into_iter().chain(more) {
                assert_eq!(rule.of_hash(hash), split, "{hash} with {shares:?}");
            }
        }
        let halves = SplitRule::new([("a", "50"), ("b", "50")], "").unwrap();
        assert_eq!([u64::MAX / 2, u64::MAX / 2 + 1].map(|hash| halves.of_hash(hash)), [0, 1]);
        assert_eq!(SplitRule::new([("all", "1")], "").unwrap().of_hash(u64::MAX), 0);
    }

    #[test]
    fn invalid_shares_are_refused() {
        let message = |shares: &[(&str, &str)]| SplitRule::new(shares.to_vec(), "").unwrap_err().to_string();
        assert_eq!(message(&[("a", "0.8"), ("b", "0.1")]), "the shares sum up to 0.9, expected 1 (or 100, as percent)");
        assert_eq!(message(&[]), "the shares sum up to 0, expected 1 (or 100, as percent)");
        assert_eq!(message(&[("a", "50"), ("a", "50")]), "two splits are called a");
        assert_eq!(message(&[("a", "50"), ("A", "50")]), "two splits are called A");
        assert_eq!(message(&[("", "1")]), "the name \"\" of a split is empty");
        assert_eq!(message(&[("../a", "1")]), "the name \"../a\" of a split begins with a dot");
        assert!(message(&[("a/b", "1")]).starts_with("the name \"a/b\" of a split has other characters"));
        for share in ["", "0", "-1", "x", "1e2", "0.0000000001", "99999999999999999999"] {
            assert!(message(&[("a", share)]).starts_with(&format!("the share {share} of a: expected")), "{share}");
        }
    }
}
