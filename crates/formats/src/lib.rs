//! The file formats of Sudoku programs: recognised and read in constant memory, and written again.
//!
//! A [`Reader`] turns any file into [`Record`]s: a board, the progress of whoever solves it, and named fields. A [`Writer`]
//! turns records into any [`Form`], and tells what the form cannot hold. Neither opens a file.
//!
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
//! [`Form::ALL`] lists the forms, and [`Form::about`] describes each. CSV and JSON lines hold everything; of the others, a
//! [`Writer`] tells record by record what it leaves out. [`forms`] describes the formats and has their errors.

mod error;
mod fields;
mod form;
pub mod forms;
mod lines;
mod reader;
mod record;
mod record_table;
mod table;
mod text;
mod writer;

pub use error::{Error, ErrorKind};
pub use fields::{Fields, Value};
pub use forms::Form;
pub use lines::LineError;
pub use reader::{FileKind, ReadRecord, Reader};
pub use record::{Progress, Record};
pub use record_table::{RecordTable, TableRow};
pub use writer::{LOOK_AHEAD, Writer, Written};
