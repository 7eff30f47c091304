//! Handles panics of a program.

use super::abnormal_exit::{AbnormalExit, print_failed, text_of};
use super::state;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// The source location of this thread's last panic. `None` if our hook didn't see the panic.
    static LOCATION: Cell<Option<String>> = const { Cell::new(None) };
}

pub(super) fn catch<O>(program: impl FnOnce() -> O) -> Result<O, AbnormalExit> {
    install_hook();
    panic::catch_unwind(AssertUnwindSafe(program)).map_err(|payload| {
        // This thread has unwound, so it no longer holds the lock of a stream.
        state::with(|state| state.has_panicked = true);
        let text = text_of(&*payload);
        let ended = match LOCATION.try_with(Cell::take).ok().flatten() {
            Some(location) => AbnormalExit::saying(text, Some(location)),
            None => AbnormalExit::unseen(text),
        };
        // Leak the payload, because dropping it may panic again.
        std::mem::forget(payload);
        ended
    })
}

/// Installs a panic hook that calls the previous hook, unless `println!` caused the panic. If the panic aborts the
/// process, the hook reports it.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let text = text_of(info.payload());
            let location = info.location().map(ToString::to_string);
            let _ = LOCATION.try_with(|last| last.set(location.clone()));
            let ended = AbnormalExit::saying(text, location);
            match ended {
                AbnormalExit::Panicked(_) => previous(info),
                AbnormalExit::BrokenPipe => print_failed(),
                AbnormalExit::PrintFailed(_) => {}
            }
            if cfg!(panic = "abort") || text.is_some_and(cannot_unwind) {
                state::end(ended);
            }
        }));
    });
}

/// Whether this is std's message for a panic that can't unwind. The process then aborts.
fn cannot_unwind(text: &str) -> bool {
    ["panic in a destructor during cleanup", "panic in a function that cannot unwind"].contains(&text)
}
