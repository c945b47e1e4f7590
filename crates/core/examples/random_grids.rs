//! Writes random grids of every kind to standard output, one on each line, for campaigns with the command line.
//!
//! `MINIROW_TEST_SIZE` sets their number.

#[path = "../tests/core/common.rs"]
mod common;
#[path = "../tests/core/size.rs"]
mod size;

use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut random = common::Random::new(21);
    let mut output = BufWriter::new(io::stdout().lock());
    for _ in 0..common::size(1_000) {
        writeln!(output, "{}", random.of_any_kind())?;
    }
    output.flush()
}
