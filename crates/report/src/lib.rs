//! Statistics, charts and step-by-step explanations of Sudoku puzzles.
//!
//! Functions take boards, records and rated rows, and return text, HTML, SVG, PNG or JSON. Files, threads and progress are
//! left to the caller.
//!
//! - [`explain`] shows how a puzzle is solved: for a terminal, as an HTML page, or as a picture of one step.
//! - [`trace`] writes the steps of a puzzle as JSON lines.
//! - [`statistics`] counts the rows of packs, and shows them as text, JSON, an HTML page or charts.
//! - [`template`] renders templates of HTML and Markdown.
//!
//! ```
//! use minirow_formats::Reader;
//! use minirow_report::explain::{self, StepSelection, Walkthrough};
//! use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
//! use minirow_report::statistics::charts::{self, Chart};
//! use minirow_report::statistics::{CountOptions, DuplicateRule, PackStatistics, StatisticsReport};
//!
//! let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let walkthrough = Walkthrough::new(&StartPosition::from_board(&minirow_text::parse(clues)?)?, &SUDOKU_EXPLAINER, StepSelection::All)?;
//! assert!(explain::page(&walkthrough, None).contains("51 steps · ER 1.2"));
//!
//! let csv = format!("puzzle,er\n{clues},1.2\n");
//! let records = Reader::new(csv.as_bytes()).map(|found| found.unwrap().record);
//! let pack = PackStatistics::from_records("one.csv", "one.csv", records, CountOptions::default());
//! let report = StatisticsReport::new(vec![pack], DuplicateRule::Exact, None);
//! assert!(charts::svg(&report, &[Chart::Clues]).contains("Number of clues"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub mod explain;
mod explanation_line;
pub mod statistics;
pub mod template;
mod terminal;
pub mod trace;

pub use error::Error;

/// The name and version of the program, in pages and JSON.
const PROGRAM: &str = concat!("minirow ", env!("CARGO_PKG_VERSION"));
