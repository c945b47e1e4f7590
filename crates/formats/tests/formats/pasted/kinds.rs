//! Sudokus with other rules, boxes or sizes, beside grids and as their headings.

use super::{P, assert_refused, found, rows};

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

/// Returns `P` without some clues, which has several solutions, as most grids of Sudokus with more rules.
fn ambiguous() -> String {
    P.replace('9', "0")
}

#[test]
fn headings_of_other_kinds_refuse_the_grid_below_if_it_is_no_classic_puzzle() {
    let grid =
        |line: &str| line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>();
    let few = ambiguous();
    for heading in [
        "Killer Sudoku",
        "Killer #12",
        "Jigsaw",
        "Diagonal Sudoku",
        "Here is an X-Sudoku I made:",
        "Windoku, 12 May",
        "Hyper Sudoku",
        "Anti-Knight Sudoku #12",
        "Anti-knight, non-consecutive",
        "Chaos-Sudoku",
        "Sudoku diagonale",
        "# Killer Sudoku",
        "[b]Killer Sudoku[/b]",
        "Type: diagonal",
        "Cages: r1c1 r1c2 = 10",
        "Cages:\nr1c1 r1c2 = 10\nr2c2 r3c2 = 7\nr4c1 r5c1 = 12\nr4c2 r5c2 = 12",
    ] {
        for text in [format!("{heading}\n{}", grid(&few)), format!("{heading}\n\n{few}\n")] {
            assert_refused(&text, "names another kind of Sudoku, expected a classic 9x9 Sudoku");
        }
        for text in [format!("{heading}\n{}", grid(P)), format!("{heading}\n\n{P}\n")] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    assert_refused(&format!("Killer Sudoku: {few}\n"), "another kind of Sudoku");
    assert!(found(format!("https://x.org/sudoku/{few}\n").as_bytes())[0].starts_with('.'));
    // No heading of the grid above it.
    for heading in ["Jigsaw", "Killer Sudoku"] {
        let found =
            found(format!("Puzzle 1\n{}\n{heading}\n{}\nPuzzle 3\n{}\n", grid(P), grid(&few), grid(P)).as_bytes());
        assert!(
            found.len() == 3 && found[0] == "P" && found[1].contains("another kind") && found[2] == "P",
            "{found:?}"
        );
    }
    for heading in [
        "Level: hard",
        "Diagonal symmetry",
        "Sudoku Kingdom",
        "Sudoku X-treme",
        "Not a killer",
        "Solved with an X-Wing",
        "Hyper hard",
        "Cages: none",
    ] {
        let text = format!("{heading}\n{}", grid(&few));
        assert!(found(text.as_bytes()).iter().all(|found| !found.contains("another kind")), "{text}");
    }
}

#[test]
fn keys_of_other_kinds_refuse_the_puzzle() {
    for value in [
        "\"windoku\":true",
        "\"jigsaw\":[[1,2]]",
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
    // A puzzle with one solution is a classic one, whatever its name.
    for (name, few) in [("Killer Sudoku 12", ambiguous()), ("X-Sudoku", ambiguous())] {
        for [before, behind] in [["{\"puzzle\":\"", "\",\"title\":\"N\"}"], ["puzzle,name\n", ",N"]] {
            let text = |line: &str| format!("{before}{line}{}\n", behind.replace('N', name));
            assert_refused(&text(&few), "which names another kind of Sudoku");
            assert_eq!(found(text(P).as_bytes()), ["P"]);
        }
    }
}

#[test]
fn a_map_of_regions_refuses_the_grids_beside_it() {
    let lines =
        |line: &str| line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>();
    let (map, few) = (MAP.join("\n"), lines(&ambiguous()));
    for text in [format!("{few}\n{map}\n"), format!("{map}\n\n{few}"), format!("{}\n", MAP.concat())] {
        assert_refused(&text, "a map of regions, as a jigsaw Sudoku has it");
    }
    // A classic puzzle with one solution has no map.
    let found_in = |text: &str| found(text.as_bytes()).into_iter().filter(|found| found == "P").count();
    assert_eq!(found_in(&format!("{}\n{few}\n{map}\n\n{}", lines(P), lines(P))), 2);
    let letters: String = map.bytes().map(|byte| if byte > b'0' { byte - b'1' + b'A' } else { byte } as char).collect();
    assert_eq!(found_in(&format!("{P}\n\n{letters}\n")), 1);
    assert_refused(&format!("{few}\n{letters}\n"), "a map of regions");
    assert_refused(&format!("{} {}\n", ambiguous(), letters.replace('\n', "")), "a map of regions");
    // From 0, or with equal rows.
    let zeros: String = map.bytes().map(|byte| if byte > b'0' { byte - 1 } else { byte } as char).collect();
    assert_refused(&format!("{few}\n{zeros}\n"), "a map of regions");
    let equal = "111122333\n111222333\n112222333\n444555666\n444555666\n444555666\n777888999\n777888999\n777888999\n";
    assert_refused(&format!("{few}\n{equal}"), "a map of regions");
}

#[test]
fn a_map_of_regions_is_that_of_its_heading() {
    let (grid, few) = (rows(".").join("\n"), rows(".").join("\n").replace('9', "."));
    for map in [MAP.join("\n"), MAP.concat()] {
        let text = format!("Puzzle 1\n{grid}\n\nPuzzle 2 (jigsaw)\n{map}\n\n{few}\n\nPuzzle 3\n{grid}\n");
        let found = found(text.as_bytes());
        assert!(found.len() == 4 && found[0] == "P" && found[3] == "P", "{found:?}");
        assert!(found[1].contains("map of regions") && found[2].contains("map of regions"), "{found:?}");
    }
}

#[test]
fn a_map_of_regions_is_that_of_the_puzzle_above_it_too() {
    let (map, few) = (MAP.join("\n"), rows(".").join("\n").replace('9', "."));
    for heading in
        ["Regions:", "Map", "Areas:", "Jigsaw map", "Shapes", "Gebiete:", "Boxes:", "# regions", "Sudoku regions"]
    {
        for text in [
            format!("{few}\n\n{heading}\n{map}\n"),
            format!("Puzzle 1\n{}\n\n{heading}\n{}\n", ambiguous(), MAP.concat()),
        ] {
            assert_refused(&text, "a map of regions");
        }
    }
    let found = found(format!("{few}\n\nPuzzle 2\n{map}\n").as_bytes());
    assert!(found[0].starts_with("..3") && found[1].contains("map of regions"), "{found:?}");
}

#[test]
fn a_sentence_that_names_another_kind_is_no_heading() {
    let (grid, few) = (rows(".").join("\n"), rows(".").join("\n").replace('9', "."));
    let found = |text: &str| found(format!("{grid}\n\n{text}\n\n{few}\n").as_bytes());
    for text in [
        "I used X-Wing and killer instinct.",
        "A reader wrote that he prefers thermo and kropki.",
        "The killer was the swordfish in row 5, as everybody saw at once",
        "My daughter likes jigsaw pieces and girandola cakes!",
    ] {
        assert!(found(text)[1].starts_with("..3"), "{text}");
    }
    for text in [
        "This is a jigsaw.",
        "Found this killer in the paper yesterday, who can solve it?",
        "We like jigsaw, windoku and kropki puzzles.",
        "Windoku by a friend, 12 May 2020, rated as very hard by its author",
        "Jigsaw 12. Very hard.",
        "And now the next killer, which is much harder than the first one",
    ] {
        assert!(found(text)[1].contains("another kind of Sudoku"), "{text}");
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

#[test]
fn cages_and_games_with_more_rules_are_no_grid() {
    for text in [
        "Killer Sudoku\n10: r1c1 r1c2\n15: r2c1 r2c2 r2c3\n",
        "10=R1C1+R1C2\n15=R2C1+R2C2+R2C3\n",
        "# cages\n10 = A1, A2\n",
        "9jdm:1a2b3c4d5e6f7g8h9i1a2b3c4d5e6f7,a10b3c7d\n",
        "3x3kdm:zzzc,_5_6a12b3c\n",
    ] {
        assert_refused(text, "Sudokus with more rules are not supported");
    }
    // Beside a grid with one solution, they are remarks.
    assert_eq!(found(format!("{P}\n10: r1c1 r1c2\n").as_bytes())[0], "P");
}
