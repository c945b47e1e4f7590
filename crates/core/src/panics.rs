//! Panics of other libraries, as errors.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// `true` while a panic of this thread becomes an error.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Calls a library that panics on some damaged input. A panic becomes an error and prints nothing.
///
/// Values that the call changes must not be used after a panic. Programs that abort on a panic abort here too.
///
/// # Errors
/// The message of the panic.
///
/// ```
/// use minirow_core::panics::caught;
/// assert_eq!(caught(|| "7".parse::<u8>().unwrap()), Ok(7));
/// let error = caught(|| [1, 2, 3].iter().position(|&x| x == 4).expect("a four")).unwrap_err();
/// assert_eq!(error, "a four");
/// ```
pub fn caught<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_CAUGHT.get() {
                print(info);
            }
        }));
    });
    let was_caught = IS_CAUGHT.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    IS_CAUGHT.set(was_caught);
    result.map_err(|panic| message(&*panic).into())
}

/// Returns the message of a panic.
///
/// ```
/// let panic = std::panic::catch_unwind(|| panic!("no cell is left")).unwrap_err();
/// assert_eq!(minirow_core::panics::message(&*panic), "no cell is left");
/// ```
pub fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}
