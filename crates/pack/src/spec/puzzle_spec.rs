//! Specifications by the names of their constraints: set from text, checked, and written as options.

use std::fmt;

use minirow_gen::Recipe;
use minirow_table::ScaleSet;
use serde::Deserialize;
use serde_json::Value;

use super::serde_form::text_of;
use super::{ArgumentKind, ConstraintInfo, InvalidSpec, InvalidValue, PuzzleSpec, RatingRange, Setting};
use crate::closest::UnknownName;

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
    /// Returns an error if no constraint has this name, or the text is not a value of it.
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
        PuzzleSpec::find(name, |info| info.name.into())?;
        self.replace(name, text).map_err(|error| InvalidSpec::Value { name: name.into(), reason: error.to_string() })
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
        PuzzleSpec::from_arguments(arguments, ConstraintInfo::python_name)
    }

    /// Reads arguments as [`from_keywords`](PuzzleSpec::from_keywords) does. `spell` returns the name of a constraint as the
    /// arguments spell it.
    ///
    /// # Errors
    /// Returns the first argument whose name or value is not known.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// use minirow_pack::spec::ConstraintInfo;
    /// use serde_json::json;
    /// let spec = PuzzleSpec::from_arguments([("maxTries", json!(100))], ConstraintInfo::camel_case_name)?;
    /// assert_eq!(spec.to_string(), "--max-tries 100");
    /// # Ok::<(), minirow_pack::InvalidSpec>(())
    /// ```
    pub fn from_arguments<N: AsRef<str>>(
        arguments: impl IntoIterator<Item = (N, Value)>,
        spell: impl Fn(&ConstraintInfo) -> String,
    ) -> Result<PuzzleSpec, InvalidSpec> {
        let values =
            arguments.into_iter().map(|(name, value)| (name, Option::deserialize(value).map_err(InvalidValue::new)));
        PuzzleSpec::from_values(values, spell)
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

    /// Reads values of JSON or TOML. `spell` returns the name of a constraint as the values spell it.
    pub(super) fn from_values<N: AsRef<str>>(
        values: impl IntoIterator<Item = (N, Result<Option<toml::Value>, InvalidValue>)>,
        spell: impl Fn(&ConstraintInfo) -> String,
    ) -> Result<PuzzleSpec, InvalidSpec> {
        let mut spec = PuzzleSpec::default();
        for (name, value) in values {
            let name = name.as_ref();
            let info = PuzzleSpec::find(name, &spell)?;
            value
                .and_then(|value| spec.set_value(info, value))
                .map_err(|error| InvalidSpec::Value { name: name.into(), reason: error.to_string() })?;
        }
        Ok(spec)
    }

    /// Sets a constraint from a value of JSON or TOML. A missing value leaves it as it is.
    pub(crate) fn set_value(&mut self, info: &ConstraintInfo, value: Option<toml::Value>) -> Result<(), InvalidValue> {
        text_of(info.kind, value)?.map_or(Ok(()), |text| self.replace(info.name, &text))
    }

    /// Returns the description of the constraint with a name.
    fn find(name: &str, spell: impl Fn(&ConstraintInfo) -> String) -> Result<&'static ConstraintInfo, InvalidSpec> {
        let unknown = || InvalidSpec::UnknownName(UnknownName::new(name, PuzzleSpec::infos().map(&spell)));
        PuzzleSpec::infos().find(|info| spell(info) == name).ok_or_else(unknown)
    }

    /// Returns the options of `minirow pack` that give this specification, in alphabetical order: `--clues`, `24..=28`.
    /// Constraints that have their default value are left out. No option needs quotes in a shell.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// assert_eq!(PuzzleSpec::new().minimal(true).clues(24..=28).options(), ["--clues", "24..=28", "--minimal"]);
    /// ```
    pub fn options(&self) -> Vec<String> {
        let settings = self.settings().into_iter();
        settings
            .flat_map(|Setting { name, value }| [format!("--{name}"), value])
            .filter(|word| !word.is_empty())
            .collect()
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
    /// [`Sampler::new`](crate::Sampler::new) also checks the recipe of the generator.
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

    /// Returns the scales of the constraints.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// assert_eq!(PuzzleSpec::new().b(3..=5).clues(24).scales().to_string(), "te");
    /// ```
    pub fn scales(&self) -> ScaleSet {
        self.set_constraints().iter().map(|constraint| constraint.scales()).collect()
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
