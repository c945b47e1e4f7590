//! The items of inputs, one by one or many at once.

use std::ops::Range;
use std::sync::{Arc, PoisonError};
use std::vec;

use minirow_core::Grid;
use minirow_files::ordered::{Held, LOT_BYTES};
use minirow_formats::{self as formats, ReadRecord, Reader, Record};

use super::{BadLine, Entry, Item, LostSolutions, Place, Source};

/// Reads the items of sources, one source after the other.
///
/// ```
/// # use minirow_table::input::Inputs;
/// let mut items = Inputs::of(&[".".repeat(81).into()]).read()?;
/// assert_eq!(items.next().unwrap()?.grid().clue_count(), 0);
/// assert!(items.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Items {
    sources: vec::IntoIter<Source>,
    keeps_text: bool,
    open: Option<OpenSource>,
}

impl Items {
    pub(super) fn of(sources: Vec<Source>) -> Items {
        Items { sources: sources.into_iter(), keeps_text: false, open: None }
    }

    /// Keeps the text of each record that is alone in its lines.
    #[must_use]
    pub fn keep_text(self) -> Items {
        Items { keeps_text: true, ..self }
    }

    /// Replaces the items of a lot by the next ones, `most` at most, and fewer large ones. Returns `false` if there are no more items.
    ///
    /// This is faster than [`next`](Iterator::next) for files with a grid in each line and nothing else.
    pub fn fill(&mut self, lot: &mut Lot, most: usize) -> bool {
        lot.clear();
        let mut bytes = 0;
        while lot.length < most && bytes < LOT_BYTES {
            let left = most - lot.length;
            if !self.open.as_mut().is_some_and(|open| open.add_plain_grids(left, lot)) {
                let Some(item) = self.next() else { break };
                bytes += item.held_bytes();
                lot.add(item);
            }
        }
        !lot.is_empty()
    }
}

impl Source {
    /// Reads the grids.
    pub fn items(&self) -> Items {
        Items::of(vec![self.clone()])
    }
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.open.as_mut().and_then(OpenSource::next) {
                return Some(item);
            }
            self.open = None;
            let mut open = OpenSource::of(&self.sources.next()?);
            open.reader = open.reader.map(|reader| if self.keeps_text { reader.keep_text() } else { reader });
            self.open = Some(open);
        }
    }
}

/// A source that is being read.
struct OpenSource {
    names: NameCopies,
    /// The error of a source that cannot be read, once.
    reader: Result<Reader<'static>, Option<BadLine>>,
    /// The words that follow the error of a table without puzzles.
    hint: String,
    lost: LostSolutions,
}

impl OpenSource {
    fn of(source: &Source) -> OpenSource {
        let name = source.name();
        let reader = source.reader().map_err(|error| {
            let bad = BadLine::new(Place::new(&name, 0), format!("cannot be read: {error}"));
            Some(BadLine { is_line: false, is_unreadable: true, ..bad })
        });
        OpenSource { names: NameCopies { name, uses: 0 }, reader, hint: source.hint(), lost: source.lost.clone() }
    }

    fn next(&mut self) -> Option<Item> {
        let reader = match &mut self.reader {
            Ok(reader) => reader,
            Err(error) => return error.take().map(Err),
        };
        let Some(next) = reader.next() else {
            let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
            lost.insert(self.names.name.clone(), reader.lost_solutions());
            return None;
        };
        Some(match next {
            Ok(ReadRecord { line, record, raw }) => {
                Ok(Entry { place: Place::new(&self.names.next(), line), record, raw })
            }
            Err(formats::Error { line, kind }) => {
                let is_unreadable = kind.is_unreadable();
                let is_line = !matches!(kind, formats::ErrorKind::NoGrid) && !is_unreadable;
                let is_header = matches!(kind, formats::ErrorKind::Header(_));
                let hint = if kind.needs_column() { &self.hint } else { "" };
                let bad = BadLine::new(Place::new(&self.names.name, line), format_args!("{kind}{hint}"));
                Err(BadLine { is_line, is_unreadable, is_header, ..bad })
            }
        })
    }

