//! Grids and symmetries from the bytes of a fuzzer, and the panics that are errors.

use std::panic;
use std::sync::Once;

use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use minirow_core::{Cell, Digit, Grid, Symmetry};
use minirow_files::panics::is_caught;

/// The full grids that grids are made from.
const FULL: [&str; 3] = [
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    "123456789456789123789123456231674895875912364694538217317265948542897631968341572",
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
];

/// A grid: a part of a full grid under a symmetry, with some cells changed, or any digits in any cells.
#[derive(Clone, Copy, Debug)]
pub struct AnyGrid(pub Grid);

impl<'a> Arbitrary<'a> for AnyGrid {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<AnyGrid> {
        let full = *bytes.choose(&[Some(0), Some(1), Some(2), None])?;
        let mut grid = match full {
            Some(number) => {
                let full: Grid = FULL[number].parse().expect("a full grid");
                let mask = bytes.arbitrary::<u128>()?;
                any_symmetry(bytes)?
                    .grid(&full.within(Cell::ALL.into_iter().filter(|cell| mask >> cell.index() & 1 == 1).collect()))
            }
            None => Grid::EMPTY,
        };
        for _ in 0..bytes.int_in_range(0..=if full.is_some() { 4 } else { 40 })? {
            let cell = Cell::from_index(bytes.int_in_range(0..=80)?);
            grid.set(cell, Digit::new(bytes.int_in_range(0..=9)?));
        }
        Ok(AnyGrid(grid))
    }
}

/// Returns any of the symmetries.
///
/// # Errors
/// If there are no bytes left.
pub fn any_symmetry(bytes: &mut Unstructured) -> Result<Symmetry> {
    Ok(Symmetry::nth(bytes.int_in_range(0..=Symmetry::COUNT - 1)?))
}

/// Lets panics of other libraries pass that become errors. The hook of libFuzzer would abort the process at any panic.
pub fn pass_caught_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let abort = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !is_caught() {
                abort(info);
            }
        }));
    });
}
