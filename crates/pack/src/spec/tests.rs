//! Tests of specifications: what holds for every constraint, conflicts, and text forms.

use std::collections::BTreeSet;
use std::fs;

use minirow_core::{CellSet, Digit, DigitSet, PatternSymmetry};
use minirow_gen::{Sampling, full_grid};
use minirow_grade::{Level, TECHNIQUES};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};
use strum::VariantArray;

use super::constraints::{MODULES, Search};
use super::{
    ArgumentKind, BraidRange, CONSTRAINTS, ClueRange, Constraint, DepthRange, MinuteRange, PuzzleSpec, RatingRange,
    ScaleTechnique, StepRange,
};

#[test]
fn every_file_is_in_the_registry() {
    let folder = format!("{}/src/spec/constraints", env!("CARGO_MANIFEST_DIR"));
    let files: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    assert_eq!(files, MODULES.iter().map(ToString::to_string).collect());
}

#[test]
fn every_constraint_is_described() {
    let mut names = BTreeSet::new();
    for (info, module) in CONSTRAINTS.iter().zip(MODULES) {
        let name = info.name;
        assert_eq!(info.python_name(), *module, "the name is that of the module");
        assert!(names.insert(name), "two constraints have the name {name}");
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
        assert!((3..=80).contains(&info.help.chars().count()), "{name}: help of 3 to 80 characters");
        assert!(info.help.starts_with(char::is_uppercase) && !info.help.ends_with('.'), "{name}: {}", info.help);
        assert!(info.details.is_empty() || info.details.ends_with('.'), "{name}: {}", info.details);
        assert_eq!(info.value_name.is_empty(), matches!(info.kind, ArgumentKind::Flag), "{name}: {}", info.value_name);
        for required in info.requires {
            assert!(CONSTRAINTS.iter().any(|other| other.name == *required), "{name} requires {required}");
        }
    }
}

#[test]
fn every_example_reads_back() {
    for info in CONSTRAINTS {
        let (name, example) = (info.name, info.example);
        let mut spec = PuzzleSpec::new();
        spec.set(name, example).unwrap();
        assert_ne!(spec, PuzzleSpec::new(), "{name}: the example is the default");
        assert_eq!(spec.text(info).as_deref(), Some(example), "{name}: not in canonical spelling");
        let json = serde_json::to_value(&spec).unwrap();
        assert_eq!(serde_json::from_value::<PuzzleSpec>(json.clone()).unwrap(), spec, "{json}");
        assert_eq!(PuzzleSpec::from_recipe(&json).unwrap(), spec, "{json}");
    }
}

#[test]
fn every_default_reads_back() {
    for constraint in CONSTRAINTS {
        let mut spec = PuzzleSpec::new();
        if let Some(text) = spec.text(constraint) {
            spec.set(constraint.name, &text).unwrap();
        }
        assert_eq!(spec, PuzzleSpec::new(), "{}", constraint.name);
    }
}

#[test]
fn every_name_of_a_list_of_names_is_a_value() {
    for info in CONSTRAINTS {
        let ArgumentKind::OneOf(names) = info.kind else { continue };
        for name in names() {
            PuzzleSpec::new().set(info.name, name).unwrap();
        }
    }
}

