//! The instruction sets that the lanes can be built on.

use std::fmt;

use super::machine::Machine;

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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InstructionSet {
    /// 16 lanes: AVX-512 with the extensions of Ice Lake or Zen 4.
    Avx512,
    /// 8 lanes: AVX2.
    Avx2,
    /// 4 lanes: SSE4.2.
    Sse42,
    /// 4 lanes: NEON, on every 64-bit ARM.
    Neon,
    /// 4 lanes in plain code, which the compiler may turn into whatever every machine of its target has.
    Scalar,
}

impl InstructionSet {
    /// All of them, those with wider vectors first.
    pub const ALL: [InstructionSet; 5] = [
        InstructionSet::Avx512,
        InstructionSet::Avx2,
        InstructionSet::Sse42,
        InstructionSet::Neon,
        InstructionSet::Scalar,
    ];

    /// Those that this machine has, the best first. `Scalar` is always among them.
    pub fn available() -> impl Iterator<Item = InstructionSet> {
        InstructionSet::ALL.into_iter().filter(|&set| Machine::new(set).is_some())
    }

    /// The name in lower case, as it is usually written.
    pub const fn name(self) -> &'static str {
        match self {
            InstructionSet::Avx512 => "avx-512",
            InstructionSet::Avx2 => "avx2",
            InstructionSet::Sse42 => "sse4.2",
            InstructionSet::Neon => "neon",
            InstructionSet::Scalar => "scalar",
        }
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
