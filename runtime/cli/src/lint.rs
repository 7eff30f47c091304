//! `agent-error lint`: finds errors that lack information.

mod baseline;

use crate::export::ExportError;
use crate::source::{ProgramArgs, Source, SourceError};
use agent_error::clap::{CommandExt as _, Danger, UsageError};
use agent_error::format::Style;
use agent_error::{AgentError, ErrorSet, Response, error_set, exit};
use agent_error_tooling::{Document, FactDifference, Lint};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde::Serialize;
use std::collections::HashMap;
use std::path::PathBuf;

/// The errors of `lint`.
const LINT: ErrorSet = error_set![
    SourceError,
    "CATALOG_LINT_FAILED" | "CATALOG_PROGRAM_DUPLICATE" in LintError,
    "EXPORT_NOT_WRITTEN" in ExportError,
];

/// Find catalog entries that lack information
///
/// Reads the catalogs from files or standard input. To read a program's catalog, pass the program
/// after `--`:
///
///   agent-error lint --strict catalog.json
///
///   agent-error lint -- tool
///
/// With several catalogs, also reports codes whose facts differ between the programs:
///
///   agent-error lint api.json worker.json
#[derive(Clone, Debug, clap::Args)]
#[command(verbatim_doc_comment, errors = LINT, danger = Danger::Mutating)]
pub(crate) struct LintArgs {
    /// Catalogs, or "-" for standard input
    #[arg(value_name = "CATALOG", required_unless_present = "program")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    program: ProgramArgs,

    /// Exit with an error if there are findings
    #[arg(long)]
    strict: bool,

    /// Ignore the findings listed in this file
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Accept all current findings and write them to the --baseline file
    #[arg(long, requires = "baseline")]
    write_baseline: bool,
}

/// A lint failed.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum LintError {
    /// The catalog has lint findings.
    #[error("the error catalog has {count}")]
    #[code(
        "CATALOG_LINT_FAILED",
        exit = exit::GENERAL_ERROR,
        suggest = "Fix the findings, or run `agent-error lint` without `--strict` to only list them",
        detail = "{report}"
    )]
    Findings {
        /// The score of the catalog: 0 to 3.
        score: u8,
        /// The findings, as `CODE: finding`.
        findings: Vec<String>,
        /// The number of findings.
        #[context(skip)]
        count: String,
        /// The findings, one per line.
        #[context(skip)]
        report: String,
    },

    /// Two catalogs have the same program name.
    #[error("{first} and {second} are both catalogs of `{program}`")]
    #[code(
        "CATALOG_PROGRAM_DUPLICATE",
        exit = exit::ARG_ERROR,
        phase = validation,
        suggest = "Pass one catalog per program; to compare two versions, use `agent-error diff`"
    )]
    DuplicateProgram {
        /// The program name.
        program: String,
        /// The source of the first catalog.
        first: String,
        /// The source of the second catalog.
        second: String,
    },

    #[error(transparent)]
    #[code(transparent)]
    Source(#[from] SourceError),

    #[error(transparent)]
    #[code(transparent)]
    NotWritten(#[from] ExportError),

    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),
}

/// Creates clap's error for an argument that can't be used with another one.
fn conflict(argument: &str, other: &str) -> clap::Error {
    let mut error = clap::Error::new(ErrorKind::ArgumentConflict);
    for (kind, value) in [
        (ContextKind::InvalidArg, argument),
        (ContextKind::PriorArg, other),
    ] {
        error.insert(kind, ContextValue::String(value.to_owned()));
    }
    error
}

impl LintArgs {
    /// Lints each catalog by itself, then all of them together.
    pub(crate) fn run(&self) -> Result<Response, LintError> {
        let documents = self.documents()?;
        match documents.as_slice() {
            [document] => self.report_one(document.lint()),
            several => self.report_several(several),
        }
    }

