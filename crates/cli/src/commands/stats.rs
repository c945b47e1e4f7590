//! `stats`: statistics of one or several packs, for a terminal, as JSON, as a page or as charts.

use clap::ValueEnum;
use minirow_files::ordered;
use minirow_report::statistics::charts::{self, Chart};
use minirow_report::statistics::{
    self, CountOptions, CountedRow, DuplicateRule, PackStatistics, ReferenceDistribution, StatisticsReport,
    StatisticsStyle,
};
use minirow_table::ScaleSet;
use minirow_table::input::{self, BadLine, Entry, Inputs, Item, NeededColumns};
use strum::VariantArray;

use crate::args::{ColorArgs, Given, TableInputArgs, TargetArgs, WorkArgs};
use crate::choices::{choices, scales};
use crate::commands::InputVerdict;
use crate::endings::{self, Endings};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::output::Output;
use crate::progress::Progress;

const EXAMPLES: &str = "\
Examples:
  minirow stats pack.csv                          tables with bars
  minirow stats easy.csv hard.csv extreme.csv     packs side by side
  minirow stats pack.csv --out pack.html          a page with charts
  minirow stats pack.csv --out pack.png           all charts as a picture
  minirow stats pack.csv --chart er --out er.svg  one chart
  minirow stats part-*.csv --together             many files as one pack
  minirow stats puzzles.txt --grade               rate the puzzles first
  minirow stats puzzles.txt --grade --scale se,te,minutes
  minirow stats pack.csv --json | jq .packs[0].er.mean
  minirow stats a.csv --chart clues --reference minimal-puzzles --out clues.svg";

/// Show statistics of packs: clues, ratings, levels, techniques
///
/// Clues and their symmetry are counted from the grids. ER, EP, ED, level, hardest, techniques, steps and minimal are read
/// from the columns of these names, which `pack` and `grade` write; `check` tells whether puzzles are proper. With a column
/// `weight`, shares and means are also shown by weight, with intervals of 95 % and the effective sample size.
///
/// Memory does not grow with the number of puzzles, except for 8 bytes each to find duplicates (80 MB for ten million);
/// `--duplicates none` saves them.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Statistics")]
pub(crate) struct Args {
    /// Stop at the first line that cannot be counted
    #[arg(long, help_heading = "Input")]
    strict: bool,
    /// Count all files as one pack
    #[arg(long, help_heading = "Input")]
    together: bool,
    /// Rate the puzzles that have no rating, as `minirow grade` does
    #[arg(long)]
    grade: bool,
    /// Scales of --grade [default: se]
    ///
    /// Several scales are separated by commas. A puzzle is rated on those on which it has no rating.
    #[arg(long, value_name = "SCALE,...", requires = "grade", value_delimiter = ',', value_parser = scales())]
    scale: Vec<ScaleSet>,
    /// Puzzles that count as duplicates
    #[arg(long, alias = "doubles", value_name = "RULE", default_value = "exact", value_parser = choices::<DuplicateRule>())]
    duplicates: DuplicateRule,
    /// Compare with a published distribution of clues
    #[arg(long, value_name = "NAME", value_parser = choices::<ReferenceDistribution>())]
    reference: Option<ReferenceDistribution>,
    /// Form of the statistics [default: by the ending of FILE, else text]
    #[arg(long, help_heading = "Output")]
    format: Option<StatsFormat>,
    /// Write JSON, as with --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    json: bool,
    /// Draw this chart only (svg, png); repeatable
    #[arg(long, value_name = "CHART", help_heading = "Output", value_parser = choices::<Chart>())]
    chart: Vec<Chart>,
    /// Heading of the page (html)
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    title: Option<String>,
    #[command(flatten)]
    inputs: TableInputArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    color: ColorArgs,
}

/// The form of statistics.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StatsFormat {
    /// Tables with bars
    Text,
    /// A JSON object
    Json,
    /// A page with charts for any browser, without further files
    #[value(alias = "htm")]
    Html,
    /// Charts as an SVG file
    Svg,
    /// Charts as a PNG file
    Png,
}

/// The endings of outputs.
const ENDINGS: Endings<StatsFormat> = &[
    ("txt", StatsFormat::Text),
    ("json", StatsFormat::Json),
    ("html", StatsFormat::Html),
    ("htm", StatsFormat::Html),
    ("svg", StatsFormat::Svg),
    ("png", StatsFormat::Png),
];

/// The narrowest and the widest text, in columns of a terminal, and the width elsewhere.
const WIDTHS: (usize, usize, usize) = (40, 120, 80);

