//! Reads a file or standard input, either as a whole or line by line.

use crate::input_error::InputError;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The path that stands for standard input.
const STDIN: &str = "-";

/// The input of a conversion.
pub(crate) struct Input {
    path: PathBuf,
    reader: BufReader<Box<dyn Read>>,
    lines: usize,
    offset: usize,
}

/// A line, including its line break.
pub(crate) struct Line {
    /// The line number, starting at 1.
    pub(crate) number: usize,
    /// The byte offset of the line in the input.
    pub(crate) offset: usize,
    pub(crate) bytes: Vec<u8>,
}

impl Input {
    pub(crate) fn open(path: &Path) -> Result<Self, InputError> {
        let source: Box<dyn Read> = match path == Path::new(STDIN) {
            true => Box::new(io::stdin().lock()),
            false => Box::new(File::open(path).map_err(|error| InputError::new(path.display().to_string(), error))?),
        };
        Ok(Self { path: path.to_owned(), reader: BufReader::with_capacity(64 * 1024, source), lines: 0, offset: 0 })
    }

    /// Returns the path as it was given on the command line.
    pub(crate) fn path(&self) -> String {
        self.path.display().to_string()
    }

    pub(crate) fn read_all(&mut self) -> Result<Vec<u8>, InputError> {
        let mut bytes = Vec::new();
        self.reader.read_to_end(&mut bytes).map_err(|error| InputError::new(self.path(), error))?;
        Ok(bytes)
    }

    /// Whether reading the next line may block, because the buffer doesn't contain a complete line.
    pub(crate) fn would_wait(&self) -> bool {
        !self.reader.buffer().contains(&b'\n')
    }

    pub(crate) fn next_line(&mut self) -> Result<Option<Line>, InputError> {
        let mut bytes = Vec::new();
        self.reader.read_until(b'\n', &mut bytes).map_err(|error| InputError::new(self.path(), error))?;
        let offset = self.offset;
        self.lines += 1;
        self.offset += bytes.len();
        Ok((!bytes.is_empty()).then_some(Line { number: self.lines, offset, bytes }))
    }
}

/// Decodes the input as UTF-8.
pub(crate) fn decode(bytes: &[u8]) -> Result<&str, InputError> {
    std::str::from_utf8(bytes).map_err(|source| {
        let offset = source.valid_up_to();
        let before = String::from_utf8_lossy(&bytes[..offset]);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() + 1;
        InputError::Text { offset, line, column: before[line_start..].chars().count() + 1, source }
    })
}

/// Removes a leading byte order mark.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Removes a final line break.
pub(crate) fn without_line_break(text: &str) -> &str {
    text.strip_suffix("\r\n").or_else(|| text.strip_suffix('\n')).unwrap_or(text)
}
