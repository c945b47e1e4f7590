//! `grade`: its rows, the files of other programs, limits and traces.

use crate::commands::{FOUR, puzzles};
use crate::common::{AMBIGUOUS, Folder, GRADE_HEADER, PUZZLE, Row, SOLUTION, lines, rows, run};

/// A known puzzle with its known rating.
#[test]
fn grade_writes_a_row() {
    let [_, (easy, solution), ..] = FOUR;
    let csv = run(&format!("grade {easy}")).fine();
    let row = format!("{easy},{solution},23,1.5,1.2,1.2,easy,hidden-single,hidden-single:58,58");
    assert_eq!(csv, format!("{GRADE_HEADER}{row}\n"));
}

/// The puzzle columns and delimiters of files of other programs.
#[test]
fn grade_reads_files_of_other_programs() {
    let ratings = |text: &str| {
        let names = || GRADE_HEADER.trim_end().split(',');
        let of_row = |row: &Row| names().map(|name| row[name].to_string()).collect::<Vec<_>>();
        rows(text).iter().map(of_row).collect::<Vec<_>>()
    };
    let plain = ratings(&Folder::new().with("in", lines(puzzles())).run("grade in").fine());
    for (name, before, blank) in [("puzzle", "id", "."), ("quizzes", "number", "0"), ("question", "source", ".")] {
        for delimiter in [",", ";", "\t"] {
            let row = |puzzle: &str| ["7", &puzzle.replace('.', blank), "x"].join(delimiter);
            let rows = puzzles().map(row);
            let header = [before, name, "rating"].join(delimiter);
            let folder = Folder::new()
                .with("in.csv", lines([&[header], &rows[..]].concat()))
                .with(
                    "windows.csv",
                    format!("\u{feff}{}\r\n{}\r\n", [before, name, "rating"].join(delimiter), rows.join("\r\n")),
                )
                .with(
                    "quoted.csv",
                    lines(
                        std::iter::once(format!("\"{name}\"{delimiter}\"rating\""))
                            .chain(puzzles().map(|puzzle| format!("\"{puzzle}\"{delimiter}\"1\""))),
                    ),
                );
            for file in ["in.csv", "windows.csv", "quoted.csv"] {
                let graded = folder.run(&format!("grade {file}")).fine();
                assert_eq!(ratings(&graded), plain, "{file} with {name} and {delimiter:?}");
            }
        }
    }
}

/// Names that contain a delimiter are quoted, in the header and in the rows.
#[test]
fn a_quoted_header_has_its_columns_in_the_same_places() {
    let csv = format!("\"id\",\"name, author\",\"puzzle\"\n1,\"one, by me\",{PUZZLE}\n");
    assert_eq!(Folder::new().with("in.csv", csv).run("solve in.csv").fine(), lines([SOLUTION]));
}

/// A puzzle that needs nested chains, with the rating 10.7, which takes long without limits.
const NESTED: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn grade_stops_at_its_limits() {
    let folder = Folder::new().with("in", lines([NESTED, PUZZLE]));
    for (limit, level) in [("--max-er 6.2", "too-hard"), ("--budget 500", "budget-spent")] {
        let rows = folder.run(&format!("grade in {limit}")).fine();
        let rows: Vec<Vec<&str>> = rows.lines().skip(1).map(|row| row.split(',').collect()).collect();
        // The columns are puzzle, solution, clues, er, ep, ed, level, hardest, techniques and steps.
        assert_eq!((rows[0][3], rows[0][6], rows[0][7], rows[0][9]), ("", level, "", ""), "{limit}");
        assert_eq!((rows[1][3], rows[1][6]), ("1.2", "easy"), "{limit}");
    }
    for (wrong, message) in
        [("--budget 0", "expected a whole number from 1 to "), ("--max-er 0.5", "expected a rating from 1.0 to 20.0")]
    {
        let output = folder.run(&format!("grade in {wrong}"));
        assert!(output.stderr.contains(message) && output.status == 2, "{wrong}: {}", output.stderr);
    }
}

#[test]
fn grade_traces_every_step_as_json() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    let text = folder.run("grade in --trace").fine();
    let steps: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(steps.iter().zip(1..).all(|(step, number)| step["puzzle"] == PUZZLE && step["step"] == number));
    assert!(steps.iter().all(|step| step["rating"].as_f64().is_some_and(|rating| rating >= 1.0)));
    assert_eq!(steps[0]["placement"], serde_json::json!({ "cell": "r1c6", "digit": 8 }));
    let placed = steps.iter().filter(|step| step["placement"]["digit"].is_u64()).count();
    assert_eq!(placed, PUZZLE.bytes().filter(|&character| character == b'.').count());
}

