//! Compressed files, and files in UTF-16, as text in UTF-8.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Crc;
use flate2::bufread::{DeflateDecoder, MultiGzDecoder};
use ruzstd::decoding::StreamingDecoder;

use crate::lines::most_repeated;

/// The largest window of zstd that is decoded, in bytes: what its program needs without `--ultra`.
const LARGEST_WINDOW: u64 = 128 << 20;

/// The bytes that are decompressed before any is read, so that a small damaged file gives nothing but its error.
const CHECKED_FIRST: u64 = 1 << 20;

/// Returns a file as it is, or decompressed if it is of gzip, zstd or zip with one file, or in UTF-8 if it is in UTF-16.
///
/// # Errors
/// Returns an error if the file cannot be read, or its start is damaged. Errors behind it are errors of the reader that is returned, of
/// the kind [`InvalidData`](io::ErrorKind::InvalidData) if the file is damaged or stands for more bytes than are read of a compressed
/// file: 64 MiB, and 256 for each byte.
///
/// ```
/// use std::io::Read;
/// let utf16: Vec<u8> = "53..7".encode_utf16().flat_map(u16::to_le_bytes).collect();
/// let mut text = String::new();
/// minirow_formats::decoded(&utf16[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "53..7");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decoded<'a>(bytes: impl BufRead + Send + 'a) -> io::Result<Box<dyn BufRead + Send + 'a>> {
    let (coding, bytes) = with_coding(bytes)?;
    coding.decode(bytes)
}

/// Recognises the coding of a file. Returns all of its bytes.
fn with_coding<'a>(mut bytes: impl BufRead + Send + 'a) -> io::Result<(Coding, Box<dyn BufRead + Send + 'a>)> {
    let filled = bytes.fill_buf()?;
    if filled.len() >= 4 {
        return Ok((Coding::of(filled), Box::new(bytes)));
    }
    // A pipe may have the first bytes one by one.
    let mut first = Vec::new();
    bytes.by_ref().take(4).read_to_end(&mut first)?;
    Ok((Coding::of(&first), Box::new(io::Cursor::new(first).chain(bytes))))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Coding {
    None,
    Gzip,
    Zstd,
    Zip,
    Utf16 { is_big: bool },
}

impl Coding {
    /// Recognises the first four bytes of a file.
    fn of(start: &[u8]) -> Coding {
        match start {
            [0x1F, 0x8B, ..] => Coding::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Coding::Zstd,
            start if is_skippable(start) => Coding::Zstd,
            [b'P', b'K', 3, 4, ..] => Coding::Zip,
            [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Coding::None, // UTF-32, which is refused
            [0xFF, 0xFE, ..] => Coding::Utf16 { is_big: false },
            [0xFE, 0xFF, ..] => Coding::Utf16 { is_big: true },
            // Without a mark: two characters of Latin scripts, or the corner and the edge of a drawing, or its edge and a space.
            [1..=255, 0, 1..=255, 0, ..] | [_, 0x25, 0 | 1 | 0x50, 0x25, ..] | [_, 0x25, b' ', 0, ..] => {
                Coding::Utf16 { is_big: false }
            }
            [0, 1..=255, 0, 1..=255, ..] | [0x25, _, 0x25, 0 | 1 | 0x50, ..] | [0x25, _, 0, b' ', ..] => {
                Coding::Utf16 { is_big: true }
            }
            _ => Coding::None,
        }
    }

    fn decode<'a>(self, bytes: Box<dyn BufRead + Send + 'a>) -> io::Result<Box<dyn BufRead + Send + 'a>> {
        let read = Arc::new(AtomicU64::new(0));
        let counted = |bytes| Counted { bytes, read: read.clone() };
        let text: Box<dyn Read + Send + 'a> = match self {
            Coding::None => return Ok(bytes),
            Coding::Utf16 { is_big } => return Ok(Box::new(BufReader::new(Utf16::new(bytes, is_big)))),
            Coding::Gzip => Box::new(MultiGzDecoder::new(counted(bytes))),
            Coding::Zstd => Box::new(Zstd::new(counted(bytes))?),
            Coding::Zip => Box::new(Zip::new(counted(bytes))?),
        };
        let mut text = Limited { text, read, written: 0 };
        let mut start = Vec::new();
        text.by_ref().take(CHECKED_FIRST).read_to_end(&mut start)?;
        let text = BufReader::with_capacity(1 << 16, io::Cursor::new(start).chain(text));
        match with_coding(text)? {
            (coding @ Coding::Utf16 { .. }, text) => coding.decode(text),
            (_, text) => Ok(text),
        }
    }
}

