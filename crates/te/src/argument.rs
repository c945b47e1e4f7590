//! Arguments that a candidate is false, with all their conclusions in order.

use crate::board::PLACES;
use crate::state::{Effects, Empty, State};

/// An argument that a candidate is false: it is assumed, conclusions follow one after another, and then a variable has no
/// value. Without removed candidates, it is a braid.
#[derive(Clone)]
pub(crate) struct Argument {
    pub(crate) assumption: u16,
    pub(crate) conclusions: Vec<Conclusion>,
    /// The variable without a value.
    pub(crate) empty: u16,
}

/// A conclusion under an assumption.
#[derive(Clone)]
pub(crate) enum Conclusion {
    /// A single, and the variable whose only value it is.
    Single { candidate: u16, variable: u16 },
    /// A candidate that is removed by an argument in the state so far.
    Removed(Argument),
}

impl Conclusion {
    /// Returns the conclusion that a candidate is a single. [`Argument::of`] finds the variable.
    pub(crate) fn single(candidate: u16) -> Conclusion {
        Conclusion::Single { candidate, variable: 0 }
    }
}

/// Ignores the effects of a placement.
struct Ignore;

impl Effects for Ignore {
    fn removed(&mut self, _: u16) {}

    fn single(&mut self, _: u16, _: u16) {}
}

impl Argument {
    /// Draws conclusions in a state, up to the first variable without a value. Leaves out conclusions that do not follow.
    /// Returns `None` if no variable is empty, or the candidate is not left.
    pub(crate) fn of(state: &State, assumption: u16, conclusions: &[Conclusion]) -> Option<Argument> {
        if !state.has(assumption) {
            return None;
        }
        let mut copy = *state;
        let mut argument = Argument { assumption, conclusions: Vec::new(), empty: 0 };
        let mut result = copy.place(assumption, &mut Ignore);
        for conclusion in conclusions {
            if result.is_err() {
                break;
            }
            match conclusion {
                &Conclusion::Single { candidate, .. } => {
                    let Some(variable) = copy.variable_of(candidate, state) else { continue };
                    argument.conclusions.push(Conclusion::Single { candidate, variable });
                    result = copy.place(candidate, &mut Ignore);
                }
                Conclusion::Removed(inner) => {
                    let Some(inner) = Argument::of(&copy, inner.assumption, &inner.conclusions) else { continue };
                    result = copy.clear(inner.assumption, inner.assumption, &mut Ignore);
                    argument.conclusions.push(Conclusion::Removed(inner));
                }
            }
        }
        result.err().map(|Empty(empty)| Argument { empty, ..argument })
    }

    /// Leaves out conclusions until none can be left out.
    pub(crate) fn minimal(mut self, state: &State) -> Argument {
        for place in (0..self.conclusions.len()).rev() {
            if place < self.conclusions.len() {
                let mut rest = self.conclusions.clone();
                rest.remove(place);
                self = Argument::of(state, self.assumption, &rest).unwrap_or(self);
            }
        }
        self
    }

    /// Returns `true` if the argument has arguments in it.
    pub(crate) fn is_nested(&self) -> bool {
        self.conclusions.iter().any(|conclusion| matches!(conclusion, Conclusion::Removed(_)))
    }

    /// Returns the variables that the argument looks at, with those of the arguments in it.
    pub(crate) fn variables(&self) -> Vec<u16> {
        let of_conclusion = |conclusion: &Conclusion| match conclusion {
            Conclusion::Single { variable, .. } => vec![*variable],
            Conclusion::Removed(inner) => inner.variables(),
        };
        self.conclusions.iter().flat_map(of_conclusion).chain([self.empty]).collect()
    }
}

impl State {
    /// Returns the variable whose only value a candidate is: of several, the one with the fewest values in an earlier state.
    fn variable_of(&self, candidate: u16, earlier: &State) -> Option<u16> {
        let variables = PLACES[usize::from(candidate)].iter().rev().map(|place| place.variable);
        let is_only = |&variable: &u16| self.values(variable).eq([candidate]);
        variables.filter(is_only).min_by_key(|&variable| earlier.values(variable).count())
    }
}
