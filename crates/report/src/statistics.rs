//! Statistics of packs: rows counted in memory that does not grow with their number, shown as text, JSON, a page or charts.
//!
//! A [`CountedRow`] holds the counted values of one record. [`PackStatistics`] adds up the rows of a pack. A [`StatisticsReport`]
//! holds packs side by side and a distribution to compare them with; [`text()`], [`json()`], [`page()`] and [`charts`] show it.
//! Only the search for duplicates takes memory for each row: see [`DuplicateRule`].

pub mod charts;
mod counted_row;
mod duplicates;
mod facts;
mod json;
mod numbers;
mod pack;
mod pack_names;
mod page;
mod reference;
mod report;
mod scales;
mod tables;
mod text;

pub use counted_row::{CountOptions, CountedRow};
pub use duplicates::DuplicateRule;
pub use json::json;
pub use pack::PackStatistics;
pub use pack_names::{printable, short_names};
pub use page::page;
pub use reference::ReferenceDistribution;
pub use report::StatisticsReport;
pub use text::{StatisticsStyle, text};
