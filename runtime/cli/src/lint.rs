//! `errors lint`: what the catalog lacks.

use super::{proofs, with_flag};
use crate::catalog::Catalog;
use crate::error::system_error::SystemError;
use crate::integrations::clap::Advice;
use crate::process::response::Response;
use crate::ready::diff_error::DiffError;
use crate::ready::errors_command::ErrorsCommandError;
use crate::ready::export_error::ExportError;
use crate::ready::lint_error::LintError;
use crate::tooling::lint::{Baseline, Finding, FindingKind};
use crate::tooling::proofs::Coverage;
use clap::{Arg, ArgAction, Command};
use std::path::{Path, PathBuf};

pub(super) const STRICT: &str = "agent_error::lint::strict";
pub(super) const MIN: &str = "agent_error::lint::min";
pub(super) const BASELINE: &str = "agent_error::lint::baseline";
pub(super) const WRITE: &str = "agent_error::lint::write_baseline";

pub(super) fn command() -> Command {
    Command::new("lint").about("Report what the error catalog lacks").defer(with_args)
}

fn with_args(command: Command) -> Command {
    let strict = Arg::new(STRICT).action(ArgAction::SetTrue).help("Fail if there are findings");
    let min = Arg::new(MIN)
        .value_name("PERCENT")
        .value_parser(clap::value_parser!(u8).range(0..=100))
        .requires(proofs::PROOFS)
        .help("Fail if less of the advice is proven or exempt");
    let baseline = Arg::new(BASELINE)
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .help("Don't report the findings that this file accepts");
    let write = Arg::new(WRITE)
        .action(ArgAction::SetTrue)
        .requires(BASELINE)
        .help("Accept the current findings: write them to the file of `--baseline`");
    let command = with_flag(command, baseline, "baseline", "errors-baseline");
    let command = with_flag(command, write, "write-baseline", "errors-write-baseline");
    let command = with_flag(command, strict, "strict", "errors-strict");
    let command = with_flag(command, proofs::arg(), "proofs", "errors-proofs");
    with_flag(command, min, "min", "errors-min")
}

/// The findings in the catalog: missing parts, advice that does not match the commands, and unproven advice.
pub(super) fn run(
    catalog: &Catalog,
    program: Option<&Command>,
    strict: bool,
    file: Option<&Path>,
    min: Option<u8>,
    baseline: Option<BaselineFile<'_>>,
) -> Result<Response, ErrorsCommandError> {
    let coverage = match file {
        Some(path) => Some(Coverage::of(catalog, &proofs::text(path)?).map_err(|error| proofs::invalid(path, &error))?),
        None => None,
    };
    let mut lint = proofs::known(catalog.clone(), file)?.lint();
    for falsehood in program.iter().flat_map(|program| Advice::lenient(program).falsehoods(catalog)) {
        lint.add(&falsehood.declared, Finding::untrue(&falsehood.what()));
    }
    let mut unused = Vec::new();
    if let Some(file) = baseline {
        if file.writes {
            return file.write(&Baseline::of(&lint));
        }
        (lint, unused) = file.read()?.apply(lint);
    }
    if strict && lint.findings().next().is_some() {
        let findings = lint.lines(|_| true);
        return Err(LintError { score: lint.score(), report: findings.join("\n"), findings }.into());
    }
    let required = coverage.as_ref().zip(min).map(|(coverage, min)| coverage.require(min));
    if let Some(Err(error)) = required {
        let findings = lint.lines(|kind| kind == FindingKind::UnprovenAdvice);
        return Err(LintError { score: lint.score(), report: error.to_string(), findings }.into());
    }
    if let Some(coverage) = coverage {
        lint.add_coverage(coverage);
    }
    let response = Response::new(lint.clone()).human_with(move |screen| lint.text(screen));
    let outdated = |line: String| format!("the baseline accepts `{line}`, which is no longer found; remove the line");
    Ok(unused.into_iter().map(outdated).fold(response, Response::warning))
}

/// The file of `--baseline`.
#[derive(Clone, Copy)]
pub(super) struct BaselineFile<'a> {
    pub(super) path: &'a Path,
    pub(super) writes: bool,
}

impl BaselineFile<'_> {
    fn read(self) -> Result<Baseline, ErrorsCommandError> {
        let invalid = |problem| DiffError::Invalid { path: self.path.to_owned(), problem };
        Ok(Baseline::parse(&proofs::text(self.path)?).map_err(invalid)?)
    }

    fn write(self, baseline: &Baseline) -> Result<Response, ErrorsCommandError> {
        let text = format!("# Accepted findings of `errors lint`; one `CODE kind` per line.\n{baseline}");
        let not_written = |error: std::io::Error| ExportError::NotWritten {
            path: self.path.to_owned(),
            source: SystemError::from(error),
        };
        std::fs::write(self.path, text).map_err(not_written)?;
        Ok(Response::new(()).human(format!("Wrote the accepted findings to {}.", self.path.display())))
    }
}
