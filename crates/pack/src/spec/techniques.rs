//! Lists of techniques by their slugs.

use minirow_grade::{TECHNIQUES, Technique};

use super::{ConstraintValue, InvalidValue};
use crate::closest;

impl ConstraintValue for Vec<&'static Technique> {
    fn parse(text: &str) -> Result<Vec<&'static Technique>, InvalidValue> {
        text.split(',').map(|slug| technique(slug.trim())).collect()
    }

    fn words(&self) -> Vec<String> {
        self.iter().map(|technique| technique.slug.to_string()).collect()
    }
}

fn technique(slug: &str) -> Result<&'static Technique, InvalidValue> {
    TECHNIQUES.iter().copied().find(|technique| technique.slug == slug).ok_or_else(|| {
        let slugs = TECHNIQUES.iter().map(|technique| technique.slug);
        let meant = closest::among(slug, slugs).map(|slug| format!(", did you mean {slug}?")).unwrap_or_default();
        InvalidValue::new(format!("there is no such technique{meant} (`minirow techniques` lists them)"))
    })
}
