//! The size of the metadata and the depth of the schema. The library builds a schema by recursion, which ends the process if its groups are too deep.

use parquet::errors::{ParquetError, Result};
use parquet::file::FOOTER_SIZE;
use parquet::file::reader::ChunkReader;

use super::thrift::{Cursor, fields, kind, list, skip};

/// The most groups, each in the one before.
const MOST: usize = 100;

/// The most bytes of the metadata of a file, which need a multiple of that in memory.
const LONGEST: u32 = 1 << 24;

/// Checks the size of the metadata of a file, and the depth of its schema. The rest of the file may be damaged.
///
/// # Errors
/// If the metadata are larger, the groups are deeper, the metadata end within the schema, or the file cannot be read.
///
/// Sources: "File format" of Parquet, and the specification of Thrift's compact protocol.
pub(super) fn check(file: &impl ChunkReader) -> Result<()> {
    let Some(footer) = file.len().checked_sub(FOOTER_SIZE as u64) else { return Ok(()) };
    let end = file.get_bytes(footer, FOOTER_SIZE)?;
    let length = u32::from_le_bytes(end[..4].try_into().expect("four bytes"));
    // The library has a message for what is not Parquet.
    let Some(start) = footer.checked_sub(length.into()).filter(|_| end.ends_with(b"PAR1")) else { return Ok(()) };
    if length > LONGEST {
        return Err(ParquetError::General(format!("metadata of {length} bytes, expected at most {LONGEST}")));
    }
    let metadata = file.get_bytes(start, length as usize)?;
    match depth(&mut Cursor(&metadata)) {
        None => Err(ParquetError::EOF("metadata that end within the schema".into())),
        Some(depth) if depth > MOST => Err(ParquetError::General(format!("over {MOST} groups within each other"))),
        Some(_) => Ok(()),
    }
}

/// Returns the number of groups within each other, up to [`MOST`] and one, of a schema in the metadata of a file.
fn depth(metadata: &mut Cursor) -> Option<usize> {
    /// The field of the metadata with the list of all groups and columns, each group before what it has.
    const SCHEMA: u64 = 2;
    /// The field of a group with the number of groups and columns that it has.
    const CHILDREN: u64 = 5;
    let mut deepest = 0;
    fields(metadata, &mut |id, kind, bytes| {
        if (id, kind) != (SCHEMA, kind::LIST) {
            return skip(kind, bytes, MOST);
        }
        // For each open group, the number of its elements that are still to come.
        let mut open: Vec<u64> = Vec::new();
        let (size, _) = list(bytes)?;
        for _ in 0..size {
            let mut children = 0;
            fields(bytes, &mut |id, kind, bytes| {
                if id == CHILDREN {
                    // A sign is in the lowest bit.
                    children = bytes.number()? >> 1;
                    return Some(());
                }
                skip(kind, bytes, MOST)
            })?;
            while open.pop_if(|left| *left == 0).is_some() {}
            open.last_mut().into_iter().for_each(|left| *left -= 1);
            open.push(children);
            deepest = deepest.max(open.len());
            if deepest > MOST {
                break;
            }
        }
        // What follows the schema is not needed.
        None
    });
    (deepest > 0).then_some(deepest)
}
