//! `stats`: what is in a pack, for a terminal, as JSON, as a page or as charts; several packs beside each other.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::{ColorChoice, ValueEnum};

use minirow_report::statistics::charts::{self, Chart};
use minirow_report::statistics::{
    self, CountOptions, CountedRow, DuplicateRule, PackStatistics, ReferenceDistribution, StatisticsReport,
    StatisticsStyle,
};
use minirow_table::input::{Inputs, Item};
use minirow_table::ordered;
use strum::VariantArray;

use crate::args::{InputArgs, TargetArgs, WorkArgs, count_for};
use crate::choices::choices;
use crate::commands::InputVerdict;
use crate::error::{Error, Result};
use crate::output::Output;
use crate::progress::Progress;

const EXAMPLES: &str = "\
Examples:
  minirow stats pack.csv                            counts, clues, ER, levels, techniques, doubles
  minirow stats easy.csv hard.csv extreme.csv       packs beside each other
  minirow stats part-*.csv --together               many files as one pack
  minirow stats puzzles.txt --grade                 rates the puzzles first, on all cores
  minirow stats pack.csv --out pack.html            a page with charts, for any browser
  minirow stats pack.csv --out pack.png             all charts as a picture (or .svg)
  minirow stats pack.csv --chart er --out er.svg    one chart
  minirow stats pack.csv --json | jq .packs[0].er.mean
  minirow stats sample.csv --chart clues --reference minimal-puzzles --out clues.svg

Clues and their symmetry are counted from the grids. ER, EP, ED, level, hardest, techniques, steps
and minimal are what the columns of these names say, as `pack` and `grade` write them; `check` tells
whether puzzles are proper. With a column `weight`, shares and means are also shown by weight, with
intervals of 95 % and the effective sample size.

Memory does not grow with the number of puzzles, but for 8 bytes each to find doubles (80 MB for
ten million); --doubles none does without.";

/// Show what is in packs: clues, ratings, levels, techniques, symmetry, doubles
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// What to write [default: by the name of the output, else text]
    #[arg(long)]
    format: Option<StatsFormat>,
    /// Write JSON: the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// SVG and PNG: one chart only; may be given several times
    #[arg(long, value_name = "CHART", value_parser = choices::<Chart>())]
    chart: Vec<Chart>,
    /// Take all files for one pack
    #[arg(long)]
    together: bool,
    /// Rate the puzzles that have no ER; takes as long as `minirow grade`
    #[arg(long)]
    grade: bool,
    /// Which puzzles count as doubles
    #[arg(long, value_name = "WHICH", default_value = "exact", value_parser = choices::<DuplicateRule>())]
    doubles: DuplicateRule,
    /// Show a published distribution of clues for comparison
    #[arg(long, value_name = "NAME", value_parser = choices::<ReferenceDistribution>())]
    reference: Option<ReferenceDistribution>,
    /// Page: a heading
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Text: colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Stop at the first line that cannot be counted
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    work: WorkArgs,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StatsFormat {
    /// Tables with bars
    Text,
    /// One JSON object
    Json,
    /// One page with charts that holds all it needs, for any browser, offline too
    Html,
    /// Charts as an SVG file
    Svg,
    /// Charts as a PNG file
    Png,
}

/// Returns the format that the ending of a path stands for.
fn by_name(path: &Path) -> Option<StatsFormat> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "html" | "htm" => Some(StatsFormat::Html),
        "svg" => Some(StatsFormat::Svg),
        "png" => Some(StatsFormat::Png),
        "json" => Some(StatsFormat::Json),
        _ => None,
    }
}

/// The narrowest and the widest text, in columns of a terminal; and what it is elsewhere.
const WIDTHS: (usize, usize, usize) = (40, 120, 80);

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let by_name = || self.target.out.as_deref().and_then(by_name);
        let format = match self.json {
            true => StatsFormat::Json,
            false => self.format.or_else(by_name).unwrap_or(StatsFormat::Text),
        };
        let all = self.inputs.inputs()?;
        let each = all.each()?;
        let inputs = match &each[..] {
            [_, _, ..] if self.together => vec![(format!("{} files", each.len()), all)],
            _ => each,
        };
        self.refuse(format, inputs.len())?;
        let mut output = Output::open(&self.target)?;

        let mut packs = Vec::new();
        let names = statistics::short_names(&inputs.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
        for ((file, inputs), name) in inputs.into_iter().zip(names) {
            packs.push(self.read(PackStatistics::new(name, file), &inputs)?);
        }
        let answer =
            if packs.iter().any(|pack| pack.skipped > 0) { InputVerdict::SomeInvalid } else { InputVerdict::AllValid };
        let report = StatisticsReport::new(packs, self.doubles, self.reference);
        output.write(&self.written(&report, format)?)?;
        output.finish()?;
        Ok(answer)
    }

    /// Checks for conflicting options before the input is read.
    fn refuse(&self, format: StatsFormat, packs: usize) -> Result<()> {
        let is_picture = matches!(format, StatsFormat::Svg | StatsFormat::Png);
        if !self.chart.is_empty() && !is_picture {
            return Err(Error::usage("--chart is for --format svg and png; --out FILE.svg says so too"));
        }
        if self.title.is_some() && format != StatsFormat::Html {
            return Err(Error::usage("--title is for --format html; --out FILE.html says so too"));
        }
        if packs > charts::MOST_PACKS && (is_picture || format == StatsFormat::Html) {
            let most = charts::MOST_PACKS;
            return Err(Error::usage(format!(
                "found {packs} packs, expected {most} at most: colours for more cannot be told apart; --together makes them one"
            )));
        }
        if format == StatsFormat::Png && self.target.out.is_none() && io::stdout().is_terminal() {
            return Err(Error::usage("a picture is not for a terminal; --out FILE.png"));
        }
        Ok(())
    }

    /// Adds up the rows of a pack.
    fn read(&self, mut pack: PackStatistics, inputs: &Inputs) -> Result<PackStatistics> {
        let progress = Progress::spinner("puzzles", self.work.quiet);
        if self.grade {
            count_for(inputs, &progress);
        }
        let options = CountOptions { duplicates: self.doubles, grade: self.grade };
        let row = |item: Item| {
            let row = item.map_err(|bad| bad.to_string()).and_then(|entry| {
                CountedRow::from_record(&entry.record, options).map_err(|message| format!("{}: {message}", entry.place))
            });
            progress.add(1);
            row
        };
        ordered::map(inputs.read()?, self.work.threads, row, |rows| {
            for row in rows {
                match row {
                    Ok(row) => pack.add(&row),
                    Err(message) if self.strict => return Err(Error::data(message)),
                    Err(message) => {
                        progress.print_message(&message);
                        pack.skipped += 1;
                    }
                }
            }
            Ok(())
        })?;
        Ok(pack)
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
        let is_terminal = self.target.out.is_none() && io::stdout().is_terminal();
        let color = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // NO_COLOR, CLICOLOR, TERM=dumb and the like.
            ColorChoice::Auto => {
                self.target.out.is_none() && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
            }
        };
        let (narrowest, widest, elsewhere) = WIDTHS;
        let of_terminal = terminal_size::terminal_size().filter(|_| is_terminal);
        let width = of_terminal.map_or(elsewhere, |(width, _)| usize::from(width.0).clamp(narrowest, widest));
        StatisticsStyle { color, width }
    }
}
