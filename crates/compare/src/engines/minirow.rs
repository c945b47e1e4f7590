//! Our generator: one puzzle after the other, and many at once on each instruction set.

use minirow_core::PatternSymmetry;
use minirow_core::solver::batch::{Engine, InstructionSet};
use minirow_gen::{Generator, Recipe, full_grid};

use crate::engines::{EngineKind, Make, Maker, Work, one_after_another};

pub(crate) static MAKER: Maker = Maker {
    name: "minirow",
    kind: EngineKind::Ours,
    start: |work, seed| {
        let mut indices = 0..;
        let mut index = move || indices.next().expect("there is always another index");
        let Some(symmetry) = work.symmetry() else {
            return one_after_another(move || Ok(*full_grid(seed, index()).grid()));
        };
        let generator = generator(symmetry);
        one_after_another(move || Ok(*generator.puzzle(seed, index())?.clues()))
    },
};

fn generator(symmetry: PatternSymmetry) -> Generator {
    Generator::new(Recipe { symmetry, ..Recipe::default() }).expect("a recipe without constraints")
}

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

/// Returns `None` if the machine does not have the instruction set, and for full grids, which are made without lanes.
fn lanes(set: InstructionSet, work: Work, seed: u64) -> Option<Box<Make>> {
    Engine::with(set)?;
    let generator = generator(work.symmetry()?);
    let mut next = 0;
    Some(Box::new(move |count| {
        let engine = Engine::with(set).expect("it was available before");
        let first = next;
        next += count as u64;
        generator.puzzles(engine, seed, first..next).map(|puzzle| Ok(*puzzle?.clues())).collect()
    }))
}
