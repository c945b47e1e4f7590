//! Arrays of NumPy (`.npy`), read as CSV: each row of 81 numbers is a puzzle.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use minirow_files::SharedFile;

/// The first bytes of a file.
pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// The most bytes of a header, which has three entries. A damaged length must not reserve memory.
const LONGEST_HEADER: usize = 1 << 16;

/// The ends of the names of the two files of puzzles and solutions in the folders of HRM and TRM.
const INPUTS: &str = "__inputs.npy";
const LABELS: &str = "__labels.npy";

/// The numbers that stand for an empty cell and for the digits: 0 to 9, or tokens from 1 to 10, where 0 is padding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cells {
    Digits,
    Tokens,
}

/// Returns `true` if a file has the name of an array of puzzles in the folders of HRM and TRM.
pub fn is_named_inputs(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(INPUTS))
}

/// Opens an array. The bytes that are read are its rows as CSV, with the header as line 1.
///
/// Values are 0 for an empty cell and 1 to 9 for digits, in an array of integers or floats of shape (n, 81) or (n, 9, 9). If the name of
/// the file ends in `__inputs.npy`, they are tokens of HRM and TRM, which are greater by 1, and the file `__labels.npy` beside it
/// has the solutions. For other arrays, `solutions` is the path of an array of solutions, if there is one.
///
/// # Errors
/// Returns an error if a file is not an array of this kind, or two arrays have different numbers of rows.
pub(crate) fn open_as_csv(
    file: SharedFile,
    path: Option<&Path>,
    solutions: Option<&Path>,
) -> io::Result<Box<dyn BufRead + Send>> {
    let is_tokens = path.is_some_and(is_named_inputs);
    let cells = if is_tokens { Cells::Tokens } else { Cells::Digits };
    let puzzles = Array::open(file, cells)?;
    let labels = path.filter(|_| is_tokens).map(labels_of).filter(|labels| labels.is_file());
    let labels = labels.or_else(|| solutions.map(PathBuf::from));
    let solutions = match &labels {
        None => None,
        Some(labels) => Some(Array::open(SharedFile::open(labels)?, cells)?),
    };
    if let (Some(solutions), Some(labels)) = (&solutions, &labels)
        && solutions.rows != puzzles.rows
    {
        let labels = labels.display();
        return Err(invalid(format!("{labels} has {} rows, expected {}", solutions.rows, puzzles.rows)));
    }
    let header = if solutions.is_some() { "puzzle,solution\n" } else { "puzzle\n" };
    let rows = AsCsv { puzzles, solutions, row: 0, line: Cursor::new(header.into()) };
    Ok(Box::new(BufReader::with_capacity(1 << 16, rows)))
}

/// Returns the number of rows of an array; `None` for a file of another format.
///
/// # Errors
/// Returns an error if the file cannot be read, or is an array of another kind.
pub fn array_rows(path: &Path) -> io::Result<Option<u64>> {
    let file = SharedFile::open(path)?;
    if !file.begins_with(MAGIC) {
        return Ok(None);
    }
    Array::open(file, Cells::Digits).map(|array| Some(array.rows))
}

/// Returns the path of the solutions of an array of tokens, for which [`is_named_inputs`] returns `true`. The file may be missing.
pub fn labels_of(inputs: &Path) -> PathBuf {
    let name = inputs.file_name().unwrap_or_default().to_string_lossy();
    inputs.with_file_name(name.replace(INPUTS, LABELS))
}

fn invalid(reason: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.into())
}

/// An array of rows of 81 numbers.
struct Array {
    values: BufReader<SharedFile>,
    rows: u64,
    numbers: Numbers,
    cells: Cells,
}

/// The type of the numbers of an array.
#[derive(Clone, Copy)]
struct Numbers {
    /// Bytes of a number.
    width: usize,
    is_big_endian: bool,
    is_float: bool,
}

