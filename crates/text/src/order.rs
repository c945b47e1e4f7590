//! Texts that tell another order of cells than that of the rows: headings, names of values, functions and cells, and keys.

use crate::name_words::{is_among, numbers, words};

/// The words for one column or box, and those for all of them.
const PART: &str = "col column colonne colonna columna coluna kolom kolonne kolumn kolumna spalte sloupec stĺpec stupac stolpec sarake oszlop \
    sütun coloană столбец колонка στήλη box block bloc bloque bloco blok blocco square kasten carré riquadro quadrato recuadro region \
    région región regione subgrid nonet sector sektor settore quadrant cuadrante quadrante stack unit house group area vertical transpose";
const PARTS: &str = "cols columns colonnes columnas colunas kolommen spalten boxes blocks blocs bloques blocos blöcke squares regions \
    subgrids nonets sectors quadrants stacks units houses groups areas kästchen kästen quadrate verticals transposed \
    régions regiones regioni cajas vakken riquadri kolonner kolumner kolumny sloupce sütunlar oszlopok rutor столбцы блоки квадраты 列 宫 \
    blöcken quadraten carrés cuadros recuadros cuadrantes quadranti blocchi quadrati settori blokken caixas";

/// The longest heading, in bytes.
pub(super) const LONGEST_TITLE: usize = 200;

/// The most words of a heading that tells the order of the cells, and of one that is hardly more than the name of columns or boxes.
const MOST_WORDS: usize = 10;
const FEW_WORDS: usize = 2;

/// The most words of a heading that is hardly more than a direction.
const FEW_OF_REVERSED: usize = 5;

/// The words for a row of cells in a text, and those between it and what it is.
const LINES: &str = "row rows line lines zeile zeilen reihe reihen ligne lignes fila filas línea líneas riga righe linha linhas rij rijen";
const VERBS: &str = "is are ist sind lists holds contains has";

/// The phrases of headings that tell another order of the cells, with `part` and `parts` for the words of columns and boxes, and `line` for
/// those of a line: alone, beside the name of such parts, without that of rows and the direction in them, and beside that of rows.
const ORDERS: &[&str] = &[
    "part major",
    "part order",
    "part ordered",
    "part wise",
    "part weise",
    "part by part",
    "part par part",
    "part a part",
    "part per part",
    "part für part",
    "parts für parts",
    "read down",
    "part per line",
    "line per part",
    "line a part",
    "by parts",
    "par parts",
    "por parts",
    "per parts",
    "parts first",
    "down parts",
    "down the parts",
    "fortran order",
    "line and parts swapped",
];
const HORIZONTAL: &[&str] =
    &["left to right", "links nach rechts", "gauche à droite", "izquierda a derecha", "sinistra a destra"];
const VERTICAL: &[&str] = &[
    "top to bottom",
    "left to bottom",
    "oben nach unten",
    "haut en bas",
    "arriba abajo",
    "arriba a abajo",
    "alto in basso",
];
const REVERSED: &[&str] = &[
    "bottom to top",
    "bottom up",
    "right to left",
    "last to first",
    "upside down",
    "unten nach oben",
    "rechts nach links",
    "auf dem kopf",
    "kopfüber",
    "bas en haut",
    "droite à gauche",
    "abajo arriba",
    "abajo a arriba",
    "abajo hacia arriba",
    "baixo para cima",
    "derecha a izquierda",
    "al revés",
    "basso in alto",
    "basso all alto",
    "destra a sinistra",
];

/// The phrases of headings that are hardly more than them: in a sentence they tell nothing of the rows below it.
const LABELS: &[&str] = &[
    "list of parts",
    "parts of the grid",
    "part list",
    "nach parts",
    "in parts",
    "reading down",
    "read downwards",
    "last line first",
    "bottom line first",
    "line reversed",
    "reversed line",
    "read vertically",
    "read upwards",
    "mirrored",
    "mirror image",
    "flipped",
    "turned degrees",
    "reversed",
    "backwards",
    "spiegelbild",
    "rückwärts",
    "umgedreht",
    "verkehrt herum",
    "gedreht",
    "en miroir",
    "retourné",
    "retournée",
    "inversé",
    "inversée",
    "à l envers",
    "verticalement",
    "en espejo",
    "girado",
    "girada",
    "rotado",
    "rotada",
    "invertido",
    "invertida",
    "al contrario",
    "verticalmente",
    "capovolto",
    "capovolta",
    "specchiato",
    "specchiata",
    "ruotato",
    "ruotata",
    "a rovescio",
    "alla rovescia",
    "in verticale",
];
const FEW_OF_A_LABEL: usize = 3;

