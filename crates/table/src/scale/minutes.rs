//! The scale of solving times: an estimate in minutes.

use minirow_core::Puzzle;
use minirow_grade::Limits;
use minirow_time::estimate;

use super::Scale;
use crate::column::{Column, TallyBy};
use crate::row::Row;
use crate::value::ColumnType::{Bool, Float64};
use crate::value::Value;

/// The scale of estimated solving times.
pub struct SolvingTime;

/// The scale of solving times.
pub static MINUTES: SolvingTime = SolvingTime;

/// The longest time that is read from a file, in minutes. Estimates are far below.
pub const MOST_MINUTES: f64 = 1000.0;

static COLUMNS: [Column; 4] = [
    minutes("minutes", "estimated mean solving time of people, in minutes")
        .tallied(TallyBy::Value)
        .shown_as("minutes"),
    minutes("minutes_low", "lower end of the interval that has 80% of measured solving times, in minutes"),
    minutes("minutes_high", "upper end of the interval that has 80% of measured solving times, in minutes"),
    Column::of_scale(
        "minutes_extrapolated",
        Bool,
        "whether the puzzle is outside of what was measured, so that neither the time nor the interval is known to hold",
    )
    .tallied(TallyBy::Value),
];

const fn minutes(name: &'static str, meaning: &'static str) -> Column {
    Column::of_scale(name, Float64, meaning)
        .in_tenths_up_to(MOST_MINUTES)
        .expecting("a number of minutes from 0.0 to 1000.0")
}

impl Scale for SolvingTime {
    fn name(&self) -> &'static str {
        "minutes"
    }

    fn summary(&self) -> &'static str {
        "Estimated mean solving time of people, in minutes, with the interval of 80% of measured times"
    }

    fn columns(&self) -> &'static [Column] {
        &COLUMNS
    }

    fn rating(&self) -> &'static Column {
        &COLUMNS[0]
    }

    fn rate(&self, puzzle: &Puzzle, _: Limits, row: &mut Row) {
        let time = estimate(puzzle);
        for (column, minutes) in COLUMNS.iter().zip([time.minutes, time.low, time.high]) {
            column.set(row, &Value::Float(minutes)).expect("an estimate is far below the limit");
        }
        row.scales.set(COLUMNS[3].name(), time.is_extrapolated.into());
    }

    fn describe(&self, row: &Row) -> Vec<String> {
        let [minutes, low, high, extrapolated] = [0, 1, 2, 3].map(|place| COLUMNS[place].value(row));
        let mut lines = vec![format!("about {minutes} minutes; 80% of measured times: {low} - {high}")];
        if extrapolated.bool() == Some(true) {
            lines.push("outside of what was measured: time and interval may not hold".into());
        }
        lines
    }
}
