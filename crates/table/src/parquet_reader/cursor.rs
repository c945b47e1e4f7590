//! A cursor over bytes of a file. Each read returns `None` if the bytes end.

/// The bytes that are left.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a>(pub(super) &'a [u8]);

impl<'a> Cursor<'a> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        self.0.split_off_first().copied()
    }

    pub(super) fn bytes(&mut self, count: u64) -> Option<&'a [u8]> {
        self.0.split_off(..usize::try_from(count).ok()?)
    }

    /// Reads a number of 7 bits in each byte, the lowest first.
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}
