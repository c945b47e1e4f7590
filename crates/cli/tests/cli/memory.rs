//! Memory and time of the readers: for inputs of the worst kinds, the memory stays below a constant, whatever the size of the input,
//! and the time is linear.
//!
//! A limit of the system ends a command that needs more. If `MINIROW_TEST_SIZE` is set, the processor time is compared with that of a
//! quarter of the size: that of a quadratic reader is 16 times as long. If it is a number, it is the size of each input in bytes, all
//! commands read all kinds of up to 20 MB, and a table with the processor time and the peak memory of each run is printed.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use flate2::CrcWriter;
use flate2::write::{DeflateEncoder, GzEncoder};
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use crate::common::{Folder, PUZZLE, SOLUTION, program};
use crate::size::{campaign, stride};

/// The address space of a command in KiB: the documented limit of 1 GiB, the program itself, and the stacks of its threads.
const LIMIT: u64 = 3 << 19;

/// The rows of a grid.
const ROWS: &str =
    "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";

/// The most times as long as for a quarter of an input that a command may take: 4 in linear time, 16 in quadratic. The first MiB of an
/// object that is not closed takes no time, so that 10 MB take 6 times as long as 2.5 MB.
const STEEPEST: f64 = 8.0;

/// The processor time in seconds below which a time is not measured well enough to be compared.
const SHORTEST: f64 = 0.1;

/// The commands, with the name of the file in place of `@`.
const COMMANDS: [&str; 13] = [
    "solve @",
    "convert --to csv @",
    "convert --to jsonl @",
    "stats --json @",
    "dedup @",
    "check --dataset --ratings none @",
    "grade --max-er 1.0 @",
    "audit --ratings none @",
    "split --column=part @",
    "dataset --licence mit --out set --force --from @",
    "print --puzzle 1 --out o.svg --force @",
    "convert --out o.parquet --force @",
    "convert --to opensudoku @",
];

/// Files that are read as a whole, each with the command that reads it.
const WHOLE: &[(&str, Generator, &str)] = &[
    ("manifest.json", |file, size| json(file, size, |row| format!("{{\"file\":\"f{row}\",\"sha256\":\"\"}}")), CHECKED),
    ("nested.json", |file, size| json(file, size, |_| "{\"\":0}".into()), CHECKED),
    ("arrays.json", |file, size| json(file, size, |_| "[0]".into()), CHECKED),
    ("outside.json", |file, size| json(file, size, |_| "{\"file\":\"../a\",\"sha256\":\"\"}".into()), CHECKED),
    ("sections.toml", |file, size| repeated(file, size, |row| format!("[[section]]\nname='{row}'\ncount=1\n")), PACKED),
    ("keys.toml", |file, size| repeated(file, size, |row| format!("k{row}=1\n")), PACKED),
    ("deep.toml", |file, size| repeated(file, size, |row| if row == 0 { "a=".into() } else { "[".into() }), PACKED),
    ("tables.toml", |file, size| repeated(file, size, |row| format!("[a.{row}.b]\n")), PACKED),
    (
        "words.txt",
        |file, size| repeated(file, size, |row| format!("word-{row} = text\n")),
        "print one.csv --out o.pdf --force --language @",
    ),
    (
        "imprint.txt",
        |file, size| repeated(file, size, |_| "word ".into()),
        "print one.csv --title T --out o.pdf --force --imprint @",
    ),
    (
        "headings.csv",
        |file, size| {
            writeln!(file, "puzzle,id,section")?;
            let text = "word x".repeat(size.min(1_000_000) / 15);
            repeated(file, size, |row| format!("{PUZZLE},{row}{text},{text}\n"))
        },
        "print @ --heading id --out o.pdf --force",
    ),
    ("pattern.txt", |file, size| repeated(file, size, |_| ".".into()), "pack --count 1 --pattern @"),
    ("zeros.ttf", |file, size| repeated(file, size, |_| "\0\u{1}\0\0\0\u{7f}".into()), FONT),
    (
        "long.ttf",
        |file, size| {
            file.write_all(include_bytes!("../../../print/fonts/NotoSans-Regular.ttf"))?;
            repeated(file, size, |_| "\0".into())
        },
        FONT,
    ),
    (
        "objects.pdf",
        |file, size| {
            file.write_all(b"%PDF-1.4\n")?;
            repeated(file, size, |row| format!("{} 0 obj<</Type/Page>>endobj\n", row + 1))
        },
        PDF,
    ),
    (
        "deep.pdf",
        |file, size| {
            file.write_all(b"%PDF-1.4\n1 0 obj")?;
            repeated(file, size, |_| "<</A".into())
        },
        PDF,
    ),
];

