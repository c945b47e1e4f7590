//! The arrangement of grids on a page, in columns and rows.

use crate::drawing::Rectangle;

/// The positions of grids on a page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Arrangement {
    /// The number of grids on a full page.
    pub(crate) count: usize,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// The side of each grid, in points.
    pub(crate) side: f64,
    /// The minimum distance between grids, horizontally and vertically.
    pub(crate) gap: (f64, f64),
    /// The width of what is on the right of each grid, in points, with its distance.
    pub(crate) beside: f64,
}

/// The space that each grid needs in addition to its side.
#[derive(Clone, Copy, Default)]
pub(crate) struct Extras {
    /// The height of texts relative to the side.
    pub(crate) part: f64,
    /// The minimum of this height, in points.
    pub(crate) least: f64,
    /// The side of a square below or beside the grid, in points, with its distance.
    pub(crate) square: f64,
}

/// An arrangement with free places is chosen only if its grids are larger by this factor.
const FREE_PLACES: f64 = 1.25;

/// The maximum distance between grids relative to their side. Further space is left around all of them.
const WIDEST_GAP: f64 = 0.3;

/// The maximum distance between rows of grids relative to that between columns.
const TALLEST_GAP: f64 = 2.0;

/// The part of the remaining height that is left above the grids: less than half, since a block in the exact middle
/// looks too low.
const ABOVE: f64 = 0.42;

impl Arrangement {
    /// Returns the arrangement with the largest grids. Arrangements with free places are chosen if no other has grids of
    /// the minimum `side`.
    pub(crate) fn of(count: usize, area: &Rectangle, extras: Extras, side: f64) -> Arrangement {
        let all = (1..=count).flat_map(|columns| {
            [0.0, extras.square].map(|beside| Arrangement::with((count, columns), area, extras, beside))
        });
        let rank = |arrangement: &Arrangement| (arrangement.side >= side, arrangement.rank());
        // The first of equal arrangements, which has fewer columns and nothing beside its grids.
        all.reduce(|best, other| {
            let ((large, size), (best_large, best_size)) = (rank(&other), rank(&best));
            if (large, size) > (best_large, best_size + 1e-9) { other } else { best }
        })
        .expect("at least one grid")
    }

    fn with((count, columns): (usize, usize), area: &Rectangle, extras: Extras, beside: f64) -> Arrangement {
        let Extras { part, least, square } = extras;
        let rows = count.div_ceil(columns);
        // The distance between columns is a twentieth of the page, that between rows, which have texts, less. Small grids are closer.
        let share = |part: f64, length: f64, count: usize| (part * length).min(0.14 * length / count as f64).max(6.0);
        let gap = (share(0.05, area.width, columns), share(0.03, area.height, rows));
        let width = (area.width - gap.0 * (columns - 1) as f64) / columns as f64 - beside;
        let height = (area.height - gap.1 * (rows - 1) as f64) / rows as f64 - if beside > 0.0 { 0.0 } else { square };
        let side = width.min(height / (1.0 + part)).min(height - least);
        Arrangement { count, columns, rows, side, gap, beside }
    }

    /// Returns the side, reduced if places are free.
    fn rank(&self) -> f64 {
        if self.columns * self.rows == self.count { self.side } else { self.side / FREE_PLACES }
    }

    /// Returns the places of the grids, row by row. Each has the width of a grid and the given height. The last row of a
    /// full page is centred.
    pub(crate) fn places(&self, area: &Rectangle, height: f64) -> impl Iterator<Item = Rectangle> + use<> {
        let Arrangement { count, columns, side, beside, .. } = *self;
        let wide = side + beside;
        let widest = WIDEST_GAP * side;
        let (left, across) =
            spread(area.width, columns, wide, (self.gap.0, widest), (0.5, if columns > 1 { 0.0 } else { 1.0 }));
        let tallest = if columns > 1 { widest.min(TALLEST_GAP * (across - wide)) } else { widest };
        let (top, down) = spread(area.height, self.rows, height, (self.gap.1, tallest), (ABOVE, 1.0));
        let (x, y) = (area.x + left, area.y + top);
        let in_last = count - (self.rows - 1) * columns;
        (0..count).map(move |index| {
            let free = if index / columns == count.div_ceil(columns) - 1 { columns - in_last } else { 0 };
            let column = (index % columns) as f64 + free as f64 / 2.0;
            Rectangle { x: x + across * column, y: y + down * (index / columns) as f64, width: side, height }
        })
    }
}

