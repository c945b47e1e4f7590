//! Tables that are aligned for reading and are Markdown for pasting.

/// The first column to the left, the numbers after it to the right.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].chars().count(), 3]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let rule = |(column, &width): (usize, &usize)| {
        if column == 0 { "-".repeat(width) } else { format!("{}:", "-".repeat(width - 1)) }
    };
    let rule: Vec<String> = widths.iter().enumerate().map(rule).collect();
    let head: Vec<String> = head.iter().map(ToString::to_string).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    [&head, &rule].into_iter().chain(rows).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let expected = "\
| ER        | puzzles |  ms |
| --------- | ------: | --: |
| below 2.6 |       1 | 0.1 |
| all       |   12345 |   - |
";
        let rows = [row(["below 2.6", "1", "0.1"]), row(["all", "12345", "-"])];
        assert_eq!(table(&["ER", "puzzles", "ms"], &rows), expected);
    }
}