const CHECKED: &str = "check --dataset @ one.csv";
const PACKED: &str = "pack --recipe @ --max-attempts 1";
const FONT: &str = "print one.csv --out o.pdf --force --font @";
const PDF: &str = "print --check @ --preset kdp-6x9";

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
        writeln!(file, "puzzle,solution,split,id")?;
        repeated(file, size, |row| format!("{PUZZLE},{SOLUTION},s{row},i{row}\n"))
    }),
    ("wide.csv", |file, size| {
        writeln!(file, "puzzle,solution{}", (2..4096).map(|column| format!(",c{column}")).collect::<String>())?;
        repeated(file, size, |_| format!("{PUZZLE},{SOLUTION}{}\n", ",1".repeat(4094)))
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
        repeated(file, size, |_| ",".repeat(20) + "\n")
    }),
    ("cells.json", |file, size| {
        writeln!(file, "[")?;
        repeated(file, size, |row| format!("{{\"value\": {}}},\n", row % 10))
    }),
    ("braces.txt", |file, size| repeated(file, size, |_| "{\"\n".into())),
    ("sections.sdk", |file, size| {
        write!(file, "[Puzzle]\n{ROWS}")?;
        repeated(file, size, |row| format!("[S{row}]\ntext\n"))
    }),
    ("headers.sdk", |file, size| repeated(file, size, |row| format!("#C{row}{}\n", "text".repeat(20)))),
    ("before.sdk", |file, size| {
        repeated(file, size, |_| "#C remark\n".into())?;
        write!(file, "{ROWS}")
    }),
    ("after.sdk", |file, size| {
        write!(file, "{ROWS}")?;
        repeated(file, size, |_| "#A x\n".into())
    }),
    ("labels.sdk", |file, size| {
        repeated(file, size, |_| "[Puzzle]\n".into())?;
        write!(file, "{ROWS}")
    }),
    ("edges.ss", |file, size| {
        repeated(file, size, |_| "*-----------*\n".into())?;
        write!(file, "{ROWS}")
    }),
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
    ("lines.txt.gz", |file, size| {
        let mut encoder = GzEncoder::new(file, flate2::Compression::fast());
        repeated(&mut encoder, 20 * size, |_| format!("{PUZZLE}\n"))?;
        encoder.finish().map(drop)
    }),
    ("one-line.txt.gz", |file, size| {
        let mut encoder = GzEncoder::new(file, flate2::Compression::fast());
        repeated(&mut encoder, 20 * size, |_| "53..7....".into())?;
        encoder.finish().map(drop)
    }),
    ("one-line.txt.zst", |file, size| repeated_frames(file, 20 * size)),
    ("lines.zip", |file, size| zip(file, 20 * size)),
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
    ("nulls.parquet", |file, size| {
        let schema = "message schema { OPTIONAL BYTE_ARRAY puzzle (UTF8); }";
        let levels = vec![0; size / 5];
        column(file, schema, WriterProperties::default(), |column| {
            column.typed::<ByteArrayType>().write_batch(&[], Some(&levels), None).unwrap();
        })
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

/// Writes frames of zstd, each of which stands for 128 KiB of one digit.
fn repeated_frames(file: &mut dyn Write, size: usize) -> std::io::Result<()> {
    const SIZE: u32 = 1 << 17;
    for _ in 0..size.div_ceil(SIZE as usize) {
        file.write_all(b"\x28\xb5\x2f\xfd\xa0")?; // one segment, whose size has four bytes
        file.write_all(&SIZE.to_le_bytes())?;
        let block = SIZE << 3 | 0b011; // one byte for all, the last block
        file.write_all(&block.to_le_bytes()[..3])?;
        file.write_all(b"5")?;
    }
    Ok(())
}

/// Writes a zip archive with one file of repeated lines.
fn zip(file: &mut dyn Write, size: usize) -> std::io::Result<()> {
    file.write_all(b"PK\x03\x04\x14\0\x08\0\x08\0")?; // the sizes follow the contents
    file.write_all(&[&[0; 16][..], &[1, 0, 0, 0], b"a"].concat())?;
    let mut contents = CrcWriter::new(DeflateEncoder::new(&mut *file, flate2::Compression::fast()));
    repeated(&mut contents, size, |_| format!("{PUZZLE}\n"))?;
    let (crc, mut encoder) = (contents.crc().sum(), contents.into_inner());
    encoder.try_finish()?;
    let sizes = [encoder.total_out() as u32, encoder.total_in() as u32];
    drop(encoder);
    file.write_all(&[b"PK\x07\x08", &crc.to_le_bytes()[..], &sizes.map(u32::to_le_bytes).concat()].concat())?;
    file.write_all(&[&b"PK\x01\x02 directory PK\x05\x06"[..], &[0; 18]].concat())
}

fn table(file: &mut dyn Write, size: usize, note: impl Fn(usize) -> String) -> std::io::Result<()> {
    writeln!(file, "puzzle,solution,note")?;
    repeated(file, size, |row| format!("{PUZZLE},{SOLUTION},{}\n", note(row)))
}

fn objects(file: &mut dyn Write, size: usize, keys: impl Fn(usize) -> String) -> std::io::Result<()> {
    repeated(file, size, |row| format!("{{\"puzzle\":\"{PUZZLE}\"{}}}\n", keys(row)))
}

fn xml(file: &mut dyn Write, size: usize, start: &str, attributes: impl Fn(usize) -> String) -> std::io::Result<()> {
    writeln!(file, "<opensudoku>\n{start}")?;
    repeated(file, size, |row| format!("<game data=\"{PUZZLE}\"{}/>\n", attributes(row)))?;
    writeln!(file, "</opensudoku>")
}

fn json(file: &mut dyn Write, size: usize, value: impl Fn(usize) -> String) -> std::io::Result<()> {
    write!(file, "{{\"files\":[")?;
    repeated(file, size, |row| value(row) + ",\n")?;
    writeln!(file, "0]}}")
}

/// Writes a file with one column.
fn column(
    file: &mut dyn Write,
    schema: &str,
    properties: WriterProperties,
    write: impl Fn(&mut SerializedColumnWriter),
) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let schema = parse_message_type(schema).unwrap().into();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, properties.into()).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    write(&mut column);
    column.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();
    file.write_all(&bytes)
}

