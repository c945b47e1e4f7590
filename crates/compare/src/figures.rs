//! `compare figures`: measures the tables of the documentation, and writes each into its page.

mod engines;
mod page;
mod peers;
mod picture;
mod programs;
mod setup;

use std::path::PathBuf;
use std::time::Instant;

pub(crate) use programs::{RunArgs, run as run_program};

use self::page::Stamp;
use self::setup::Setup;
use crate::say;

const EXAMPLES: &str = "\
Examples:
  compare figures --data ../sets
  compare figures rating packs --data ../sets
  compare figures --data ../sets --quick";

/// Measures the tables of the documentation, and writes each into its page.
///
/// A table is in its page between two comments with its name. It tells when, at which commit, on which processor and by which
/// command it was measured. All tables take about 12 minutes on two cores, which must have no other work. Each is written as
/// soon as it is measured, so that the command can be interrupted.
///
/// The program is built in the profile of a release. Files that are not in a commit are an error, except for those of the
/// documentation.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Tables to measure [default: all].
    #[arg(value_name = "TABLE", value_parser = FIGURES.each_ref().map(|figure| figure.name))]
    only: Vec<String>,
    /// Folder with `17clue.txt`, `top1465.txt` and `hardest375.txt`.
    #[arg(long, value_name = "FOLDER")]
    data: PathBuf,
    /// Measure a small part of the work, and write the pages below target/figures.
    #[arg(long)]
    quick: bool,
}

/// A table, or several that are measured together.
struct Figure {
    name: &'static str,
    /// The pages that it is in.
    pages: &'static [&'static str],
    /// Returns the text for each page.
    measure: fn(&Setup) -> anyhow::Result<Vec<String>>,
}

static FIGURES: [Figure; 9] = [
    Figure { name: "peers", pages: &[PERFORMANCE], measure: |_| Ok(vec![peers::table()?]) },
    Figure { name: "engines", pages: &[PERFORMANCE, "README.md"], measure: engines::measure },
    Figure { name: "rating", pages: &["docs/src/difficulty.md"], measure: programs::rating },
    Figure { name: "scales", pages: &[PERFORMANCE], measure: programs::scales },
    Figure { name: "cores", pages: &[PERFORMANCE], measure: programs::cores },
    Figure { name: "packs", pages: &["docs/src/packs.md"], measure: programs::packs },
    Figure { name: "neighbours", pages: &["docs/src/research.md"], measure: programs::neighbours },
    Figure { name: "growth", pages: &[PERFORMANCE], measure: programs::growth },
    Figure { name: "rows", pages: &[PERFORMANCE], measure: programs::rows },
];

const PERFORMANCE: &str = "docs/src/performance.md";

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let is_wanted = |figure: &&Figure| args.only.is_empty() || args.only.iter().any(|name| name == figure.name);
    let setup = Setup::new(&args.data, args.quick)?;
    let stamp = if args.quick { Stamp::of_quick() } else { Stamp::of_now(&setup.top)? };
    for figure in FIGURES.iter().filter(is_wanted) {
        say(&format!("{}: measuring", figure.name));
        let start = Instant::now();
        for (path, text) in figure.pages.iter().zip((figure.measure)(&setup)?) {
            let stamp = if figure.name == "peers" { peers::stamp()? } else { stamp.clone() };
            setup
                .edit(path, |page| page::replace(page, figure.name, &format!("{text}\n{}", stamp.line(figure.name))))?;
        }
        say(&format!("{}: {:.0} s", figure.name, start.elapsed().as_secs_f64()));
    }
    Ok(())
}

/// Returns a number with three significant digits, and with a comma before each three of the integer.
fn significant(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let digits = 2 - number.abs().log10().floor() as i32;
    if digits > 0 {
        return format!("{number:.*}", digits as usize);
    }
    let unit = 10_f64.powi(-digits);
    grouped(((number / unit).round() * unit) as u64)
}

/// Returns an integer with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn numbers_have_three_significant_digits() {
        let shown = [0.0, 0.000_312_4, 0.1982, 1.0, 10.94, 116.6, 1_234.6, 104_955.0].map(significant);
        assert_eq!(shown, ["0", "0.000312", "0.198", "1.00", "10.9", "117", "1,230", "105,000"]);
        assert_eq!([7, 1_000, 9_831_600].map(grouped), ["7", "1,000", "9,831,600"]);
    }

    #[test]
    fn every_table_has_its_place_in_its_pages() {
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for figure in &FIGURES {
            for path in figure.pages {
                let text = fs::read_to_string(top.join(path)).unwrap();
                assert!(page::replace(&text, figure.name, "").is_ok(), "{path}: {}", figure.name);
            }
        }
    }
}
