//! Messages about fields that an output form cannot hold.

use minirow_formats::Form;
use minirow_table::input::Place;

/// The fields that were dropped from records, because the output form cannot hold them.
///
/// ```
/// use minirow_dataset::DroppedFields;
/// use minirow_formats::Form;
/// use minirow_table::input::Place;
///
/// let mut dropped = DroppedFields::default();
/// dropped.note(vec!["author".into()], &Place::new(&"a.csv".into(), 2));
/// dropped.note(vec!["author".into()], &Place::new(&"a.csv".into(), 3));
/// assert_eq!(dropped.messages(Form::Sdm), ["left out from a.csv:2 and 1 more, as sdm has no place for it: author"]);
/// ```
#[derive(Clone, Default, Debug)]
pub struct DroppedFields(Vec<DroppedField>);

#[derive(Clone, Debug)]
struct DroppedField {
    name: String,
    count: u64,
    first: Place,
}

impl DroppedFields {
    /// Adds the fields that were dropped from a record.
    pub fn note(&mut self, names: Vec<String>, place: &Place) {
        for name in names {
            match self.0.iter_mut().find(|known| known.name == name) {
                Some(known) => known.count += 1,
                None => self.0.push(DroppedField { name, count: 1, first: place.clone() }),
            }
        }
    }

    /// Returns messages for the user. Fields that were dropped from the same records share a message.
    pub fn messages(&self, form: Form) -> Vec<String> {
        let mut groups: Vec<(&DroppedField, Vec<&str>)> = Vec::new();
        for field in &self.0 {
            let is_same =
                |known: &DroppedField| known.count == field.count && known.first.to_string() == field.first.to_string();
            match groups.iter_mut().find(|(known, _)| is_same(known)) {
                Some((_, names)) => names.push(&field.name),
                None => groups.push((field, vec![&field.name])),
            }
        }
        let message = |(DroppedField { count, first, .. }, names): (&DroppedField, Vec<&str>)| {
            let more = if *count == 1 { String::new() } else { format!(" and {} more", count - 1) };
            let form = form.name();
            format!("left out from {first}{more}, as {form} has no place for it: {}", names.join(", "))
        };
        groups.into_iter().map(message).collect()
    }
}
