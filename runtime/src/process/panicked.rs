//! What becomes of a panic.

use super::{OutputError, running};
use crate::exit;
use crate::record::ErrorRecord;
use crate::{Catalog, own, registry};
use agent_error_macros::AgentError;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io;
#[cfg(feature = "mcp")]
use std::io::Write as _;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// The program has a bug and stopped midway.
///
/// It panicked. What it had done by then is done.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unlinked)]
#[code(
    "INTERNAL",
    exit = exit::sysexits::SOFTWARE,
    status = 500,
    severity = critical,
    side_effects = partial,
    shared,
    suggest = "Report this as a bug of the program; with `RUST_BACKTRACE=1` it writes the trace to standard error"
)]
pub struct Panicked {
    #[context(skip)]
    message: Option<Message>,
}

/// What the panic said.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Message(String);

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Message {}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the program has a bug and stopped midway")
    }
}

impl std::error::Error for Panicked {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.message.as_ref().map(|message| message as _)
    }
}

/// How a program ended that did not return.
pub(super) enum Ended {
    /// With a bug.
    Panicked(Panicked),
    /// While it wrote to a stream that nobody reads any more.
    ReaderLeft,
    /// While it printed to a stream that takes no more.
    PrintFailed(OutputError),
}

thread_local! {
    static RUNS_THE_PROGRAM: Cell<bool> = const { Cell::new(false) };
    /// What the last two panics of this thread said, the last one first.
    static LAST: RefCell<[Option<String>; 2]> = const { RefCell::new([None, None]) };
}

/// Runs the program on this thread.
pub(super) fn catch<O>(program: impl FnOnce() -> O) -> Result<O, Ended> {
    install_hook();
    let outer = RUNS_THE_PROGRAM.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(program));
    RUNS_THE_PROGRAM.set(outer);
    result.map_err(|payload| Ended::of(&*payload))
}

impl Ended {
    fn of(payload: &(dyn Any + Send)) -> Self {
        Self::saying(text_of(payload))
    }

    fn saying(text: Option<&str>) -> Self {
        match text.and_then(print_failure) {
            Some(("stdout", source)) if source.kind() == io::ErrorKind::BrokenPipe => Self::ReaderLeft,
            Some((stream, source)) => Self::PrintFailed(OutputError::PrintFailed { stream, source }),
            None => Self::Panicked(Panicked::said(text)),
        }
    }
}

fn text_of(payload: &(dyn Any + Send)) -> Option<&str> {
    payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str))
}

/// Where and why `println!` or `eprintln!` failed, if that is why it panicked: std tells by its message alone.
fn print_failure(text: &str) -> Option<(&'static str, io::Error)> {
    let rest = text.strip_prefix("failed printing to ")?;
    let stream = ["stdout", "stderr"].into_iter().find(|stream| rest.starts_with(stream))?;
    let number = rest.rsplit_once("(os error ")?.1.trim_end().strip_suffix(')')?;
    Some((stream, io::Error::from_raw_os_error(number.parse().ok()?)))
}

/// The text with source files named without the folders of the machine that built the program.
fn without_paths(text: &str) -> String {
    let words = text.split_inclusive(char::is_whitespace).map(|word| match word.rfind(['/', '\\']) {
        Some(slash) if word.contains(".rs") => {
            let opening = word.find(|c: char| c.is_alphanumeric() || "/\\.".contains(c)).unwrap_or_default();
            format!("{}{}", &word[..opening.min(slash)], &word[slash + 1..])
        }
        _ => word.to_owned(),
    });
    words.collect()
}

/// Panics of the program's thread are told by the answer; the trace only if it is asked for. Other threads
/// keep the hook that was there, unless their panic ends the process.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let text = text_of(info.payload());
            let stuck = text.and_then(cannot_unwind);
            let ends_the_process = cfg!(panic = "abort") || stuck.is_some();
            let ended = match stuck {
                Some(depth) => Ended::saying(said(depth).as_deref()),
                None => Ended::saying(text),
            };
            remember(text);
            let ours = RUNS_THE_PROGRAM.get() || ends_the_process;
            if (!ours || wants_trace()) && matches!(ended, Ended::Panicked(_)) {
                previous(info);
            }
            if ends_the_process {
                running::end(ended);
            }
        }));
    });
}

/// What the last panic of this thread said, or the one before it. A thread that ends may panic after it has lost its
/// memory; a panic of the hook would abort the process.
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

/// Whether this is the panic by which std says that another one cannot unwind, and how many before it that was: a
/// panic of a destructor during a panic is told after the two.
fn cannot_unwind(text: &str) -> Option<usize> {
    match text {
        "panic in a destructor during cleanup" => Some(1),
        "panic in a function that cannot unwind" => Some(0),
        _ => None,
    }
}

fn wants_trace() -> bool {
    std::env::var_os("RUST_BACKTRACE").is_some_and(|value| !value.is_empty() && value != "0")
}

impl Panicked {
    fn said(text: Option<&str>) -> Self {
        Self { message: text.map(|text| Message(without_paths(text))) }
    }

    /// The panic that left this behind, for a client who is not to know what it said: that is on standard error, where the
    /// hook has written it unless the panic was to be told by the program's answer.
    #[cfg(feature = "mcp")]
    pub(crate) fn untold(payload: &(dyn Any + Send)) -> Self {
        if RUNS_THE_PROGRAM.get() && !wants_trace() {
            let text = text_of(payload).map_or_else(|| "something that is no text".to_owned(), without_paths);
            let _ = writeln!(io::stderr(), "a tool panicked: {text}");
        }
        Self { message: None }
    }

    /// The panic as the program declares it.
    pub(crate) fn record(&self, exit: Option<u8>) -> ErrorRecord {
        let record = own::record(self);
        let (catalog, _) = Catalog::collected(registry::types());
        let record = match catalog.entry("INTERNAL") {
            Some(entry) => record.declared_by(entry, self.to_string()),
            None => record,
        };
        match exit {
            Some(exit) => record.exit(exit),
            None => record,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ended, OutputError, without_paths};
    use std::io;

    #[test]
    fn source_files_lose_their_folders() {
        assert_eq!(without_paths("failed at /home/me/tool/src/db.rs:4:2, again"), "failed at db.rs:4:2, again");
        assert_eq!(without_paths("in (C:\\build\\src\\db.rs)"), "in (db.rs)");
        assert_eq!(without_paths("cannot read /etc/passwd"), "cannot read /etc/passwd");
    }

    #[test]
    fn a_failed_print_is_told_from_a_bug() {
        let ended = |text: &'static str| Ended::of(&text);
        assert!(matches!(ended("failed printing to stdout: Broken pipe (os error 32)"), Ended::ReaderLeft));
        assert!(matches!(
            ended("failed printing to stdout: No space left on device (os error 28)"),
            Ended::PrintFailed(OutputError::PrintFailed { stream: "stdout", source })
                if source.kind() == io::ErrorKind::StorageFull
        ));
        assert!(matches!(ended("failed to print"), Ended::Panicked(_)));
    }
}
