//! Fish: if the places of a digit in some base houses lie in as many cover houses, the rest of the cover houses loses the
//! digit. Places outside of the cover houses are fins; with fins, only cells that see all of them lose the digit.

mod targets;

use minirow_grade::tuple::Tuple;

use super::lexicographic;
use super::prelude::*;

/// The sort of fish that a technique takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Plain,
    Finned,
    Sashimi,
    Franken,
    FinnedFranken,
}

impl Sort {
    /// Returns `true` if boxes are base and cover houses too.
    fn has_boxes(self) -> bool {
        matches!(self, Sort::Franken | Sort::FinnedFranken)
    }

    fn has_fins(self) -> bool {
        !matches!(self, Sort::Plain | Sort::Franken)
    }
}

const MOST_FINS: usize = 5;
const MOST_ENDO_FINS: usize = 2;

macro_rules! fish {
    ($($technique:ident: $slug:literal, $name:literal, $score:literal, $level:ident, $size:literal, $sort:ident;)*) => {
        $(pub(super) static $technique: Technique = Technique {
            slug: $slug,
            name: $name,
            score: $score,
            level: Level::$level,
            find: |search| first(&$technique, search, $size, Sort::$sort),
        };)*
    };
}

fish! {
    X_WING: "x-wing", "X-Wing", 140, Hard, 2, Plain;
    SWORDFISH: "swordfish", "Swordfish", 150, Hard, 3, Plain;
    JELLYFISH: "jellyfish", "Jellyfish", 160, Hard, 4, Plain;
    FINNED_X_WING: "finned-x-wing", "Finned X-Wing", 130, Hard, 2, Finned;
    SASHIMI_X_WING: "sashimi-x-wing", "Sashimi X-Wing", 150, Hard, 2, Sashimi;
    FINNED_SWORDFISH: "finned-swordfish", "Finned Swordfish", 200, Unfair, 3, Finned;
    SASHIMI_SWORDFISH: "sashimi-swordfish", "Sashimi Swordfish", 240, Unfair, 3, Sashimi;
    FINNED_JELLYFISH: "finned-jellyfish", "Finned Jellyfish", 250, Unfair, 4, Finned;
    SASHIMI_JELLYFISH: "sashimi-jellyfish", "Sashimi Jellyfish", 260, Unfair, 4, Sashimi;
    FRANKEN_X_WING: "franken-x-wing", "Franken X-Wing", 300, Unfair, 2, Franken;
    FRANKEN_SWORDFISH: "franken-swordfish", "Franken Swordfish", 350, Unfair, 3, Franken;
    FINNED_FRANKEN_X_WING: "finned-franken-x-wing", "Finned Franken X-Wing", 390, Unfair, 2, FinnedFranken;
    FINNED_FRANKEN_SWORDFISH: "finned-franken-swordfish", "Finned Franken Swordfish", 410, Unfair, 3, FinnedFranken;
}

/// The search for a fish of a digit in one direction.
struct Fishing<'a> {
    technique: &'static Technique,
    state: &'a State,
    size: usize,
    sort: Sort,
    digit: Digit,
    /// The houses that can be base and cover houses, ascending.
    bases: Vec<House>,
    covers: Vec<House>,
    /// By number of a base line: the positions of the digit.
    places: [u16; 9],
    /// `true` if a search for finned fish has found a sashimi fish.
    has_sashimi: std::cell::Cell<bool>,
}

/// Some houses with their places of the digit.
#[derive(Clone, Copy)]
struct Houses {
    houses: u32, // Bit 0-26: the house with that index.
    cells: CellSet,
    /// The cells in several of the houses.
    shared: CellSet,
}

impl Houses {
    const NONE: Houses = Houses { houses: 0, cells: CellSet::EMPTY, shared: CellSet::EMPTY };

    fn with(self, house: House, cells: CellSet) -> Houses {
        Houses {
            houses: self.houses | 1 << house.index(),
            cells: self.cells | cells,
            shared: self.shared | self.cells & cells,
        }
    }

    fn iter(self) -> impl Iterator<Item = House> {
        let mut rest = self.houses;
        std::iter::from_fn(move || {
            let index = rest.trailing_zeros() as usize;
            rest &= rest.checked_sub(1)?;
            Some([House::ROWS, House::COLUMNS, House::BOXES][index / 9][index % 9])
        })
    }

    /// Returns the kinds of the houses: whether there are rows, columns and boxes.
    fn kinds(self) -> [bool; 3] {
        [0, 9, 18].map(|first| self.houses >> first & 0x1FF != 0)
    }
}

