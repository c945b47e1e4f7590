//! A level of HoDoKu: a name for the difficulty of a puzzle.

/// The difficulty of a puzzle in HoDoKu. It is that of its hardest step, or a higher one if the score is too great for it.
///
/// ```
/// use minirow_hodoku::Level;
/// assert!(Level::Hard < Level::Unfair);
/// assert_eq!(Level::Hard.max_score(), Some(1600));
/// assert_eq!((Level::Extreme.to_string(), Level::Extreme.slug()), ("Extreme".into(), "extreme"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::Display, strum::EnumString)]
#[allow(missing_docs)] // the names say it
pub enum Level {
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

impl Level {
    /// The levels, the easiest first.
    pub const ALL: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// Returns the name in files and on the command line, such as `unfair`.
    pub const fn slug(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Unfair => "unfair",
            Level::Extreme => "extreme",
        }
    }

    /// Returns the greatest score of the level, or `None` if there is no limit.
    pub const fn max_score(self) -> Option<u32> {
        match self {
            Level::Easy => Some(800),
            Level::Medium => Some(1000),
            Level::Hard => Some(1600),
            Level::Unfair => Some(1800),
            Level::Extreme => None,
        }
    }

    /// Returns the level of a puzzle from the level of its hardest step and its score.
    ///
    /// ```
    /// use minirow_hodoku::Level;
    /// assert_eq!(Level::of(Level::Easy, 800), Level::Easy);
    /// assert_eq!(Level::of(Level::Easy, 801), Level::Medium);
    /// assert_eq!(Level::of(Level::Medium, 1700), Level::Unfair);
    /// ```
    pub fn of(hardest: Level, score: u32) -> Level {
        let fits = |level: &Level| *level >= hardest && level.max_score().is_none_or(|most| score <= most);
        Level::ALL.into_iter().find(fits).expect("every score fits the last level")
    }
}