/// Any specification, possible or not.
fn any_spec() -> impl Strategy<Value = PuzzleSpec> {
    let ratings =
        || {
            option::of((10u32..=200, 0u32..=100).prop_map(|(low, more)| {
                RatingRange::from(f64::from(low) / 10.0..=f64::from((low + more).min(200)) / 10.0)
            }))
        };
    let numbers = |highest: usize| option::of((0..=highest).prop_flat_map(move |low| (Just(low), low..=highest)));
    let techniques = || subsequence(ScaleTechnique::all().collect::<Vec<_>>(), 0..4).prop_shuffle();
    let digits = || option::of(subsequence(Digit::ALL.to_vec(), 1..=9));
    let minutes =
        option::of((0u32..=650, 0u32..=100).prop_map(|(low, more)| {
            MinuteRange::from(f64::from(low) / 10.0..=f64::from((low + more).min(650)) / 10.0)
        }));
    let scales = (minutes, numbers(3), numbers(64));
    let path = (option::of(select(&Level::ALL[..])), ratings(), ratings(), ratings(), techniques(), techniques());
    let counts = (numbers(729), numbers(81), any::<[bool; 3]>(), digits(), digits());
    let choices = (select(&PatternSymmetry::ALL[..]), select(&Sampling::ALL[..]), select(Search::VARIANTS), 1u64..);
    let cells = (option::of(0u64..100), option::of(vec(any::<bool>(), 81)));
    (path, counts, choices, cells, scales).prop_map(|(path, counts, choices, cells, (minutes, te, b))| {
        let (level, er, ep, ed, needs, without) = path;
        let (steps, clues, [minimal, even, exact], with_digits, missing_digits) = counts;
        let (symmetry, sampling, search, max_tries) = choices;
        let (solution, mask) = cells;
        let digits = |digits: Vec<Digit>| digits.into_iter().collect::<DigitSet>();
        let mask = mask.map(|open| {
            let cells = minirow_core::Cell::ALL.into_iter().filter(|cell| open[cell.index()]);
            cells.collect::<CellSet>()
        });
        let properties = ["backdoor:x-wing=1..=2", "symmetry=none"];
        let properties = properties.iter().take(usize::from(minimal) + usize::from(even));
        let mut spec = PuzzleSpec::new()
            .property(properties.map(|text| text.parse().unwrap()))
            .needs(needs)
            .without(without)
            .minimal(minimal)
            .even(even)
            .symmetry(symmetry)
            .exact(exact)
            .sampling(sampling)
            .search(search)
            .max_tries(max_tries);
        spec.level = level;
        (spec.er, spec.ep, spec.ed) = (er, ep, ed);
        spec.minutes = minutes;
        spec.te = te.map(|(low, high)| DepthRange::from(low..=high));
        spec.b = b.map(|(low, high)| BraidRange::from(low..=high));
        spec.steps = steps.map(|(low, high)| StepRange::from(low..=high));
        spec.clues = clues.map(|(low, high)| ClueRange::from(low..=high));
        spec.with_digits = with_digits.map(digits);
        spec.missing_digits = missing_digits.map(digits);
        spec.solution = solution.map(|index| full_grid(1, index));
        spec.mask = mask;
        spec
    })
}

proptest! {
    #[test]
    fn specifications_read_back(spec in any_spec()) {
        let mut set = PuzzleSpec::new();
        for constraint in spec.set_constraints() {
            set.set(constraint.name, &spec.text(constraint).unwrap()).unwrap();
        }
        prop_assert_eq!(&set, &spec);
        let json = serde_json::to_value(&spec).unwrap();
        prop_assert_eq!(&serde_json::from_value::<PuzzleSpec>(json.clone()).unwrap(), &spec);
        prop_assert_eq!(&PuzzleSpec::from_recipe(&json).unwrap(), &spec);
        prop_assert_eq!(serde_json::to_value(&set).unwrap(), json);
    }

    #[test]
    fn checks_never_panic(spec in any_spec()) {
        let _ = crate::Sampler::new(spec);
    }
}

#[test]
fn json_is_that_of_manifests() {
    let expected = json!({
        "level": null, "er": null, "ep": null, "ed": null, "needs": [], "without": [], "steps": null, "clues": null,
        "minimal": false, "even": false, "symmetry": "none", "with-digits": null, "missing-digits": null,
        "solution": null, "mask": null, "exact": false, "search": "auto", "max-tries": "1000000",
    });
    assert_eq!(serde_json::to_value(PuzzleSpec::new()).unwrap(), expected);
    let spec = PuzzleSpec::new().sampling(Sampling::Weighted).steps(50..).needs([TECHNIQUES[9]]).minimal(true);
    let json = serde_json::to_value(spec).unwrap();
    assert_eq!((&json["sampling"], &json["steps"]), (&json!("weighted"), &json!("50..=729")));
    assert_eq!((&json["needs"], &json["minimal"]), (&json!(["x-wing"]), &json!(true)));
}

#[test]
fn toml_may_be_plainer_than_the_command_line() {
    let read = |text: &str| toml::from_str::<PuzzleSpec>(text).unwrap();
    assert_eq!(read("clues = 24\ner = 2.6\nneeds = [\"x-wing\"]"), read("clues = '24'\ner = '2.6'\nneeds = 'x-wing'"));
    assert_eq!(read("missing-digits = [5]\nwith-digits = [1, 2]"), read("missing-digits = '5'\nwith-digits = '1,2'"));
    assert_eq!(read(""), PuzzleSpec::new());
    let error = toml::from_str::<PuzzleSpec>("levle = 'easy'").unwrap_err();
    assert_eq!(error.message(), "unknown constraint levle, did you mean level?");
}

