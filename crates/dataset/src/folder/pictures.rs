//! The pictures of a card: levels, clues and ER of all rows, as SVG.

use minirow_report::statistics::charts::{self, Chart};
use minirow_report::statistics::{DuplicateRule, PackStatistics, ReferenceDistribution, StatisticsReport};
use minirow_table::Tally;

/// The folder of the pictures.
const FOLDER: &str = "pictures";

/// The charts, by the title of the table in the card that they belong to.
pub(super) const CHARTS: [(&str, Chart); 3] = [("level", Chart::Levels), ("clues", Chart::Clues), ("ER", Chart::Er)];

/// Returns the path of a picture within the data set.
pub(super) fn path(name: &str) -> String {
    format!("{FOLDER}/{}.svg", name.to_ascii_lowercase())
}

/// Returns `true` for the path of a picture within a data set.
pub(super) fn is_picture(of: &str) -> bool {
    CHARTS.iter().any(|(name, _)| path(name) == of)
}

/// Draws the charts that have data: paths within the data set, and SVG.
pub(super) fn draw(title: &str, tally: &Tally) -> Vec<(String, String)> {
    // Weighted rows represent all minimal puzzles, so they are compared with these.
    let reference = tally.has_weights().then_some(ReferenceDistribution::MinimalPuzzles);
    let pack = PackStatistics::from_tally(title, tally.clone());
    let report = StatisticsReport::new(vec![pack], DuplicateRule::None, reference);
    let with_data = CHARTS.into_iter().filter(|(_, chart)| chart.has_data(&report));
    with_data.map(|(name, chart)| (path(name), charts::svg(&report, &[chart]))).collect()
}