fn first(technique: &'static Technique, search: &mut Search, size: usize, sort: Sort) -> Found {
    let (mut searched, mut sashimi) = (DigitSet::EMPTY, DigitSet::EMPTY);
    let found = search.by_digit(technique, |state, _, digits| {
        searched = digits;
        Ok(find(technique, state, digits, size, sort, &mut sashimi))
    })?;
    if sort == Sort::Finned && found.is_none() {
        let technique = [&SASHIMI_X_WING, &SASHIMI_SWORDFISH, &SASHIMI_JELLYFISH][size - 2];
        search.finds_nothing(technique, searched - sashimi);
    }
    Ok(found)
}

/// Searches some digits. Notes those of which a complete search for finned fish has found sashimi fish.
fn find(
    technique: &'static Technique,
    state: &State,
    digits: DigitSet,
    size: usize,
    sort: Sort,
    sashimi: &mut DigitSet,
) -> Option<Step> {
    let boxes = || House::BOXES.into_iter().filter(|_| sort.has_boxes());
    digits.iter().filter(|&digit| !state.cells(digit).is_empty()).find_map(|digit| {
        let most = if sort.has_fins() { 9 } else { size };
        [(House::ROWS, House::COLUMNS), (House::COLUMNS, House::ROWS)].into_iter().find_map(|(bases, covers)| {
            let in_line = bases.map(|line| line.positions(state.cells(digit)));
            let targets = match sort {
                Sort::FinnedFranken => targets::targets(state.cells(digit), &bases, size),
                Sort::Finned | Sort::Sashimi if !targets::has_finned(&in_line, size) => CellSet::EMPTY,
                _ => state.cells(digit),
            };
            if targets.is_empty() {
                return None;
            }
            let places = |house: &House| state.cells_in(*house, digit).len();
            let base_houses = bases.into_iter().chain(boxes()).filter(|house| (1..=most).contains(&places(house)));
            let cover_houses = covers.into_iter().chain(boxes()).filter(|house| places(house) > 0);
            let (base_houses, cover_houses) = (base_houses.collect(), cover_houses.collect());
            let fishing = Fishing {
                technique,
                state,
                size,
                sort,
                digit,
                bases: base_houses,
                covers: cover_houses,
                places: in_line,
                has_sashimi: false.into(),
            };
            let found = if sort == Sort::Plain {
                fishing.plain(&bases, &covers)
            } else {
                fishing.with_bases(Houses::NONE, targets, 0, 0)
            };
            if fishing.has_sashimi.get() {
                sashimi.insert(digit);
            }
            found
        })
    })
}

