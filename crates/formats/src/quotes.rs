//! The quotes of a record of CSV, which may have several lines.

/// The quotes in the text of a record so far. A field that starts with a quote ends with one, and has only pairs of them
/// inside. Elsewhere a quote is a character like any other.
#[derive(Clone, Debug)]
pub(crate) struct Quotes {
    delimiter: u8,
    place: Place,
    has_text_after: bool,
}

/// The place of the next byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Start,
    Plain,
    Quoted,
    /// After a quote within a quoted field: its end, or the first of a pair.
    AfterQuote,
}

impl Quotes {
    /// Starts a record with a delimiter of fields.
    pub(crate) fn new(delimiter: u8) -> Quotes {
        Quotes { delimiter, place: Place::Start, has_text_after: false }
    }

    /// Adds a part of the record, with its line ends.
    pub(crate) fn push(&mut self, text: &[u8]) {
        for &byte in text {
            self.place = match (self.place, byte) {
                (Place::Quoted, b'"') => Place::AfterQuote,
                (Place::Quoted, _) | (Place::Start | Place::AfterQuote, b'"') => Place::Quoted,
                (_, byte) if byte == self.delimiter => Place::Start,
                (Place::AfterQuote, b'\r' | b'\n') => Place::Plain,
                (Place::AfterQuote, _) => {
                    self.has_text_after = true;
                    Place::Plain
                }
                (Place::Start | Place::Plain, _) => Place::Plain,
            };
        }
    }

    /// Returns `true` if a field started with a quote and has not ended.
    pub(crate) fn is_open(&self) -> bool {
        self.place == Place::Quoted
    }

    /// Returns `true` if text followed the closing quote of a field.
    pub(crate) fn has_text_after(&self) -> bool {
        self.has_text_after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_field_may_have_several_lines() {
        let mut quotes = Quotes::new(b',');
        quotes.push(b"1,\"two\n");
        assert!(quotes.is_open());
        quotes.push(b"lines\",3\" disk\n");
        assert!(!quotes.is_open() && !quotes.has_text_after());
    }
}
