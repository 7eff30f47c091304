//! `agent-error lint`: finds errors that lack information.

use crate::catalogs::{self, CatalogArgs, conflict};
use crate::error::CliError;
use crate::source::{CatalogSourceError, DuplicateProgramError};
use agent_error::clap::CommandExt as _;
use agent_error::format::Terminal;
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Response, error_set};
use agent_error_tooling::{Baseline, DiffError, Document, ExportError, FactDifference, Lint, LintError};
use serde::Serialize;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The errors of `lint`.
const LINT: ErrorSet = error_set![
    CatalogSourceError,
    DuplicateProgramError,
    LintError,
    "CATALOG_FILE_UNREADABLE" in DiffError,
    "CATALOG_FILE_INVALID" in DiffError,
    "EXPORT_NOT_WRITTEN" in ExportError,
];

/// Find errors in catalogs that lack information
///
/// Reads the catalogs from files or standard input. To read one from a program, pass it after `--`:
///
///   agent-error lint --strict catalog.json
///
///   agent-error lint -- tool
///
/// With several catalogs, also reports codes whose facts differ between the programs:
///
///   agent-error lint api.json worker.json
#[derive(Clone, Debug, clap::Args)]
#[command(verbatim_doc_comment, errors = LINT, danger = DangerLevel::Mutating)]
pub(crate) struct LintArgs {
    #[command(flatten)]
    catalogs: CatalogArgs,

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

impl LintArgs {
    /// Lints each catalog by itself, then all of them together.
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        let documents = catalogs::read(&self.catalogs)?;
        self.check_names(&documents)?;
        match (documents.as_slice(), &self.baseline) {
            ([document], None) => self.report_one(document.lint(), Vec::new()),
            ([document], Some(path)) if self.write_baseline => Ok(write(path, &Baseline::of(&document.lint()))?),
            ([document], Some(path)) => {
                let (lint, unused) = read(path)?.apply(document.lint());
                self.report_one(lint, unused)
            }
            // A baseline belongs to a single program.
            (_, Some(_)) => Err(conflict("--baseline", "[CATALOG]...").into()),
            (documents, None) => self.report_several(documents),
        }
    }

    /// Returns an error if two catalogs have the same program name.
    fn check_names(&self, documents: &[Document]) -> Result<(), CliError> {
        let mut known = HashMap::new();
        for (document, source) in documents.iter().zip(self.catalogs.sources()) {
            let (program, second) = (document.program().to_owned(), source.to_string());
            if let Some(first) = known.insert(program.clone(), second.clone()) {
                return Err(DuplicateProgramError { program, first, second }.into());
            }
        }
        Ok(())
    }

    fn report_one(&self, lint: Lint, unused: Vec<String>) -> Result<Response, CliError> {
        self.check_strict(lint.score(), lint.lines(|_| true))?;
        let response = Response::new(lint.clone()).human_with(move |terminal| lint.text(terminal));
        let outdated =
            |line: String| format!("the baseline contains `{line}`, which is no longer reported; remove the line");
        Ok(unused.into_iter().map(outdated).fold(response, Response::warning))
    }

    fn report_several(&self, documents: &[Document]) -> Result<Response, CliError> {
        let linted =
            |document: &Document| ProgramLint { program: document.program().to_owned(), lint: document.lint() };
        let report = Report {
            programs: documents.iter().map(linted).collect(),
            differences: Document::differences_between(documents),
        };
        let score = report.programs.iter().map(|linted| linted.lint.score()).min().unwrap_or_default();
        self.check_strict(score, report.lines())?;
        let text = report.clone();
        Ok(Response::new(report).human_with(move |terminal| text.text(terminal)))
    }

    /// If `--strict` is set, returns an error if there are findings.
    fn check_strict(&self, score: u8, findings: Vec<String>) -> Result<(), LintError> {
        if self.strict && !findings.is_empty() { Err(LintError::new(score, findings)) } else { Ok(()) }
    }
}

/// The findings about several programs.
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
        let of_programs = self.programs.iter().flat_map(|ProgramLint { program, lint }| {
            lint.lines(|_| true).into_iter().map(move |line| format!("{program}: {line}"))
        });
        of_programs.chain(self.differences.iter().map(|found| format!("{}: {found}", found.code))).collect()
    }

    fn text(&self, terminal: Terminal) -> String {
        let lint = |linted: &ProgramLint| format!("{}:\n{}\n", linted.program, linted.lint.text(terminal));
        let programs: String = self.programs.iter().map(lint).collect();
        if self.differences.is_empty() {
            return format!("{programs}No facts differ between the programs.\n");
        }
        let rows = self.differences.iter().map(|found| vec![found.code.clone(), found.to_string()]);
        let table = agent_error::catalog::table(&["CODE", "DIFFERENCE"], rows.collect(), terminal);
        format!("{programs}{table}\nFacts that differ between the programs: {}.\n", self.differences.len())
    }
}

/// Reads the baseline file.
fn read(path: &Path) -> Result<Baseline, DiffError> {
    let unreadable = |error: std::io::Error| DiffError::Unreadable { path: path.to_owned(), source: error.into() };
    let text = fs::read_to_string(path).map_err(unreadable)?;
    Baseline::parse(&text).map_err(|problem| DiffError::Invalid { path: path.to_owned(), problem })
}

/// Writes the baseline file.
fn write(path: &Path, baseline: &Baseline) -> Result<Response, ExportError> {
    let text = format!("# Accepted findings of `agent-error lint`; one `CODE kind` per line.\n{baseline}");
    fs::write(path, text).map_err(|error| ExportError::NotWritten { path: path.to_owned(), source: error.into() })?;
    Ok(Response::new(()).human(format!("Wrote the accepted findings to {}.", path.display())))
}