/// Words of an order if they are the whole heading.
const ALONE: &[&str] = &[
    "in part",
    "per part",
    "par part",
    "por part",
    "mirror",
    "reflected",
    "turned",
    "vertically",
    "senkrecht",
    "senkrecht gelesen",
    "verticale",
];

/// The starts of words that tell another order.
const STARTS: &[&str] =
    &["gespiegelt", "spiegelverkehrt", "transpos", "transpon", "transpues", "trasposta", "trasposto", "traspuest"];

/// The ends of the keys of the order of the cells.
const KEYS: [&str; 7] = ["order", "ordering", "layout", "orientation", "direction", "storage", "major"];

/// The words in the names of functions that move rows or cells, and the starts of others.
const MOVING: &str = "t zip reshape cbind hcat frame adjoint swapaxes moveaxis hstack dstack roll wrapcols";
const STARTS_OF_MOVING: [&str; 6] = ["transpos", "revers", "flip", "rot", "mirror", "permut"];

/// The names of functions that fill arrays by columns.
const BY_COLUMNS: &str = "c_ from_vec from_iterator from_dict";

/// Returns `true` if a word of a name, such as `board_columns`, tells that it names columns or boxes.
///
/// ```
/// use minirow_text::names_other_parts;
/// assert!(names_other_parts("byColumn") && names_other_parts("boxes"));
/// assert!(!names_other_parts("initialBoard") && !names_other_parts("colours"));
/// ```
pub fn names_other_parts(name: &str) -> bool {
    // The operator of NumPy.
    let is_transposed = name.strip_suffix('T').is_some_and(|name| !name.ends_with(|last: char| last.is_uppercase()));
    let words = words(name);
    is_transposed || !are_counts(&words) && words.iter().any(|word| is_among(word, PART) || is_among(word, PARTS))
}

/// Returns `true` for the name of numbers of clues: `Clues per box`.
fn are_counts(words: &[String]) -> bool {
    let has = |names: &[&str]| words.iter().any(|word| names.contains(&&**word));
    has(&["per", "pro", "par", "por"])
        && has(&["clues", "givens", "digits", "hints", "vorgaben", "hinweise", "indices", "pistas"])
}

/// Returns `true` for a heading such as `Columns:`, `By column`, `column-major` or `Transposed grid`: the rows below it are other parts of
/// the grid, or are in another order.
fn is_heading_of_parts(text: &str) -> bool {
    let mut words = words(text);
    words.retain(|word| !matches!(&**word, "x" | "sudoku")); // of `3x3`
    if words.len() > MOST_WORDS || are_counts(&words) {
        return false;
    }
    let kinds: Vec<&str> = words.iter().map(|word| kind(word)).collect();
    let shape = format!(" {} ", kinds.join(" "));
    let has = |phrase: &str| shape.contains(phrase) && shape.contains(&format!(" {phrase} "));
    let has_any = |phrases: &[&str]| phrases.iter().any(|phrase| has(phrase));
    let (has_parts, has_line) = (kinds.contains(&"parts"), kinds.contains(&"line"));
    // The name of a line, and what it is behind it: `each row is a box`.
    let verb = kinds.iter().position(|kind| *kind == "is").filter(|&at| kinds[..at].contains(&"line"));
    let is_part = verb.is_some_and(|at| kinds[at..].iter().take(5).any(|kind| kind.starts_with("part")));
    let in_parts = |word: &String| {
        let part = word.strip_suffix("wise").or_else(|| word.strip_suffix("weise"));
        STARTS.iter().any(|start| word.starts_with(start))
            || word == "rotated"
            || part.is_some_and(|part| kind(part).starts_with("part"))
    };
    words.iter().any(in_parts)
        || is_part
        || has_any(ORDERS)
        || [LABELS, ALONE].iter().any(|labels| labels.contains(&shape.trim()))
        || words.len() <= FEW_OF_A_LABEL && has_any(LABELS)
        || shape.ends_with(" by part ")
        || has_parts && (has_any(HORIZONTAL) || has_any(VERTICAL))
        || !has_line && words.len() <= FEW_OF_REVERSED && has_any(VERTICAL) && !has_any(HORIZONTAL)
        || has_line && has_any(&["reverse order"])
        || (has_line || words.len() <= FEW_OF_REVERSED) && has_any(REVERSED)
        || has_parts && !has_line && words.len() <= FEW_WORDS && !tells_size(text)
}

