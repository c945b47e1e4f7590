//! Objects, columns, elements and links with the rows or cells of a grid.

use super::{P, S, assert_refused, found, joined, lists, rows};

#[test]
fn objects_of_rows() {
    let object = |key: &dyn Fn(usize) -> String, value: &dyn Fn(&str) -> String| {
        let rows = rows("0");
        let rows = rows.iter().enumerate().map(|(at, row)| format!("{:?}:{}", key(at), value(row)));
        format!("{{{}}}", rows.collect::<Vec<_>>().join(","))
    };
    let array = |row: &str| format!("[{}]", row.chars().map(String::from).collect::<Vec<_>>().join(","));
    for key in [
        &(|at: usize| format!("row{}", at + 1)) as &dyn Fn(usize) -> String,
        &|at| format!("row{at}"),
        &|at| format!("row_{}", at + 1),
        &|at| format!("r{}", at + 1),
        &|at| (at + 1).to_string(),
    ] {
        let text = object(key, &array);
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        assert_eq!(found(format!("{{\"id\":5,\"puzzle\":{text}}}").as_bytes()), ["P"], "{text}");
        assert_eq!(found(object(key, &|row| format!("{row:?}")).as_bytes()), ["P"], "{text}");
    }
    for key in [&(|at: usize| format!("row{}", 9 - at)) as &dyn Fn(usize) -> String, &|at| format!("col{}", at + 1)] {
        assert_refused(&object(key, &array), "found ");
    }
}

