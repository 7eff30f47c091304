//! Tests of file errors, as reported by the file tools of errfmt.

use crate::errfmt::ONE_LINE;
use crate::{CONTROL, Tally, clean, run, text};
use agent_error::{AgentError, Format, exit, render};
use serde_json::Value;
use std::io;

/// An I/O error with its path, as reported by libraries that know the path.
struct PathError {
    /// The attempted operation, if it was a write.
    writing: Option<String>,
    path: String,
    source: io::Error,
}

/// The errors of the file tools.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum FileError {
    /// The file does not exist.
    #[error("file not found: {path}")]
    #[code("FILE_NOT_FOUND", exit = exit::NOT_FOUND,
           suggest = "verify the path; use `find` or repomap to locate files")]
    Missing { path: String },
    /// The file may not be read or written.
    #[error("permission denied: {path}")]
    #[code("PERMISSION_DENIED", exit = exit::PERMISSION_DENIED, suggest = "{advice}")]
    Denied { path: String, advice: String },
    /// The operating system failed.
    #[error("{verb} failed: {path}: {reason}")]
    #[code("IO_ERROR")]
    Failed { verb: String, path: String, reason: String },
}

/// The kind of I/O error and the attempted operation select the variant. A file to write doesn't need to exist, but its
/// directory does.
impl From<PathError> for FileError {
    fn from(PathError { writing, path, source }: PathError) -> Self {
        match (source.kind(), writing) {
            (io::ErrorKind::NotFound, None) => Self::Missing { path },
            (io::ErrorKind::PermissionDenied, None) => {
                Self::Denied { path, advice: "file is not readable by piglet".to_owned() }
            }
            (io::ErrorKind::PermissionDenied, Some(verb)) => {
                Self::Denied { path, advice: format!("cannot {verb} — check filesystem permissions") }
            }
            (_, verb) => {
                let verb = verb.unwrap_or_else(|| "read".to_owned());
                Self::Failed { verb, path, reason: source.to_string() }
            }
        }
    }
}

#[test]
#[ignore = "set AGENT_ERROR_VECTORS"]
fn file_errors() {
    run("errfmt.json", "file_errors", judge_file_errors);
}

pub(crate) fn judge_file_errors(tally: &mut Tally, _: &Value, case: &Value) {
    let input = &case["input"];
    let error = FileError::from(file_error(input));
    let mut theirs = text(&case["output"], "text").unwrap().to_owned();
    for part in [text(input, "path").unwrap(), text(input, "error").unwrap()] {
        if part.contains('\n') {
            tally.deviates(case, ONE_LINE);
            theirs = theirs.replace(part, &part.replace('\n', " "));
        }
    }
    let cleaned = clean(&theirs);
    if cleaned != theirs {
        tally.deviates(case, CONTROL);
    }
    tally.check(case, "text", render(&error, Format::Tagged), cleaned);
    tally.run += 1;
}

/// Creates the error of a test case.
fn file_error(input: &Value) -> PathError {
    let error = text(input, "error").unwrap();
    // Some test cases contain the name of the error number instead of the system's message.
    let message = match error {
        "ENOENT" => "no such file or directory",
        "EPERM" => "operation not permitted",
        "EACCES" => "permission denied",
        "EIO" => "input/output error",
        "ENOSPC" => "no space left on device",
        "EISDIR" => "is a directory",
        "ENOTDIR" => "not a directory",
        "EROFS" => "read-only file system",
        "EEXIST" => "file exists",
        "EMFILE" => "too many open files",
        "EBUSY" => "device or resource busy",
        "EDQUOT" => "disk quota exceeded",
        "EFBIG" => "file too large",
        "EINVAL" => "invalid argument",
        "ELOOP" => "too many levels of symbolic links",
        "ENAMETOOLONG" => "file name too long",
        "ETXTBSY" => "text file busy",
        other => other,
    };
    let kind = match message.rsplit(": ").next().unwrap_or_default() {
        "no such file or directory" | "file does not exist" => io::ErrorKind::NotFound,
        "permission denied" | "operation not permitted" => io::ErrorKind::PermissionDenied,
        _ => io::ErrorKind::Other,
    };
    let writing = match text(input, "fn").unwrap() {
        "toolReadErr" | "toolStatErr" => None,
        "toolWriteErr" => Some(text(input, "verb").unwrap().to_owned()),
        other => panic!("unknown function {other}"),
    };
    PathError { writing, path: text(input, "path").unwrap().to_owned(), source: io::Error::new(kind, message) }
}
