//! Pictures of charts: SVG files, parts of pages, and PNG files.

use std::cell::RefCell;

use minirow_print::{Raster, Rectangle};

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
    let shapes = RefCell::default();
    let height = chart.draw(report, Canvas { shapes: &shapes, x: 0, y: 0, width: WIDTH });
    Picture { width: WIDTH, height, shapes: shapes.into_inner() }.svg("")
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
    /// Draws charts with their titles, each in the column that is the shortest so far.
    fn of(report: &StatisticsReport, charts: &[Chart]) -> Picture {
        let charts = with_data(report, charts);
        let shapes = RefCell::default();
        let mut ends = vec![GAP; charts.len().clamp(1, 2)];
        for chart in charts {
            let column = (0..ends.len()).min_by_key(|&column| ends[column]).expect("a column");
            let x = GAP + column as u32 * (WIDTH + 2 * GAP);
            let canvas = Canvas { shapes: &shapes, x, y: ends[column], width: WIDTH };
            canvas.title(chart.title(), chart.caption(report));
            ends[column] = chart.draw(report, canvas.part(0, TITLE, WIDTH)) + GAP;
        }
        let columns = ends.len() as u32;
        let (width, height) = (columns * (WIDTH + 2 * GAP), ends.into_iter().max().unwrap_or(GAP));
        let paper = Rectangle { x: 0.0, y: 0.0, width: width.into(), height: height.into() };
        let mut shapes = shapes.into_inner();
        shapes.insert(0, Shape::Rectangle(paper, theme::PAPER));
        Picture { width, height, shapes }
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
