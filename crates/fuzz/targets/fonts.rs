//! Fonts: a book with any font is written, or the font is refused.
#![no_main]

use std::convert::Infallible;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use minirow_core::Puzzle;
use minirow_fuzz::pass_caught_panics;
use minirow_print::{Book, Item, Layout, Section, State, Style, Typeface, Words, pdf};

static ITEM: LazyLock<Item> = LazyLock::new(|| {
    let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle = Puzzle::new(clues.parse().expect("a grid")).expect("a puzzle");
    Item { number: None, puzzle, state: State::default(), remark: "AB".into(), hint: None }
});

fuzz_target!(|data: &[u8]| {
    pass_caught_panics();
    let book = Book {
        title: Some("AB é".into()),
        subtitle: None,
        author: None,
        imprint: Vec::new(),
        language: "en".into(),
        words: Words::default(),
        sections: vec![Section { name: "A1".into(), count: 1, ..Section::default() }],
        style: Style::default(),
    };
    let mut typeface = Typeface::new();
    if typeface.set_in(data, None).is_err() {
        return;
    }
    let Ok(layout) = Layout::new(&book, &typeface, &|_| ITEM.clone()) else { return };
    let mut length = 0;
    let write = &mut |bytes: &[u8]| Ok::<(), Infallible>(length += bytes.len());
    let _ = pdf::write(&layout, "fuzz", &mut |_| Ok(ITEM.clone()), write);
    assert!(length > 0);
});
