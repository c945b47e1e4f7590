//! A part of a picture to draw on, in units that are one or several pixels.

use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::element::{PathElement, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};

use crate::stats::Report;
use crate::stats::charts::{Drawn, letters, theme};

/// The size of most text.
pub(super) const SMALL: u32 = 14;

/// The height of a line of a legend.
const LEGEND_LINE: u32 = 18;

/// The width of what shows the colour in a legend.
const SWATCH: u32 = 12;

/// A part of a picture.
pub(super) struct Canvas<DB: DrawingBackend> {
    pub(super) area: DrawingArea<DB, Shift>,
    scale: u32,
}

/// A line of a legend.
pub(super) struct Item {
    pub(super) name: String,
    pub(super) style: ShapeStyle,
    /// A line, rather than a square.
    pub(super) is_line: bool,
}

impl<DB: DrawingBackend> Canvas<DB> {
    pub(super) fn new(area: DrawingArea<DB, Shift>, scale: u32) -> Canvas<DB> {
        Canvas { area, scale }
    }

    /// In pixels.
    pub(super) fn px(&self, units: u32) -> i32 {
        (units * self.scale) as i32
    }

    /// A part by its left upper corner and its size.
    pub(super) fn part(&self, x: u32, y: u32, width: u32, height: u32) -> Canvas<DB> {
        let area = self.area.clone().shrink((self.px(x), self.px(y)), (self.px(width), self.px(height)));
        Canvas { area, scale: self.scale }
    }

    /// In units.
    pub(super) fn width(&self) -> u32 {
        self.area.dim_in_pixel().0 / self.scale
    }

    pub(super) fn height(&self) -> u32 {
        self.area.dim_in_pixel().1 / self.scale
    }

    pub(super) fn line(&self, color: RGBColor, width: u32) -> ShapeStyle {
        color.stroke_width(width * self.scale)
    }

    pub(super) fn font(&self, size: u32, color: RGBColor) -> TextStyle<'static> {
        let font = FontDesc::new(FontFamily::SansSerif, f64::from(size * self.scale), FontStyle::Normal);
        TextStyle { color: color.to_backend_color(), ..TextStyle::from(font) }
    }

    pub(super) fn fill(&self) -> Drawn<DB> {
        self.area.fill(&theme::PAPER)
    }

    /// The title of a chart, and how it is to be read.
    pub(super) fn title(&self, title: &str, caption: &str) -> Drawn<DB> {
        let style = self.font(18, theme::INK);
        self.text(title, 0, 8, &style, HPos::Left)?;
        let beside = self.text_width(title, &style) + 10;
        self.text(&self.cut(caption, self.width() - beside), beside, 8, &self.font(SMALL, theme::FAINT), HPos::Left)
    }

    /// A text, its middle at a height.
    pub(super) fn text(&self, text: &str, x: u32, y: u32, style: &TextStyle, side: HPos) -> Drawn<DB> {
        let style = style.pos(Pos::new(side, VPos::Center));
        self.area.draw(&Text::new(text.to_string(), (self.px(x), self.px(y)), style))
    }

    /// How wide a text is, in units.
    pub(super) fn text_width(&self, text: &str, style: &TextStyle) -> u32 {
        (letters::width(text, style.font.get_size()) / self.scale as f32).ceil() as u32
    }

    /// A text that fits; of a longer one the start.
    pub(super) fn cut(&self, text: &str, width: u32) -> String {
        let style = self.font(SMALL, theme::INK);
        if self.text_width(text, &style) <= width {
            return text.into();
        }
        let mut characters: Vec<char> = text.chars().take(width as usize).collect();
        loop {
            let cut = characters.iter().collect::<String>() + "…";
            if characters.is_empty() || self.text_width(&cut, &style) <= width {
                return cut;
            }
            characters.pop();
        }
    }

    pub(super) fn rectangle(&self, x: u32, y: u32, width: u32, height: u32, style: impl Into<ShapeStyle>) -> Drawn<DB> {
        let (left, upper) = (self.px(x), self.px(y));
        let corners = [(left, upper), (left + self.px(width), upper + self.px(height))];
        self.area.draw(&Rectangle::new(corners, style))
    }

    /// Draws a legend at the top, and gives what is left below it.
    pub(super) fn legend(self, items: &[Item]) -> Result<Canvas<DB>, LegendError<DB>> {
        let column = self.width() / 2;
        for (number, item) in items.iter().enumerate() {
            let (x, y) = (number as u32 % 2 * column, number as u32 / 2 * LEGEND_LINE);
            let middle = y + LEGEND_LINE / 2 - 1;
            if item.is_line {
                let ends = [(self.px(x), self.px(middle)), (self.px(x + SWATCH), self.px(middle))];
                self.area.draw(&PathElement::new(ends, item.style))?;
            } else {
                self.rectangle(x, middle - 5, SWATCH, 10, item.style)?;
            }
            let name = self.cut(&item.name, column - SWATCH - 12);
            self.text(&name, x + SWATCH + 6, middle, &self.font(SMALL, theme::INK), HPos::Left)?;
        }
        let used = legend_height(items.len());
        Ok(self.part(0, used, self.width(), self.height() - used))
    }

    /// The packs by colour, where there are several.
    pub(super) fn legend_of_packs(self, report: &Report) -> Result<Canvas<DB>, LegendError<DB>> {
        let items = report.packs.iter().enumerate().filter(|_| report.packs.len() > 1);
        let items: Vec<Item> = items
            .map(|(number, pack)| Item {
                name: pack.name.clone(),
                style: theme::series(number).filled(),
                is_line: false,
            })
            .collect();
        self.legend(&items)
    }
}

type LegendError<DB> = plotters::drawing::DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>;

/// The height of a legend; one of a single line says nothing, and is left out by who makes it.
pub(super) fn legend_height(items: usize) -> u32 {
    items.div_ceil(2) as u32 * LEGEND_LINE
}

/// That of a legend of packs.
pub(super) fn packs_height(report: &Report) -> u32 {
    if report.packs.len() > 1 { legend_height(report.packs.len()) } else { 0 }
}

/// A percentage on an axis.
pub(super) fn on_axis(percent: f64) -> String {
    let text = format!("{percent:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A rating on an axis, as ratings are written.
pub(super) fn on_er_axis(er: f64) -> String {
    format!("{er:.1}")
}
