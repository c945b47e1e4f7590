//! Additional columns of rows: labels and weights; and the trace of a pack.

use crate::common::{Folder, PUZZLE, assert_message, lines, rows, run};
use minirow_core::solver::batch::Engine;
use minirow_core::{Puzzle, backdoor, solver};
use minirow_gen::{Generator, Recipe};

#[test]
fn labels_and_weights_are_additional_columns() {
    let plain = run("pack --seed 42 --count 20").fine();
    let text = run("pack --seed 42 --count 20 --labels --weights").fine();
    let generator = Generator::new(Recipe::default()).unwrap();
    let mut engine = Engine::new();
    for ((plain, line), row) in plain.lines().zip(text.lines()).skip(1).zip(rows(&text)) {
        assert!(line.starts_with(&format!("{plain},")), "the other columns are as ever");
        let puzzle = Puzzle::new(row["puzzle"].parse().unwrap()).unwrap();
        assert_eq!(row["nodes"], solver::nodes(puzzle.clues()).to_string());
        assert_eq!(row["backdoor"], backdoor::size(&puzzle).to_string());
        let weight = generator.weight(&mut engine, 42, row["index"].parse().unwrap(), &puzzle).unwrap();
        assert_eq!(row["weight"].parse(), Ok(weight), "no digit is lost");
    }
    assert!(text.lines().next().unwrap().ends_with(",generator,nodes,backdoor,weight"));
}

#[test]
fn weights_that_are_unknown_are_refused() {
    for (constraints, why) in [
        ("--level easy", "weights exist only for minimal puzzles; use --minimal"),
        ("--symmetry half-turn", "weights exist only for minimal puzzles without a symmetry"),
        ("--er 9.0..", "hill climbing gives no sample; use --search sample"),
        (
            "--mask ..........1111111..1111111..1111111..1111111..1111111..1111111..1111111..........",
            "weights exist only for minimal puzzles...",
        ),
    ] {
        let output = run(&format!("pack --weights {constraints}"));
        assert_message(output.message(), &format!("error: --weights: {why}"), constraints);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""));
    }
    assert_eq!(rows(&run("pack --weights --level hard --count 2").fine()).len(), 2, "kept are those of a level");
}

#[test]
fn a_book_has_labels_before_the_section() {
    let recipe = "[[section]]\nname = 'one, two'\ncount = 2\nlevel = 'easy'\norder = 'ramp'\n";
    let folder = Folder::new().with("book.toml", recipe);
    folder.run("pack --recipe book.toml --labels --quiet --out book.csv").fine();
    let text = folder.read("book.csv");
    assert!(text.lines().next().unwrap().ends_with(",generator,nodes,backdoor,section"));
    assert!(text.lines().skip(1).all(|line| line.ends_with(",0,0,\"one, two\"")), "{text}");
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("book.csv.manifest.json")).unwrap();
    assert_eq!(manifest["sections"][0]["puzzles"], 2);
    let output = folder.run("pack --recipe book.toml --weights");
    assert_eq!(output.status, 2, "puzzles that must not be alike are no sample: {}", output.stderr);
}

#[test]
fn an_interrupted_pack_is_resumed_with_the_same_columns_only() {
    let folder = Folder::new();
    folder.run("pack --seed 3 --count 8 --labels --weights --quiet --out whole.csv").fine();
    folder.run("pack --seed 3 --count 8 --labels --weights --quiet --out pack.csv --max-attempts 5");
    let output = folder.run("pack --seed 3 --count 8 --labels --resume --out pack.csv");
    assert!(output.status == 2 && output.message().contains("was begun with columns"), "{}", output.stderr);
    folder.run("pack --seed 3 --count 8 --labels --weights --quiet --resume --out pack.csv").fine();
    assert_eq!(folder.read("pack.csv"), folder.read("whole.csv"));
}

#[test]
fn grade_has_labels_too() {
    let folder = Folder::new().with("in", lines([PUZZLE, crate::common::AMBIGUOUS]));
    let output = folder.run("grade in --labels");
    let [proper, ambiguous] = &rows(&output.stdout)[..] else { panic!("two rows: {}", output.stdout) };
    assert_eq!((&proper["nodes"], &proper["backdoor"]), ("0", "0"));
    assert_eq!((&ambiguous["nodes"], &ambiguous["backdoor"]), ("", ""));
    folder.run("grade in --labels --quiet --out rated.csv");
    assert_eq!(folder.read("rated.csv"), output.stdout);
    assert_eq!(folder.run("grade in --labels --resume --quiet --out rated.csv").status, 1, "one is no puzzle");
}

#[test]
fn the_trace_of_a_pack_has_the_ids_of_its_rows() {
    let folder = Folder::new();
    folder.run("pack --seed 5 --count 6 --quiet --out pack.csv --trace steps.jsonl").fine();
    let steps: Vec<serde_json::Value> =
        folder.read("steps.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for row in rows(&folder.read("pack.csv")) {
        let of_row = steps.iter().filter(|step| step["id"] == row["id"]).collect::<Vec<_>>();
        assert_eq!(of_row.len().to_string(), row["steps"]);
        assert!(of_row.iter().zip(1..).all(|(step, number)| step["step"] == number && step["puzzle"] == row["puzzle"]));
        let hardest = of_row.iter().map(|step| step["rating"].as_f64().unwrap()).max_by(f64::total_cmp);
        assert_eq!(hardest, Some(row.number("er")));
    }
    assert_eq!(folder.run("grade pack.csv --trace").fine(), folder.read("steps.jsonl"), "it can be had later as well");
    let output = folder.run("pack --seed 6 --count 6 --out other.csv --trace steps.jsonl");
    assert_eq!(output.message(), "error: steps.jsonl: exists already; --force overwrites it");
    assert_eq!(folder.names(), ["pack.csv", "pack.csv.manifest.json", "steps.jsonl"]);
}
