//! Options whose values are the variants of an enum of another crate.

use std::error::Error;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use minirow_dataset::OutputFormat;
use minirow_formats::Form;
use strum::{EnumMessage, VariantArray};

/// Returns a parser of the variants of an enum. The help of each is its documentation.
pub(crate) fn choices<T>() -> impl TypedValueParser<Value = T>
where
    T: Clone
        + Copy
        + EnumMessage
        + FromStr<Err: Error + Send + Sync + 'static>
        + Into<&'static str>
        + Send
        + Sync
        + VariantArray,
{
    let value = |&variant: &T| {
        let aliases = variant.get_serializations().iter().copied();
        PossibleValue::new(variant.into()).aliases(aliases).help(variant.get_documentation())
    };
    PossibleValuesParser::new(T::VARIANTS.iter().map(value)).try_map(|name| name.parse::<T>())
}

/// Returns a parser of the formats that rows can be written in: the forms of `minirow-formats`, and Parquet.
pub(crate) fn output_formats() -> impl TypedValueParser<Value = OutputFormat> {
    let forms = Form::ALL.map(|form| PossibleValue::new(form.name()).help(form.about()));
    let parquet = PossibleValue::new("parquet").help("columns with types; needs a file");
    PossibleValuesParser::new(forms.into_iter().chain([parquet])).map(|name| {
        let form = Form::ALL.into_iter().find(|form| form.name() == name);
        form.map_or(OutputFormat::Parquet, OutputFormat::Form)
    })
}
