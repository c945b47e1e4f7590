//! The registry of techniques, in the order in which HoDoKu tries them.
//!
//! Score and level of a step are those of the technique that finds it, whatever the name of the step.

mod als;
mod brute_force;
mod bug;
mod colouring;
mod empty_rectangle;
mod fish;
mod forcing;
mod full_house;
pub(crate) mod hidden_single;
mod hidden_subset;
mod link_chains;
mod locked_candidates;
mod naked_single;
mod naked_subset;
mod nice_loops;
mod skyscraper;
mod sue_de_coq;
mod two_string_kite;
pub(crate) mod uniqueness;
mod wings;

use minirow_core::{Cell, Digit, House};
use minirow_grade::tuple::{NineSets, Tuples};

use crate::state::State;
use crate::technique::Technique;

/// The names that all files of techniques use.
mod prelude {
    pub(super) use minirow_core::{Candidate, Cell, CellSet, Digit, DigitSet, House, HouseKind};

    pub(super) use super::{BOXES_ROWS_COLUMNS, two_places};
    pub(super) use crate::level::Level;
    pub(super) use crate::pattern::{CellGroup, Pattern};
    pub(super) use crate::search::Search;
    pub(super) use crate::state::State;
    pub(super) use crate::step::{Step, of_digit};
    pub(super) use crate::technique::{Found, Technique};
}

/// The techniques, in the order in which they are tried.
pub static ALL: &[&Technique] = &[
    &full_house::FULL_HOUSE,
    &naked_single::NAKED_SINGLE,
    &hidden_single::HIDDEN_SINGLE,
    &naked_subset::LOCKED_PAIR,
    &naked_subset::LOCKED_TRIPLE,
    &locked_candidates::POINTING,
    &locked_candidates::CLAIMING,
    &naked_subset::PAIR,
    &naked_subset::TRIPLE,
    &hidden_subset::PAIR,
    &hidden_subset::TRIPLE,
    &naked_subset::QUADRUPLE,
    &hidden_subset::QUADRUPLE,
    &fish::X_WING,
    &fish::SWORDFISH,
    &fish::JELLYFISH,
    &link_chains::REMOTE_PAIR,
    &bug::BUG,
    &skyscraper::SKYSCRAPER,
    &two_string_kite::TWO_STRING_KITE,
    &link_chains::TURBOT_FISH,
    &empty_rectangle::EMPTY_RECTANGLE,
    &wings::W_WING,
    &wings::XY_WING,
    &wings::XYZ_WING,
    &uniqueness::TEST_1,
    &uniqueness::TEST_2,
    &uniqueness::TEST_3,
    &uniqueness::TEST_4,
    &uniqueness::TEST_5,
    &uniqueness::TEST_6,
    &uniqueness::HIDDEN_RECTANGLE,
    &uniqueness::AVOIDABLE_1,
    &uniqueness::AVOIDABLE_2,
    &fish::FINNED_X_WING,
    &fish::SASHIMI_X_WING,
    &fish::FINNED_SWORDFISH,
    &fish::SASHIMI_SWORDFISH,
    &fish::FINNED_JELLYFISH,
    &fish::SASHIMI_JELLYFISH,
    &sue_de_coq::SUE_DE_COQ,
    &colouring::SIMPLE_COLORS,
    &colouring::MULTI_COLORS,
    &link_chains::X_CHAIN,
    &link_chains::XY_CHAIN,
    &nice_loops::NICE_LOOP,
    &nice_loops::GROUPED_NICE_LOOP,
    &als::XZ,
    &als::XY_WING,
    &als::CHAIN,
    &fish::FRANKEN_X_WING,
    &fish::FRANKEN_SWORDFISH,
    &fish::FINNED_FRANKEN_X_WING,
    &fish::FINNED_FRANKEN_SWORDFISH,
    &forcing::CHAIN,
    &forcing::NET,
    &brute_force::BRUTE_FORCE,
];

/// The techniques that conclude from the uniqueness of the solution, which the filled cells alone must have.
pub(crate) static UNIQUENESS: &[&Technique] = &[
    &bug::BUG,
    &uniqueness::TEST_1,
    &uniqueness::TEST_2,
    &uniqueness::TEST_3,
    &uniqueness::TEST_4,
    &uniqueness::TEST_5,
    &uniqueness::TEST_6,
    &uniqueness::HIDDEN_RECTANGLE,
    &uniqueness::AVOIDABLE_1,
    &uniqueness::AVOIDABLE_2,
];

/// The order of houses in which subsets are searched.
const BOXES_ROWS_COLUMNS: [House; 27] = {
    let mut houses = [House::ROWS[0]; 27];
    let mut number = 0;
    while number < 9 {
        houses[number] = House::BOXES[number];
        houses[9 + number] = House::ROWS[number];
        houses[18 + number] = House::COLUMNS[number];
        number += 1;
    }
    houses
};

/// Returns the places of a digit in a house, if there are two.
fn two_places(state: &State, house: House, digit: Digit) -> Option<[Cell; 2]> {
    if state.count(house, digit) != 2 {
        return None;
    }
    let mut places = state.cells_in(house, digit).iter();
    Some([places.next()?, places.next()?])
}

/// Returns the tuples of a size in lexicographic order of their positions: {0,1}, {0,2}, {0,3}, {1,2}, ...
fn lexicographic(sets: [u16; 9], size: usize) -> Tuples {
    let mut tuples = NineSets::new(sets, size).tuples();
    tuples.sort_unstable_by_key(|tuple| std::cmp::Reverse(tuple.chosen.reverse_bits()));
    tuples
}
