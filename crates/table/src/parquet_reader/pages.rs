//! The pages of a column, checked before the library reserves memory for them: a failure to reserve memory ends the process.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use parquet::basic::Compression;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{ChunkReader, Length, RowGroupReader};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::record::reader::RowIter;
use parquet::schema::types::{ColumnDescPtr, Type};

use super::budget::Budget;
use super::page::{self, PageRows};
use super::thrift::{Cursor, fields, kind, skip};
use super::{FilePart, ParquetFile};

/// The bytes that the library needs for a value of a dictionary, and for a value of a row with several.
const DICTIONARY_VALUE: u64 = 40;
const REPEATED_VALUE: u64 = 64;

/// A row group whose pages are checked.
pub(super) struct CheckedGroup<'a> {
    pub(super) group: Box<dyn RowGroupReader + 'a>,
    pub(super) file: ParquetFile,
    pub(super) budget: Arc<Budget>,
    /// The number of rows that are read at a time.
    pub(super) batch: u64,
}

impl RowGroupReader for CheckedGroup<'_> {
    fn metadata(&self) -> &RowGroupMetaData {
        self.group.metadata()
    }

    fn num_columns(&self) -> usize {
        self.group.num_columns()
    }

    fn get_column_page_reader(&self, column: usize) -> Result<Box<dyn PageReader>> {
        let metadata = self.metadata().column(column);
        let rows = usize::try_from(self.metadata().num_rows())?;
        let chunk = Chunk::new(self.file.clone(), metadata.compression(), self.budget.clone());
        Ok(Box::new(CheckedPages {
            pages: SerializedPageReader::new(Arc::new(chunk), metadata, rows, None)?,
            values: u64::try_from(metadata.num_values())?,
            read: 0,
            column_type: metadata.column_descr_ptr(),
            budget: self.budget.clone(),
            batch: self.batch,
            dictionary: 0,
            held: VecDeque::new(),
            rows_held: 0,
            open: 0,
        }))
    }

    fn get_column_bloom_filter(&self, column: usize) -> Option<&parquet::bloom_filter::Sbbf> {
        self.group.get_column_bloom_filter(column)
    }

    fn get_row_iter(&self, projection: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_row_group(projection, self)
    }
}

/// The bytes of a column. The size of a page is checked before it is decompressed.
pub(super) struct Chunk {
    file: ParquetFile,
    budget: Arc<Budget>,
    is_gzip: bool,
    is_compressed: bool,
    /// The places where the library began to read last: a page, or the header before it.
    starts: Mutex<[u64; 2]>,
}

impl Chunk {
    pub(super) fn new(file: ParquetFile, compression: Compression, budget: Arc<Budget>) -> Chunk {
        let is_gzip = matches!(compression, Compression::GZIP(_));
        let is_compressed = compression != Compression::UNCOMPRESSED;
        Chunk { file, budget, is_gzip, is_compressed, starts: Mutex::new([u64::MAX; 2]) }
    }

    /// Checks a page with its header.
    pub(super) fn check(&self, header: &[u8], page: &[u8]) -> Result<()> {
        let size = PageSize::of(header).ok_or_else(|| ParquetError::General("a page with an invalid header".into()))?;
        let bytes = if self.is_compressed { size.uncompressed } else { page.len() as u64 };
        self.budget.spend(bytes)?;
        self.budget.hold(bytes)?;
        self.budget.release(bytes);
        // The library reads all that there is, whatever the header says.
        if self.is_gzip && size.is_compressed {
            let most = size.uncompressed.saturating_sub(size.levels);
            let compressed = &page[usize::try_from(size.levels)?.min(page.len())..];
            let found = io::copy(&mut MultiGzDecoder::new(compressed).take(most + 1), &mut io::sink());
            if found.is_ok_and(|found| found > most) {
                return Err(ParquetError::General(format!("a page of more than {most} bytes, expected {most}")));
            }
        }
        Ok(())
    }
}

impl Length for Chunk {
    fn len(&self) -> u64 {
        self.file.len()
    }
}

impl ChunkReader for Chunk {
    type T = BufReader<FilePart>;

    fn get_read(&self, start: u64) -> Result<BufReader<FilePart>> {
        let mut starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        *starts = [start, starts[0]];
        self.file.get_read(start)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let starts = *self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        let header = starts.into_iter().find(|&begun| begun < start).unwrap_or(start);
        let header = self.file.get_bytes(header, usize::try_from(start - header)?)?;
        let page = self.file.get_bytes(start, length)?;
        self.check(&header, &page)?;
        Ok(page)
    }
}