/// Writes columns of puzzles, solutions and texts, in row groups of 10,000 rows.
pub(crate) fn texts<T: Into<ByteArray>>(
    file: &mut dyn Write,
    texts: impl Iterator<Item = T>,
    properties: WriterProperties,
) -> std::io::Result<()> {
    let columns = ["puzzle", "solution", "note"].map(|name| format!("REQUIRED BYTE_ARRAY {name} (UTF8);")).concat();
    let schema = parse_message_type(&format!("message schema {{ {columns} }}")).unwrap().into();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, properties.into()).unwrap();
    let mut texts = texts.map(Into::into).peekable();
    while texts.peek().is_some() {
        let notes: Vec<ByteArray> = texts.by_ref().take(10_000).collect();
        let mut group = writer.next_row_group().unwrap();
        let of_rows = |text| vec![ByteArray::from(text); notes.len()];
        for values in [of_rows(PUZZLE), of_rows(SOLUTION), notes] {
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
    /// The processor time in seconds, as far as the system tells it.
    seconds: f64,
    /// The peak memory in MiB, as far as the system tells it.
    peak: u64,
}

fn run(folder: &Path, arguments: &str) -> Run {
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
    let (mut peak, mut seconds) = (0, 0.0_f64);
    let status = loop {
        peak = peak.max(peak_of(child.id()).unwrap_or(0));
        seconds = seconds.max(seconds_of(child.id()).unwrap_or(0.0));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let stderr = String::from_utf8_lossy(&std::fs::read(stderr).unwrap()).into_owned();
    Run { status: status.code(), stderr, seconds, peak }
}

fn peak_of(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

/// Returns the processor time of a process, in the usual ticks of 10 ms.
fn seconds_of(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = status.rsplit_once(") ")?;
    let ticks: Vec<u32> = fields.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse().ok()).collect();
    Some(f64::from(ticks.iter().sum::<u32>()) / 100.0)
}

/// Writes a file, and lets commands read it. Returns the processor times in seconds.
fn read(
    folder: &Folder,
    name: &str,
    generate: Generator,
    size: usize,
    commands: &[&str],
    is_shown: bool,
    failures: &mut Vec<String>,
) -> Vec<f64> {
    let mut file = BufWriter::new(File::create(folder.path(name)).unwrap());
    generate(&mut file, size).unwrap();
    drop(file);
    let mut times = Vec::new();
    for command in commands {
        let run = run(&folder.path(""), &command.replace('@', name));
        let start = run.stderr.lines().next().unwrap_or_default();
        if is_shown {
            let (status, seconds, peak) = (run.status.unwrap_or(-1), run.seconds, run.peak);
            eprintln!("{name:26} {size:10} {command:30.30} {status:2} {seconds:7.1} s {peak:5} MiB  {start:.60}");
        }
        if !matches!(run.status, Some(0..=3)) || run.stderr.contains("panicked") {
            failures.push(format!("{command} {name} of {size} bytes: {:?}: {start}", run.status));
        }
        times.push(run.seconds);
    }
    std::fs::remove_file(folder.path(name)).unwrap();
    times
}

#[test]
fn memory_stays_below_a_constant() {
    let (campaign, is_compared) = (campaign(), stride(2) == 1);
    let size = campaign.unwrap_or(if is_compared { 1_000_000 } else { 30_000 });
    let folder = Folder::new().with("one.csv", format!("puzzle\n{PUZZLE}\n"));
    let are_all = campaign.is_some() && size <= 20_000_000;
    let kinds = KINDS.iter().enumerate().step_by(stride(3)).map(|(number, (kind, generate))| {
        // Other runs try each kind with one command, and each command with some kinds.
        let commands = COMMANDS.iter().enumerate().filter(|(place, _)| are_all || number % COMMANDS.len() == *place);
        (*kind, *generate, commands.map(|(_, command)| *command).collect::<Vec<_>>())
    });
    let mut failures = Vec::new();
    let whole = WHOLE.iter().step_by(stride(3)).map(|(kind, generate, command)| (*kind, *generate, vec![*command]));
    for (kind, generate, commands) in kinds.chain(whole) {
        let mut read =
            |size, commands: &[&str], is_shown| read(&folder, kind, generate, size, commands, is_shown, &mut failures);
        if !is_compared {
            read(size, &commands, false);
            continue;
        }
        let (quarters, times) = (read(size / 4, &commands, false), read(size, &commands, true));
        let mut steep = Vec::new();
        for ((command, mut quarter), mut time) in commands.iter().zip(quarters).zip(times) {
            let is_steep = |quarter: f64, time: f64| time > STEEPEST * quarter.max(SHORTEST);
            if is_steep(quarter, time) {
                // Other programs on the machine can make a run long.
                quarter = quarter.min(read(size / 4, &[command], false)[0]);
                time = time.min(read(size, &[command], true)[0]);
            }
            if is_steep(quarter, time) {
                steep.push(format!("{command} {kind}: {time:.1} s, a quarter {quarter:.1} s"));
            }
        }
        failures.append(&mut steep);
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
