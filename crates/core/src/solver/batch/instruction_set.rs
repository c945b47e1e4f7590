//! The instruction sets that the lanes can be built on.

use strum::VariantArray;

/// What a machine's vectors can do; the wider they are, the more grids are solved side by side.
///
/// Every answer is the same with each of them. An engine takes the best by itself; tests and measurements name one.
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
    /// 4 lanes in plain code, which the compiler may turn into whatever every machine of its target has.
    Scalar,
}

impl InstructionSet {
    /// All of them, those with wider vectors first.
    pub const ALL: [InstructionSet; 5] = *InstructionSet::VARIANTS.as_array().expect("five sets");

    /// Returns the name in lower case, as it is usually written.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
