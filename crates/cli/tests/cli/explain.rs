//! `explain`: the steps in words, as JSON lines and as a picture; and refusals with reasons.

use std::path::Path;

use sha2::{Digest, Sha256};

use crate::common::{AMBIGUOUS, EMPTY, Folder, PUZZLE, SOLUTION, UNSOLVABLE, assert_message, command, lines, run};

/// ER 6.6: singles, then one chain.
const HARDER: &str = "9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.";

#[test]
fn the_path_is_explained_step_by_step() {
    let text = run(&format!("explain {PUZZLE}")).fine();
    assert!(text.starts_with(&format!("Puzzle: {PUZZLE}\n\nStep 1: Hidden Single, 1.2\n")), "{text}");
    let steps = text.lines().filter(|line| line.starts_with("Step ")).count();
    assert_eq!(steps, 51);
    // The grid has the placed digit, and the sentence gives the reason.
    assert!(text.contains("| 26   7  246=8 |"), "{text}");
    assert!(text.contains("One place is left for"), "{text}");
    let end = format!("Solved in 51 steps: ER 1.2, EP 1.2, ED 1.2, easy.\n{SOLUTION}\n");
    assert!(text.ends_with(&end), "{text}");
}

/// The output has the puzzle at its start, and no other grid.
#[test]
fn an_explanation_is_read_as_its_puzzle() {
    let folder = Folder::new();
    folder.write("two.txt", format!("{PUZZLE}\n{HARDER}\n"));
    for options in ["", "--brief", "--next", "--step 28", "--steps 3", "--scale hodoku", "--scale te --steps 40"] {
        let text = folder.run(&format!("explain two.txt {options}")).fine();
        folder.write("text.txt", text);
        assert_eq!(folder.run("convert text.txt --to line").fine(), format!("{PUZZLE}\n{HARDER}\n"), "{options}");
    }
}

#[test]
fn a_chain_is_marked_and_explained_link_by_link() {
    let text = run(&format!("explain {HARDER} --step 28")).fine();
    let expected = "\
Step 28: Forcing Chain (turbot fish), 6.6
    1    2     3     4 5  6     7 8    9
  1 9    148   148 | 3 24 124 | 5 6    7
  2 3    14    5   | 6 7  14  | 8 9    2
  3 6    7     2   | 8 9  5   | 4 3    1
    ---------------+----------+----------
  4 78-5 9     678 | 1 3  46  | 2 458  58
  5 128  128   3   | 5 24 9   | 7 148  6
  6 4    12(5) 16  | 7 8  26  | 3 1(5) 9
    ---------------+----------+----------
  7 258  2458  48  | 9 1  3   | 6 7    58
  8 8(5) 3     9   | 2 6  7   | 1 8(5) 4
  9 17   6     17  | 4 5  8   | 9 2    3
    (1) in the chain   -1 eliminated

Suppose r4c1=5. Then r4c1<>5 follows, a contradiction. So the assumption is false: r4c1<>5.
  - r4c1=5, so r6c2<>5: box 4 holds 5 once.
  - r6c2<>5, so r6c8=5: row 6 has no other place for 5.
  - r6c8=5, so r8c8<>5: column 8 holds 5 once.
  - r8c8<>5, so r8c1=5: row 8 has no other place for 5.
  - r8c1=5, so r4c1<>5: column 1 holds 5 once.

";
    assert_eq!(text, format!("Puzzle: {HARDER}\n\n{expected}"));
}

/// T&E depth 1, B 2: singles, one braid, and singles.
const BRAID: &str = "....9....3..52.8....4....72.91.....5.3.....6...2..5.......3...7.854...162......8.";