/// Returns `true` for the size or the number of boxes: `Boxes: 3x3`, `Regions: 9`.
fn tells_size(text: &str) -> bool {
    let is_number = |value: &str| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let last = text.trim().rsplit(' ').next().unwrap_or_default();
    text.contains("3x3")
        || text.split_once(':').is_some_and(|(_, value)| is_number(value.trim()))
        || is_number(last) && last.len() > 1
}

/// Returns the kind of a word of a heading, or the word.
fn kind(word: &str) -> &str {
    match word {
        word if is_among(word, PART) => "part",
        word if is_among(word, PARTS) => "parts",
        word if is_among(word, LINES) => "line",
        word if is_among(word, VERBS) => "is",
        word => word,
    }
}

/// Returns `true` for a text that tells another order of the cells.
///
/// ```
/// use minirow_text::is_order;
/// assert!(is_order("Columns:") && is_order("upside down"));
/// assert!(!is_order("Rows and columns"));
/// ```
pub fn is_order(text: &str) -> bool {
    text.len() <= LONGEST_TITLE && is_heading_of_parts(text) || names_cells(text)
}

/// Returns `true` for the names of all cells, but for those that begin with the cells of a row in their order: `r1c1,r1c2,...`.
fn names_cells(text: &str) -> bool {
    let delimiter = [',', ';', '\t'].into_iter().find(|delimiter| text.matches(*delimiter).count() >= 80);
    let is_name = |name: &str| name.contains(char::is_alphabetic) && name.contains(|c: char| c.is_ascii_digit());
    let Some(names) = delimiter.map(|delimiter| text.split(delimiter).map(str::trim)) else { return false };
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let (rows, columns): (Vec<_>, Vec<_>) =
        names.iter().map(|name| (numbers(name).next(), numbers(name).last())).unzip();
    let is_by_row = rows.len() >= 9 && rows[..9].iter().all(|row| *row == rows[0]) && columns[..9].is_sorted();
    let are_in_order = rows.is_sorted() && (is_by_row || columns == rows);
    let is_other = |name: &str| {
        let first = name.split(|character: char| !character.is_alphabetic()).next().unwrap_or_default();
        matches!(first, "b" | "B" | "c" | "C") || names_other_parts(first)
    };
    names.len() >= 81 && names.iter().all(|name| is_name(name)) && (!are_in_order || is_other(names[0]))
}

/// Returns `true` for a key and its value that tell another order of the cells, such as `"order": "F"` or `"transposed": true`.
///
/// ```
/// use minirow_text::is_other_order;
/// assert!(is_other_order("memoryOrder", "F") && is_other_order("transposed", "true"));
/// assert!(!is_other_order("order", "ascending"));
/// ```
pub fn is_other_order(key: &str, value: &str) -> bool {
    let has_order = KEYS.iter().any(|order| key.to_ascii_lowercase().ends_with(order));
    let is_row_major = key.eq_ignore_ascii_case("rowMajor") || key.eq_ignore_ascii_case("row_major");
    has_order
        && (value == "F"
            || is_row_major && value.eq_ignore_ascii_case("false")
            || names_other_parts(value)
            || is_heading_of_parts(value))
        || value.eq_ignore_ascii_case("true") && (is_heading_of_parts(key) || has_order && names_other_parts(key))
}

