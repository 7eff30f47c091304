//! Converts the whole input, or each line of it.

use super::diagnosis::Diagnosis;
use super::error::{ConvertError, LineError};
use super::input::{Input, Line, decode, without_line_break, without_mark};
use super::output::Output;
use crate::input_error::InputError;
use agent_error::format::ParseError;
use agent_error::{Format, Renderer};
use std::process::ExitCode;

/// The formats and settings of a conversion.
#[derive(Clone, Copy)]
pub(crate) struct Conversion {
    /// The input format, if it is given.
    pub(crate) from: Option<Format>,
    pub(crate) to: Format,
    /// Whether JSON is indented.
    pub(crate) pretty: bool,
}

impl Conversion {
    /// The error in the other format, as a text that ends with a line break.
    fn convert(self, text: &str) -> Result<String, ParseError> {
        let record = match self.from {
            Some(format) => format.parse(text),
            None => agent_error::parse(text),
        }?;
        // A program may have put a secret that it was sent into its error.
        let record = record.without_secrets();
        let mut text = Renderer::new(self.to).pretty(self.pretty).render(&record);
        // `Human` ends with a line break, which would be part of a value at the end of another format's text.
        if self.to != Format::Human {
            text.push('\n');
        }
        Ok(text)
    }
}

/// Converts all of the input as one error.
pub(crate) fn whole(conversion: Conversion, mut input: Input, diagnosis: &Diagnosis) -> Result<ExitCode, ConvertError> {
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

/// Converts each line of the input, and reports those that cannot be converted. The exit code is that of the first
/// failure, or of the error that ended the conversion.
pub(crate) fn lines(conversion: Conversion, mut input: Input, diagnosis: &Diagnosis) -> ExitCode {
    let mut output = Output::default();
    let mut exit = ExitCode::SUCCESS;
    loop {
        // A reader that waits for the next line must have received all earlier ones.
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

/// A line in the other format; `None` for a blank one.
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
