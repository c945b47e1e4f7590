//! `search`: how rare puzzles are found.

use minirow_gen::Sampling;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::spec::{ArgumentKind, Constraint, ConstraintInfo, InvalidSpec, InvalidValue, PuzzleSpec, RatingRange};

/// The way to search for puzzles.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// # use minirow_pack::spec::constraints::Search;
/// assert_eq!(PuzzleSpec::new().search(Search::Climb).to_string(), "--search climb");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchConstraint(pub Search);

/// A way to search for puzzles.
///
/// ```
/// # use minirow_pack::spec::constraints::Search;
/// assert_eq!("climb".parse::<Search>()?, Search::Climb);
/// # Ok::<(), minirow_pack::spec::InvalidValue>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase", parse_err_ty = InvalidValue, parse_err_fn = Search::unknown)]
pub enum Search {
    /// `Climb` if less than about one in a hundred puzzles would be kept, else `Sample`.
    #[default]
    Auto,
    /// Generate independent puzzles until one is kept.
    Sample,
    /// Hill climbing: move from puzzle to neighbouring puzzle, towards those that are kept.
    Climb,
}

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "search",
    help: "How puzzles are searched for",
    details: "sample: generate independent puzzles until one is kept. climb: hill climbing, from puzzle to harder (or \
              sparser) puzzle. auto: climb for puzzles with an ER from 8.6 or with at most 21 clues, else sample.",
    value_name: "SEARCH",
    kind: ArgumentKind::OneOf(|| Search::VARIANTS.iter().map(|search| search.name()).collect()),
    example: "sample",
    ..ConstraintInfo::VALUE
};

impl Constraint for SearchConstraint {
    fn check_options(&self, spec: &PuzzleSpec) -> Result<(), InvalidSpec> {
        if self.0 == Search::Climb && spec.exact.0 {
            let reason = "exact cannot be combined with hill climbing: use search sample";
            return Err(InvalidSpec::conflict(spec, &["exact", "search"], reason));
        }
        Ok(())
    }
}

impl SearchConstraint {
    /// Returns `true` if puzzles are found by hill climbing: if it is requested, or if less than about one in a hundred
    /// puzzles has an ER and a number of clues in the range.
    pub(crate) fn climbs(self, spec: &PuzzleSpec, er: RatingRange) -> bool {
        let is_hard = er.lowest().tenths() >= 86;
        let is_sparse = spec.clues.0.is_some_and(|clues| clues.highest() <= 21);
        match self.0 {
            Search::Sample => false,
            Search::Climb => true,
            Search::Auto => (is_hard || is_sparse) && !spec.exact.0 && spec.sampling.0 == Sampling::Removal,
        }
    }
}

impl Search {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    fn unknown(text: &str) -> InvalidValue {
        InvalidValue::new(format!("expected `auto`, `sample` or `climb`, found `{text}`"))
    }
}