impl Fishing<'_> {
    /// Searches lines with all their places in as many crossing lines.
    fn plain(&self, bases: &[House; 9], covers: &[House; 9]) -> Option<Step> {
        lexicographic(self.places, self.size).into_iter().find_map(|Tuple { chosen, union }| {
            let [base, cover] = [(chosen, bases), (union, covers)].map(|(numbers, lines)| {
                DigitSet::from_bits(numbers).iter().fold(Houses::NONE, |houses, number| {
                    let line = lines[number.index()];
                    houses.with(line, self.state.cells_in(line, self.digit))
                })
            });
            self.step(base, cover)
        })
    }

    /// Chooses the base houses from `first` on, in addition to `count` houses. Only some cells can be eliminated.
    fn with_bases(&self, chosen: Houses, targets: CellSet, first: usize, count: usize) -> Option<Step> {
        if count == self.size {
            let crosses =
                |house: &&House| chosen.houses & 1 << house.index() == 0 && chosen.cells.intersects(house.cells());
            let covers: Vec<House> = self.covers.iter().filter(crosses).copied().collect();
            return self.with_covers(chosen, &covers, Houses::NONE, 0);
        }
        (first..self.bases.len()).find_map(|place| {
            let cells = self.state.cells_in(self.bases[place], self.digit);
            let endo_fins = (chosen.cells & cells).len();
            let most = if self.sort == Sort::FinnedFranken { MOST_ENDO_FINS } else { 0 };
            if endo_fins > 0 && chosen.shared.len() + endo_fins > most {
                return None;
            }
            let chosen = chosen.with(self.bases[place], cells);
            // More base houses only need more cover houses.
            let targets = match self.sort {
                Sort::FinnedFranken => self.possible_targets(chosen, targets),
                Sort::Franken if self.can_cover(chosen, chosen.cells, self.size) => targets,
                Sort::Finned | Sort::Sashimi if self.has_fins_in_box(chosen) => targets,
                _ => CellSet::EMPTY,
            };
            if targets.is_empty() { None } else { self.with_bases(chosen, targets, place + 1, count + 1) }
        })
    }

    /// Returns `true` if all places in some lines, except for those in one box, lie in few enough crossing lines. A cell in a cover
    /// line sees fins in its box only, as fins in its own line would be covered.
    fn has_fins_in_box(&self, lines: Houses) -> bool {
        let mut places = [0; 3];
        for line in lines.iter() {
            places[line.number() / 3] |= self.places[line.number()];
        }
        (0..3).any(|band| {
            let others = places[(band + 1) % 3] | places[(band + 2) % 3];
            DigitSet::from_bits(others).len() <= self.size
                && (0..3).any(|box_| {
                    let outside = others | places[band] & !(0b111 << (3 * box_));
                    DigitSet::from_bits(outside).len() <= self.size
                })
        })
    }

    /// Returns the cells from the first one on that can be eliminated by a fish with some base houses, which has to cover all their
    /// places that are not fins, and the cell, which has to see all fins.
    fn possible_targets(&self, base: Houses, targets: CellSet) -> CellSet {
        let is_impossible = |target: &Cell| {
            let rest = (base.cells - target.peers()).with(*target);
            !base.shared.is_subset(target.peers()) || !self.can_cover(base, rest, self.size)
        };
        targets - targets.iter().take_while(is_impossible).collect()
    }

    /// Returns `true` if a number of houses beyond the base can cover some cells.
    fn can_cover(&self, base: Houses, cells: CellSet, count: usize) -> bool {
        let Some(cell) = cells.first() else { return true };
        let [row, column, box_] = cell.houses();
        let line = if self.covers[0].kind() == HouseKind::Row { row } else { column };
        let can_cover = |house: House| {
            let is_free = base.houses & 1 << house.index() == 0;
            let is_rest_covered = || match count {
                1 => cells.is_subset(house.cells()),
                _ => self.can_cover(base, cells - house.cells(), count - 1),
            };
            is_free && is_rest_covered()
        };
        count > 0 && (can_cover(line) || can_cover(box_))
    }

    /// Chooses the cover houses from a list, in addition to `count` houses.
    fn with_covers(&self, base: Houses, covers: &[House], chosen: Houses, count: usize) -> Option<Step> {
        if count == self.size {
            return self.step(base, chosen);
        }
        // The places that no house from here on covers will be fins, and something has to see all of them.
        let union = covers.iter().fold(chosen.cells, |all, house| all | house.cells());
        let fins = (base.cells - union) | base.shared;
        if fins.len() > MOST_FINS || !fins.is_empty() && !fins.common_peers().intersects(self.state.cells(self.digit)) {
            return None;
        }
        (0..covers.len()).find_map(|place| {
            let house = covers[place];
            let cells = self.state.cells_in(house, self.digit);
            self.with_covers(base, &covers[place + 1..], chosen.with(house, cells), count + 1)
        })
    }

    fn step(&self, base: Houses, cover: Houses) -> Option<Step> {
        let fins = (base.cells - cover.cells) | base.shared;
        if fins.is_empty() == self.sort.has_fins() || fins.len() > MOST_FINS {
            return None;
        }
        let seen = fins.common_peers();
        let (outside, shared) = ((cover.cells - base.cells) & seen, cover.shared & seen);
        if (outside | shared).is_empty() {
            return None;
        }
        let is_sashimi = base.iter().any(|house| ((house.cells() & base.cells) - fins).len() <= 1);
        if !self.sort.has_boxes() && (self.sort == Sort::Sashimi) != is_sashimi && self.sort.has_fins() {
            self.has_sashimi.set(is_sashimi || self.has_sashimi.get());
            return None;
        }
        let endo_fins = base.shared;
        let pattern = Pattern::Fish {
            digit: self.digit,
            base: base.iter().collect(),
            cover: cover.iter().collect(),
            fins: fins - endo_fins,
            endo_fins,
        };
        let both = of_digit(self.digit, outside).chain(of_digit(self.digit, shared));
        Some(Step::eliminate(self.technique, pattern, both.collect()).named(self.name(base, cover, !fins.is_empty())))
    }

    /// Returns the name of a fish. Boxes in a Franken fish stand beside rows on one side and beside columns on the other; all
    /// other fish with boxes are mutant.
    fn name(&self, base: Houses, cover: Houses, has_fins: bool) -> &'static str {
        let is_franken = match [base.kinds(), cover.kinds()] {
            [[rows, columns, _], [cover_rows, cover_columns, _]] => {
                rows != columns && cover_rows != cover_columns && rows != cover_rows
            }
        };
        match (is_franken, has_fins, self.size) {
            _ if !self.sort.has_boxes() => self.technique.name,
            (true, false, 2) => "Franken X-Wing",
            (true, false, _) => "Franken Swordfish",
            (true, true, 2) => "Finned Franken X-Wing",
            (true, true, _) => "Finned Franken Swordfish",
            (false, false, 2) => "Mutant X-Wing",
            (false, false, _) => "Mutant Swordfish",
            (false, true, 2) => "Finned Mutant X-Wing",
            (false, true, _) => "Finned Mutant Swordfish",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::each_hard_position;

    /// Returns the combinations of a number of houses in lexicographic order.
    fn combinations(houses: &[House], size: usize) -> Vec<Vec<House>> {
        if size == 0 {
            return vec![Vec::new()];
        }
        let with = |(place, &first): (usize, &House)| {
            let rest = combinations(&houses[place + 1..], size - 1);
            rest.into_iter().map(move |rest| [vec![first], rest].concat()).collect::<Vec<_>>()
        };
        houses.iter().enumerate().flat_map(with).collect()
    }

    /// Searches all bases and all covers, without leaving any out.
    fn plain(state: &State, size: usize, sort: Sort) -> Option<Step> {
        let boxes = |lines: [House; 9]| if sort.has_boxes() { [lines, House::BOXES].concat() } else { lines.to_vec() };
        Digit::ALL.into_iter().find_map(|digit| {
            [[House::ROWS, House::COLUMNS], [House::COLUMNS, House::ROWS]].into_iter().find_map(|sides| {
                let [bases, covers] = sides.map(boxes);
                let fishing = Fishing {
                    technique: &X_WING,
                    state,
                    size,
                    sort,
                    digit,
                    bases: Vec::new(),
                    covers: Vec::new(),
                    places: [0; 9],
                    has_sashimi: false.into(),
                };
                let of = |houses: &[House]| {
                    houses.iter().fold(Houses::NONE, |all, &house| all.with(house, state.cells_in(house, digit)))
                };
                let most = if sort.has_fins() { 9 } else { size };
                let fits = |house: &House| (1..=most).contains(&state.cells_in(*house, digit).len());
                let bases: Vec<House> = bases.into_iter().filter(fits).collect();
                combinations(&bases, size).into_iter().map(|houses| (of(&houses), houses)).find_map(|(base, houses)| {
                    let shared: usize = houses.iter().map(|house| (base.shared & house.cells()).len()).sum();
                    let most = if sort == Sort::FinnedFranken { MOST_ENDO_FINS } else { 0 };
                    if shared > 2 * most {
                        return None;
                    }
                    let crosses = |house: &House| !houses.contains(house) && base.cells.intersects(house.cells());
                    let covers: Vec<House> = covers.iter().copied().filter(crosses).collect();
                    combinations(&covers, size).into_iter().find_map(|cover| fishing.step(base, of(&cover)))
                })
            })
        })
    }

    #[test]
    fn fish_equal_those_of_the_plain_search() {
        let mut found = 0;
        each_hard_position(40, (0, 5), |search, place| {
            for sort in [Sort::Plain, Sort::Finned, Sort::Sashimi, Sort::Franken, Sort::FinnedFranken] {
                for size in if sort.has_boxes() { 2..=2 } else { 2..=4 } {
                    let fast = find(&X_WING, &search.state, DigitSet::ALL, size, sort, &mut DigitSet::default());
                    assert_eq!(fast, plain(&search.state, size, sort), "{place}");
                    found += usize::from(fast.is_some());
                }
            }
        });
        assert!(found > 20, "{found} fish are too few to say much");
    }

    #[test]
    fn swordfish_equal_those_of_all_targets() {
        let mut found = 0;
        each_hard_position(60, (5, 12), |search, place| {
            let (state, size, sort) = (&search.state, 3, Sort::FinnedFranken);
            let of_all_targets = |digit: Digit, [bases, covers]: [[House; 9]; 2]| {
                let houses = |lines: [House; 9]| -> Vec<House> {
                    let houses = lines.into_iter().chain(House::BOXES);
                    houses.filter(|&house| state.count(house, digit) > 0).collect()
                };
                let fishing = Fishing {
                    technique: &X_WING,
                    state,
                    size,
                    sort,
                    digit,
                    bases: houses(bases),
                    covers: houses(covers),
                    places: [0; 9],
                    has_sashimi: false.into(),
                };
                fishing.with_bases(Houses::NONE, state.cells(digit), 0, 0)
            };
            let plain = Digit::ALL.into_iter().find_map(|digit| {
                let sides = [[House::ROWS, House::COLUMNS], [House::COLUMNS, House::ROWS]];
                sides.into_iter().find_map(|sides| of_all_targets(digit, sides))
            });
            let fast = find(&X_WING, state, DigitSet::ALL, size, sort, &mut DigitSet::default());
            assert_eq!(fast, plain, "{place}");
            found += usize::from(fast.is_some());
        });
        assert!(found > 1, "{found} fish are too few to say much");
    }
}
