//! The explanation of an aligned exclusion: each combination with an eliminated candidate, and the reason why it is
//! impossible.

use minirow_core::{Candidate, Cell, CellSet, Digit, DigitSet, House};

use crate::explain::{Explanation, Line, Phrase, words};
use crate::order::{combinations, members};
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::step::Step;

/// Explains an exclusion with a base of a number of cells.
pub(super) fn explain(step: &Step, position: &Pencilmarks, degree: usize) -> Explanation {
    let cells: Vec<Cell> = words::cells_of(step.pattern()).iter().collect();
    let bases = combinations(cells.len(), degree).map(|chosen| members(chosen).map(|place| cells[place]).collect());
    // Several bases may show the elimination. Any of them is valid.
    let proof = bases.into_iter().find_map(|base: Vec<Cell>| {
        let excluders: Vec<Cell> = cells.iter().copied().filter(|cell| !base.contains(cell)).collect();
        let eliminated = words::cells_of(step.eliminations());
        let is_base = eliminated.is_subset(base.iter().copied().collect())
            && excluders.iter().all(|excluder| base.iter().all(|cell| cell.sees(*excluder)));
        let exclusion = Exclusion { base: &base, excluders: &excluders, position };
        let lines = || step.eliminations().iter().map(|gone| exclusion.line(gone)).collect::<Option<Vec<Line>>>();
        let lines = if is_base { lines()? } else { return None };
        Some((base.iter().copied().collect::<CellSet>(), lines))
    });
    let Some((base, lines)) = proof else { return Explanation::in_general(step) };
    let (cells, gone) = (words::cells(base), words::list(step.eliminations().iter(), words::or));
    let seen = if degree == 2 {
        phrase!("No pair of digits for {cells} that has {gone} is possible", cells, gone)
    } else {
        phrase!("No triplet of digits for {cells} that has {gone} is possible", cells, gone)
    };
    Explanation::of(step, seen).with_lines(lines).with_focus(base)
}

/// Two or three cells, and the cells that see all of them.
struct Exclusion<'a> {
    base: &'a [Cell],
    excluders: &'a [Cell],
    position: &'a Pencilmarks,
}

impl Exclusion<'_> {
    /// Returns the reason why a candidate of a base cell is in no possible combination, or `None` if it is in one.
    fn line(&self, gone: Candidate) -> Option<Line> {
        let mut reasons = Vec::new();
        let others = self.base.iter().copied().filter(|&cell| cell != gone.cell);
        // First the reasons against two cells, which hold for any digit of the third.
        let mut left = Vec::new();
        for cell in others {
            let (mut against, mut possible) = (Vec::new(), Vec::new());
            for held in self.position.digits(cell).iter().map(|digit| Candidate { cell, digit }) {
                match self.against(&[gone, held]) {
                    Some(reason) => against.push(sentence(&[held], reason)),
                    None => possible.push(held),
                }
            }
            if possible.is_empty() {
                return Some(Line::with(phrase!("If {gone}:", gone), against));
            }
            reasons.extend(against);
            left.push(possible);
        }
        let [seconds, thirds] = &left[..] else { return None };
        for &second in seconds {
            for &third in thirds {
                reasons.push(sentence(&[second, third], self.against(&[gone, second, third])?));
            }
        }
        Some(Line::with(phrase!("If {gone}:", gone), reasons))
    }

    /// Returns the reason against some candidates of different cells.
    fn against(&self, held: &[Candidate]) -> Option<Phrase> {
        for (number, one) in held.iter().enumerate() {
            for other in &held[..number] {
                if one.digit == other.digit && one.cell.sees(other.cell) {
                    let house = House::all()
                        .find(|house| house.cells().contains(one.cell) && house.cells().contains(other.cell))?;
                    return Some(phrase!("{house} would have {digit} twice", house, digit = one.digit));
                }
            }
        }
        let digits: DigitSet = held.iter().map(|candidate: &Candidate| -> Digit { candidate.digit }).collect();
        let emptied = self.excluders.iter().find(|&&cell| self.position.digits(cell).is_subset(digits))?;
        let cell = words::with_digits(*emptied, self.position.digits(*emptied));
        Some(phrase!("{cell} would have no candidate left", cell))
    }
}

/// Writes a line such as `with r1c1=5: r2c2 (35) would have no candidate left`.
fn sentence(held: &[Candidate], reason: Phrase) -> Line {
    Line::new(phrase!("with {held}, {reason}", held = words::list(held.iter().copied(), words::and), reason))
}
