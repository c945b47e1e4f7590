//! `stats`: counts, forms of output, and refusals.

use crate::common::{AMBIGUOUS, CLASH, Folder, PUZZLE, SOLUTION, assert_message, lines, run, run_in};
use serde_json::Value;

/// Five puzzles with all columns that are counted. The last is the first again, with ten times the weight of the others.
fn small_pack() -> String {
    let row = |blank: usize, rest: &str| {
        let mut puzzle: Vec<char> = PUZZLE.chars().collect();
        puzzle.iter_mut().filter(|character| **character != '.').take(blank).for_each(|character| *character = '.');
        format!("{},{rest}", puzzle.into_iter().collect::<String>())
    };
    lines([
        "puzzle,er,ep,ed,level,hardest,techniques,steps,minimal,weight",
        &row(0, "1.2,1.2,1.2,easy,hidden-single,hidden-single:51,51,false,1"),
        &row(1, "1.5,1.2,1.2,easy,hidden-single,hidden-single:52,52,false,1"),
        &row(1, "4.4,2.6,1.2,expert,xyz-wing,hidden-single:50;pointing:3;xyz-wing:1,54,true,1"),
        &row(3, "7.2,7.2,7.2,diabolical,forcing-chain,hidden-single:54;forcing-chain:2,56,true,1"),
        &row(0, "1.2,1.2,1.2,easy,hidden-single,hidden-single:51,51,false,10"),
    ])
}

const SMALL_PACK: &str = "\
small.csv
puzzles     5
duplicates  2
minimal     2 (40.00 %)
clues       27 to 30, mean 29.00, median 29
ER          1.2 to 7.2, mean 3.10, median 1.5
EP          1.2 to 7.2, mean 2.68, median 1.2
ED          1.2 to 7.2, mean 2.40, median 1.2
steps       51 to 56, mean 52.80, median 52
by weight   mean clues 29.64 ± 0.71, effective sample size 1.9

Clues
    puzzles       %
27        1   20.00 ██████████████████████████████
28        0       0
29        2   40.00 ████████████████████████████████████████████████████████████
30        2   40.00 ████████████████████████████████████████████████████████████
";

#[test]
fn a_small_pack_in_text() {
    let text = Folder::new().with("small.csv", small_pack()).run("stats small.csv").fine();
    assert!(text.starts_with(SMALL_PACK), "{text}");
    let after = |title: &str| -> Vec<&str> {
        let start = text.find(&format!("\n{title}\n")).unwrap_or_else(|| panic!("no {title} in {text}"));
        text[start + 1..].lines().skip(2).take_while(|line| !line.is_empty()).collect()
    };
    let er = after("ER");
    assert_eq!((er.len(), &er[0][..20]), (13, "1.0 - 1.4        2  "), "{er:?}");
    assert!(er[12].starts_with("7.0 - 7.4        1   20.00 █"), "{er:?}");
    let levels = after("Level");
    assert!(levels[0].starts_with("easy              3   60.00 █"), "{levels:?}");
    let steps = after("Techniques, by steps");
    assert!(steps[0].starts_with("Hidden Single    258   97.73 █"), "{steps:?}");
    assert!(steps[1].starts_with("Pointing           3    1.14 ▋"), "{steps:?}");
    // The weights are 1, 1, 1, 1 and 10, so 30 clues have 11 of 14.
    let by_weight = after("Clues in %, each ± half the interval of 95 %");
    assert_eq!(by_weight[1], " 28                 0                       0");
    assert_eq!(by_weight[3], " 30           40 ± 48                 79 ± 40");
    let in_a_line = text.replace('\n', " ");
    assert!(in_a_line.contains("the heaviest row has 71.43 % of the weight. The effective sample is small"), "{text}");
}

