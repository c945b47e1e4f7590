//! Which split a puzzle falls into: by a hash of its solution grid up to symmetry, so that neither a twin nor a sibling
//! with the same solution grid crosses, and what falls where never depends on the other rows.
//!
//! To the byte, for whoever wants to do the same:
//!
//! 1. The *canonical solution* is the lexicographically smallest of all images of the puzzle's only solution under
//!    relabelling, permuting rows in bands, columns in stacks, bands and stacks, and transposing; written row by row as
//!    81 ASCII digits. It is what `minirow canon --solution` writes, and begins with `123456789`.
//! 2. The digest is SHA-256 of the salt, in UTF-8 and empty unless one is given, and the canonical solution right behind
//!    it; no separator, no line end.
//! 3. *h* is the number that the first eight bytes of the digest are, the first byte being the most significant.
//! 4. The shares are whole numbers; decimal fractions are multiplied by the same power of ten until they are. With their
//!    sum *W*, and *C* the sum of the shares up to and including that of a split, the split is the first one for which
//!    *h W < C* 2^64.
//!
//! In Python, with `shares = {"train": 80, "validation": 10, "test": 10}`:
//!
//! ```python
//! h = int.from_bytes(hashlib.sha256((salt + canonical).encode()).digest()[:8], "big")
//! upto = itertools.accumulate(shares.values())
//! split = next(name for name, c in zip(shares, upto) if h * sum(shares.values()) < c << 64)
//! ```
//!
//! A class falls into the same split whatever else is in the file, so rows can be added later, and files of other people
//! can be split alike. The price is that shares are met on average, not to the row: of *n* classes a share *p* gets
//! *n p*, give or take some √(*n p* (1 - *p*)). The same is true within each level, as the hash knows nothing of levels.
//!
//! **Why shares cannot be exact for each level.** To be exact, a split has to know what it has already: the first row of a
//! file that is too many for train would have to go elsewhere. Then a row added, taken away or put first would move others
//! from train into test, and a test set that was published would leak into the training set of the next version. What is
//! more, siblings may be of different levels: their class goes into one split as a whole, so that exact shares need not
//! even exist. Whoever needs splits of equal make-up weights or samples *within* each of them, which moves nothing across.

use minirow_core::{Solution, canon};
use sha2::{Digest, Sha256};

/// The splits, with their shares and salt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Splits {
    salt: String,
    /// In order: the name, and the sum of the shares up to and including this one.
    bounds: Vec<(String, u64)>,
}

/// The first eight bytes of the hash of a solution grid, the same for all its images.
pub(crate) fn hash(salt: &str, solution: &Solution) -> u64 {
    hash_of_form(salt, &canon::solution(solution).form)
}

/// The same, of a form that is canonical already.
pub(crate) fn hash_of_form(salt: &str, form: &Solution) -> u64 {
    let digest = Sha256::new().chain_update(salt).chain_update(form.to_string()).finalize();
    u64::from_be_bytes(digest[..8].try_into().expect("32 bytes"))
}

/// The name of a class of solution grids in files: the hash without salt, as 16 hexadecimal digits.
pub(crate) fn grid_id(form: &Solution) -> String {
    format!("{:016x}", hash_of_form("", form))
}

impl Splits {
    /// Splits with shares that sum up to 1 or to 100, as decimal numbers.
    ///
    /// # Errors
    /// What is wrong with names or shares.
    pub(crate) fn new(shares: &[(String, String)], salt: &str) -> Result<Splits, String> {
        let places = shares.iter().map(|(_, share)| share.split_once('.').map_or(0, |(_, places)| places.len())).max();
        let places = places.unwrap_or_default();
        let mut bounds: Vec<(String, u64)> = Vec::new();
        let mut sum = 0;
        for (name, share) in shares {
            if let Some(why) = bad_name(name) {
                return Err(format!("the name {name:?} of a split {why}"));
            }
            if bounds.iter().any(|(known, _)| known == name) {
                return Err(format!("two splits are called {name}"));
            }
            let share = whole(share, places).ok_or_else(|| {
                format!("the share {share} of {name}: expected a positive number with at most 9 decimal places")
            })?;
            sum += share;
            bounds.push((name.clone(), sum));
        }
        let one = 10u64.pow(places as u32);
        if sum != one && sum != 100 * one {
            let sum = sum as f64 / one as f64;
            return Err(format!("the shares sum up to {sum}, expected 1 (or 100, as percent)"));
        }
        Ok(Splits { salt: salt.into(), bounds })
    }

