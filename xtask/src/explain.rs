//! Explaining: the path of a position step by step, with words, and how it is written: `text`, JSON lines, `picture`,
//! `page`.

mod curve;
mod marks;
mod page;
mod picture;
mod start;
mod text;

use minirow_core::Grid;
use minirow_grade::{Explanation, Limits, Pencilmarks, Rating, Step, explain, path_from};

pub(crate) use page::page;
pub(crate) use picture::standalone;
pub(crate) use start::Start;
pub(crate) use text::{Style, text};

/// Which steps are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    All,
    /// So many, from the start on.
    First(usize),
    /// One, counted from 1.
    Only(usize),
    /// The first of those with the highest rating.
    Hardest,
}

/// A step where it is found.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// Counted from 1.
    pub(crate) number: usize,
    /// What is left before the step.
    pub(crate) position: Pencilmarks,
    pub(crate) step: Step,
    pub(crate) explanation: Explanation,
}

/// How far a walk has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Solved,
    /// No technique sees a step.
    Stuck,
    /// More steps are there, but not wanted.
    Stopped,
}

/// The steps that are wanted of a path.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// The cells that were filled at the start.
    pub(crate) clues: Grid,
    pub(crate) moments: Vec<Moment>,
    /// What is left after the last of them.
    pub(crate) after: Pencilmarks,
    pub(crate) end: End,
}

impl Walk {
    /// Follows the path of a start.
    ///
    /// # Errors
    /// If it has no step of the number that is wanted.
    pub(crate) fn new(start: &Start, wanted: Wanted) -> Result<Walk, String> {
        let mut path = path_from(start.position.clone(), Limits::default());
        let most = match wanted {
            Wanted::First(number) | Wanted::Only(number) => number,
            Wanted::All | Wanted::Hardest => usize::MAX,
        };
        let mut moments: Vec<Moment> = Vec::new();
        let mut after = start.position.clone();
        let mut number = 0;
        while number < most {
            let position = path.pencilmarks().clone();
            let Some(step) = path.next() else { break };
            number += 1;
            let is_wanted = match wanted {
                Wanted::All | Wanted::First(_) => true,
                Wanted::Only(only) => number == only,
                Wanted::Hardest => moments.first().is_none_or(|hardest| step.rating() > hardest.step.rating()),
            };
            if is_wanted {
                if wanted == Wanted::Hardest {
                    moments.clear();
                }
                let explanation = explain(&step, &position);
                moments.push(Moment { number, position, step, explanation });
                after = path.pencilmarks().clone();
            }
        }
        if let Wanted::Only(only) = wanted
            && moments.is_empty()
        {
            return Err(format!("found no step {only}, expected one of the {number} steps of its path"));
        }
        let end = if after.is_solved() {
            End::Solved
        } else if path.is_stuck() && wanted != Wanted::Hardest {
            End::Stuck
        } else {
            End::Stopped
        };
        Ok(Walk { clues: start.clues, moments, after, end })
    }

    /// The ratings of the steps: the hardest, the hardest up to the first placement, and the first.
    fn ratings(&self) -> Option<[Rating; 3]> {
        let highest = |moments: &[Moment]| {
            let ratings = moments.iter().map(|moment| moment.step.rating());
            ratings.fold(None, |highest: Option<Rating>, rating| match highest {
                Some(highest) if highest >= rating => Some(highest),
                _ => Some(rating),
            })
        };
        let placed = self.moments.iter().position(|moment| moment.step.placement().is_some());
        let to_placement = &self.moments[..placed.map_or(self.moments.len(), |place| place + 1)];
        Some([highest(&self.moments)?, highest(to_placement)?, self.moments.first()?.step.rating()])
    }
}

impl Moment {
    /// `XY-Wing`, `Unique Loop (type 3)`.
    fn name(&self) -> String {
        let technique = self.step.technique().name;
        match self.step.variant() {
            Some(variant) if !variant.eq_ignore_ascii_case(technique) => format!("{technique} ({variant})"),
            _ => technique.into(),
        }
    }
}
