//! The numbers in a page for which the library needs memory: the lengths of texts with delta encodings, the sizes of the prefixes
//! that texts repeat, and the repetition levels, which tell the lengths of rows.

use parquet::basic::Encoding;
use parquet::column::page::Page;
use parquet::errors::{ParquetError, Result};
use parquet::schema::types::ColumnDescriptor;

use super::thrift::Cursor;

/// The most values of a page, whose lengths take 256 MiB.
const MOST: u64 = 1 << 26;

/// Checks that the streams of lengths of a page have no more numbers than the page has values. Returns the number of bytes that its
/// texts repeat of the texts before them.
///
/// # Errors
/// If there are more numbers, if the page ends within a stream, or if it has over 2^26 values.
///
/// Source: "Delta Encoding" and "Data Pages" in the specification of Parquet's encodings.
pub(super) fn repeated(page: &Page, column: &ColumnDescriptor) -> Result<u64> {
    let streams = match page.encoding() {
        Encoding::DELTA_LENGTH_BYTE_ARRAY => 1,
        // Lengths of prefixes, then lengths of suffixes.
        Encoding::DELTA_BYTE_ARRAY => 2,
        _ => return Ok(0),
    };
    let most = u64::from(page.num_values()).min(MOST);
    let mut stream = levels_and_values(page, column).map(|(_, values)| values);
    let mut repeated = 0;
    for number in 0..streams {
        let Some(Lengths { count, sum }) = stream.as_mut().and_then(|stream| lengths(stream, most)) else {
            return Err(ParquetError::EOF("a page that ends within its lengths".into()));
        };
        if count > most {
            return Err(ParquetError::General(format!("{count} lengths, expected at most {most}")));
        }
        // The first of two streams has the lengths of the prefixes. The other texts are in the page.
        if streams == 2 && number == 0 {
            repeated = sum;
        }
    }
    Ok(repeated)
}

/// Returns the repetition levels of a data page with the RLE encoding, none with another, and the bytes after all levels.
fn levels_and_values<'a>(page: &'a Page, column: &ColumnDescriptor) -> Option<(Option<&'a [u8]>, Cursor<'a>)> {
    match page {
        Page::DataPage { buf, num_values, def_level_encoding, rep_level_encoding, .. } => {
            let (mut rest, mut repetition) = (Cursor(buf), None);
            let levels = [(column.max_rep_level(), rep_level_encoding), (column.max_def_level(), def_level_encoding)];
            for (place, (highest, encoding)) in levels.into_iter().enumerate().filter(|(_, (highest, _))| *highest > 0)
            {
                let length = match encoding {
                    Encoding::RLE => {
                        let length = rest.bytes(4)?.try_into().expect("four bytes");
                        u64::from(u32::from_le_bytes(length))
                    }
                    // As many bits for each level as the highest one needs.
                    _ => (u64::from(*num_values) * u64::from(highest.ilog2() + 1)).div_ceil(8),
                };
                let bytes = rest.bytes(length)?;
                if place == 0 && *encoding == Encoding::RLE {
                    repetition = Some(bytes);
                }
            }
            Some((repetition, rest))
        }
        Page::DataPageV2 { buf, def_levels_byte_len, rep_levels_byte_len, .. } => {
            let mut rest = Cursor(buf);
            let repetition = rest.bytes(u64::from(*rep_levels_byte_len))?;
            rest.bytes(u64::from(*def_levels_byte_len))?;
            Some((Some(repetition), rest))
        }
        Page::DictionaryPage { .. } => None,
    }
}

/// The rows of a page.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct PageRows {
    /// The number of rows that begin in the page.
    pub(super) begun: u64,
    /// The number of values of the row that the page ends in, so far.
    pub(super) open: u64,
    /// The number of values of the longest row, so far.
    pub(super) longest: u64,
}

impl PageRows {
    /// Counts values of one row, of which the first begins the row if that is told.
    fn add(&mut self, begins: bool, values: u64) {
        self.open = if begins { values } else { self.open + values };
        self.longest = self.longest.max(self.open);
    }
}

