//! Options whose values are the variants of an enum of another crate.

use std::error::Error;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
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
    let value = |&variant: &T| PossibleValue::new(variant.into()).help(variant.get_documentation());
    PossibleValuesParser::new(T::VARIANTS.iter().map(value)).try_map(|name| name.parse::<T>())
}