#[test]
fn keyword_arguments_are_named_in_errors() {
    let refused = |name: &str, value: Value| {
        PuzzleSpec::from_arguments([(name, value)], Constraint::python_name).unwrap_err().to_string()
    };
    assert_eq!(refused("levle", "hard".into()), "unknown constraint levle, did you mean level?");
    assert_eq!(refused("max_trys", 3.into()), "unknown constraint max_trys, did you mean max_tries?");
    assert_eq!(refused("max_tries", 0.into()), "max_tries: expected a whole number from 1 to 18446744073709551615");
    assert_eq!(refused("clues", "28..=24".into()), "clues: the start of the range is above its end");
    assert_eq!(refused("minimal", "yes".into()), "minimal: found a string, expected true or false");
    let arguments = [("er", json!(2.6)), ("clues", json!(24.0)), ("maxTries", json!(u64::MAX)), ("level", json!(null))];
    let spec = PuzzleSpec::from_arguments(arguments, Constraint::camel_case_name);
    assert_eq!(spec.unwrap().to_string(), "--clues 24 --er 2.6 --max-tries 18446744073709551615");
}

#[test]
fn values_are_written_in_canonical_spelling() {
    for (name, text, written) in [
        ("er", "2.6..=3.4", "2.6..=3.4"),
        ("er", "9..", "9.0..=20.0"),
        ("clues", "24..", "24..=81"),
        ("steps", "60", "60"),
        ("with-digits", "9, 5,5", "5,9"),
        ("needs", "x-wing, swordfish", "x-wing,swordfish"),
        ("needs", "se:x-wing,skyscraper,hodoku:x-wing", "x-wing,hodoku:skyscraper,hodoku:x-wing"),
        ("te", "1..", "1..=3"),
        ("property", "backdoor:x-wing=2.. , tridagon = true", "backdoor:x-wing=2..=1000000,tridagon=true"),
        ("property", "digits=3 3 3 3 3 3 3 3 0", "digits=3 3 3 3 3 3 3 3 0"),
        ("b", "3-5", "3..=5"),
        ("minutes", "..=7.5", "0.0..=7.5"),
        ("hodoku-level", "unfair", "unfair"),
        ("hodoku-score", "800..", "800..=99999"),
        ("mask", &"1.0".repeat(27), &"x..".repeat(27)),
        ("max-tries", "12", "12"),
    ] {
        let mut spec = PuzzleSpec::new();
        spec.set(name, text).unwrap();
        assert_eq!(spec.options(), [format!("--{name}"), written.to_string()], "{name} {text}");
    }
}

#[test]
fn wrong_values_say_what_was_expected() {
    let refused = |name: &str, text: &str| PuzzleSpec::new().set(name, text).unwrap_err().to_string();
    assert_eq!(refused("needs", "5"), "needs: unknown technique 5 (`minirow techniques` lists them)");
    assert!(refused("needs", "swordfisch").starts_with("needs: unknown technique swordfisch, did you mean swordfish?"));
    assert_eq!(
        refused("without", "hodoku:xwing"),
        "without: unknown technique hodoku:xwing, did you mean hodoku:x-wing? (`minirow techniques --scale hodoku` lists them)"
    );
    assert_eq!(refused("needs", "te:braid"), "needs: the scale te has no techniques, expected se or hodoku");
    assert_eq!(refused("needs", "stars:x"), "needs: unknown scale \"stars\", expected one of: se, te, hodoku, minutes");
    assert!(refused("with-digits", "1,10").starts_with("with-digits: found \"10\", expected digits from 1 to 9"));
    assert_eq!(
        refused("mask", "y"),
        "mask: found 1 character, expected 81, or one of heart, star, diamond, ring, smile, x, checkers"
    );
    assert!(refused("solution", &"912345678".repeat(9)).starts_with("solution: not a solution: "));
    assert_eq!(refused("minimal", "yes"), "minimal: found \"yes\", expected true or false");
    assert_eq!(
        refused("property", "empty_boxes"),
        "property: found \"empty_boxes\", expected COLUMN=VALUE, such as empty_boxes=1.."
    );
    assert!(refused("property", "boxs=1").starts_with("property: unknown property boxs, expected one of clues, "));
    assert_eq!(
        refused("property", "minimal=true,clues=x"),
        "property: clues: found \"x\", expected a whole number from 0 to 1000000"
    );
    assert_eq!(refused("property", "minimal=yes"), "property: minimal: found \"yes\", expected true or false");
    assert_eq!(refused("te", "4"), "te: found \"4\", expected a T&E depth from 0 to 3");
    assert_eq!(refused("b", "3..=65"), "b: found \"65\", expected the length of a braid, from 0 to 64");
    assert_eq!(refused("hodoku-score", "100000"), "hodoku-score: found \"100000\", expected a score from 0 to 99999");
    assert_eq!(refused("hodoku-level", "Unfair"), "hodoku-level: expected one of easy, medium, hard, unfair, extreme");
    assert_eq!(refused("minutes", "65.1"), "minutes: found \"65.1\", expected minutes in tenths from 0.0 to 65.0");
    assert_eq!(refused("minutes", "5.25"), "minutes: found \"5.25\", expected minutes in tenths from 0.0 to 65.0");
}

