//! Charts: drawn once, as SVG or as PNG. Text is measured with a font that comes along, so that the same figures give the
//! same bytes on every machine.

mod bars;
mod canvas;
mod clues;
mod er;
mod er_by_clues;
mod letters;
mod png;
mod theme;

use std::error::Error;

use clap::ValueEnum;
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};

use crate::stats::charts::canvas::Canvas;
use crate::stats::charts::letters::Lettered;
use crate::stats::{Report, figures};

pub(crate) use theme::{MOST_PACKS, STYLE, color, dark};

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Chart {
    /// How many clues puzzles have; by weight too, where there are weights
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
}

/// What comes of drawing on a canvas.
type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// The width of a chart, in units of a drawing.
const WIDTH: u32 = 460;

/// The height of a title above a chart.
const TITLE: u32 = 30;

/// Around a picture, and between its charts.
const GAP: u32 = 14;

/// Pixels of a PNG to a unit.
const SCALE: u32 = 2;

impl Chart {
    /// All charts.
    pub(crate) const ALL: [Chart; 6] =
        [Chart::Clues, Chart::Er, Chart::ErByClues, Chart::Levels, Chart::Symmetry, Chart::Techniques];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Chart::Clues => "Number of clues",
            Chart::Er => "ER",
            Chart::ErByClues => "ER by number of clues",
            Chart::Levels => "Levels",
            Chart::Techniques => "Techniques",
            Chart::Symmetry => "Symmetry of the clues",
        }
    }

    /// How it is to be read.
    pub(crate) fn caption(self, report: &Report) -> &'static str {
        match self {
            Chart::Clues if report.has_weights() => "% of puzzles; by weight with intervals of 95 %",
            Chart::Clues => "% of puzzles",
            Chart::Er => "% of puzzles by tenths; vertical lines are the borders of the levels",
            Chart::ErByClues => "the darker, the more puzzles; the line is the median",
            Chart::Levels | Chart::Symmetry => "% of puzzles",
            Chart::Techniques => "left: % of puzzles that take them; right: % of all steps",
        }
    }

    /// Whether there is anything to draw.
    pub(crate) fn has_data(self, report: &Report) -> bool {
        report.packs.iter().any(|pack| match self {
            Chart::Clues | Chart::Symmetry => pack.rows() > 0,
            Chart::Er | Chart::ErByClues => !pack.er.is_empty(),
            Chart::Levels => !pack.levels.is_empty(),
            Chart::Techniques => pack.with_techniques.count > 0,
        })
    }

    fn height(self, report: &Report) -> u32 {
        match self {
            Chart::Clues => clues::height(report),
            Chart::Er => er::height(report),
            Chart::ErByClues => er_by_clues::height(report),
            Chart::Levels => bars::height(report, &figures::levels(report)),
            Chart::Symmetry => bars::height(report, &figures::symmetry(report)),
            Chart::Techniques => bars::height(report, &figures::by_puzzles(report)),
        }
    }

    fn draw<DB: DrawingBackend>(self, report: &Report, canvas: &Canvas<DB>) -> Drawn<DB> {
        match self {
            Chart::Clues => clues::draw(report, canvas),
            Chart::Er => er::draw(report, canvas),
            Chart::ErByClues => er_by_clues::draw(report, canvas),
            Chart::Levels => bars::draw(report, &[figures::levels(report)], canvas),
            Chart::Symmetry => bars::draw(report, &[figures::symmetry(report)], canvas),
            Chart::Techniques => bars::draw(report, &[figures::by_puzzles(report), figures::by_steps(report)], canvas),
        }
    }

    /// The chart as a part of a page, which has its title elsewhere.
    pub(crate) fn inline(self, report: &Report) -> String {
        let mut svg = String::new();
        let size = (WIDTH, self.height(report));
        {
            let area = Lettered::measured(SVGBackend::with_string(&mut svg, size)).into_drawing_area();
            must(self.draw(report, &Canvas::new(area, 1)));
        }
        svg
    }
}

/// Charts with their titles, each in the column that is the shortest so far.
struct Picture<'a> {
    report: &'a Report,
    /// With the left upper corner of each.
    charts: Vec<(Chart, u32, u32)>,
    size: (u32, u32),
}

impl<'a> Picture<'a> {
    fn new(report: &'a Report, charts: &[Chart]) -> Picture<'a> {
        let mut ends = vec![GAP; charts.len().clamp(1, 2)];
        let mut placed = Vec::new();
        for &chart in charts {
            let column = (0..ends.len()).min_by_key(|&column| ends[column]).expect("a column");
            placed.push((chart, GAP + column as u32 * (WIDTH + 2 * GAP), ends[column]));
            ends[column] += TITLE + chart.height(report) + GAP;
        }
        let columns = ends.len() as u32;
        let width = columns * WIDTH + 2 * columns * GAP;
        Picture { report, charts: placed, size: (width, ends.into_iter().max().unwrap_or(GAP)) }
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        canvas.fill()?;
        for &(chart, x, y) in &self.charts {
            canvas.part(x, y, WIDTH, TITLE).title(chart.title(), chart.caption(self.report))?;
            chart.draw(self.report, &canvas.part(x, y + TITLE, WIDTH, chart.height(self.report)))?;
        }
        Ok(())
    }
}

/// Those of some charts that there are figures for.
fn with_data(report: &Report, charts: &[Chart]) -> Vec<Chart> {
    charts.iter().copied().filter(|chart| chart.has_data(report)).collect()
}

/// Charts as an SVG file, which follows a dark theme where it is shown by a browser.
pub(crate) fn svg(report: &Report, charts: &[Chart]) -> String {
    let picture = Picture::new(report, &with_data(report, charts));
    let mut svg = String::new();
    {
        let area = Lettered::measured(SVGBackend::with_string(&mut svg, picture.size)).into_drawing_area();
        must(picture.draw(&Canvas::new(area, 1)));
    }
    let style = format!("<style>{}</style>\n", theme::standalone());
    let start = svg.find('>').map_or(0, |end| end + 1);
    svg.insert_str(start, &format!("\n{style}"));
    svg
}

/// Charts as a PNG file, two pixels to a unit.
pub(crate) fn png(report: &Report, charts: &[Chart]) -> Vec<u8> {
    let picture = Picture::new(report, &with_data(report, charts));
    let (width, height) = (picture.size.0 * SCALE, picture.size.1 * SCALE);
    let mut pixels = vec![0; (width * height * 3) as usize];
    {
        let area = Lettered::drawn(BitMapBackend::with_buffer(&mut pixels, (width, height))).into_drawing_area();
        must(picture.draw(&Canvas::new(area, SCALE)));
    }
    png::encode(&pixels, width, height)
}

/// Drawing into memory does not fail.
fn must<E: Error + Send + Sync>(drawn: Result<(), DrawingAreaErrorKind<E>>) {
    drawn.expect("memory takes every drawing");
}
