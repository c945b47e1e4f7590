//! The registries of the libraries: techniques, constraints, forms, scales and levels.

use minirow_formats::Form;
use minirow_grade::{Level, Rating, TECHNIQUES, Technique};
use minirow_pack::GENERATOR;
use minirow_pack::spec::{ArgumentKind, CONSTRAINTS};
use minirow_table::{PROGRAM, SCALES};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns all registries as JSON.
#[wasm_bindgen]
pub fn registry() -> String {
    let number = |rating: Rating| f64::from(rating.tenths()) / 10.0;
    let techniques = TECHNIQUES.iter().map(|technique| {
        let ratings = [*technique.ratings.start(), *technique.ratings.end()].map(number);
        let Technique { slug, name, family, summary, .. } = technique;
        json!({ "slug": slug, "name": name, "family": family, "summary": summary, "ratings": ratings })
    });
    let constraints = CONSTRAINTS.iter().map(|constraint| {
        let (kind, values) = match constraint.kind {
            ArgumentKind::Flag => ("flag", Vec::new()),
            ArgumentKind::Value => ("value", Vec::new()),
            ArgumentKind::Range { .. } => ("range", Vec::new()),
            ArgumentKind::List => ("list", Vec::new()),
            ArgumentKind::OneOf(values) => ("one-of", values()),
        };
        let (name, help, example) = (constraint.camel_case_name(), constraint.help, constraint.example);
        json!({ "name": name, "help": help, "kind": kind, "values": values, "example": example })
    });
    let forms = Form::ALL.map(|form| json!({ "name": form.name(), "about": form.about(), "endings": form.endings() }));
    let levels = Level::ALL.map(|level| {
        let range = level.range();
        let er = [*range.start(), *range.end()].map(number);
        json!({ "name": level.name(), "er": er })
    });
    let scales: Vec<&str> = SCALES.iter().map(|scale| scale.name()).collect();
    json!({
        "program": PROGRAM,
        "generator": GENERATOR,
        "techniques": techniques.collect::<Vec<Value>>(),
        "constraints": constraints.collect::<Vec<Value>>(),
        "forms": forms,
        "levels": levels,
        "scales": scales,
    })
    .to_string()
}