    /// The names, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.bounds.iter().map(|(name, _)| name.as_str())
    }

    /// The number of the split that puzzles with this solution grid fall into.
    pub(crate) fn of(&self, solution: &Solution) -> usize {
        self.of_hash(hash(&self.salt, solution))
    }

    fn of_hash(&self, hash: u64) -> usize {
        let all = self.bounds.last().map_or(1, |&(_, sum)| sum);
        let at = u128::from(hash) * u128::from(all);
        self.bounds.iter().position(|&(_, sum)| at < u128::from(sum) << 64).expect("the last bound is above every hash")
    }
}

/// Why a name will not do for a split: it is that of a file, and of a value of a column.
fn bad_name(name: &str) -> Option<&'static str> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    match () {
        () if name.is_empty() => Some("is empty"),
        () if name.starts_with('.') => Some("begins with a dot"),
        () if !name.chars().all(is_plain) => Some("has other characters than letters, digits, _ - and ."),
        () => None,
    }
}

/// A decimal number times a power of ten that makes it whole.
fn whole(text: &str, places: usize) -> Option<u64> {
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

    fn splits(shares: &[(&str, &str)]) -> Result<Splits, String> {
        let shares: Vec<_> = shares.iter().map(|&(name, share)| (name.to_string(), share.to_string())).collect();
        Splits::new(&shares, "")
    }

    fn solution(text: &str) -> Solution {
        Solution::new(text.parse().unwrap()).unwrap()
    }

    /// The figures are those of `sha256sum`, so that others come to the same.
    #[test]
    fn the_hash_is_that_of_the_canonical_text() {
        assert_eq!(hash_of_form("", &solution(FORM)), 0x053a_ea22_42d8_aa49);
        assert_eq!(hash_of_form("salt", &solution(FORM)), 0x8e41_ab90_7859_c0e1);
        assert_eq!(grid_id(&solution(FORM)), "053aea2242d8aa49");
        for number in (0..100).map(|n| n * 11_987_654_321) {
            assert_eq!(hash("", &Symmetry::nth(number).solution(&solution(SOLUTION))), 0x053a_ea22_42d8_aa49);
        }
    }

    #[test]
    fn bounds_are_exact_and_do_not_hang_on_how_shares_are_written() {
        let written: [[&str; 3]; 4] =
            [["80", "10", "10"], ["0.8", "0.1", "0.1"], [".80", "0.1", "0.10"], ["80.000", "10", "10.0"]];
        for shares in written {
            let splits = splits(&[("train", shares[0]), ("validation", shares[1]), ("test", shares[2])]).unwrap();
            // 0.8 of 2^64 is 14757395258967641292.8, and 0.9 of it 16602069666338596454.4.
            let cases = [(0, 0), (14_757_395_258_967_641_292, 0), (14_757_395_258_967_641_293, 1)];
            let more = [(16_602_069_666_338_596_454, 1), (16_602_069_666_338_596_455, 2), (u64::MAX, 2)];
            for (hash, split) in cases.into_iter().chain(more) {
                assert_eq!(splits.of_hash(hash), split, "{hash} with {shares:?}");
            }
        }
        let halves = splits(&[("a", "50"), ("b", "50")]).unwrap();
        assert_eq!([u64::MAX / 2, u64::MAX / 2 + 1].map(|hash| halves.of_hash(hash)), [0, 1]);
        assert_eq!(splits(&[("all", "1")]).unwrap().of_hash(u64::MAX), 0);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let said = |shares: &[(&str, &str)]| splits(shares).unwrap_err();
        assert_eq!(said(&[("a", "0.8"), ("b", "0.1")]), "the shares sum up to 0.9, expected 1 (or 100, as percent)");
        assert_eq!(said(&[]), "the shares sum up to 0, expected 1 (or 100, as percent)");
        assert_eq!(said(&[("a", "50"), ("a", "50")]), "two splits are called a");
        assert_eq!(said(&[("", "1")]), "the name \"\" of a split is empty");
        assert_eq!(said(&[("../a", "1")]), "the name \"../a\" of a split begins with a dot");
        assert!(said(&[("a/b", "1")]).starts_with("the name \"a/b\" of a split has other characters"));
        for share in ["", "0", "-1", "x", "1e2", "0.0000000001", "99999999999999999999"] {
            assert!(said(&[("a", share)]).starts_with(&format!("the share {share} of a: expected")), "{share}");
        }
    }
}
