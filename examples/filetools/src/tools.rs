//! The tools read, edit and run, whose failures become the errors of errfmt.

use crate::error::ToolError;
use crate::state::State;
use agent_error::Response;
use agent_error::format::without_secrets;
use serde_json::json;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write as _};
use std::num::NonZeroUsize;
use std::process::{self, Command, Stdio};
use std::time::Duration;
use wait_timeout::ChildExt as _;

/// The maximum size of content, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// The file with the last command and its output. It remains if filetools is killed.
const LOG: &str = ".filetools.log";

pub(crate) fn read(
    path: &str,
    offset: Option<NonZeroUsize>,
    limit: Option<NonZeroUsize>,
) -> Result<Response, ToolError> {
    State::call("read", None, |state| {
        let (content, metadata) = load(path, offset.is_none() && limit.is_none())?;
        let (skipped, count) = (
            offset.map_or(0, |line| line.get() - 1),
            limit.map_or(usize::MAX, NonZeroUsize::get),
        );
        let part: String = content
            .split_inclusive('\n')
            .skip(skipped)
            .take(count)
            .collect();
        require_size(path, part.len() as u64)?;
        state.remember(path, &metadata);
        Ok(Response::new(json!({"path": path, "content": part})).human(part))
    })
}

pub(crate) fn edit(path: &str, old: &str, new: &str) -> Result<Response, ToolError> {
    State::call("edit", None, |state| {
        let (content, metadata) = load(path, true)?;
        require_text("--old", old)?;
        state.require_fresh(path, &metadata)?;
        let matches = content.matches(old).count();
        if matches != 1 {
            return Err(ToolError::NotUnique {
                path: path.to_owned(),
                matches,
            });
        }
        let content = content.replacen(old, new, 1);
        require_size(path, content.len() as u64)?;
        let replaced =
            replace(path, &content).map_err(|error| ToolError::of_io("write", path, &error))?;
        state.remember(path, &replaced);
        Ok(Response::new(json!({"path": path, "bytes": content.len()})))
    })
}

/// Runs a command without a shell.
pub(crate) fn run(command: &[String], timeout_ms: u64) -> Result<Response, ToolError> {
    let line =
        shlex::try_join(command.iter().map(String::as_str)).unwrap_or_else(|_| command.join(" "));
    let line = without_secrets(&line).into_owned();
    State::call("run", Some(&line), |_| {
        let (program, arguments) = command.split_first().unwrap_or((&line, &[]));
        require_text("COMMAND", program)?;
        let refused = |error| ToolError::of_io("write", LOG, &error);
        fs::write(LOG, format!("command: {line}\n")).map_err(refused)?;
        let log = File::options().append(true).open(LOG).map_err(refused)?;
        let errors = log.try_clone().map_err(refused)?;
        let started = |error| ToolError::of_io("start", program, &error);
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            .spawn();
        let mut child = child.map_err(started)?;
        let status = child
            .wait_timeout(Duration::from_millis(timeout_ms))
            .map_err(started)?;
        if status.is_none() {
            child.kill().and_then(|()| child.wait()).map_err(started)?;
        }
        let log = fs::read(LOG).map_err(|error| ToolError::of_io("read", LOG, &error))?;
        let output = String::from_utf8_lossy(&log)
            .split_once('\n')
            .map_or(String::new(), |(_, output)| output.to_owned());
        let (command, text) = (line.clone(), output.trim_end().to_owned());
        match status {
            Some(status) if status.success() => {
                Ok(Response::new(json!({"output": output})).human(output))
            }
            Some(status) => {
                let status = status
                    .code()
                    .map_or_else(|| status.to_string(), |code| format!("status {code}"));
                Err(ToolError::ExitNonzero {
                    command,
                    status,
                    output: text,
                })
            }
            None => Err(ToolError::Timeout {
                command,
                timeout_ms,
                output: text,
            }),
        }
    })
}

fn require_text(argument: &str, text: &str) -> Result<(), ToolError> {
    if text.is_empty() {
        let reason = format!("the argument `{argument}` is empty");
        return Err(ToolError::invalid(reason, "Pass a value that isn't empty"));
    }
    Ok(())
}

/// Loads a text file. If `whole`, rejects one that is too large to return.
fn load(path: &str, whole: bool) -> Result<(String, Metadata), ToolError> {
    let metadata = metadata(path)?;
    if whole {
        require_size(path, metadata.len())?;
    }
    let bytes = fs::read(path).map_err(|error| ToolError::of_io("read", path, &error))?;
    match String::from_utf8(bytes) {
        Ok(content) => Ok((content, metadata)),
        Err(_) => Err(ToolError::invalid(
            format!("{path} is not UTF-8 text"),
            "Pass a text file",
        )),
    }
}

/// Returns the metadata of a regular file.
fn metadata(path: &str) -> Result<Metadata, ToolError> {
    if path.is_empty() {
        return Err(ToolError::invalid("the path is empty", "Pass a file"));
    }
    let is_link = || fs::symlink_metadata(path).is_ok_and(|link| link.is_symlink());
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(metadata),
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::NotFound | ErrorKind::PermissionDenied
            ) || !is_link() =>
        {
            Err(ToolError::of_io("read", path, &error))
        }
        _ => Err(ToolError::NotRegularFile {
            path: path.to_owned(),
        }),
    }
}

fn require_size(path: &str, size: u64) -> Result<(), ToolError> {
    if size <= MAX_BYTES {
        Ok(())
    } else {
        Err(ToolError::FileTooLarge {
            path: path.to_owned(),
            size,
            limit: MAX_BYTES,
        })
    }
}

/// Replaces a file atomically, so that it has either its old or its new content.
fn replace(path: &str, content: &str) -> io::Result<Metadata> {
    let draft = format!("{path}.{}", process::id());
    // A new file, so that no other file is overwritten or removed.
    let mut file = File::create_new(&draft)?;
    let written = file
        .write_all(content.as_bytes())
        .and_then(|()| fs::rename(&draft, path));
    written.inspect_err(|_| drop(fs::remove_file(&draft)))?;
    fs::metadata(path)
}