/// Returns `true` for the start of a frame of zstd that decoders skip.
fn is_skippable(start: &[u8]) -> bool {
    matches!(start, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.to_string())
}

/// Counts the bytes that were read.
struct Counted<R> {
    bytes: R,
    read: Arc<AtomicU64>,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.bytes.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.bytes.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.read.fetch_add(amount as u64, Ordering::Relaxed);
        self.bytes.consume(amount);
    }
}

/// Refuses a file that stands for too many bytes.
struct Limited<R> {
    text: R,
    read: Arc<AtomicU64>,
    written: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let cut_off = |error: io::Error| match error.kind() {
            kind @ io::ErrorKind::UnexpectedEof => {
                io::Error::new(kind, "found a compressed file that is cut off, expected a whole one")
            }
            _ => error,
        };
        let length = self.text.read(buffer).map_err(cut_off)?;
        self.written += length as u64;
        if self.written > most_repeated(self.read.load(Ordering::Relaxed)) {
            return Err(invalid("found a compressed file of more than 256 bytes of text for each byte, expected less"));
        }
        Ok(length)
    }
}

/// The start of a frame of zstd, which was read to recognise it, and the rest of the file.
type Frames<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

/// Decodes the frames of zstd, one after the other. Those without text are left out.
struct Zstd<R: BufRead> {
    frame: Option<StreamingDecoder<Frames<R>, ruzstd::decoding::FrameDecoder>>,
}

impl<R: BufRead> Zstd<R> {
    fn new(mut bytes: R) -> io::Result<Zstd<R>> {
        let mut start = Vec::new();
        bytes.by_ref().take(4).read_to_end(&mut start)?;
        while is_skippable(&start) {
            let mut size = [0; 4];
            bytes.read_exact(&mut size)?;
            let size = u64::from(u32::from_le_bytes(size));
            if io::copy(&mut bytes.by_ref().take(size), &mut io::sink())? < size {
                return Err(invalid("found a file of zstd that ends in a skippable frame, expected a whole file"));
            }
            start.clear();
            bytes.by_ref().take(4).read_to_end(&mut start)?;
        }
        if start.is_empty() {
            return Ok(Zstd { frame: None });
        }
        let bytes = io::Cursor::new(start).chain(bytes);
        let frame = StreamingDecoder::new_with_max_window_size(bytes, LARGEST_WINDOW)
            .map_err(|error| invalid(&format!("found a damaged file of zstd: {error}")))?;
        Ok(Zstd { frame: Some(frame) })
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(frame) = &mut self.frame else { return Ok(0) };
            let length =
                frame.read(buffer).map_err(|error| invalid(&format!("found a damaged file of zstd: {error}")))?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            let decoder = &frame.decoder;
            let expected = decoder.get_checksum_from_data();
            if expected.is_some() && expected != decoder.get_calculated_checksum() {
                return Err(invalid("found a damaged file of zstd: its checksum differs"));
            }
            *self = Zstd::new(self.frame.take().expect("a frame").into_inner().into_inner().1)?;
        }
    }
}

/// The most bytes of files of a zip archive that are left out.
const MOST_LEFT_OUT: u64 = 16 << 20;

/// Decodes the only file of a zip archive. Folders, and the files that a Mac adds, are left out.
struct Zip<R: BufRead> {
    file: ZipFile<R>,
    crc: Crc,
    /// The checksum of the header, unless it is behind the data.
    expected: Option<u32>,
    /// `true` if the file is left out.
    is_left_out: bool,
    left_out: u64,
    /// `true` after the header of a file that is not left out.
    has_file: bool,
}

enum ZipFile<R: BufRead> {
    Stored(io::Take<R>),
    Deflated(DeflateDecoder<R>),
    Ended,
}

