//! The summary of rows in a manifest.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::bucket::{Bucket, Buckets};
use crate::error::ValueError;
use crate::registry::Registry;
use crate::value::Value;

/// The keys of manifests, and their columns.
const COLUMNS: [(&str, &str); 3] = [("levels", "level"), ("er", "er"), ("clues", "clues")];

/// The number of rows of each level, ER and number of clues.
///
/// It comes from a [`Tally`](crate::Tally) or from a manifest, and serializes as an object that can be flattened into another. Merged
/// summaries of several files serialize to the same text as the summary of all rows.
///
/// ```
/// use minirow_table::TallySummary;
/// let mut all: TallySummary = serde_json::from_str(r#"{"levels":{"hard":1},"er":{"2.8":1},"clues":{"24":1}}"#)?;
/// let more = r#"{"levels":{"easy":1,"hard":1},"er":{"1.2":1,"10.3":1},"clues":{"24":2}}"#;
/// all.merge(&serde_json::from_str(more)?);
/// let text = serde_json::to_string(&all)?;
/// assert_eq!(text, r#"{"levels":{"easy":1,"hard":2},"er":{"1.2":1,"2.8":1,"10.3":1},"clues":{"24":3}}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(try_from = "SummaryText")]
pub struct TallySummary([BTreeMap<Bucket, u64>; COLUMNS.len()]);

/// The counts by the names of their values.
#[derive(Deserialize)]
struct SummaryText {
    levels: BTreeMap<String, u64>,
    er: BTreeMap<String, u64>,
    clues: BTreeMap<String, u64>,
}

impl TallySummary {
    /// Creates the summary of the numbers of rows by the values of each column.
    pub(crate) fn new(rows_of: impl Fn(&str) -> BTreeMap<Bucket, u64>) -> TallySummary {
        TallySummary(COLUMNS.map(|(_, column)| rows_of(column)))
    }

    /// Adds the counts of other rows.
    pub fn merge(&mut self, other: &TallySummary) {
        for (counts, other) in self.0.iter_mut().zip(&other.0) {
            for (value, rows) in other {
                *counts.entry(value.clone()).or_default() += rows;
            }
        }
    }
}

impl TryFrom<SummaryText> for TallySummary {
    type Error = ValueError;

    fn try_from(text: SummaryText) -> Result<TallySummary, ValueError> {
        let mut summary = TallySummary::default();
        for ((counts, found), (_, name)) in summary.0.iter_mut().zip([text.levels, text.er, text.clues]).zip(COLUMNS) {
            let column = Registry::standard().find(name).expect("a column of the registry");
            let buckets = Buckets::of(column);
            for (value, rows) in found {
                let value = Value::from(value);
                let converted = column.column_type().convert(name, &value)?;
                counts.extend(buckets.find(column.column_type(), &converted).map(|bucket| (bucket, rows)));
            }
        }
        Ok(summary)
    }
}

impl Serialize for TallySummary {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(COLUMNS.len()))?;
        for ((key, _), counts) in COLUMNS.iter().zip(&self.0) {
            map.serialize_entry(key, counts)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_values_are_refused() {
        let read = |text: &str| serde_json::from_str::<TallySummary>(text).map_err(|error| error.to_string());
        assert!(read(r#"{"levels":{},"er":{},"clues":{}}"#).is_ok());
        assert!(read(r#"{"levels":{},"er":{"x":1},"clues":{}}"#).unwrap_err().starts_with("er is `x`, expected"));
        assert!(read(r#"{"levels":{},"er":{},"clues":{"300":1}}"#).unwrap_err().starts_with("clues is `300`"));
        assert!(read(r#"{"levels":{},"er":{}}"#).is_err());
    }
}
