//! The structure of a PDF file: the objects and their offsets.

use std::collections::BTreeMap;
use std::iter::once;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::{Chunk, Filter, Ref, Settings, Stream};
use sha2::{Digest, Sha256};

/// The compression level, 1 to 9. Higher levels take much longer and save one per cent.
const LEVEL: u8 = 6;

/// A PDF file that is being written.
pub(super) struct File<'a, E> {
    write: &'a mut dyn FnMut(&[u8]) -> Result<(), E>,
    /// The number of bytes written.
    length: u64,
    /// The offsets of the objects, by number.
    offsets: Vec<u64>,
    checksum: Sha256,
}

/// Converts a number to PDF, rounded to a thousandth of a point.
pub(super) fn number(value: f64) -> f32 {
    ((value * 1000.0).round() / 1000.0) as f32
}

impl<'a, E> File<'a, E> {
    pub(super) fn new(version: &str, write: &'a mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<File<'a, E>, E> {
        let mut file = File { write, length: 0, offsets: Vec::new(), checksum: Sha256::new() };
        // Bytes above 127, so that programs do not take the file for text.
        file.bytes(&[format!("%PDF-{version}\n%").as_bytes(), b"\xE2\xE3\xCF\xD3\n"].concat())?;
        Ok(file)
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), E> {
        self.length += bytes.len() as u64;
        self.checksum.update(bytes);
        (self.write)(bytes)
    }

    /// Writes one object.
    pub(super) fn object(&mut self, fill: impl FnOnce(&mut Chunk)) -> Result<(), E> {
        let mut chunk = Chunk::with_settings(Settings { pretty: false });
        fill(&mut chunk);
        let mut numbers = chunk.refs();
        let (id, rest) = (numbers.next().expect("an object"), numbers.len());
        assert_eq!(rest, 0, "one object at a time");
        let index = id.get() as usize;
        if self.offsets.len() <= index {
            self.offsets.resize(index + 1, 0);
        }
        self.offsets[index] = self.length;
        self.bytes(chunk.as_bytes())
    }

    /// Writes a compressed stream. `more` adds entries to its dictionary.
    pub(super) fn stream(&mut self, id: Ref, data: &[u8], more: impl FnOnce(&mut Stream)) -> Result<(), E> {
        let compressed = compress_to_vec_zlib(data, LEVEL);
        self.object(|chunk| {
            let mut stream = chunk.stream(id, &compressed);
            stream.filter(Filter::FlateDecode);
            more(&mut stream);
        })
    }

    /// Writes the cross-reference table, and ends the file.
    pub(super) fn finish(mut self, catalog: Ref, info: Option<Ref>) -> Result<(), E> {
        let start = self.length;
        let count = self.offsets.len().max(1);
        // Unused numbers form a list of free objects: each names the next.
        let free: Vec<usize> = (1..count).filter(|&number| self.offsets[number] == 0).collect();
        let after: BTreeMap<usize, usize> =
            once(0).chain(free.iter().copied()).zip(free.iter().copied().chain([0])).collect();
        self.bytes(format!("xref\n0 {count}\n").as_bytes())?;
        for number in 0..count {
            let line = match after.get(&number) {
                Some(next) => format!("{next:010} {:05} f \n", if number == 0 { 65535 } else { 0 }),
                None => format!("{:010} 00000 n \n", self.offsets[number]),
            };
            self.bytes(line.as_bytes())?;
        }
        // The identifier of the file depends on its content, not on time or place.
        let hash = self.checksum.clone().finalize();
        let id: String = hash[..16].iter().map(|byte| format!("{byte:02X}")).collect();
        let catalog = catalog.get();
        let info = info.map_or_else(String::new, |info| format!("/Info {} 0 R", info.get()));
        let trailer = format!(
            "trailer\n<</Size {count}/Root {catalog} 0 R{info}/ID[<{id}><{id}>]>>\n\
             startxref\n{start}\n%%EOF\n"
        );
        self.bytes(trailer.as_bytes())
    }
}
