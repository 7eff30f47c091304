//! How a program ended without returning a result.

use super::closed_pipe;
use crate::ready::output_error::OutputError;
use std::any::Any;
use std::io;

/// How a program ended without returning a result.
pub(super) enum AbnormalExit {
    /// The program panicked at this source location, if known.
    Panicked(Option<String>),
    /// The program printed to standard output after its reader had closed the pipe.
    BrokenPipe,
    /// Printing failed for another reason.
    PrintFailed(OutputError),
}

impl AbnormalExit {
    /// Classifies a panic by its message and location. The location proves that the panic came from `println!` or a
    /// similar macro; the message alone doesn't.
    pub(super) fn saying(text: Option<&str>, location: Option<String>) -> Self {
        match text.filter(|_| location.as_deref().is_some_and(is_of_print)).and_then(print_failure) {
            Some(("stdout", source)) if source.kind() == io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            Some((stream, source)) => Self::PrintFailed(OutputError::PrintFailed { stream, source }),
            // Another thread may have failed to print, which made this thread panic as well.
            None if closed_pipe::explains_panic() => Self::BrokenPipe,
            None => Self::Panicked(location),
        }
    }

    /// Classifies a panic that our panic hook didn't see, because the program has replaced the hook.
    pub(super) fn unseen(text: Option<&str>) -> Self {
        match text.is_some_and(closed_pipe::explains_unseen_panic) {
            true => Self::BrokenPipe,
            false => Self::Panicked(None),
        }
    }
}

/// Whether std implements `println!` at this source location.
fn is_of_print(location: &str) -> bool {
    location.replace('\\', "/").contains("std/src/io/stdio.rs:")
}

pub(super) fn text_of(payload: &(dyn Any + Send)) -> Option<&str> {
    payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str))
}

/// Returns the stream and the reason of a failed `println!` or `eprintln!`. Only the panic message contains them.
fn print_failure(text: &str) -> Option<(&'static str, io::Error)> {
    let rest = text.strip_prefix("failed printing to ")?;
    let stream = ["stdout", "stderr"].into_iter().find(|stream| rest.starts_with(stream))?;
    let number = rest.rsplit_once("(os error ")?.1.trim_end().strip_suffix(')')?;
    Some((stream, io::Error::from_raw_os_error(number.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::AbnormalExit;
    use crate::ready::output_error::OutputError;
    use std::io;

    #[test]
    fn a_failed_print_is_not_taken_for_a_bug() {
        let ended = |text: &'static str| {
            AbnormalExit::saying(Some(text), Some("library/std/src/io/stdio.rs:1165:9".to_owned()))
        };
        assert!(matches!(ended("failed printing to stdout: Broken pipe (os error 32)"), AbnormalExit::BrokenPipe));
        assert!(matches!(
            ended("failed printing to stdout: No space left on device (os error 28)"),
            AbnormalExit::PrintFailed(OutputError::PrintFailed { stream: "stdout", source })
                if source.kind() == io::ErrorKind::StorageFull
        ));
        assert!(matches!(ended("failed to print"), AbnormalExit::Panicked(_)));
    }
}
