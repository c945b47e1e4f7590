//! Lists of techniques by their slugs.

use minirow_grade::{TECHNIQUES, Technique};

use super::InvalidValue;
use crate::closest;

/// Parses a list of slugs, separated by commas.
///
/// # Errors
/// Returns the first word that is not a slug, with the closest slug.
pub(super) fn parse(text: &str) -> Result<Vec<&'static Technique>, InvalidValue> {
    text.split(',').map(|slug| technique(slug.trim())).collect()
}

/// Returns the slugs.
pub(super) fn words(techniques: &[&'static Technique]) -> Vec<String> {
    techniques.iter().map(|technique| technique.slug.to_string()).collect()
}

fn technique(slug: &str) -> Result<&'static Technique, InvalidValue> {
    TECHNIQUES.iter().copied().find(|technique| technique.slug == slug).ok_or_else(|| {
        let slugs = TECHNIQUES.iter().map(|technique| technique.slug);
        let meant = closest::among(slug, slugs).map(|slug| format!(", did you mean {slug}?")).unwrap_or_default();
        InvalidValue::new(format!("there is no such technique{meant} (`minirow techniques` lists them)"))
    })
}
