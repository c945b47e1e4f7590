//! Sudokus with other rules, boxes or sizes, beside grids and as their headings.

use super::{P, Q, assert_refused, found, rows};

/// A map of the regions of a jigsaw Sudoku.
const MAP: [&str; 9] = [
    "222221333",
    "211121633",
    "221111633",
    "555555663",
    "544445563",
    "447446669",
    "477788969",
    "777778999",
    "888888999",
];

#[test]
fn headings_of_other_kinds_refuse_the_grid_below() {
    let grid = rows(".").join("\n");
    for heading in [
        "Killer Sudoku",
        "Jigsaw",
        "Diagonal Sudoku",
        "X-Sudoku",
        "Windoku",
        "Hyper Sudoku",
        "Anti-Knight Sudoku #12",
        "# Killer Sudoku",
        "[b]Killer Sudoku[/b]",
        "Type: diagonal",
        "Cages: r1c1 r1c2 = 10",
        "Cages:\nr1c1 r1c2 = 10\nr2c2 r3c2 = 7\nr4c1 r5c1 = 12\nr4c2 r5c2 = 12",
    ] {
        for text in [format!("{heading}\n{grid}\n"), format!("{heading}\n\n{P}\n"), format!("{heading}\n{P}\n{Q}\n")] {
            assert_refused(&text, "names another kind of Sudoku, expected a classic 9x9 Sudoku");
        }
    }
    assert_refused(&format!("Killer Sudoku: {P}\n"), "another kind of Sudoku");
    // No heading of the grid above it.
    for heading in ["Jigsaw", "Killer Sudoku"] {
        let found = found(format!("Puzzle 1\n{grid}\n{heading}\n{grid}\nPuzzle 3\n{grid}\n").as_bytes());
        assert!(
            found.len() == 3 && found[0] == "P" && found[1].contains("another kind") && found[2] == "P",
            "{found:?}"
        );
    }
    for heading in [
        "This puzzle is a killer of a Sudoku",
        "I like Killer Sudoku and Sudoku X, but here is a plain one:",
        "Level: Killer",
        "Diagonal symmetry",
        "Sudoku Kingdom",
        "Solved with an X-Wing",
        "Hyper hard",
        "Sudoku X",
        "Sudoku No. X",
        "Sudoku, no diagonals",
        "Cages: none",
        "Killer Sudoku?",
        "Classic Sudoku, Killer Sudoku",
        "Classic Sudoku\nKiller Sudoku\nSamurai Sudoku",
        "Killer Sudoku\nsee page 4\n\nSudoku",
        "Jigsaw Sudoku\nPuzzle 12",
    ] {
        for text in [format!("{heading}\n{grid}\n"), format!("{heading}\n\n{P}\n"), format!("{grid}\n{heading}\n")] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
}

#[test]
fn keys_of_other_kinds_refuse_the_puzzle() {
    for value in [
        "\"windoku\":true",
        "\"jigsaw\":[[1,2]]",
        "\"name\":\"Killer Sudoku 12\"",
        "\"title\":\"X-Sudoku\"",
        "\"rules\":{\"killer\":[[1,2]]}",
        "\"variation\":\"diagonal\"",
        "\"isKiller\":true",
        "\"anti-king\":true",
        "\"cageList\":[[1,2]]",
        "\"region_map\":\"112\"",
        "\"mode\":\"killer\"",
        "\"tags\":[\"hard\",\"Jigsaw\"]",
        "\"info\":{\"cages\":[[1,2]]}",
        "\"options\":{\"diagonal\":true}",
    ] {
        let message = "expected a classic 9x9 Sudoku, the only kind that Minirow solves";
        assert_refused(&format!("{{\"puzzle\":\"{P}\",{value}}}\n"), message);
    }
    for value in [
        "\"name\":\"A killer of a puzzle\"",
        "\"level\":\"killer\"",
        "\"type\":\"classic\"",
        "\"windoku\":false",
        "\"techniques\":{\"x\":2,\"xv\":1,\"even\":3}",
        "\"tags\":[\"x-wing\",\"hard\"]",
        "\"mode\":\"expert\"",
        "\"symmetry\":{\"diagonal\":true}",
    ] {
        assert_eq!(found(format!("{{\"puzzle\":\"{P}\",{value}}}\n").as_bytes()), ["P"], "{value}");
    }
    assert_refused(&format!("name,puzzle\nJigsaw Sudoku,{P}\n"), "found the rule \"name\"");
}

#[test]
fn a_map_of_regions_refuses_the_grids_beside_it() {
    let map = MAP.join("\n");
    let grid = rows(".").join("\n");
    for text in [format!("{grid}\n\n{map}\n"), format!("{map}\n\n{grid}\n"), format!("{}\n", MAP.concat())] {
        assert_refused(&text, "a map of regions, as a jigsaw Sudoku has it");
    }
    let letters: String = map.bytes().map(|byte| if byte > b'0' { byte - b'1' + b'A' } else { byte } as char).collect();
    let found = found(format!("{P}\n\n{letters}\n").as_bytes());
    assert_eq!(found, ["P"]);
}

#[test]
fn a_map_of_regions_is_that_of_its_heading() {
    let (grid, map) = (rows(".").join("\n"), MAP.join("\n"));
    for map in [map, MAP.concat()] {
        let text = format!("Puzzle 1\n{grid}\n\nPuzzle 2 (jigsaw)\n{map}\n\n{grid}\n\nPuzzle 3\n{grid}\n");
        let found = found(text.as_bytes());
        assert!(found.len() == 4 && found[0] == "P" && found[3] == "P", "{found:?}");
        assert!(found[1].contains("map of regions") && found[2].contains("map of regions"), "{found:?}");
    }
}

#[test]
fn grids_of_other_sizes_beside_a_grid_are_reported() {
    for (size, text) in [
        (4, "1..4\n..2.\n.3..\n4..1\n".to_string()),
        (4, "1 . . 4\n. . 2 .\n. 3 . .\n4 . . 1\n".into()),
        (4, "1,,,4\n,,2,\n,3,,\n4,,,1\n".into()),
        (6, "1.3.56\n.5.1.3\n23.56.\n5.4.31\n3.12.5\n.25.14\n".into()),
    ] {
        for text in [format!("{P}\n\n{text}"), format!("{text}\n{P}\n")] {
            let found = found(text.as_bytes());
            let message = format!("found a grid of {size}x{size} cells, expected 9x9");
            assert!(found.len() == 2 && found.contains(&"P".into()), "{found:?}");
            assert!(found.iter().any(|found| found.contains(&message)), "{found:?}");
        }
    }
    for text in [
        "2012\n2013\n2014\n2015\n",
        "1..4\n..2.\n.3..\n",
        "some\nword\nwith\nfour\n",
        "4\n3\n2\n1\n",
        "1.50\n2.75\n3.99\n4.25\n",
        "....\n....\n....\n....\n",
        "d r c b\n1 2 3 4\n2 3 1 5\n3 1 4 2\n4 5 2 1\n5 4 6 3\n",
        "01.05.2024\n02.05.2024\n03.05.2024\n04.05.2024\n05.05.2024\n06.05.2024\n07.05.2024\n08.05.2024\n09.05.2024\n10.05.2024\n",
    ] {
        assert_eq!(found(format!("{P}\n\n{text}").as_bytes()), ["P"], "{text}");
    }
}
