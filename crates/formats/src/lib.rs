//! The file formats of Sudoku programs: recognised and read in constant memory, and written again.
//!
//! A [`Reader`] turns any file into [`Record`]s: a board, how far somebody has come with it, and what is said about it. A
//! [`Writer`] turns records into any [`Form`], and tells what the form cannot hold. Neither opens a file.
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
//! | form | boards | besides |
//! | --- | --- | --- |
//! | [`Form::Line`], `.sdm`, nine lines, boxes, arrays, links | clues | |
//! | 729 candidates, pencilmark grids | candidates | |
//! | `.ss` | clues, placed digits, candidates | |
//! | `.sdk` | clues, placed digits, candidates | author, description, comment, date, source, level, url |
//! | `.opensudoku` | clues | the same and a name, for the whole file |
//! | HoDoKu library lines | clues, placed digits, candidates | a step: technique, digits, eliminations, placements |
//! | CSV, JSON lines | everything | everything |

mod dropped;
mod fields;
mod form;
mod forms;
mod reader;
mod record;
mod writer;

pub use fields::{Fields, Value};
pub use form::Form;
pub use reader::{Found, Kind, Problem, Reader};
pub use record::{Progress, Record};
pub use writer::{LOOK_AHEAD, Writer, Written};