impl Numbers {
    /// Returns a whole number, or the text of another one. Negative integers are large numbers.
    fn read(self, bytes: &[u8]) -> Result<u64, String> {
        let mut value = [0; 8];
        value[..bytes.len()].copy_from_slice(bytes);
        if self.is_big_endian {
            value[..bytes.len()].reverse();
        }
        let integer = u64::from_le_bytes(value);
        if !self.is_float {
            return Ok(integer);
        }
        let float = if self.width == 4 { f32::from_bits(integer as u32).into() } else { f64::from_bits(integer) };
        let is_whole = float.fract() == 0.0 && (0.0..256.0).contains(&float);
        if is_whole { Ok(float as u64) } else { Err(float.to_string()) }
    }
}

impl Array {
    fn open(mut file: SharedFile, cells: Cells) -> io::Result<Array> {
        let cut_off = |_| invalid("found a header that is cut off, expected a NumPy array");
        let mut first = [0; 8];
        file.read_exact(&mut first).map_err(cut_off)?;
        // Version 1 has a length of two bytes, versions 2 and 3 of four.
        let mut length = [0; 4];
        let width = if first[6] == 1 { 2 } else { 4 };
        file.read_exact(&mut length[..width]).map_err(cut_off)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > LONGEST_HEADER {
            return Err(invalid(format!("found a header of {length} bytes, expected at most {LONGEST_HEADER}")));
        }
        let mut header = vec![0; length];
        file.read_exact(&mut header).map_err(cut_off)?;
        let header = String::from_utf8_lossy(&header).into_owned();
        let entry = |key| after(&header, key).ok_or_else(|| invalid(format!("found a header without {key}")));
        let numbers = numbers(entry("descr")?)?;
        if !entry("fortran_order")?.starts_with("False") {
            return Err(invalid("found columns in Fortran order, expected C order (numpy.ascontiguousarray)"));
        }
        let rows = rows(entry("shape")?)?;
        let start = (first.len() + width + length) as u64;
        let found = file.length()?.saturating_sub(start);
        match rows.checked_mul(81 * numbers.width as u64) {
            Some(expected) if expected == found => {}
            _ => return Err(invalid(format!("found {found} bytes of values, expected {rows} rows of 81 values"))),
        }
        let values = BufReader::with_capacity(1 << 16, file);
        Ok(Array { values, rows, numbers, cells })
    }

    /// Appends the next row as text. A row with another value is a board in JSON, so that the error of this row has the value.
    fn write_row(&mut self, line: &mut Vec<u8>) -> io::Result<()> {
        let mut bytes = [0; 81 * 8];
        let bytes = &mut bytes[..81 * self.numbers.width];
        self.values.read_exact(bytes)?;
        let (least, most) = if self.cells == Cells::Tokens { (1, 10) } else { (0, 9) };
        let (start, mut other) = (line.len(), Vec::new());
        for (cell, value) in bytes.chunks_exact(self.numbers.width).enumerate() {
            match self.numbers.read(value) {
                Ok(number) if (least..=most).contains(&number) => line.push(b'0' + (number - least) as u8),
                found => {
                    line.push(b'0');
                    other.push((cell, found.map_or_else(|text| text, |number| number.to_string())));
                }
            }
        }
        if !other.is_empty() {
            let mut cells: Vec<String> = line.drain(start..).map(|digit| char::from(digit).to_string()).collect();
            for (cell, number) in other {
                // 0 is a token, too: that of padding.
                cells[cell] = if number == "0" { "\"\"padding\"\"".into() } else { number };
            }
            let rows: Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
            line.extend(format!("\"[{}]\"", rows.join(",")).as_bytes());
        }
        Ok(())
    }
}

/// Returns the text after a key of the header.
fn after<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = header.split_once(&format!("'{key}':"))?;
    Some(rest.trim_start())
}

