//! Writes a program's last words, and knows what a failure to do so means.

use super::ended::Ended;
use super::observer::Observers;
use super::running;
use crate::classify::{BoxError, Classifier};
use crate::error::coded::AgentError;
use crate::format::{Format, Meta, Renderer, Stream};
use crate::process::output;
use crate::process::response::Response;
use crate::ready::output_error::OutputError;
use crate::ready::own;
use crate::vocabulary::exit;
use std::io;
use std::process::ExitCode;

/// Writes the answer of a program.
#[derive(Debug)]
pub struct Reporter<'a> {
    pub(super) format: Format,
    pub(super) meta: Meta<'a>,
    pub(super) warnings: Vec<String>,
    pub(super) classifier: Option<&'a Classifier>,
    pub(super) panic_exit: Option<u8>,
    pub(super) observers: Observers,
}

impl Reporter<'_> {
    /// Writes an error. A closed pipe or a full disk does not change its exit code.
    pub(crate) fn error(&self, error: &dyn AgentError) -> ExitCode {
        ExitCode::from(self.error_number(error))
    }

    /// Writes any error: as the coded one in it, or with the code whose rules it meets.
    pub(crate) fn any_error(&self, error: BoxError) -> ExitCode {
        self.error(&self.classifier().classify(error))
    }

    /// The rules for foreign errors.
    pub(crate) fn classifier(&self) -> &Classifier {
        self.classifier.unwrap_or_else(|| Classifier::of_the_program())
    }

    /// Says how a program ended that did not return, and gives the exit code.
    pub(super) fn ended(&self, ended: Ended) -> u8 {
        match ended {
            Ended::Panicked(panicked) => self.error_number(&panicked.record(self.panic_exit)),
            Ended::ReaderLeft => exit::SUCCESS,
            Ended::PrintFailed(error @ OutputError::PrintFailed { stream: "stdout", .. }) => {
                on_stderr(&own::record(&error))
            }
            Ended::PrintFailed(error) => self.error_number(&own::record(&error)),
        }
    }

    fn error_number(&self, error: &dyn AgentError) -> u8 {
        let stream = self.format.stream();
        let mut buffer = String::new();
        self.renderer(stream).warnings(&self.warnings).render_into(error, &mut buffer);
        if !buffer.ends_with('\n') {
            buffer.push('\n');
        }
        if self.format != Format::Envelope {
            warn(&self.warnings);
        }
        let written = output::write(stream, buffer.as_bytes());
        // A reader who left need not be told; behind a full disk there may be one who listens elsewhere.
        if stream == Stream::Stdout && written.is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe) {
            on_stderr(error);
        }
        running::answered(exit_number(error));
        self.observers.see(error);
        exit_number(error)
    }

    /// Writes a good answer; its warnings go to standard error unless the format has a place for them.
    pub(super) fn response(&self, mut response: Response) -> ExitCode {
        response.warnings.extend(self.warnings.iter().cloned());
        let mut buffer = String::new();
        if let Err(error) = response.render_into(self.renderer(Stream::Stdout), &mut buffer) {
            return self.error(&own::record(&OutputError::Unserializable { source: error.0 }));
        }
        if !buffer.is_empty() && !buffer.ends_with('\n') {
            buffer.push('\n');
        }
        if !response.holds_warnings(self.format) {
            warn(&response.warnings);
        }
        delivered(output::write(Stream::Stdout, buffer.as_bytes()), ExitCode::SUCCESS)
    }

    /// Sends off what the program has printed itself.
    pub(super) fn flush(&self, exit: ExitCode) -> ExitCode {
        warn(&self.warnings);
        delivered(output::write(Stream::Stdout, b""), exit)
    }

    fn renderer(&self, stream: Stream) -> Renderer<'_> {
        let screen = output::screen(stream);
        Renderer::new(self.format).meta(self.meta).color(screen.color).width(screen.width)
    }
}

/// The error's exit code. One written by hand may say 0, which would call the failure a success, or a code
/// of the shell's: both become 1.
fn exit_number(error: &dyn AgentError) -> u8 {
    let code = error.exit_code();
    if exit::is_error_code(code) { code } else { exit::GENERAL_ERROR }
}

/// Writes warnings for a person; that nobody reads them is no failure.
pub(crate) fn warn(warnings: &[String]) {
    let mut buffer = String::new();
    for warning in warnings {
        buffer.push_str("warning: ");
        // A second line must not look like a warning of its own.
        buffer.push_str(&crate::text::clean::clean(warning).replace('\n', "\n         "));
        buffer.push('\n');
    }
    let _ = output::write(Stream::Stderr, buffer.as_bytes());
}

/// The exit code after an answer was written: a reader who left is no failure, a full disk is one.
fn delivered(written: io::Result<()>, exit: ExitCode) -> ExitCode {
    match written {
        Err(source) if source.kind() != io::ErrorKind::BrokenPipe => {
            ExitCode::from(on_stderr(&own::record(&OutputError::NotWritten { source })))
        }
        _ => {
            if exit == ExitCode::SUCCESS {
                running::answered(exit::SUCCESS);
            }
            exit
        }
    }
}

/// Says on standard error what standard output does not take, and gives the exit code.
fn on_stderr(error: &dyn AgentError) -> u8 {
    let mut text = Renderer::new(Format::Human).render(error);
    text.push('\n');
    let _ = output::write(Stream::Stderr, text.as_bytes());
    exit_number(error)
}
