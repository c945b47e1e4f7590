//! The numbers, lengths and times of options: a refused value names the option and its range.

use std::any::TypeId;
use std::num::{NonZeroU64, NonZeroUsize};

use clap::Arg;

use crate::options::{definitions, options, paths};

/// Returns the message of the parser about the value of an option.
fn parse_error(path: &[String], words: &[&str]) -> String {
    let words = ["minirow"].into_iter().chain(path.iter().map(String::as_str)).chain(words.iter().copied());
    definitions().try_get_matches_from(words).map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn every_number_names_its_range() {
    fn is_number(option: &Arg) -> bool {
        let value = option.get_value_parser().type_id();
        let types = [
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<NonZeroU64>(),
            TypeId::of::<NonZeroUsize>(),
        ];
        types.iter().any(|known| value == *known)
    }
    let (root, mut all) = (definitions(), Vec::new());
    paths(&root, &[], &mut all);
    for path in all {
        let command = path.iter().fold(&root, |at, name| at.find_subcommand(name).unwrap());
        for option in options(command).filter(|option| is_number(option)) {
            let name = format!("--{}", option.get_long().unwrap());
            let expected =
                if name == "--memory" { "an amount of memory of 1B or more, such as " } else { "a whole number from " };
            for value in ["0", "-1", "99999999999999999999999999", "x", "1.5", ""] {
                let message = parse_error(&path, &[&name, value]);
                let is_accepted = value == "0" && !message.starts_with("error: invalid value");
                let wrong = format!(
                    "error: invalid value '{value}' for '{name} <{}>': expected {expected}",
                    option.get_value_names().unwrap()[0]
                );
                assert!(is_accepted || message.starts_with(&wrong), "{path:?} {name} {value:?}: {message}");
            }
        }
    }
}

/// Lengths and times have units. A value that begins with a dash is one of the option.
#[test]
fn every_quantity_names_its_range() {
    let (root, mut all) = (definitions(), Vec::new());
    paths(&root, &[], &mut all);
    for path in all {
        let command = path.iter().fold(&root, |at, name| at.find_subcommand(name).unwrap());
        let is_quantity = |option: &&Arg| {
            option
                .get_value_names()
                .is_some_and(|names| ["LENGTH", "SIZE", "TIME"].iter().any(|name| names[0] == *name))
        };
        for option in options(command).filter(is_quantity) {
            let name = format!("--{}", option.get_long().unwrap());
            for value in ["-1mm", "-1", "-5s", "1e9in", "x", "", "0s", "0B"] {
                let message = parse_error(&path, &[&name, value]);
                assert!(
                    message.starts_with(&format!("error: invalid value '{value}' for '{name} <")),
                    "{path:?}: {message}"
                );
                let expected = message.lines().next().unwrap().split("expected ").nth(1).unwrap_or_default();
                let has_range =
                    expected.contains(" or more") || expected.contains("from ") || expected.contains("up to ");
                assert!(has_range, "{path:?} {name} {value:?}: {message}");
            }
        }
    }
}