/// Spreads things of one size over a length. Returns the position of the first and the distance from each to the next.
/// The gaps are within bounds. The space around all of them counts as `around` gaps, of which the part `before` is before the first.
fn spread(length: f64, count: usize, size: f64, (least, most): (f64, f64), (before, around): (f64, f64)) -> (f64, f64) {
    let (free, gaps) = (length - size * count as f64, (count - 1) as f64);
    // The space around all of them counts as another gap, if there is enough.
    let gap = (free / (gaps + around)).clamp(least, most.max(least));
    (before * (free - gap * gaps).max(0.0), size + gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTRAS: Extras = Extras { part: 0.1, least: 12.0, square: 0.0 };

    #[test]
    fn a_square_is_where_it_leaves_the_larger_grids() {
        let with_square = |area: &Rectangle| Arrangement::of(2, area, Extras { square: 65.0, ..EXTRAS }, 0.0);
        let book = Rectangle { x: 40.0, y: 40.0, width: 330.0, height: 560.0 };
        let beside = with_square(&book);
        assert!(beside.beside == 65.0 && beside.side > 230.0);
        let places: Vec<Rectangle> = beside.places(&book, beside.side + 30.0).collect();
        assert!((places[0].x - book.x - (book.right() - places[0].right() - 65.0)).abs() < 0.01, "{places:?}");
        let below = with_square(&Rectangle { height: 900.0, ..book });
        assert!(below.beside == 0.0 && below.side > 320.0);
    }

    #[test]
    fn the_usual_numbers_stand_as_usual() {
        let upright = Rectangle { x: 40.0, y: 40.0, width: 515.0, height: 740.0 };
        let across = Rectangle { width: 740.0, height: 515.0, ..upright };
        let shape = |count, area| {
            let arrangement = Arrangement::of(count, area, EXTRAS, 0.0);
            (arrangement.columns, arrangement.rows)
        };
        for (count, columns, rows) in
            [(1, 1, 1), (2, 1, 2), (3, 1, 3), (4, 2, 2), (5, 2, 3), (6, 2, 3), (9, 3, 3), (12, 3, 4), (20, 4, 5)]
        {
            assert_eq!(shape(count, &upright), (columns, rows), "{count}");
        }
        assert_eq!((shape(2, &across), shape(6, &across)), ((2, 1), (3, 2)));
        // Three grids in a column are smaller than in two rows.
        let three = Arrangement::of(3, &upright, EXTRAS, 0.0).side;
        let large = Arrangement::of(3, &upright, EXTRAS, three + 1.0);
        assert_eq!((large.columns, large.rows), (2, 2));
        assert!(large.side > three + 1.0);
    }

    #[test]
    fn places_lie_on_the_page_and_apart() {
        let area = Rectangle { x: 30.0, y: 50.0, width: 350.0, height: 500.0 };
        for count in 1..=30 {
            let arrangement = Arrangement::of(count, &area, EXTRAS, 0.0);
            let height = (1.1 * arrangement.side).max(arrangement.side + 12.0);
            let places: Vec<Rectangle> = arrangement.places(&area, height).collect();
            assert!(places.len() == count && arrangement.side > 20.0);
            // The left and the right margin are equal, also where the last row is not full.
            for row in [&places[..arrangement.columns], &places[(arrangement.rows - 1) * arrangement.columns..]] {
                let (left, right) = (row[0].x - area.x, area.right() - row[row.len() - 1].right());
                assert!((left - right).abs() < 0.01, "{count}: {left} {right}");
            }
            for (index, place) in places.iter().enumerate() {
                assert!(area.contains(place), "{count}: {place:?}");
                for other in &places[..index] {
                    let apart = place.x >= other.right() + 4.0 || place.y >= other.bottom() + 4.0;
                    let apart = apart || other.x >= place.right() + 4.0 || other.y >= place.bottom() + 4.0;
                    assert!(apart, "{count}: {place:?} {other:?}");
                }
            }
        }
    }
}
