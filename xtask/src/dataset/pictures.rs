//! The pictures of a card: clues, ER and levels of all rows, as SVG.

use std::fs;
use std::path::{Path, PathBuf};

use crate::dataset::Filed;
use crate::export::Piece;
use crate::failure::Result;
use crate::input::Inputs;
use crate::output;
use crate::stats::charts::{self, Chart};
use crate::stats::{Doubles, Pack, Reading, Reference, Report, Row};

/// Where they are.
const FOLDER: &str = "pictures";

/// The charts, by the table of the card that they belong to.
pub(super) const CHARTS: [(&str, Chart); 3] = [("level", Chart::Levels), ("clues", Chart::Clues), ("ER", Chart::Er)];

/// The path of a picture within the folder.
pub(super) fn path(name: &str) -> String {
    format!("{FOLDER}/{}.svg", name.to_ascii_lowercase())
}

/// Draws what there is to draw of the rows in some files.
///
/// # Errors
/// If rows cannot be read, or a picture cannot be written.
pub(super) fn draw(folder: &Path, rows: &[PathBuf], title: &str) -> Result<Vec<Filed>> {
    let pack = pack(rows, title)?;
    // What is weighted stands for all minimal puzzles, so that is what it is held against.
    let reference = pack.has_weights().then_some(Reference::MinimalPuzzles);
    let report = Report::new(vec![pack], Doubles::None, reference);
    let mut files = Vec::new();
    for (name, chart) in CHARTS.into_iter().filter(|(_, chart)| chart.has_data(&report)) {
        let within = folder.join(FOLDER);
        fs::create_dir_all(&within).map_err(|error| output::cannot_write(&within, &error))?;
        let path = folder.join(path(name));
        output::replace(&path, charts::svg(&report, &[chart]).as_bytes())?;
        files.push(Filed { split: None, format: None, folder: FOLDER, piece: Piece::of(&path, 0)? });
    }
    Ok(files)
}

fn pack(rows: &[PathBuf], title: &str) -> Result<Pack> {
    let mut pack = Pack::new(title.into(), String::new());
    let reading = Reading { doubles: Doubles::None, grade: false };
    // Rows of which a column cannot be counted, such as levels of other people's own, are not in the pictures.
    let counted = Inputs::of(rows).read()?.filter_map(|item| Row::of(&item.ok()?, reading).ok());
    counted.for_each(|row| pack.add(row));
    Ok(pack)
}
