//! The rows of neighbours: how they are written, and read by a run that continues another one.

use minirow_core::{CellSet, Grid};
use minirow_formats::{csv_fields, csv_record};
use minirow_table::{Column, Columns, Row, Scale, ScaleSet};

use super::forms::NumberedForm;
use super::rounds::Reduced;
use crate::commands::unavoidable::cells;

/// The columns that tell how a row was found.
const ORIGIN: [&str; 3] = ["depth", "parent", "removed"];

pub(super) struct Rows {
    pub(super) columns: Columns,
}

impl Rows {
    pub(super) fn new(scales: ScaleSet) -> Rows {
        let of_scales = scales.iter().flat_map(Scale::columns).map(Column::name);
        Rows { columns: Columns::of_header(["puzzle", "clues"].into_iter().chain(of_scales).chain(ORIGIN)) }
    }

    pub(super) fn line(&self, row: &Row, depth: u32, reduced: &Reduced) -> String {
        let mut texts: Vec<String> = self.columns.values(row).map(|value| value.text().into_owned()).collect();
        texts.truncate(self.columns.len() - ORIGIN.len());
        texts.extend([depth.to_string(), reduced.parent.to_string(), cells(reduced.removed())]);
        csv_record(texts, None)
    }
}

/// A written row: its puzzle, and its place in the search.
pub(super) struct WrittenRow {
    pub(super) form: NumberedForm,
    pub(super) depth: u32,
    parent: Grid,
    removed: CellSet,
}

impl WrittenRow {
    /// Parses a line, or returns `None` if it is not the line of a row.
    pub(super) fn parse(line: &str) -> Option<WrittenRow> {
        let fields = csv_fields(line, ',');
        let fields: Vec<&str> = fields.iter().collect();
        let [depth, parent, removed] = fields.last_chunk()?;
        Some(WrittenRow {
            form: NumberedForm::new(&fields.first()?.parse().ok()?, 0),
            depth: depth.parse().ok()?,
            parent: parent.parse().ok()?,
            removed: removed.split_whitespace().map(|cell| cell.parse().ok()).collect::<Option<CellSet>>()?,
        })
    }

    /// Returns `true` if the row is of a round.
    pub(super) fn is_of(&self, round: &[Reduced]) -> bool {
        round.iter().any(|reduced| reduced.parent == self.parent && reduced.removed() == self.removed)
    }
}
