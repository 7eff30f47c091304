//! Sources of catalogs: files, standard input and the output of programs.

mod document;
mod error;
mod excerpt;

pub use document::DocumentKind;
pub use error::CatalogSourceError;

use crate::input_error::InputError;
use crate::program::SpawnError;
use crate::timeout::milliseconds;
use agent_error::format::without_secrets;
use agent_error_testing::Tool;
use document::Mismatch;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fmt, io};

/// The maximum size of a catalog, in bytes: 64 MiB.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The path that stands for standard input.
const STDIN: &str = "-";

/// The arguments to use if only a program is given.
const DEFAULT_ARGS: [&str; 2] = ["errors", "catalog"];

/// A source of a catalog or lock file.
///
/// `Display` formats the source for messages and redacts secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// A program that writes a catalog to its standard output.
    Program {
        /// The program and its arguments. They're passed to the operating system without a shell.
        command_line: Vec<OsString>,
    },
}

impl Source {
    /// Creates a source for a path. The path `-` stands for standard input.
    pub fn of_path(path: &Path) -> Self {
        if path == Path::new(STDIN) { Self::Stdin } else { Self::File(path.to_owned()) }
    }

    /// Creates a source for a program. If there are no arguments, the program is called with `errors catalog`.
    pub fn of_program(command_line: &[OsString]) -> Self {
        let mut command_line = command_line.to_vec();
        if command_line.len() == 1 {
            command_line.extend(DEFAULT_ARGS.map(OsString::from));
        }
        Self::Program { command_line }
    }

    /// Reads a document of an accepted kind. Removes the byte order mark, if any.
    ///
    /// Detects the kind by a key of the top-level object. Doesn't validate the rest of the document.
    ///
    /// # Errors
    ///
    /// Returns [`CatalogSourceError::NotRecognized`] if the input isn't a document of an accepted kind. For all other
    /// errors, see [`read`](Self::read).
    pub fn read_document(&self, accepted: &[DocumentKind], timeout: Duration) -> Result<String, CatalogSourceError> {
        let text = self.read(timeout)?;
        match document::recognize(&text, accepted) {
            Ok(()) => Ok(text),
            Err(Mismatch { found, advice }) => {
                Err(CatalogSourceError::NotRecognized { origin: self.to_string(), found, advice })
            }
        }
    }

    /// Reads the whole source as UTF-8. Removes the byte order mark, if any.
    ///
    /// A program's standard input is empty. If the program doesn't exit within the timeout, it's killed. On Unix, its
    /// child processes are killed too. The timeout doesn't apply to files and standard input.
    ///
    /// # Errors
    ///
    /// - [`CatalogSourceError::Input`] if a file, standard input or the program's output can't be read
    /// - [`CatalogSourceError::Start`] if the program can't be started
    /// - [`CatalogSourceError::TimedOut`] if the program doesn't exit within the timeout
    /// - [`CatalogSourceError::Failed`] if the program exits with a nonzero code or is terminated by a signal
    /// - [`CatalogSourceError::TooLarge`] if the source is larger than [`MAX_BYTES`]
    /// - [`CatalogSourceError::Empty`] if the source is empty or only contains whitespace
    /// - [`CatalogSourceError::NotUtf8`] if the source isn't valid UTF-8
    pub fn read(&self, timeout: Duration) -> Result<String, CatalogSourceError> {
        let bytes = match self {
            Self::File(path) => {
                let file = File::open(path).map_err(|error| InputError::new(path.display().to_string(), error))?;
                self.read_all(file)?
            }
            Self::Stdin => self.read_all(io::stdin().lock())?,
            Self::Program { command_line } => self.output_of(command_line, timeout)?,
        };
        let text = String::from_utf8(bytes).map_err(|error| CatalogSourceError::NotUtf8 {
            origin: self.to_string(),
            offset: error.utf8_error().valid_up_to(),
            source: error.utf8_error(),
        })?;
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        match text.trim().is_empty() {
            true => Err(CatalogSourceError::Empty { origin: self.to_string() }),
            false => Ok(text),
        }
    }

    fn read_all(&self, reader: impl Read) -> Result<Vec<u8>, CatalogSourceError> {
        let mut bytes = Vec::new();
        let limit = u64::try_from(MAX_BYTES + 1).unwrap_or(u64::MAX);
        reader.take(limit).read_to_end(&mut bytes).map_err(|error| self.unreadable(error))?;
        if bytes.len() > MAX_BYTES { Err(self.too_large()) } else { Ok(bytes) }
    }

    fn output_of(&self, command_line: &[OsString], timeout: Duration) -> Result<Vec<u8>, CatalogSourceError> {
        let program = command_line.first().map(OsString::as_os_str).unwrap_or_default();
        let tool = Tool::new(program).args(command_line.iter().skip(1)).timeout(timeout).max_output(MAX_BYTES);
        // The user calls this program, so it gets the whole environment of the user.
        let tool = env::vars_os().fold(tool, |tool, (name, value)| tool.env(name, value));
        let run = tool.try_run().map_err(|error| SpawnError::new(program, error))?;
        match run.status() {
            _ if run.is_cut() => Err(self.too_large()),
            Some(status) if status.success() => Ok(run.stdout.clone()),
            Some(status) => Err(CatalogSourceError::Failed {
                command: shown(command_line),
                exit_code: status.code(),
                status: status.to_string(),
                reason: excerpt::reason(&run.stdout, &run.stderr),
            }),
            None => {
                Err(CatalogSourceError::TimedOut { command: shown(command_line), timeout_ms: milliseconds(timeout) })
            }
        }
    }

    fn unreadable(&self, error: io::Error) -> CatalogSourceError {
        InputError::new(self.to_string(), error).into()
    }

    fn too_large(&self) -> CatalogSourceError {
        CatalogSourceError::TooLarge { origin: self.to_string(), max_bytes: MAX_BYTES }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Stdin => f.write_str("standard input"),
            Self::Program { command_line } => write!(f, "the output of `{}`", shown(command_line)),
        }
    }
}

/// Formats a command line, quoted for a POSIX shell, with secrets redacted.
fn shown(command_line: &[OsString]) -> String {
    let words: Vec<_> = command_line.iter().map(|word| word.to_string_lossy()).collect();
    let words = words.iter().map(|word| shlex::try_quote(word).unwrap_or_else(|_| word.as_ref().into()));
    without_secrets(&words.collect::<Vec<_>>().join(" ")).into_owned()
}
