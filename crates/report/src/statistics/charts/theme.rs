//! The colours of charts: those of a light page, and a style sheet that replaces them on a dark page.

use plotters::style::RGBColor;

pub(super) const INK: RGBColor = RGBColor(0x1B, 0x1F, 0x24);
pub(super) const FAINT: RGBColor = RGBColor(0x5B, 0x64, 0x70);
pub(super) const EDGE: RGBColor = RGBColor(0xD5, 0xDA, 0xE1);
pub(super) const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);

/// Colours that most people can tell apart, whatever they see of red and green.
const SERIES: [RGBColor; MOST_PACKS] = [
    RGBColor(0x1F, 0x6F, 0xB4),
    RGBColor(0xD9, 0x66, 0x0A),
    RGBColor(0x1B, 0x8A, 0x5A),
    RGBColor(0xA2, 0x40, 0x8F),
    RGBColor(0x8A, 0x6D, 0x00),
    RGBColor(0xC0, 0x28, 0x3C),
    RGBColor(0x2F, 0x8D, 0x9E),
    RGBColor(0x6B, 0x6B, 0x6B),
];

/// The largest number of packs that have different colours.
pub const MOST_PACKS: usize = 8;

/// Returns the colour of a pack.
pub(super) fn series(number: usize) -> RGBColor {
    SERIES[number % SERIES.len()]
}

/// Returns the colour of a pack as style sheets write it.
pub(crate) fn color(number: usize) -> String {
    let RGBColor(red, green, blue) = series(number);
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// The colours above, and the ones that replace them on a dark page.
const DARK: [(&str, &str); 12] = [
    ("#1B1F24", "#E8EBF0"),
    ("#5B6470", "#A0A9B5"),
    ("#D5DAE1", "#38414D"),
    ("#FFFFFF", "#161A20"),
    ("#1F6FB4", "#6CB2F0"),
    ("#D9660A", "#FF9B4A"),
    ("#1B8A5A", "#4FCB95"),
    ("#A2408F", "#E08AD2"),
    ("#8A6D00", "#D9BC3C"),
    ("#C0283C", "#FF7F8C"),
    ("#2F8D9E", "#7FD6E0"),
    ("#6B6B6B", "#BDBDBD"),
];

/// The fonts of a chart.
pub(crate) const STYLE: &str = "text { font-family: system-ui, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif; }\n";

/// Returns the style sheet for dark pages.
pub(crate) fn dark() -> String {
    let exchange = |(light, dark): (&str, &str)| {
        format!("  [fill=\"{light}\"] {{ fill: {dark}; }} [stroke=\"{light}\"] {{ stroke: {dark}; }}\n")
    };
    format!("@media (prefers-color-scheme: dark) {{\n{}}}\n", DARK.into_iter().map(exchange).collect::<String>())
}

/// Returns the style sheet of a chart in a file of its own.
pub(super) fn standalone() -> String {
    format!("{STYLE}{}", dark())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_one_for_dark_pages() {
        for RGBColor(red, green, blue) in [INK, FAINT, EDGE, PAPER].into_iter().chain(SERIES) {
            let written = format!("#{red:02X}{green:02X}{blue:02X}");
            assert!(DARK.iter().any(|(light, _)| *light == written), "{written}");
        }
    }
}
