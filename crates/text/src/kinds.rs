//! The names of Sudokus with more rules, or with other boxes, than the classic one.

/// The names that tell the kind alone, and the words for their rules.
const ALONE: &str = "antiking antiknight argyle calcudoku evenodd girandola jigsaw kenken killer kropki nonconsecutive \
    nonomino oddeven renban samurai squiggly thermo thermometer windoku";

/// The names that tell the kind beside the word Sudoku, or behind a key such as `Type:`.
const BESIDE: &str = "anti arrow arrows asterisk cage cages chaos chess clone clones comparison consecutive diagonal \
    diagonale diagonalen diagonales diagonali diagonals disjoint dispari even farb fenster greater hyper impair impar \
    inequality irregolare irregular irregulier irrégulier knight miracle odd offset palindrome quadruple sandwich \
    skyscraper stern toroidal unregelmäßig unregelmäßiges vergleich vergleichs whisper whispers x xsums xv zipper";

/// The words directly before the name of a kind that tell that it is none.
const NOT: &str = "not no kein keine nicht pas without ohne sans sin senza";

/// The words for a key of the kind.
const KEYS: &str = "type variant variants rules kind";

/// The words of a sentence that tell that it is about the next grid.
const POINTING: &str = "this here below following next dies diese dieser dieses hier folgende folgendes folgender \
    voici ce cette ceci este esta aquí siguiente questo questa ecco seguente";

/// The most words of a title, and of one that ends like a sentence.
const MOST_OF_A_TITLE: usize = 6;
const MOST_WITH_A_STOP: usize = 4;

/// Returns `true` for a word that names a Sudoku with other rules than the classic one.
///
/// ```
/// use minirow_text::is_kind;
/// assert!(is_kind("killer") && !is_kind("hard"));
/// ```
pub fn is_kind(word: &str) -> bool {
    is_among(word, ALONE) || is_among(word, BESIDE)
}

/// Returns `true` for a text with the name of a Sudoku with other rules than the classic one, such as `Killer #12`, `X-Sudoku` or
/// `Type: diagonal`. It may be a nickname, so that a puzzle with exactly one solution by the classic rules is a classic one, too.
///
/// ```
/// use minirow_text::names_kind;
/// assert!(names_kind("X-Sudoku") && names_kind("Killer #12") && names_kind("Here is a diagonal sudoku:"));
/// assert!(!names_kind("Diagonal symmetry") && !names_kind("Solved with an X-Wing") && !names_kind("Not a killer"));
/// ```
pub fn names_kind(text: &str) -> bool {
    let text = text.to_lowercase();
    // The name of a site may be that of a rule.
    let parts: Vec<&str> = text.split_whitespace().filter(|part| !part.contains("://")).collect();
    let text = parts.join(" ").replace("sudoku", " sudoku ");
    let words: Vec<String> = text
        .split(|sign: char| !sign.is_alphanumeric() && sign != '-')
        .flat_map(|word| {
            let parts = word.split('-').filter(|part| !part.is_empty());
            let is_joined = parts.clone().count() > 1;
            // `anti-knight` has a name of its own, and `X-Wing` is none.
            let alone = parts.filter(move |part| !is_joined || *part != "x").map(String::from);
            alone.chain(is_joined.then(|| word.replace('-', "")))
        })
        .collect();
    // `No. 5` is a number.
    let is_number = |word: &String| word.parse::<u32>().is_ok();
    let is_negated = |at: usize| {
        let before = &words[at.saturating_sub(2)..at];
        before.iter().any(|word| is_among(word, NOT)) && !before.iter().any(is_number)
    };
    let has = |names: &str| (0..words.len()).any(|at| is_among(&words[at], names) && !is_negated(at));
    // A sentence names other kinds, too: `I used X-Wing and killer instinct.`
    let is_beside =
        |at: usize| (at.saturating_sub(1)..=at + 1).any(|at| words.get(at).is_some_and(|word| is_puzzle(word)));
    let has_name = |at: &usize| is_among(&words[*at], ALONE) && !is_negated(*at);
    let is_told = || {
        let mut names = (0..words.len()).filter(has_name);
        words.iter().any(|word| is_among(word, POINTING)) || names.any(|at| at == 0 || is_beside(at))
    };
    if is_sentence(&text) && !is_told() {
        return false;
    }
    let has_key = || text.contains([':', '=']) && words.first().is_some_and(|word| is_among(word, KEYS));
    has(ALONE) || has(BESIDE) && (has("sudoku") || has_key())
}

fn is_puzzle(word: &str) -> bool {
    ["puzzle", "puzzles", "sudoku"].contains(&word)
}

/// Returns `true` for a sentence, and `false` for a title or the start of a list.
fn is_sentence(text: &str) -> bool {
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    let count = text.split(|sign: char| !sign.is_alphanumeric()).filter(is_word).count();
    !text.ends_with(':') && (count > MOST_OF_A_TITLE || count > MOST_WITH_A_STOP && text.ends_with(['.', '!', '?']))
}

