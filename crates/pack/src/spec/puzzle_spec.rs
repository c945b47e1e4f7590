//! Specifications by the names of their constraints: set from text, checked, and written as options.

use std::fmt;

use minirow_gen::Recipe;
use serde::Deserializer;
use serde_json::Value;

use super::constraint::ArgumentKind;
use super::{ConstraintInfo, InvalidSpec, PuzzleSpec, RatingRange, Setting};
use crate::closest;

impl PuzzleSpec {
    /// Returns the specification that constrains nothing.
    pub fn new() -> PuzzleSpec {
        PuzzleSpec::default()
    }

    /// Returns the descriptions of all constraints, in the order of the help.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// assert!(PuzzleSpec::infos().any(|info| info.name == "with-digits"));
    /// ```
    pub fn infos() -> impl ExactSizeIterator<Item = &'static ConstraintInfo> {
        let infos: Vec<_> = PuzzleSpec::default().constraints().iter().map(|constraint| constraint.info()).collect();
        infos.into_iter()
    }

    /// Sets a constraint from text, as on the command line. A list is separated by commas; a flag is `true` or `false`.
    ///
    /// # Errors
    /// Returns an error if no constraint has this name, or it has no such value.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// let mut spec = PuzzleSpec::new();
    /// spec.set("clues", "24..=28")?;
    /// let error = spec.set("clue", "24").unwrap_err();
    /// assert_eq!(error.to_string(), "unknown constraint clue, did you mean clues?");
    /// # Ok::<(), minirow_pack::InvalidSpec>(())
    /// ```
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), InvalidSpec> {
        let Some(constraint) = self.reset(name) else { return Err(unknown_key(name)) };
        constraint.parse(text).map_err(|error| InvalidSpec::Value { name: name.into(), reason: error.to_string() })
    }

    /// Reads the keyword arguments of Python: names have `_` for `-`, values are text, numbers, booleans or lists of these.
    /// A `null` leaves the constraint unset.
    ///
    /// # Errors
    /// Returns the first argument whose name or value is not known. Names are spelled with `_` in the error.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// use serde_json::json;
    /// let spec = PuzzleSpec::from_keywords([("max_tries", json!(100)), ("with_digits", json!([1, 2]))])?;
    /// assert_eq!(spec.to_string(), "--max-tries 100 --with-digits 1,2");
    /// # Ok::<(), minirow_pack::InvalidSpec>(())
    /// ```
    pub fn from_keywords<N: AsRef<str>>(
        arguments: impl IntoIterator<Item = (N, Value)>,
    ) -> Result<PuzzleSpec, InvalidSpec> {
        let mut spec = PuzzleSpec::default();
        for (name, value) in arguments {
            let name = name.as_ref();
            let info = PuzzleSpec::infos().find(|info| info.python_name() == name);
            let info = info.ok_or_else(|| unknown_name(name, ConstraintInfo::python_name))?;
            if !value.is_null() {
                spec.set_value(info, value)
                    .map_err(|error| InvalidSpec::Value { name: name.into(), reason: error.to_string() })?;
            }
        }
        Ok(spec)
    }

    /// Reads the specification in the recipe of a manifest, whose other keys are ignored.
    ///
    /// # Errors
    /// Returns the first constraint whose value is not known.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// use serde_json::json;
    /// let recipe = json!({"seed": 42, "count": 1000, "level": "hard", "clues": null, "needs": []});
    /// assert_eq!(PuzzleSpec::from_recipe(&recipe)?.to_string(), "--level hard");
    /// # Ok::<(), minirow_pack::InvalidSpec>(())
    /// ```
    pub fn from_recipe(recipe: &Value) -> Result<PuzzleSpec, InvalidSpec> {
        let present = PuzzleSpec::infos().filter_map(|info| Some((info.python_name(), recipe.get(info.name)?.clone())));
        PuzzleSpec::from_keywords(present)
    }

    /// Sets a constraint from a value of JSON or TOML.
    pub(super) fn set_value<'de, D: Deserializer<'de>>(
        &mut self,
        info: &ConstraintInfo,
        value: D,
    ) -> Result<(), D::Error> {
        let constraint = self.reset(info.name).expect("the name of a constraint");
        super::serde_form::deserialize_into(constraint, value)
    }

    /// Returns the options of `minirow pack` that give this specification, in alphabetical order: `--clues`, `24..=28`.
    /// Constraints that have their default value are left out. No option needs quotes in a shell.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// assert_eq!(PuzzleSpec::new().minimal(true).clues(24..=28).options(), ["--clues", "24..=28", "--minimal"]);
    /// ```
    pub fn options(&self) -> Vec<String> {
        self.settings().into_iter().flat_map(|setting| option(&setting)).collect()
    }

    /// Returns the constraints that do not have their default value, in alphabetical order.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// let settings = PuzzleSpec::new().clues(24).settings();
    /// assert_eq!((settings[0].name, settings[0].value.as_str()), ("clues", "24"));
    /// ```
    pub fn settings(&self) -> Vec<Setting> {
        let mut settings: Vec<Setting> = self
            .set_constraints()
            .iter()
            .map(|constraint| {
                let info = constraint.info();
                let is_flag = matches!(info.kind, ArgumentKind::Flag);
                Setting { name: info.name, value: if is_flag { String::new() } else { constraint.words().join(",") } }
            })
            .collect();
        settings.sort_unstable_by_key(|setting| setting.name);
        settings
    }

    /// Checks that the constraints do not exclude each other, and returns the range of ER that they allow.
    ///
    /// What the generator alone decides is checked by [`Sampler::new`](crate::Sampler::new).
    ///
    /// # Errors
    /// Returns the first conflict.
    ///
    /// ```
    /// use minirow_grade::Level;
    /// use minirow_pack::PuzzleSpec;
    /// let spec = PuzzleSpec::new().level(Level::Hard).er(3.6..=4.4);
    /// assert_eq!(spec.check()?.to_string(), "3.6..=4.0");
    /// # Ok::<(), minirow_pack::InvalidSpec>(())
    /// ```
    pub fn check(&self) -> Result<RatingRange, InvalidSpec> {
        let constraints = self.constraints();
        let er = constraints.iter().try_fold(RatingRange::ALL, |er, constraint| constraint.narrow_er(self, er))?;
        constraints.iter().try_for_each(|constraint| constraint.check_options(self))?;
        constraints.iter().try_for_each(|constraint| constraint.check(self, er))?;
        Ok(er)
    }

    /// Returns the recipe of the generator. It covers some of the constraints; the others are checked for each puzzle.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// assert_eq!(PuzzleSpec::new().clues(24..=28).recipe().clues, Some(24..=28));
    /// ```
    pub fn recipe(&self) -> Recipe {
        let mut recipe = Recipe::default();
        for constraint in self.constraints() {
            constraint.apply(self, &mut recipe);
        }
        recipe
    }
}

/// The options of `minirow pack`, separated by spaces.
impl fmt::Display for PuzzleSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.options().join(" "))
    }
}

fn option(setting: &Setting) -> Vec<String> {
    let name = format!("--{}", setting.name);
    if setting.value.is_empty() { vec![name] } else { vec![name, setting.value.clone()] }
}

/// Returns the error for an unknown name, with names spelled by a function.
fn unknown_name(name: &str, spell: impl Fn(&ConstraintInfo) -> String) -> InvalidSpec {
    let known: Vec<String> = PuzzleSpec::infos().map(spell).collect();
    let closest = closest::among(name, known.iter().map(String::as_str)).map(String::from);
    InvalidSpec::UnknownName { name: name.into(), closest, known }
}

pub(super) fn unknown_key(name: &str) -> InvalidSpec {
    unknown_name(name, |info| info.name.into())
}
