//! Pictures of charts: SVG files, parts of pages, and PNG files.

use std::sync::{Arc, LazyLock};

use plotters::backend::SVGBackend;
use plotters::drawing::IntoDrawingArea;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::statistics::charts::canvas::{Canvas, Drawn};
use crate::statistics::charts::chart::Chart;
use crate::statistics::charts::measured_svg::MeasuredSvg;
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
    drawn((WIDTH, chart.height(report)), |canvas| chart.draw(report, canvas))
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
    let mut svg = light_svg(report, charts);
    let start = svg.find('>').map_or(0, |end| end + 1);
    svg.insert_str(start, &format!("\n<style>{}</style>\n", theme::standalone()));
    svg
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
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(&light_svg(report, charts), &options).expect("charts are well-formed SVG");
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(SCALE * size.width(), SCALE * size.height()).expect("charts have a size");
    let scale = SCALE as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().expect("memory takes every picture")
}

/// The embedded font, for text of any family.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(minirow_print::NOTO_SANS.to_vec());
    fonts.set_sans_serif_family("Noto Sans");
    Arc::new(fonts)
});

/// Draws charts in the colours of a light page, each in the column that is the shortest so far.
fn light_svg(report: &StatisticsReport, charts: &[Chart]) -> String {
    let charts = with_data(report, charts);
    let mut ends = vec![GAP; charts.len().clamp(1, 2)];
    let mut placed = Vec::new();
    for chart in charts {
        let column = (0..ends.len()).min_by_key(|&column| ends[column]).expect("a column");
        placed.push((chart, GAP + column as u32 * (WIDTH + 2 * GAP), ends[column]));
        ends[column] += TITLE + chart.height(report) + GAP;
    }
    let columns = ends.len() as u32;
    let width = columns * WIDTH + 2 * columns * GAP;
    let height = ends.into_iter().max().unwrap_or(GAP);
    drawn((width, height), |canvas| {
        canvas.area.fill(&theme::PAPER)?;
        for &(chart, x, y) in &placed {
            canvas.part(x, y, WIDTH, TITLE).title(chart.title(), chart.caption(report))?;
            chart.draw(report, canvas.part(x, y + TITLE, WIDTH, chart.height(report)))?;
        }
        Ok(())
    })
}

/// Returns the SVG file of a drawing.
fn drawn(size: (u32, u32), draw: impl FnOnce(Canvas) -> Drawn) -> String {
    let mut svg = String::new();
    let area = MeasuredSvg(SVGBackend::with_string(&mut svg, size)).into_drawing_area();
    draw(Canvas { area }).expect("memory takes every drawing");
    svg
}
