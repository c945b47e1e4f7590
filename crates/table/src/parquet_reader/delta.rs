//! The numbers of lengths in pages with delta encodings. The library reserves memory for them before it reads them.

use parquet::basic::Encoding;
use parquet::column::page::Page;
use parquet::errors::{ParquetError, Result};
use parquet::schema::types::ColumnDescriptor;

use super::cursor::Cursor;

/// The most values of a page, whose lengths take 256 MiB.
const MOST: u64 = 1 << 26;

/// Checks that the streams of lengths of a page have no more numbers than the page has values.
///
/// # Errors
/// If there are more, if the page ends within a stream, or if it has over 2^26 values.
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
    for _ in 0..streams {
        let count = stream.as_mut().and_then(|stream| skip(stream, most));
        match count {
            Some(count) if count <= most => {}
            Some(count) => return Err(ParquetError::General(format!("{count} lengths, expected at most {most}"))),
            None => return Err(ParquetError::EOF("a page that ends within its lengths".into())),
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

/// Skips a stream unless it has more than `most` numbers. Returns how many it has.
///
/// The numbers are in blocks of differences, each of which has as many bits as the largest one of its part of the block needs.
fn skip(stream: &mut Cursor, most: u64) -> Option<u64> {
    let [block, parts, count, _first] = [stream.number()?, stream.number()?, stream.number()?, stream.number()?];
    if count > most {
        return Some(count);
    }
    let part = block.checked_div(parts)?;
    let mut left = count.saturating_sub(1);
    while left > 0 {
        let _least = stream.number()?;
        for &bits in stream.bytes(parts)? {
            if left > 0 {
                stream.bytes(u64::from(bits).checked_mul(part)? / 8)?;
                left = left.saturating_sub(part.max(1));
            }
        }
    }
    Some(count)
}
