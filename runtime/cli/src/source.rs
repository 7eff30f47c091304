//! Sources of catalogs: files, standard input and the output of programs.

mod document;
mod error;
mod excerpt;

pub use document::DocumentKind;
pub use error::{CatalogSourceError, DuplicateProgramError};

use crate::program::SpawnError;
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
const MAX_BYTES: usize = 64 * 1024 * 1024;

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
    pub(crate) fn of_path(path: &Path) -> Self {
        if path == Path::new("-") { Self::Stdin } else { Self::File(path.to_owned()) }
    }

    /// Creates a source for a program. If there are no arguments, the program is called with `errors catalog`.
    pub(crate) fn of_program(command_line: &[OsString]) -> Self {
        let mut command_line = command_line.to_vec();
        if command_line.len() == 1 {
            command_line.extend(["errors", "catalog"].map(OsString::from));
        }
        Self::Program { command_line }
    }

    /// Reads a document of an accepted kind. Removes the byte order mark, if any.
    ///
    /// Detects the kind by a key of the top-level object. Doesn't validate the rest of the document.
    ///
    /// A program's standard input is empty. If the program doesn't exit within the timeout, it's killed. On Unix, its
    /// child processes are killed too. The timeout doesn't apply to files and standard input.
    pub(crate) fn read_document(
        &self,
        accepted: &[DocumentKind],
        timeout: Duration,
    ) -> Result<String, CatalogSourceError> {
        let bytes = match self {
            Self::File(path) => File::open(path).and_then(first_bytes).map_err(|error| self.unreadable(error))?,
            Self::Stdin => first_bytes(io::stdin().lock()).map_err(|error| self.unreadable(error))?,
            Self::Program { command_line } => self.output_of(command_line, timeout)?,
        };
        if bytes.len() > MAX_BYTES {
            return Err(self.too_large());
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            self.not_recognized(format!("invalid UTF-8 at byte {}", error.utf8_error().valid_up_to()))
        })?;
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        if text.trim().is_empty() {
            return Err(self.not_recognized("nothing".to_owned()));
        }
        match document::recognize(&text, accepted) {
            Ok(()) => Ok(text),
            Err(Mismatch { found, advice }) => {
                Err(CatalogSourceError::NotRecognized { origin: self.to_string(), found, advice })
            }
        }
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
            None => Err(CatalogSourceError::TimedOut { command: shown(command_line), timeout_s: timeout.as_secs() }),
        }
    }

    fn unreadable(&self, error: io::Error) -> CatalogSourceError {
        CatalogSourceError::Unreadable { path: self.to_string(), source: error }
    }

    fn too_large(&self) -> CatalogSourceError {
        self.not_recognized(format!("more than {MAX_BYTES} bytes"))
    }

    fn not_recognized(&self, found: String) -> CatalogSourceError {
        let advice = "Check that the program that writes the catalog succeeds; `PROGRAM errors catalog` prints one";
        CatalogSourceError::NotRecognized { origin: self.to_string(), found, advice: advice.to_owned() }
    }
}

/// Reads up to one byte more than [`MAX_BYTES`].
fn first_bytes(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(u64::try_from(MAX_BYTES + 1).unwrap_or(u64::MAX)).read_to_end(&mut bytes)?;
    Ok(bytes)
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
