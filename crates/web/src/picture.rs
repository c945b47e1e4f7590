//! Pictures of grids.

use minirow_core::{Candidate, CandidateSet, Cell};
use minirow_print::{GridFace, Typeface, svg};
use minirow_text::Board;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Error, Result};
use crate::input;

/// Draws a grid with its placed digits and pencilmarks as SVG. `side` is in points.
#[wasm_bindgen]
pub fn picture(text: &str, side: f64, title: &str, all_candidates: bool) -> Result<String> {
    if !(20.0..=10_000.0).contains(&side) {
        return Err(Error::option(format!("side: found {side}, expected 20 to 10000 points")));
    }
    let record = input::record(text)?;
    let marks: CandidateSet = Cell::ALL
        .into_iter()
        .flat_map(|cell| record.pencilmarks(cell).iter().map(move |digit| Candidate { cell, digit }))
        .collect();
    let is_board = matches!(record.board, Board::Candidates(_));
    let candidates = if is_board || all_candidates { record.candidates() } else { marks };
    let clues = record.clues();
    let digits = if is_board { clues } else { record.state() };
    let face = GridFace { candidates: Some(candidates), ..GridFace::new(digits, clues.pattern()) };
    Ok(svg::grid(&Typeface::new(), &face, side, title))
}