#[test]
fn options_are_those_that_are_not_the_default() {
    let recipe = json!({
        "clues": "24..=28", "er": null, "needs": ["x-wing", "swordfish"], "minimal": true, "even": false,
        "level": "hard", "symmetry": "none", "seed": 42, "count": 1000, "columns": "id",
    });
    let spec = PuzzleSpec::from_recipe(&recipe).unwrap();
    assert_eq!(spec.to_string(), "--clues 24..=28 --level hard --minimal --needs x-wing,swordfish");
    let spec = PuzzleSpec::from_recipe(&json!({"sampling": "weighted"})).unwrap();
    assert_eq!(spec.options(), ["--sampling", "weighted"]);
    assert_eq!(PuzzleSpec::new().options(), Vec::<String>::new());
}

#[test]
fn possible_specifications_have_a_range_of_er() {
    let er = |text: &str| toml::from_str::<PuzzleSpec>(text).unwrap().check().unwrap().to_string();
    assert_eq!(er("level = 'hard'\ner = '3.6..=4.4'\nep = '4.0..'\ned = '4.0..'"), "3.6..=4.0");
    assert_eq!(er("level = 'extreme'"), "8.0..=20.0");
    assert_eq!(er(""), "0.0..=20.0");
    assert_eq!(er("needs = 'swordfish'\nlevel = 'hard'\nwithout = 'x-wing'"), "2.6..=4.0");
    assert_eq!(er("without = 'nishio-forcing-chain'\ner = '9.0..'"), "9.0..=20.0");
    assert_eq!(er("sampling = 'weighted'\nclues = 20"), "0.0..=20.0");
    assert_eq!(er("steps = 53\nclues = '24..=28'"), "0.0..=20.0");
    assert_eq!(er("level = 'easy'\nsteps = '..=42'\nclues = '36..'"), "1.0..=1.5");
    assert_eq!(er("missing-digits = 5\nwith-digits = '1,2,3,4,6,7,8,9'"), "0.0..=20.0");
}

#[test]
fn scales_that_exclude_each_other_are_refused() {
    let refused = |text: &str| toml::from_str::<PuzzleSpec>(text).unwrap().check().unwrap_err().to_string();
    for (text, reason) in [
        ("te = 0\nlevel = 'hard'", "puzzles that singles solve have an ER of at most 2.3: found 2.6..=4.0"),
        ("b = 0\ner = '2.5..'", "puzzles that singles solve have an ER of at most 2.3: found 2.5..=20.0"),
        ("b = 3\ner = 1.5", "puzzles that singles do not solve have an ER of at least 1.7: found 1.5"),
        ("te = '2..'\nb = 3", "puzzles of T&E depth 2 and 3 have no B"),
        ("te = 0\nb = 3", "B is 0 for puzzles of T&E depth 0, and for no others"),
        ("te = 1\nb = 0", "B is 0 for puzzles of T&E depth 0, and for no others"),
        (
            "needs = 'skyscraper'\nhodoku-level = 'medium'",
            "hodoku:skyscraper: no puzzle of the level medium takes a step of the level hard in HoDoKu",
        ),
        (
            "needs = 'hodoku:x-wing'\nhodoku-score = '..=139'",
            "hodoku:x-wing: a step has a score of 140 in HoDoKu: found a score of 0..=139",
        ),
        (
            "needs = 'skyscraper'\nlevel = 'easy'",
            "hodoku:skyscraper: puzzles that singles do not solve have an ER of at least 1.7: found 1.0..=1.5",
        ),
        ("needs = 'skyscraper'\nte = 0", "hodoku:skyscraper: HoDoKu takes no other steps if singles solve a puzzle"),
        ("needs = 'skyscraper'\nwithout = 'hodoku:skyscraper'", "hodoku:skyscraper is in both needs and without"),
        ("without = 'full-house'", "every path takes hodoku:full-house: it fills the last cell"),
    ] {
        assert_eq!(refused(text), reason, "{text}");
    }
    for possible in [
        "te = 0\nb = 0",
        "te = 1\nb = '0..'",
        "te = 0\ner = 2.3",
        "b = '1..'\nlevel = 'medium'",
        "needs = 'x-wing'\nwithout = 'hodoku:x-wing'",
        "needs = 'skyscraper'\nhodoku-level = 'hard'\nhodoku-score = '130..'",
        "needs = 'full-house'\nlevel = 'easy'\nte = 0",
    ] {
        toml::from_str::<PuzzleSpec>(possible).unwrap().check().unwrap();
    }
}