#[test]
fn a_braid_is_explained_single_by_single() {
    let text = run(&format!("explain {BRAID} --scale te --step 36")).fine();
    let expected = "\
Step 36: Braid, B 2
    1   2 3      4     5     6     7   8 9
  1 178 2 7(8) | 1-8   9     4   | 6   5 3
  2 3   6 9    | 5     2     7   | 8   4 1
  3 18  5 4    | 168   16(8) 3   | 9   7 2
    -----------+-----------------+--------
  4 678 9 1    | 2678  4     68  | 27  3 5
  5 5   3 7(8) | 12789 1(8)  189 | 127 6 4
  6 67  4 2    | 3     16    5   | 17  9 8
    -----------+-----------------+--------
  7 4   1 6    | 89    3     89  | 5   2 7
  8 9   8 5    | 4     7     2   | 3   1 6
  9 2   7 3    | 16    5     16  | 4   8 9
    (1) in the chain   -1 eliminated

Suppose r1c4=8. Then r5c3=8 follows, and column 5 has no place for 8. So the assumption is false:
r1c4<>8.
  - r1c3 sees the 8 in r1c4, so r5c3=8: column 3 has no other place for 8.
  - r3c5 sees the 8 in r1c4; r5c5 sees the 8 in r5c3, so no place is left for 8 in column 5: a
    contradiction.

";
    assert_eq!(text, format!("Puzzle: {BRAID}\n\n{expected}"));
    let all = run(&format!("explain {BRAID} --scale te --brief")).fine();
    let end: Vec<&str> = all.lines().rev().take(2).collect();
    assert_eq!(end[1], "Solved in 58 steps: T&E depth 1, B 2.");
    assert_eq!(end[0].len(), 81);
    // A picture needs no step: it shows the hardest.
    let picture = run(&format!("explain {BRAID} --scale te --format svg")).fine();
    assert!(picture.contains("r1c4"), "{picture}");
    let refused = run(&format!("explain {BRAID} --scale minutes"));
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("[possible values: se, te, hodoku]"), "{}", refused.stderr);
}

