//! The checksums of the blocks of a partial file, by which the lines are known that are as they were written.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;

use serde::Deserialize;
use sha2::{Digest, Sha256};

/// A part of a file that begins at the end of the block before it.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(try_from = "(u64, &str)")]
pub(super) struct Block {
    /// The position after its last byte.
    pub(super) end: u64,
    /// The first 64 bits of the SHA-256 checksum.
    checksum: u64,
}

impl TryFrom<(u64, &str)> for Block {
    type Error = std::num::ParseIntError;

    fn try_from((end, checksum): (u64, &str)) -> Result<Block, Self::Error> {
        Ok(Block { end, checksum: u64::from_str_radix(checksum, 16)? })
    }
}

impl Block {
    pub(super) fn new(end: u64, bytes: &[u8]) -> Block {
        Block { end, checksum: checksum(Sha256::new_with_prefix(bytes)) }
    }

    /// Reads the part of a file between two positions. Returns it with the number of its lines, or `None` if the file is
    /// shorter, or the part does not end with a line.
    pub(super) fn read(mut file: &File, range: Range<u64>) -> io::Result<Option<(Block, u64)>> {
        file.seek(SeekFrom::Start(range.start))?;
        let mut reader = BufReader::with_capacity(1 << 16, file.take(range.end.saturating_sub(range.start)));
        let (mut sha256, mut lines, mut left, mut last) = (Sha256::new(), 0, range.end - range.start, b'\n');
        loop {
            let bytes = reader.fill_buf()?;
            let Some(&end) = bytes.last() else { break };
            sha256.update(bytes);
            lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            (last, left) = (end, left - bytes.len() as u64);
            let length = bytes.len();
            reader.consume(length);
        }
        let is_whole = left == 0 && last == b'\n';
        Ok(is_whole.then(|| (Block { end: range.end, checksum: checksum(sha256) }, lines)))
    }

    /// Returns the line that is appended to a recipe.
    pub(super) fn line(&self) -> String {
        format!("[{},\"{:016x}\"]\n", self.end, self.checksum)
    }
}

fn checksum(sha256: Sha256) -> u64 {
    u64::from_be_bytes(sha256.finalize()[..8].try_into().expect("8 bytes"))
}

/// The lines of a partial file that have the checksum of their block. The others are damaged, or were written in the last moment
/// of a run.
#[derive(Clone, Default, Debug)]
pub struct UnchangedLines(Vec<Range<u64>>);

impl UnchangedLines {
    /// Compares a file with the checksums of its blocks. Also returns the blocks as they are now, up to the first incomplete one.
    pub(super) fn find(file: &File, blocks: &[Block]) -> io::Result<(UnchangedLines, Vec<Block>)> {
        let (mut unchanged, mut found) = (Vec::new(), Vec::new());
        let (mut start, mut line) = (0, 1);
        for block in blocks.iter().filter(|block| block.end > 0) {
            if block.end <= start {
                break;
            }
            let Some((read, lines)) = Block::read(file, start..block.end)? else { break };
            if read == *block {
                unchanged.push(line..line + lines);
            }
            (start, line) = (block.end, line + lines);
            found.push(read);
        }
        Ok((UnchangedLines(unchanged), found))
    }

    /// Returns `true` if a line is as it was written. Lines are counted from 1.
    pub fn contain(&self, line: u64) -> bool {
        let at = self.0.partition_point(|range| range.end <= line);
        self.0.get(at).is_some_and(|range| range.contains(&line))
    }
}
