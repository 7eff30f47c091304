//! Converts the whole input as one error, or each of its lines.

use super::diagnosis::ErrorReporter;
use super::error::{ConvertError, LineError};
use super::input::{Input, Line, decode, without_line_break, without_mark};
use super::output::Output;
use crate::input_error::InputError;
use agent_error::format::ParseError;
use agent_error::{Format, Renderer};
use std::process::ExitCode;

/// The settings of a conversion.
#[derive(Clone, Copy)]
pub(crate) struct Conversion {
    /// The input format. If `None`, the format is detected.
    pub(crate) from: Option<Format>,
    pub(crate) to: Format,
    /// Whether to pretty-print JSON.
    pub(crate) pretty: bool,
}

impl Conversion {
    /// Converts an error. The result ends with a line break.
    fn convert(self, text: &str) -> Result<String, ParseError> {
        let record = match self.from {
            Some(format) => format.parse(text),
            None => agent_error::parse(text),
        }?;
        // The error may contain secrets, for example from the command line of the program that failed.
        let record = record.without_secrets();
        let mut text = Renderer::new(self.to).pretty(self.pretty).render(&record);
        // The `Human` format already ends with a line break. In other formats, a final line break would be part of
        // a value, so add one.
        if self.to != Format::Human {
            text.push('\n');
        }
        Ok(text)
    }
}

/// Converts the whole input as a single error.
pub(crate) fn whole(
    conversion: Conversion,
    mut input: Input,
    diagnosis: &ErrorReporter,
) -> Result<ExitCode, ConvertError> {
    let bytes = input.read_all()?;
    let text = without_line_break(without_mark(decode(&bytes)?));
    if text.trim().is_empty() {
        Err(InputError::Empty { path: input.path() })?;
    }
    let converted = conversion.convert(text)?;
    let mut output = Output::default();
    let sent = output.push(&converted).and_then(|()| output.send());
    Ok(sent.err().map_or(ExitCode::SUCCESS, |error| diagnosis.output(error, ExitCode::SUCCESS)))
}

/// Converts each line of the input and reports the lines that can't be converted. Returns the exit code of the first
/// failed line, or of the I/O error that stopped the conversion.
pub(crate) fn lines(conversion: Conversion, mut input: Input, diagnosis: &ErrorReporter) -> ExitCode {
    let mut output = Output::default();
    let mut exit = ExitCode::SUCCESS;
    loop {
        // Flush the output before reading may block, so that all earlier errors are visible.
        if input.would_wait()
            && let Err(error) = output.send()
        {
            return diagnosis.output(error, exit);
        }
        let line = match input.next_line() {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error) => {
                let failed = diagnosis.error(error);
                return output.send().err().map_or(failed, |error| diagnosis.output(error, failed));
            }
        };
        match convert_line(conversion, &line) {
            Ok(None) => {}
            Ok(Some(converted)) => {
                if let Err(error) = output.push(&converted) {
                    return diagnosis.output(error, exit);
                }
            }
            Err(error) => {
                let failed = diagnosis.error(error);
                exit = if exit == ExitCode::SUCCESS { failed } else { exit };
            }
        }
    }
    output.send().err().map_or(exit, |error| diagnosis.output(error, exit))
}

/// Converts a line. Returns `None` if the line is blank.
fn convert_line(conversion: Conversion, line: &Line) -> Result<Option<String>, LineError> {
    let Line { number, offset, bytes } = line;
    let text = std::str::from_utf8(bytes).map_err(|source| LineError::Text {
        line: *number,
        offset: offset + source.valid_up_to(),
        source,
    })?;
    let text = if *offset == 0 { without_mark(text) } else { text };
    let text = without_line_break(text);
    if text.trim().is_empty() {
        return Ok(None);
    }
    conversion.convert(text).map(Some).map_err(|error| LineError::new(*number, error))
}
