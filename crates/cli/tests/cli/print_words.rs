//! The words of the books of `print`: headings, sections, hints, imprint, and their languages.

use std::fs;

use crate::common::{Folder, PUZZLE, SOLUTION, assert_message};

#[test]
fn the_imprint_is_that_of_the_program_or_a_file_or_none() {
    let folder = Folder::new()
        .with("pack.txt", format!("{PUZZLE}\n"))
        .with("imprint.txt", "First line,\nsecond line.\n\nAnother paragraph.\n");
    let imprint = |options: &str| {
        let html = folder.run(&format!("print pack.txt --title T --format html {options}")).fine();
        let imprint = html.split("<div class=\"imprint\">").nth(1).unwrap().split("</div>").next().unwrap().to_string();
        imprint.replace("<p>", "").replace("</p>", "").trim().to_string()
    };
    assert!(imprint("").starts_with("Every puzzle has exactly one solution.\nPrinted by minirow "));
    let own = imprint("--author A --copyright ©2026 --imprint Thanks");
    assert!(own.starts_with("T – A\n©2026\nThanks\nEvery puzzle "), "{own}");
    assert_eq!(imprint("--imprint imprint.txt"), "First line, second line.\nAnother paragraph.");
    assert_eq!(imprint("--imprint none"), "");
    let without_title_page = imprint("--no-title-page --copyright ©2026");
    assert!(without_title_page.starts_with("©2026\nEvery puzzle "), "{without_title_page}");
}

#[test]
fn a_book_takes_its_title_and_sections_from_its_pack() {
    let folder = Folder::new().with("book.toml", include_str!("../golden/book.toml"));
    folder.run("pack --recipe book.toml --out book.csv --quiet");
    let html = folder.run("print book.csv --format html").fine();
    assert!(html.contains("<title>A golden book</title>"));
    for name in ["Setting out", "Uphill", "The summit"] {
        assert!(html.contains(&format!("<h2>{name}</h2>")), "{name}");
    }
    assert!(html.contains("Made from seed 42 by generator minirow "), "the imprint");
}

#[test]
fn levels_are_sections_the_easiest_first_in_the_words_that_are_given() {
    let rows = format!("puzzle,level\n{PUZZLE},expert\n{PUZZLE},easy\n{PUZZLE},My own\n{PUZZLE},expert\n");
    let folder = Folder::new().with("pack.csv", rows);
    let html = folder.run("print pack.csv --format html --word easy=Leicht --word solutions=Lösungen --quiet").fine();
    let headings: Vec<&str> = html.split("<h2>").skip(1).map(|rest| rest.split("</h2>").next().unwrap()).collect();
    assert_eq!(headings, ["Leicht", "Expert", "My own", "Lösungen"]);
    assert!(html.contains("Puzzles 2–3</p>"), "the numbers of the second section");
}

/// Hints are about the hardest step: where to look, which technique helps, and the step.
#[test]
fn hints_rise_from_where_to_look_to_the_step() {
    // Its first steps are hidden singles, its hardest one is an X-Wing.
    let fish = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5";
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n{fish}\n"));
    let html = folder.run("print pack.txt --format html --hint back").fine();
    let lists: Vec<&str> = html.split("<h2>Hints ").skip(1).collect();
    assert_eq!(lists.len(), 3, "{html}");
    let second = |list: &str| list.split("<b>2</b> ").nth(1).unwrap().split("</li>").next().unwrap().to_string();
    let [place, technique, step] = [0, 1, 2].map(|list| second(lists[list]));
    assert_eq!((place.as_str(), technique.as_str()), ("Look at row 2", "X-Wing"));
    assert!(step.starts_with("r1c4≠7, r4c8≠7, "), "{step}");
    assert!(
        lists[0].contains("<p>Where to look for the hardest step. Boxes are numbered from 1 to 9: "),
        "{}",
        lists[0]
    );
    let french = folder.run("print pack.txt --format html --hint back --language fr").fine();
    assert!(french.contains("<b>1</b> Singleton caché</li>") && french.contains("<b>2</b> X-Wing</li>"), "{french}");
    let below = folder.run("print pack.txt --format html --hint below").fine();
    assert!(below.contains(&format!("<p class=\"turned\">{place} · {technique}</p>")), "{below}");
}

