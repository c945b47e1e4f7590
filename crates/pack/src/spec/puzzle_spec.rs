//! Specifications by the names of their constraints: set from text, checked, and written as options.

use std::fmt;
use std::path::Path;
use std::slice;

use minirow_files::{LARGEST_TEXT, read_text};
use minirow_gen::Recipe;
use minirow_table::ScaleSet;
use serde_json::Value;

use super::constraints::allowed_er;
use super::{ArgumentKind, CONSTRAINTS, Constraint, InvalidSpec, InvalidValue, PuzzleSpec, RatingRange, gallery};
use crate::closest::unknown;

impl PuzzleSpec {
    /// Returns the specification that constrains nothing.
    pub fn new() -> PuzzleSpec {
        PuzzleSpec::default()
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
        let constraint = find(name, |constraint| constraint.name.into())?;
        self.parse(constraint, text).map_err(|error| error.of(name))
    }

    /// Reads the arguments of another language: values are text, numbers, booleans or lists of these. `spell` returns the
    /// name of a constraint as the arguments spell it. A `null` leaves the constraint unset.
    ///
    /// # Errors
    /// Returns the first argument whose name or value is not known. Names are spelled as in the arguments.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// use minirow_pack::spec::Constraint;
    /// use serde_json::json;
    /// let arguments = [("max_tries", json!(100)), ("with_digits", json!([1, 2]))];
    /// let spec = PuzzleSpec::from_arguments(arguments, Constraint::python_name)?;
    /// assert_eq!(spec.to_string(), "--max-tries 100 --with-digits 1,2");
    /// # Ok::<(), minirow_pack::InvalidSpec>(())
    /// ```
    pub fn from_arguments<N: AsRef<str>>(
        arguments: impl IntoIterator<Item = (N, Value)>,
        spell: impl Fn(&Constraint) -> String,
    ) -> Result<PuzzleSpec, InvalidSpec> {
        let mut spec = PuzzleSpec::default();
        for (name, value) in arguments {
            let name = name.as_ref();
            let constraint = find(name, &spell)?;
            spec.set_value(constraint, &value).map_err(|error| error.of(name))?;
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
        let mut spec = PuzzleSpec::default();
        for constraint in CONSTRAINTS {
            let value = recipe.get(constraint.name).unwrap_or(&Value::Null);
            spec.set_value(constraint, value).map_err(|error| error.of(constraint.name))?;
        }
        Ok(spec)
    }

    /// Sets a constraint from a value of JSON or TOML. A `null` leaves it as it is.
    pub(crate) fn set_value(&mut self, constraint: &Constraint, value: &Value) -> Result<(), InvalidValue> {
        constraint.text_of(value)?.map_or(Ok(()), |text| self.parse(constraint, &text))
    }

    /// Sets a mask whose cells are filled exactly: a pattern with a name, or one in a file whose path is relative to a folder.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// let mut spec = PuzzleSpec::new();
    /// spec.set_pattern("heart", "".as_ref())?;
    /// assert!(spec.exact && spec.mask.is_some_and(|mask| mask.len() == 42));
    /// # Ok::<(), minirow_pack::spec::InvalidValue>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the text is no name of a pattern and no file, or the file has no pattern.
    pub fn set_pattern(&mut self, text: &str, folder: &Path) -> Result<(), InvalidValue> {
        let cells = match gallery::cells(text) {
            Some(_) => text.to_string(),
            None => read_text(&folder.join(text), LARGEST_TEXT).map_err(|error| {
                let known = gallery::names().collect::<Vec<_>>().join(", ");
                InvalidValue::new(format!("expected one of {known}, or a file ({error})"))
            })?,
        };
        self.exact = true;
        self.set("mask", &cells).map_err(|error| match error {
            InvalidSpec::Value { reason, .. } => InvalidValue::new(reason),
            other => InvalidValue::new(other),
        })
    }

    /// Returns `true` if a constraint does not have its default value.
    pub(super) fn is_set(&self, constraint: &Constraint) -> bool {
        self.text(constraint) != PuzzleSpec::default().text(constraint)
    }

    /// Returns the constraints that do not have their default value, in the order of the help.
    pub(crate) fn set_constraints(&self) -> impl Iterator<Item = &'static Constraint> {
        CONSTRAINTS.iter().copied().filter(|constraint| self.is_set(constraint))
    }

