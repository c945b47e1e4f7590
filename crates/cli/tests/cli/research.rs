//! `unavoidable`, `minimise` and `properties`: what every puzzle of a grid must have, and what a puzzle can do without.

use crate::common::{AMBIGUOUS, Folder, PUZZLE, Running, SOLUTION, UNSOLVABLE, command, lines, rows, run};
use crate::size::stride;
use minirow_core::{CellSet, Grid, House, Puzzle, solver};

#[test]
fn unavoidable_sets_have_their_cells_and_clues() {
    let text = run(&format!("unavoidable {PUZZLE} --max-size 10")).fine();
    let grid: Grid = SOLUTION.parse().unwrap();
    let clues = PUZZLE.parse::<Grid>().unwrap().pattern();
    let sets = rows(&text);
    assert!(sets.len() > 50, "{text}");
    let mut disjoint = CellSet::EMPTY;
    for row in &sets {
        let cells: CellSet = row["cells"].split(' ').map(|cell| cell.parse().unwrap()).collect();
        assert_eq!((&row["grid"], row["size"].parse()), (SOLUTION, Ok(cells.len())));
        assert_eq!(row["clues"].parse(), Ok((cells & clues).len()));
        assert!(&row["clues"] != "0" && solver::count(&grid.within(!cells), 2) == 2, "{row:?}");
        if &row["is_disjoint"] == "true" {
            assert!(!disjoint.intersects(cells));
            disjoint |= cells;
        }
    }
    let summary = run(&format!("unavoidable {SOLUTION} --max-size 10 --format summary")).fine();
    let chosen = sets.iter().filter(|row| &row["is_disjoint"] == "true").count();
    let last = format!("  {chosen} without a common cell: every puzzle has at least {chosen} clues\n\n");
    assert!(summary.starts_with(&format!("{SOLUTION}\n  ")) && summary.ends_with(&last), "{summary}");
    let boards = run(&format!("unavoidable {SOLUTION} --max-size 10 --format board")).fine();
    assert_eq!(boards.matches(" cells: r").count(), sets.len());
}

/// The mean numbers of sets by size are those that blue estimated for all grids (gpenet.pagesperso-orange.fr/SK17/UAGEN).
#[test]
fn grids_have_the_published_mean_numbers_of_sets() {
    let folder = Folder::new().with("pack.csv", run("pack --seed 5 --count 100").fine());
    let sets = rows(&folder.run("unavoidable pack.csv --max-size 10").fine());
    for (size, mean) in [(4, 11.58), (5, 0.0), (6, 15.338), (7, 0.0), (8, 22.038), (9, 6.0455), (10, 58.38)] {
        let found = sets.iter().filter(|row| row["size"] == *size.to_string()).count() as f64 / 100.0;
        assert!((found - mean).abs() <= 0.1 * mean, "{size} cells: {found}");
    }
}

/// Each line of the output is a minimal puzzle within the clues; the smallest are those with the fewest.
#[test]
fn minimal_puzzles_are_within_the_clues() {
    let of = |options: &str| run(&format!("minimise {PUZZLE} {options}")).fine();
    let all = of("");
    let puzzles: Vec<Puzzle> = all.lines().map(|line| line.parse().unwrap()).collect();
    let clues: Grid = PUZZLE.parse().unwrap();
    for puzzle in &puzzles {
        assert!(puzzle.is_minimal() && puzzle.clues().clues().all(|(cell, digit)| clues.get(cell) == Some(digit)));
    }
    let fewest = puzzles.iter().map(|puzzle| puzzle.clues().clue_count()).min().unwrap();
    let are_smallest = |line: &&str| line.matches(|c| c != '.').count() == fewest;
    let smallest: String = all.lines().filter(are_smallest).map(|line| format!("{line}\n")).collect();
    assert_eq!(of("--smallest"), smallest);
    assert_eq!(of(&format!("--clues {fewest}")), smallest);
    assert_eq!(of(&format!("--clues ..={fewest} --threads 1")), smallest);
}