/// Returns the type of numbers of a name such as `'<i4'`, which the text begins with.
fn numbers(text: &str) -> io::Result<Numbers> {
    // The type of an array of records is a list.
    let quoted = text.strip_prefix('\'').and_then(|text| text.split_once('\''));
    let kind = quoted.map_or("a list of fields", |(kind, _)| kind);
    let error = || invalid(format!("found the type `{kind}`, expected integers such as uint8, or float32 or float64"));
    let (order, number) = kind.split_at_checked(1).ok_or_else(error)?;
    let width = match number {
        "u1" | "i1" => 1,
        "u2" | "i2" => 2,
        "u4" | "i4" | "f4" => 4,
        "u8" | "i8" | "f8" => 8,
        _ => return Err(error()),
    };
    match order {
        "<" | "|" | "=" | ">" => Ok(Numbers { width, is_big_endian: order == ">", is_float: number.starts_with('f') }),
        _ => Err(error()),
    }
}

/// Returns the number of rows of a shape such as `(1000, 81), }`.
fn rows(shape: &str) -> io::Result<u64> {
    let text = shape.split_once(')').map_or(shape, |(text, _)| text).trim_start_matches('(');
    let lengths: Result<Vec<u64>, _> =
        text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(str::parse).collect();
    match lengths.as_deref() {
        // One grid may have a 0 or 1 for each digit.
        Ok([9, 9, 9]) => Err(invalid("found an array of shape (9, 9, 9), which may be one grid, expected (9, 81)")),
        Ok(&[rows, 81] | &[rows, 9, 9]) => Ok(rows),
        _ => Err(invalid(format!("found an array of shape ({text}), expected (n, 81) or (n, 9, 9)"))),
    }
}

/// The rows of an array, as bytes of CSV.
struct AsCsv {
    puzzles: Array,
    solutions: Option<Array>,
    /// The number of rows that were read.
    row: u64,
    /// The line that is being read.
    line: Cursor<Vec<u8>>,
}

