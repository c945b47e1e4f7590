//! The characters of cells: digits and blanks, and the characters of drawings that stand for others.

use std::borrow::Cow;

/// The blanks. A set of them has the bit of each at its place in this list.
const BLANKS: [char; 10] = ['.', '0', '_', '*', '-', 'x', 'X', '?', 'e', ' '];

/// The blanks that are not drawn as rulers.
pub(super) const NEVER_RULERS: u16 = 0b111_1110_0011;

/// The blank `0`.
pub(super) const ZERO: u16 = 1 << 1;

/// The blanks `*` and `-`, which are signs of lists, too.
pub(super) const ITEMS: u16 = 0b1_1000;

/// The blank of empty fields and columns.
pub(super) const SPACE: u16 = 1 << 9;

/// The blank of `null` and the words that programs print for it.
pub(super) const NULL: u16 = 1 << 10;

/// Returns the number of a digit, 0 for the blanks `.`, `0`, `_`, `*` and `-`, and `None` for other characters.
pub(super) fn number(character: u8) -> Option<u8> {
    match character {
        b'1'..=b'9' => Some(character - b'0'),
        b'.' | b'0' | b'_' | b'*' | b'-' => Some(0),
        _ => None,
    }
}

/// Returns the number of a cell and the set with its blank, or `None` for a character of no cell. A space is no cell.
pub(super) fn cell(character: char) -> Option<(u8, u16)> {
    match character {
        '1'..='9' => Some((character as u8 - b'0', 0)),
        ' ' => None,
        _ => BLANKS.iter().position(|&blank| blank == character).map(|kind| (0, 1 << kind)),
    }
}

/// Returns the number of a cell and the set with its blank for a number of several characters, as programs print them: `5.0`, `0x05`, `-1`,
/// `NaN`, `None`.
pub(super) fn number_word(word: &str) -> Option<(u8, u16)> {
    match word {
        "None" | "null" | "NULL" | "nil" | "nan" | "NaN" | "NA" | "<NA>" => Some((0, NULL)),
        "-1" | "-1.0" => cell('-'),
        _ => {
            let hexadecimal = || {
                let digits = word.strip_prefix("0x")?;
                digits.strip_prefix('0').filter(|digit| !digit.is_empty()).or(Some(digits))
            };
            // `5.0`, `5,0`, `5.00`, `5.000e+00`
            let decimal = || {
                let (digit, zeros) = word.split_once(['.', ','])?;
                let zeros = zeros.strip_suffix("e+00").unwrap_or(zeros);
                (!zeros.is_empty() && zeros.bytes().all(|zero| zero == b'0')).then_some(digit)
            };
            let digit = decimal().or_else(hexadecimal)?;
            cell(digit.chars().next()?).filter(|_| matches!(digit.as_bytes(), [b'0'..=b'9']))
        }
    }
}

/// Returns the number of a cell and the set with its blank for a number with a dot, as NumPy prints it: `5.`. One among others is a label.
pub(super) fn dotted_number(word: &str) -> Option<(u8, u16)> {
    match word.as_bytes() {
        [digit @ b'0'..=b'9', b'.'] => cell(char::from(*digit)),
        _ => None,
    }
}

/// Returns `true` if a grid may have all of these blanks: different ones may be signs of a list, letters or an ellipsis.
pub(super) fn may_be_mixed(blanks: u16) -> bool {
    blanks.count_ones() <= 1
}

/// Returns the blanks of a set, in words.
pub(super) fn shown_blanks(blanks: u16) -> String {
    let kinds = BLANKS.iter().enumerate().filter(|(kind, _)| blanks >> kind & 1 == 1);
    let null = (blanks & NULL != 0).then(|| "null".into());
    kinds.map(|(_, blank)| format!("{blank:?}")).chain(null).collect::<Vec<_>>().join(" and ")
}

/// Returns the blanks in a text, in words, with the place of the one that is there least.
pub(super) fn mixed_blanks(text: &str) -> String {
    let count = |blank: char| text.matches(blank).count();
    let rarest = BLANKS[..9].iter().copied().filter(|&blank| count(blank) > 0).min_by_key(|&blank| count(blank));
    let place = rarest.and_then(|rarest| text.chars().position(|character| character == rarest)).unwrap_or(0);
    format!("{} at position {}", shown_blanks(blanks_of(text)), place + 1)
}