/// Returns the message for a zip archive with several files, of which some are in the rest of it. Documents of Office are archives, too.
fn several_files(rest: impl Read) -> String {
    const DOCUMENTS: [(&[u8], &str); 4] = [
        (b"xl/work", "an Excel workbook (.xlsx), expected its table saved as CSV"),
        (b"word/document", "a Word document (.docx), expected its text saved as a text file"),
        (b"ppt/", "a PowerPoint presentation (.pptx), expected a text file"),
        (b"META-INF/manifest.xml", "an OpenDocument file (.ods, .odt), expected its table saved as CSV, or its text"),
    ];
    let mut bytes = Vec::new();
    // Of a damaged archive, the names of the first files are known.
    let _ = rest.take(MOST_LEFT_OUT).read_to_end(&mut bytes);
    let has = |name: &[u8]| bytes.windows(name.len()).any(|part| part == name);
    let kind = DOCUMENTS.iter().find(|(name, _)| has(name)).map(|(_, kind)| *kind);
    format!("found {}", kind.unwrap_or("several files in a zip archive, expected one: unpack it"))
}

impl<R: BufRead> Zip<R> {
    fn new(mut bytes: R) -> io::Result<Zip<R>> {
        let (file, crc) = (ZipFile::Ended, Crc::new());
        let mut zip = Zip { file, crc, expected: None, is_left_out: false, left_out: 0, has_file: false };
        bytes.read_exact(&mut [0; 4])?;
        zip.begin(bytes)?;
        Ok(zip)
    }

    /// Reads the header of a file behind its signature.
    fn begin(&mut self, mut bytes: R) -> io::Result<()> {
        let mut header = [0; 26];
        bytes.read_exact(&mut header)?;
        let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let short = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let (flags, method, size) = (short(2), short(4), u64::from(number(14)));
        let mut name = vec![0; usize::from(short(22))];
        bytes.read_exact(&mut name)?;
        io::copy(&mut bytes.by_ref().take(u64::from(short(24))), &mut io::sink())?;
        self.is_left_out = name.ends_with(b"/") || name.starts_with(b"__MACOSX/") || name.ends_with(b".DS_Store");
        if !self.is_left_out && std::mem::replace(&mut self.has_file, true) {
            return Err(invalid(&several_files(bytes)));
        }
        if name.ends_with(b".npy") {
            return Err(invalid(
                "found an archive of NumPy (.npz), expected each of its arrays written with numpy.save",
            ));
        }
        let is_behind = flags & 8 != 0;
        self.file = match method {
            _ if flags & 1 != 0 => {
                return Err(invalid("found an encrypted file in a zip archive, expected one without a password"));
            }
            0 if size == u64::from(u32::MAX) => {
                return Err(invalid("found a zip archive with sizes of 64 bits and no compression, expected deflate"));
            }
            0 if !is_behind => ZipFile::Stored(bytes.take(size)),
            8 => ZipFile::Deflated(DeflateDecoder::new(bytes)),
            _ => return Err(invalid("found a zip archive with another compression, expected deflate")),
        };
        self.crc = Crc::new();
        self.expected = (!is_behind).then(|| number(10));
        Ok(())
    }

    /// Checks the end of a file, and begins the next one.
    fn end(&mut self) -> io::Result<()> {
        let mut bytes = match std::mem::replace(&mut self.file, ZipFile::Ended) {
            ZipFile::Stored(file) => file.into_inner(),
            ZipFile::Deflated(file) => file.into_inner(),
            ZipFile::Ended => return Ok(()),
        };
        let mut next = [0; 4];
        bytes.read_exact(&mut next)?;
        let mut expected = self.expected;
        if expected.is_none() {
            // The checksum is behind the data, with a signature or without.
            let has_signature = next == *b"PK\x07\x08";
            if has_signature {
                bytes.read_exact(&mut next)?;
            }
            expected = Some(u32::from_le_bytes(next));
            let mut sizes = [0; 8];
            bytes.read_exact(&mut sizes)?;
            bytes.read_exact(&mut next)?;
        }
        if expected != Some(self.crc.sum()) {
            return Err(invalid(
                "found another checksum of a file in a zip archive than its own, expected a whole file",
            ));
        }
        if next == *b"PK\x03\x04" {
            return self.begin(bytes);
        }
        // The list of the files, and its end of 22 bytes.
        let mut rest = next.to_vec();
        bytes.take(MOST_LEFT_OUT).read_to_end(&mut rest)?;
        let end = rest.windows(4).rposition(|start| start == b"PK\x05\x06");
        let is_whole = end.is_some_and(|end| rest.len() >= end + 22);
        is_whole.then_some(()).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

impl<R: BufRead> Read for Zip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = match &mut self.file {
                ZipFile::Stored(file) => file.read(buffer)?,
                ZipFile::Deflated(file) => file.read(buffer)?,
                ZipFile::Ended => return Ok(0),
            };
            self.crc.update(&buffer[..length]);
            if length == 0 && !buffer.is_empty() {
                self.end()?;
                continue;
            }
            if !self.is_left_out {
                return Ok(length);
            }
            self.left_out += length as u64;
            if self.left_out > MOST_LEFT_OUT {
                return Err(invalid("found several large files in a zip archive, expected one"));
            }
        }
    }
}

