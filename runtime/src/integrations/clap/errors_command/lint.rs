//! `errors lint`: what the catalog lacks.

use crate::catalog::Catalog;
use crate::integrations::clap::Advice;
use crate::process::response::Response;
use crate::ready::errors_command::ErrorsCommandError;
use crate::ready::lint_error::LintError;
use crate::tooling::lint::Finding;
use clap::{Arg, ArgAction, Command};

pub(super) fn command() -> Command {
    let strict = Arg::new("strict").long("strict").action(ArgAction::SetTrue).help("Fail if anything is found");
    Command::new("lint").about("Say what the error catalog lacks").arg(strict)
}

/// What the catalog lacks, and which of its advice the commands of the program belie.
pub(super) fn run(catalog: &Catalog, program: Option<&Command>, strict: bool) -> Result<Response, ErrorsCommandError> {
    let mut lint = catalog.lint();
    for falsehood in program.iter().flat_map(|program| Advice::lenient(program).falsehoods(catalog)) {
        lint.add(&falsehood.declared, Finding::untrue(&falsehood.what()));
    }
    if strict && lint.findings().next().is_some() {
        let findings = lint.lines();
        return Err(LintError { score: lint.score(), report: findings.join("\n"), findings }.into());
    }
    Ok(Response::new(lint.clone()).human_with(move |screen| lint.text(screen)))
}
