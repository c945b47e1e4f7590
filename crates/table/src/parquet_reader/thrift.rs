//! Bytes of a file, and the compact protocol of Thrift in them. Each read returns `None` if the bytes end.
//!
//! Source: the specification of Thrift's compact protocol.

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

/// The types of the compact protocol that matter here.
pub(super) mod kind {
    pub(in super::super) const TRUE: u8 = 1;
    pub(in super::super) const INT32: u8 = 5;
    pub(in super::super) const LIST: u8 = 9;
    pub(in super::super) const STRUCT: u8 = 12;
}

/// Reads the fields of a struct: for each, `read` takes its number, its type and its bytes.
pub(super) fn fields<'a>(
    bytes: &mut Cursor<'a>,
    read: &mut dyn FnMut(u64, u8, &mut Cursor<'a>) -> Option<()>,
) -> Option<()> {
    let mut id = 0;
    loop {
        let head = bytes.byte()?;
        if head == 0 {
            return Some(());
        }
        id = match head >> 4 {
            0 => bytes.number()? >> 1,
            difference => id + u64::from(difference),
        };
        read(id, head & 15, bytes)?;
    }
}

/// Reads the size of a list and the type of its elements.
pub(super) fn list(bytes: &mut Cursor) -> Option<(u64, u8)> {
    let head = bytes.byte()?;
    let size = match head >> 4 {
        15 => bytes.number()?,
        size => size.into(),
    };
    Some((size, head & 15))
}

/// Skips a value. Structs and lists may be `depth` deep.
pub(super) fn skip(kind: u8, bytes: &mut Cursor, depth: usize) -> Option<()> {
    let below = depth.checked_sub(1)?;
    match kind {
        1 | 2 => Some(()),
        3 => bytes.byte().map(drop),
        4..=6 => bytes.number().map(drop),
        7 => bytes.bytes(8).map(drop),
        8 => {
            let length = bytes.number()?;
            bytes.bytes(length).map(drop)
        }
        kind::LIST | 10 => {
            let (size, kind) = list(bytes)?;
            // In a list, a truth value takes a byte.
            (0..size).try_for_each(|_| skip(if kind < 3 { 3 } else { kind }, bytes, below))
        }
        kind::STRUCT => fields(bytes, &mut |_, kind, bytes| skip(kind, bytes, below)),
        _ => None,
    }
}
