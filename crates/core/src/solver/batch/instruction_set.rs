//! The instruction sets of the batch engine.

use strum::VariantArray;

/// An instruction set for vectors. Wider vectors solve more grids side by side.
///
/// Results are the same on all of them. [`Engine::new`](super::Engine::new) takes the best one; tests and benchmarks
/// name one.
///
/// ```
/// use minirow_core::solver::batch::{Engine, InstructionSet};
/// for set in InstructionSet::available() {
///     assert_eq!(Engine::with(set).unwrap().instruction_set(), set);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum InstructionSet {
    /// 16 lanes: AVX-512 with the extensions of Ice Lake or Zen 4.
    #[strum(serialize = "avx-512")]
    Avx512,
    /// 8 lanes: AVX2.
    #[strum(serialize = "avx2")]
    Avx2,
    /// 4 lanes: SSE4.2.
    #[strum(serialize = "sse4.2")]
    Sse42,
    /// 4 lanes: NEON, on every 64-bit ARM.
    Neon,
    /// 4 lanes: the SIMD instructions of WebAssembly.
    Wasm,
    /// 4 lanes in plain code, which the compiler may vectorise for the instructions that every machine of the target
    /// has.
    Scalar,
}

impl InstructionSet {
    /// All instruction sets, in descending order of width.
    pub const ALL: [InstructionSet; 6] = *InstructionSet::VARIANTS.as_array().expect("six sets");

    /// Returns the name in lower case, such as `avx2`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
