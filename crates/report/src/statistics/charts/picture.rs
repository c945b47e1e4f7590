//! Pictures of charts: SVG files, parts of pages, and PNG files.

use std::cell::RefCell;

use minirow_print::Raster;

use crate::statistics::charts::canvas::Canvas;
use crate::statistics::charts::chart::Chart;
use crate::statistics::charts::shape::Shape;
use crate::statistics::charts::theme;
use crate::statistics::report::StatisticsReport;

/// The width of a chart, in pixels of an SVG file.
const WIDTH: u32 = 460;

/// The height of a title above a chart.
const TITLE: u32 = 30;

/// The margin of a picture, and the distance between its charts.
const GAP: u32 = 14;

/// The number of pixels of a PNG file for a pixel of an SVG file.
const SCALE: u32 = 2;

/// Returns the charts for which the report has data.
pub(crate) fn with_data(report: &StatisticsReport, charts: &[Chart]) -> Vec<Chart> {
    charts.iter().copied().filter(|chart| chart.has_data(report)).collect()
}

/// Draws a chart without its title, as a part of a page.
pub(crate) fn inline_svg(report: &StatisticsReport, chart: Chart) -> String {
    Picture::new(WIDTH, chart.height(report), |canvas| chart.draw(report, canvas)).svg("")
}

/// Draws the charts for which the report has data as an SVG file. Browsers with a dark theme show dark colours.
///
/// ```
/// use minirow_report::statistics::charts::{Chart, svg};
/// use minirow_report::statistics::{DuplicateRule, PackStatistics, StatisticsReport};
///
/// let report = StatisticsReport::new(vec![PackStatistics::new("a", "a.csv")], DuplicateRule::None, None);
/// assert!(!Chart::Er.has_data(&report));
/// assert!(svg(&report, &[Chart::Er]).starts_with("<svg "));
/// ```
pub fn svg(report: &StatisticsReport, charts: &[Chart]) -> String {
    Picture::of(report, charts).svg(&format!("<style>{}</style>\n", theme::standalone()))
}

/// Draws the charts for which the report has data as a PNG file, with two pixels for each pixel of the SVG file.
///
/// ```
/// use minirow_report::statistics::charts::{Chart, png};
/// use minirow_report::statistics::{DuplicateRule, PackStatistics, StatisticsReport};
///
/// let report = StatisticsReport::new(vec![PackStatistics::new("a", "a.csv")], DuplicateRule::None, None);
/// assert!(png(&report, &[Chart::Er]).starts_with(b"\x89PNG"));
/// ```
pub fn png(report: &StatisticsReport, charts: &[Chart]) -> Vec<u8> {
    Picture::of(report, charts).png()
}

/// The shapes of a picture, in the colours of a light page.
struct Picture {
    width: u32,
    height: u32,
    shapes: Vec<Shape>,
}

impl Picture {
    fn new(width: u32, height: u32, draw: impl FnOnce(Canvas)) -> Picture {
        let shapes = RefCell::default();
        draw(Canvas::new(&shapes, width, height));
        Picture { width, height, shapes: shapes.into_inner() }
    }

    /// Draws charts with their titles, each in the column that is the shortest so far.
    fn of(report: &StatisticsReport, charts: &[Chart]) -> Picture {
        let charts = with_data(report, charts);
        let mut ends = vec![GAP; charts.len().clamp(1, 2)];
        let mut placed = Vec::new();
        for chart in charts {
            let column = (0..ends.len()).min_by_key(|&column| ends[column]).expect("a column");
            placed.push((chart, GAP + column as u32 * (WIDTH + 2 * GAP), ends[column]));
            ends[column] += TITLE + chart.height(report) + GAP;
        }
        let columns = ends.len() as u32;
        let (width, height) = (columns * WIDTH + 2 * columns * GAP, ends.into_iter().max().unwrap_or(GAP));
        Picture::new(width, height, |canvas| {
            canvas.rectangle(0, 0, width, height, theme::PAPER);
            for (chart, x, y) in placed {
                canvas.part(x, y, WIDTH, TITLE).title(chart.title(), chart.caption(report));
                chart.draw(report, canvas.part(x, y + TITLE, WIDTH, chart.height(report)));
            }
        })
    }

    /// Returns the picture as SVG, with an element before its shapes.
    fn svg(&self, first: &str) -> String {
        let Picture { width, height, shapes } = self;
        let mut svg = format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\">\n{first}"
        );
        shapes.iter().for_each(|shape| shape.write_svg(&mut svg));
        svg + "</svg>\n"
    }

    /// Returns the picture as a PNG file.
    fn png(&self) -> Vec<u8> {
        let mut raster =
            Raster::new((self.width.into(), self.height.into()), (SCALE * self.width, SCALE * self.height));
        self.shapes.iter().for_each(|shape| shape.paint(&mut raster));
        raster.png(96.0 * f64::from(SCALE))
    }
}