/// Returns the rows of a data page, given the number of values of the row that it begins in.
///
/// # Errors
/// If the page ends within its levels.
///
/// Source: "Run Length Encoding / Bit-Packing Hybrid" in the specification of Parquet's encodings.
pub(super) fn rows(page: &Page, column: &ColumnDescriptor, open: u64) -> Result<PageRows> {
    let values = u64::from(page.num_values());
    if column.max_rep_level() == 0 {
        return Ok(PageRows { begun: values, open: 1, longest: 1 });
    }
    let mut found = PageRows { open, ..PageRows::default() };
    let ended = || ParquetError::EOF("a page that ends within its levels".into());
    let (levels, _) = levels_and_values(page, column).ok_or_else(ended)?;
    let Some(levels) = levels else {
        // The encoding does not tell where rows begin without reading each level.
        found.add(false, values);
        return Ok(found);
    };
    let bits = u64::from(column.max_rep_level().ilog2() + 1);
    let (mut levels, mut left) = (Cursor(levels), values);
    while left > 0 {
        let head = levels.number().ok_or_else(ended)?;
        if head & 1 == 0 {
            let count = (head >> 1).min(left);
            let level = levels.bytes(bits.div_ceil(8)).ok_or_else(ended)?;
            if count == 0 {
                continue;
            }
            if level.iter().all(|&byte| byte == 0) {
                found.begun += count;
                found.add(true, 1);
            } else {
                found.add(false, count);
            }
            left -= count;
        } else {
            let count = (head >> 1).saturating_mul(8).min(left);
            // The last group may be cut off.
            let length = (count * bits).div_ceil(8).min(levels.0.len() as u64);
            let packed = levels.bytes(length).ok_or_else(ended)?;
            if count == 0 || packed.is_empty() {
                return Err(ended());
            }
            for index in 0..count {
                let begins = unpacked(packed, index * bits, bits) == 0;
                found.begun += u64::from(begins);
                found.add(begins, 1);
            }
            // The bytes of the groups that have no values.
            levels.bytes(((head >> 1).saturating_mul(bits)).saturating_sub(length).min(levels.0.len() as u64));
            left -= count;
        }
    }
    Ok(found)
}

/// The lengths of a stream.
struct Lengths {
    count: u64,
    sum: u64,
}

/// Reads a stream unless it has more than `most` numbers; then `sum` is 0.
///
/// The numbers are in blocks of differences, each of which has as many bits as the largest one of its part of the block needs.
/// They have 32 bits, and overflow as in the library. Negative lengths, which it refuses, are not added.
fn lengths(stream: &mut Cursor, most: u64) -> Option<Lengths> {
    let [block, parts, count] = [stream.number()?, stream.number()?, stream.number()?];
    let mut length = signed(stream.number()?);
    if count > most {
        return Some(Lengths { count, sum: 0 });
    }
    let part = block.checked_div(parts)?;
    let positive = |length: i32| u64::try_from(length).unwrap_or_default();
    let (mut left, mut sum) = (count.saturating_sub(1), if count > 0 { positive(length) } else { 0 });
    while left > 0 {
        let least = signed(stream.number()?);
        for &bits in stream.bytes(parts)? {
            if left == 0 {
                break;
            }
            let bits = u64::from(bits);
            let packed = stream.bytes(bits.checked_mul(part)? / 8)?;
            for index in 0..part.min(left) {
                length = length.wrapping_add(least).wrapping_add(unpacked(packed, index * bits, bits));
                sum += positive(length);
            }
            left = left.saturating_sub(part.max(1));
        }
    }
    Some(Lengths { count, sum })
}

/// Returns a number whose sign is its lowest bit.
fn signed(number: u64) -> i32 {
    ((number >> 1) as i32) ^ -((number & 1) as i32)
}

/// Returns the lowest 32 bits of a number of `bits` bits, which begins at the bit `start`.
fn unpacked(packed: &[u8], start: u64, bits: u64) -> i32 {
    let bit = |at: u64| packed.get((at / 8) as usize).is_some_and(|byte| byte >> (at % 8) & 1 == 1);
    (0..bits.min(32)).fold(0, |number, place| number | i32::from(bit(start + place)) << place)
}