/// The sizes that the header of a page tells.
#[derive(Default)]
struct PageSize {
    uncompressed: u64,
    /// The bytes of levels before the compressed ones.
    levels: u64,
    is_compressed: bool,
}

impl PageSize {
    /// Reads a header. Source: `PageHeader` and `DataPageHeaderV2` in Parquet's `parquet.thrift`.
    fn of(header: &[u8]) -> Option<PageSize> {
        const UNCOMPRESSED: u64 = 2;
        const DATA_PAGE_V2: u64 = 8;
        const LEVELS: [u64; 2] = [5, 6];
        const IS_COMPRESSED: u64 = 7;
        let mut size = PageSize { is_compressed: true, ..PageSize::default() };
        fields(&mut Cursor(header), &mut |id, kind, bytes| match (id, kind) {
            // A sign is in the lowest bit.
            (UNCOMPRESSED, kind::INT32) => bytes.number().map(|number| size.uncompressed = number >> 1),
            (DATA_PAGE_V2, kind::STRUCT) => {
                size.levels = 0;
                fields(bytes, &mut |id, kind, bytes| match (id, kind) {
                    (id, kind::INT32) if LEVELS.contains(&id) => {
                        bytes.number().map(|number| size.levels = size.levels.saturating_add(number >> 1))
                    }
                    (IS_COMPRESSED, kind) => {
                        size.is_compressed = kind == kind::TRUE;
                        Some(())
                    }
                    (_, kind) => skip(kind, bytes, 10),
                })
            }
            (_, kind) => skip(kind, bytes, 10),
        })?;
        Some(size)
    }
}

/// Pages with a possible number of values, within the budget of the file.
struct CheckedPages {
    pages: SerializedPageReader<Chunk>,
    /// The number of values of the column, and of those that were read.
    values: u64,
    read: u64,
    column_type: ColumnDescPtr,
    budget: Arc<Budget>,
    batch: u64,
    /// The bytes of the dictionary.
    dictionary: u64,
    /// The pages whose values may be in memory: how many rows begin in them, and their bytes.
    held: VecDeque<(u64, u64)>,
    /// The number of rows that begin in these pages.
    rows_held: u64,
    /// The number of values of the last row, so far.
    open: u64,
}

impl CheckedPages {
    /// Counts a page that was read.
    fn count(&mut self, page: &Page) -> Result<()> {
        let values = u64::from(page.num_values());
        let is_dictionary = page.is_dictionary_page();
        // Each value of a dictionary takes a byte or more.
        let most = if is_dictionary { page.buffer().len() as u64 } else { self.values - self.read };
        if values > most {
            return Err(ParquetError::General(format!("a page of {values} values, expected at most {most}")));
        }
        self.budget.spend(values)?;
        let bytes = page.buffer().len() as u64;
        if is_dictionary {
            self.budget.release(self.dictionary);
            self.dictionary = bytes + DICTIONARY_VALUE * values;
            return self.budget.hold(self.dictionary);
        }
        self.read += values;
        let repeated = page::repeated(page, &self.column_type)?;
        self.budget.spend(repeated)?;
        let PageRows { begun, open, longest } = page::rows(page, &self.column_type, self.open)?;
        self.open = open;
        let levels = if longest > 1 { REPEATED_VALUE * longest } else { 0 };
        self.held.push_back((begun, bytes + repeated + levels));
        self.budget.hold(bytes + repeated + levels)?;
        // Pages before the last rows are dropped by the library.
        self.rows_held += begun;
        while let Some((begun, bytes)) = self.held.pop_front_if(|(begun, _)| self.rows_held - *begun > self.batch) {
            self.rows_held -= begun;
            self.budget.release(bytes);
        }
        Ok(())
    }
}

impl Drop for CheckedPages {
    fn drop(&mut self) {
        self.budget.release(self.dictionary + self.held.iter().map(|(_, bytes)| bytes).sum::<u64>());
    }
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(page) = self.pages.get_next_page()? else {
            if self.read == self.values {
                return Ok(None);
            }
            let (found, expected) = (self.read, self.values);
            return Err(ParquetError::General(format!("pages of {found} values, expected {expected}")));
        };
        self.count(&page)?;
        Ok(Some(page))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.pages.at_record_boundary()
    }
}

impl Iterator for CheckedPages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}
