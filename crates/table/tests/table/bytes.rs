//! Golden texts of files. They change only with a new version of the format.

use minirow_core::Puzzle;
use minirow_grade::{Limits, Rating, grade, grade_within};
use minirow_table::{Columns, ExtraColumns, Format, Row, ScaleSet, csv_line, row_writer};

const PUZZLE: &str = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";

fn puzzle() -> Puzzle {
    Puzzle::new(PUZZLE.parse().unwrap()).unwrap()
}

fn pack_row() -> Row {
    let mut row = Row::of(&puzzle()).graded(&grade(&puzzle())).made_by("minirow 2", 42, 7);
    row.minimal = Some(true);
    row
}

const BOOK: ExtraColumns = ExtraColumns { labels: true, weights: true, sections: true, scales: ScaleSet::EMPTY };

#[test]
fn headers() {
    let pack = "id,puzzle,solution,clues,er,ep,ed,level,hardest,techniques,steps,minimal,symmetry,seed,index,generator";
    assert_eq!(Columns::pack(ExtraColumns::default()).header_line(), format!("{pack}\n"));
    assert_eq!(Columns::pack(BOOK).header_line(), format!("{pack},nodes,backdoor,weight,section\n"));
    let grade = "puzzle,solution,clues,er,ep,ed,level,hardest,techniques,steps";
    assert_eq!(Columns::grade(ScaleSet::SE, false).header_line(), format!("{grade}\n"));
    assert_eq!(Columns::grade(ScaleSet::SE, true).header_line(), format!("{grade},nodes,backdoor\n"));
}

#[test]
fn a_row_of_a_pack() {
    let solution = puzzle().solution().to_string();
    let text = csv_line(&Columns::pack(ExtraColumns::default()), &pack_row());
    let start = format!("42-7,{PUZZLE},{solution},25,2.3,1.2,1.2,medium,naked-single,hidden-single:");
    assert!(text.starts_with(&start), "{text}");
    assert!(text.ends_with(",true,none,42,7,minirow 2\n"), "{text}");
    let mut book = pack_row().labelled(&puzzle());
    book.weight = Some(0.1 + 0.2);
    book.section = Some("Easy, to begin".into());
    let labels = format!("{},{}", book.nodes.unwrap(), book.backdoor.unwrap());
    let more = csv_line(&Columns::pack(BOOK), &book);
    assert_eq!(more, format!("{},{labels},0.30000000000000004,\"Easy, to begin\"\n", text.trim_end()));
}

#[test]
fn rows_of_graded_grids() {
    let columns = Columns::grade(ScaleSet::SE, true);
    let empty = Row::new(".".repeat(81).parse().unwrap());
    assert_eq!(csv_line(&columns, &empty), format!("{},,0,,,,,,,,,\n", ".".repeat(81)));
    let limits = Limits { max_er: Some(Rating::new(1.5)), ..Limits::default() };
    let cut = Row::of(&puzzle()).graded(&grade_within(&puzzle(), limits));
    let solution = puzzle().solution().to_string();
    let text = csv_line(&Columns::grade(ScaleSet::SE, false), &cut);
    assert_eq!(text, format!("{PUZZLE},{solution},25,,1.2,1.2,too-hard,,,\n"));
}

#[test]
fn json_lines() {
    let mut bytes = Vec::new();
    let columns =
        Columns::of_header(["id", "solution", "er", "level", "minimal", "index", "weight", "section", "split"]);
    let mut writer = row_writer(Format::JsonLines, &columns, &[], &mut bytes).unwrap();
    let mut row = pack_row();
    row.weight = Some(2.0);
    writer.write_row(&row).unwrap();
    writer.finish().unwrap();
    let solution = puzzle().solution().to_string();
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        format!(
            "{{\"id\":\"42-7\",\"solution\":\"{solution}\",\"er\":2.3,\"level\":\"medium\",\"minimal\":true,\"index\":7,\
             \"weight\":2,\"section\":null,\"split\":null}}\n"
        )
    );
}
