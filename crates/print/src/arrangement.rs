//! The arrangement of grids on a page, in columns and rows.

use crate::drawing::Rectangle;

/// The positions of grids on a page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Arrangement {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// The side of each grid, in points.
    pub(crate) side: f64,
    /// The minimum distance between grids, horizontally and vertically.
    pub(crate) gap: (f64, f64),
}

impl Arrangement {
    /// Returns the arrangement with the largest grids. `extras` is the height that each needs in addition to its grid:
    /// relative to its side, and the minimum in points.
    pub(crate) fn of(count: usize, area: &Rectangle, extras: (f64, f64)) -> Arrangement {
        let all = (1..=count).map(|columns| Arrangement::with(columns, count.div_ceil(columns), area, extras));
        // The first of equal arrangements, which has fewer columns.
        all.reduce(|best, other| if other.side > best.side + 1e-9 { other } else { best }).expect("at least one grid")
    }

    fn with(columns: usize, rows: usize, area: &Rectangle, (part, least): (f64, f64)) -> Arrangement {
        // The distance between grids is a twentieth of the page, or an eighth of small grids.
        let share = |length: f64, count: usize| (0.05 * length).min(0.14 * length / count as f64).max(6.0);
        let gap = (share(area.width, columns), share(area.height, rows));
        let width = (area.width - gap.0 * (columns - 1) as f64) / columns as f64;
        let height = (area.height - gap.1 * (rows - 1) as f64) / rows as f64;
        let side = width.min(height / (1.0 + part)).min(height - least);
        Arrangement { columns, rows, side, gap }
    }

    /// Returns the areas of the grids, row by row. Each has the width of a grid, and the available height.
    pub(crate) fn places(&self, area: &Rectangle) -> impl Iterator<Item = Rectangle> + use<> {
        let (columns, rows, side) = (self.columns, self.rows, self.side);
        let height = (area.height - self.gap.1 * (rows - 1) as f64) / rows as f64;
        // The remaining width is distributed to both sides of each grid.
        let column = (area.width - self.gap.0 * (columns - 1) as f64) / columns as f64;
        let (area, gap) = (*area, self.gap);
        (0..rows * columns).map(move |index| Rectangle {
            x: area.x + (column + gap.0) * (index % columns) as f64 + (column - side) / 2.0,
            y: area.y + (height + gap.1) * (index / columns) as f64,
            width: side,
            height,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_numbers_stand_as_usual() {
        let upright = Rectangle { x: 40.0, y: 40.0, width: 515.0, height: 740.0 };
        let across = Rectangle { width: 740.0, height: 515.0, ..upright };
        let shape = |count, area| {
            let arrangement = Arrangement::of(count, area, (0.1, 12.0));
            (arrangement.columns, arrangement.rows)
        };
        for (count, columns, rows) in [(1, 1, 1), (2, 1, 2), (4, 2, 2), (6, 2, 3), (9, 3, 3), (12, 3, 4), (20, 4, 5)] {
            assert_eq!(shape(count, &upright), (columns, rows), "{count}");
        }
        assert_eq!((shape(2, &across), shape(6, &across)), ((2, 1), (3, 2)));
    }

    #[test]
    fn places_lie_on_the_page_and_apart() {
        let area = Rectangle { x: 30.0, y: 50.0, width: 350.0, height: 500.0 };
        for count in 1..=30 {
            let arrangement = Arrangement::of(count, &area, (0.1, 12.0));
            let places: Vec<Rectangle> = arrangement.places(&area).collect();
            assert!(places.len() >= count && arrangement.side > 20.0);
            for (index, place) in places.iter().enumerate() {
                assert!(area.contains(place) && place.height > arrangement.side, "{count}: {place:?}");
                for other in &places[..index] {
                    let apart = place.x >= other.right() + 4.0 || place.y >= other.bottom() + 4.0;
                    let apart = apart || other.x >= place.right() + 4.0 || other.y >= place.bottom() + 4.0;
                    assert!(apart, "{count}: {place:?} {other:?}");
                }
            }
        }
    }
}