impl Read for AsCsv {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.position() == self.line.get_ref().len() as u64 && self.row < self.puzzles.rows {
            let line = self.line.get_mut();
            line.clear();
            self.puzzles.write_row(line)?;
            if let Some(solutions) = &mut self.solutions {
                line.push(b',');
                solutions.write_row(line)?;
            }
            line.push(b'\n');
            self.line.set_position(0);
            self.row += 1;
        }
        self.line.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an array as a file of version 1.
    fn array(kind: &str, order: &str, shape: &str, values: &[u8]) -> Vec<u8> {
        let header = format!("{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [MAGIC, &[1, 0], &length, header.as_bytes(), values].concat()
    }

    fn read(name: &str, files: &[(&str, Vec<u8>)]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        files.iter().for_each(|(name, bytes)| std::fs::write(folder.path().join(name), bytes).unwrap());
        let path = folder.path().join(name);
        let mut text = String::new();
        let mut open = || open_as_csv(SharedFile::open(&path)?, Some(&path), None)?.read_to_string(&mut text);
        let read = open().map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""));
        read.map(|_| text)
    }

    #[test]
    fn integers_of_any_width_are_digits() {
        let values: Vec<u8> = (0..162).map(|cell| cell % 10).collect();
        let line: String = values[..81].iter().map(u8::to_string).collect();
        let other: String = values[81..].iter().map(u8::to_string).collect();
        let expected = format!("puzzle\n{line}\n{other}\n");
        let wide = |at: usize| {
            values
                .iter()
                .flat_map(|&value| {
                    let mut wide = [0; 4];
                    wide[at] = value;
                    wide
                })
                .collect::<Vec<_>>()
        };
        for bytes in [
            array("|u1", "False", "(2, 81)", &values),
            array("<i4", "False", "(2, 9, 9)", &wide(0)),
            array(">i4", "False", "(2, 81)", &wide(3)),
        ] {
            assert_eq!(read("a.npy", &[("a.npy", bytes)]), Ok(expected.clone()));
        }
    }

    #[test]
    fn tokens_of_hrm_have_their_solutions_beside_them() {
        let inputs = array("|u1", "False", "(1, 81)", &[1; 81]);
        let labels = |tokens: &[u8]| array("|u1", "False", &format!("({}, 81)", tokens.len() / 81), tokens);
        let files = |labels| [("all__inputs.npy", inputs.clone()), ("all__labels.npy", labels)];
        let expected = format!("puzzle,solution\n{},{}\n", "0".repeat(81), "9".repeat(81));
        assert_eq!(read("all__inputs.npy", &files(labels(&[10; 81]))), Ok(expected));
        let two = read("all__inputs.npy", &files(labels(&[10; 162])));
        assert_eq!(two, Err("all__labels.npy has 2 rows, expected 1".into()));
    }

    /// A blank in its place would be another grid.
    #[test]
    fn other_values_are_named_by_the_error_of_their_row() {
        let board = |first: &str| format!("\"[[{first}{}]{}]\"", ",1".repeat(8), ",[1,1,1,1,1,1,1,1,1]".repeat(8));
        let values = |first: u8, other: u8| [vec![first], vec![other; 80]].concat();
        for (name, values, first) in [
            ("a.npy", values(11, 1), "11"),
            ("a.npy", values(255, 1), "255"),
            ("a__inputs.npy", values(11, 2), "11"),
            ("a__inputs.npy", values(0, 2), "\"\"padding\"\""),
        ] {
            let text = read(name, &[(name, array("|u1", "False", "(1, 81)", &values))]);
            assert_eq!(text, Ok(format!("puzzle\n{}\n", board(first))), "{name}");
        }
    }

    #[test]
    fn floats_are_read_if_they_are_whole() {
        let values = |first: f64| [vec![first], vec![3.0; 80]].concat();
        let bytes = |first, of: &dyn Fn(f64) -> Vec<u8>| values(first).into_iter().flat_map(of).collect::<Vec<u8>>();
        let little = |number: f64| (number as f32).to_le_bytes().to_vec();
        for (kind, values) in
            [("<f4", bytes(5.0, &little)), (">f8", bytes(5.0, &|number| number.to_be_bytes().to_vec()))]
        {
            let found = read("a.npy", &[("a.npy", array(kind, "False", "(1, 81)", &values))]);
            assert_eq!(found, Ok(format!("puzzle\n5{}\n", "3".repeat(80))), "{kind}");
        }
        for (first, expected) in [(0.5, "[[0.5,3,"), (-1.0, "[[-1,3,"), (f64::NAN, "[[NaN,3,"), (300.0, "[[300,3,")] {
            let found = read("a.npy", &[("a.npy", array("<f4", "False", "(1, 81)", &bytes(first, &little)))]);
            assert!(found.unwrap().contains(expected), "{first}");
        }
    }

    #[test]
    fn other_arrays_are_refused() {
        for (bytes, expected) in [
            (
                array("<f2", "False", "(1, 81)", &[0; 162]),
                "found the type `<f2`, expected integers such as uint8, or float32 or float64",
            ),
            (
                array("|u1", "False", "(2, 80)", &[0; 160]),
                "found an array of shape (2, 80), expected (n, 81) or (n, 9, 9)",
            ),
            (
                array("|u1", "True", "(1, 81)", &[0; 81]),
                "found columns in Fortran order, expected C order (numpy.ascontiguousarray)",
            ),
            (array("|u1", "False", "(2, 81)", &[0; 81]), "found 81 bytes of values, expected 2 rows of 81 values"),
            (
                array("|u1", "False", "(9, 9, 9)", &[0; 729]),
                "found an array of shape (9, 9, 9), which may be one grid, expected (9, 81)",
            ),
            (MAGIC.to_vec(), "found a header that is cut off, expected a NumPy array"),
            ([MAGIC, &[1, 0, 2, 0], b"{}"].concat(), "found a header without descr"),
        ] {
            assert_eq!(read("a.npy", &[("a.npy", bytes)]), Err(expected.into()));
        }
    }
}
