//! The memory and the folder for sorting.

use std::path::{Path, PathBuf};

use bytesize::ByteSize;
use minirow_files::sort::SortBudget;

use crate::error::Result;

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Performance")]
pub(crate) struct SortArgs {
    /// Memory for sorting, such as 512MB or 4GB
    ///
    /// The rest is sorted on disk.
    #[arg(long, value_name = "SIZE", default_value = "1GB", value_parser = memory)]
    memory: u64,
    /// Folder for temporary files [default: that of the output]
    ///
    /// Without an output file, the default is the folder of the system.
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,
}

impl SortArgs {
    pub(crate) fn budget(&self) -> SortBudget {
        SortBudget { memory: self.memory, temp_dir: self.temp_dir.clone() }
    }

    /// Returns the budget with its folder, which is that of an output by default.
    ///
    /// # Errors
    /// If the folder is missing.
    pub(crate) fn budget_beside(&self, out: Option<&Path>) -> Result<SortBudget> {
        let budget = self.budget();
        Ok(SortBudget { temp_dir: Some(budget.folder(out)?), ..budget })
    }
}

fn memory(text: &str) -> Result<u64, String> {
    let bytes = text.parse::<ByteSize>().ok().map(|size| size.as_u64());
    bytes
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "expected an amount of memory of 1B or more, such as 512MB, 1GB or 2GiB".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_memory() {
        for (text, bytes) in
            [("1GB", 1_000_000_000), ("2 GiB", 2 << 30), ("64k", 64_000), ("512mb", 512_000_000), ("7", 7)]
        {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "GB", "0", "-1GB", "1XB"] {
            assert!(memory(text).is_err(), "{text}");
        }
    }
}
