//! Resolution states, and the basic resolution theory (BRT): singles are placed until there are none.

use minirow_core::CandidateSet;

use crate::board::{CELLS, PLACES, VALUES, VARIABLES, number};

/// The candidates that are left: for each variable, the set of its values.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The bits of the values. The four variables of a candidate agree.
    values: [u16; VARIABLES],
}

/// The variable that has no value left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Empty(pub(crate) u16);

/// Receives the effects of a placement.
pub(crate) trait Effects {
    /// Takes note of a candidate that is removed.
    fn removed(&mut self, candidate: u16);

    /// Takes note of the only candidate that a variable has left. It can be reported for several variables.
    fn single(&mut self, candidate: u16, variable: u16);
}

/// Collects the singles.
impl Effects for Vec<u16> {
    fn removed(&mut self, _: u16) {}

    fn single(&mut self, candidate: u16, _: u16) {
        self.push(candidate);
    }
}

impl State {
    /// Returns the state with these candidates after BRT.
    pub(crate) fn new(candidates: &CandidateSet) -> Result<State, Empty> {
        let mut state = State { values: [0; VARIABLES] };
        for candidate in candidates.iter() {
            for place in PLACES[usize::from(number(candidate))] {
                state.values[usize::from(place.variable)] |= place.bit;
            }
        }
        state.close()?;
        Ok(state)
    }

    /// Places the singles of all variables, and all that follow.
    fn close(&mut self) -> Result<(), Empty> {
        let mut singles = Vec::new();
        for (variable, &values) in self.values.iter().enumerate() {
            if values == 0 {
                return Err(Empty(variable as u16));
            }
            if values.is_power_of_two() {
                singles.push(VALUES[variable][values.trailing_zeros() as usize]);
            }
        }
        self.place_all(singles)
    }

    /// Returns the values that a variable has left.
    pub(crate) fn values(&self, variable: u16) -> impl Iterator<Item = u16> + use<> {
        let mut left = self.values[usize::from(variable)];
        std::iter::from_fn(move || {
            let position = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            VALUES[usize::from(variable)].get(position).copied()
        })
    }

    /// Returns the candidates of the cells that have two or more.
    pub(crate) fn unplaced(&self) -> impl Iterator<Item = u16> {
        (0..CELLS as u16)
            .filter(|&cell| !self.values[usize::from(cell)].is_power_of_two())
            .flat_map(|cell| self.values(cell))
    }

    /// Returns `true` if the candidate is left.
    pub(crate) fn has(&self, candidate: u16) -> bool {
        let cell = PLACES[usize::from(candidate)][0];
        self.values[usize::from(cell.variable)] & cell.bit != 0
    }

    /// Returns `true` if the candidate is the only one of its cell.
    pub(crate) fn is_placed(&self, candidate: u16) -> bool {
        let cell = PLACES[usize::from(candidate)][0];
        self.values[usize::from(cell.variable)] == cell.bit
    }

    /// Returns `true` if each cell has one candidate.
    pub(crate) fn is_solved(&self) -> bool {
        self.values[..CELLS].iter().all(|values| values.is_power_of_two())
    }

    /// Removes the peers of a candidate that is left, and nothing else.
    #[inline]
    pub(crate) fn place(&mut self, placed: u16, effects: &mut impl Effects) -> Result<(), Empty> {
        for place in &PLACES[usize::from(placed)] {
            let variable = usize::from(place.variable);
            let mut others = self.values[variable] & !place.bit;
            self.values[variable] = place.bit;
            while others != 0 {
                let other = VALUES[variable][others.trailing_zeros() as usize];
                others &= others - 1;
                effects.removed(other);
                self.clear(other, placed, effects)?;
            }
        }
        Ok(())
    }

    /// Clears the four bits of a candidate. Reports singles other than the candidate that is being placed.
    #[inline]
    pub(crate) fn clear(&mut self, removed: u16, placed: u16, effects: &mut impl Effects) -> Result<(), Empty> {
        for place in &PLACES[usize::from(removed)] {
            let values = &mut self.values[usize::from(place.variable)];
            *values &= !place.bit;
            let left = *values;
            if left & left.wrapping_sub(1) == 0 {
                if left == 0 {
                    return Err(Empty(place.variable));
                }
                let single = VALUES[usize::from(place.variable)][left.trailing_zeros() as usize];
                if single != placed {
                    effects.single(single, place.variable);
                }
            }
        }
        Ok(())
    }

    /// Places singles and all that follow.
    fn place_all(&mut self, mut singles: Vec<u16>) -> Result<(), Empty> {
        while let Some(single) = singles.pop() {
            self.place(single, &mut singles)?;
        }
        Ok(())
    }

    /// Places singles and all that follow, those first that were found first, and passes each of them to `on_single` before.
    pub(crate) fn place_in_order(
        &mut self,
        mut singles: Vec<u16>,
        mut on_single: impl FnMut(u16),
    ) -> Result<(), Empty> {
        let mut next = 0;
        while let Some(&single) = singles.get(next) {
            if !singles[..next].contains(&single) {
                on_single(single);
                self.place(single, &mut singles)?;
            }
            next += 1;
        }
        Ok(())
    }

    /// Places a candidate that is left, and runs BRT.
    pub(crate) fn assume(&mut self, candidate: u16) -> Result<(), Empty> {
        self.place_all(vec![candidate])
    }

    /// Removes the candidates that another state does not have, and runs BRT.
    pub(crate) fn intersect(&mut self, other: &State) -> Result<(), Empty> {
        self.values.iter_mut().zip(other.values).for_each(|(values, other)| *values &= other);
        self.close()
    }

    /// Removes a candidate that is left, and runs BRT.
    pub(crate) fn remove(&mut self, candidate: u16) -> Result<(), Empty> {
        let mut singles = Vec::new();
        self.clear(candidate, candidate, &mut singles)?;
        self.place_all(singles)
    }
}