/// Decodes UTF-16.
struct Utf16<R> {
    bytes: R,
    is_big: bool,
    /// The first byte of a unit, and the first unit of a pair.
    byte: Option<u8>,
    unit: Option<u16>,
    /// Text that was not returned yet, and its place.
    text: Vec<u8>,
    at: usize,
}

impl<R: BufRead> Utf16<R> {
    fn new(bytes: R, is_big: bool) -> Utf16<R> {
        Utf16 { bytes, is_big, byte: None, unit: None, text: Vec::new(), at: 0 }
    }

    /// Decodes the next bytes. A half of a pair becomes a replacement character. Returns `false` at the end.
    fn fill(&mut self) -> io::Result<bool> {
        (self.text, self.at) = (Vec::new(), 0);
        let bytes = self.bytes.fill_buf()?;
        let (length, is_over) = (bytes.len(), bytes.is_empty());
        let mut units: Vec<u16> = self.unit.take().into_iter().collect();
        for &byte in bytes {
            match self.byte.take() {
                None => self.byte = Some(byte),
                Some(first) => units.push(if self.is_big {
                    u16::from_be_bytes([first, byte])
                } else {
                    u16::from_le_bytes([first, byte])
                }),
            }
        }
        self.bytes.consume(length);
        if !is_over && let Some(&last) = units.last().filter(|unit| (0xD800..0xDC00).contains(*unit)) {
            units.pop();
            self.unit = Some(last);
        }
        let text: String = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        self.text = text.into_bytes();
        Ok(!is_over || !self.text.is_empty())
    }
}