#[test]
fn the_path_of_hodoku_has_levels_and_scores() {
    let clues = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";
    let all = run(&format!("explain {clues} --scale hodoku --brief")).fine();
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!(lines[1], "   1     Easy 4  Naked Single: r5c8=7");
    assert!(all.contains("  Medium 40  Locked Pair: 1,4 in r5c45 => r5c12,r6c5<>1\n"), "{all}");
    assert!(all.contains("steps: HoDoKu Medium, score 354.\n"), "{all}");
    let text = run(&format!("explain {clues} --scale hodoku --format svg")).fine();
    assert!(text.contains("<title>Step ") && text.contains("class=\"pattern\""), "{text}");
    let first = run(&format!("explain {clues} --scale hodoku --next --format json")).fine();
    assert!(
        first.contains(r#""technique":"naked-single","rating":4.0,"placement":{"cell":"r5c8","digit":7}"#),
        "{first}"
    );
    assert!(first.contains(r#""notation":"Naked Single: r5c8=7""#), "{first}");
    let page = run(&format!("explain {clues} --scale hodoku --format html")).fine();
    assert!(page.contains("HoDoKu Medium · score 354"), "{page}");
}

/// A constraint on HoDoKu alone makes its path the default.
#[test]
fn the_path_is_that_of_the_scale_of_the_pack() {
    let folder = Folder::new();
    let end = |options: &str| {
        let text = folder.run(&format!("explain {options} --brief")).fine();
        text.lines().rev().nth(1).unwrap().split_once(": ").unwrap().1.split(' ').next().unwrap().to_string()
    };
    for (constraints, scale) in [
        ("--needs hodoku:naked-pair", "HoDoKu"),
        ("--hodoku-level easy --clues 24..=28", "HoDoKu"),
        ("--hodoku-level easy --level easy", "ER"),
        ("--needs hodoku:naked-pair --level medium", "HoDoKu"),
        ("--needs naked-pair --without skyscraper", "ER"),
        ("--te 1", "ER"),
    ] {
        folder.run(&format!("pack --seed 1 --count 1 {constraints} --quiet --force --out pack.csv")).fine();
        assert_eq!(end("pack.csv"), scale, "{constraints}");
        assert_eq!(end("pack.csv --scale se"), "ER", "{constraints}");
    }
    folder.run("pack --seed 1 --count 1 --needs skyscraper --quiet --force --out pack.csv").fine();
    folder.run("convert pack.csv --to line --quiet --out other.txt").fine();
    // The manifest of shards is that of their pack.
    folder.run("pack --seed 1 --count 1 --needs skyscraper --shard-rows 1 --quiet --out shards.csv").fine();
    assert_eq!(end("shards-00000-of-00001.csv"), "HoDoKu");
    // A file without a manifest has no scale.
    assert_eq!(end("pack.csv other.txt"), "ER");
}

/// T&E depth 2, BxB 1: braids under an assumption.
#[test]
fn a_nested_braid_is_explained_in_its_place() {
    let clues = "9..76....7..5.......5..84..8.6..3..4.5.6..3....3....9..2......1..8..69.....41..2.";
    let path = run(&format!("explain {clues} --scale te")).fine();
    let inner = "so r1c2<>1: proved by a braid on the remaining candidates.\n    - Suppose r1c2=1. Then column 3 has no place for 1.";
    assert!(path.contains(inner), "{path}");
    assert!(path.contains(": T&E depth 2, BxB 1.\n"), "{path}");
    let folded = run(&format!("explain {clues} --scale te --fold")).fine();
    assert!(folded.contains("proved by a braid") && !folded.contains("    - Suppose"), "{folded}");
}

#[test]
fn a_hint_is_the_next_step_from_any_position() {
    let hint = run(&format!("explain {HARDER} --next --brief")).fine();
    assert_eq!(hint, format!("Puzzle: {HARDER}\n   1   1.2  Hidden Single                 r1c9=7\n"));
    // The same with that cell filled in: the hint after it.
    let half_done = format!("{}7{}", &HARDER[..8], &HARDER[9..]);
    let hint = run(&format!("explain {half_done} --next --brief")).fine();
    assert_eq!(hint, format!("Puzzle: {half_done}\n   1   1.2  Hidden Single                 r1c7=5\n"));
}

/// Nine lines of a grid.
fn nine(grid: &str) -> String {
    lines((0..9).map(|row| &grid[9 * row..9 * row + 9]))
}

/// The puzzle with the digits of the solution in some cells, which are given by their index.
fn with_solved(cells: &[usize]) -> String {
    let digit = |(index, clue): (usize, char)| {
        if cells.contains(&index) { SOLUTION.as_bytes()[index].into() } else { clue }
    };
    PUZZLE.chars().enumerate().map(digit).collect()
}

/// A hint starts from the placed digits of every form that has them.
#[test]
fn a_hint_starts_where_the_player_is() {
    let folder = Folder::new();
    let state = with_solved(&[2, 5]);
    folder.write("half.sdk", format!("[Puzzle]\n{}[State]\n{}", nine(PUZZLE), nine(&state)));
    folder.write("half.csv", format!("puzzle,state\n{PUZZLE},{state}\n"));
    for form in ["opensudoku", "jsonl", "ss", "hodoku"] {
        folder.run(&format!("convert half.sdk --to {form} --out half.{form}.txt")).fine();
    }
    let puzzle = format!("Puzzle: {PUZZLE}\n");
    let hint = format!("{puzzle}   1   1.2  Hidden Single                 r3c1=1\n");
    for file in ["half.sdk", "half.csv", "half.opensudoku.txt", "half.jsonl.txt", "half.ss.txt", "half.hodoku.txt"] {
        assert_eq!(folder.run(&format!("explain {file} --next --brief")).fine(), hint, "{file}");
        assert_eq!(folder.run(&format!("explain {file} --next --brief --from-digits")).fine(), hint, "{file}");
        let from_clues = folder.run(&format!("explain {file} --next --brief --from-clues")).fine();
        assert_eq!(from_clues, format!("{puzzle}   1   1.2  Hidden Single                 r1c6=8\n"), "{file}");
        let json = folder.run(&format!("explain {file} --next --format json")).fine();
        let step: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&step["puzzle"], &step["state"]), (&PUZZLE.into(), &state.as_str().into()), "{file}");
    }
    // Placed digits are no clues: they are drawn in another colour.
    let picture = folder.run("explain half.sdk --next --format svg").fine();
    assert_eq!(picture.matches("class=\"value clue\"").count(), 30);
    assert_eq!(picture.matches("class=\"value\"").count(), 2);
    // A solved puzzle has no next step.
    folder.write("solved.csv", format!("puzzle,state\n{PUZZLE},{SOLUTION}\n"));
    assert_eq!(folder.run("explain solved.csv --next").fine(), "Nothing to do: every cell is filled.\n");
    assert_eq!(folder.run("explain solved.csv --next --stage cell").fine(), "Nothing to do: every cell is filled.\n");
    assert_eq!(folder.run("explain half.sdk --from-clues --from-digits").status, 2);
}

/// Candidates that the player has eliminated stay eliminated. A cell without pencilmarks has all that the digits leave.
#[test]
fn a_hint_starts_from_the_pencilmarks() {
    let folder = Folder::new();
    // Only r1c3 has pencilmarks: it holds 4.
    let marks = format!(",,4,,,,,,\n{}", ",,,,,,,,\n".repeat(8));
    folder.write("half.sdk", format!("[Puzzle]\n{}[PencilMarks]\n{marks}", nine(PUZZLE)));
    let grid = folder.run("explain half.sdk --next").fine();
    assert!(grid.contains("\n  1 5   3    4 "), "{grid}");
    let grid = folder.run("explain half.sdk --next --from-digits").fine();
    assert!(grid.contains("\n  1 5   3    124 "), "{grid}");
}

/// Nothing is explained from a wrong position, and all wrong cells are named, without their digits.
#[test]
fn mistakes_are_named() {
    let folder = Folder::new();
    let wrong = PUZZLE.replacen("53..7", "53287", 1);
    let marks = format!(",,,,,,12,29,\n{}", ",,,,,,,,\n".repeat(8));
    let sdk = format!("[Puzzle]\n{}[State]\n{}", nine(PUZZLE), nine(&wrong));
    folder.write("both.sdk", format!("{sdk}[PencilMarks]\n{marks}"));
    folder.write("marks.sdk", format!("[Puzzle]\n{}[PencilMarks]\n{marks}", nine(PUZZLE)));
    folder.write("clue.csv", format!("puzzle,state\n{PUZZLE},9{}\n{PUZZLE},.{}\n", &PUZZLE[1..], &PUZZLE[1..]));
    let digits = "r1c3=2, r1c4=8 are wrong";
    let cells = "the candidates of r1c7, r1c8 lack the digits of the solution";
    let cases = [
        ("both.sdk", format!("both.sdk:2: {digits}; {cells}")),
        ("both.sdk --from-digits", format!("both.sdk:2: {digits}")),
        ("marks.sdk", format!("marks.sdk:2: {cells} (--from-digits ignores pencilmarks)")),
        (
            "clue.csv",
            "clue.csv:2: r1c1=9 is wrong\nclue.csv:3: found nothing in r1c1 of the state, expected the clue 5".into(),
        ),
    ];
    for (arguments, message) in cases {
        let refused = folder.run(&format!("explain {arguments} --next"));
        assert_eq!((refused.stderr.trim_end(), refused.status), (message.as_str(), 1), "{arguments}");
        assert_eq!(refused.stdout, "", "{arguments}");
    }
    for file in ["both.sdk", "marks.sdk", "clue.csv"] {
        folder.run(&format!("explain {file} --next --from-clues")).fine();
    }
    folder.run("explain marks.sdk --next --from-digits").fine();
}

/// Each stage of a hint tells more.
#[test]
fn a_hint_has_stages() {
    let stage = |stage: &str, step: usize| run(&format!("explain {HARDER} --step {step} --stage {stage}")).fine();
    assert_eq!(stage("region", 1), "Look at box 3.\n");
    assert_eq!(stage("technique", 1), "Look at box 3: Hidden Single.\n");
    assert_eq!(stage("cell", 1), "Look at box 3: Hidden Single, which fills r1c9.\n");
    assert_eq!(stage("full", 1), run(&format!("explain {HARDER} --step 1")).fine());
    let chain = "Look at box 4: Forcing Chain (turbot fish)";
    assert_eq!(stage("technique", 28), format!("{chain}.\n"));
    assert_eq!(stage("cell", 28), format!("{chain}, which eliminates candidates of r4c1.\n"));
    let several = run(&format!("explain {HARDER} --steps 3 --stage region")).fine();
    assert_eq!(several.lines().count(), 3);
    let refused = run(&format!("explain {HARDER} --next --stage cell --format json"));
    let message = "error: --stage has no effect without --format text";
    assert_eq!((refused.message(), refused.status), (message, 2));
}

#[test]
fn the_first_steps_end_with_the_candidates_left() {
    let text = run(&format!("explain {HARDER} --steps 2")).fine();
    assert_eq!(text.lines().filter(|line| line.starts_with("Step ")).count(), 2);
    let (_, after) = text.split_once("After that:\n").expect(&text);
    assert!(after.contains("  1 9    1248 12348 | 2348 24  1234  | 5    6     7\n"), "{after}");
    assert_eq!(text, run(&format!("explain {HARDER} --until 2")).fine());
}

#[test]
fn eliminated_candidates_stay_eliminated() {
    // The position after the chain has eliminated a candidate, as 729 characters.
    let folder = Folder::new();
    let candidates = "9........1..4...8.1..4...8...3.......2.4.....12.4.........5..........6........7..\
                      ..3......1..4.........5.........6........7...1..4..........8..........9.2.......";
    folder.write("half.txt", candidates);
    let bad = folder.run("explain half.txt --next");
    assert_eq!(bad.status, 1, "what is cut off is no grid");

    let text = folder.run(&format!("convert {HARDER} --to candidates --quiet")).fine();
    folder.write("all.txt", &text);
    let hint = folder.run("explain all.txt --next --brief").fine();
    assert_eq!(hint, format!("Puzzle: {}\n   1   1.2  Hidden Single                 r1c9=7\n", text.trim_end()));
    // Without 7 in r1c7, and with the digit of r1c9 eliminated by hand.
    let mut gone: Vec<u8> = text.trim_end().bytes().collect();
    gone[8 * 9 + 6] = b'.';
    folder.write("gone.txt", String::from_utf8(gone).unwrap());
    let bad = folder.run("explain gone.txt --next");
    assert_message(bad.message(), "gone.txt:1: the candidates of r1c9 lack the digit of the solution", "a lost digit");
    assert_eq!(bad.status, 1);
}

#[test]
fn json_lines_are_the_trace_with_explanations() {
    let told = run(&format!("explain {HARDER} --format json")).fine();
    let trace = run(&format!("grade {HARDER} --trace")).fine();
    assert_eq!(told.lines().count(), trace.lines().count());
    for (told, traced) in told.lines().zip(trace.lines()) {
        let mut told: serde_json::Value = serde_json::from_str(told).unwrap();
        let mut traced: serde_json::Value = serde_json::from_str(traced).unwrap();
        let (told, traced) = (told.as_object_mut().unwrap(), traced.as_object_mut().unwrap());
        let text = told.remove("text").expect("the words");
        let lines = told.remove("lines");
        let stages = told.remove("stages").expect("the stages of a hint");
        let names: Vec<&str> =
            stages.as_array().unwrap().iter().map(|stage| stage["stage"].as_str().unwrap()).collect();
        assert_eq!(names, ["region", "technique", "cell", "full"]);
        assert_eq!(stages[3]["text"], text);
        assert_eq!(lines.is_some(), traced.contains_key("chains"), "{text}");
        assert_eq!(told, traced);
        let conclusion = match (&told.get("placement"), &told.get("eliminations")) {
            (Some(placed), _) => format!("{}={}", placed["cell"].as_str().unwrap(), placed["digit"]),
            (_, Some(gone)) => format!("{}<>", gone[0]["cell"].as_str().unwrap()),
            _ => panic!("{told:?}"),
        };
        assert!(text.as_str().unwrap().contains(&conclusion), "{text}");
    }
}

#[test]
fn several_puzzles_are_explained_in_order_and_one_can_be_selected() {
    let folder = Folder::new();
    folder.write("two.txt", format!("{PUZZLE}\n{HARDER}\n"));
    let both = folder.run("explain two.txt --next --brief").fine();
    assert_eq!(both.lines().count(), 4);
    let second = folder.run("explain two.txt --next --brief --puzzle 2").fine();
    assert!(second.starts_with("Puzzle: ") && both.ends_with(&second), "{both}{second}");
    let none = folder.run("explain two.txt --puzzle 3");
    assert_eq!((none.message(), none.status), ("error: found 2 grids in the input, expected 3", 1));
    // A page has one puzzle.
    let refused = folder.run("explain two.txt --out page.html");
    assert_message(
        refused.message(),
        "error: two.txt:2: found a second grid, expected one; --puzzle N selects one",
        "two",
    );
    assert_eq!((refused.status, folder.names()), (1, vec!["two.txt".to_string()]));
    assert_eq!(folder.run("explain two.txt --puzzle 2 --out page.html").fine(), "");
    assert!(folder.read("page.html").contains(HARDER));
}

/// The steps of HoDoKu have no chains within chains.
#[test]
fn fold_is_not_for_the_scale_hodoku() {
    let output = run(&format!("explain {PUZZLE} --scale hodoku --fold"));
    assert_eq!((output.message(), output.status), ("error: --fold has no effect with --scale hodoku", 2));
}

/// The status is that of the lines that were read.
#[test]
fn a_bad_line_before_the_puzzle_shows_in_the_status() {
    let folder = Folder::new().with("in.txt", format!("{}\n{PUZZLE}\n{0}\n", &PUZZLE[1..]));
    for arguments in ["--puzzle 1 --next --brief", "--puzzle 1 --out a.html", "--puzzle 1 --out a.svg"] {
        let output = folder.run(&format!("explain in.txt {arguments}"));
        assert!(output.message().starts_with("in.txt:1: found 80 c"), "{}", output.stderr);
        assert_eq!((output.status, output.stderr.lines().count()), (1, 1), "{arguments}");
    }
}

#[test]
fn refusals_have_a_reason() {
    for (grid, why) in [
        (AMBIGUOUS, "argument:1: several solutions..."),
        (UNSOLVABLE, "argument:1: no solution..."),
        (EMPTY, "argument:1: several solutions..."),
    ] {
        for format in ["text", "json", "html", "svg", "pdf"] {
            let refused = run(&format!("explain {grid} --format {format}"));
            let message = refused.message().trim_start_matches("error: ");
            assert_message(message, why, format);
            assert_eq!((refused.status, refused.stdout.as_str()), (1, ""), "{format}");
        }
    }
    let beyond = run(&format!("explain {PUZZLE} --step 52"));
    assert_message(
        beyond.message(),
        "argument:1: found no step 52, expected one of the 51 steps of its path",
        "beyond",
    );
    assert_eq!(beyond.status, 1);
    assert_eq!(run(&format!("explain {SOLUTION}")).fine(), "Nothing to do: every cell is filled.\n");
    for format in ["svg", "pdf"] {
        let refused = run(&format!("explain {SOLUTION} --format {format}"));
        let message = "error: argument:1: every cell is filled: there is no step to draw";
        assert_eq!((refused.message(), refused.status), (message, 1));
    }
}

#[test]
fn colours_change_no_word() {
    let plain = run(&format!("explain {HARDER} --step 28")).fine();
    let coloured = run(&format!("explain {HARDER} --step 28 --color always")).fine();
    assert!(!plain.contains('\u{1b}') && coloured.contains("\u{1b}[1m\u{1b}[31m-5\u{1b}[0m"), "{coloured:?}");
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        stripped += before;
        rest = after.split_once('m').unwrap().1;
    }
    assert_eq!(stripped + rest, plain);
}