    /// Adds grids that are alone in their lines, `most` at most, and returns `true` if there are any.
    fn add_plain_grids(&mut self, most: usize, lot: &mut Lot) -> bool {
        let (before, mut first) = (lot.grids.len(), 0);
        if let Ok(reader) = &mut self.reader {
            reader.plain_grids(most, |line, grid| {
                if lot.grids.len() == before {
                    first = line;
                }
                lot.grids.push(grid);
            });
        }
        let count = lot.grids.len() - before;
        if count > 0 {
            let place = Place::new(&self.names.copy(), first);
            lot.parts.push(Part::Plain(place, before..before + count));
            lot.length += count;
        }
        count > 0
    }
}

/// Copies of a name, each for some grids that follow each other: threads that work on grids with one copy would wait for each other
/// to count its references.
struct NameCopies {
    name: Arc<str>,
    uses: u32,
}

impl NameCopies {
    fn next(&mut self) -> Arc<str> {
        const USES: u32 = 256;
        if self.uses == USES {
            *self = NameCopies { name: self.copy(), uses: 0 };
        }
        self.uses += 1;
        self.name.clone()
    }

    fn copy(&self) -> Arc<str> {
        Arc::from(&*self.name)
    }
}

/// Items to work on together.
#[derive(Default)]
pub struct Lot {
    /// The clues of all items that have clues.
    grids: Vec<Grid>,
    parts: Vec<Part>,
    /// The number of items.
    length: usize,
}

/// Items that follow each other.
enum Part {
    /// Grids that are alone in their lines, from a line on.
    Plain(Place, Range<usize>),
    /// Other items.
    Items(Vec<Item>),
}

impl Lot {
    fn clear(&mut self) {
        self.grids.clear();
        self.parts.clear();
        self.length = 0;
    }

    fn add(&mut self, item: Item) {
        self.grids.extend(item.as_ref().ok().and_then(|entry| entry.board.clues().ok()));
        self.length += 1;
        match self.parts.last_mut() {
            Some(Part::Items(items)) => items.push(item),
            _ => self.parts.push(Part::Items(vec![item])),
        }
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns `true` if there are no items.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns the clues of all items that have clues, in their order.
    pub fn grids(&self) -> &[Grid] {
        &self.grids
    }

    /// Removes the items, and returns them in their order. The clues stay.
    pub fn drain(&mut self) -> impl Iterator<Item = Item> {
        self.length = 0;
        let grids = &self.grids;
        self.parts.drain(..).flat_map(|part| {
            let (plain, items) = match part {
                Part::Plain(place, range) => (Some((place, range)), Vec::new()),
                Part::Items(items) => (None, items),
            };
            let plain = plain.into_iter().flat_map(|(place, range)| {
                let places = (place.line()..).map(move |line| Place::new(place.name(), line));
                grids[range]
                    .iter()
                    .zip(places)
                    .map(|(&grid, place)| Ok(Entry { place, record: Record::from(grid), raw: None }))
            });
            plain.chain(items)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::input::Inputs;

    #[test]
    fn lots_of_any_size_have_the_items_that_are_read_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let grid = ".".repeat(81);
        let files = [
            format!("{grid}\n").repeat(2_000),
            format!("{grid}\r\n{grid} name\n{grid}\n12\n\n{grid}\n{}", ".........\n".repeat(9)),
            format!("puzzle,er\n{grid},1.2\n{grid}\n"),
            format!("{}\n{grid}\n", "123456789".repeat(81)),
            String::new(),
            grid,
        ];
        let mut paths: Vec<PathBuf> = (0..files.len()).map(|file| folder.path().join(file.to_string())).collect();
        paths.iter().zip(&files).for_each(|(path, text)| fs::write(path, text).unwrap());
        paths.push(files[5].clone().into());
        let inputs = Inputs::of(&paths);
        let one_by_one: Vec<String> = inputs.read().unwrap().map(|item| format!("{item:?}")).collect();
        for most in [1, 7, 1_000, 10_000] {
            let (mut items, mut lot, mut all) = (inputs.read().unwrap(), Lot::default(), Vec::new());
            while items.fill(&mut lot, most) {
                assert!(lot.len() <= most);
                let mut grids = lot.grids().to_vec().into_iter();
                for item in lot.drain() {
                    if let Some(clues) = item.as_ref().ok().and_then(|entry| entry.board.clues().ok()) {
                        assert_eq!(grids.next().as_ref(), Some(clues));
                    }
                    all.push(format!("{item:?}"));
                }
                assert_eq!(grids.next(), None);
            }
            assert!(!items.fill(&mut lot, most) && lot.is_empty());
            assert_eq!(all, one_by_one, "at most {most}");
        }
    }
}
