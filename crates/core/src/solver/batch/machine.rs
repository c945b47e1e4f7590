//! The lanes of the chosen instruction set.

use fearless_simd::Level;

use super::instruction_set::InstructionSet;
use super::lanes::Lanes;
use super::work::Work;

pub(super) enum Machine {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(Lanes<fearless_simd::x86::Avx512>),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(Lanes<fearless_simd::x86::Avx2>),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Sse42(Lanes<fearless_simd::x86::Sse4_2>),
    #[cfg(target_arch = "aarch64")]
    Neon(Lanes<fearless_simd::aarch64::Neon>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Wasm(Lanes<fearless_simd::wasm32::WasmSimd128>),
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Scalar(Lanes<fearless_simd::Fallback>),
}

impl InstructionSet {
    /// Returns the instruction sets of this machine, the best first. `Scalar` is one of them, unless all machines of
    /// the target have vectors for which the program is compiled, as those of WebAssembly.
    pub fn available() -> impl Iterator<Item = InstructionSet> {
        InstructionSet::ALL.into_iter().filter(|&set| Machine::new(set).is_some())
    }
}

impl Machine {
    /// Creates the lanes of an instruction set, or returns `None` if this machine does not have it.
    pub(super) fn new(set: InstructionSet) -> Option<Machine> {
        #[allow(unused_variables, reason = "elsewhere there is nothing to ask for")]
        let level = Level::new();
        match set {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            InstructionSet::Avx512 => level.as_avx512().map(|simd| Machine::Avx512(Lanes::new(simd))),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            InstructionSet::Avx2 => level.as_avx2().map(|simd| Machine::Avx2(Lanes::new(simd))),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            InstructionSet::Sse42 => level.as_sse4_2().map(|simd| Machine::Sse42(Lanes::new(simd))),
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => level.as_neon().map(|simd| Machine::Neon(Lanes::new(simd))),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            InstructionSet::Wasm => level.as_wasm_simd128().map(|simd| Machine::Wasm(Lanes::new(simd))),
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            InstructionSet::Scalar => Some(Machine::Scalar(Lanes::new(fearless_simd::Fallback::new()))),
            #[allow(unreachable_patterns, reason = "what is left depends on the target")]
            _ => None,
        }
    }

    pub(super) fn instruction_set(&self) -> InstructionSet {
        match self {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Machine::Avx512(_) => InstructionSet::Avx512,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Machine::Avx2(_) => InstructionSet::Avx2,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Machine::Sse42(_) => InstructionSet::Sse42,
            #[cfg(target_arch = "aarch64")]
            Machine::Neon(_) => InstructionSet::Neon,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Machine::Wasm(_) => InstructionSet::Wasm,
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Machine::Scalar(_) => InstructionSet::Scalar,
        }
    }

    /// Runs searches until the work has no more.
    pub(super) fn run<W: Work + ?Sized>(&mut self, work: &mut W) {
        match self {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Machine::Avx512(lanes) => lanes.run(work),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Machine::Avx2(lanes) => lanes.run(work),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Machine::Sse42(lanes) => lanes.run(work),
            #[cfg(target_arch = "aarch64")]
            Machine::Neon(lanes) => lanes.run(work),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Machine::Wasm(lanes) => lanes.run(work),
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Machine::Scalar(lanes) => lanes.run(work),
        }
    }
}