/// Of a pack with constraints on HoDoKu, hints are about the step with the highest score.
#[test]
fn hints_are_those_of_the_scale_of_the_pack() {
    let folder = Folder::new();
    let needs = "--needs hodoku:naked-pair --hodoku-score ..=500";
    folder.run(&format!("pack --seed 1 --count 1 {needs} --quiet --out pack.csv")).fine();
    let technique = |options: &str| {
        let html = folder.run(&format!("print pack.csv --format html --hint back {options} --quiet")).fine();
        html.split("<b>1</b> ").nth(2).unwrap().split("</li>").next().unwrap().to_string()
    };
    assert_eq!(technique(""), "Naked Pair");
    assert_eq!(technique("--language de"), "Nacktes Paar");
    assert_eq!(technique("--hint-scale se"), "Direct Hidden Pair");
}

#[test]
fn every_word_of_a_book_is_in_its_language() {
    let rows = format!("puzzle,level,seed,generator\n{PUZZLE},easy,7,minirow 2\n{PUZZLE},hard,8,minirow 2\n");
    let own = "language = nl\npuzzle-count.other = {count} puzzels\nsolutions = Oplossingen\n";
    let folder =
        Folder::new().with("pack.csv", rows).with("nl.txt", own).with("wrong.txt", "language = nl\n\nfoo = x\n");
    let page = |options: &str| folder.run(&format!("print pack.csv --title T --format html --quiet {options}")).fine();
    let german = page("--language de --rules --heading level,clues");
    for text in [
        "<html lang=\"de\">",
        "<p>2 Rätsel, Leicht bis Schwer</p>",
        "<h2>Inhalt</h2>",
        "<h2>Regeln</h2>",
        "<h2>Lösungen</h2>",
        "Rätsel 1</p>",
        "<span>Leicht · 30 Vorgaben</span>",
        "<span>Lösung</span>",
        "<p>Jedes Rätsel hat genau eine Lösung.</p>",
        "<p>Erzeugt aus den Startwerten 7, 8 vom Generator minirow 2. Gesetzt mit minirow ",
    ] {
        assert!(german.contains(text), "{text}: {german}");
    }
    assert!(page("--language zh").contains("<p>2 道题，简单至困难</p>"));
    // Sections with the names of levels have the words for them, too.
    let rows = format!("puzzle,section\n{PUZZLE},Easy\n{PUZZLE},Holiday\n{PUZZLE},Easy\n");
    fs::write(folder.path("sections.csv"), rows).unwrap();
    let spanish = folder.run("print sections.csv --title T --format html --language es --quiet").fine();
    for text in ["<h2>Fácil</h2>", "Sudokus 1–2</p>", "<h2>Holiday</h2>"] {
        assert!(spanish.contains(text), "{text}: {spanish}");
    }
    let dutch = page("--language nl.txt --word puzzle-count.other={count}x");
    for text in ["<html lang=\"nl\">", "<p>2x, Easy to Hard</p>", "<h2>Oplossingen</h2>", "<h2>Contents</h2>"] {
        assert!(dutch.contains(text), "{text}: {dutch}");
    }
    // The old name of the option.
    let output = folder.run("print pack.csv --title T --format html --quiet --lang pt-BR");
    assert_eq!(output.status, 0);
    assert!(output.stdout.contains("<html lang=\"pt-BR\">"));
    assert_eq!(
        output.stderr,
        "note: --language pt-BR: the words are English; expected one of en, de, es, fr, zh, or a file of words\n"
    );
    // Words that the user has replaced need no note.
    assert!(page("--language pt --word solutions=Respostas").contains("<h2>Respostas</h2>"));
    let output = folder.run("print pack.csv --language wrong.txt --out book.pdf");
    assert_eq!(output.status, 2);
    assert_message(
        output.message(),
        "error: wrong.txt:3: unknown word foo, expected one of about-diabolical, ...",
        "a word",
    );
}

