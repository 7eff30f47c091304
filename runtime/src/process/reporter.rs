//! Writes a program's output, and handles write failures.

use super::failure::{Failure, HumanText, Returned};
use super::panicked::{AbnormalExit, is_of_closed_pipe};
use super::reports::Reports;
use super::selection::names;
use super::{Program, state};
use crate::classify::Classifier;
use crate::definition::error_def::Caller;
use crate::definition::running_settings;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::format::{Format, Stream};
use crate::process::response::{Response, Written};
use crate::process::stream;
use crate::ready::caught_panic::CaughtPanic;
use crate::ready::process::{OutputError, is_closed_by_reader};
#[cfg(feature = "clap")]
use crate::registry::parser;
use crate::text::debug::warning;
use std::error::Error;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Writes the result of a program, and determines its exit code.
pub struct Reporter<'a> {
    pub(super) program: &'a Program,
    pub(super) format: Format,
    /// The requested format, if the program doesn't link it.
    pub(super) unlinked: Option<&'static str>,
    pub(super) duration_ms: u64,
    pub(super) warnings: Vec<String>,
    /// The errors that didn't end the program.
    pub(super) reports: Reports,
    /// Writes errors for people. `None` after it has panicked.
    pub(super) human: Option<HumanText>,
}

impl Reporter<'_> {
    /// Writes an error, or the requested help. A closed pipe or a full disk doesn't change the
    /// error's exit code.
    pub(crate) fn failure(&self, failure: &Failure<'_>) -> ExitCode {
        let help = print_requested_help(failure.error());
        if let Some(printed) = help {
            return self.delivered(printed, ExitCode::SUCCESS);
        }
        if is_of_closed_pipe(failure.error()) {
            return self.succeeded().into();
        }
        self.report_failure(failure).into()
    }

    /// Writes any error. Uses the coded error inside it, or classifies the error with rules.
    #[inline]
    pub(crate) fn any_error(
        &self,
        error: &(dyn Error + 'static),
        returned: &dyn Returned,
    ) -> ExitCode {
        let record = Classifier::of_the_program().classify(error);
        self.failure(&Failure::new(record, error, returned))
    }

    /// If the user has selected a format that the program doesn't link, writes an error and returns
    /// its exit code.
    pub(super) fn require_linked_format(&self) -> Result<(), ExitCode> {
        let Some(unlinked) = self.unlinked else {
            return Ok(());
        };
        let formats = names(&self.program.formats);
        let error = OutputError::unsupported_format(self.program.output_flag, unlinked, formats);
        Err(self.report_own(&error).into())
    }

    /// Returns a reporter for the case that the program's `human` function has panicked.
    pub(super) fn without_human(self) -> Self {
        Self {
            human: None,
            ..self
        }
    }

    pub(super) fn report_abnormal(&self, abnormal: AbnormalExit) -> u8 {
        match abnormal {
            AbnormalExit::Panicked(location) => self.report_panic(location),
            AbnormalExit::BrokenPipe => self.succeeded(),
            AbnormalExit::PrintFailed(error) => {
                if error.is_of_stdout() {
                    self.report_lost_output(&error)
                } else {
                    self.report_own(&error)
                }
            }
        }
    }

    fn report_panic(&self, location: Option<String>) -> u8 {
        let panicked = CaughtPanic::new(location);
        let failure = Failure::of(&panicked);
        if self.human.is_some() && self.format.is_for_people() {
            // The panic hook has already written the message for people.
            self.finish_reported(failure.record())
        } else {
            self.report_failure(&failure)
        }
    }

    /// Writes one of this crate's own errors. Returns the exit code.
    pub(super) fn report_own(&self, error: &(dyn AgentError + 'static)) -> u8 {
        self.report_failure(&Failure::own(error))
    }

    /// Writes an error. Returns its exit code.
    fn report_failure(&self, failure: &Failure<'_>) -> u8 {
        let record = failure.record();
        if !self.format.wraps_results() {
            warn(&self.warnings);
        }
        if self.format.is_for_people() {
            let is_written = self.write_in_words_of_the_program(failure);
            if is_written {
                return self.finish_reported(record);
            }
        }
        let stream = self.error_stream();
        let document = self.rendered(record, stream);
        // If the error goes to standard error, observers must write first.
        let observers_write_first = stream == Stream::Stderr && !self.format.is_for_people();
        if observers_write_first {
            self.notify_observers(record);
        }
        let written = stream::write(stream, document.as_bytes());
        // Ignore a closed pipe. If the disk is full, try the other stream.
        if stream == Stream::Stdout
            && let Err(error) = written
            && !is_closed_by_reader(error.kind())
        {
            self.on_stderr(record);
        }
        let exit = exit_code_of(record);
        state::answered(exit);
        if !observers_write_first {
            self.notify_observers(record);
        }
        exit
    }

    /// Returns the stream for errors.
    fn error_stream(&self) -> Stream {
        if self.program.errors_on_stderr {
            Stream::Stderr
        } else {
            self.format.stream()
        }
    }

    /// Completes an error that has already been written for people: notifies the observers and
    /// returns the exit code.
    fn finish_reported(&self, record: &ErrorRecord) -> u8 {
        let exit = exit_code_of(record);
        state::answered(exit);
        self.notify_observers(record);
        exit
    }

    pub(super) fn notify_observers(&self, record: &ErrorRecord) {
        for observer in &self.program.observers {
            // The panic hook has already printed why an observer failed, for example because it
            // can't log.
            let _ = catch_unwind(AssertUnwindSafe(|| observer(record)));
        }
        #[cfg(all(feature = "clap", debug_assertions))]
        if let Some(parser) = parser::registered() {
            let mut warnings = Vec::new();
            warnings.extend(parser.undeclared(record.code()));
            warnings.extend(record.unknown_actions());
            warn(&warnings);
        }
    }

    /// Writes an error with the program's `human` function, or as clap's message. Returns `false`
    /// if neither applies.
    fn write_in_words_of_the_program(&self, failure: &Failure<'_>) -> bool {
        #[cfg(feature = "clap")]
        if let Some(parser) = parser::registered() {
            let code = failure.record().code();
            let is_printed = parser.print_error(failure.error(), code, self.program.clap_text);
            if is_printed {
                return true;
            }
        }
        let Some(human) = &self.human else {
            return false;
        };
        write_human(human, failure);
        true
    }

    /// Returns an error as the program's `human` function writes it, or in the format.
    pub(super) fn text_for_people(&self, failure: &Failure<'_>) -> Vec<u8> {
        match &self.human {
            Some(human) => text_of(human, failure),
            None => self.reported_document(failure.record()).into_bytes(),
        }
    }

    /// Returns an error that doesn't end the program, without the warnings of the final document.
    pub(super) fn reported_document(&self, record: &ErrorRecord) -> String {
        let format = self.format_on(Stream::Stderr).pretty(false);
        self.document(format, record, &[])
    }

    /// Writes a successful response. If the format doesn't include warnings, they go to standard
    /// error.
    pub(super) fn response(&self, mut response: Response) -> ExitCode {
        let is_document = response.document.is_some();
        let own_warnings = if is_document {
            self.warnings.clone()
        } else {
            self.warnings_of_document()
        };
        response.warnings.extend(own_warnings);
        let format = self.format_on(Stream::Stdout);
        let Written { mut text, warnings } = response.write(format, self.duration_ms);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let includes_warnings = self.format.wraps_results() && !is_document;
        if !includes_warnings {
            warn(&warnings);
        }
        let written = stream::write(Stream::Stdout, text.as_bytes());
        self.delivered(written, ExitCode::SUCCESS)
    }

    pub(super) fn flush(&self, exit: ExitCode) -> ExitCode {
        warn(&self.warnings);
        let flushed = stream::write(Stream::Stdout, b"");
        self.delivered(flushed, exit)
    }

    /// Returns the exit code after a response was written. A closed pipe isn't an error, but a full
    /// disk is.
    fn delivered(&self, written: io::Result<()>, exit: ExitCode) -> ExitCode {
        if let Err(source) = written
            && !is_closed_by_reader(source.kind())
        {
            let error = OutputError::not_written(source);
            return self.report_lost_output(&error).into();
        }
        if exit == ExitCode::SUCCESS {
            self.succeeded().into()
        } else {
            exit
        }
    }

    /// Marks a success as reported. Returns its exit code, which is that of the first error that
    /// didn't end the program, if any.
    fn succeeded(&self) -> u8 {
        let exit = self.reports.exit_on_success();
        state::answered(exit);
        exit
    }

    /// Returns the warnings that the final document contains if the format has a place for them.
    fn warnings_of_document(&self) -> Vec<String> {
        let mut warnings = self.warnings.clone();
        if self.format.wraps_results() {
            warnings.extend(self.reports.warning());
        }
        warnings
    }

    /// Reports a failed write to standard output. Returns the exit code.
    pub(crate) fn report_lost_output(&self, error: &OutputError) -> u8 {
        let failure = Failure::own(error);
        if self.format.is_for_people()
            && let Some(human) = &self.human
        {
            write_human(human, &failure);
        } else {
            self.on_stderr(failure.record());
        }
        exit_code_of(failure.record())
    }

    /// Writes an error to standard error after standard output has failed.
    fn on_stderr(&self, record: &ErrorRecord) {
        let document = self.rendered(record, Stream::Stderr);
        let _ = stream::write(Stream::Stderr, document.as_bytes());
    }

    fn rendered(&self, record: &ErrorRecord, stream: Stream) -> String {
        self.document(self.format_on(stream), record, &self.warnings_of_document())
    }

    fn document(&self, format: Format, record: &ErrorRecord, warnings: &[String]) -> String {
        let mut shown = record.clone();
        shown.fields.actions = record.actions_for(Caller::Cli);
        let style = format.style(warnings, self.duration_ms);
        let mut text = format.write_in(shown, &style);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// Returns the format with the color and the width of a stream.
    fn format_on(&self, stream: Stream) -> Format {
        let terminal = stream::terminal(stream);
        self.format.color(terminal.color).width(terminal.width)
    }
}

/// Prints help or the version, if the error requests either.
#[cfg(feature = "clap")]
fn print_requested_help(error: &(dyn Error + 'static)) -> Option<io::Result<()>> {
    parser::registered()?.print_help(error)
}

#[cfg(not(feature = "clap"))]
fn print_requested_help(_: &(dyn Error + 'static)) -> Option<io::Result<()>> {
    None
}

fn write_human(human: &HumanText, failure: &Failure<'_>) {
    let _ = stream::write(Stream::Stderr, &text_of(human, failure));
}

fn text_of(human: &HumanText, failure: &Failure<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    // If the function fails midway, write what it has produced so far.
    let _ = human(failure, &mut text);
    text
}

/// Returns the exit code of a record. The program can override the exit codes of this crate's own
/// errors.
pub(super) fn exit_code_of(record: &ErrorRecord) -> u8 {
    let exit = record.exit_code();
    let Some(def) = record.def() else {
        return exit;
    };
    // Only a declared exit code can be overridden, not one that's known at run time.
    let is_declared = def.exit_code() == exit;
    if is_declared {
        running_settings::overridden_exit_code(def).unwrap_or(exit)
    } else {
        exit
    }
}

/// Writes warnings for people. Ignores write failures.
pub(crate) fn warn(warnings: &[String]) {
    let lines: String = warnings.iter().map(|problem| warning(problem)).collect();
    let _ = stream::write(Stream::Stderr, lines.as_bytes());
}
