//! The explanation of a unique loop: the two ways to fill it, the candidates that prevent them, and the effect by type.

use minirow_core::{CellSet, House};

use super::{UniqueLoop, search, types};
use crate::changes::Changes;
use crate::explain::{Explanation, Phrase, words};
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::step::Step;

pub(super) fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    let gives_step = |unique_loop: &UniqueLoop| {
        let mut found = Vec::new();
        types::find(unique_loop, position, &mut found);
        found.contains(step)
    };
    match search::loops(position, &Changes::ALL).into_iter().find(gives_step) {
        Some(unique_loop) => {
            let roof = roof(&unique_loop, position);
            Explanation::of(step, seen(step, &unique_loop, position)).with_focus(roof)
        }
        None => Explanation::in_general(step),
    }
}

/// Returns the cells with further candidates.
fn roof(unique_loop: &UniqueLoop, position: &Pencilmarks) -> CellSet {
    unique_loop.cells.iter().filter(|&cell| position.digits(cell) != unique_loop.digits).collect()
}

fn seen(step: &Step, unique_loop: &UniqueLoop, position: &Pencilmarks) -> Phrase {
    let &UniqueLoop { digits, cells } = unique_loop;
    let roof = roof(unique_loop, position);
    let extra = position.candidates_among(roof, !digits);
    let extra = words::digits_of(&extra);
    let loop_words = phrase!(
        "If {cells} held nothing but {digits}, the two digits could change places all around, and the puzzle would have two \
         solutions",
        cells = words::cells(cells),
        digits = words::digits(digits)
    );
    let cells = words::cells(roof);
    let house = step.houses().next();
    let rest = match (step.variant(), house) {
        (Some("type 1"), _) => phrase!("Only {cells} can hold anything else, and must", cells),
        (Some("type 2"), _) => phrase!(
            "Only {cells} can hold anything else, and that is {digit}. So one of them does, and no cell that sees \
             {all} of them can",
            cells,
            digit = words::digits(extra),
            all = words::all(roof)
        ),
        (Some("type 3"), Some(house)) => type_3(step, unique_loop, roof, house, position),
        (Some("type 4"), Some(house)) => {
            let gone = words::digits_of(step.eliminations());
            phrase!(
                "Only {cells} can hold anything else. In {house}, the digit {locked} can only go in one of these two; if the \
                 other were {gone}, nothing else would be in the loop",
                cells,
                house,
                locked = words::digits(digits - gone),
                gone = words::digits(gone)
            )
        }
        _ => phrase!("Only {cells} can hold anything else", cells),
    };
    phrase!("{reason}. {rest}", reason = loop_words, rest)
}

/// Explains type 3, where the roof is part of a subset: naked by its further digits, hidden by the two of the loop.
fn type_3(step: &Step, unique_loop: &UniqueLoop, roof: CellSet, house: House, position: &Pencilmarks) -> Phrase {
    let &UniqueLoop { digits, cells } = unique_loop;
    let extra = words::digits_of(&position.candidates_among(roof, !digits));
    let of_subset = step.pattern().iter().filter(|candidate| !cells.contains(candidate.cell)).collect();
    let subset = words::cells_of(&of_subset);
    let roof = words::cells(roof);
    let is_hidden = words::cells_of(step.eliminations()).is_subset(subset);
    if is_hidden {
        phrase!(
            "Only {roof} can hold anything else, so they hold one of {digits} at most. Apart from them, the digits {all} can only go in \
             {cells} in {house}. So {each} holds one of these digits, and nothing else",
            roof,
            digits = words::digits(digits),
            all = words::digits(words::digits_of(&of_subset) | digits),
            cells = words::cells(subset),
            house,
            each = if subset.len() == 1 { phrase!("that cell") } else { phrase!("each of these cells") }
        )
    } else {
        phrase!(
            "Only {roof} can hold anything else: one of them is {digits}. With {cells} that makes a set of cells which \
             have only {all} between them, and use them up. So no other cell of {house} has them",
            roof,
            digits = words::digit_of(extra),
            cells = words::cells(subset),
            all = words::digits(words::digits_of(&of_subset) | extra),
            house
        )
    }
}
