//! Memory of propagations that is used again: a run needs hundreds of them.

use std::cell::RefCell;

use crate::techniques::chaining::propagation::{Propagation, PropagationState};

/// Finished propagations and states, for reuse.
type Spare = (Vec<Box<Propagation>>, Vec<Box<PropagationState>>);

thread_local! {
    /// The memory that runs reuse: a run needs hundreds of propagations.
    static SPARE: RefCell<Spare> = const { RefCell::new((Vec::new(), Vec::new())) };
}

/// Returns memory for a propagation.
pub(crate) fn spare_propagation() -> Box<Propagation> {
    SPARE.with_borrow_mut(|(propagations, _)| propagations.pop()).unwrap_or_else(|| Box::new(Propagation::new()))
}

/// Returns memory for the state of a propagation.
pub(crate) fn spare_state() -> Box<PropagationState> {
    SPARE.with_borrow_mut(|(_, states)| states.pop()).unwrap_or_else(|| Box::new(PropagationState::new()))
}

/// Keeps the memory of a propagation for reuse.
pub(crate) fn keep_propagation(mut propagation: Box<Propagation>) {
    propagation.forget_nested();
    SPARE.with_borrow_mut(|(propagations, _)| propagations.push(propagation));
}

/// Keeps the memory of a state for reuse.
pub(crate) fn keep_state(mut state: Box<PropagationState>) {
    state.forget_pending();
    SPARE.with_borrow_mut(|(_, states)| states.push(state));
}