#[test]
fn objects_of_cells() {
    let all = |cell: &dyn Fn(usize, usize, &str) -> String, is_clue: &dyn Fn(char) -> bool| -> Vec<String> {
        let values = P.chars().enumerate().filter(|(_, value)| is_clue(*value));
        values.map(|(at, value)| cell(at / 9, at % 9, &value.to_string())).collect()
    };
    let (any, clue) = (|_| true, |value| value != '0');
    let squares = |row: usize, column: usize, value: &str| format!("{{\"x\":{column},\"y\":{row},\"value\":{value}}}");
    let named = |row: usize, column: usize, value: &str| {
        format!("{{\"row\":{},\"col\":{},\"digit\":\"{value}\"}}", row + 1, column + 1)
    };
    let given = |_: usize, _: usize, value: &str| format!("{{\"value\":{value},\"given\":{}}}", value != "0");
    for cells in [all(&squares, &any), all(&squares, &clue), all(&named, &clue), all(&given, &any)] {
        let list = cells.join(", ");
        for text in
            [format!("[{list}]"), format!("{{\"size\":\"9\",\"squares\":[{list}]}}"), format!("{{\"board\":[{list}]}}")]
        {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
        let lines = format!("{{\n\"cells\": [\n{}\n]\n}}\n", cells.join(",\n"));
        assert_eq!(found(lines.as_bytes()), ["P"], "{lines}");
    }
    let nested: Vec<String> = all(&given, &any).chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    assert_eq!(found(format!("[{}]", nested.join(",")).as_bytes()), ["P"]);
    assert_eq!(found(format!("{{\"grid\":[{}]}}", nested.join(",")).as_bytes()), ["P"]);
    // Digits that are not given are those of the player.
    let solved =
        S.chars().zip(P.chars()).map(|(digit, clue)| format!("{{\"value\":{digit},\"given\":{}}}", clue != '0'));
    assert_eq!(found(format!("[{}]", solved.collect::<Vec<_>>().join(",")).as_bytes()), ["P"]);
    let first = "{\"x\":2,\"y\":0,\"value\":4}";
    for (text, message) in [
        (format!("[{}]", all(&given, &any)[1..].join(",")), "found 80 cells without their row and column"),
        (format!("[{},{first}]", all(&squares, &clue).join(",")), "twice"),
        (format!("[{first},{{\"x\":1,\"y\":1,\"value\":12}}]"), "found 12 in"),
        ("[{\"row\":1,\"col\":2,\"value\":4},{\"row\":3,\"col\":2,\"value\":5}]".into(), "may be from 0 or from 1"),
    ] {
        assert_refused(&text, message);
    }
}

#[test]
fn columns_with_other_names() {
    for name in ["puzzle_string", "quiz", "problem", "initial", "givens", "clues", "cells", "start", "input", "Clues"] {
        assert_eq!(found(format!("id,{name},er\n1,{P},1.2\n2,{P},1.3\n").as_bytes()), ["P", "P"], "{name}");
        assert_eq!(found(format!("{name}\n{P}\n").as_bytes()), ["P"], "{name}");
    }
    // Other values do not count.
    for text in
        [format!("clues,sudoku\n32,{P}\n"), format!("start,cells\n2026-01-31,{P}\n"), format!("input,puzzle\nx,{P}\n")]
    {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    for text in [format!("clues,text\n32,{P}\n"), format!("cage,cells\n10,{}\n", "r1c1 r2c1 ".repeat(9))] {
        assert_refused(&text, "expected one called puzzle");
    }
}

#[test]
fn elements_around_all_rows() {
    let (plain, drawn) = (rows(".").join("\n"), joined(".", " ", " | ").join("\n"));
    for (before, behind) in [
        ("<textarea rows=9>", "</textarea>"),
        ("<form><textarea name=\"p\" cols=\"9\" rows=\"9\">", "</textarea></form>"),
        ("<a><![CDATA[", "]]></a>"),
        ("<a><![CDATA[\n", "\n]]></a>"),
        ("<?xml version=\"1.0\"?>\n<sudoku>\n<puzzle>", "</puzzle>\n</sudoku>"),
        ("<grid>", "</grid>"),
        ("<pre>", "</pre>"),
    ] {
        for rows in [&plain, &drawn] {
            let text = format!("{before}{rows}{behind}\n");
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    let head = |cell: char| format!("<th scope=\"col\">{cell}</th>\n").replace('0', "");
    let heads = rows("0").into_iter().map(|row| format!("<tr>\n{}</tr>\n", row.chars().map(head).collect::<String>()));
    let heads: String = heads.collect();
    for text in [
        format!("<?xml version=\"1.0\"?>\n<sudoku><puzzle>{P}</puzzle></sudoku>\n"),
        format!("<?xml version=\"1.0\"?>\n<puzzle data=\"{P}\"/>\n"),
        format!("<a><![CDATA[{P}]]></a>\n"),
        format!(
            "<?xml version=\"1.0\"?>\n<grid>\n{}</grid>\n",
            rows(".").iter().map(|row| format!("<r>{row}</r>\n")).collect::<String>()
        ),
        format!("<table>\n{heads}</table>\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn links_with_separators() {
    let (zeros, dots) = (rows("0"), rows("."));
    let spaced: Vec<String> =
        zeros.iter().map(|row| row.chars().map(String::from).collect::<Vec<_>>().join("%20")).collect();
    for value in [
        zeros.join("%20"),
        zeros.join("%0A"),
        zeros.join("%0D%0A"),
        dots.join("+"),
        dots.join("%0a"),
        dots.join("%7C"),
        dots.join("%3B"),
        spaced.join("%20"),
        spaced.join("%0A"),
        joined(".", "+", "+%7C+").join("%0A"),
        lists(P).replace('[', "%5B").replace(']', "%5D").replace(',', "%2C+"),
        format!("%7B%22board%22%3A%22{P}%22%7D"),
        P.replace('0', "%20"),
        P.replace('0', "+"),
    ] {
        for text in
            [format!("https://example.org/?p={value}"), format!("see https://example.org/?a=5&p={value}&x=1 + 2")]
        {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    for link in [
        format!("https://example.org/#{}", zeros.join("%0A")),
        format!("https://example.org/play/{}", zeros.join("%20")),
    ] {
        assert_eq!(found(link.as_bytes()), ["P"], "{link}");
    }
    let solved = S.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect::<Vec<_>>().join("%0A");
    assert_eq!(found(format!("https://example.org/?p={}&s={solved}", zeros.join("%0A")).as_bytes()), ["P S"]);
    assert_refused(
        &format!("https://example.org/?p={}%0A00501030", zeros[..8].join("%0A")),
        "found a link without a board",
    );
}
