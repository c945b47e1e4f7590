//! The file formats of Sudoku programs: recognised and read in constant memory, and written.
//!
//! # What is in the crate
//! - [`Reader`]: an iterator over the [`Record`]s of any file. It recognises the form. An error in a line does not stop
//!   it.
//! - [`Record`]: a board, the progress of a solver, the solution, and named [`Fields`].
//! - [`Mistakes`]: the digits and candidates of a record that contradict a solution.
//! - [`Form`]: the registry of forms. [`Form::ALL`] lists them, and [`Form::about`] describes each.
//! - [`Writer`]: writes records in any form, and reports what the form cannot hold.
//! - [`CsvRows`]: the rows of CSV with any columns, with their text to the byte.
//! - [`RecordTable`]: records as the rows of a table.
//! - [`forms`]: the description of each format.
//!
//! The crate does not open files. CSV and JSON lines hold everything in a record.
//!
//! # The way through it
//! Read the records of a file in any form, and write them in another:
//! ```
//! use minirow_formats::{Form, Reader, Writer};
//!
//! let sdk = "#ARuud\n#LEasy\n2..1.5..3\n.54...71.\n.1.2.3.8.\n6.28.73.4\n.........\n1.53.98.6\n.2.7.1.6.\n.81...24.\n7..4.2..1\n";
//! let records: Vec<_> = Reader::new(sdk.as_bytes()).map(|item| item.unwrap().record).collect();
//! assert_eq!(records[0].fields.text("author").as_deref(), Some("Ruud"));
//!
//! let mut writer = Writer::new(Form::Sdm, None);
//! let written = writer.record(&records[0]);
//! assert_eq!(written.text, "200105003054000710010203080602807304000000000105309806020701060081000240700402001\n");
//! assert_eq!(written.dropped, ["author", "level"]);
//! ```
//!
//! Recognise a file before reading it:
//!
//! ```
//! use minirow_formats::{Form, Reader};
//!
//! let reader = Reader::new("puzzle;level\n".as_bytes());
//! assert_eq!((reader.kind().form, reader.kind().delimiter()), (Some(Form::Csv), Some(';')));
//! ```
//!
//! Convert one grid:
//!
//! ```
//! use minirow_core::Grid;
//! use minirow_formats::{Form, Record, Writer};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let written = Writer::new(Form::SudokuWiki, None).record(&Record::from(grid));
//! assert!(written.text.starts_with("https://www.sudokuwiki.org/"));
//! # Ok::<(), minirow_core::ParseGridError>(())
//! ```

mod cell_names;
mod clue_list;
mod counts;
mod csv_record;
mod csv_rows;
mod decoded;
mod error;
mod fields;
mod form;
pub mod forms;
mod json_array;
mod lines;
mod mistakes;
mod other_sizes;
mod readable;
mod reader;
mod record;
mod record_table;
mod table;
mod text;
mod writer;

pub use counts::counts_json;
pub use csv_record::{csv_delimiter, csv_field, csv_fields, csv_record, csv_report, is_formula};
pub use csv_rows::{CsvKind, CsvRows, RawRow};
pub use decoded::decoded;
pub use error::{Error, ErrorKind};
pub use fields::{Fields, Value};
pub use forms::Form;
pub use json_array::JsonArray;
pub use lines::{LineError, most_repeated};
pub use mistakes::Mistakes;
pub use reader::{FileKind, ReadRecord, Reader};
pub use record::{Progress, Record};
pub use record_table::{RecordTable, TableRow};
pub use table::{PUZZLE_COLUMNS, SOLUTION_COLUMNS, TableHeader};
pub use writer::{LookAhead, Writer, Written};
