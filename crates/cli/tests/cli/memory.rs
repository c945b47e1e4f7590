//! Memory and time of the readers: for inputs of the worst kinds, the memory stays below a constant, whatever the size of the input.
//!
//! A limit of the system ends a command that needs more. `MINIROW_TEST_SIZE` is the size of each input in bytes; if it is set, a table
//! with the time and the peak memory of each run is printed. Time makes no test fail.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::common::{Folder, PUZZLE, program};

/// The address space of a command in KiB: the documented limit of 1 GiB, the program itself, and the stacks of its threads.
const LIMIT: u64 = 3 << 19;

/// The commands, with the name of the file in place of `@`.
const COMMANDS: [&str; 6] =
    ["solve @", "convert --to csv @", "convert --to jsonl @", "stats --json @", "dedup @", "check --dataset @"];

/// Writes an input of about a number of bytes.
type Generator = fn(&mut dyn Write, usize) -> std::io::Result<()>;

const KINDS: &[(&str, Generator)] = &[
    ("lines.txt", |file, size| repeated(file, size, |_| format!("{PUZZLE}\n"))),
    ("bad-lines.txt", |file, size| repeated(file, size, |row| format!("bad line {row}\n"))),
    ("one-line.txt", |file, size| repeated(file, size, |_| "53..7....".into())),
    ("one-comment.txt", |file, size| repeated(file, size, |_| "# text".into())),
    ("long-cells.csv", |file, size| table(file, size, |row| format!("{row}{}", "x".repeat(1_000_000)))),
    ("quoted-lines.csv", |file, size| table(file, size, |row| format!("\"{row}{}\"", "line\n".repeat(60)))),
    ("open-quotes.csv", |file, size| table(file, size, |row| format!("\"{row}"))),
    ("stray-quotes.csv", |file, size| table(file, size, |row| format!("{row},\"{}", "y".repeat(16_000)))),
    ("formulas.csv", |file, size| table(file, size, |row| format!("=cmd({row})"))),
    ("splits.csv", |file, size| {
        writeln!(file, "puzzle,split,id")?;
        repeated(file, size, |row| format!("{PUZZLE},s{row},i{row}\n"))
    }),
    ("wide.csv", |file, size| {
        writeln!(file, "puzzle{}", (1..4096).map(|column| format!(",c{column}")).collect::<String>())?;
        repeated(file, size, |_| format!("{PUZZLE}{}\n", ",1".repeat(4095)))
    }),
    ("new-keys.jsonl", |file, size| {
        objects(file, size, |row| (0..10).map(|key| format!(",\"k{row}-{key}\":1")).collect())
    }),
    ("many-keys.jsonl", |file, size| objects(file, size, |_| (0..4000).map(|key| format!(",\"k{key}\":1")).collect())),
    ("too-many-keys.jsonl", |file, size| {
        objects(file, size, |_| (0..5000).map(|key| format!(",\"k{key}\":1")).collect())
    }),
    ("equal-keys.jsonl", |file, size| objects(file, size, |_| ",\"k\":1".repeat(1000))),
    ("long-values.jsonl", |file, size| objects(file, size, |_| format!(",\"k\":\"{}\"", "x".repeat(1_000_000)))),
    ("deep.json", |file, size| repeated(file, size, |_| "[[[[[[[[".into())),
    ("deep-lines.json", |file, size| repeated(file, size, |_| "[\n[\n[{\"a\":\n".into())),
    ("one-object.json", |file, size| {
        writeln!(file, "[{{\"puzzle\":\"{PUZZLE}\"")?;
        repeated(file, size, |row| format!(",\"k{row}\":{row}\n"))
    }),
    ("commas.json", |file, size| {
        writeln!(file, "[{{\"puzzle\":\"{PUZZLE}\"}}")?;
        repeated(file, size, |_| ",\n".into())
    }),
    ("braces.txt", |file, size| repeated(file, size, |_| "{\"\n".into())),
    ("sections.sdk", |file, size| {
        write!(file, "[Puzzle]\n{}", "53..7....\n".repeat(9))?;
        repeated(file, size, |row| format!("[S{row}]\ntext\n"))
    }),
    ("headers.sdk", |file, size| repeated(file, size, |row| format!("#C{row}{}\n", "text".repeat(20)))),
    ("attributes.opensudoku", |file, size| {
        xml(file, size, "", |_| (0..4000).map(|number| format!(" a{number}=\"\"")).collect())
    }),
    ("repeated-texts.opensudoku", |file, size| {
        let comment = format!("<comment>{}</comment>\n", "x".repeat(size.min(1_000_000) / 2));
        xml(file, size, &comment, |_| String::new())
    }),
    ("entities.opensudoku", |file, size| xml(file, size, "", |_| format!(" note=\"{}\"", "&amp;&#65;".repeat(50_000)))),
    ("no-tag.opensudoku", |file, size| repeated(file, size, |_| "<opensudoku ".into())),
    ("deep.opensudoku", |file, size| repeated(file, size, |_| "<opensudoku>\n".into())),
    ("array.npy", |file, size| {
        let rows = size / 81;
        let header = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({rows}, 81), }}\n");
        file.write_all(b"\x93NUMPY\x01\0")?;
        file.write_all(&(header.len() as u16).to_le_bytes())?;
        file.write_all(header.as_bytes())?;
        repeated(file, 81 * rows, |_| PUZZLE.replace('.', "\0"))
    }),
    ("long-cells.parquet", |file, size| {
        let rows = (size / 1_000_000).max(1);
        // Texts that do not compress and differ.
        let text =
            |row: usize| (0..1_000_000).map(|at| b'!' + ((row + at * at / 7 + at) % 90) as u8).collect::<Vec<u8>>();
        texts(file, (0..rows).map(text), WriterProperties::builder().set_dictionary_enabled(false).build())
    }),
    ("dictionary.parquet", |file, size| {
        let text = ByteArray::from(vec![b'x'; 100_000]);
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default()));
        texts(file, (0..2000).map(|_| text.clone()).take(size / 200), properties.build())
    }),
    ("short-cells.parquet", |file, size| {
        texts(file, (0..size / 100).map(|row| format!("note {row}").into_bytes()), WriterProperties::default())
    }),
];

