//! The complete grades of some puzzles, so that a change of the grader shows as a diff.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use crate::support::{puzzle, reference};
use minirow_grade::{Rating, grade};

#[test]
fn grades_are_unchanged() {
    let mut actual = String::from("puzzle,er,ep,ed,hardest,techniques,steps\n");
    for [clues, ..] in reference().take(200) {
        let grade = grade(&puzzle(clues));
        let printed = |rating: Option<Rating>| rating.map(|rating| rating.to_string()).unwrap_or_default();
        let (er, ep, ed) = (printed(grade.er()), printed(grade.ep()), printed(grade.ed()));
        let hardest = grade.hardest().map_or("", |technique| technique.slug);
        let techniques: Vec<String> =
            grade.techniques().map(|(technique, count)| format!("{}:{count}", technique.slug)).collect();
        let (techniques, steps) = (techniques.join(";"), grade.steps());
        writeln!(actual, "{clues},{er},{ep},{ed},{hardest},{techniques},{steps}").unwrap();
    }
    check_golden("tests/golden/grades.csv", &actual);
}

fn check_golden(path: &str, actual: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if env::var_os("BLESS").is_some() {
        return fs::write(file, actual).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    assert_eq!(actual, expected, "{path} is out of date: `cargo xtask bless`, then review the diff");
}
