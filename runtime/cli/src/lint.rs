//! `agent-error lint`: finds errors that lack information.

use crate::arguments::LintArgs;
use crate::catalogs::{self, text_of};
use crate::error::CliError;
use crate::fleet::{self, FleetLint};
use agent_error::Response;
use agent_error::clap::UsageError;
use agent_error::format::Terminal;
use agent_error_tooling::{Baseline, DiffError, ExportError, Finding, Lint, LintError, LintedCode};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fs;
use std::path::Path;

impl LintArgs {
    /// Lints all catalogs.
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        let sources = fleet::expanded(self.catalogs.sources()?)?;
        let documents = catalogs::read_sources(&sources, self.catalogs.timeout())?;
        // A baseline belongs to a single program.
        if self.baseline.is_some() && documents.len() > 1 {
            let with = vec!["[CATALOG]...".to_owned()];
            return Err(UsageError::ConflictingFlags { flag: "--baseline".to_owned(), with }.into());
        }
        let names: Vec<String> = sources.iter().map(ToString::to_string).collect();
        let fleet = FleetLint::new(&documents, &names)?;
        let mut lints: Vec<(String, Lint)> = Vec::new();
        let mut unused = Vec::new();
        for document in &documents {
            let mut lint = document.lint();
            if let Some(path) = &self.baseline {
                if self.write_baseline {
                    return Ok(write(path, &Baseline::of(&lint))?);
                }
                let invalid = |problem| DiffError::Invalid { path: path.clone(), problem };
                (lint, unused) = Baseline::parse(&text_of(path)?).map_err(invalid)?.apply(lint);
            }
            lints.push((document.program().to_owned(), lint));
        }
        self.check_strict(&lints, &fleet)?;
        let outdated =
            |line: String| format!("the baseline contains `{line}`, which is no longer reported; remove the line");
        Ok(unused.into_iter().map(outdated).fold(report(lints, fleet), Response::warning))
    }

    /// If `--strict` is set, returns an error if there are findings.
    fn check_strict(&self, lints: &[(String, Lint)], fleet: &FleetLint) -> Result<(), LintError> {
        let named = |(program, lint): &(String, Lint)| {
            let line = |(code, finding): (Option<&LintedCode>, &Finding)| {
                let subject = code.map(|code| format!("{}: ", code.code)).unwrap_or_default();
                let program = if lints.len() > 1 { format!("{program}: ") } else { String::new() };
                format!("{program}{subject}{}", finding.text)
            };
            lint.findings().map(line).collect::<Vec<_>>()
        };
        let findings: Vec<String> = lints.iter().flat_map(named).chain(fleet.lines()).collect();
        if !self.strict || findings.is_empty() {
            return Ok(());
        }
        let score = lints.iter().map(|(_, lint)| lint.score()).min().unwrap_or_default();
        let report = findings.join("\n");
        Err(LintError::new(score, findings, report))
    }
}

/// Writes the baseline file.
fn write(path: &Path, baseline: &Baseline) -> Result<Response, ExportError> {
    let text = format!("# Accepted findings of `agent-error lint`; one `CODE kind` per line.\n{baseline}");
    fs::write(path, text).map_err(|error| ExportError::NotWritten { path: path.to_owned(), source: error.into() })?;
    Ok(Response::new(()).human(format!("Wrote the accepted findings to {}.", path.display())))
}

/// Creates the response. If there are several programs, groups the findings by program.
fn report(mut lints: Vec<(String, Lint)>, fleet: FleetLint) -> Response {
    if lints.len() == 1
        && let Some((_, lint)) = lints.pop()
    {
        return Response::new(lint.clone()).human_with(move |terminal| lint.text(terminal));
    }
    let programs = Programs { programs: lints, fleet };
    let text = programs.clone();
    Response::new(programs).human_with(move |terminal| text.text(terminal))
}

/// The findings of several programs.
#[derive(Clone)]
struct Programs {
    programs: Vec<(String, Lint)>,
    fleet: FleetLint,
}

impl Programs {
    fn text(&self, terminal: Terminal) -> String {
        let programs = self.programs.iter().map(|(program, lint)| format!("{program}:\n{}", lint.text(terminal)));
        programs.chain([self.fleet.text(terminal)]).collect::<Vec<_>>().join("\n")
    }
}

impl Serialize for Programs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        let programs: Vec<_> = self.programs.iter().map(|(program, lint)| Program { program, lint }).collect();
        map.serialize_entry("programs", &programs)?;
        map.serialize_entry("fleet", &self.fleet)?;
        map.end()
    }
}

struct Program<'a> {
    program: &'a str,
    lint: &'a Lint,
}

impl Serialize for Program<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("program", self.program)?;
        map.serialize_entry("lint", self.lint)?;
        map.end()
    }
}
