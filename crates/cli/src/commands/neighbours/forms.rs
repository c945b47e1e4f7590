//! Canonical forms in order, on disk if they do not fit into memory.

use std::io::{self, BufRead, Write};

use minirow_core::Grid;
use minirow_files::ordered::Held;
use minirow_files::sort::{SortRecord, Sorted, Sorter};

use crate::error::Result;

/// Half a byte for each cell, so that the order is that of the text.
type Packed = [u8; 41];

/// A canonical form, with a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NumberedForm {
    form: Packed,
    pub(super) number: u32,
}

impl Held for NumberedForm {}

impl NumberedForm {
    pub(super) fn new(grid: &Grid, number: u32) -> NumberedForm {
        let mut form = [0; 41];
        for (cell, &digit) in grid.numbers().iter().enumerate() {
            form[cell / 2] |= digit << (4 * (1 - cell % 2));
        }
        NumberedForm { form, number }
    }

    pub(super) fn grid(&self) -> Grid {
        let digit = |cell: usize| self.form[cell / 2] >> (4 * (1 - cell % 2)) & 15;
        Grid::from_numbers(std::array::from_fn(digit)).expect("the digits of a grid")
    }

    /// Returns `true` if the forms are equal.
    pub(super) fn is_same(&self, other: &NumberedForm) -> bool {
        self.form == other.form
    }
}

impl SortRecord for NumberedForm {
    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&self.form)?;
        to.write_all(&self.number.to_le_bytes())
    }

    fn read(from: &mut impl BufRead) -> io::Result<Option<NumberedForm>> {
        let mut bytes = [0; 45];
        match from.read_exact(&mut bytes) {
            Ok(()) => {
                let (form, number) = bytes.split_first_chunk().expect("41 bytes and 4");
                let number = u32::from_le_bytes(number.try_into().expect("4 bytes"));
                Ok(Some(NumberedForm { form: *form, number }))
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Forms in order, each once, with its smallest number.
pub(super) struct Forms {
    sorted: Sorted<NumberedForm>,
    next: Option<NumberedForm>,
}

impl Forms {
    pub(super) fn new(sorter: Sorter<NumberedForm>) -> Result<Forms> {
        let mut sorted = sorter.sorted()?;
        let next = sorted.next()?;
        Ok(Forms { sorted, next })
    }

    /// Returns the next form if it meets a condition.
    fn next_if(&mut self, is_wanted: impl Fn(&NumberedForm) -> bool) -> Result<Option<NumberedForm>> {
        if self.next.as_ref().is_some_and(is_wanted) { self.next() } else { Ok(None) }
    }

    pub(super) fn next(&mut self) -> Result<Option<NumberedForm>> {
        let Some(form) = self.next else { return Ok(None) };
        loop {
            self.next = self.sorted.next()?;
            if !self.next.is_some_and(|next| next.is_same(&form)) {
                return Ok(Some(form));
            }
        }
    }
}

/// The forms that are not among others. All forms of both are added to a sorter as they are read.
pub(super) struct NewForms<'a> {
    pub(super) found: Forms,
    pub(super) known: Forms,
    pub(super) all: &'a mut Sorter<NumberedForm>,
}

impl NewForms<'_> {
    fn advance(&mut self) -> Result<Option<NumberedForm>> {
        loop {
            let found = self.found.next()?;
            let mut is_known = false;
            while let Some(known) = self.known.next_if(|known| found.is_none_or(|found| known.form <= found.form))? {
                is_known |= found.is_some_and(|found| found.is_same(&known));
                self.all.push(known)?;
            }
            if is_known {
                continue;
            }
            if let Some(found) = found {
                self.all.push(NumberedForm { number: 0, ..found })?;
            }
            return Ok(found);
        }
    }
}

impl Iterator for NewForms<'_> {
    type Item = Result<NumberedForm>;

    fn next(&mut self) -> Option<Result<NumberedForm>> {
        self.advance().transpose()
    }
}