#[test]
fn environment_variables_control_colours() {
    let explain = |name: &str, value: &str| {
        let mut command = command(Path::new("."), &format!("explain {HARDER} --step 28"));
        let output = command.env_remove("NO_COLOR").env(name, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\u{1b}')
    };
    assert!(explain("CLICOLOR_FORCE", "1"));
    assert!(!explain("NO_COLOR", "1"));
}

/// Checks that every element of a document is closed, and returns their number.
#[track_caller]
fn elements(document: &str) -> usize {
    let (mut open, mut count) = (Vec::new(), 0);
    let mut rest = document;
    while let Some((_, tag)) = rest.split_once('<') {
        let (tag, after) = tag.split_once('>').expect("an end of the tag");
        rest = after;
        let name = tag.split([' ', '\n', '/']).find(|word| !word.is_empty()).unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            count += 1;
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    count
}

/// A sheet in each language for which the font has the characters. The sentences are in `explanations.txt`.
#[test]
fn the_bytes_of_sheets() {
    let folder = Folder::new();
    let mut sums = String::new();
    for language in ["en", "de", "es", "fr"] {
        let options = format!("--language {language} --out {language}.pdf");
        folder.run(&format!("explain {HARDER} {options}")).fine();
        let sum = Sha256::digest(std::fs::read(folder.path(&format!("{language}.pdf"))).unwrap());
        sums += &format!("{} {language}.pdf\n", sum.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/sheets.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &sums).unwrap();
    }
    assert_eq!(sums, std::fs::read_to_string(&path).unwrap_or_default(), "look at the pages, then `cargo xtask bless`");
}

/// Sheets have four steps each, or another number, and the techniques in the language of the reader.
#[test]
fn sheets_show_several_steps() {
    let folder = Folder::new();
    // The number of pages, the messages, and the file.
    let sheets = |options: &str| {
        let output = folder.run(&format!("explain {PUZZLE} --out sheets.pdf --force {options}"));
        let bytes = std::fs::read(folder.path("sheets.pdf")).unwrap();
        assert!(output.status == 0 && bytes.starts_with(b"%PDF-1.7"), "{output:?}");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        (text.matches("/Type/Page/").count(), output.stderr, text)
    };
    let fewer = "note: --per-page 12: sheets have fewer steps where 12 would have too small candidates\n";
    for (options, pages, message) in [
        ("", 13, ""), // 51 steps
        ("--per-page 1 --steps 9", 9, ""),
        ("--per-page 12 --steps 25", 7, fewer),
        ("--per-page 12 --steps 15 --quiet", 4, ""),
        ("--per-page 12 --steps 4", 1, ""),
        ("--paper a5 --steps 8", 4, ""),
        ("--step 9", 1, ""),
    ] {
        let (found, stderr, _) = sheets(options);
        assert_eq!((found, stderr.as_str()), (pages, message), "{options}");
    }
    let (_, _, english) = sheets("--steps 4");
    let (_, _, german) = sheets("--language de --title Montag --steps 4");
    assert!(german.contains("/Title(Montag)") && !english.contains("/Title(Montag)"));
    let (_, _, letter) = sheets("--paper letter --steps 4");
    assert!(letter.contains("/MediaBox[0 0 612 792]"));
    for (options, message) in [
        ("--language zh", "error: \"1. 排除法\": no font here has the character ..."),
        (
            "--title 数独",
            "error: title: no font here has the character 数 (U+6570); --fallback-font FILE adds a font that has it",
        ),
        ("--bold-font a.ttf", "error: --bold-font has no effect without --font"),
        ("--font a.ttf --quiet", "error: a.ttf: cannot be read: ..."),
        ("--format svg --paper a5", "error: --paper has no effect without --format pdf, or --out FILE.pdf"),
        ("--stage region", "error: --stage has no effect without --format text"),
    ] {
        let refused = folder.run(&format!("explain {PUZZLE} --out new.pdf {options}"));
        assert_message(refused.message(), message, options);
        assert!(!folder.path("new.pdf").exists(), "{options}");
    }
}

#[test]
fn a_picture_shows_one_step() {
    let folder = Folder::new();
    assert_eq!(folder.run(&format!("explain {HARDER} --step 28 --out step.svg")).fine(), "");
    let picture = folder.read("step.svg");
    assert!(elements(&picture) > 150);
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{picture}");
    assert_eq!(picture.matches("http").count(), 1, "nothing is loaded");
    // Five links: three from true to false, two from false to true; one candidate is eliminated.
    assert_eq!(picture.matches("<path class=\"weak\"").count(), 3);
    assert_eq!(picture.matches("<path class=\"strong\"").count(), 2);
    assert_eq!(picture.matches("<path class=\"stroke\"").count(), 1);
    assert!(picture.contains("r4c1&lt;&gt;5"), "{picture}");
    // The default is the hardest step.
    assert_eq!(run(&format!("explain {HARDER} --format svg")).fine(), picture);
    // It is small enough to be part of a text.
    assert!(picture.len() < 40_000, "{} bytes", picture.len());
}

#[test]
fn a_page_needs_no_other_file_and_escapes_its_title() {
    let folder = Folder::new();
    let mut command = command(&folder.path("."), &format!("explain {HARDER} --out page.html --title"));
    assert!(command.arg("<b>\"Tom\" & Zoë's</b></title><script>").status().unwrap().success());
    let page = folder.read("page.html");
    let title = "&lt;b&gt;&quot;Tom&quot; &amp; Zoë&#39;s&lt;/b&gt;&lt;/title&gt;&lt;script&gt;";
    assert!(page.contains(&format!("<title>{title}</title>")) && page.contains(&format!("<h1>{title}</h1>")));
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("http").count(), page.matches("http://www.w3.org/2000/svg").count(), "nothing is loaded");
    assert!(!page.contains("src=") && !page.contains("<link"));
    // Every step has its words, its list entry, its bar and its marks. The end has words, too.
    assert_eq!(page.matches("<article class=\"step\"").count(), 56);
    assert_eq!(page.matches("<a href=\"#step-").count(), 56);
    assert_eq!(page.matches("class=\"bar\"").count(), 55);
    assert_eq!(page.matches("<g class=\"of-step\"").count(), 2 * 55);
    let (_, svg) = page.split_once("<svg").unwrap();
    let (svg, _) = svg.split_once("</svg>").unwrap();
    elements(&format!("<svg{svg}</svg>"));
}

#[test]
fn fold_leaves_out_chains_within_chains() {
    let hard = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
    let all = run(&format!("explain {hard} --next")).fine();
    let folded = run(&format!("explain {hard} --next --fold")).fine();
    assert!(folded.lines().count() < all.lines().count());
    assert!(folded.contains("proved by a chain on the remaining candidates."), "{folded}");
    assert!(folded.lines().all(|line| all.contains(line)));
    let page = run(&format!("explain {hard} --next --format html")).fine();
    assert!(page.contains("<details class=\"nested\"><summary>"));
}