/// A puzzle that singles do not solve. Braids of length 2 do.
const BRAIDS: &str = "....9....3..52.8....4....72.91.....5.3.....6...2..5.......3...7.854...162......8.";

#[test]
fn grade_rates_on_other_scales() {
    let folder = Folder::new().with("in", lines([PUZZLE, BRAIDS, NESTED]));
    let cut = |columns: &str| folder.run(&format!("grade in --scale {columns}")).fine();
    let text = cut("minutes,te");
    let rows = rows(&text);
    assert_eq!(
        text.lines().next().unwrap(),
        "puzzle,solution,clues,te,b,bxb,bxbb,te_cut,minutes,minutes_low,minutes_high,minutes_extrapolated"
    );
    let te = |row: usize| ["te", "b", "bxb", "bxbb", "te_cut"].map(|column| rows[row][column].to_string());
    assert_eq!([te(0), te(1), te(2)], [["0", "0", "", "", ""], ["1", "2", "", "", ""], ["2", "", "4", "", ""]]);
    assert!(rows.iter().all(|row| row.number("minutes_low") < row.number("minutes")));
    assert!(rows.iter().all(|row| row.number("minutes") < row.number("minutes_high")));
    assert_eq!((&rows[1]["minutes_extrapolated"], &rows[2]["minutes_extrapolated"]), ("false", "true"));

    // All scales at once give the columns of each.
    let (all, se) = (cut("se,te,minutes"), folder.run("grade in").fine());
    for ((all, se), other) in all.lines().zip(se.lines()).zip(text.lines()) {
        let other = other.splitn(4, ',').last().unwrap();
        assert_eq!(all, format!("{se},{other}"));
    }
    let names = folder.run("grade in --scale stars");
    assert_eq!(names.status, 2);
    assert!(names.stderr.contains("[possible values: se, te, hodoku, minutes]"), "{}", names.stderr);
}

/// The first two reference puzzles of HoDoKu.
#[test]
fn grade_rates_on_the_scale_of_hodoku() {
    let puzzles = [
        "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......",
        "9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.",
    ];
    let folder = Folder::new().with("in", lines(puzzles));
    let text = folder.run("grade in --scale se,te,hodoku").fine();
    let rows = rows(&text);
    let ratings = |row: usize| {
        ["hodoku_level", "hodoku_score", "hodoku_hardest", "hodoku_cut", "er"]
            .map(|column| rows[row][column].to_string())
    };
    assert_eq!(ratings(0), ["medium", "354", "locked-pair", "", "2.3"]);
    assert_eq!(ratings(1), ["hard", "486", "remote-pair", "", "6.6"]);
    let cut = folder.run("grade in --scale hodoku --budget 2").fine();
    assert!(cut.lines().skip(1).all(|row| row.ends_with(",,,,budget-spent")), "{cut}");
    let summary = folder.run(&format!("grade {} --scale hodoku --format summary", puzzles[1])).fine();
    assert!(summary.ends_with("\n  hodoku  hard, score 486\n          highest score: Remote Pair\n"), "{summary}");
    // A full grid takes no step.
    let solved = &rows[0]["solution"];
    let full = folder.run(&format!("grade {solved} --scale hodoku --format csv")).fine();
    assert!(full.ends_with(",81,easy,0,,\n"), "{full}");
}

#[test]
fn ratings_on_other_scales_have_a_budget() {
    let folder = Folder::new().with("in", lines([NESTED, PUZZLE]));
    let rows = folder.run("grade in --scale te --budget 500").fine();
    let rows: Vec<&str> = rows.lines().skip(1).map(|row| row.splitn(4, ',').last().unwrap()).collect();
    assert_eq!(rows, [",,,,budget-spent", "0,0,,,"]);
    for (options, message) in [
        (
            "--scale minutes --budget 500",
            "--budget is a limit of the scales se, te and hodoku; add one of them to --scale",
        ),
        ("--scale te,minutes --max-er 4.4", "--max-er is a limit of the scale se; add it to --scale"),
        ("--scale te --trace", "cannot be used with"),
    ] {
        let output = folder.run(&format!("grade in {options}"));
        assert!(output.status == 2 && output.stderr.contains(message), "{options}: {}", output.stderr);
    }
}

