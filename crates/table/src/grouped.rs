//! Numbers in the form that people read.

/// Returns a number with a comma after every three digits.
///
/// ```
/// assert_eq!(minirow_table::grouped(1_234_567_u64), "1,234,567");
/// ```
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