/// The same figures for programs.
#[test]
fn a_small_pack_in_json() {
    let folder = Folder::new().with("small.csv", small_pack());
    let text = folder.run("stats small.csv --json").fine();
    assert_eq!(folder.run("stats small.csv --format json").fine(), text);
    let json: Value = serde_json::from_str(&text).unwrap();
    let pack = &json["packs"][0];
    assert_eq!((&pack["file"], &pack["puzzles"], &pack["doubles"]), (&"small.csv".into(), &5.into(), &2.into()));
    assert_eq!((pack["clues"]["mean"].as_f64(), pack["er"]["median"].as_f64()), (Some(29.0), Some(1.5)));
    assert_eq!(pack["er"]["values"][2]["value"], 4.4, "ratings are written as they are read");
    assert_eq!((&pack["levels"][0]["value"], &pack["levels"][0]["count"]), (&"easy".into(), &3.into()));
    let chain = &pack["techniques"][3];
    assert_eq!((&chain["technique"], &chain["steps"]), (&"forcing-chain".into(), &2.into()));
    assert_eq!((&chain["puzzles"], &chain["hardest"]), (&1.into(), &1.into()));
    // By hand: 11 of 14; error sqrt(5/4 ((1 + 100) (3/14)^2 + 3 (11/14)^2)) / 14.
    let thirty = &pack["clues"]["values"][2]["weighted"];
    assert!((thirty["value"].as_f64().unwrap() - 11.0 / 14.0).abs() < 1e-12, "{thirty}");
    let error = (1.25 * (101.0 * (3.0 / 14.0_f64).powi(2) + 3.0 * (11.0 / 14.0_f64).powi(2))).sqrt() / 14.0;
    assert!((thirty["standard_error"].as_f64().unwrap() - error).abs() < 1e-12, "{thirty}");
    assert!((pack["weights"]["effective_sample_size"].as_f64().unwrap() - 196.0 / 104.0).abs() < 1e-12);
    assert_eq!(json["reference"], Value::Null);
}