/// That there is no puzzle is an answer; that none was found in time is another one.
#[test]
fn no_puzzle_and_no_time_are_told_apart() {
    let output = run(&format!("minimise {PUZZLE} --clues 40.."));
    assert_eq!(output.message(), "argument:1: no minimal puzzle with 40 to 81 clues is within these clues");
    assert_eq!((output.stdout.as_str(), output.status), ("", 1));
    let output = run(&format!("minimise {SOLUTION} --clues 17 --time-limit 100ms"));
    let message = "argument:1: the time limit of 100ms is reached; there may be puzzles with 17 clues\n\
                   stopped: the time limit of 100ms is reached\n";
    assert_eq!((output.stdout.as_str(), output.stderr.as_str(), output.status), ("", message, 3));
    // What is known of the fewest clues: each puzzle has a clue in each of 11 sets, and a puzzle was found.
    let output = run(&format!("minimise {SOLUTION} --smallest --time-limit 300ms"));
    let known = output.message().strip_prefix("argument:1: the time limit of 300ms is reached; found ").unwrap();
    let (found, known) = known.split_once(", there may be puzzles with ").unwrap();
    let found: Puzzle = found.parse().unwrap();
    assert_eq!(known, format!("11 to {} clues", found.clues().clue_count() - 1));
    assert!(found.is_minimal() && (output.stdout.as_str(), output.status) == ("", 3), "{output:?}");
}

/// 11 unavoidable sets of the grid have no common cell, so there is nothing to search for fewer clues, in the grid or in a puzzle.
#[test]
fn few_clues_are_ruled_out_at_once() {
    let full: Grid = SOLUTION.parse().unwrap();
    let without_a_row = full.within(CellSet::ALL - House::ROWS[4].cells()).to_string();
    for (grid, clues) in [(SOLUTION, 10), (PUZZLE, 17), (&without_a_row, 10)] {
        let output = run(&format!("minimise {grid} --clues ..={clues}"));
        let message = format!("argument:1: no minimal puzzle with 0 to {clues} clues is within these clues");
        assert_eq!((output.message(), output.status), (message.as_str(), 1));
    }
}

/// A limit leaves what was found so far, and a later run finds it again before it adds more.
#[test]
fn a_limit_leaves_the_puzzles_so_far() {
    let folder = Folder::new().with("in", lines([PUZZLE, SOLUTION]));
    let command = "minimise in --clues 22 --out out.txt --quiet --time-limit 900ms";
    let output = folder.run(command);
    let (found, of_first) = (folder.read("out.txt.part"), run(&format!("minimise {PUZZLE} --clues 22")).fine());
    let message = format!("out.txt.part has {} lines; the same command with --resume continues", found.lines().count());
    assert_eq!((output.message(), output.status, folder.exists("out.txt")), (message.as_str(), 3, false));
    assert!(!found.is_empty() && (found.starts_with(&of_first) || of_first.starts_with(&found)), "{found}");
    let output = folder.run(&command.replace("900ms", "400ms --resume"));
    assert!(output.status == 3 && folder.read("out.txt.part").starts_with(&found), "{output:?}");
    let output = folder.run(&command.replace("22", "23 --resume"));
    assert!(output.message().contains("was begun with clues [22,22] (now [23,23])"), "{output:?}");
    folder.write("in", lines([SOLUTION]));
    let output = folder.run(&command.replace("900ms", "20s --resume"));
    let message = "error: out.txt.part: its lines are not those of this input; --force without --resume starts over";
    assert!(output.stderr.contains(message), "{output:?}");
}

