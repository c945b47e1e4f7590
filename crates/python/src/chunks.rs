//! Arrow columns of other libraries, read chunk by chunk.
//!
//! An array can be wrong in every place: offsets, indices, keys of a dictionary, and text that is not UTF-8. The interface of
//! Arrow promises that none is, so its libraries do not check. Here each row is checked when it is read, and is invalid if
//! it is wrong. Text is copied before it is checked, since another thread may write to the memory of an array. Lengths of
//! memory cannot be checked: the interface does not have them.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt8Type};
use arrow_array::{Array, ArrayRef, GenericStringArray, OffsetSizeTrait, StringViewArray};
use arrow_cast::CastOptions;
use arrow_schema::{ArrowError, DataType};
use minirow_files::panics;
use minirow_text::counted;
use pyo3::prelude::*;
use pyo3_arrow::ffi::ArrayReader;
use pyo3_arrow::input::AnyArray;

use crate::error::{EXPECTED, Error};
use crate::grids::{self, Row};

/// An Arrow column that is read chunk by chunk.
pub(crate) struct Chunks {
    reader: Box<dyn ArrayReader + Send>,
    /// The place of the column in a table.
    column: Option<usize>,
    chunk: Option<ArrayRef>,
    /// The number of rows of the chunk that were read.
    read: usize,
}

impl Chunks {
    pub(crate) fn new(input: &Bound<'_, PyAny>, column: &str) -> PyResult<Chunks> {
        let reader = without_panic(|| input.extract::<AnyArray>()?.into_reader())??;
        let field = reader.field();
        let (place, kind) = match field.data_type() {
            DataType::Struct(fields) => {
                let place = match fields.iter().position(|field| field.name() == column) {
                    Some(place) => place,
                    None if fields.len() == 1 => 0,
                    None => {
                        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                        let names = names.join(", ");
                        return Err(Error::Invalid(format!(
                            "found the columns {names}, expected {column} among them; column= names another"
                        ))
                        .into());
                    }
                };
                (Some(place), fields[place].data_type().clone())
            }
            kind => (None, kind.clone()),
        };
        if is_readable(&kind) {
            Ok(Chunks { reader, column: place, chunk: None, read: 0 })
        } else {
            Err(Error::Invalid(format!("found an Arrow column of {kind}, {EXPECTED}")).into())
        }
    }

    /// Reads the next rows, at most `most`, and none at the end.
    pub(crate) fn next(&mut self, py: Python<'_>, most: usize, rows: &mut Vec<Row>) -> PyResult<()> {
        loop {
            if let Some(chunk) = self.chunk.as_ref().filter(|chunk| self.read < chunk.len()) {
                let part = chunk.slice(self.read, most.min(chunk.len() - self.read));
                self.read += part.len();
                return read(&part, self.column, rows).map_err(cannot_be_read);
            }
            let reader = &mut self.reader;
            // The source of the chunks may need the interpreter in another thread.
            let Some(chunk) = py.detach(|| without_panic(|| reader.next()))? else { return Ok(()) };
            self.chunk = Some(chunk.map_err(cannot_be_read)?);
            self.read = 0;
        }
    }
}

fn cannot_be_read(error: ArrowError) -> PyErr {
    Error::Invalid(format!("the Arrow column cannot be read: {error}")).into()
}

/// Imports an array. The import panics if an array has not the buffers and children of its type.
fn without_panic<T>(import: impl FnOnce() -> T) -> PyResult<T> {
    panics::caught(import).map_err(|panic| Error::Invalid(format!("the Arrow column cannot be read: {panic}")).into())
}

fn is_readable(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, kind) => is_readable(kind) && !matches!(**kind, DataType::Dictionary(..)),
        DataType::FixedSizeList(field, 81) => *field.data_type() == DataType::UInt8,
        _ => false,
    }
}

