//! All errors of dbtool. Each of its own codes consists of a domain, a noun and a condition.

use agent_error::CatalogError;
use agent_error::clap::UsageError;
use agent_error::{AgentError, FieldError, exit, nearest};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://dbtool.example.com/errors/{code}")]
pub(crate) enum DbError {
    /// The database doesn't exist yet.
    #[error("database {path} does not exist")]
    #[code("DB_FILE_MISSING", exit = exit::PRECONDITION,
        suggest = "Create the database, or pass an existing one with `--db`",
        fix = "dbtool init --if-missing --db={path}")]
    FileMissing { path: PathBuf, source: io::Error },

    /// The database already exists.
    #[error("{path} already exists")]
    #[code("DB_FILE_EXISTS", exit = exit::CONFLICT,
        suggest = "To keep the database, pass `--if-missing`; to create another one, pass its path with `--db`")]
    FileExists { path: PathBuf },

    /// The file is damaged or isn't a database.
    #[error("{path} is damaged or not a database")]
    #[code("DB_FILE_CORRUPT", exit = exit::sysexits::DATAERR,
        suggest = "Pass the correct file, or restore {path} from a backup")]
    FileCorrupt {
        path: PathBuf,
        source: serde_json::Error,
    },

    /// The database already has items with these SKUs. Nothing was changed.
    #[error("{path} already has some of the items")]
    #[code("DB_ITEM_DUPLICATE", exit = exit::CONFLICT,
        suggest = "Remove the listed items from the file, then import it again")]
    Duplicate {
        path: PathBuf,
        /// The SKUs of the items.
        skus: Vec<String>,
    },

    /// The file doesn't exist.
    #[error("file {path} does not exist")]
    #[code("FILE_PATH_MISSING", exit = exit::NOT_FOUND, suggest = "Check the path")]
    PathMissing {
        path: PathBuf,
        /// Similar files in the same directory, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
        source: io::Error,
    },

    /// The file can't be read or written. Nothing was changed.
    #[error("cannot access {path}: {source}")]
    #[code("FILE_ACCESS_FAILED", exit = exit::GENERAL_ERROR,
        suggest = "Fix the problem described in the message, or pass another file")]
    AccessFailed { path: PathBuf, source: io::Error },

    /// The header of the CSV file isn't `sku,count`.
    #[error("invalid header in {path}")]
    #[code("CSV_HEADER_INVALID", exit = exit::sysexits::DATAERR, phase = validation,
        suggest = "Start the file with the header `sku,count`")]
    CsvHeader { path: PathBuf, found: Vec<String> },

    /// Some values in the CSV file are invalid. Nothing was imported.
    #[error("{path} has invalid values")]
    #[code("CSV_VALUE_INVALID", exit = exit::sysexits::DATAERR, phase = validation,
        suggest = "Correct the listed values")]
    CsvValues {
        path: PathBuf,
        /// All invalid values. The header is row 1.
        fields: Vec<FieldError>,
    },

    /// The configuration file isn't valid TOML.
    #[error("{path}, line {line}: {problem}")]
    #[code("CONFIG_SYNTAX_INVALID", exit = exit::sysexits::CONFIG, phase = validation,
        suggest = "Correct line {line}; for the syntax, see https://toml.io")]
    ConfigSyntax {
        path: PathBuf,
        line: usize,
        problem: String,
    },

    /// Some fields of the configuration file are unknown or invalid.
    #[error("{path} has invalid fields")]
    #[code("CONFIG_FIELD_INVALID", exit = exit::sysexits::CONFIG, phase = validation,
        suggest = "Correct the listed fields")]
    ConfigFields {
        path: PathBuf,
        /// All invalid fields.
        fields: Vec<FieldError>,
    },

    /// No server is listening on the port.
    #[error("cannot connect to {host} port {port}: connection refused")]
    #[code("DB_CONNECTION_REFUSED", exit = exit::UNAVAILABLE, retry_after = "5s", retry = exponential,
        suggest = "Start the server on {host}, or pass the correct port with `--port`")]
    Refused {
        host: String,
        port: u16,
        timeout_ms: u64,
        source: io::Error,
    },

    /// The server didn't respond in time.
    #[error("cannot connect to {host} port {port}: no response within {timeout_ms} ms")]
    #[code("DB_CONNECTION_TIMEOUT", exit = exit::UNAVAILABLE, retry_after = "5s", retry = exponential,
        suggest = "Check that no firewall blocks port {port} of {host}, or increase `--timeout-ms`")]
    Timeout {
        host: String,
        port: u16,
        timeout_ms: u64,
        source: io::Error,
    },

    /// The host name can't be resolved.
    #[error("cannot resolve the host name {host:?}")]
    #[code("DB_HOST_UNRESOLVED", exit = exit::NOT_FOUND,
        suggest = "Check the spelling of {host:?}, or pass the IP address with `--host`")]
    Unresolved { host: String, source: io::Error },

    /// The connection failed for another reason.
    #[error("cannot connect to {host} port {port}: {source}")]
    #[code("DB_CONNECTION_FAILED", exit = exit::GENERAL_ERROR,
        suggest = "Fix the problem described in the message, or pass another server with `--host`")]
    ConnectionFailed {
        host: String,
        port: u16,
        source: io::Error,
    },

    #[error(transparent)]
    #[code(transparent)]
    Errors(#[from] CatalogError),
    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),
}

impl DbError {
    /// Creates the error for a file that can't be read. If it doesn't exist, looks for similar
    /// names.
    pub(crate) fn unreadable(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        if source.kind() != ErrorKind::NotFound {
            return Self::AccessFailed { path, source };
        }
        let directory = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let entries = directory.read_dir().into_iter().flatten().flatten();
        let names: Vec<String> = entries
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let nearest = nearest(&name, names.iter().map(String::as_str)).into_iter();
        let nearest = nearest
            .map(|name| path.with_file_name(name).display().to_string())
            .collect();
        Self::PathMissing {
            path,
            nearest,
            source,
        }
    }
}
