//! The formats of reports: text, JSON and HTML.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::endings::Endings;

/// The format of a report.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    Text,
    Json,
    Html,
}

/// The endings of reports.
pub(crate) const ENDINGS: Endings<ReportFormat> = &[
    ("txt", ReportFormat::Text),
    ("json", ReportFormat::Json),
    ("html", ReportFormat::Html),
    ("htm", ReportFormat::Html),
];

/// Returns a parser of report formats. The help of text and JSON differs by command.
pub(crate) fn report_formats(text: &'static str, json: &'static str) -> impl TypedValueParser<Value = ReportFormat> {
    let value = |name, help| PossibleValue::new(name).help(help);
    let html = value("html", "A page for any browser, without further files").alias("htm");
    PossibleValuesParser::new([value("text", text), value("json", json), html]).map(|name| match name.as_str() {
        "text" => ReportFormat::Text,
        "json" => ReportFormat::Json,
        _ => ReportFormat::Html,
    })
}
