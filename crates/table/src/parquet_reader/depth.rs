//! The depth of a schema. The library builds a schema by recursion, which ends the process if its groups are too deep.

use parquet::errors::{ParquetError, Result};
use parquet::file::FOOTER_SIZE;
use parquet::file::reader::ChunkReader;

use super::cursor::Cursor;

/// The most groups, each in the one before.
const MOST: usize = 100;

/// Checks the depth of the schema of a file. The rest of the file may be damaged.
///
/// # Errors
/// If the groups are deeper, the metadata end within the schema, or the file cannot be read.
///
/// Sources: "File format" of Parquet, and the specification of Thrift's compact protocol.
pub(super) fn check(file: &impl ChunkReader) -> Result<()> {
    let Some(footer) = file.len().checked_sub(FOOTER_SIZE as u64) else { return Ok(()) };
    let end = file.get_bytes(footer, FOOTER_SIZE)?;
    let length = u32::from_le_bytes(end[..4].try_into().expect("four bytes"));
    // The library has a message for what is not Parquet.
    let Some(start) = footer.checked_sub(length.into()).filter(|_| end.ends_with(b"PAR1")) else { return Ok(()) };
    let metadata = file.get_bytes(start, length as usize)?;
    match depth(&mut Cursor(&metadata)) {
        None => Err(ParquetError::EOF("metadata that end within the schema".into())),
        Some(depth) if depth > MOST => Err(ParquetError::General(format!("over {MOST} groups within each other"))),
        Some(_) => Ok(()),
    }
}

/// The types of the compact protocol that matter here.
mod kind {
    pub(super) const LIST: u8 = 9;
    pub(super) const STRUCT: u8 = 12;
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

/// Reads the fields of a struct: for each, `read` takes its number, its type and its bytes.
fn fields<'a>(bytes: &mut Cursor<'a>, read: &mut dyn FnMut(u64, u8, &mut Cursor<'a>) -> Option<()>) -> Option<()> {
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
fn list(bytes: &mut Cursor) -> Option<(u64, u8)> {
    let head = bytes.byte()?;
    let size = match head >> 4 {
        15 => bytes.number()?,
        size => size.into(),
    };
    Some((size, head & 15))
}

/// Skips a value. Structs and lists may be `depth` deep.
fn skip(kind: u8, bytes: &mut Cursor, depth: usize) -> Option<()> {
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
