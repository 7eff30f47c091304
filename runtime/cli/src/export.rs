//! `agent-error export`: generates schemas and documentation from a catalog.

use crate::source::{ProgramArgs, SourceError};
use agent_error::clap::{CommandExt as _, Danger};
use agent_error::{AgentError, Response, error_set, exit};
use agent_error_tooling::{Document, ExportFormat, ExportedFile, staged_file};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::json;
use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Generate schemas and documentation from a catalog
///
/// Reads the catalog from a file or standard input. To read it from a program, pass it after `--`:
///
///   agent-error export openapi catalog.json
///
///   agent-error export markdown --out docs/src -- tool
#[derive(Clone, Debug, clap::Args)]
#[command(verbatim_doc_comment, errors = error_set![ExportError], danger = Danger::Mutating)]
pub(crate) struct ExportArgs {
    /// Output format
    #[arg(value_name = "FORMAT", value_parser = formats())]
    format: ExportFormat,

    /// Catalog, or "-" for standard input
    #[arg(
        value_name = "CATALOG",
        required_unless_present = "program",
        conflicts_with = "program"
    )]
    catalog: Option<PathBuf>,

    #[command(flatten)]
    program: ProgramArgs,

    /// Omit the codes that agent-error adds to every program
    #[arg(long)]
    own: bool,

    /// Output directory, or "-" (the default) to write a single document to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Parses a format. Each possible value has a description.
fn formats() -> impl TypedValueParser<Value = ExportFormat> {
    let described = [
        (ExportFormat::Schema, "JSON Schema of the envelope"),
        (ExportFormat::OpenApi, "OpenAPI 3.1 components"),
        (
            ExportFormat::Markdown,
            "Markdown pages, one per code, and an index; requires --out",
        ),
    ];
    let values = described.map(|(format, about)| PossibleValue::new(format.as_str()).help(about));
    PossibleValuesParser::new(values).try_map(|word| word.parse::<ExportFormat>())
}

/// An export failed.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ExportError {
    /// The format consists of several files, but no folder was given.
    #[error("the format `{format}` consists of several files")]
    #[code(
        "EXPORT_FOLDER_MISSING",
        exit = exit::ARG_ERROR,
        suggest = "Pass an output folder with `--out`; it's created if it doesn't exist"
    )]
    FolderMissing {
        /// The requested format.
        #[context(display)]
        format: ExportFormat,
    },
    /// A file exists where the export needs a folder.
    #[error("{path} is a file, not a folder")]
    #[code(
        "EXPORT_TARGET_OCCUPIED",
        exit = exit::CONFLICT,
        suggest = "Pass another folder with `--out`, or move the existing file"
    )]
    Occupied {
        /// The file.
        path: String,
    },
    /// The export can't be written.
    #[error("cannot write {path}: {source}")]
    #[code(
        "EXPORT_NOT_WRITTEN",
        exit = exit::sysexits::CANTCREAT,
        suggest = "Check whether the disk is full or the folder is read-only, or pass another path"
    )]
    NotWritten {
        /// The file or folder that can't be written.
        path: String,
        /// The error from the operating system.
        source: io::Error,
    },

    #[error(transparent)]
    #[code(transparent)]
    Source(#[from] SourceError),
}

impl ExportArgs {
    /// Exports the catalog to a directory. If no directory is given, writes a single file to
    /// standard output.
    pub(crate) fn run(&self) -> Result<Response, ExportError> {
        let mut document: Document = self.program.source_or(self.catalog.as_deref()).read()?;
        if self.own {
            document = document.own();
        }
        let files = document.export(self.format);
        let folder = match &self.out {
            Some(out) if out != Path::new("-") => out,
            _ => return self.print(&files),
        };
        // Reads the existing index before it's replaced.
        let outdated = outdated_pages(&files, folder);
        write(&files, folder)?;
        let text = format!("Wrote {} to {}.", self.format, folder.display());
        let paths: Vec<String> = files.into_iter().map(|file| file.path).collect();
        let mut response = Response::new(json!({"folder": folder, "files": paths})).human(text);
        for page in outdated {
            response = response.warning(format!(
                "the code of {page} is no longer in the catalog; retire the code or delete the page"
            ));
        }
        Ok(response)
    }

    fn print(&self, files: &[ExportedFile]) -> Result<Response, ExportError> {
        match files {
            [file] => Ok(Response::document(file.text.clone())),
            _ => Err(ExportError::FolderMissing {
                format: self.format,
            }),
        }
    }
}

/// Returns the pages that the existing index lists, but the new index doesn't.
fn outdated_pages(files: &[ExportedFile], folder: &Path) -> Vec<String> {
    let Some(index) = files.iter().find(|file| file.path == "SUMMARY.md") else {
        return Vec::new();
    };
    let existing = fs::read_to_string(folder.join(&index.path)).unwrap_or_default();
    let kept: HashSet<&str> = index.text.lines().filter_map(linked_page).collect();
    let mut outdated = Vec::new();
    for page in existing.lines().filter_map(linked_page) {
        if !kept.contains(page) && folder.join(page).is_file() {
            outdated.push(page.to_owned());
        }
    }
    outdated
}

/// Returns the target of a line's first link.
fn linked_page(line: &str) -> Option<&str> {
    let (_, after_text) = line.split_once("](")?;
    let (page, _) = after_text.split_once(')')?;
    Some(page)
}

/// Writes all files under temporary names first, and then replaces the existing files one by one.
fn write(files: &[ExportedFile], folder: &Path) -> Result<(), ExportError> {
    fs::create_dir_all(folder).map_err(|error| not_written(folder, folder, error))?;
    let mut staged = Vec::new();
    for file in files {
        let path = folder.join(&file.path);
        match staged_file(&path, &file.text) {
            Ok(temporary) => staged.push((temporary, path)),
            Err(error) => return Err(not_written(&path, folder, error)),
        }
    }
    for (temporary, path) in staged {
        temporary
            .persist(&path)
            .map_err(|error| not_written(&path, folder, error.error))?;
    }
    Ok(())
}

fn not_written(path: &Path, folder: &Path, source: io::Error) -> ExportError {
    match source.kind() {
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
            let file = folder.ancestors().find(|path| path.is_file());
            ExportError::Occupied {
                path: file.unwrap_or(folder).display().to_string(),
            }
        }
        _ => ExportError::NotWritten {
            path: path.display().to_string(),
            source,
        },
    }
}