/// Packs side by side, with the differences.
#[test]
fn packs_side_by_side() {
    let folder = Folder::new().with("one.csv", small_pack()).with("two.txt", lines([PUZZLE, SOLUTION, PUZZLE]));
    let text = folder.run("stats one.csv two.txt").fine();
    let first: Vec<&str> = text.lines().take(4).collect();
    let expected = [
        "                                          one.csv                   two.txt",
        "puzzles                                         5                         3",
        "duplicates                                      2                         1",
        "minimal                               2 (40.00 %)                         -",
    ];
    assert_eq!(first, expected);
    assert!(text.contains("\n1 puzzle of one.csv is in two.txt too.\n"), "{text}");
    assert!(text.contains("\ntwo.txt has no ratings; --grade rates its puzzles.\n"), "{text}");
    let json: Value = serde_json::from_str(&folder.run("stats one.csv two.txt --json").fine()).unwrap();
    assert_eq!(json["shared"][0], serde_json::json!({ "packs": ["one.csv", "two.txt"], "puzzles": 1 }));
    assert_eq!(json["packs"][1]["er"], Value::Null);

    let together: Value = serde_json::from_str(&folder.run("stats one.csv two.txt --together --json").fine()).unwrap();
    let pack = &together["packs"][0];
    assert_eq!((&pack["file"], &pack["puzzles"], &pack["doubles"]), (&"2 files".into(), &8.into(), &4.into()));
    assert_eq!(together["doubles_are"], "exact");
    let equivalent = folder.run("stats two.txt --duplicates equivalent --json").fine();
    assert!(equivalent.contains(r#""doubles_are": "twins""#), "{equivalent}");
    let none: Value = serde_json::from_str(&folder.run("stats two.txt --duplicates none --json").fine()).unwrap();
    assert_eq!(none["packs"][0]["doubles"], Value::Null);
}

/// A puzzle with 1 and 2 exchanged is a duplicate only if equivalent puzzles are.
#[test]
fn equivalent_puzzles_are_duplicates_on_request() {
    let exchanged = |digit| match digit {
        '1' => '2',
        '2' => '1',
        other => other,
    };
    let equivalent: String = PUZZLE.chars().map(exchanged).collect();
    let folder = Folder::new().with("one.txt", lines([PUZZLE, &equivalent])).with("two.txt", lines([&equivalent]));
    let text = |arguments: &str| folder.run(&format!("stats {arguments}")).fine();
    assert!(text("one.txt").starts_with("one.txt\npuzzles     2\nduplicates  0\n"), "{}", text("one.txt"));
    let one = text("one.txt --duplicates twins");
    assert!(one.starts_with("one.txt\npuzzles     2\nequivalent  1\n"), "{one}");
    let both = text("one.txt two.txt --doubles twins");
    assert!(both.contains("\n1 puzzle of one.txt is in two.txt too, or an equivalent.\n"), "{both}");
}

/// No line is wider than 80 columns, for any number of packs.
#[test]
fn eighty_columns_are_enough() {
    let mut folder = Folder::new();
    for number in 0..9 {
        folder = folder.with(&format!("a-pack-with-a-rather-long-name-{number}.csv"), small_pack());
    }
    let names = folder.names();
    for count in 1..=9 {
        let text = folder.run(&format!("stats {} --reference minimal-puzzles", names[..count].join(" "))).fine();
        let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 80, "{count}: {widest}");
        assert!(!text.lines().any(|line| line.ends_with(' ')), "{count}");
    }
}

#[test]
fn colours_on_request() {
    let folder = Folder::new().with("small.csv", small_pack());
    let plain = folder.run("stats small.csv").fine();
    assert!(!plain.contains('\u{1b}'));
    assert_eq!(folder.run("stats small.csv --color never").fine(), plain);
    let colored = folder.run("stats small.csv --color always").fine();
    let mut without = String::new();
    let mut is_code = false;
    for character in colored.chars() {
        is_code |= character == '\u{1b}';
        if !is_code {
            without.push(character);
        }
        is_code &= character != 'm';
    }
    let trimmed = |text: &str| lines(text.lines().map(str::trim_end));
    assert_eq!(trimmed(&without), trimmed(&plain), "the colours add nothing");
    assert!(colored.contains("\u{1b}[36m"), "{colored}");
}

/// Puzzles without a rating are rated on request, and others are reported.
#[test]
fn puzzles_are_rated_on_request() {
    let rows = ["", "7.1"].map(|rating| format!("{PUZZLE},{rating}"));
    let folder = Folder::new().with("in.csv", lines(["puzzle,er", &rows[0], &rows[1]])).with("bad", lines([AMBIGUOUS]));
    let json = |arguments: &str| -> Value { serde_json::from_str(&folder.run(arguments).stdout).unwrap() };
    let without = json("stats in.csv --json");
    assert_eq!(
        (&without["packs"][0]["er"]["count"], &without["packs"][0]["levels"][0]["value"]),
        (&1.into(), &"diabolical".into())
    );
    let with = &json("stats in.csv --json --grade")["packs"][0];
    assert_eq!((&with["er"]["lowest"], &with["er"]["highest"]), (&1.2.into(), &7.1.into()), "what is rated stays");
    assert_eq!((&with["minimal"], &with["techniques"][0]["technique"]), (&0.into(), &"hidden-single".into()));
    assert_eq!(with["not_minimal"], 1);
    let output = folder.run("stats bad --grade");
    assert_message(output.message(), "bad:1: several solutions...", "--grade");
    assert_eq!(output.status, 1);
}

/// An invalid row is reported with its place, and the others are counted.
#[test]
fn bad_rows_are_reported_and_left_out() {
    let cases = [
        ("er", "hard", "found \"hard\" in column er, expected a rating from 0.0 to 20.0"),
        ("ED", "-1", "found \"-1\" in column ed, expected a rating from 0.0 to 20.0"),
        ("weight", "-0.5", "found \"-0.5\" in column weight, expected a weight: a number from 0 to 1e100"),
        ("minimal", "perhaps", "found \"perhaps\" in column minimal, expected true or false"),
        ("steps", "4.5", "found \"4.5\" in column steps, expected a number of steps"),
        ("techniques", "x-wing", "found \"x-wing\" in column techniques, expected technique:steps;technique:steps;..."),
    ];
    for (column, value, message) in cases {
        let file =
            lines([format!("puzzle,{column}"), format!("{PUZZLE},"), format!("{PUZZLE},{value}"), format!("{CLASH},")]);
        let folder = Folder::new().with("in.csv", file);
        let output = folder.run("stats in.csv");
        assert_eq!((output.stderr, output.status), (format!("in.csv:3: {message}\n"), 1), "{column}");
        assert!(output.stdout.starts_with("in.csv\npuzzles     2\nleft out    1\n"), "{column}: {}", output.stdout);
        let strict = folder.run("stats in.csv --strict --out out.json");
        assert_eq!((strict.stderr, strict.status), (format!("error: in.csv:3: {message}\n"), 1), "{column}");
        assert_eq!(folder.names(), ["in.csv"], "{column}");
    }
    let candidates = Folder::new().run_with("stats", "123456789".repeat(81));
    assert_eq!(candidates.message(), "standard input:1: found candidates, expected clues: only puzzles are counted");
}

/// Statistics of no puzzle and of one puzzle.
#[test]
fn an_empty_file_and_a_single_row() {
    let folder =
        Folder::new().with("empty.csv", "puzzle,er\n").with("one.csv", lines(["puzzle,er", &format!("{PUZZLE},1.2")]));
    let empty = folder.run("stats empty.csv");
    assert_message(&empty.stderr, "empty.csv:1: found no grid, ...", "text");
    assert_eq!((empty.stdout.as_str(), empty.status), ("empty.csv\npuzzles   0\nleft out  1\n", 1));
    let page = folder.run("stats empty.csv --format html");
    assert!(page.stdout.ends_with("</html>\n") && !page.stdout.contains("<figure"), "{}", page.stdout);
    let picture = folder.run("stats empty.csv --format svg");
    assert_message(
        picture.stderr.lines().nth(1).unwrap(),
        "error: found nothing to draw for: Number of clues, ER, ...",
        "svg",
    );
    let picture = folder.run("stats empty.csv --out empty.svg");
    assert_eq!((picture.status, folder.exists("empty.svg")), (1, false));

    let one = folder.run("stats one.csv").fine();
    assert!(one.contains("\nclues       30, mean 30.00, median 30\nER          1.2, mean 1.20, median 1.2\n"), "{one}");
    for format in ["json", "html", "svg"] {
        assert!(!folder.run(&format!("stats one.csv --format {format}")).fine().contains("NaN"), "{format}");
    }
}

/// A document of markup, well-formed; an HTML page is read as XML but for its first line and its open tags.
fn is_well_formed(text: &str, name: &str) {
    let mut text = text.strip_prefix("<!doctype html>\n").unwrap_or(text).to_string();
    for line in ["charset=\"utf-8\"", "initial-scale=1\"", "content=\"light dark\""] {
        text = text.replace(&format!("{line}>"), &format!("{line}/>"));
    }
    let generator = format!("content=\"minirow {}\">", env!("CARGO_PKG_VERSION"));
    text = text.replace(&generator, &generator.replace('>', "/>"));
    if let Err(error) = roxmltree::Document::parse(&text) {
        panic!("{name}: {error}");
    }
}

/// Names of files and titles are escaped.
#[test]
#[cfg(unix)]
fn names_are_escaped() {
    let title = "a<b>&\"'</style><script>";
    let folder = Folder::new().with("<i>&\"'é.csv", small_pack()).with("b\u{1b}[31m.csv", small_pack());
    for name in ["<i>&\"'é.csv", "b\u{1b}[31m.csv"] {
        for format in ["html", "svg"] {
            let title = if format == "html" { format!("--title {title}") } else { String::new() };
            let text = folder.run(&format!("stats {name} small.csv --format {format} {title}"));
            assert_eq!(text.status, 2, "small.csv is not there");
            let text = folder.run(&format!("stats {name} {name} --format {format} {title}")).fine();
            is_well_formed(&text, name);
            assert!(!text.contains("<i>") && !text.contains("<script") && !text.contains('\u{1b}'), "{text}");
        }
        assert!(!folder.run(&format!("stats {name} --color never")).fine().contains('\u{1b}'), "{name}");
    }
    let long = format!("stats <i>&\"'é.csv --format html --title {}", "é<".repeat(250));
    is_well_formed(&folder.run(&long).fine(), "500 characters");
}

/// The same input gives the same bytes with any number of threads, and a PNG file is one.
#[test]
fn the_same_bytes_every_time() {
    let datasets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/csv");
    for arguments in ["", "--format html", "--json"] {
        let run = |threads: &str| run_in(&datasets, &format!("stats train.csv test.csv {arguments} {threads}")).fine();
        assert_eq!(run("--threads 1"), run("--threads 3"), "{arguments}");
    }
    let folder = Folder::new().with("small.csv", small_pack());
    let picture = |name: &str| {
        assert_eq!(folder.run(&format!("stats small.csv --chart clues --chart er --out {name}")).fine(), "");
        std::fs::read(folder.path(name)).unwrap()
    };
    let (first, second) = (picture("first.png"), picture("second.png"));
    assert!(first == second && first.starts_with(b"\x89PNG\r\n\x1a\n") && first.ends_with(b"IEND\xAE\x42\x60\x82"));
    let (first, second) = (picture("first.svg"), picture("second.svg"));
    assert_eq!(first, second);
    is_well_formed(&String::from_utf8(first).unwrap(), "svg");
}

/// A page of several packs with weights and a reference is well-formed, and has the figures of the charts.
#[test]
fn the_page_has_the_figures_too() {
    let folder = Folder::new().with("one.csv", small_pack()).with("two.csv", small_pack());
    let page = folder.run("stats one.csv two.csv --reference minimal-puzzles --format html --title Two").fine();
    is_well_formed(&page, "page");
    assert!(page.contains("<h1>Two</h1>") && !page.contains("<script"), "readable without scripts");
    assert!(page.contains("<tr><th scope=\"row\">30</th><td>40 ± 48</td><td>79 ± 40</td><td>0.41</td></tr>"), "{page}");
    assert!(page.contains("Reference: all minimal puzzles as estimated by D. Berthier"), "{page}");
    assert_eq!(page.matches("<figure").count(), 6);
    assert_eq!(page.matches("role=\"img\"").count(), 6);
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
}

#[test]
fn impossible_statistics_are_refused() {
    let folder = Folder::new().with("small.csv", small_pack()).with("plain.txt", lines([PUZZLE]));
    let nine = ["small.csv"; 9].join(" ");
    let cases = [
        ("small.csv --chart er --json --out er.svg", "error: --chart has no effect with --json", 2),
        ("small.csv --chart er", "error: --chart has no effect without --format svg or png, or --out FILE.svg", 2),
        ("small.csv --title x", "error: --title has no effect without --format html, or --out FILE.html", 2),
        (&format!("{nine} --format html"), "error: found 9 packs, expected at most 8, ...", 2),
        ("plain.txt --chart er --out er.svg", "error: found nothing to draw for: ER", 1),
        ("none.csv", "error: none.csv: cannot be read: ...", 2),
        ("small.csv --format text --out small.csv", "error: small.csv: --out is also an input (small.csv), ...", 2),
    ];
    for (arguments, message, status) in cases {
        let output = folder.run(&format!("stats {arguments}"));
        assert_message(output.message(), message, arguments);
        assert_eq!((output.status, output.stdout.as_str()), (status, ""), "{arguments}");
    }
    assert_eq!(folder.names(), ["plain.txt", "small.csv"]);
    assert!(run("stats --help").fine().starts_with("Examples:\n  minirow stats pack.csv"));
}

/// A puzzle is rated on the scales on which it has no rating.
#[test]
fn puzzles_are_rated_on_the_selected_scales() {
    let folder = Folder::new().with("rated.csv", SCALES).with("er.csv", without_scales(SCALES));
    let column = |arguments: &str, name: &str| {
        let json: serde_json::Value =
            serde_json::from_str(&folder.run(&format!("stats {arguments} --json")).fine()).unwrap();
        json["packs"][0][name].clone()
    };
    assert!(column("er.csv --grade", "b").is_null());
    let of_te = "er.csv --grade --scale te";
    // B is 0, 0, 1 and 2; the depth of the last puzzle is 2.
    assert_eq!((&column(of_te, "b")["mean"], &column(of_te, "bxb")["mean"]), (&0.75.into(), &4.0.into()));
    assert!(column(of_te, "minutes").is_null());
    assert_eq!(column("er.csv --grade --scale te,minutes", "minutes")["count"], 5);
    // Ratings of the file stay as they are.
    assert_eq!(column("rated.csv --grade --scale se,te,minutes", "minutes"), column("rated.csv", "minutes"));
    let refused = folder.run("stats er.csv --scale te");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("--grade"), "{}", refused.stderr);
    assert_eq!(folder.run("stats er.csv --grade --scale stars").status, 2);
}

