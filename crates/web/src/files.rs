//! Files of puzzles in all forms, from texts and to texts.

use minirow_formats::{Form, LookAhead, Reader, Record, Writer};
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Error, Result};
use crate::input;

/// Reads a file in any form, up to a number of records. Returns its form, the records, and the errors of other lines.
#[wasm_bindgen]
pub fn read(bytes: &[u8], limit: u32) -> String {
    let mut reader = Reader::new(bytes);
    let form = reader.kind().form.map(Form::name);
    let mut writer = Writer::new(Form::JsonLines, None);
    let (mut records, mut errors) = (Vec::new(), Vec::new());
    for found in reader.by_ref().take(limit as usize) {
        match found {
            Ok(found) => {
                let text = writer.record(&found.record).text;
                let record = RawValue::from_string(text.trim_end().into()).expect("a record is one JSON object");
                records.push(json!({ "line": found.line, "record": record }));
            }
            Err(error) => errors.push(json!({ "line": error.line, "message": error.kind.to_string() })),
        }
    }
    json!({ "form": form, "records": records, "errors": errors, "complete": reader.next().is_none() }).to_string()
}

/// The options of `write`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    form: String,
    blank: Option<char>,
}

/// Writes records in a form. Returns the text, and the parts that it does not hold.
#[wasm_bindgen]
pub fn write(texts: Vec<String>, options: &str) -> Result<String> {
    let Options { form, blank } = input::options(options)?;
    let names = || Form::ALL.map(Form::name).join(", ");
    let form =
        Form::named(&form).ok_or_else(|| Error::option(format!("form: found {form}, expected one of {}", names())))?;
    if let Some(blank) = blank.filter(|blank| !['.', '0', '_', '*', '-'].contains(blank)) {
        return Err(Error::option(format!("blank: found {blank:?}, expected one of . 0 _ * -")));
    }
    let read =
        |(number, text): (usize, &String)| input::record(text).map_err(|error| error.at(format!("record {number}")));
    let records = texts.iter().enumerate().map(read).collect::<Result<Vec<Record>>>()?;
    let mut writer = Writer::new(form, blank);
    let (mut ahead, mut first) = (LookAhead::new(form), 0);
    while ahead.is_open() && first < records.len() {
        ahead.add(&records[first]).map_err(|error| Error::text(1, error).at(format!("record {first}")))?;
        first += 1;
    }
    let mut text = writer.header(records[..first].iter());
    let mut dropped: Vec<Value> = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let written = writer.record(record);
        text += &written.text;
        if !written.dropped.is_empty() {
            dropped.push(json!({ "record": number, "parts": written.dropped }));
        }
    }
    text += writer.footer();
    Ok(json!({ "text": text, "dropped": dropped }).to_string())
}
