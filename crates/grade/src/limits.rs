//! Limits on the rating of a puzzle and on the work of the grader.

use std::num::NonZeroU64;

use crate::rating::Rating;

/// The limits at which the grader stops. By default there are none.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::{Cut, Limits, grade_within};
/// let clues = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let hard = Puzzle::new(clues.parse()?)?;
/// let limits = Limits { budget: std::num::NonZeroU64::new(100), ..Limits::default() };
/// assert_eq!(grade_within(&hard, limits).cut(), Some(Cut::BudgetSpent));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop as soon as ER is known to be above this rating. Harder techniques are not searched: with a limit of 5.0 no
    /// chain is followed.
    pub max_er: Option<Rating>,
    /// Stop after this number of assumptions. An assumption is a candidate that is taken as true or false, with all its
    /// implications; chains consist of them. The number does not depend on the machine. One assumption takes some
    /// microseconds.
    pub budget: Option<NonZeroU64>,
}

/// The reason why a puzzle has no rating.
///
/// ```
/// use minirow_grade::Cut;
/// assert_eq!(Cut::TooHard.name(), "too-hard");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Cut {
    /// The puzzle is harder than the limit.
    TooHard,
    /// The budget was spent before the rating was known.
    BudgetSpent,
}

impl Cut {
    /// Returns the name in files, such as `budget-spent`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
    use std::time::Duration;

    use minirow_core::Puzzle;

    use super::*;
    use crate::{grade, stop};

    #[test]
    fn a_rating_stops_when_the_flag_is_set() {
        // ER 11.9: the whole rating takes about a thousand times as long as the time after which it is stopped.
        let clues = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
        let puzzle = Puzzle::new(clues.parse().unwrap()).unwrap();
        let flag = Arc::new(AtomicBool::new(false));
        std::thread::scope(|scope| {
            let rating = scope.spawn(|| stop::with_stop(&flag, || grade(&puzzle)));
            std::thread::sleep(Duration::from_millis(50));
            flag.store(true, SeqCst);
            let grade = rating.join().unwrap();
            assert_eq!((grade.er(), grade.cut()), (None, Some(Cut::BudgetSpent)));
        });
        assert!(!stop::is_requested(), "the flag is for one thread, and as long as the work takes");
    }
}