#[test]
fn headings_have_stars_minutes_and_sections() {
    let folder = Folder::new()
        .with("pack.csv", format!("puzzle,section,er,level\n{PUZZLE},One,1.2,easy\n{PUZZLE},Two,7.5,diabolical\n"));
    let html = folder.run("print pack.csv --format html --heading stars,rating,minutes,section --language de");
    assert_eq!(html.message(), "note: 1 of 2 puzzles is repeated; `minirow dedup` leaves out repeated ones");
    assert!(html.stdout.contains("<span>★☆☆☆☆☆ · ER 1,2 · "), "{}", html.stdout);
    assert!(
        html.stdout.contains("<span>★★★★★☆ · ER 7,5 · ") && html.stdout.contains(" Minuten · Two</span>"),
        "{}",
        html.stdout
    );
    let rules = |pack: &str| {
        let folder = Folder::new().with("pack.csv", format!("puzzle,level\n{PUZZLE},{pack}\n"));
        folder.run("print pack.csv --format html --rules").fine().contains("without guessing")
    };
    assert!(rules("expert") && !rules("diabolical") && !rules("of another program"));
}

/// An archive is printed with its own numbers and titles.
#[test]
fn numbers_and_titles_are_those_of_the_file() {
    let rows = format!("nr,title,same,puzzle\n1207,Autumn & leaves,7,{PUZZLE}\n0815,Rain,7,{PUZZLE}\n");
    let folder = Folder::new().with("old.csv", rows);
    let print = "print old.csv --format html --numbers nr --quiet";
    let html = folder.run(&format!("{print} --heading title")).fine();
    for text in ["1207", "0815"] {
        assert!(html.matches(&format!(">{text}<")).count() >= 2, "puzzle and solution {text}: {html}");
    }
    assert!(html.contains("Autumn &amp; leaves") && html.contains("Rain"), "{html}");
    for (options, message) in [
        ("--numbers no", "error: old.csv:2: found no number, expected one in the column no"),
        ("--numbers same", "error: old.csv:3: found the number 7 of old.csv:2 again, expected each number once"),
        ("--numbers nr --first-number 7", "error: the argument ..."),
        (
            "--section-text Hard=Text",
            "error: --section-text: found no section Hard: the file has one level and no sections",
        ),
    ] {
        let refused = folder.run(&format!("print old.csv --format html --quiet {options}"));
        assert_message(refused.message(), message, options);
        assert_ne!(refused.status, 0, "{options}");
    }
}

/// Each section has a line of its own in the contents and on its page: that of its level, or of an option.
#[test]
fn sections_have_a_line_about_them() {
    let folder = Folder::new().with("pack.csv", format!("puzzle,level\n{PUZZLE},easy\n{PUZZLE},hard\n"));
    let print = "print pack.csv --title T --format html --quiet";
    let html = folder.run(print).fine();
    assert_eq!(html.matches("Find the only place for a digit in a row, a column or a box.").count(), 2, "{html}");
    let own = folder.run(&format!("{print} --language fr --section-text Facile=Courage")).fine();
    assert_eq!((own.matches("Courage").count(), own.matches("poissons").count()), (2, 2), "{own}");
    for (options, message) in [
        (
            "--section-text easy=A --section-text Easy=B",
            "error: --section-text: found Easy twice, expected each section once",
        ),
        ("--per-page easy:1,hard:2,4", "error: --per-page: expected one number for all sections ..."),
        ("--sections none --section-text easy=A", "error: --section-text: found no section easy: ..."),
        ("--per-page 4,none", "error: invalid value '4,none' for '--per-page ..."),
    ] {
        let refused = folder.run(&format!("{print} {options}"));
        assert_message(refused.message(), message, options);
    }
    // A name may have commas.
    folder.write("named.csv", format!("puzzle,section\n{PUZZLE},easy\n{PUZZLE},\"hard,fair\"\n"));
    assert!(folder.run("print named.csv --format html --quiet --per-page 4,hard,fair:1").fine().contains("hard,fair"));
}

/// A solved board has no hint, and no entry in a list of hints.
#[test]
fn solved_boards_have_no_hints() {
    let folder = Folder::new().with("solved", format!("{SOLUTION}\n")).with("both", format!("{SOLUTION}\n{PUZZLE}\n"));
    for (options, message) in [
        ("--hint back", "error: --hint has no effect without a puzzle that has a hint"),
        ("--hint cell", "error: --hint has no effect without a puzzle that has a hint"),
        ("--pencilmarks", "error: --pencilmarks has no effect without an empty cell"),
    ] {
        assert_eq!(folder.run(&format!("print solved --out book.pdf {options}")).message(), message);
    }
    let html = folder.run("print both --format html --hint back --solutions-per-page 0").fine();
    assert_eq!(html.matches(">2<").count() - html.matches(">1<").count(), 3, "three lists: {html}");
}