/// Returns `true` for the name of a row of sums.
///
/// ```
/// assert!(minirow_text::is_sum("Summe") && !minirow_text::is_sum("sudoku"));
/// ```
pub fn is_sum(word: &str) -> bool {
    is_among(&word.to_lowercase(), "sum sums total totals summe gesamt somme suma soma totale totaal")
}

/// Returns `true` for the start of a list of cages, as a killer Sudoku has it.
pub(super) fn begins_cages(text: &str) -> bool {
    let (name, cages) = text.trim_start_matches(['#', '/', ' ']).split_once(':').unwrap_or_default();
    let has_cages = || cages.trim().is_empty() || cages.contains(|sign| matches!(sign, '1'..='9'));
    matches!(name.trim().to_lowercase().as_str(), "cage" | "cages" | "killer cages") && has_cages()
}

/// Returns `true` for a game of Simon Tatham's Solo with more rules, such as `9jdm:...` or `3x3kdm:...`: jigsaw, killer, diagonals.
pub(super) fn is_game_with_rules(text: &str) -> bool {
    let (start, cells) = text.trim().split_once(':').unwrap_or_default();
    let mut rules = start.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let is_number = rules.len() < start.len();
    if let Some(width) = rules.strip_prefix('x') {
        rules = width.trim_start_matches(|sign: char| sign.is_ascii_digit());
    }
    let is_of_cells = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b',' | b'-');
    is_number
        && rules.starts_with(['j', 'k', 'x'])
        && rules.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && cells.len() >= SHORTEST_GAME
        && cells.bytes().all(is_of_cells)
}

/// The fewest characters of the cells and regions of a game.
const SHORTEST_GAME: usize = 12;

/// The smallest and the largest sum of a cage.
const SUMS: std::ops::RangeInclusive<u32> = 3..=45;

/// Returns `true` for a cage of a killer Sudoku: `10: r1c1 r1c2`, `10=R1C1+R1C2`.
pub(super) fn is_cage(text: &str) -> bool {
    let (sum, cells) = text.split_once([':', '=']).unwrap_or_default();
    let is_digit = |byte: u8| matches!(byte, b'1'..=b'9');
    let is_cell = |name: &str| match *name.to_ascii_lowercase().as_bytes() {
        [b'r', row, b'c', column] => is_digit(row) && is_digit(column),
        [b'a'..=b'i', number] => is_digit(number),
        _ => false,
    };
    let cells = || cells.split([' ', '+', ',', ';']).filter(|cell| !cell.is_empty());
    sum.trim().parse().is_ok_and(|sum| SUMS.contains(&sum)) && cells().count() > 1 && cells().all(is_cell)
}

fn is_among(word: &str, words: &str) -> bool {
    words.split_whitespace().any(|other| other == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_kinds_are_known() {
        for name in [
            "Killer #12",
            "JIGSAW",
            "X-Sudoku",
            "Sudoku X",
            "Hypersudoku",
            "Non-consecutive Sudoku",
            "Windoku, 12 May",
            "Type: diagonal",
            "Variant = killer",
            "== Jigsaw Sudoku ==",
            "Here is an X-Sudoku I made:",
            "Anti-knight, non-consecutive",
            "Chaos-Sudoku",
            "Sudoku mit Diagonalen",
            "Sudoku No. 5, Killer",
            "Killer Sudoku without givens",
            "This is a jigsaw.",
            "Yesterday I solved the weekly killer sudoku in the paper before breakfast",
            "Who can solve my killer puzzle?",
        ] {
            assert!(names_kind(name), "{name}");
        }
        for name in [
            "no X-Sudoku today",
            "https://x.org/sudoku/",
            "Sudoku X-treme",
            "",
            "Sudoku 9x9",
            "Diagonal symmetry",
            "Sudoku XX",
            "X-Wing",
            "Even and odd rows",
            "Type: classic",
            "I used X-Wing and killer instinct.",
            "My daughter loves jigsaw pieces!",
            "Yesterday I solved the weekly killer in the paper before breakfast",
        ] {
            assert!(!names_kind(name), "{name}");
        }
        assert!(begins_cages("Cages: 10 A1 A2") && begins_cages("# killer cages:") && !begins_cages("Cages of birds"));
        for text in ["10: r1c1 r1c2", "10=R1C1+R1C2", "15 = A1, A2, B2"] {
            assert!(is_cage(text), "{text}");
        }
        for text in ["r1c1: 5", "1: r1c1 r1c2", "10: A1", "12:30 Anna", "Row 1: 5 3", "10: words and words"] {
            assert!(!is_cage(text), "{text}");
        }
        assert!(
            ["9jdm", "9j", "3x3kdm", "3x3x"].iter().all(|start| is_game_with_rules(&format!("{start}:1a2b3c4d_5e6f")))
        );
        assert!(
            !["3x3", "3x3de", "9", "9x9", "jk"]
                .iter()
                .any(|start| is_game_with_rules(&format!("{start}:1a2b3c4d_5e6f")))
        );
        assert!(!is_game_with_rules("10km:55") && !is_game_with_rules("10km: a fast runner"));
        assert!(!begins_cages("Cages: none") && begins_cages("Cages:"));
    }
}
