//! The cells that finned fish can eliminate, from all choices of cover houses at once.

use super::super::prelude::*;

/// A set of choices of cover houses, as bits.
type Choices = [u64; 3];

/// By number of houses and house: the choices with that house. Lines have the numbers 0 to 8, boxes 9 to 17.
static WITH: [[Choices; 18]; 3] = [[[0; 3]; 18], choices_with(1), choices_with(2)];

/// Returns, by house, the choices of one house or of two houses with it.
const fn choices_with(count: usize) -> [Choices; 18] {
    let mut with = [[0; 3]; 18];
    let (mut bit, mut first) = (0, 0);
    while first < 18 {
        let mut second = if count == 1 { first } else { first + 1 };
        while second < 18 {
            with[first][bit / 64] |= 1 << (bit % 64);
            with[second][bit / 64] |= 1 << (bit % 64);
            bit += 1;
            second += if count == 1 { 18 } else { 1 };
        }
        first += 1;
    }
    with
}

fn both(one: Choices, other: Choices) -> Choices {
    [0, 1, 2].map(|word| one[word] & other[word])
}

fn either(one: Choices, other: Choices) -> Choices {
    [0, 1, 2].map(|word| one[word] | other[word])
}

/// Returns the cells that may be eliminated by a finned Franken fish with these base lines, and boxes. No others can be.
///
/// A fish has to cover all its places that are not fins, and the cell, which has to see all fins. So for each cell, and for each house
/// that covers it, a choice of further cover houses is left for as many base houses as the fish has.
pub(super) fn targets(places: CellSet, bases: &[House; 9], size: usize) -> CellSet {
    let with = &WITH[size - 1];
    let is_row = usize::from(bases[0].kind() == HouseKind::Row);
    let line = |cell: Cell| cell.houses()[is_row];
    let mut by_cell = [[0; 3]; 81];
    for cell in places.iter() {
        by_cell[cell.index()] = either(with[line(cell).number()], with[9 + cell.box_()]);
    }
    let houses = bases.iter().chain(&House::BOXES).map(|&house| Base {
        cells: places & house.cells(),
        // A box that is a base house covers nothing.
        allowed: if house.kind() == HouseKind::Box {
            with[9 + house.number()].map(|choices| !choices)
        } else {
            [u64::MAX; 3]
        },
    });
    let houses: Vec<Base> = houses.filter(|house| !house.cells.is_empty()).collect();
    let may_be_target = |&target: &Cell| {
        let test = Test { houses: &houses, by_cell: &by_cell, target, unseen: places - target.peers() };
        let of_box = with[9 + target.box_()];
        // A cell that both cover houses have can be in a base line.
        test.has_base(line(target), size, [u64::MAX; 3])
            || test.has_base(House::BOXES[target.box_()], size, [u64::MAX; 3])
            || test.has_base(line(target), size - 1, of_box)
    };
    places.iter().filter(may_be_target).collect()
}

/// A house that can be a base house.
struct Base {
    cells: CellSet,
    /// The choices that do not contain the house.
    allowed: Choices,
}

/// The test of a cell.
struct Test<'a> {
    houses: &'a [Base],
    /// By cell: the choices with a house that covers it.
    by_cell: &'a [Choices; 81],
    target: Cell,
    /// The places that are no fins.
    unseen: CellSet,
}

impl Test<'_> {
    /// Returns `true` if a cover house and one of some choices of others cover a number of base houses without the cell, which have
    /// only fins in common.
    fn has_base(&self, first: House, count: usize, choices: Choices) -> bool {
        let unseen = self.unseen - first.cells();
        let mut covering = [[0; 3]; 18];
        // By number of base houses: the choices that can cover them.
        let mut left = [choices, [0; 3], [0; 3], [0; 3]];
        for (place, house) in self.houses.iter().enumerate().filter(|(_, house)| !house.cells.contains(self.target)) {
            let rest = house.cells & unseen;
            covering[place] = rest.iter().fold(house.allowed, |all, cell| both(all, self.by_cell[cell.index()]));
            for number in (0..count).rev() {
                left[number + 1] = either(left[number + 1], both(left[number], covering[place]));
            }
        }
        (0..3).any(|word| {
            let mut rest = left[count][word];
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                let covered = (0..self.houses.len()).filter(|&place| covering[place][word] & bit != 0);
                let covered = covered.fold(0, |all, place| all | 1 << place);
                if self.has_apart(covered, count) {
                    return true;
                }
            }
            false
        })
    }

    /// Returns `true` if a number of some houses have only fins in common.
    fn has_apart(&self, houses: u32, count: usize) -> bool {
        let mut rest = houses;
        while rest.count_ones() as usize >= count {
            if count == 1 {
                return true;
            }
            let place = rest.trailing_zeros();
            rest &= rest - 1;
            let unseen = self.houses[place as usize].cells & self.unseen;
            let apart = (0..18).filter(|&other| rest & 1 << other != 0 && !self.houses[other].cells.intersects(unseen));
            if self.has_apart(apart.fold(0, |all, other| all | 1 << other), count - 1) {
                return true;
            }
        }
        false
    }
}

/// By number of positions and position: the choices of positions with that one.
static POSITIONS_WITH: [[u128; 9]; 5] = {
    let mut with = [[0; 9]; 5];
    let mut bits = [0; 5];
    let mut positions: u16 = 0;
    while positions < 1 << 9 {
        let count = positions.count_ones() as usize;
        if count < 5 {
            let mut position = 0;
            while position < 9 {
                with[count][position] |= ((positions >> position & 1) as u128) << bits[count];
                position += 1;
            }
            bits[count] += 1;
        }
        positions += 1;
    }
    with
};

/// Returns `true` if finned or sashimi fish may eliminate something, by the positions of a digit in nine lines.
///
/// A cell in a cover line sees fins in its box only, as fins in its own line would be covered. So there are base lines in and beyond
/// the chute of a box whose positions, except for those in the box, lie in as many crossing lines, one of which crosses the box in a
/// place of another line.
pub(super) fn has_finned(places: &[u16; 9], size: usize) -> bool {
    // A line beyond the base lines has the places that are eliminated.
    if places.iter().filter(|&&positions| positions != 0).count() <= size {
        return false;
    }
    let with = &POSITIONS_WITH[size];
    let positions = |bits: u16| DigitSet::from_bits(bits).iter().map(|position| with[position.index()]);
    let covering = |bits: u16| positions(bits).fold(u128::MAX, |all, choices| all & choices);
    let lines = places.map(covering);
    (0..3).any(|band| {
        // By number of lines beyond the chute: the choices that can cover them.
        let mut left = [u128::MAX, 0, 0, 0, 0];
        for line in (0..9).filter(|line| line / 3 != band && places[*line] != 0) {
            for number in (0..size).rev() {
                left[number + 1] |= left[number] & lines[line];
            }
        }
        let chute = &places[3 * band..][..3];
        (0..3).any(|box_| {
            let in_box: u16 = 0b111 << (3 * box_);
            (1..7).any(|chosen: usize| {
                let of = |is_base: bool| {
                    (0..3).filter(move |line| (chosen >> line & 1 != 0) == is_base).map(|line| chute[line])
                };
                let targets = of(false).fold(0, |all, positions| all | positions & in_box);
                let bases = of(true).fold(0, |all, positions| all | positions);
                if targets == 0 || bases & in_box == 0 || of(true).any(|positions| positions == 0) {
                    return false;
                }
                let rest = left[size - chosen.count_ones() as usize] & covering(bases & !in_box);
                positions(targets).any(|choices| rest & choices != 0)
            })
        })
    })
}
