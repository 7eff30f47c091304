//! Sources of catalogs: files, standard input and the output of programs.

mod error;

pub(crate) use error::{SourceError, SpawnError};

use agent_error::__private::clean_capped;
use agent_error::format::without_secrets;
use agent_error_testing::{Run, Tool};
use agent_error_tooling::DocumentError;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use std::{env, fmt, io};

/// The maximum size of a catalog, in bytes: 64 MiB.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The maximum size of another program's error message, in bytes.
const MAX_REASON: usize = 2_000;

/// A source of a catalog or lock file.
///
/// `Display` formats the source for messages and redacts secrets.
pub(crate) enum Source {
    File(PathBuf),
    Stdin,
    /// A program that writes a catalog to its standard output.
    Program {
        name: OsString,
        tool: Tool,
    },
}

/// A program that prints a catalog, and the program's time limit.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ProgramArgs {
    /// Run PROGRAM and read the catalog from its output [default ARGS: errors catalog]
    #[arg(id = "program", last = true, num_args = 1.., value_names = ["PROGRAM", "ARGS"])]
    command_line: Vec<OsString>,

    /// Time limit for PROGRAM, in seconds
    // Shown after the subcommand's own flags, but before `--help`.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "30",
        value_parser = clap::value_parser!(u32).range(1..),
        display_order = 100
    )]
    timeout: u32,
}

impl ProgramArgs {
    /// Returns the program, if there is one. If there are no arguments, the program is called with
    /// `errors catalog`.
    ///
    /// A program that doesn't exit within the timeout is killed. On Unix, its child processes are
    /// killed too.
    pub(crate) fn source(&self) -> Option<Source> {
        let (program, args) = self.command_line.split_first()?;
        let mut tool = Tool::new(program)
            .timeout(Duration::from_secs(self.timeout.into()))
            .max_output(MAX_BYTES);
        // Pass on the whole environment, because the user runs this program.
        for (name, value) in env::vars_os() {
            tool = tool.env(name, value);
        }
        tool = if args.is_empty() {
            tool.args(["errors", "catalog"])
        } else {
            tool.args(args)
        };
        Some(Source::Program {
            name: program.clone(),
            tool,
        })
    }

    /// Returns the program if there is one. Otherwise, clap has required a path, and the source is
    /// this path.
    pub(crate) fn source_or(&self, path: Option<&Path>) -> Source {
        match self.source() {
            Some(program) => program,
            None => Source::of_path(path.unwrap_or(Path::new("-"))),
        }
    }
}

impl Source {
    /// Creates a source for a path. The path `-` stands for standard input.
    pub(crate) fn of_path(path: &Path) -> Self {
        if path == Path::new("-") {
            Self::Stdin
        } else {
            Self::File(path.to_owned())
        }
    }

    /// Reads and parses a document.
    pub(crate) fn read<T: FromStr<Err = DocumentError>>(&self) -> Result<T, SourceError> {
        self.parse(&self.text()?)
    }

    pub(crate) fn parse<T: FromStr<Err = DocumentError>>(
        &self,
        text: &str,
    ) -> Result<T, SourceError> {
        text.parse().map_err(|error| match error {
            DocumentError::NotACatalog => self.not_recognized("it has no `catalog_version`"),
            DocumentError::Invalid { .. } => SourceError::Invalid {
                path: self.to_string(),
                problem: error.to_string(),
            },
            DocumentError::Empty if matches!(self, Self::Stdin) => {
                self.not_recognized("it is empty, or another argument has read it")
            }
            DocumentError::OutdatedLock | DocumentError::UnknownVersion { .. } => {
                SourceError::OtherVersion {
                    origin: self.to_string(),
                    problem: error.to_string(),
                }
            }
            _ => self.not_recognized(error.to_string()),
        })
    }

    /// Reads the text of a document.
    pub(crate) fn text(&self) -> Result<String, SourceError> {
        let read = match self {
            Self::File(path) => File::open(path).and_then(first_bytes),
            Self::Stdin => first_bytes(io::stdin().lock()),
            Self::Program { name, tool } => match tool.try_run() {
                Ok(run) => Ok(self.output_of(&run)?),
                Err(error) => return Err(SpawnError::new(name, error).into()),
            },
        };
        let bytes = read.map_err(|source| SourceError::Unreadable {
            path: self.to_string(),
            source,
        })?;
        if bytes.len() > MAX_BYTES {
            return Err(self.too_large());
        }
        String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            self.not_recognized(format!("invalid UTF-8 at byte {valid}"))
        })
    }

    fn output_of(&self, run: &Run) -> Result<Vec<u8>, SourceError> {
        if run.is_cut() {
            return Err(self.too_large());
        }
        let command = without_secrets(run.command()).into_owned();
        match run.status() {
            Some(status) if status.success() => Ok(run.stdout.clone()),
            Some(status) => Err(SourceError::Failed {
                command,
                exit_code: status.code(),
                status: status.to_string(),
                reason: reason(run),
            }),
            None => Err(SourceError::TimedOut {
                command,
                timeout_s: run.duration().as_secs(),
            }),
        }
    }

    fn too_large(&self) -> SourceError {
        self.not_recognized(format!("more than {MAX_BYTES} bytes"))
    }

    pub(crate) fn not_recognized(&self, found: impl Into<String>) -> SourceError {
        SourceError::NotRecognized {
            origin: self.to_string(),
            found: found.into(),
        }
    }
}

/// Reads up to one byte more than [`MAX_BYTES`].
fn first_bytes(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader
        .take(u64::try_from(MAX_BYTES + 1).unwrap_or(u64::MAX))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the reason for a program's failure: its coded error, or else the beginning of its
/// output.
fn reason(run: &Run) -> String {
    let stderr = run.stderr();
    let text = if let Some(record) = run.record()
        && !record.code().is_empty()
    {
        format!("{}: {}", record.code(), record.message())
    } else if stderr.trim().is_empty() {
        run.stdout()
    } else {
        stderr
    };
    match text.trim() {
        "" => "The program wrote no output.".to_owned(),
        trimmed => clean_capped(&without_secrets(trimmed), MAX_REASON),
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Stdin => f.write_str("standard input"),
            Self::Program { tool, .. } => {
                write!(f, "the output of `{}`", without_secrets(&tool.to_string()))
            }
        }
    }
}