fn repeated(file: &mut dyn Write, size: usize, part: impl Fn(usize) -> String) -> std::io::Result<()> {
    let (mut row, mut written) = (0, 0);
    while written < size {
        let part = part(row);
        file.write_all(part.as_bytes())?;
        written += part.len();
        row += 1;
    }
    Ok(())
}

fn table(file: &mut dyn Write, size: usize, note: impl Fn(usize) -> String) -> std::io::Result<()> {
    writeln!(file, "puzzle,note")?;
    repeated(file, size, |row| format!("{PUZZLE},{}\n", note(row)))
}

fn objects(file: &mut dyn Write, size: usize, keys: impl Fn(usize) -> String) -> std::io::Result<()> {
    repeated(file, size, |row| format!("{{\"puzzle\":\"{PUZZLE}\"{}}}\n", keys(row)))
}

fn xml(file: &mut dyn Write, size: usize, start: &str, attributes: impl Fn(usize) -> String) -> std::io::Result<()> {
    writeln!(file, "<opensudoku>\n{start}")?;
    repeated(file, size, |row| format!("<game data=\"{PUZZLE}\"{}/>\n", attributes(row)))?;
    writeln!(file, "</opensudoku>")
}

/// Writes a column of puzzles, and one of texts, in row groups of 10,000 rows.
pub(crate) fn texts<T: Into<ByteArray>>(
    file: &mut dyn Write,
    texts: impl Iterator<Item = T>,
    properties: WriterProperties,
) -> std::io::Result<()> {
    let schema = "message schema { REQUIRED BYTE_ARRAY puzzle (UTF8); REQUIRED BYTE_ARRAY note (UTF8); }";
    let schema = parse_message_type(schema).unwrap().into();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, properties.into()).unwrap();
    let mut texts = texts.map(Into::into).peekable();
    while texts.peek().is_some() {
        let notes: Vec<ByteArray> = texts.by_ref().take(10_000).collect();
        let mut group = writer.next_row_group().unwrap();
        for values in [vec![ByteArray::from(PUZZLE); notes.len()], notes] {
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<ByteArrayType>().write_batch(&values, None, None).unwrap();
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
    file.write_all(&bytes)
}

/// The end of a run with a limit of memory.
struct Run {
    status: Option<i32>,
    stderr: String,
    time: Duration,
    /// The peak memory in MiB, as far as the system tells it.
    peak: u64,
}

fn run(folder: &Path, arguments: &str) -> Run {
    let start = Instant::now();
    let stderr = folder.join("messages");
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {LIMIT}; exec \"$0\" \"$@\""), program().to_str().unwrap()])
        .args(arguments.split_whitespace())
        .args(["--quiet", "--threads", "2"])
        .env("MALLOC_ARENA_MAX", "2")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&stderr).unwrap())
        .spawn()
        .unwrap();
    let mut peak = 0;
    let status = loop {
        peak = peak.max(peak_of(child.id()).unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let stderr = String::from_utf8_lossy(&std::fs::read(stderr).unwrap()).into_owned();
    Run { status: status.code(), stderr, time: start.elapsed(), peak }
}

fn peak_of(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

#[test]
fn memory_stays_below_a_constant() {
    let campaign = std::env::var("MINIROW_TEST_SIZE").ok();
    let size = campaign.as_ref().map_or(1_000_000, |size| size.parse().expect("MINIROW_TEST_SIZE is a number"));
    let folder = Folder::new();
    for (kind, generate) in KINDS {
        let mut file = BufWriter::new(File::create(folder.path(kind)).unwrap());
        generate(&mut file, size).unwrap();
        drop(file);
        // A small run tries each kind with one command, and each command with some kinds.
        let number = KINDS.iter().position(|(known, _)| known == kind).unwrap();
        let commands =
            COMMANDS.iter().enumerate().filter(|(place, _)| campaign.is_some() || number % COMMANDS.len() == *place);
        for (_, command) in commands {
            let run = run(&folder.path(""), &command.replace('@', kind));
            let start = run.stderr.lines().next().unwrap_or_default();
            if campaign.is_some() {
                let status = run.status.unwrap_or(-1);
                eprintln!(
                    "{kind:26} {command:22} {status:2} {:7.1} s {:5} MiB  {start:.60}",
                    run.time.as_secs_f64(),
                    run.peak
                );
            }
            assert!(matches!(run.status, Some(0..=2)), "{command} {kind}: {:?}: {start}", run.status);
            assert!(!run.stderr.contains("panicked"), "{command} {kind}: {start}");
        }
        std::fs::remove_file(folder.path(kind)).unwrap();
    }
}
