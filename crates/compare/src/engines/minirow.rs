//! Our generator.

use minirow_core::PatternSymmetry;
use minirow_gen::{Generator, Recipe, full_grid};

use crate::engines::{Kind, Maker};

pub(crate) static MAKER: Maker = Maker {
    name: "minirow",
    kind: Kind::Ours,
    start: |work, seed| {
        let mut indices = 0..;
        let mut next_index = move || indices.next().expect("more indices than anyone has time for");
        let symmetry: PatternSymmetry = match work.symmetry() {
            Some(symmetry) => symmetry,
            None => return Some(Box::new(move || Ok(*full_grid(seed, next_index()).grid()))),
        };
        let generator = Generator::new(Recipe { symmetry, ..Recipe::default() }).expect("a recipe without wishes");
        Some(Box::new(move || Ok(*generator.puzzle(seed, next_index())?.clues())))
    },
};
