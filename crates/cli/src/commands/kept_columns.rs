//! Files with computed columns, and those of the input that are kept.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use minirow_dataset::Formulas;
use minirow_files::is_stream;
use minirow_formats::{Form, Record, RecordTable, csv_fields, csv_record, is_formula};
use minirow_table::input::{self, Entry, Item, Place};
use minirow_table::{Columns, Format, Schema, TableColumn, Value, equivalence};

use super::InputVerdict;
use super::per_grid::{Common, Outcome, first_items};
use crate::destination::LongOutput;
use crate::error::{Result, print_formulas};
use crate::interrupt;

/// The computed values of a grid, and the reason if it is invalid.
pub(crate) type Computed = (Vec<String>, Option<String>);

/// Computes the columns of an output for each grid, and keeps those of the input. The columns and the shape become part of the recipe.
pub(crate) fn run_keeping(
    common: &Common,
    mut output: LongOutput,
    compute: impl Fn(&Entry) -> Computed + Sync,
) -> Result<InputVerdict> {
    let LongOutput { command, target, resume, shape, .. } = output;
    if let Some(file) = target.file().filter(|file| !resume && !is_stream(file)) {
        shape.refuse_existing(file, None, &target.options(command))?;
    }
    let inputs = common.inputs.inputs()?;
    let mut items = input::ahead(inputs.read()?, &interrupt::token());
    let is_stream = !inputs.are_rereadable();
    // The columns of a stream of lines without fields are known at once: its next line may come much later.
    let is_plain = |item: &Item| item.as_ref().is_ok_and(|entry| entry.fields.is_empty() && entry.progress.is_none());
    let first = first_items(Form::Csv, &mut items, |record| Cow::Borrowed(record), |item| is_stream && is_plain(item))?;
    let records = first.iter().flatten().map(|entry| &entry.record);
    let rows = KeptColumns::new(&output.columns, records, shape.format);
    output.columns = rows.columns.clone();
    output.recipe["columns"] = output.columns.header_line().trim_end().into();
    shape.note(&mut output.recipe);
    let formulas = Mutex::new(Formulas::default());
    let note = |item: &Item| {
        if let Ok(entry) = item
            && (shape.format, shape.schema) == (Format::Csv, Schema::Full)
        {
            let mut formulas = formulas.lock().unwrap_or_else(PoisonError::into_inner);
            rows.note_formulas(&entry.record, &entry.place, &mut formulas);
        }
    };
    let items = first.into_iter().chain(items).inspect(note);
    let is_row_of = |entry: &Entry, row: &str| rows.is_row_of(entry, row);
    let verdict =
        common.run_resumable(&output, &inputs, items, is_row_of, |entry| rows.outcome(entry, compute(entry)))?;
    print_formulas(&formulas.into_inner().unwrap_or_else(PoisonError::into_inner), common.work.quiet);
    Ok(verdict)
}

/// The columns of a file. Those of the input come after the computed ones, except for the id, which is the first one.
struct KeptColumns {
    columns: Columns,
    /// The places of the computed columns.
    computed: Range<usize>,
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

impl KeptColumns {
    /// Returns the computed columns with those of the first records. A computed column replaces one of the input with its name.
    fn new<'a>(computed: &Columns, records: impl Iterator<Item = &'a Record> + Clone, format: Format) -> Self {
        let table = RecordTable::of(records.clone());
        // A table has a column with the number of clues, though the input may have none.
        let has_clues =
            records.clone().any(|record| record.fields.iter().any(|(name, _)| name.eq_ignore_ascii_case("clues")));
        let is_computed = |name: &str| computed.names().any(|known| known.eq_ignore_ascii_case(name));
        let is_id = |name: &str| name.eq_ignore_ascii_case("id");
        let place = |name: &str| table.columns().position(|known| known == name);
        let mut names: Vec<&str> = table.columns().filter(|name| is_id(name)).collect();
        let places_of_computed = names.len()..names.len() + computed.len();
        names.extend(computed.names());
        let is_kept = |name: &str| !is_id(name) && !is_computed(name) && (has_clues || name != "clues");
        names.extend(table.columns().filter(|name| is_kept(name)));
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
        KeptColumns { columns, computed: places_of_computed, table, places, types }
    }

    fn kept(&self, record: &Record) -> KeptValues {
        let row = self.table.row(record);
        let value = |place: &Option<usize>| place.map(|place| row.values[place].clone());
        let mut kept =
            KeptValues { values: self.places.iter().map(value).collect(), lost: Vec::new(), is_invalid: false };
        if !row.dropped.is_empty() {
            kept.lost.push(format!("left out, as the table has no place for it: {}", row.dropped.join(", ")));
        }
        // A computed solution replaces it.
        let is_computed = self.columns.position("solution").is_some_and(|place| self.computed.contains(&place));
        if let Some(error) = record.damaged_solution().filter(|_| !is_computed) {
            kept.lost.push(error.to_string());
            kept.is_invalid = true;
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
    fn note_formulas(&self, record: &Record, place: &Place, formulas: &mut Formulas) {
        let is_formula = |(name, value): (&str, String)| is_formula(name) || is_formula(&value);
        let has_formula = record.fields.iter().any(|(name, value)| is_formula((name, value.text().into_owned())));
        if has_formula || record.solution.as_deref().is_some_and(minirow_formats::is_formula) {
            let kept = self.columns.names().zip(self.kept(record).values);
            formulas.note(kept.filter_map(|(name, value)| Some((name, value?))), place);
        }
    }

    /// Returns the row of an entry. A value that is left out is told in words.
    fn outcome(&self, entry: &Entry, (computed, why): Computed) -> Outcome {
        let KeptValues { mut values, lost, is_invalid } = self.kept(&entry.record);
        for (value, computed) in values[self.computed.clone()].iter_mut().zip(computed) {
            value.get_or_insert(computed);
        }
        let is_invalid = is_invalid || why.is_some();
        let messages: Vec<String> = why.into_iter().chain(lost).collect();
        let message = (!messages.is_empty()).then(|| messages.join("; "));
        let text = csv_record(values.into_iter().map(Option::unwrap_or_default), Some(b'#'));
        Outcome { message, is_invalid, ..Outcome::valid(text) }
    }

    /// Returns `true` if a row has the values of an entry that is a puzzle, and no value was left out. The computed values are not
    /// checked.
    fn is_row_of(&self, entry: &Entry, row: &str) -> bool {
        let (fields, kept) = (csv_fields(row, ','), self.kept(&entry.record));
        // A puzzle has a computed solution.
        let solution = self.columns.position("solution").filter(|place| self.computed.contains(place));
        let is_puzzle = || match solution {
            Some(place) => !fields[place].is_empty(),
            None => equivalence::puzzle_of(&entry.board).is_ok(),
        };
        let is_kept = |(field, kept): (&str, &Option<String>)| kept.as_ref().is_none_or(|kept| kept == field);
        fields.len() == kept.values.len()
            && kept.lost.is_empty()
            && fields.iter().zip(&kept.values).all(is_kept)
            && is_puzzle()
    }
}
