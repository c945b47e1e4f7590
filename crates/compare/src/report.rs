//! The results: tables, or one JSON array.

use std::fs;
use std::io::{self, Write};

use serde::Serialize;

use crate::engines::EngineKind;
use crate::say;

/// Returns the speed of each engine relative to the best peer, given their times for the same work.
pub(crate) fn ratios_to_best_peer(engines: &[(EngineKind, f64)]) -> Vec<Option<f64>> {
    let peers = engines.iter().filter(|(kind, _)| *kind == EngineKind::Peer);
    let best = peers.map(|&(_, time)| time).min_by(f64::total_cmp);
    engines.iter().map(|(_, time)| best.map(|best| best / time)).collect()
}

/// Returns a ratio with three decimals; `-` if there is no peer.
pub(crate) fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.3}"))
}

/// Prints the rows of each item: a table under a title, or one JSON array of all rows.
///
/// # Errors
/// The error of `measure`, or if the results cannot be written.
pub(crate) fn print_rows<T, R: Clone + Serialize>(
    as_json: bool,
    heading: &str,
    items: &[(String, T)],
    measure: impl Fn(&T) -> anyhow::Result<Vec<R>>,
    table: fn(&[R]) -> String,
) -> anyhow::Result<()> {
    if as_json {
        say(heading);
        let rows = items.iter().map(|(_, item)| measure(item)).collect::<anyhow::Result<Vec<_>>>()?;
        print(&json(&rows.concat())?)?;
        return Ok(());
    }
    print(&format!("{heading}\n"))?;
    for (title, item) in items {
        let rows = measure(item)?;
        print(&format!("\n{title}\n{}", table(&rows)))?;
    }
    Ok(())
}

/// Returns one JSON array, and a line end.
pub(crate) fn json(rows: &[impl Serialize]) -> serde_json::Result<String> {
    serde_json::to_string_pretty(rows).map(|text| text + "\n")
}

/// Writes a result to standard output, and flushes.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Returns the name of the processor, if the system tells it.
pub(crate) fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    model_name(&info).unwrap_or("a processor of unknown name").to_owned()
}

fn model_name(info: &str) -> Option<&str> {
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_peer_is_the_measure_of_all() {
        let engines =
            [(EngineKind::Ours, 2.0), (EngineKind::Peer, 400.0), (EngineKind::Peer, 4.0), (EngineKind::Ours, 0.25)];
        assert_eq!(ratios_to_best_peer(&engines), [Some(2.0), Some(0.01), Some(1.0), Some(16.0)]);
        assert_eq!(ratios_to_best_peer(&engines[..1]), [None]);
    }

    #[test]
    fn the_processor_has_the_name_that_the_system_gives_it() {
        let info = "processor\t: 0\nvendor_id\t: Some\nmodel name\t: Some Processor @ 2.00GHz\n\nprocessor\t: 1\n";
        assert_eq!(model_name(info), Some("Some Processor @ 2.00GHz"));
        assert_eq!(model_name(""), None);
    }
}
