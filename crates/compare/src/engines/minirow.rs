//! Our generator: one puzzle after the other, and many at once on each instruction set by force.

use minirow_core::PatternSymmetry;
use minirow_core::solver::batch::{Engine, InstructionSet};
use minirow_gen::{Generator, Recipe, full_grid};

use crate::engines::{EngineKind, Make, Maker, Work};

pub(crate) static MAKER: Maker = Maker {
    name: "minirow",
    kind: EngineKind::Ours,
    start: |work, seed| {
        let mut next = 0;
        let mut next = move |count: usize| {
            let first = next;
            next += count as u64;
            first..next
        };
        let symmetry: PatternSymmetry = match work.symmetry() {
            Some(symmetry) => symmetry,
            None => {
                return Some(Box::new(move |count| {
                    Ok(next(count).map(|index| *full_grid(seed, index).grid()).collect())
                }));
            }
        };
        let generator = Generator::new(Recipe { symmetry, ..Recipe::default() }).expect("a recipe without wishes");
        let one = move |index| Ok(*generator.puzzle(seed, index)?.clues());
        Some(Box::new(move |count| next(count).map(&one).collect()))
    },
};

macro_rules! on {
    ($set:ident, $name:literal) => {
        Maker { name: $name, kind: EngineKind::Ours, start: |work, seed| lanes(InstructionSet::$set, work, seed) }
    };
}

pub(crate) static AVX512: Maker = on!(Avx512, "lanes avx-512");
pub(crate) static AVX2: Maker = on!(Avx2, "lanes avx2");
pub(crate) static SSE42: Maker = on!(Sse42, "lanes sse4.2");
pub(crate) static NEON: Maker = on!(Neon, "lanes neon");
pub(crate) static SCALAR: Maker = on!(Scalar, "lanes scalar");

/// Nothing where the machine does not have the instruction set. Full grids are made without lanes.
fn lanes(set: InstructionSet, work: Work, seed: u64) -> Option<Box<Make>> {
    Engine::with(set)?;
    let recipe = Recipe { symmetry: work.symmetry()?, ..Recipe::default() };
    let generator = Generator::new(recipe).expect("a recipe without wishes");
    let mut next = 0;
    Some(Box::new(move |count| {
        let engine = Engine::with(set).expect("it was there before");
        let first = next;
        next += count as u64;
        generator.puzzles(engine, seed, first..next).map(|puzzle| Ok(*puzzle?.clues())).collect()
    }))
}
