//! Tests of file errors, as reported by the file tools of errfmt.

use crate::errfmt::ONE_LINE;
use crate::{CONTROL, Tally, clean, run, text};
use agent_error::classify::{Classifier, Found};
use agent_error::{AgentError, Format, exit, render};
use serde_json::Value;
use std::io;

/// An I/O error with its path, as reported by libraries that know the path.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}")]
struct PathError {
    /// The attempted operation, if it was a write.
    writing: Option<String>,
    path: String,
    source: io::Error,
}

/// The errors of the file tools. The kind of I/O error in a [`PathError`] and the attempted operation select the
/// variant.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum FileError {
    /// The file does not exist.
    #[error("file not found: {path}")]
    #[code("FILE_NOT_FOUND", exit = exit::NOT_FOUND, classify(io(NotFound), with = Self::missing),
           suggest = "verify the path; use `find` or repomap to locate files")]
    Missing { path: String },
    /// The file may not be read or written.
    #[error("permission denied: {path}")]
    #[code("PERMISSION_DENIED", exit = exit::PERMISSION_DENIED, classify(io(PermissionDenied), with = Self::denied),
           suggest = "{advice}")]
    Denied { path: String, advice: String },
    /// The operating system failed.
    #[error("{verb} failed: {path}: {reason}")]
    #[code("IO_ERROR", classify(type(io::Error), with = Self::failed))]
    Failed { verb: String, path: String, reason: String },
}

impl FileError {
    fn missing(found: Found) -> Self {
        let PathError { writing, path, .. } = found.find::<PathError>().unwrap();
        match writing {
            // The file that is written doesn't need to exist, but its directory does.
            Some(_) => Self::failed(found),
            None => Self::Missing { path: path.clone() },
        }
    }

    fn denied(found: Found) -> Self {
        let PathError { writing, path, .. } = found.find::<PathError>().unwrap();
        let advice = match writing {
            Some(verb) => format!("cannot {verb} — check filesystem permissions"),
            None => "file is not readable by piglet".to_owned(),
        };
        Self::Denied { path: path.clone(), advice }
    }

    fn failed(found: Found) -> Self {
        let PathError { writing, path, source } = found.find::<PathError>().unwrap();
        let verb = writing.clone().unwrap_or_else(|| "read".to_owned());
        Self::Failed { verb, path: path.clone(), reason: source.to_string() }
    }
}

#[test]
#[ignore = "set AGENT_ERROR_VECTORS"]
fn file_errors() {
    run("errfmt.json", "file_errors", judge_file_errors);
}

pub(crate) fn judge_file_errors(tally: &mut Tally, _: &Value, case: &Value) {
    let classifier = Classifier::of::<FileError>().unwrap();
    let input = &case["input"];
    let record = classifier.classify(file_error(input));
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
    tally.check(case, "text", render(&record, Format::Tagged), cleaned);
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