    /// Reads all catalogs in command-line order, with the program last. Their program names must
    /// differ.
    fn documents(&self) -> Result<Vec<Document>, LintError> {
        let mut sources: Vec<Source> = self
            .files
            .iter()
            .map(|path| Source::of_path(path))
            .collect();
        sources.extend(self.program.source());
        let mut documents = Vec::new();
        let mut source_of_program = HashMap::new();
        for source in sources {
            let document: Document = source.read()?;
            if document.is_empty() {
                return Err(source.not_recognized("it has no codes").into());
            }
            let program = document.program().to_owned();
            let second = source.to_string();
            if let Some(first) = source_of_program.insert(program.clone(), second.clone()) {
                return Err(LintError::DuplicateProgram {
                    program,
                    first,
                    second,
                });
            }
            documents.push(document);
        }
        Ok(documents)
    }

    fn report_one(&self, mut lint: Lint) -> Result<Response, LintError> {
        let mut unused_lines = Vec::new();
        if let Some(path) = &self.baseline {
            if self.write_baseline {
                return Ok(baseline::write(path, &lint)?);
            }
            unused_lines = baseline::apply(path, &mut lint)?;
        }
        self.check_strict(lint.score(), lint.lines(|_| true))?;
        let mut response = Response::new(lint.clone()).human_with(move |style| lint.text(style));
        for line in unused_lines {
            response = response.warning(format!(
                "the baseline contains `{line}`, which is no longer reported; remove the line"
            ));
        }
        Ok(response)
    }

    fn report_several(&self, documents: &[Document]) -> Result<Response, LintError> {
        if self.baseline.is_some() {
            // A baseline belongs to a single program.
            let usage_error = conflict("--baseline", "[CATALOG]...");
            return Err(UsageError::from(usage_error).into());
        }
        let mut programs = Vec::new();
        for document in documents {
            programs.push(ProgramLint {
                program: document.program().to_owned(),
                lint: document.lint(),
            });
        }
        let scores = programs.iter().map(|linted| linted.lint.score());
        let score = scores.min().unwrap_or_default();
        let report = Report {
            programs,
            differences: Document::differences_between(documents),
        };
        self.check_strict(score, report.lines())?;
        let text = report.clone();
        Ok(Response::new(report).human_with(move |style| text.text(style)))
    }

    /// If `--strict` is set, returns an error if there are findings.
    fn check_strict(&self, score: u8, findings: Vec<String>) -> Result<(), LintError> {
        if !self.strict || findings.is_empty() {
            return Ok(());
        }
        let count = if findings.len() == 1 {
            "1 finding".to_owned()
        } else {
            format!("{} findings", findings.len())
        };
        Err(LintError::Findings {
            score,
            count,
            report: findings.join("\n"),
            findings,
        })
    }
}

/// The findings of several catalogs.
#[derive(Clone, Serialize)]
struct Report {
    programs: Vec<ProgramLint>,
    differences: Vec<FactDifference>,
}

#[derive(Clone, Serialize)]
struct ProgramLint {
    program: String,
    lint: Lint,
}

impl Report {
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for ProgramLint { program, lint } in &self.programs {
            for line in lint.lines(|_| true) {
                lines.push(format!("{program}: {line}"));
            }
        }
        for difference in &self.differences {
            lines.push(format!("{}: {difference}", difference.code));
        }
        lines
    }

    fn text(&self, style: &Style<'_>) -> String {
        let mut text = String::new();
        for ProgramLint { program, lint } in &self.programs {
            text += &format!("{program}:\n{}\n", lint.text(style));
        }
        if self.differences.is_empty() {
            return text + "No facts differ between the programs.\n";
        }
        let mut rows = Vec::new();
        for difference in &self.differences {
            rows.push(vec![difference.code.clone(), difference.to_string()]);
        }
        let count = rows.len();
        text += &agent_error::__tooling::table(&["CODE", "DIFFERENCE"], rows, style);
        text + &format!("\nFacts that differ between the programs: {count}.\n")
    }
}
