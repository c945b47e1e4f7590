//! The columns of ratings: those that are computed, and those of the input that are kept.

use minirow_dataset::Formulas;
use minirow_formats::{Record, RecordTable, csv_fields, csv_record, is_formula};
use minirow_table::input::Place;
use minirow_table::{Columns, Format, Row, TableColumn, Value};

/// The columns of a file of ratings. Those of the input come after the ratings, except for the id, which is the first one.
pub(super) struct GradeColumns {
    columns: Columns,
    /// The columns of the input.
    table: RecordTable,
    /// For each column, its place in the table, or `None` if it is computed.
    places: Vec<Option<usize>>,
    /// The columns as they are read, whose types the values must fit. `None` for CSV, which takes any value.
    types: Option<Columns>,
}

/// The values of a record in the columns that are kept.
struct KeptValues {
    /// For each column, the text; `None` if it is computed.
    values: Vec<Option<String>>,
    /// The values that are left out, in words.
    lost: Vec<String>,
    /// A value does not fit the type of its column.
    is_invalid: bool,
}

impl GradeColumns {
    /// Returns the computed columns with those of the first records. A computed column replaces one of the input with its name.
    pub(super) fn new<'a>(computed: &Columns, records: impl IntoIterator<Item = &'a Record>, format: Format) -> Self {
        let table = RecordTable::of(records);
        let is_computed = |name: &str| computed.names().any(|known| known.eq_ignore_ascii_case(name));
        let is_id = |name: &str| name.eq_ignore_ascii_case("id");
        let place = |name: &str| table.columns().position(|known| known == name);
        let mut names: Vec<&str> = table.columns().filter(|name| is_id(name)).collect();
        names.extend(computed.names());
        names.extend(table.columns().filter(|name| !is_id(name) && !is_computed(name)));
        // The text of the puzzle is that of the input, because a grid does not have all candidates.
        let places = names.iter().map(|name| place(name).filter(|_| *name == "puzzle" || !is_computed(name))).collect();
        let known = Columns::of_header(names.iter().copied());
        let types = (format != Format::Csv).then(|| known.clone());
        // A rating of another program keeps its name, which stands for `er` where that is not computed.
        let column = |(column, name): (&TableColumn, &&str)| match column {
            column if column.name() == *name => column.clone(),
            _ => TableColumn::Unknown((*name).into()),
        };
        let columns = known.iter().zip(&names).map(column).collect();
        GradeColumns { columns, table, places, types }
    }

    /// Returns the columns of the file.
    pub(super) fn columns(&self) -> &Columns {
        &self.columns
    }

    fn kept(&self, record: &Record) -> KeptValues {
        let row = self.table.row(record);
        let value = |place: &Option<usize>| place.map(|place| row.values[place].clone());
        let mut kept =
            KeptValues { values: self.places.iter().map(value).collect(), lost: Vec::new(), is_invalid: false };
        if !row.dropped.is_empty() {
            kept.lost.push(format!("left out, as the table has no place for it: {}", row.dropped.join(", ")));
        }
        for (column, value) in self.types.iter().flat_map(Columns::iter).zip(&mut kept.values) {
            let Some(text) = value else { continue };
            if let Err(error) = column.column_type().convert(column.name(), &Value::from(text.as_str())) {
                kept.lost.push(format!("left out: {error}"));
                kept.is_invalid = true;
                text.clear();
            }
        }
        kept
    }

    /// Counts the values of a record and the names of their columns that spreadsheet programs may run.
    pub(super) fn note_formulas(&self, record: &Record, place: &Place, formulas: &mut Formulas) {
        let is_formula = |(name, value): (&str, String)| is_formula(name) || is_formula(&value);
        let has_formula = record.fields.iter().any(|(name, value)| is_formula((name, value.text().into_owned())));
        if has_formula || record.solution.as_deref().is_some_and(minirow_formats::is_formula) {
            let kept = self.columns.names().zip(self.kept(record).values);
            formulas.note(kept.filter_map(|(name, value)| Some((name, value?))), place);
        }
    }

    /// Returns the row of a record with its ratings as a record of CSV, the values that are left out in words, and `true` if one of
    /// them is invalid.
    pub(super) fn line(&self, record: &Record, row: &Row) -> (String, Vec<String>, bool) {
        let KeptValues { values, lost, is_invalid } = self.kept(record);
        let computed = self.columns.values(row);
        let texts = computed.zip(values).map(|(computed, kept)| kept.unwrap_or_else(|| computed.text().into_owned()));
        (csv_record(texts, Some(b'#')), lost, is_invalid)
    }

    /// Returns `true` if a row has the values of a record that is a puzzle, and a solution, and no value was left out. The ratings are
    /// not checked.
    pub(super) fn is_row_of(&self, record: &Record, row: &str) -> bool {
        let (fields, kept) = (csv_fields(row, ','), self.kept(record));
        let has_solution = || self.columns.position("solution").is_some_and(|place| !fields[place].is_empty());
        let is_kept = |(field, kept): (&str, &Option<String>)| kept.as_ref().is_none_or(|kept| kept == field);
        fields.len() == kept.values.len()
            && kept.lost.is_empty()
            && fields.iter().zip(&kept.values).all(is_kept)
            && has_solution()
    }
}
