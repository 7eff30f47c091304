//! `errors lint`: what the catalog lacks.

use super::{proofs, with_flag};
use crate::catalog::Catalog;
use crate::integrations::clap::Advice;
use crate::process::response::Response;
use crate::ready::errors_command::ErrorsCommandError;
use crate::ready::lint_error::LintError;
use crate::tooling::lint::{Finding, FindingKind};
use crate::tooling::proofs::Coverage;
use clap::{Arg, ArgAction, Command};
use std::path::Path;

pub(super) const STRICT: &str = "agent_error::lint::strict";
pub(super) const MIN: &str = "agent_error::lint::min";

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
) -> Result<Response, ErrorsCommandError> {
    let coverage = match file {
        Some(path) => Some(Coverage::of(catalog, &proofs::text(path)?).map_err(|error| proofs::invalid(path, &error))?),
        None => None,
    };
    let mut lint = proofs::known(catalog.clone(), file)?.lint();
    for falsehood in program.iter().flat_map(|program| Advice::lenient(program).falsehoods(catalog)) {
        lint.add(&falsehood.declared, Finding::untrue(&falsehood.what()));
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
    Ok(Response::new(lint.clone()).human_with(move |screen| lint.text(screen)))
}