#[test]
fn a_grid_that_is_no_puzzle_has_no_rating_on_any_scale() {
    let folder = Folder::new().with("in", lines([AMBIGUOUS]));
    let output = folder.run("grade in --scale se,te,minutes");
    assert_eq!(output.status, 1);
    let row = output.stdout.lines().nth(1).unwrap();
    assert_eq!(row.split(',').filter(|value| !value.is_empty()).count(), 2, "{row}");
    let output = folder.run("grade in --format summary");
    assert!(
        output.status == 1 && output.stdout.starts_with("in:1: 29 clues\nseveral solutions: "),
        "{}",
        output.stdout
    );
}

#[test]
fn a_summary_has_all_scales() {
    let folder = Folder::new().with("in", lines([BRAIDS]));
    let summary = "in:1: 24 clues
  se       ER 2.0, EP 1.2, ED 1.2: medium
           57 steps, the hardest: Direct Hidden Pair
  te       T&E depth 1, B 2
  hodoku   medium, score 418
           highest score: Naked Triple
  minutes  about 11.5 minutes; 80% of measured times: 7.4 - 17.7
";
    assert_eq!(folder.run("grade in --format summary").fine(), summary);
    let te = folder.run("grade in --format summary --scale te").fine();
    assert_eq!(te, "in:1: 24 clues\n  te  T&E depth 1, B 2\n");
    let table = folder.run("grade in --format table --scale te,se").fine();
    let words: Vec<&str> = table.split_whitespace().collect();
    assert_eq!(words[..10], ["where", "clues", "te", "b", "bxb", "bxbb", "te_cut", "ER", "EP", "ED"]);
    assert_eq!(words[14..22], ["in:1", "24", "1", "2", "-", "-", "-", "2.0"]);
}

/// The ratings of [`PUZZLE`], without the grid.
const RATED: &str = "30,1.2,1.2,1.2,easy,hidden-single,hidden-single:51,51";

/// Inputs with other columns: the text of the file, the first columns, and the last ones of the header and of the row.
#[test]
fn grade_keeps_the_columns_of_its_input() {
    let sdk = format!("#ARuud\n#LEasy\n{}", lines(PUZZLE.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap())));
    let state = format!("{}4{}", &PUZZLE[..2], &PUZZLE[3..]);
    #[rustfmt::skip]
    let cases: [(String, &str, &str, &str, &str); 13] = [
        (format!("Nr;puzzle;Datum;Autor\n1;{PUZZLE};2024-01-31;\"Li, Bo\"\n"), "", "", ",Nr,Datum,Autor", ",1,2024-01-31,\"Li, Bo\""),
        (format!("Autor,quizzes,id\nLi,{PUZZLE},a-7\n"), "id,", "a-7,", ",Autor", ",Li"),
        (format!("question\tanswer\tsource\n{PUZZLE}\t{SOLUTION}\tx y\n"), "", "", ",source", ",x y"),
        // Columns that are computed replace those of the input.
        (format!("er,puzzle,Level,hardest,clues,note\n9.9,{PUZZLE},hard,luck,99,n\n"), "", "", ",note", ",n"),
        (format!("puzzle,solution\n{PUZZLE},12\n"), "", "", "", ""),
        (format!("rating,puzzle,difficulty\n7,{PUZZLE},hard\n"), "", "", ",rating,difficulty", ",7,hard"),
        (format!("puzzle,seed,minimal,weight\n{PUZZLE},007,maybe,1e3\n"), "", "", ",seed,minimal,weight", ",007,maybe,1e3"),
        (format!("ID,puzzle,state\n\"#1\",{PUZZLE},{state}\n"), "ID,", "\"#1\",", ",state", &format!(",{state}")),
        (format!("puzzle,,note\n{PUZZLE},5,\"say \"\"x\"\"\"\n"), "", "", ",column_2,note", ",5,\"say \"\"x\"\"\""),
        (format!("{{\"puzzle\":\"{PUZZLE}\",\"n\":5,\"list\":[1,2],\"none\":null}}\n"), "", "", ",n,list,none", ",5,\"[1,2]\","),
        (sdk, "", "", ",author", ",Ruud"),
        (format!("<opensudoku>\n<author>Li</author>\n<game data=\"{}\" />\n</opensudoku>\n", PUZZLE.replace('.', "0")), "", "", ",author", ",Li"),
        (lines([PUZZLE]), "", "", "", ""),
    ];
    for (text, first, id, last, values) in cases {
        let folder = Folder::new().with("in", &text);
        let expected = format!("{first}{}{last}\n{id}{PUZZLE},{SOLUTION},{RATED}{values}\n", GRADE_HEADER.trim_end());
        assert_eq!(folder.run("grade in --quiet").fine(), expected, "{text}");
        folder.run("grade in --out out.csv --quiet").fine();
        assert_eq!(folder.read("out.csv"), expected, "{text}");
        assert!(folder.run("grade in --out out.csv --resume").stderr.ends_with("out.csv: is complete already\n"));
        assert_eq!(folder.run_with("grade -", &text).fine(), expected, "{text}");
        // A rating of the ratings changes nothing.
        assert_eq!(folder.run("grade out.csv --quiet").fine(), expected, "{text}");
    }
}

