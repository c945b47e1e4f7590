//! A rating scale adds columns to files, statistics and readers.

use minirow_core::Puzzle;
use minirow_grade::Limits;
use minirow_table::{
    Column, ColumnType, Columns, ExtraColumns, Format, Registry, Row, SUDOKU_EXPLAINER, Scale, TableColumn, Tally,
    TallyBy, Value, row_writer,
};

/// A scale that rates by the number of empty cells.
struct Gaps;

static COLUMNS: [Column; 2] = [
    Column::of_scale("gap", ColumnType::Float64, "a tenth of the number of empty cells, rounded down to tenths")
        .in_tenths()
        .tallied(TallyBy::Value),
    Column::of_scale("gap_name", ColumnType::Utf8, "`wide` for more than 50 empty cells, else `narrow`")
        .tallied(TallyBy::Name(|| vec![("wide", "Wide"), ("narrow", "Narrow")])),
];

impl Scale for Gaps {
    fn name(&self) -> &'static str {
        "gaps"
    }

    fn summary(&self) -> &'static str {
        "Empty cells"
    }

    fn columns(&self) -> &'static [Column] {
        &COLUMNS
    }

    fn rating(&self) -> &'static Column {
        &COLUMNS[0]
    }

    fn rate(&self, puzzle: &Puzzle, _: Limits, row: &mut Row) {
        let empty = 81 - puzzle.clues().clue_count() as u64;
        COLUMNS[0].set(row, &Value::Float(empty as f64 / 10.0)).unwrap();
        COLUMNS[1].set(row, &if empty > 50 { "wide" } else { "narrow" }.into()).unwrap();
    }

    fn describe(&self, row: &Row) -> Vec<String> {
        vec![format!("{} empty cells", 81 - row.clues())]
    }
}

fn rated(registry: &Registry) -> Row {
    let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle = Puzzle::new(clues.parse().unwrap()).unwrap();
    let mut row = Row::of(&puzzle);
    registry.scales().iter().for_each(|scale| scale.rate(&puzzle, Limits::default(), &mut row));
    row
}

#[test]
fn a_scale_adds_columns_to_files_and_statistics() {
    let registry = Registry::new(&[&SUDOKU_EXPLAINER, &Gaps]);
    let row = rated(&registry);
    let gaps = registry.scale("gaps").unwrap();
    assert_eq!(gaps.rating().value(&row).float(), Some(5.1));

    // Columns that every pack has keep their places.
    let pack = Columns::pack_in(&registry, &[gaps], ExtraColumns::default());
    assert_eq!(
        pack.header_line(),
        Columns::pack(ExtraColumns::default()).header_line().replace('\n', ",gap,gap_name\n")
    );
    let only = Columns::grade_in(&registry, &[gaps], false);
    assert_eq!(only.header_line(), "puzzle,solution,clues,gap,gap_name\n");
    let both = Columns::grade_in(&registry, &[&SUDOKU_EXPLAINER, gaps], true);
    assert!(both.header_line().ends_with(",er,ep,ed,level,hardest,techniques,steps,nodes,backdoor,gap,gap_name\n"));

    let shown = Columns::of_header_in(&registry, ["clues", "er", "gap", "gap_name"]);
    let mut bytes = Vec::new();
    let mut writer = row_writer(Format::JsonLines, &shown, &[], &mut bytes).unwrap();
    writer.write_row(&row).unwrap();
    writer.finish().unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), "{\"clues\":30,\"er\":1.2,\"gap\":5.1,\"gap_name\":\"wide\"}\n");

    let mut tally = Tally::new_in(&registry, ["all"]);
    tally.add(&row, 0);
    assert_eq!((tally.column("gap").mean(), tally.column("gap_name").len()), (Some(51.0), 1));

    // Written values are read back.
    let mut read = Row::new(row.puzzle);
    for column in both.iter().filter_map(TableColumn::known) {
        let text = column.value(&row).to_string();
        column.set(&mut read, &text.as_str().into()).unwrap();
    }
    assert_eq!(read.scales, row.scales);
    let error = COLUMNS[0].set(&mut read, &"21".into()).unwrap_err();
    assert_eq!(error.to_string(), "gap is `21`, expected a rating from 0.0 to 20.0");
}
