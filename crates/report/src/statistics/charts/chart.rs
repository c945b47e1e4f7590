//! The list of charts: names, titles, captions and data.

use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

use crate::statistics::charts::canvas::Canvas;
use crate::statistics::charts::{bars, clues, er, er_by_clues, scales};
use crate::statistics::report::StatisticsReport;
use crate::statistics::tables::{self, ShareTable};

/// A chart of a report. The names and descriptions of the variants are those of the command line.
///
/// ```
/// use minirow_report::statistics::charts::Chart;
/// use strum::{EnumMessage, VariantArray};
///
/// assert_eq!("er-by-clues".parse(), Ok(Chart::ErByClues));
/// assert_eq!(Chart::VARIANTS.len(), 10);
/// assert_eq!(Chart::Er.get_documentation(), Some("Histogram of ER"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Chart {
    /// Number of clues; by weight too, where there are weights
    Clues,
    /// Histogram of ER
    Er,
    /// ER by the number of clues, with the median
    ErByClues,
    /// Levels
    Levels,
    /// Symmetry of the clues
    Symmetry,
    /// Techniques by puzzles and by steps
    Techniques,
    /// T&E depth, and the length of the longest braid
    Te,
    /// Levels and scores of HoDoKu
    Hodoku,
    /// Estimated solving times
    Minutes,
    /// Rating scales against each other
    Scales,
}

impl Chart {
    /// Returns the title.
    pub fn title(self) -> &'static str {
        match self {
            Chart::Clues => "Number of clues",
            Chart::Er => "ER",
            Chart::ErByClues => "ER by number of clues",
            Chart::Levels => "Levels",
            Chart::Techniques => "Techniques",
            Chart::Symmetry => "Symmetry of the clues",
            Chart::Te => "T&E depth and longest braid",
            Chart::Hodoku => "Level and score of HoDoKu",
            Chart::Minutes => "Estimated solving time",
            Chart::Scales => "Scales against each other",
        }
    }

    /// Returns a line on how to read the chart.
    pub fn caption(self, report: &StatisticsReport) -> &'static str {
        match self {
            Chart::Clues if report.has_weights() => "% of puzzles; by weight with intervals of 95 %",
            Chart::Clues => "% of puzzles",
            Chart::Er => "% of puzzles by tenths; vertical lines are the borders of the levels",
            Chart::ErByClues => "the darker, the more puzzles; the line is the median",
            Chart::Levels | Chart::Symmetry | Chart::Te => "% of puzzles",
            Chart::Hodoku => "% of puzzles, by level and by score",
            Chart::Minutes => "% of puzzles, by minutes",
            Chart::Scales => "the darker, the more puzzles",
            Chart::Techniques => "left: % of puzzles that take them; right: % of all steps",
        }
    }

    /// Returns `true` if the report has the data of the chart.
    pub fn has_data(self, report: &StatisticsReport) -> bool {
        report.packs.iter().any(|pack| match self {
            Chart::Clues | Chart::Symmetry => pack.rows() > 0,
            Chart::Er | Chart::ErByClues => !pack.column("er").is_empty(),
            Chart::Levels => !pack.column("level").is_empty(),
            Chart::Techniques => pack.tally.with_techniques().rows > 0,
            Chart::Te => !pack.column("te").is_empty(),
            Chart::Hodoku => !pack.column("hodoku_score").is_empty(),
            Chart::Minutes => !pack.column("minutes").is_empty(),
            Chart::Scales => pack.tally.scale_pairs().next().is_some(),
        })
    }

    /// Returns the tables of shares behind the chart, which are shown as text too.
    pub(crate) fn tables(self, report: &StatisticsReport) -> Vec<ShareTable> {
        match self {
            Chart::Clues => vec![tables::clues(report)],
            Chart::Er => vec![tables::er(report)],
            Chart::ErByClues | Chart::Scales => Vec::new(),
            Chart::Te => vec![tables::braids(report)],
            Chart::Hodoku => vec![tables::hodoku(report)],
            Chart::Minutes => vec![tables::minutes(report)],
            Chart::Levels => vec![tables::values(report, "Level", "level")],
            Chart::Symmetry => vec![tables::values(report, "Symmetry of clues", "symmetry")],
            Chart::Techniques => vec![tables::techniques_by_puzzles(report), tables::techniques_by_steps(report)],
        }
    }

    /// Draws the chart without its title. Returns its lower end.
    pub(super) fn draw(self, report: &StatisticsReport, canvas: Canvas) -> u32 {
        match self {
            Chart::Clues => clues::draw(report, canvas),
            Chart::Er => er::draw(report, canvas),
            Chart::ErByClues => er_by_clues::draw(report, canvas),
            Chart::Scales => scales::draw(report, canvas),
            Chart::Levels | Chart::Symmetry | Chart::Techniques | Chart::Te | Chart::Hodoku | Chart::Minutes => {
                bars::draw(report, &self.tables(report), canvas)
            }
        }
    }
}
