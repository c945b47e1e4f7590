//! Operations for which an instruction set may have instructions that the compiler does not find.

use fearless_simd::Fallback;
use fearless_simd::prelude::*;

/// An instruction set, with operations in addition to those of the crate `fearless_simd`.
pub(super) trait Operations: Simd {
    /// Returns the bits that are set in at least two of three words.
    #[inline(always)]
    fn majority(self, a: Self::u32s, b: Self::u32s, c: Self::u32s) -> Self::u32s {
        a & b | (a | b) & c
    }

    /// Returns the word with the field of each band replaced by that of the next band, cyclically. Bits above the
    /// fields must be clear, and are garbage in the result.
    #[inline(always)]
    fn next_band(self, word: Self::u32s) -> Self::u32s {
        word >> 10 | word << 20
    }
}

impl Operations for Fallback {}

#[cfg(target_arch = "aarch64")]
impl Operations for fearless_simd::aarch64::Neon {}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Operations for fearless_simd::wasm32::WasmSimd128 {}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    #[cfg(target_arch = "x86")]
    use std::arch::x86::{__m512i, _mm512_shldi_epi32, _mm512_slli_epi32, _mm512_ternarylogic_epi32};
    #[cfg(target_arch = "x86_64")]
    use std::arch::x86_64::{__m512i, _mm512_shldi_epi32, _mm512_slli_epi32, _mm512_ternarylogic_epi32};

    use fearless_simd::kernel;
    use fearless_simd::prelude::*;
    use fearless_simd::x86::{Avx2, Avx512, Sse4_2};

    use super::Operations;

    impl Operations for Sse4_2 {}
    impl Operations for Avx2 {}

    impl Operations for Avx512 {
        #[inline(always)]
        fn majority(self, a: Self::u32s, b: Self::u32s, c: Self::u32s) -> Self::u32s {
            majority(self, a.into(), b.into(), c.into()).simd_into(self)
        }

        #[inline(always)]
        fn next_band(self, word: Self::u32s) -> Self::u32s {
            next_band(self, word.into()).simd_into(self)
        }
    }

    kernel!(
        #[inline(always)]
        fn majority(avx512: Avx512, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
            // Bit 4a + 2b + c of the constant is the result for the bits a, b and c.
            _mm512_ternarylogic_epi32::<0b1110_1000>(a, b, c)
        }
    );

    kernel!(
        #[inline(always)]
        fn next_band(avx512: Avx512, word: __m512i) -> __m512i {
            // The word moves up by 20 bits, and the upper 20 bits of the second word follow it.
            _mm512_shldi_epi32::<20>(word, _mm512_slli_epi32::<2>(word))
        }
    );
}

#[cfg(test)]
mod tests {
    use super::super::layout::FIELDS;
    use super::*;

    fn check<S: Operations>(simd: S) {
        let word = |word| S::u32s::splat(simd, word);
        let majority = simd.majority(word(0b1111_0000), word(0b1100_1100), word(0b1010_1010));
        assert_eq!(majority.as_slice(), word(0b1110_1000).as_slice());
        let next = simd.next_band(word(5 | 6 << 10 | 0x3FF << 20)) & word(FIELDS);
        assert_eq!(next.as_slice(), word(6 | 0x3FF << 10 | 5 << 20).as_slice());
    }

    #[test]
    fn all_instruction_sets_compute_the_same() {
        check(Fallback::new());
        #[cfg(target_arch = "aarch64")]
        fearless_simd::Level::new().as_neon().into_iter().for_each(check);
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            let level = fearless_simd::Level::new();
            level.as_sse4_2().into_iter().for_each(check);
            level.as_avx2().into_iter().for_each(check);
            level.as_avx512().into_iter().for_each(check);
        }
    }
}
