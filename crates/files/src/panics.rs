//! Panics of other libraries, as errors.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    /// `true` while a panic of this thread becomes an error.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Calls a library that panics on some damaged input. A panic becomes an error.
///
/// The panic hook belongs to the program: it calls [`is_caught`] to print nothing about panics that become errors.
///
/// Values that the call changes must not be used after a panic. Programs that abort on a panic abort here too.
///
/// # Errors
/// The message of the panic.
///
/// ```
/// use minirow_files::panics::caught;
/// assert_eq!(caught(|| "7".parse::<u8>().unwrap()), Ok(7));
/// let error = caught(|| [1, 2, 3].iter().position(|&x| x == 4).expect("a four")).unwrap_err();
/// assert_eq!(error, "a four");
/// ```
pub fn caught<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    let was_caught = IS_CAUGHT.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    IS_CAUGHT.set(was_caught);
    result.map_err(|panic| message(&*panic).into())
}

/// Returns `true` if a panic on this thread becomes an error.
///
/// ```
/// use minirow_files::panics::{caught, is_caught};
/// assert_eq!((is_caught(), caught(is_caught)), (false, Ok(true)));
/// ```
pub fn is_caught() -> bool {
    IS_CAUGHT.get()
}

/// Returns the message of a panic.
///
/// ```
/// let panic = std::panic::catch_unwind(|| panic!("no cell is left")).unwrap_err();
/// assert_eq!(minirow_files::panics::message(&*panic), "no cell is left");
/// ```
pub fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    use super::*;

    static PANICS: AtomicU32 = AtomicU32::new(0);

    /// The hook of a program that calls this library is not replaced, and knows which panics become errors.
    #[test]
    fn the_panic_hook_is_that_of_the_program() {
        let before = panic::take_hook();
        panic::set_hook(Box::new(|info| {
            if info.payload().downcast_ref() == Some(&"of the hook's test") && is_caught() {
                PANICS.fetch_add(1, SeqCst);
            }
        }));
        let caught = caught(|| panic!("of the hook's test"));
        panic::set_hook(before);
        assert_eq!((caught, PANICS.load(SeqCst)), (Err::<(), _>("of the hook's test".into()), 1));
    }
}
