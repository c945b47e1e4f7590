//! JSON lines: one object per row. Text stays text even if it is all digits, techniques are a map, and a missing
//! value is null.

use std::io::Write;

use minirow_formats::counts_json;
use minirow_text::json_string;

use super::RowWriter;
use crate::columns::Columns;
use crate::error::WriteError;
use crate::value::{ColumnType, Value};

/// Writes JSON lines.
pub(super) struct JsonLinesWriter<W> {
    columns: Columns,
    line: String,
    to: W,
}

impl<W: Write> JsonLinesWriter<W> {
    pub(super) fn new(columns: &Columns, to: W) -> JsonLinesWriter<W> {
        JsonLinesWriter { columns: columns.clone(), line: String::new(), to }
    }
}

impl<W: Write + Send> RowWriter<W> for JsonLinesWriter<W> {
    fn columns(&self) -> &Columns {
        &self.columns
    }

    fn write_values(&mut self, values: &[Value]) -> Result<(), WriteError> {
        let converted = self.columns.convert(values)?;
        self.line.clear();
        for ((column, value), converted) in self.columns.iter().zip(values).zip(&converted) {
            self.line.push(if self.line.is_empty() { '{' } else { ',' });
            self.line += &json_string(column.name());
            self.line.push(':');
            match column.column_type() {
                _ if converted.is_missing() => self.line += "null",
                ColumnType::Utf8 => {
                    let value = converted.text();
                    self.line += &counts_json(column.name(), &value).unwrap_or_else(|| json_string(&value));
                }
                // Digits are kept as another program has written them.
                ColumnType::Float64 => self.line += &value.text(),
                _ => self.line += &converted.text(),
            }
        }
        self.line += "}\n";
        Ok(self.to.write_all(self.line.as_bytes())?)
    }

    fn finish(mut self: Box<Self>) -> Result<W, WriteError> {
        self.to.flush()?;
        Ok(self.to)
    }
}