    /// Returns the options of `minirow pack` that give this specification, in alphabetical order: `--clues`, `24..=28`.
    /// Constraints that have their default value are left out. No option needs quotes in a shell.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// assert_eq!(PuzzleSpec::new().minimal(true).clues(24..=28).options(), ["--clues", "24..=28", "--minimal"]);
    /// ```
    pub fn options(&self) -> Vec<String> {
        let mut constraints: Vec<_> = self.set_constraints().collect();
        constraints.sort_unstable_by_key(|constraint| constraint.name);
        let mut words = Vec::new();
        for constraint in constraints {
            words.push(format!("--{}", constraint.name));
            if !matches!(constraint.kind, ArgumentKind::Flag) {
                words.extend(self.text(constraint));
            }
        }
        words
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
        let er = allowed_er(self).map_err(InvalidSpec::Conflict)?;
        for constraint in CONSTRAINTS {
            (constraint.check_options)(self).map_err(InvalidSpec::Conflict)?;
        }
        for constraint in CONSTRAINTS {
            (constraint.check)(self, er).map_err(InvalidSpec::Conflict)?;
        }
        Ok(er)
    }

    /// Returns the scales of the constraints.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// assert_eq!(PuzzleSpec::new().b(3..=5).clues(24).scales().to_string(), "te");
    /// ```
    pub fn scales(&self) -> ScaleSet {
        self.set_constraints().map(|constraint| (constraint.scales)(self)).collect()
    }

    /// Returns the scales that the puzzles of a recipe are made for: those of the techniques that they need, or otherwise those of all
    /// constraints; for a book, of all sections.
    ///
    /// # Errors
    /// Returns the first constraint whose value is not known.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// use serde_json::json;
    /// let recipe = json!({"section": [{"level": "hard"}, {"needs": ["hodoku:skyscraper"]}]});
    /// assert_eq!(PuzzleSpec::scales_of_recipe(&recipe)?.to_string(), "hodoku");
    /// # Ok::<(), minirow_pack::InvalidSpec>(())
    /// ```
    pub fn scales_of_recipe(recipe: &Value) -> Result<ScaleSet, InvalidSpec> {
        let sections = recipe["section"].as_array().map_or(slice::from_ref(recipe), Vec::as_slice);
        let specs = sections.iter().map(PuzzleSpec::from_recipe).collect::<Result<Vec<_>, _>>()?;
        let needed: ScaleSet = specs.iter().flat_map(|spec| &spec.needs).map(|needed| needed.scale()).collect();
        Ok(if needed.is_empty() { specs.iter().map(PuzzleSpec::scales).collect() } else { needed })
    }

    /// Returns the recipe of the generator. It covers some of the constraints; the others are checked for each puzzle.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// assert_eq!(PuzzleSpec::new().clues(24..=28).recipe().clues, Some(24..=28));
    /// ```
    pub fn recipe(&self) -> Recipe {
        let mut recipe = Recipe::default();
        for constraint in CONSTRAINTS {
            (constraint.apply)(self, &mut recipe);
        }
        recipe
    }
}

/// Returns the constraint with a name, which is spelled as `spell` returns it.
fn find(name: &str, spell: impl Fn(&Constraint) -> String) -> Result<&'static Constraint, InvalidSpec> {
    let names: Vec<String> = CONSTRAINTS.iter().map(|constraint| spell(constraint)).collect();
    let place = names.iter().position(|known| known == name);
    place.map(|place| CONSTRAINTS[place]).ok_or_else(|| InvalidSpec::UnknownName(unknown(name, &names, &[])))
}

/// The options of `minirow pack`, separated by spaces.
impl fmt::Display for PuzzleSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.options().join(" "))
    }
}