/// Formats with types leave out the values that do not fit their columns, and report them.
#[test]
fn kept_columns_are_in_every_shape() {
    let row = |number: u32, seed: &str| format!("{number},{PUZZLE},{seed},n{number}\n");
    let csv = format!("Nr,puzzle,seed,note\n{}{}{}", row(1, "5"), row(2, "x"), row(3, ""));
    let folder = Folder::new().with("in", csv);
    let values = |text: &str| {
        let of_row = |row: &Row| ["er", "Nr", "seed", "note"].map(|name| row[name].to_string());
        rows(text).iter().map(of_row).collect::<Vec<_>>()
    };
    let expected = [["1.2", "1", "5", "n1"], ["1.2", "2", "", "n2"], ["1.2", "3", "", "n3"]];
    let message = "in:3: left out: seed is `x`, expected a whole number from 0 to 18446744073709551615\n";
    for out in ["out.jsonl", "out.parquet"] {
        let output = folder.run(&format!("grade in --quiet --out {out}"));
        assert_eq!((output.stderr.as_str(), output.status), (message, 1), "{out}");
        assert_eq!(values(&folder.run(&format!("convert {out} --to csv")).fine()), expected, "{out}");
        let again = folder.run(&format!("grade in --quiet --out {out} --resume"));
        assert_eq!((again.stderr.as_str(), again.status), (message, 1), "{out}");
    }
    let stream = folder.run("grade in --format jsonl");
    assert_eq!((stream.stdout.as_str(), stream.status), (folder.read("out.jsonl").as_str(), 1));
    folder.run("grade in --quiet --out s.csv --shard-rows 2").fine();
    assert_eq!(&rows(&folder.read("s-00001-of-00002.csv"))[0]["note"], "n3");
    folder.write("made.csv", format!("puzzle,generator,seed,index\n{PUZZLE},minirow 2,7,12\n"));
    let hrm = format!("source,question,answer,rating\nminirow 2 seed 7,{PUZZLE},{SOLUTION},12\n");
    assert_eq!(folder.run("grade made.csv --schema hrm").fine(), hrm);
    // Other scales leave a rating of the file as it is.
    let te = folder.run("grade in --scale te").fine();
    assert!(te.starts_with("puzzle,solution,clues,te,b,bxb,bxbb,te_cut,Nr,seed,note\n"), "{te}");
    folder.write("old.csv", format!("puzzle,rating,er\n{PUZZLE},7,9.9\n"));
    let te = folder.run("grade old.csv --scale te --quiet").fine();
    assert!(te.lines().next().unwrap().ends_with(",te_cut,rating,er") && te.ends_with(",7,9.9\n"), "{te}");
}

/// A field that the first records do not have is reported, and so is a line end, which a row cannot have.
#[test]
fn values_without_a_place_are_reported() {
    let object = |more: &str| format!("{{\"puzzle\":\"{PUZZLE}\"{more}}}");
    let text = lines([object(",\"a\":1"), object(""), object(",\"a\":\"x\\ny\",\"b\":2")]);
    let folder = Folder::new().with("in", &text);
    let message = "in:3: left out, as the table has no place for it: line ends in a\n";
    let output = folder.run("grade in --out out.csv");
    assert_eq!((output.stderr.as_str(), output.status), (message, 0));
    assert!(folder.read("out.csv").ends_with(",x y,2\n"));
    assert_eq!(
        folder.run("grade in --out out.csv --resume").stderr,
        format!("{message}out.csv: is complete already\n")
    );
    // The columns of standard input are those of the records up to the first one without fields.
    let output = folder.run_with("grade -", &text);
    assert_eq!(output.stderr, "standard input:3: left out, as the table has no place for it: line ends in a, b\n");
    assert!(output.stdout.lines().all(|line| line.split(',').count() == 11), "{}", output.stdout);
}
