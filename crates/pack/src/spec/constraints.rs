//! The registry of constraints.
//!
//! To add a constraint, write its file, and add its module and its line in the list below. Nothing else names a constraint
//! unless it depends on it.

mod clues;
mod ed;
mod ep;
mod er;
mod even;
mod exact;
mod level;
mod mask;
mod max_tries;
mod minimal;
mod missing_digits;
mod needs;
mod sampling;
mod search;
mod solution;
mod steps;
mod symmetry;
mod with_digits;
mod without;

use super::constraint::{ConstraintInfo, DescribedConstraint};
use super::{ConstraintValue, InvalidValue};

pub use search::Search;

/// Makes [`PuzzleSpec`] of the constraints: one field each, with the name of the module.
macro_rules! registry {
    ($($module:ident::$Type:ident,)*) => {
        $(pub use $module::$Type;)*

        /// What puzzles must be like: a value for each constraint. The default constrains nothing.
        ///
        /// Each constraint has a field, whose type is in [`constraints`](self), and a method that sets it. Setting a
        /// constraint does not check it against others; [`Sampler::new`](crate::Sampler::new) does.
        ///
        /// In JSON and TOML, a specification is a table of names and values, spelled as on the command line.
        ///
        /// ```
        /// use minirow_grade::Level;
        /// use minirow_pack::PuzzleSpec;
        ///
        /// let mut spec = PuzzleSpec::new().level(Level::Hard).clues(24..=28);
        /// spec.set("symmetry", "half-turn")?;
        /// assert_eq!(spec.to_string(), "--clues 24..=28 --level hard --symmetry half-turn");
        /// # Ok::<(), minirow_pack::InvalidSpec>(())
        /// ```
        #[derive(Clone, PartialEq, Debug, Default)]
        #[non_exhaustive]
        pub struct PuzzleSpec {
            $(
                #[doc = concat!("The constraint `", stringify!($module), "`.")]
                pub $module: $Type,
            )*
        }

        impl PuzzleSpec {
            /// Returns the constraints, in the order of the list.
            pub fn constraints(&self) -> Vec<&dyn DescribedConstraint> {
                vec![$(&self.$module),*]
            }

            /// Returns the constraints that do not have their default value.
            pub fn set_constraints(&self) -> Vec<&dyn DescribedConstraint> {
                let all = [$((&self.$module as &dyn DescribedConstraint, self.$module != $Type::default())),*];
                all.into_iter().filter_map(|(constraint, is_set)| is_set.then_some(constraint)).collect()
            }

            /// Returns the constraint with this name, and resets it.
            pub(super) fn reset(&mut self, name: &str) -> Option<&mut dyn DescribedConstraint> {
                $(
                    if $module::INFO.name == name {
                        self.$module = $Type::default();
                        return Some(&mut self.$module);
                    }
                )*
                None
            }
        }

        $(
            impl DescribedConstraint for $Type {
                fn info(&self) -> &'static ConstraintInfo {
                    &$module::INFO
                }

                fn parse(&mut self, text: &str) -> Result<(), InvalidValue> {
                    self.0 = ConstraintValue::parse(text)?;
                    Ok(())
                }

                fn words(&self) -> Vec<String> {
                    self.0.words()
                }
            }
        )*

        #[cfg(test)]
        pub(super) const MODULES: &[&str] = &[$(stringify!($module)),*];
    };
}

// In the order of the help.
registry! {
    level::LevelConstraint,
    er::ErConstraint,
    ep::EpConstraint,
    ed::EdConstraint,
    needs::NeedsConstraint,
    without::WithoutConstraint,
    steps::StepsConstraint,
    clues::CluesConstraint,
    minimal::MinimalConstraint,
    even::EvenConstraint,
    symmetry::SymmetryConstraint,
    with_digits::WithDigitsConstraint,
    missing_digits::MissingDigitsConstraint,
    solution::SolutionConstraint,
    mask::MaskConstraint,
    exact::ExactConstraint,
    sampling::SamplingConstraint,
    search::SearchConstraint,
    max_tries::MaxTriesConstraint,
}
