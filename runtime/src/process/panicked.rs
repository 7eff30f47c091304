//! Handles panics of a program.

use super::abnormal_exit::{AbnormalExit, text_of};
use super::running_program;
use super::stream;
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::facts::Facts;
use crate::ready::builtin::{self, Own};
use crate::ready::panicked::Panicked;
use crate::ready::panicked::reported;
use crate::vocabulary::exit;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::error::Error;
use std::fmt;
use std::io::{self, Write as _};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static RUNS_THE_PROGRAM: Cell<bool> = const { Cell::new(false) };
    /// Whether this thread's last panic came from `println!` or a similar macro.
    static BY_PRINT: Cell<bool> = const { Cell::new(false) };
    /// The messages of this thread's last two panics, the latest first.
    static LAST: RefCell<[Option<String>; 2]> = const { RefCell::new([None, None]) };
}

/// Runs the program in this thread and catches panics.
pub(super) fn catch<O>(program: impl FnOnce() -> O) -> Result<O, AbnormalExit> {
    install_hook();
    let outer = RUNS_THE_PROGRAM.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(program));
    RUNS_THE_PROGRAM.set(outer);
    result.map_err(|payload| {
        // This thread has unwound, so it no longer holds the lock of a stream.
        stream::after_panic();
        let ended = AbnormalExit::saying(text_of(&*payload), BY_PRINT.try_with(Cell::get).unwrap_or_default());
        // Leak the payload, because dropping it may panic again.
        std::mem::forget(payload);
        ended
    })
}

/// Installs a panic hook. Panics of the program's thread are part of its output, so the previous hook only runs if a
/// backtrace is requested, or if the program writes its own errors for people. Panics of other threads go to the
/// previous hook. If a panic ends the process, it's always reported.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let text = text_of(info.payload());
            let stuck = text.and_then(cannot_unwind);
            let ends_the_process = cfg!(panic = "abort") || stuck.is_some();
            let by_print = info.location().is_some_and(|location| is_of_print(location.file()));
            let ended = match stuck {
                Some(depth) => AbnormalExit::saying(said(depth).as_deref(), false),
                None => AbnormalExit::saying(text, by_print),
            };
            remember(text);
            let _ = BY_PRINT.try_with(|last| last.set(by_print));
            let ours = RUNS_THE_PROGRAM.get() || ends_the_process;
            if (!ours || wants_trace() || running_program::has_custom_output())
                && matches!(ended, AbnormalExit::Panicked(_))
            {
                previous(info);
            }
            if ends_the_process {
                running_program::end(ended);
            }
        }));
    });
}

/// Whether this is the source file of std that contains `println!`.
fn is_of_print(file: &str) -> bool {
    let file = file.replace('\\', "/");
    file.ends_with("std/src/io/stdio.rs")
}

/// Returns the message of this thread's last panic, or of the panic `before` that one. Returns `None` if the
/// thread-local data is already destroyed. A panic in the hook would abort the process.
fn said(before: usize) -> Option<String> {
    LAST.try_with(|last| last.try_borrow().ok()?.get(before).cloned().flatten()).ok().flatten()
}

fn remember(text: Option<&str>) {
    let _ = LAST.try_with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            let [newest, before] = &mut *last;
            *before = std::mem::replace(newest, text.map(str::to_owned));
        }
    });
}

/// If this is std's message for a panic that can't unwind, returns how many panics ago the original one occurred. A
/// panic in a destructor during another panic is reported after both.
fn cannot_unwind(text: &str) -> Option<usize> {
    match text {
        "panic in a destructor during cleanup" => Some(1),
        "panic in a function that cannot unwind" => Some(0),
        _ => None,
    }
}

/// Whether the environment requests a backtrace.
pub(super) fn wants_trace() -> bool {
    std::env::var_os("RUST_BACKTRACE").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Writes the message of a caught panic to standard error, unless the hook has already written it.
pub(crate) fn write_unreported(payload: &(dyn Any + Send), what: &str) {
    if RUNS_THE_PROGRAM.get() && !wants_trace() {
        let text = text_of(payload).map_or_else(|| "a value that is not a string".to_owned(), reported);
        let _ = writeln!(io::stderr(), "{what} panicked: {text}");
    }
}

/// A caught panic, for example from a request handler. Its code is `INTERNAL`. If the program declares this code
/// itself, the declaration applies.
///
/// ```
/// use agent_error::AgentError;
/// use agent_error::process::CaughtPanic;
/// use std::panic::catch_unwind;
///
/// let result = catch_unwind(|| panic!("the index is corrupt"));
/// let error = result.map_err(|payload| CaughtPanic::report("the search", &*payload)).unwrap_err();
/// assert_eq!(error.code(), "INTERNAL");
/// assert!(!error.to_string().contains("index"));
/// ```
pub struct CaughtPanic {
    panicked: Panicked,
    /// The program's own declaration of the code.
    entry: Option<Entry>,
    exit: Option<u8>,
}

impl CaughtPanic {
    /// Creates the error for a panic. It doesn't contain the panic message, because clients must not see it.
    ///
    /// Writes the message to standard error, unless the panic hook has already written it. The message is prefixed with
    /// `what`, a name for the part of the program that panicked.
    ///
    /// [`run`](crate::run) only replaces the hook's output on its own thread.
    pub fn report(what: &str, payload: &(dyn Any + Send)) -> Self {
        write_unreported(payload, what);
        Self::new(Panicked::with_text(None), None)
    }

    pub(crate) fn new(panicked: Panicked, exit: Option<u8>) -> Self {
        Self { entry: builtin::declared(panicked.code()), panicked, exit }
    }
}

impl fmt::Debug for CaughtPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.panicked, f)
    }
}

impl fmt::Display for CaughtPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.panicked, f)
    }
}

impl Error for CaughtPanic {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.panicked.source()
    }
}

impl AgentError for CaughtPanic {
    fn code(&self) -> &str {
        self.panicked.code()
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        self.entry.map(|entry| entry.def)
    }

    fn inner(&self) -> Option<&dyn AgentError> {
        if self.entry.is_none() { Some(&self.panicked) } else { None }
    }

    fn facts(&self) -> Facts {
        let mut facts = self.entry.map_or_else(|| self.panicked.facts(), |entry| entry.def.facts());
        let valid = |code| if exit::is_error_code(code) { code } else { exit::GENERAL_ERROR };
        facts.exit_code = self.exit.map(valid).or(facts.exit_code);
        facts
    }

    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        match &self.entry {
            Some(entry) => entry.visit_fixed(part, out),
            None => Own(&self.panicked).visit_text(part, out),
        }
    }
}
