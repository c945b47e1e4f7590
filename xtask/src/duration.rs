//! Times on the command line: `90s`, `30m`, `2h`, `1d12h`.

use std::time::Duration;

const UNITS: [(char, u64); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

/// Reads a time.
///
/// # Errors
/// What was expected.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 90s, 30m, 2h or 1d12h".to_string();
    let mut seconds: u64 = 0;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(|character: char| !character.is_ascii_digit()).ok_or_else(expected)?;
        let number: u64 = rest[..end].parse().map_err(|_| expected())?;
        let unit = rest[end..].chars().next().expect("not at the end");
        let (_, length) = UNITS.into_iter().find(|&(name, _)| name == unit).ok_or_else(expected)?;
        seconds = number.checked_mul(length).and_then(|part| seconds.checked_add(part)).ok_or_else(expected)?;
        rest = &rest[end + unit.len_utf8()..];
    }
    if seconds == 0 { Err(expected()) } else { Ok(Duration::from_secs(seconds)) }
}

/// A time as it is read.
pub(crate) fn text(duration: Duration) -> String {
    let mut rest = duration.as_secs();
    let mut text = String::new();
    for (unit, length) in UNITS {
        if rest >= length {
            text += &format!("{}{unit}", rest / length);
            rest %= length;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        for (time, seconds, written) in
            [("90s", 90, "1m30s"), ("2h", 7200, "2h"), ("1d12h", 129_600, "1d12h"), ("61m", 3660, "1h1m")]
        {
            assert_eq!(parse(time), Ok(Duration::from_secs(seconds)));
            assert_eq!(text(Duration::from_secs(seconds)), written);
        }
        for wrong in ["", "2", "2 h", "h", "0s", "2x", "-1s", "99999999999999999999s", "999999999999999999d", "1.5h"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
