//! Memory of propagations that is used again: a run needs hundreds of them. And the consequences of the last position, which several
//! techniques need.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use minirow_core::CellSet;

use crate::techniques::chaining::marks::Marks;
use crate::techniques::chaining::propagation::{Propagation, PropagationState};
use crate::techniques::chaining::reach::Reach;

/// Finished propagations and states, for reuse.
type Spare = (Vec<Box<Propagation>>, Vec<Box<PropagationState>>);

thread_local! {
    /// The memory that runs reuse: a run needs hundreds of propagations.
    static SPARE: RefCell<Spare> = const { RefCell::new((Vec::new(), Vec::new())) };
}

/// The candidates of a position, and their consequences: a [`Reach`].
type LastReach = Option<([CellSet; 9], Rc<dyn Any>)>;

thread_local! {
    static LAST_REACH: RefCell<LastReach> = const { RefCell::new(None) };
}

/// Returns the consequences of all candidates of a position on a path.
pub(crate) fn reach<const W: usize>(marks: &Marks) -> Rc<Reach<W>> {
    let same = |last: &mut LastReach| {
        let (cells, reach) = last.take()?;
        (cells == *marks.by_digit()).then_some(reach)?.downcast().ok()
    };
    let reach: Rc<Reach<W>> = LAST_REACH.with_borrow_mut(same).unwrap_or_else(|| Rc::new(Reach::new(marks)));
    LAST_REACH.set(Some((*marks.by_digit(), reach.clone())));
    reach
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
