//! Tables with aligned columns.

/// Returns a table for a terminal. The first and the last column, names and notes, are aligned to the left, the numbers
/// between them to the right.
pub(crate) fn plain(head: &[&str], rows: &[Vec<String>]) -> String {
    let last = head.len() - 1;
    let rows = aligned(head, rows, 0, |column| column == 0 || column == last);
    rows.iter().map(|row| row.join("  ").trim_end().to_owned() + "\n").collect()
}

/// Returns a table in Markdown. The first column is aligned to the left, the numbers in the others to the right.
pub(crate) fn markdown(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut rows = aligned(head, rows, 3, |column| column == 0);
    let rule = |(column, cell): (usize, &String)| {
        let width = cell.chars().count();
        if column == 0 { "-".repeat(width) } else { format!("{}:", "-".repeat(width - 1)) }
    };
    rows.insert(1, rows[0].iter().enumerate().map(rule).collect());
    rows.iter().map(|row| format!("| {} |\n", row.join(" | "))).collect()
}

/// Returns the cells of the head and the rows, with spaces up to the width of their column, which is at least `narrowest`.
fn aligned(head: &[&str], rows: &[Vec<String>], narrowest: usize, is_left: impl Fn(usize) -> bool) -> Vec<Vec<String>> {
    let mut all = vec![head.iter().map(ToString::to_string).collect::<Vec<_>>()];
    all.extend_from_slice(rows);
    for column in 0..head.len() {
        let widths = all.iter().map(|row| row[column].chars().count());
        let width = widths.max().unwrap_or_default().max(narrowest);
        for cell in all.iter_mut().map(|row| &mut row[column]) {
            *cell = if is_left(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") };
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_tables_have_no_spaces_at_the_ends_of_lines() {
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let rows = [row(["single", "49158", "2.5", ""]), row(["rustoku", "768", "1234.5", "every 64th"])];
        let expected = "\
engine   puzzles  us/puzzle
single     49158        2.5
rustoku      768     1234.5  every 64th
";
        assert_eq!(plain(&["engine", "puzzles", "us/puzzle", ""], &rows), expected);
    }

    #[test]
    fn the_columns_of_markdown_are_aligned() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let expected = "\
| ER        | puzzles |  ms |
| --------- | ------: | --: |
| below 2.6 |       1 | 0.1 |
| all       |   12345 |   - |
";
        let rows = [row(["below 2.6", "1", "0.1"]), row(["all", "12345", "-"])];
        assert_eq!(markdown(&["ER", "puzzles", "ms"], &rows), expected);
    }
}