impl<R: BufRead> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            if !self.fill()? {
                return Ok(0);
            }
        }
        let length = (&self.text[self.at..]).read(buffer)?;
        self.at += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder};

    use super::*;

    const TEXT: &str = "53..7....\n6..195...\n# Größe 🙂\n";

    /// Gives its bytes one by one.
    struct OneByOne<'a>(&'a [u8]);

    impl Read for OneByOne<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    fn text_of(bytes: &[u8]) -> io::Result<String> {
        let mut slow = String::new();
        decoded(BufReader::with_capacity(1, OneByOne(bytes)))?.read_to_string(&mut slow)?;
        let mut text = String::new();
        decoded(bytes)?.read_to_string(&mut text)?;
        assert_eq!(text, slow);
        Ok(text)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// A frame of zstd with a text that is not compressed.
    fn zstd(text: &[u8]) -> Vec<u8> {
        let block = (text.len() as u32) << 3 | 1;
        [&[0x28, 0xB5, 0x2F, 0xFD, 0x20, text.len() as u8][..], &block.to_le_bytes()[..3], text].concat()
    }

    #[test]
    fn skippable_frames_of_zstd_are_left_out() {
        let text = TEXT.as_bytes();
        let skipped = |start: u8| [&[start, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"xyz"].concat();
        let (first, last) = (skipped(0x50), skipped(0x5F));
        assert_eq!(text_of(&zstd(text)).unwrap(), TEXT);
        assert_eq!(text_of(&[&first[..], &last, &zstd(text)].concat()).unwrap(), TEXT);
        assert_eq!(text_of(&[&zstd(text)[..], &first, &zstd(text), &last].concat()).unwrap(), TEXT.repeat(2));
        assert_eq!(text_of(&first).unwrap(), "");
        for end in 1..first.len() {
            assert!(text_of(&[&zstd(text)[..], &first[..end]].concat()).is_err(), "{end} bytes");
        }
    }

    fn zip(files: &[&[u8]], is_behind: bool) -> Vec<u8> {
        let named: Vec<(&str, &[u8])> = files.iter().map(|text| ("a.txt", *text)).collect();
        zip_of(&named, is_behind)
    }

    fn zip_of(files: &[(&str, &[u8])], is_behind: bool) -> Vec<u8> {
        let mut archive = Vec::new();
        for (name, text) in files {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(text).unwrap();
            let data = encoder.finish().unwrap();
            let mut crc = Crc::new();
            crc.update(text);
            let sizes = [crc.sum(), data.len() as u32, text.len() as u32].map(u32::to_le_bytes).concat();
            archive.extend(b"PK\x03\x04\x14\x00");
            archive.extend([if is_behind { 8 } else { 0 }, 0, 8, 0, 0, 0, 0, 0]);
            archive.extend(if is_behind { vec![0; 12] } else { sizes.clone() });
            archive.extend([name.len() as u8, 0, 0, 0]);
            archive.extend(name.as_bytes());
            archive.extend(data);
            if is_behind {
                archive.extend(b"PK\x07\x08");
                archive.extend(sizes);
            }
        }
        archive.extend(b"PK\x01\x02 and the rest of the directoryPK\x05\x06");
        archive.extend([0; 18]);
        archive
    }

    #[test]
    fn every_coding_gives_the_text() {
        let units = |bytes: fn(u16) -> [u8; 2]| TEXT.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        let zstd = ruzstd::encoding::compress_to_vec(TEXT.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
        for (name, bytes) in [
            ("plain", TEXT.as_bytes().to_vec()),
            ("gzip", gzip(TEXT.as_bytes())),
            ("two members of gzip", [gzip(&TEXT.as_bytes()[..20]), gzip(&TEXT.as_bytes()[20..])].concat()),
            ("zstd", zstd),
            ("zip", zip(&[TEXT.as_bytes()], false)),
            ("zip with sizes behind", zip(&[TEXT.as_bytes()], true)),
            ("zip of a folder", zip_of(&[("a/", b""), ("a/a.txt", TEXT.as_bytes())], false)),
            ("zip of a Mac", zip_of(&[("a.txt", TEXT.as_bytes()), ("__MACOSX/._a.txt", b"\0\x05")], true)),
            ("UTF-16 in gzip", gzip(&units(u16::to_le_bytes))),
            ("UTF-16 in zip", zip(&[&units(u16::to_be_bytes)], false)),
            ("UTF-16", units(u16::to_le_bytes)),
            ("UTF-16, the other order", units(u16::to_be_bytes)),
        ] {
            assert_eq!(text_of(&bytes).unwrap_or_else(|error| panic!("{name}: {error}")), TEXT, "{name}");
        }
        let marked = [b"\xFF\xFE", &units(u16::to_le_bytes)[..]].concat();
        assert_eq!(text_of(&marked).unwrap(), format!("\u{feff}{TEXT}"));
        for text in ["║ 5 ·", "Übung 5"] {
            for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                assert_eq!(text_of(&text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>()).unwrap(), text);
            }
        }
    }

    #[test]
    fn damage_and_bombs_are_errors() {
        let text = TEXT.as_bytes();
        let error = |bytes: &[u8]| text_of(bytes).unwrap_err().to_string();
        assert!(error(&zip(&[text, text], false)).starts_with("found several files"));
        for (name, kind) in [
            ("xl/workbook.xml", "an Excel workbook (.xlsx)"),
            ("word/document.xml", "a Word document (.docx)"),
            ("ppt/presentation.xml", "a PowerPoint presentation (.pptx)"),
            ("META-INF/manifest.xml", "an OpenDocument file (.ods, .odt)"),
        ] {
            let document = zip_of(&[("[Content_Types].xml", text), ("_rels/.rels", text), (name, text)], false);
            assert!(error(&document).starts_with(&format!("found {kind}, expected ")), "{name}");
        }
        assert!(error(&zip_of(&[("quizzes.npy", text)], false)).starts_with("found an archive of NumPy (.npz)"));
        let mut large = zip(&[text], false);
        large[8] = 0;
        large[18..22].fill(0xFF);
        assert!(error(&large).starts_with("found a zip archive with sizes of 64 bits"));
        let mut wrong = zip(&[text], false);
        wrong[14] ^= 1;
        assert!(error(&wrong).starts_with("found another checksum"));
        let frame = ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest);
        for at in frame.len() - 4..frame.len() {
            let mut wrong = frame.clone();
            wrong[at] ^= 1;
            assert!(error(&wrong).ends_with("its checksum differs"), "{at}");
        }
        for bytes in [gzip(text), zip(&[text], true)] {
            for length in 4..bytes.len() {
                assert!(text_of(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
            }
        }
        let bomb = gzip(&vec![b'.'; 200 << 20]);
        let result = io::copy(&mut decoded(&bomb[..]).unwrap(), &mut io::sink());
        assert!(result.unwrap_err().to_string().starts_with("found a compressed file of more than 256 bytes"));
    }
}