/// Returns `true` if a word in the name of a function, such as `transposeGrid` or `column_stack`, tells that it moves rows or cells.
pub(super) fn moves(name: &str) -> bool {
    let is_start = |word: &String| STARTS_OF_MOVING.iter().any(|start| word.starts_with(start));
    let is_moving = |word: &String| is_among(word, MOVING) || is_start(word);
    is_among(name, BY_COLUMNS) || name != "DataFrame" && (names_other_parts(name) || words(name).iter().any(is_moving))
}

/// Returns what is behind a closing bracket, if it may move rows.
pub(super) fn moving_end(behind: &str, before: Option<char>) -> Option<String> {
    let is_quoted = before.is_some_and(|before| behind.starts_with(before));
    if behind.starts_with('\'') && !is_quoted || behind.starts_with(".'") || behind.starts_with('[') {
        return Some(behind.trim_end_matches([';', ' ']).into());
    }
    // A method or a function behind a pipe, and those behind it.
    let is_pipe = ["|>", ">>"].iter().any(|pipe| behind.trim_start().starts_with(pipe));
    // With more words, it is a comment.
    let function = behind.trim_start().strip_prefix("//").map(str::trim);
    let is_call = behind.starts_with('.') || is_pipe || function.is_some_and(|name| !name.contains(' '));
    // The line behind may be long.
    if !is_call {
        return None;
    }
    behind.split(['.', '>', '/']).skip(1).map(str::trim_start).find_map(|call| {
        let name = call.split(|character: char| !character.is_alphanumeric() && character != '_').next()?;
        let arguments = &call[name.len()..];
        let has_numbers = arguments.starts_with('(') && !arguments.contains(char::is_alphabetic);
        let has_order = ["'F'", "\"F\""].iter().any(|order| arguments.contains(order));
        (has_order || moves(name) && !(name == "reshape" && has_numbers)).then(|| name.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_columns_and_boxes_are_known() {
        for heading in [
            "Columns:",
            "COLUMNS",
            "# boxes",
            "By column",
            "Transposed grid",
            "Puzzle by columns (left to right):",
            "Spalten",
            "Column-major order",
            "Each line is a column",
            "Every row is a box",
            "Columns, left to right:",
            "columnwise",
            "Spaltenweise",
            "One box per line",
            "read down the columns",
            "Read down:",
            "Colonne par colonne",
            "rotated 90",
            "Rows from bottom to top",
            "rows in reverse order",
            "Columns of the grid",
            "list of columns",
            "Sudoku nach Spalten",
            "Last row first",
            "upside down",
            "Mirrored",
            "Nach Blöcken:",
            "Sudoku (von unten nach oben)",
            "Auf dem Kopf",
            "Transponiert",
            "Von oben nach unten gelesen",
            "read downwards",
            "Mirror",
            "De haut en bas",
            "en miroir",
            "Par carrés",
            "Columna a columna",
            "Al revés",
            "Transpuesta",
            "Per colonne:",
            "dal basso in alto",
            "Sudoku capovolto",
        ] {
            assert!(is_heading_of_parts(heading), "{heading}");
        }
        for heading in [
            "Box 5",
            "Rows and columns",
            "There are naked pairs in some boxes",
            "Column",
            "Hard, by Ruud",
            "Look at column 3. What is next?",
            "Fill every row, column and box",
            "Each row, column and box contains every digit",
            "No row, column or 3x3 box may repeat a digit.",
            "Reverse engineered",
            "Reverse order of difficulty",
            "Mirrored in the lake of a park",
            "Boxes: 3x3",
            "3x3 boxes",
            "Regions: 9",
            "3 clues per box",
            "Solve box 5 first",
            "Try the middle box first.",
            "Use boxes to eliminate candidates",
            "as column 5 shows",
            "Pandora's boxes",
            "Puzzle by Box Brown",
            "Last but first",
            "The columns of the grid contain each digit once",
            "Rows and columns of the grid",
            "After reading down the thread I tried this",
            "Reading down and across",
            "solve the last row first",
            "The list has columns for name, date, puzzle",
            "List in reverse order",
            "Nach Spalten und Zeilen",
            "cols 729",
            "Left to right, top to bottom",
            "Rows from top to bottom",
            "Daily Mirror",
        ] {
            assert!(!is_heading_of_parts(heading), "{heading}");
        }
    }
}
