//! Round trips: rows that are written and read back are equal.

use minirow_core::{Grid, Solution, Symmetry};
use minirow_grade::{Cut, Level, Rating, TECHNIQUES};
use minirow_table::{
    ColumnGroup, Columns, ExtraColumns, Format, Registry, Row, RowLevel, RowReader, Scale, ScaleSet, ScaleValues,
    TableColumn, TechniqueName, Value, csv_line, row_writer,
};
use proptest::option;
use proptest::prelude::*;

const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn rating() -> impl Strategy<Value = Option<Rating>> {
    option::of((0..=200_u32).prop_map(|tenths| Rating::new(f64::from(tenths) / 10.0)))
}

fn technique() -> impl Strategy<Value = TechniqueName> {
    (0..TECHNIQUES.len()).prop_map(|place| TechniqueName::Known(TECHNIQUES[place]))
}

/// Text of people. It is not empty, as empty text is a missing value.
fn text() -> impl Strategy<Value = String> {
    "[a-zA-Z ,;\"'é中-]{1,20}"
}

prop_compose! {
    fn grids()(number in 0..1_218_998_108_160_u64, mask in any::<u128>(), is_solved in any::<bool>()) -> (Grid, Option<Solution>) {
        let full = Symmetry::nth(number).grid(&SOLUTION.parse().unwrap());
        let numbers = *full.numbers();
        let clues = std::array::from_fn(|cell| if mask >> cell & 1 == 1 { numbers[cell] } else { 0 });
        (Grid::from_numbers(clues).unwrap(), is_solved.then(|| Solution::new(full).unwrap()))
    }
}

prop_compose! {
    fn ratings()(
        er in rating(), ep in rating(), ed in rating(), cut in any::<bool>(),
        hardest in option::of(technique()),
        techniques in option::of(prop::collection::vec((technique(), 1..500_u32), 1..5)),
        steps in option::of(0..=9999_u16),
    ) -> Row {
        let mut row = Row::new(Grid::EMPTY);
        let cut = if cut { Cut::TooHard } else { Cut::BudgetSpent };
        row.level = Some(er.map_or(RowLevel::Cut(cut), |er| RowLevel::Level(Level::of(er))));
        (row.er, row.ep, row.ed, row.hardest, row.techniques, row.steps) = (er, ep, ed, hardest, techniques, steps);
        row
    }
}

prop_compose! {
    fn scales()(
        te in option::of((0..=3_u64, 0..=40_u64)),
        hodoku in option::of(0..=7_290_000_u64),
        minutes in option::of((0.0..650.0_f64, any::<bool>())),
    ) -> ScaleValues {
        let mut row = Row::new(Grid::EMPTY);
        let mut set = |name: &str, value: Value| Registry::standard().find(name).unwrap().set(&mut row, &value).unwrap();
        match te {
            Some((depth, length)) => {
                set("te", depth.into());
                set(["b", "b", "bxb", "bxbb"][depth as usize], length.into());
            }
            None => set("te_cut", "budget-spent".into()),
        }
        if let Some(score) = hodoku {
            set("hodoku_level", "unfair".into());
            set("hodoku_score", score.into());
        }
        if let Some((minutes, is_extrapolated)) = minutes {
            set("minutes", Value::Float(minutes));
            set("minutes_high", Value::Float(1.5 * minutes));
            set("minutes_extrapolated", is_extrapolated.into());
        }
        row.scales
    }
}

prop_compose! {
    fn rows()(
        (puzzle, solution) in grids(),
        (ratings, scales) in (ratings(), scales()),
        id in option::of(text()),
        (seed, index, nodes) in (option::of(any::<u64>()), option::of(any::<u64>()), option::of(any::<u64>())),
        generator in option::of(text()),
        minimal in option::of(any::<bool>()),
        backdoor in option::of(0..=3_u8),
        weight in option::of(prop_oneof![0.0..1e100, 0.0..10.0]),
        section in option::of(text()),
        (grid_id, split) in (option::of(any::<u64>()), option::of(text())),
    ) -> Row {
        let generator = generator.map(Into::into);
        Row {
            id, puzzle, solution, seed, index, nodes, generator, minimal, backdoor, weight, section, grid_id, split, scales,
            ..ratings
        }
    }
}

/// The columns of books, graded puzzles and data sets.
fn selections() -> [Columns; 4] {
    let all = Columns::pack(ExtraColumns { labels: true, weights: true, sections: true, scales: ScaleSet::ALL });
    [
        Columns::pack(ExtraColumns::default()),
        Columns::grade(ScaleSet::SE, true),
        all.clone(),
        all.with("grid_id").with("split"),
    ]
}

/// Returns the row without the fields that are not in the columns.
fn kept(row: &Row, columns: &Columns) -> Row {
    let mut kept = Row::new(row.puzzle);
    for column in columns.iter().filter_map(TableColumn::known) {
        column.set(&mut kept, &column.value(row)).unwrap();
    }
    kept
}

fn write(format: Format, columns: &Columns, rows: &[Row]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = row_writer(format, columns, &[], &mut bytes).unwrap();
    rows.iter().for_each(|row| writer.write_row(row).unwrap());
    writer.finish().unwrap();
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn csv(rows in prop::collection::vec(rows(), 0..4)) {
        for columns in selections() {
            let bytes = write(Format::Csv, &columns, &rows);
            let mut reader = RowReader::csv(&bytes[..]).unwrap().strict();
            prop_assert_eq!(reader.columns(), &columns);
            for row in &rows {
                let found = reader.next().unwrap().unwrap();
                prop_assert_eq!(&found, &kept(row, &columns));
                prop_assert_eq!(csv_line(&columns, &found), csv_line(&columns, row));
            }
            prop_assert!(reader.next().is_none());
        }
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn parquet(rows in prop::collection::vec(rows(), 0..4)) {
        for columns in selections() {
            use std::io::{Seek, Write};
            let bytes = write(Format::Parquet, &columns, &rows);
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&bytes).unwrap();
            file.rewind().unwrap();
            let reader = RowReader::open(file).unwrap();
            prop_assert_eq!(reader.columns(), &columns);
            let found: Vec<Row> = reader.map(Result::unwrap).collect();
            let expected: Vec<Row> = rows.iter().map(|row| kept(row, &columns)).collect();
            prop_assert_eq!(&found, &expected);
            prop_assert!(write(Format::Parquet, &columns, &found) == bytes);
        }
    }

    /// A change of any character is detected.
    #[test]
    fn a_changed_row_is_refused(row in rows(), place in any::<prop::sample::Index>(), to in "[0-9a-z,\"]") {
        let columns = &selections()[2];
        let mut bytes = write(Format::Csv, columns, std::slice::from_ref(&row));
        let header = columns.header_line().len();
        let at = header + place.index(bytes.len() - header - 1);
        prop_assume!(bytes[at] != to.as_bytes()[0] && bytes.is_ascii());
        bytes[at] = to.as_bytes()[0];
        let found: Vec<_> = RowReader::csv(&bytes[..]).unwrap().strict().collect();
        let is_same = matches!(&found[..], [Ok(found)] if *found == kept(&row, columns));
        prop_assert!(!is_same);
    }
}

#[test]
fn columns_of_files_are_those_with_groups() {
    let all = &selections()[2];
    for column in minirow_table::Registry::standard().columns() {
        let is_of_scale = ScaleSet::ALL.iter().flat_map(Scale::columns).any(|known| known.name() == column.name());
        let is_in = is_of_scale || column.groups().iter().any(|group| *group != ColumnGroup::Grade);
        assert_eq!(is_in, all.position(column.name()).is_some(), "{}", column.name());
    }
}