impl Args {
    pub(crate) fn run(self, given: &Given) -> Result<InputVerdict> {
        let format = match self.json {
            true => StatsFormat::Json,
            false => endings::format_of(self.format, self.target.file(), ENDINGS)?.unwrap_or(StatsFormat::Text),
        };
        let all = self.inputs.inputs()?;
        let each = all.each()?;
        given.refuse(&[(each.len() == 1, "with one FILE", &["together"])])?;
        let inputs = match &each[..] {
            [_, _, ..] if self.together => vec![(format!("{} files", each.len()), all)],
            _ => each,
        };
        self.refuse(given, format, inputs.len())?;
        let mut output = Output::open(&self.target, "minirow stats")?;

        let mut packs = Vec::new();
        let names = statistics::short_names(&inputs.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
        for ((file, inputs), name) in inputs.into_iter().zip(names) {
            packs.push(self.read(PackStatistics::new(name, file), &inputs)?);
        }
        if packs.iter().all(|pack| pack.rows() == 0) {
            self.target.refuse_empty()?;
        }
        let verdict = InputVerdict::of_invalid(packs.iter().map(|pack| pack.skipped).sum());
        let report = StatisticsReport::new(packs, self.duplicates, self.reference);
        output.write(&self.written(&report, format)?)?;
        output.finish()?;
        Ok(verdict)
    }

    /// Checks for conflicting options before the input is read.
    fn refuse(&self, given: &Given, format: StatsFormat, packs: usize) -> Result<()> {
        let is_picture = matches!(format, StatsFormat::Svg | StatsFormat::Png);
        let has_clues = self.chart.is_empty() || self.chart.contains(&Chart::Clues);
        given.refuse(&[
            (self.json, "with --json", &["chart"]),
            (!is_picture, "without --format svg or png, or --out FILE.svg", &["chart"]),
            (is_picture, "in pictures", &["duplicates"]),
            (is_picture && !has_clues, "without --chart clues", &["reference"]),
            (format != StatsFormat::Html, "without --format html, or --out FILE.html", &["title"]),
            (format != StatsFormat::Text, "without --format text", &["color"]),
        ])?;
        if packs > charts::MOST_PACKS && (is_picture || format == StatsFormat::Html) {
            let most = charts::MOST_PACKS;
            return Err(Error::usage(format!(
                "found {packs} packs, expected at most {most}, which have distinct colours; --together counts them as one"
            )));
        }
        if format == StatsFormat::Png && self.target.is_terminal() {
            return Err(Error::usage("a terminal cannot show a picture; --out FILE.png writes it to a file"));
        }
        Ok(())
    }

    /// Adds up the rows of a pack.
    fn read(&self, mut pack: PackStatistics, inputs: &Inputs) -> Result<PackStatistics> {
        let progress = Progress::spinner("puzzles", self.work.quiet);
        if self.grade {
            progress.count_grids(inputs);
        }
        let options = CountOptions { duplicates: self.duplicates, scales: self.scales() };
        let interrupt = interrupt::token();
        let counted = |entry: Entry| {
            let counted = interrupt.stops_ratings(|| CountedRow::from_record(&entry.record, options));
            counted.map_err(|error| BadLine::new(entry.place, error))
        };
        let row = |item: Item| {
            let row = item.and_then(counted);
            progress.add(1);
            row
        };
        let mut add = |row: Result<CountedRow, BadLine>| {
            match row {
                Ok(row) => pack.add(&row),
                Err(bad) if self.strict || bad.is_unreadable => return Err(Error::data(bad)),
                Err(bad) => {
                    progress.print_message(&bad.to_string());
                    pack.skipped += 1;
                }
            }
            Ok(())
        };
        let items = input::ahead(inputs.clone().with_columns(NeededColumns::known()).read()?, &interrupt);
        ordered::map(items, self.work.threads, row, |rows| rows.into_iter().try_for_each(&mut add))?;
        interrupt.check(Error::Interrupted)?;
        Ok(pack)
    }

    /// Returns the scales that puzzles are rated on.
    fn scales(&self) -> ScaleSet {
        match &self.scale[..] {
            [] if self.grade => ScaleSet::SE,
            scales => scales.iter().copied().collect(),
        }
    }

    fn written(&self, report: &StatisticsReport, format: StatsFormat) -> Result<Vec<u8>> {
        let charts = if self.chart.is_empty() { Chart::VARIANTS } else { &self.chart };
        if matches!(format, StatsFormat::Svg | StatsFormat::Png) {
            let missing: Vec<&str> =
                charts.iter().filter(|chart| !chart.has_data(report)).map(|chart| chart.title()).collect();
            if missing.len() == charts.len() || !self.chart.is_empty() && !missing.is_empty() {
                return Err(Error::data(format!("found nothing to draw for: {}", missing.join(", "))));
            }
        }
        Ok(match format {
            StatsFormat::Text => statistics::text(report, self.style()).into_bytes(),
            StatsFormat::Json => statistics::json(report).into_bytes(),
            StatsFormat::Html => {
                statistics::page(report, self.title.as_deref().map(statistics::printable).as_deref()).into_bytes()
            }
            StatsFormat::Svg => charts::svg(report, charts).into_bytes(),
            StatsFormat::Png => charts::png(report, charts),
        })
    }

    fn style(&self) -> StatisticsStyle {
        let (narrowest, widest, elsewhere) = WIDTHS;
        let of_terminal = terminal_size::terminal_size().filter(|_| self.target.is_terminal());
        let width = of_terminal.map_or(elsewhere, |(width, _)| usize::from(width.0).clamp(narrowest, widest));
        StatisticsStyle { color: self.color.has_colors(&self.target), width }
    }
}
