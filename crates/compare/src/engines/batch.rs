//! Our engine for many grids, on each instruction set by force, and on all cores with the best.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread;

use minirow_core::Grid;
use minirow_core::solver::batch::{CountAndSolution, Engine, InstructionSet};

use crate::engines::{Answer, Decide, EngineKind, Solver};

macro_rules! on {
    ($set:ident, $name:literal) => {
        Solver {
            name: $name,
            kind: EngineKind::Ours,
            available: || InstructionSet::available().any(|set| set == InstructionSet::$set),
            load: |grids| {
                let (grids, mut engine) = (grids.to_vec(), engine(InstructionSet::$set));
                Box::new(move |unique| decide(&mut engine, &grids, unique))
            },
            answer: |grid| answer(&mut engine(InstructionSet::$set), grid),
        }
    };
}

pub(crate) static AVX512: Solver = on!(Avx512, "batch avx-512");
pub(crate) static AVX2: Solver = on!(Avx2, "batch avx2");
pub(crate) static SSE42: Solver = on!(Sse42, "batch sse4.2");
pub(crate) static NEON: Solver = on!(Neon, "batch neon");
pub(crate) static SCALAR: Solver = on!(Scalar, "batch scalar");

pub(crate) static ALL_CORES: Solver = Solver {
    name: "all cores",
    kind: EngineKind::Ours,
    available: || true,
    load: on_all_cores,
    answer: |grid| answer(&mut Engine::new(), grid),
};

fn engine(set: InstructionSet) -> Engine {
    Engine::with(set).expect("only available solvers are run")
}

fn answer(engine: &mut Engine, grid: &Grid) -> Answer {
    match engine.find([grid], 2).next() {
        Some(CountAndSolution { count: 1, solution: Some(solution) }) => Answer::One(*solution.grid()),
        Some(CountAndSolution { count: 0, solution: None }) => Answer::NoSolution,
        _ => Answer::Several,
    }
}

fn decide(engine: &mut Engine, grids: &[Grid], unique: &mut [bool]) {
    for (unique, count) in unique.iter_mut().zip(engine.counts(grids, 2)) {
        *unique = count == 1;
    }
}

fn on_all_cores(grids: &[Grid]) -> Box<Decide> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let (grids, mut engines) = (grids.to_vec(), Vec::from_iter((0..cores).map(|_| Engine::new())));
    // Small enough that no core waits long for the last one, large enough that lanes are seldom idle.
    let size = grids.len().div_ceil(8 * cores).clamp(64, 2048);
    Box::new(move |unique| {
        let parts = Mutex::new(grids.chunks(size).zip(unique.chunks_mut(size)));
        let parts = &parts;
        thread::scope(|scope| {
            for engine in &mut engines {
                scope.spawn(move || {
                    loop {
                        let Some((grids, unique)) = parts.lock().expect("no thread panics").next() else { return };
                        decide(engine, grids, unique);
                    }
                });
            }
        });
    })
}
