//! `search`: how rare puzzles are found.

use minirow_gen::Sampling;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::spec::value::Standard;
use crate::spec::{ArgumentKind, Constraint, InvalidValue, PuzzleSpec, RatingRange};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "search",
    help: "How puzzles are searched for",
    details: "sample: generate independent puzzles until one is kept. climb: hill climbing, from puzzle to harder (or \
              sparser) puzzle. auto: climb for puzzles with an ER from 8.6 or with at most 21 clues, else sample.",
    value_name: "SEARCH",
    kind: ArgumentKind::OneOf(|| Search::VARIANTS.iter().map(|search| search.name()).collect()),
    example: "sample",
    check_options,
    is_filter: false,
    ..Constraint::VALUE
};

fn check_options(spec: &PuzzleSpec) -> Result<(), String> {
    if spec.search == Search::Climb && spec.exact {
        return Err("a pattern, or a mask with exact, cannot be combined with hill climbing: use search sample".into());
    }
    Ok(())
}

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

impl Standard for Search {}

impl Search {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    fn unknown(text: &str) -> InvalidValue {
        InvalidValue::new(format!("expected `auto`, `sample` or `climb`, found `{text}`"))
    }

    /// Returns `true` if puzzles are found by hill climbing: if it is requested, or if less than about one in a hundred
    /// puzzles has an ER and a number of clues in the range.
    pub(crate) fn climbs(self, spec: &PuzzleSpec, er: RatingRange) -> bool {
        let is_hard = er.lowest().tenths() >= 86;
        let is_sparse = spec.clues.is_some_and(|clues| clues.highest() <= 21);
        match self {
            Search::Sample => false,
            Search::Climb => true,
            Search::Auto => (is_hard || is_sparse) && !spec.exact && spec.sampling == Sampling::Removal,
        }
    }
}
