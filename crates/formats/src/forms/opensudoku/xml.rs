//! Reads and writes parts of XML.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Display;
use std::io::{self, BufRead, Read};

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;
use quick_xml::events::attributes::{AttrError, Attribute};

use crate::error::ErrorKind;
use crate::fields::MOST_FIELDS;

/// Counts lines, and limits the number of bytes between two tags.
pub(super) struct Bounded<R> {
    pub(super) inner: R,
    pub(super) lines: u64,
    pub(super) bytes: u64,
    pub(super) left: u64,
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let size = available.len().min(buffer.len());
        buffer[..size].copy_from_slice(&available[..size]);
        self.consume(size);
        Ok(size)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        let available = self.inner.fill_buf()?;
        if left == 0 && !available.is_empty() {
            return Err(io::Error::other("no tag"));
        }
        Ok(&available[..available.len().min(left)])
    }

    fn consume(&mut self, size: usize) {
        // Consumed bytes are in the buffer, so this does not read.
        if let Ok(available) = self.inner.fill_buf() {
            self.lines += available[..size.min(available.len())].iter().filter(|&&byte| byte == b'\n').count() as u64;
        }
        self.bytes += size as u64;
        self.left = self.left.saturating_sub(size as u64);
        self.inner.consume(size);
    }
}

pub(super) fn attributes(tag: &BytesStart) -> Result<Vec<(String, String)>, ErrorKind> {
    let wrong = |error: &dyn Display| ErrorKind::form(format!("an attribute that cannot be parsed ({error})"), "XML");
    let mut names = HashSet::new();
    let mut read = |attribute: Result<Attribute, AttrError>| {
        let attribute = attribute.map_err(|error| wrong(&error))?;
        let name = attribute.key.as_ref();
        if !names.insert(name.to_string()) {
            return Err(ErrorKind::form(format!("two attributes {name}"), "names that differ"));
        }
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| wrong(&error))?;
        Ok((name.to_string(), value.into_owned()))
    };
    let attributes: Result<Vec<_>, ErrorKind> =
        tag.attributes().with_checks(false).take(MOST_FIELDS + 1).map(&mut read).collect();
    match attributes {
        Ok(attributes) if attributes.len() > MOST_FIELDS => Err(ErrorKind::too_many_fields(attributes.len())),
        attributes => attributes,
    }
}

/// Returns `true` for a character that XML cannot represent.
pub(super) fn is_no_xml(character: char) -> bool {
    matches!(character, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}')
}

pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    let text = text.replace(is_no_xml, "\u{fffd}");
    quick_xml::escape::escape(text).replace('\r', "&#13;").into()
}

/// Escapes the value of an attribute, in which a line end would be a space.
pub(super) fn attribute(text: &str) -> String {
    escaped(text).replace('\n', "&#10;").replace('\t', "&#9;")
}
