//! QR codes: the link to a puzzle, for a telephone.

use crate::error::Error;

#[cfg(feature = "qr")]
pub(crate) use code::marks;

/// The most characters of the start of a link, so that the modules of a code can be told apart.
const LONGEST: usize = 100;

/// Checks the start of a link. Without the feature `qr` there are no codes.
pub(crate) fn check(prefix: &str) -> Result<(), Error> {
    let is_link = ["https://", "http://"].iter().any(|scheme| prefix.starts_with(scheme));
    let is_plain = prefix.bytes().all(|byte| byte.is_ascii_graphic());
    if cfg!(feature = "qr") && is_link && is_plain && prefix.len() <= LONGEST { Ok(()) } else { Err(Error::NotALink) }
}

/// Draws nothing in a build without codes.
#[cfg(not(feature = "qr"))]
pub(crate) fn marks(
    _: &str,
    _: &minirow_core::Grid,
    _: (f64, f64),
    _: f64,
) -> impl Iterator<Item = crate::drawing::Mark> {
    std::iter::empty()
}

#[cfg(feature = "qr")]
mod code {
    use minirow_core::{Cell, Grid};
    use qrcodegen::{QrCode, QrCodeEcc, QrSegment};

    use crate::drawing::{Mark, Rectangle};
    use crate::tone::Tone;

    /// Returns the code of a link to a puzzle. Digits take less space than other characters.
    fn code(prefix: &str, clues: &Grid) -> QrCode {
        let digits: String =
            Cell::ALL.map(|cell| clues.get(cell).map_or('0', |digit| char::from(b'0' + digit.get()))).iter().collect();
        let segments = [QrSegment::make_bytes(prefix.as_bytes()), QrSegment::make_numeric(&digits)];
        QrCode::encode_segments(&segments, QrCodeEcc::Low).expect("a link that was checked is short")
    }

    /// Draws the code of a link to a puzzle in a square.
    pub(crate) fn marks(prefix: &str, clues: &Grid, (x, y): (f64, f64), side: f64) -> impl Iterator<Item = Mark> {
        let code = code(prefix, clues);
        let (count, module) = (code.size(), side / f64::from(code.size()));
        (0..count).flat_map(move |row| {
            let mut areas = Vec::new();
            let mut column = 0;
            // Modules side by side are one area, so that no viewer shows lines between them.
            while column < count {
                let run = (column..count).take_while(|&at| code.get_module(at, row)).count() as i32;
                if run > 0 {
                    let (left, top) = (x + module * f64::from(column), y + module * f64::from(row));
                    let rectangle = Rectangle { x: left, y: top, width: module * f64::from(run), height: module };
                    areas.push(Mark::Area { tone: Tone::BLACK, rectangle });
                }
                column += run.max(1);
            }
            areas
        })
    }
}

#[cfg(all(test, feature = "qr"))]
mod tests {
    use minirow_core::Grid;

    use super::*;
    use crate::drawing::{Mark, Rectangle};

    #[test]
    fn a_code_has_its_three_corners_and_stays_in_its_square() {
        let clues: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        let marks: Vec<Mark> = marks("https://example.org/#play?puzzle=", &clues, (10.0, 20.0), 58.0).collect();
        let square = Rectangle { x: 10.0, y: 20.0, width: 58.0, height: 58.0 };
        let areas = marks.iter().map(|mark| match mark {
            Mark::Area { rectangle, .. } => *rectangle,
            other => panic!("{other:?}"),
        });
        let areas: Vec<Rectangle> = areas.collect();
        assert!(areas.iter().all(|area| square.contains(area)));
        // The first row begins and ends with seven dark modules.
        let module = areas[0].width / 7.0;
        assert!((58.0 / module).round() as usize % 4 == 1 && areas[0].x == 10.0 && areas[0].y == 20.0);
        let last_of_row = areas.iter().rfind(|area| area.y == 20.0).unwrap();
        assert!((last_of_row.width - 7.0 * module).abs() < 1e-9);
    }

    #[test]
    fn a_link_is_short_and_plain() {
        assert_eq!(check("https://example.org/"), Ok(()));
        for wrong in ["", "example.org", "https://exämple.org", "https://a b", &format!("https://{}", "a".repeat(100))]
        {
            assert_eq!(check(wrong), Err(Error::NotALink), "{wrong}");
        }
    }
}
