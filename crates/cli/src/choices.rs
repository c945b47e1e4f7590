//! Options whose values are the variants of an enum.

use std::error::Error;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use minirow_dataset::OutputFormat;
use minirow_formats::Form;
use minirow_table::{PathScale, SCALES, ScaleSet};
use strum::{EnumMessage, VariantArray};

/// Returns a parser of the variants of an enum of another crate. The help of each is its documentation.
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
    let help = |variant: T| variant.get_documentation().map(|help| help.trim_end_matches('.'));
    let value = |&variant: &T| {
        let aliases = variant.get_serializations().iter().copied();
        PossibleValue::new(variant.into()).aliases(aliases).help(help(variant))
    };
    PossibleValuesParser::new(T::VARIANTS.iter().map(value)).try_map(|name| name.parse::<T>())
}

/// Returns a parser of the rating scales.
pub(crate) fn scales() -> impl TypedValueParser<Value = ScaleSet> {
    let scales = SCALES.iter().map(|scale| PossibleValue::new(scale.name()).help(scale.summary()));
    PossibleValuesParser::new(scales).try_map(|name| ScaleSet::of(&name))
}

/// Returns a parser of the rating scales that have a path.
pub(crate) fn path_scales() -> impl TypedValueParser<Value = &'static dyn PathScale> {
    let scales = minirow_table::path_scales();
    let scales = scales.map(|scale| PossibleValue::new(scale.name()).help(scale.path_summary()));
    PossibleValuesParser::new(scales).try_map(|name| minirow_table::path_scale(&name))
}

/// Returns a parser of the formats of rows: the forms of `minirow-formats`, and Parquet.
pub(crate) fn output_formats() -> impl TypedValueParser<Value = OutputFormat> {
    let forms = Form::ALL.map(|form| PossibleValue::new(form.name()).help(form.about()));
    let parquet = PossibleValue::new("parquet").help("A Parquet file: columns with types");
    PossibleValuesParser::new(forms.into_iter().chain([parquet])).map(|name| {
        let form = Form::ALL.into_iter().find(|form| form.name() == name);
        form.map_or(OutputFormat::Parquet, OutputFormat::Form)
    })
}