/// A crash at any operation, or within a write, leaves a list without a header that a later run completes.
#[test]
fn a_crash_leaves_a_list_that_is_completed() {
    let whole = run(&format!("minimise {PUZZLE}")).fine();
    let numbers = (1..=30).step_by(stride(6));
    for fault in numbers.flat_map(|number| [format!("crash@{number}"), format!("torn@{number}")]) {
        let folder = Folder::new();
        let make = format!("minimise {PUZZLE} --threads 1 --quiet --out out.txt");
        let mut crashing = command(&folder.path(""), &make);
        crashing.env("MINIROW_FAULT", &fault);
        Running::of(crashing).end();
        assert_eq!(folder.run(&format!("{make} --resume")).status, 0, "{fault}");
        assert_eq!(folder.read("out.txt"), whole, "{fault}");
    }
}

/// A run that is resumed gives the bytes of one that was not interrupted.
#[test]
fn interrupted_lists_are_completed() {
    let puzzles = run(&format!("pack --count {} --clues 32", 40 / stride(5))).fine();
    let folder = Folder::new().with("in.csv", &puzzles);
    for (command, out) in [
        ("minimise in.csv", "out.txt"),
        ("unavoidable in.csv --format csv", "out.csv"),
        ("unavoidable in.csv --format board", "out.txt"),
        ("unavoidable in.csv --format html", "out.html"),
    ]
    .into_iter()
    .step_by(stride(2))
    {
        let whole = folder.run(command).fine();
        let part = format!("{out}.part");
        let mut running = folder.start(&format!("{command} --out {out} --threads 1 --quiet"));
        // The record of the first lines comes after them.
        let is_recorded =
            || std::fs::read_to_string(folder.path(&format!("{part}.json"))).is_ok_and(|text| text.contains("\n["));
        running.until(|| folder.exists(out) || lines_of(&folder, &part) > 2 && is_recorded());
        running.kill();
        running.end();
        folder.run(&format!("{command} --out {out} --resume --quiet")).fine();
        assert!(folder.read(out) == whole, "{command}");
        assert_eq!(folder.names(), ["in.csv", out]);
        std::fs::remove_file(folder.path(out)).unwrap();
    }
}

#[test]
fn grids_that_are_no_puzzles_are_refused() {
    let folder = Folder::new().with("in", lines([AMBIGUOUS, UNSOLVABLE, PUZZLE]));
    for command in ["unavoidable in", "minimise in"] {
        let output = folder.run(command);
        assert!(output.stderr.starts_with("in:1: ") && output.stderr.contains("\nin:2: "), "{output:?}");
        assert!(output.status == 1 && output.stdout.lines().count() > 1, "{output:?}");
    }
}

/// The page has a picture of each set, with its cells marked.
#[test]
fn sets_are_drawn() {
    let folder = Folder::new();
    folder.run(&format!("unavoidable {PUZZLE} --max-size 9 --out sets.html")).fine();
    let sets = rows(&folder.run(&format!("unavoidable {PUZZLE} --max-size 9")).fine());
    let page = folder.read("sets.html");
    assert_eq!(page.matches("<figure>").count(), sets.len());
    let marked: f64 = sets.iter().map(|row| row.number("size")).sum();
    assert_eq!(page.matches("class=\"focus\"").count(), marked as usize);
    assert!(sets.iter().all(|row| page.contains(&format!(" cells: {}<", &row["cells"]))));
}

