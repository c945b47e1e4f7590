//! Parsing sentences into cells, digits, houses and claims.

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind};

/// Returns the texts at the placeholders `{}` of a sentence, or `None` if the sentence has another form.
pub(crate) fn holes<'a>(text: &'a str, form: &str) -> Option<Vec<&'a str>> {
    let mut pieces = form.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut holes = Vec::new();
    let pieces: Vec<&str> = pieces.collect();
    for (number, piece) in pieces.iter().enumerate() {
        let end = if number + 1 == pieces.len() {
            rest.ends_with(piece).then(|| rest.len() - piece.len())?
        } else {
            rest.find(piece)?
        };
        holes.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    Some(holes)
}

/// Returns the texts at the placeholders of a sentence that must have the form.
#[track_caller]
pub(crate) fn expect<'a, const N: usize>(text: &'a str, form: &str) -> [&'a str; N] {
    let holes = holes(text, form).unwrap_or_else(|| panic!("{text:?} is not of the form {form:?}"));
    holes.try_into().expect("a hole for each name")
}

/// Parses a list such as `r1c1, r1c2 and r2c2`.
pub(crate) fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(", ").flat_map(|part| part.split(" and ")).flat_map(|part| part.split(" or "))
}

#[track_caller]
pub(crate) fn cell(text: &str) -> Cell {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no cell"))
}

#[track_caller]
pub(crate) fn cells(list: &str) -> CellSet {
    items(list).map(cell).collect()
}

#[track_caller]
pub(crate) fn digit(text: &str) -> Digit {
    text.parse().ok().and_then(Digit::new).unwrap_or_else(|| panic!("{text:?} is no digit"))
}

/// Parses digits such as `1, 2 and 3`.
#[track_caller]
pub(crate) fn digits(list: &str) -> DigitSet {
    items(list).map(digit).collect()
}

/// Parses digits such as `123`.
pub(crate) fn figures(text: &str) -> DigitSet {
    text.chars().map(|figure| digit(&figure.to_string())).collect()
}

/// Parses a house such as `box 3`.
#[track_caller]
pub(crate) fn house(text: &str) -> House {
    House::all().find(|house| house.to_string() == text).unwrap_or_else(|| panic!("{text:?} is no house"))
}

/// Parses lines such as `rows 2 and 7`.
#[track_caller]
pub(crate) fn lines(text: &str) -> Vec<House> {
    let (kind, numbers) = text.split_once(' ').unwrap();
    let lines = match kind {
        "rows" => House::of_kind(HouseKind::Row),
        "columns" => House::of_kind(HouseKind::Column),
        _ => panic!("{text:?} are no lines"),
    };
    digits(numbers).iter().map(|number| lines[number.index()]).collect()
}

/// A claim that a candidate is true or false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Claim {
    pub(crate) candidate: Candidate,
    pub(crate) is_on: bool,
}

impl Claim {
    pub(crate) fn opposite(self) -> Claim {
        Claim { is_on: !self.is_on, ..self }
    }
}

/// Parses `r1c1=5` or `r1c1<>5`.
#[track_caller]
pub(crate) fn claim(text: &str) -> Claim {
    let (is_on, sign) = if text.contains("<>") { (false, "<>") } else { (true, "=") };
    let (in_cell, of_digit) = text.split_once(sign).unwrap_or_else(|| panic!("{text:?} claims nothing"));
    Claim { candidate: Candidate { cell: cell(in_cell), digit: digit(of_digit) }, is_on }
}

#[track_caller]
pub(crate) fn claims(list: &str) -> Vec<Claim> {
    items(list).map(claim).collect()
}

/// Returns the candidates that are claimed to be true.
#[track_caller]
pub(crate) fn true_ones(list: &str) -> CandidateSet {
    claims(list)
        .into_iter()
        .map(|claim| {
            assert!(claim.is_on, "{list}");
            claim.candidate
        })
        .collect()
}

/// Returns every cell that a text names.
pub(crate) fn all_cells(text: &str) -> CellSet {
    let is_cell = |start: usize| text.get(start..start + 4).and_then(|word| word.parse::<Cell>().ok());
    (0..text.len()).filter_map(is_cell).collect()
}

/// Returns every house that a text names.
pub(crate) fn all_houses(text: &str) -> Vec<House> {
    House::all().filter(|house| text.contains(&house.to_string())).collect()
}
