//! The lengths of texts in pages with delta encodings: their number, for which the library reserves memory before it reads
//! them, and the size of the prefixes that texts repeat.

use parquet::basic::Encoding;
use parquet::column::page::Page;
use parquet::errors::{ParquetError, Result};
use parquet::schema::types::ColumnDescriptor;

use super::cursor::Cursor;

/// The most values of a page, whose lengths take 256 MiB.
const MOST: u64 = 1 << 26;

/// The most bytes that the texts of a page repeat of the texts before them: a few bytes of a page can repeat a long text.
const MOST_REPEATED: u64 = 1 << 26;

/// Checks that the streams of lengths of a page have no more numbers than the page has values, and that the prefixes of its
/// texts are not too long.
///
/// # Errors
/// If there are more numbers, if the prefixes have over 2^26 bytes in all, if the page ends within a stream, or if it has over
/// 2^26 values.
///
/// Source: "Delta Encoding" and "Data Pages" in the specification of Parquet's encodings.
pub(super) fn check(page: &Page, column: &ColumnDescriptor) -> Result<()> {
    let streams = match page.encoding() {
        Encoding::DELTA_LENGTH_BYTE_ARRAY => 1,
        // Lengths of prefixes, then lengths of suffixes.
        Encoding::DELTA_BYTE_ARRAY => 2,
        _ => return Ok(()),
    };
    let most = u64::from(page.num_values()).min(MOST);
    let mut stream = values(page, column);
    for number in 0..streams {
        let Some(Lengths { count, sum }) = stream.as_mut().and_then(|stream| lengths(stream, most)) else {
            return Err(ParquetError::EOF("a page that ends within its lengths".into()));
        };
        if count > most {
            return Err(ParquetError::General(format!("{count} lengths, expected at most {most}")));
        }
        // The first of two streams has the lengths of the prefixes. The other texts are in the page.
        if streams == 2 && number == 0 && sum > MOST_REPEATED {
            let found = format!("texts that repeat {sum} bytes of other texts");
            return Err(ParquetError::General(format!("{found}, expected at most {MOST_REPEATED}")));
        }
    }
    Ok(())
}

/// Returns the bytes of a data page after its levels.
fn values<'a>(page: &'a Page, column: &ColumnDescriptor) -> Option<Cursor<'a>> {
    match page {
        Page::DataPage { buf, num_values, def_level_encoding, rep_level_encoding, .. } => {
            let mut rest = Cursor(buf);
            let levels = [(column.max_rep_level(), rep_level_encoding), (column.max_def_level(), def_level_encoding)];
            for (highest, encoding) in levels.into_iter().filter(|&(highest, _)| highest > 0) {
                let length = match encoding {
                    Encoding::RLE => {
                        let length = rest.bytes(4)?.try_into().expect("four bytes");
                        u64::from(u32::from_le_bytes(length))
                    }
                    // As many bits for each level as the highest one needs.
                    _ => (u64::from(*num_values) * u64::from(highest.ilog2() + 1)).div_ceil(8),
                };
                rest.bytes(length)?;
            }
            Some(rest)
        }
        Page::DataPageV2 { buf, def_levels_byte_len, rep_levels_byte_len, .. } => {
            let mut rest = Cursor(buf);
            rest.bytes(u64::from(*rep_levels_byte_len) + u64::from(*def_levels_byte_len))?;
            Some(rest)
        }
        Page::DictionaryPage { .. } => None,
    }
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