/// Reads a chunk of a readable type, or of a table that has the column in this place.
fn read(chunk: &ArrayRef, column: Option<usize>, rows: &mut Vec<Row>) -> Result<(), ArrowError> {
    let array = column.map_or(chunk, |place| chunk.as_struct().column(place));
    let mut scratch = Vec::new();
    let mut value = |array: &dyn Array, row| row_of(array, row, &mut scratch);
    if let Some(dictionary) = array.as_any_dictionary_opt() {
        let (keys, values) = (dictionary.keys(), dictionary.values());
        let exact = CastOptions { safe: false, ..CastOptions::default() };
        let keys = arrow_cast::cast_with_options(keys, &DataType::Int64, &exact)?;
        rows.extend((0..chunk.len()).map(|row| {
            if chunk.is_null(row) || keys.is_null(row) {
                return missing();
            }
            let key = keys.as_primitive::<Int64Type>().value(row);
            match usize::try_from(key).ok().filter(|&key| key < values.len()) {
                Some(key) => value(values, key),
                None => {
                    let size = counted(values.len(), "value");
                    Err(format!("found the key {key}, expected a key of the dictionary, which has {size}").into())
                }
            }
        }));
    } else {
        rows.extend((0..chunk.len()).map(|row| if chunk.is_null(row) { missing() } else { value(array, row) }));
    }
    Ok(())
}

/// Reads a row of texts or of lists of 81 numbers. `scratch` is memory for a text.
fn row_of(array: &dyn Array, row: usize, scratch: &mut Vec<u8>) -> Row {
    if array.is_null(row) {
        return missing();
    }
    if let Some(lists) = array.as_fixed_size_list_opt() {
        let numbers = lists.values().as_primitive::<UInt8Type>();
        let places = 81 * row..81 * (row + 1);
        if places.clone().any(|place| numbers.is_null(place)) {
            return missing();
        }
        return grids::of_numbers(&numbers.values()[places]);
    }
    scratch.clear();
    if let Some(texts) = array.as_string_opt::<i32>() {
        copy_from_offsets(texts, row, scratch)
    } else if let Some(texts) = array.as_string_opt::<i64>() {
        copy_from_offsets(texts, row, scratch)
    } else {
        copy_from_view(array.as_string_view(), row, scratch)
    }?;
    match str::from_utf8(scratch) {
        Ok(text) => grids::grid(text),
        Err(error) => Err(format!("found a text that is not UTF-8: {error}").into()),
    }
}

/// Copies the bytes of a text. The offsets are read once, as another thread may write to them.
fn copy_from_offsets<O: OffsetSizeTrait>(
    texts: &GenericStringArray<O>,
    row: usize,
    scratch: &mut Vec<u8>,
) -> Result<(), Box<str>> {
    let (start, end) = (texts.value_offsets()[row], texts.value_offsets()[row + 1]);
    let size = texts.values().len();
    let range = start.to_usize().zip(end.to_usize()).filter(|_| isize::try_from(size).is_ok());
    let bytes = range.and_then(|(start, end)| texts.value_data().get(start..end));
    scratch.extend_from_slice(bytes.ok_or_else(|| {
        format!("found the offsets {start:?} and {end:?} of a text, expected ascending offsets from 0 to {size}")
    })?);
    Ok(())
}

/// Copies the bytes of a text that is in the view itself, or in one of the buffers.
fn copy_from_view(texts: &StringViewArray, row: usize, scratch: &mut Vec<u8>) -> Result<(), Box<str>> {
    /// The maximum length of a text in the view itself.
    const INLINE: usize = 12;
    let view = texts.views()[row].to_le_bytes();
    let part = |place: usize| u32::from_le_bytes(view[place..place + 4].try_into().expect("4 bytes")) as usize;
    let (length, number, start) = (part(0), part(8), part(12));
    if length <= INLINE {
        scratch.extend_from_slice(&view[4..4 + length]);
        return Ok(());
    }
    let buffer = texts.data_buffers().get(number).filter(|buffer| isize::try_from(buffer.len()).is_ok());
    let bytes = buffer.and_then(|buffer| buffer.as_slice().get(start..start.checked_add(length)?));
    scratch.extend_from_slice(bytes.ok_or_else(|| {
        let size = buffer.map_or(0, |buffer| buffer.as_slice().len());
        format!(
            "found a text of {length} bytes from the offset {start} in buffer {number}, expected {size} bytes at most"
        )
    })?);
    Ok(())
}

fn missing() -> Row {
    Err("found null, expected 81 characters".into())
}