/// Returns the blanks in a text.
pub(super) fn blanks_of(text: &str) -> u16 {
    text.chars().filter_map(cell).fold(0, |blanks, (_, blank)| blanks | blank)
}

/// Returns the character of a number, or `blank` for 0.
pub(super) fn character(number: u8, blank: char) -> char {
    if number == 0 { blank } else { char::from(b'0' + number) }
}

/// Returns `true` for a character that may be between cells.
pub(super) fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, '|' | ',' | ';' | ':' | '"' | '\'')
}

/// Returns a line with the lines of drawings, digits of full width and the like as ASCII.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    let has_dots = text.contains("...");
    // A second kind of dot may be a clue that was lost, and one behind drawn dots the end of a sentence.
    let is_drawn = |character: char| character != '.' && plain_character(character) == '.';
    let is_mixed = |word: &str| word.contains('.') && word.contains(is_drawn);
    let has_full_stops =
        text.split(is_separator).any(|word| word == "." || word.matches('.').count() > 1 || is_mixed(word));
    let drawn = text.chars().find(|&character| is_drawn(character));
    let is_second = |character| {
        plain_character(character) == '.' && character != '.' && (has_full_stops || Some(character) != drawn)
    };
    for character in text.chars() {
        match character {
            _ if is_second(character) => plain.push(character),
            // Some editors make it of all three dots. Beside others, it is the sign of a cut.
            '…' if !has_dots => plain.push_str("..."),
            // Without a width, or parts of an emoji of a digit.
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0f}' | '\u{20e3}' => {}
            _ => plain.push(plain_character(character)),
        }
    }
    plain.into()
}

/// Returns the ASCII character that a character of drawings or a digit stands for.
pub(super) fn plain_character(character: char) -> char {
    let digit = |character: char, zero: char| char::from(b'0' + (character as u32 - zero as u32) as u8);
    match character {
        '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋' | '╽' | '╿' | '¦' | '｜' | '∣' | '❘' | '▏' | '▕' => {
            '|'
        }
        '─' | '━' | '═' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '╼' | '╾' => '-',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '－' | '﹣' => '-',
        '\u{2500}'..='\u{257f}' => '+', // crossings and corners
        '·' | '•' | '∙' | '⋅' | '․' | '．' | '・' | '･' | '□' | '▢' | '◻' | '☐' | '⬜' | '○' | '◦' | '◌' => {
            '.'
        }
        '０'..='９' => digit(character, '０'),
        '٠'..='٩' => digit(character, '٠'),
        '۰'..='۹' => digit(character, '۰'),
        '？' => '?',
        '＊' => '*',
        '＿' => '_',
        '，' => ',',
        '；' => ';',
        '：' => ':',
        '＃' => '#',
        '“' | '”' | '„' | '«' | '»' => '"',
        '‘' | '’' => '\'',
        other if other.is_whitespace() && other != '\t' => ' ',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_become_ascii() {
        assert_eq!(plain("║ 1 · │ ３ – ║"), "| 1 . | 3 - |");
        assert_eq!(plain("╟───┼───╫───┤"), "+---+---+---+");
        assert_eq!(plain("5 . · 3"), "5 . · 3");
        assert_eq!(plain("1. 5 · · 3"), "1. 5 . . 3");
        assert_eq!(plain("5 · □ 3"), "5 . □ 3");
        assert_eq!(plain("5️⃣\u{a0}…\u{200b}9"), "5 ...9");
        assert_eq!(plain("Größe"), "Größe");
    }

    #[test]
    fn a_grid_has_one_blank() {
        let set = |text: &str| text.chars().filter_map(cell).fold(0, |set, (_, blank)| set | blank);
        assert!(may_be_mixed(set("1.2.")) && may_be_mixed(set("12x3")) && may_be_mixed(0) && may_be_mixed(SPACE));
        assert!(
            !may_be_mixed(set("0."))
                && !may_be_mixed(set("-."))
                && !may_be_mixed(set("x."))
                && !may_be_mixed(set("x?"))
                && !may_be_mixed(SPACE | 1)
        );
        assert_eq!(shown_blanks(set("x.")), "'.' and 'x'");
    }
}
