//! Seeded noise: parsing never panics, and a parsed grid that is written and parsed again is unchanged.

use crate::common::Random;
use crate::size::{size, stride};
use minirow_core::{CandidateSet, Grid};
use minirow_text::{Board, GridForm, Scanner, parse};

const FORMS: [GridForm; 4] = [GridForm::Line, GridForm::Grid, GridForm::Boxed, GridForm::Json];

#[test]
fn every_form_is_parsed_back_with_every_blank() {
    let mut random = Random::new(20);
    for clues in (0..=81).step_by(stride(3)) {
        let grid = random.solvable(clues);
        for form in FORMS {
            for blank in [None, Some('.'), Some('0'), Some('_'), Some('*'), Some('-')] {
                let text = form.write(&grid, blank);
                assert_eq!(parse(&text), Ok(Board::Grid(grid)), "{form:?} {blank:?}\n{text}");
                let windows = format!("\u{feff}# a comment\r\n\r\n{}\r\n", text.replace('\n', "\r\n"));
                assert_eq!(parse(&windows), Ok(Board::Grid(grid)), "{form:?} {blank:?} with Windows line ends");
            }
        }
        let candidates = CandidateSet::from(&grid);
        for blank in ['.', '0'] {
            let text = GridForm::Candidates.write(&grid, Some(blank));
            assert_eq!(text.len(), 729);
            assert_eq!(parse(&text), Ok(Board::Candidates(candidates)));
        }
    }
}

#[test]
fn a_grid_that_looks_like_a_rounded_number_is_parsed_back() {
    let grid: Grid = format!("{:.<81}", "8...7....1....2..").parse().unwrap();
    let text = GridForm::Line.write(&grid, Some('0'));
    assert_eq!((parse(&text), &text[..5]), (Ok(Board::Grid(grid)), "8...7"));
}

#[test]
fn many_grids_in_many_forms_come_back_in_order_with_their_lines() {
    let mut random = Random::new(21);
    let mut text = String::new();
    let mut expected = Vec::new();
    for _ in 0..500 {
        let clues = random.below(82);
        let grid = random.solvable(clues);
        let form = FORMS[random.below(4)];
        for _ in 0..random.below(3) {
            text += ["\n", "# comment\n", "   \n"][random.below(3)];
        }
        expected.push((text.lines().count() + 1, grid));
        text += &form.write(&grid, None);
        text += match form {
            GridForm::Line => ["\n", " 7.1 a note\n", ",and,fields\n", "\t;x\n"][random.below(4)],
            _ => "\n",
        };
    }
    let mut scanner = Scanner::new();
    text.lines().for_each(|line| scanner.push(line));
    scanner.finish();
    let found: Vec<(usize, Grid)> = std::iter::from_fn(|| scanner.pop())
        .map(|scanned| match scanned.result {
            Ok(Board::Grid(grid)) => (scanned.line, grid),
            other => panic!("line {}: {other:?}", scanned.line),
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn noise_never_panics() {
    let mut random = Random::new(22);
    let alphabet: Vec<char> = "0123456789.....-_*|+=[],\"{}# \n\n\tabcé\u{feff}:;'".chars().collect();
    let mut parsed = 0;
    for _ in 0..size(10_000) {
        let length = random.below(200);
        let text: String = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
        parsed += usize::from(parse(&text).is_ok());
    }
    assert!(parsed < size(10_000));
    // A sign of two bytes is before the last word of a name.
    for name in ["¡â", "¡â:", "¡â =", "(¡â)"] {
        assert!(parse(&format!("{name} 53..7....")).is_err());
        assert!(parse(&format!("{name} 5 3 . . 7 . . . .")).is_err());
    }
    // Words of long characters, of which any byte may be where something is expected.
    for character in ["\u{1f4a5}", "\u{6f22}", "\u{e9}"] {
        for length in (1..500).step_by(stride(7)) {
            assert!(parse(&character.repeat(length)).is_err(), "{length} of {character}");
        }
    }
}

#[test]
fn a_damaged_grid_is_parsed_or_refused_but_never_panics() {
    let mut random = Random::new(23);
    let alphabet: Vec<char> = "09.-|+[],\n x".chars().collect();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..size(10_000) {
        let grid = random.solvable(30);
        let mut text: Vec<char> = FORMS[random.below(4)].write(&grid, None).chars().collect();
        let place = random.below(text.len());
        match random.below(3) {
            0 => text[place] = alphabet[random.below(alphabet.len())],
            1 => text.insert(place, alphabet[random.below(alphabet.len())]),
            _ => _ = text.remove(place),
        }
        match parse(&text.into_iter().collect::<String>()) {
            Ok(_) => read += 1,
            Err(error) => {
                refused += 1;
                assert!(error.to_string().starts_with("found "), "{error}");
            }
        }
    }
    assert!(read > size(10_000) / 20 && refused > size(10_000) / 20, "{read} read, {refused} refused");
}
