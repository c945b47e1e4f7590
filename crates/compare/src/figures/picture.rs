//! The picture of speeds: bars beside the names of programs, as SVG.

use std::fmt::Write;

use super::significant;

/// The origin of a value, which gives the bar its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Ours,
    Peer,
    /// A peer that was not measured with the others.
    Published,
}

/// A value of a program.
#[derive(Debug)]
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) source: Source,
}

/// The bars of a kind of work, the longest first.
#[derive(Debug)]
pub(super) struct Panel {
    title: String,
    pub(super) bars: Vec<Bar>,
}

impl Panel {
    pub(super) fn new(title: String, mut bars: Vec<Bar>) -> Panel {
        bars.sort_by(|one, other| other.value.total_cmp(&one.value));
        Panel { title, bars }
    }
}

/// The width of a column, of its names, and of the longest bar, in pixels.
const COLUMN: u32 = 380;
const NAMES: u32 = 160;
const LONGEST: f64 = 150.0;

/// The heights of a bar with its distance to the next, of a title, and of the notes.
const ROW: u32 = 18;
const TITLE: u32 = 30;
const NOTES: u32 = 44;

/// Draws the panels in two columns: of what was measured now, and of what was published.
///
/// The colours fit light and dark pages.
pub(super) fn draw(measured: &[Panel], published: &[Panel]) -> String {
    let height = |panels: &[Panel]| panels.iter().map(|panel| TITLE + ROW * panel.bars.len() as u32).sum::<u32>();
    let (width, end) = (2 * COLUMN, height(measured).max(height(published)));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {all}\" width=\"{width}\" height=\"{all}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#444\">\n<style>.ours {{ fill: #2a78b8; }} \
         .peer {{ fill: #999; }} .published {{ fill: #c9a227; }} @media (prefers-color-scheme: dark) \
         {{ text {{ fill: #bbb; }} .ours {{ fill: #6cb4ee; }} }}</style>\n",
        all = end + NOTES
    );
    for (panels, x) in [(measured, 0), (published, COLUMN)] {
        let mut y = 0;
        for panel in panels {
            draw_panel(&mut svg, panel, x, y);
            y += TITLE + ROW * panel.bars.len() as u32;
        }
    }
    let notes = [
        "solve and generate: times as fast as the crate sudoku; rate: as skfr, or as HoDoKu.",
        "* Not measured in the same run: the table of published times has date, processor and commit.",
    ];
    for (note, y) in notes.iter().zip([end + 20, end + 36]) {
        let _ = writeln!(svg, "<text x=\"8\" y=\"{y}\" font-size=\"11\">{note}</text>");
    }
    svg + "</svg>\n"
}

fn draw_panel(svg: &mut String, panel: &Panel, x: u32, y: u32) {
    let longest = panel.bars.first().map_or(1.0, |bar| bar.value);
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" font-weight=\"bold\">{}</text>", x + 8, y + 22, panel.title);
    for (bar, row) in panel.bars.iter().zip(0..) {
        let (left, top) = (x + NAMES, y + TITLE + ROW * row);
        let class = match bar.source {
            Source::Ours => "ours",
            Source::Peer => "peer",
            Source::Published => "published",
        };
        let length = (bar.value / longest * LONGEST).max(1.0);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n\
             <rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{length:.1}\" height=\"{}\"/>\n\
             <text x=\"{:.1}\" y=\"{}\">{}</text>",
            left - 6,
            top + 11,
            bar.name,
            ROW - 4,
            f64::from(left) + length + 5.0,
            top + 11,
            significant(bar.value)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_sorted_and_as_long_as_their_values() {
        let bar = |name: &str, value, source| Bar { name: name.to_owned(), value, source };
        let bars = vec![
            bar("peer", 1.0, Source::Peer),
            bar("slow*", 0.001, Source::Published),
            bar("ours", 10.0, Source::Ours),
        ];
        let svg = draw(&[Panel::new("solve".to_owned(), bars)], &[]);
        let lengths: Vec<&str> = svg.lines().filter(|line| line.starts_with("<rect")).collect();
        let shown = |class: &str, length: &str, line: &str| {
            line.contains(&format!("class=\"{class}\"")) && line.contains(&format!("width=\"{length}\""))
        };
        let expected = [("ours", "150.0"), ("peer", "15.0"), ("published", "1.0")];
        assert_eq!(lengths.len(), expected.len());
        assert!(expected.iter().zip(&lengths).all(|((class, length), line)| shown(class, length, line)), "{svg}");
        assert!(svg.contains(">0.00100</text>"), "{svg}");
    }
}