/// Levels are in the order of HoDoKu, and scores are counted from one power of two to the next.
#[test]
fn levels_and_scores_of_hodoku_are_counted() {
    let csv = "\
puzzle,er,hodoku_level,hodoku_score,hodoku_hardest
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,1.2,easy,204,naked-single
7..364.8...4.5...2.....2.4....5.36.8.........3.19.6....2.6.....9...1.3...4.735..1,1.5,easy,300,hidden-single
...98.1..4...5.82..3.2....4.71...2.3...7.8...2.8...76.3....2.1..54.7...2..2.43...,2.6,medium,330,locked-pair
";
    let folder = Folder::new().with("pack.csv", csv);
    let text = folder.run("stats pack.csv").fine();
    for line in ["HoDoKu score      204 to 330, mean 278.00, median 300", "rank correlation  ER and HoDoKu 1.00"] {
        assert!(text.lines().any(|fact| fact == line), "{line} is not in {text}");
    }
    let part = text.split("\n\n").find(|part| part.starts_with("HoDoKu\n")).unwrap_or_else(|| panic!("{text}"));
    let labels: Vec<&str> = part.lines().skip(2).map(|line| line.split("  ").next().unwrap().trim()).collect();
    assert_eq!(labels, ["easy", "medium", "score 128 - 255", "score 256 - 511"]);
    let json: serde_json::Value = serde_json::from_str(&folder.run("stats pack.csv --json").fine()).unwrap();
    let pack = &json["packs"][0];
    assert_eq!((&pack["hodoku_levels"][0]["count"], &pack["hodoku_score"]["highest"]), (&2.into(), &330.into()));
    // Scores are compared with other scales in classes of 20.
    let pair = serde_json::json!({ "values": { "er": 1.2, "hodoku_score": 200 }, "count": 1 });
    assert_eq!(pack["scales"][0]["counts"][0], pair);
    assert!(folder.run("stats pack.csv --chart hodoku --format svg").fine().starts_with("<svg "));
    // The six rank correlations of four scales take two lines.
    let text = folder.run("stats pack.csv --grade --scale te,hodoku,minutes").fine();
    assert!(text.contains("ER and B") && text.contains("\n                  "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// Returns the first two columns of a table.
fn without_scales(csv: &str) -> String {
    let line = |line: &str| line.splitn(3, ',').take(2).collect::<Vec<_>>().join(",") + "\n";
    csv.lines().map(line).collect()
}

/// A full disk leaves no file.
#[test]
#[cfg(unix)]
fn a_full_disk_is_reported() {
    let folder = Folder::new().with("small.csv", small_pack());
    let output = folder.run_on_a_small_disk("stats small.csv --out page.html");
    assert_message(output.message(), "error: page.html: cannot be written: ...", "a full disk");
    assert_eq!((output.status, folder.names()), (1, vec!["small.csv".to_string()]));
}

/// Four puzzles on three scales. The ranks of ER and B differ by a swap of neighbours.
const SCALES: &str = "puzzle,er,te,b,bxb,minutes,minutes_extrapolated
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,1.2,0,0,,4.8,false
7..364.8...4.5...2.....2.4....5.36.8.........3.19.6....2.6.....9...1.3...4.735..1,1.5,0,0,,6.2,false
...98.1..4...5.82..3.2....4.71...2.3...7.8...2.8...76.3....2.1..54.7...2..2.43...,2.6,1,3,,9.5,true
....9....3..52.8....4....72.91.....5.3.....6...2..5.......3...7.854...162......8.,4.4,1,2,,11.0,true
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..,10.7,2,,4,20.1,true
";

#[test]
fn scales_are_compared() {
    let folder = Folder::new().with("pack.csv", SCALES);
    let text = folder.run("stats pack.csv").fine();
    let part = |start: &str| text.split("\n\n").find(|part| part.contains(start)).unwrap_or_else(|| panic!("{text}"));
    let facts = part("puzzles");
    for line in [
        "T&E depth         0 to 2, mean 0.80, median 1",
        "B                 0 to 3, mean 1.25, median 1",
        "minutes           4.8 to 20.1, mean 10.32, median 9.5",
        "rank correlation  ER and B 0.74, ER and minutes 1.00, B and minutes 0.74",
    ] {
        assert!(facts.lines().any(|fact| fact == line), "{line} is not in {facts}");
    }
    let braids: Vec<&str> =
        part("Longest braid").lines().skip(2).map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!(braids, ["B 0", "B 2", "B 3", "BxB 4"]);
    assert!(
        part("Minutes").contains("\n 4.0 -  4.9") || part("Minutes").contains("\n  4.0 - 4.9"),
        "{}",
        part("Minutes")
    );
    let cross = "\
ER and B of pack.csv, puzzles
           B 0  B 1  B 2  B 3
1.0 - 1.4    1
1.5 - 1.9    1
2.5 - 2.9                   1
4.0 - 4.4              1";
    assert_eq!(part("ER and B of").trim_end(), cross);

    let json: serde_json::Value = serde_json::from_str(&folder.run("stats pack.csv --json").fine()).unwrap();
    let pack = &json["packs"][0];
    assert_eq!(
        (&pack["b"]["count"], &pack["bxb"]["highest"], &pack["minutes"]["lowest"]),
        (&4.into(), &4.into(), &4.8.into())
    );
    let pair = &pack["scales"][0];
    assert_eq!(pair["columns"], serde_json::json!(["er", "b"]));
    assert_eq!(pair["counts"][2], serde_json::json!({ "values": { "er": 2.6, "b": 3 }, "count": 1 }));

    let page = folder.run("stats pack.csv --format html").fine();
    for heading in ["T&amp;E depth and longest braid", "Estimated solving time", "Scales against each other"] {
        assert!(page.contains(heading), "{heading}");
    }
    for chart in ["te", "minutes", "scales"] {
        assert!(folder.run(&format!("stats pack.csv --chart {chart} --format svg")).fine().starts_with("<svg "));
    }
    let none = folder.run("stats pack.csv --chart er --format svg").fine();
    assert!(!none.contains("up: "), "ER alone is no pair of scales");
    let wrong = Folder::new().with("in.csv", SCALES.replace(",3,,9.5", ",long,,9.5")).run("stats in.csv");
    assert_eq!(
        (wrong.status, wrong.message()),
        (1, "in.csv:4: found \"long\" in column b, expected the length of a braid, from 0 to 64")
    );
}
