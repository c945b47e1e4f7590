//! Sukakus: candidates with one solution, whose filled cells have several.

use crate::common::{EMPTY, Folder, GRADE_HEADER, PUZZLE, SOLUTION, rows};

/// Returns a folder with a Sukaku: the candidates of [`PUZZLE`], with a second candidate in each cell of a clue, as long as there is one
/// solution.
fn folder() -> Folder {
    let folder = Folder::new();
    let mut text = folder.run(&format!("convert {PUZZLE} --to candidates --quiet")).fine().trim_end().to_string();
    let clues = (0..81).filter(|&cell| PUZZLE.as_bytes()[cell] != b'.');
    for cell in clues {
        let digit = (SOLUTION.as_bytes()[cell] - b'0') % 9 + 1;
        let place = 9 * cell + usize::from(digit - 1);
        let more = format!("{}{digit}{}", &text[..place], &text[place + 1..]);
        folder.write("in", &more);
        if folder.run("count in --limit 2").fine() == "1\n" {
            text = more;
        }
    }
    folder.write("in", text + "\n");
    folder
}

#[test]
fn a_sukaku_is_rated_and_explained_from_its_candidates() {
    let folder = folder();
    let text = folder.read("in").trim_end().to_string();
    assert_eq!(folder.run("count in").fine(), "1\n");
    let graded = folder.run("grade in --scale se,te,hodoku,minutes").fine();
    let row = &rows(&graded)[0];
    assert_eq!((&row["puzzle"], &row["solution"]), (text.as_str(), SOLUTION));
    assert!(row.number("clues") < 17.0, "the filled cells are no puzzle: {graded}");
    assert!(row.number("er") >= 1.2 && row.number("hodoku_score") > 0.0 && !row["te"].is_empty(), "{graded}");
    assert_eq!(&row["minutes"], "");
    for word in ["unique", "bivalue"] {
        assert!(!row["techniques"].contains(word), "{graded}");
    }
    // The ratings can be rated again.
    folder.write("rated.csv", &graded);
    assert_eq!(folder.run("grade rated.csv --scale se,te,hodoku,minutes").fine(), graded);
    folder.run("grade in --out out.csv").fine();
    assert!(folder.read("out.csv").starts_with(GRADE_HEADER));
    assert_eq!(folder.run("grade in --out out.csv --resume").stderr, "out.csv: is complete already\n");
    let summary = folder.run("grade in --format summary").fine();
    assert!(summary.contains(&format!("ER {}", &row["er"])) && !summary.contains("minutes"), "{summary}");
    // All forms have the same number of clues.
    let clues = &row["clues"];
    let table = folder.run("grade in --format table").fine();
    assert!(table.contains(&row["er"]) && table.contains(&format!(" {clues} ")), "{table}");
    assert!(summary.starts_with(&format!("in:1: {clues} clues")), "{summary}");
    assert_eq!(&rows(&folder.run("convert in --to csv --quiet").fine())[0]["clues"], clues);
    let trace = folder.run("grade in --trace").fine();
    assert_eq!(trace.lines().count() as f64, row.number("steps"));

    for scale in ["se", "te", "hodoku"] {
        let json = folder.run(&format!("explain in --scale {scale} --format json")).fine();
        for line in json.lines() {
            let step: serde_json::Value = serde_json::from_str(line).unwrap();
            let digit_at = |place: &serde_json::Value| {
                let cell = place["cell"].as_str().unwrap().as_bytes();
                let index = usize::from(9 * (cell[1] - b'1') + cell[3] - b'1');
                (u64::from(SOLUTION.as_bytes()[index] - b'0'), place["digit"].as_u64().unwrap())
            };
            let eliminated = step["eliminations"].as_array().cloned().unwrap_or_default();
            assert!(eliminated.iter().map(digit_at).all(|(right, digit)| right != digit), "{line}");
            let placed = step.get("placement").filter(|placement| !placement.is_null()).map(digit_at);
            assert!(placed.is_none_or(|(right, digit)| right == digit), "{line}");
        }
        let explained = folder.run(&format!("explain in --scale {scale}")).fine();
        assert!(explained.trim_end().ends_with(SOLUTION), "{explained}");
    }
    let shown = folder.run("explain in").fine();
    assert!(shown.contains(&format!("ER {}", &row["er"])), "{shown}");
}

/// A pencilmark grid of a puzzle has the ratings of the puzzle, and candidates with no solution or several are refused.
#[test]
fn other_candidates() {
    let folder = Folder::new();
    folder.run(&format!("convert {PUZZLE} --to candidates --quiet --out 729")).fine();
    folder.run(&format!("convert {PUZZLE} --to pencilmarks --quiet --out pm")).fine();
    let ratings = |text: &str| ["er", "ep", "ed", "steps", "clues"].map(|name| rows(text)[0][name].to_string());
    let plain = ratings(&folder.run(&format!("grade {PUZZLE}")).fine());
    assert_eq!(
        [ratings(&folder.run("grade 729").fine()), ratings(&folder.run("grade pm").fine())],
        [plain.clone(), plain]
    );

    folder.run(&format!("convert {EMPTY} --to candidates --quiet --out several")).fine();
    folder.write("none", folder.read("729").replacen('5', ".", 1));
    for (file, reason) in [("several", "several solutions: "), ("none", "")] {
        for command in ["grade", "explain", "grade --trace", "explain --scale te"] {
            let output = folder.run(&format!("{command} {file}"));
            assert_eq!(output.status, 1, "{command} {file}");
            assert!(output.stderr.starts_with(&format!("{file}:1: {reason}")), "{command}: {}", output.stderr);
        }
    }
}

/// A board whose digits or candidates are its solution is solved.
#[test]
fn a_finished_board_is_solved() {
    let rows = |cells: &str| (0..9).map(|row| format!("{}\n", &cells[9 * row..9 * row + 9])).collect::<String>();
    let wrong = SOLUTION.replacen("534678", "543678", 1);
    let mark = |digit: u8| (b'1'..=b'9').map(move |other| if other == digit { char::from(digit) } else { '.' });
    let single = |cells: &str| cells.bytes().flat_map(mark).collect::<String>();
    for (text, verdict) in [
        (SOLUTION.to_string(), "solved"),
        (rows(SOLUTION), "solved"),
        (format!("[Puzzle]\n{}[State]\n{}", rows(PUZZLE), rows(SOLUTION)), "solved"),
        (format!("puzzle,state\n{PUZZLE},{SOLUTION}\n"), "solved"),
        (single(SOLUTION), "solved"),
        (format!("puzzle,solution\n{SOLUTION},{SOLUTION}\n"), "solved"),
        (format!("puzzle,state\n{PUZZLE},{}.\n", &SOLUTION[..80]), "proper"),
        (format!("puzzle,state\n{PUZZLE},{}1\n", &SOLUTION[..80]), "mistakes"),
        (single(&wrong), "candidates"),
        (wrong, "unsolvable"),
    ] {
        let output = Folder::new().with("in", &text).run("check in --json");
        let object: serde_json::Value = serde_json::from_str(output.stdout.lines().next().unwrap()).unwrap();
        assert_eq!(object["verdict"], verdict, "{text}");
        assert_eq!(output.status, i32::from(!["solved", "proper"].contains(&verdict)), "{text}");
        assert!(verdict != "solved" || object["solution"] == SOLUTION, "{object}");
    }
}