/// Ratings are those of `grade`, and a grid that is no puzzle has what its clues tell.
#[test]
fn properties_with_ratings() {
    let folder = Folder::new().with("in", lines([PUZZLE, AMBIGUOUS, UNSOLVABLE]));
    let output = folder.run("properties in --columns solution_count,er,minimal,te,bands");
    let expected = format!(
        "puzzle,solution_count,er,minimal,te,bands\n{PUZZLE},1,1.2,false,0,10 10 10\n{AMBIGUOUS},2,,,,9 10 10\n\
         {UNSOLVABLE},0,,,,11 10 10\n"
    );
    assert_eq!((output.stdout, output.status), (expected, 1));
    assert!(output.stderr.starts_with("in:2: several solutions"), "{}", output.stderr);
    assert!(folder.run("properties in --columns clues,solution_count").status == 0, "these need no puzzle");
    for (name, reason) in [
        ("backdoor:xwing", "unknown technique xwing "),
        ("backdoor:", "backdoor: has no technique, expected one behind the colon, such as backdoor:x-wing"),
        ("clues:x-wing", "clues has no technique"),
    ] {
        let output = folder.run(&format!("properties in --columns {name}"));
        let message = format!("error: invalid value '{name}' for '--columns': {reason}");
        assert!(output.status == 2 && output.message().starts_with(&message), "{output:?}");
    }
    // The properties of candidates are not those of the digits among them.
    let sukaku = "123456789".repeat(81);
    folder.write("sukaku", lines([sukaku.as_str()]));
    let output = folder.run("properties sukaku --columns clues,automorphisms");
    assert_eq!((output.stdout.as_str(), output.status), (&*format!("puzzle,clues,automorphisms\n{sukaku},,\n"), 1));
    assert!(output.stderr.starts_with("sukaku:1: "), "{}", output.stderr);
    let output = folder.run("properties in --columns clues,er,clues");
    assert_eq!(output.message(), "error: --columns: found clues twice, expected each value once");
    // A table of properties is read as a table of puzzles.
    folder.write("counted.csv", folder.run("properties in --columns solution_count --quiet").stdout);
    let converted = folder.run("convert counted.csv --to csv --quiet").stdout;
    assert!(converted.starts_with(&format!("puzzle,clues,solution_count\n{PUZZLE},30,1\n")), "{converted}");
    let output = folder.run("properties in --columns clue");
    assert!(output.status == 2 && output.message().contains("invalid value 'clue' for '--columns"), "{output:?}");
}

/// Columns of the input are kept; those that are computed replace them. A partial file is completed with the same bytes.
#[test]
fn properties_keep_the_columns_of_the_input() {
    let text = format!("id,puzzle,er,note\nfirst,{PUZZLE},9.9,\"a,b\"\nsecond,{AMBIGUOUS},,c\n");
    let folder = Folder::new().with("in.csv", &text);
    let output = folder.run("properties in.csv --columns empty_boxes,er,backdoor:x-wing --out all.csv");
    let expected = format!(
        "id,puzzle,empty_boxes,er,backdoor:x-wing,note\nfirst,{PUZZLE},0,1.2,0,\"a,b\"\nsecond,{AMBIGUOUS},1,,,c\n"
    );
    assert_eq!((folder.read("all.csv"), output.status), (expected, 1));

    let puzzles = rows(&run("pack --count 60").fine());
    let text: String = puzzles.iter().map(|row| format!("{},{}\n", &row["puzzle"], &row["index"])).collect();
    folder.write("long.csv", format!("puzzle,number\n{text}"));
    let command = "properties long.csv --columns backdoors_2:xy-wing --quiet";
    let whole = folder.run(command).fine();
    let mut running = folder.start(&format!("{command} --out out.csv --threads 1"));
    running.until(|| folder.exists("out.csv") || lines_of(&folder, "out.csv.part") > 2);
    running.kill();
    running.end();
    folder.run(&format!("{command} --out out.csv --resume")).fine();
    assert_eq!(folder.read("out.csv"), whole);
    assert!(whole.lines().count() == 61 && whole.ends_with(",59\n"), "{whole}");
}

fn lines_of(folder: &Folder, name: &str) -> usize {
    std::fs::read_to_string(folder.path(name)).map_or(0, |text| text.lines().count())
}

/// The guide has the definition of each property.
#[test]
fn properties_are_documented() {
    let guide = include_str!("../../../../docs/src/research.md");
    for property in minirow_research::PROPERTIES {
        let start = format!("| `{}` | {}", property.name, &property.help[..1].to_lowercase());
        assert!(guide.contains(&format!("{start}{} |", &property.help[1..])), "{}", property.name);
    }
}
