//! Handles panics of a program.

use super::abnormal_exit::{AbnormalExit, text_of};
use super::{closed_pipe, running_program, stream};
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether this thread's last panic came from `println!` or a similar macro. `None` if our hook didn't see the
    /// panic.
    static BY_PRINT: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Runs the program in this thread and catches panics.
pub(super) fn catch<O>(program: impl FnOnce() -> O) -> Result<O, AbnormalExit> {
    install_hook();
    panic::catch_unwind(AssertUnwindSafe(program)).map_err(|payload| {
        // This thread has unwound, so it no longer holds the lock of a stream.
        stream::after_panic();
        let text = text_of(&*payload);
        let ended = match BY_PRINT.try_with(Cell::take).ok().flatten() {
            Some(by_print) => AbnormalExit::saying(text, by_print),
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
            let by_print = info.location().is_some_and(|location| is_of_print(location.file()));
            let _ = BY_PRINT.try_with(|last| last.set(Some(by_print)));
            let ended = AbnormalExit::saying(text, by_print);
            match ended {
                AbnormalExit::Panicked => previous(info),
                AbnormalExit::BrokenPipe => closed_pipe::print_failed(),
                AbnormalExit::PrintFailed(_) => {}
            }
            if cfg!(panic = "abort") || text.is_some_and(cannot_unwind) {
                running_program::end(ended);
            }
        }));
    });
}

/// Whether std implements `println!` in this source file.
fn is_of_print(file: &str) -> bool {
    let file = file.replace('\\', "/");
    file.ends_with("std/src/io/stdio.rs")
}

/// Whether this is std's message for a panic that can't unwind. The process then aborts.
fn cannot_unwind(text: &str) -> bool {
    ["panic in a destructor during cleanup", "panic in a function that cannot unwind"].contains(&text)
}
