//! Checks whether a catalog contains everything that an agent needs to handle an error.

mod callers;
mod difference;
mod finding;
mod style;

pub use difference::FactDifference;
pub use finding::{Finding, FindingKind};

use crate::document::{Declaration, Document};
use agent_error::exit;
use callers::{bare_name, command_for_all, unknown_action};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;
use style::mixed_styles;

/// The highest possible score.
const BEST: u8 = 3;

/// Describes what `lint` can't check, because a catalog document doesn't contain the program's
/// commands.
const UNCHECKED: &str = "whether the commands and flags in the advice exist; a test of the program can, with `agent_error_testing::AdviceChecker`";

/// The result of [`Document::lint`]: the findings, by code, and a score.
///
/// | score | requirement for each code |
/// |---|---|
/// | 1 | none, because every code has a message |
/// | 2 | the context contains the values of the message |
/// | 3 | there is a docs URL and, if callers can recover from the error, advice |
///
/// `agent-error score` uses the same levels for the output of a program. Some problems, such as a
/// missing doc comment, are reported as a [`Finding`] without affecting the score.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// use agent_error_tooling::{Document, FindingKind};
///
/// let document: Document = Catalog::of::<NoUser>().document().parse().unwrap();
/// let mut lint = document.lint();
/// assert_eq!(lint.score(), 2);
/// lint.retain(|_, finding| finding.kind != FindingKind::NoDocsUrl);
/// for line in lint.lines(|_| true) {
///     eprintln!("{line}");
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Lint {
    codes: Vec<LintedCode>,
    /// The findings about the program as a whole.
    program: Vec<Finding>,
}

/// The findings about a declaration of a code.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// use agent_error_tooling::Document;
///
/// let document: Document = Catalog::of::<NoUser>().document().parse().unwrap();
/// let lint = document.lint();
/// let linted = &lint.codes()[0];
/// assert_eq!((linted.code.as_str(), linted.score()), ("USER_NOT_FOUND", 2));
/// let (file, line) = &linted.place;
/// println!("{file}:{line}: {} findings", linted.findings.len());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LintedCode {
    /// The code, such as `NOT_FOUND`.
    pub code: String,
    /// The path of the Rust type or variant that declares the code. Empty if the program isn't
    /// written in Rust.
    pub declared_by: String,
    /// The file and line of the declaration. If the document doesn't contain them, an empty path
    /// and 0.
    pub place: (String, u32),
    /// The findings. Empty if nothing is missing.
    pub findings: Vec<Finding>,
}

impl LintedCode {
    fn of(declared: &Declaration) -> Self {
        let mut findings = Vec::new();
        for kind in FindingKind::ALL {
            if kind.applies_to(declared) {
                findings.push(Finding::new(*kind, kind.what()));
            }
        }
        Self {
            code: declared.code().to_owned(),
            declared_by: declared.path().to_owned(),
            place: (declared.source.file.clone(), declared.source.line),
            findings,
        }
    }

    /// Returns the location as `file:line`, if known.
    fn shown_place(&self) -> Option<String> {
        let (file, line) = &self.place;
        (!file.is_empty()).then(|| format!("{file}:{line}"))
    }

    /// Returns the score of the declaration, from 1 to 3.
    pub fn score(&self) -> u8 {
        best_score(&self.findings)
    }

    fn has(&self, kind: FindingKind) -> bool {
        self.findings.iter().any(|finding| finding.kind == kind)
    }
}

/// Returns the highest score that's possible in spite of the findings.
fn best_score(findings: &[Finding]) -> u8 {
    let mut score = BEST;
    for finding in findings {
        if let Some(unreachable) = finding.kind.level() {
            score = score.min(unreachable - 1);
        }
    }
    score
}

impl Document {
    /// Checks whether each code gives an agent enough information to handle the error.
    ///
    /// Checks all declarations of shared codes. Ignores declarations in agent-error and its
    /// integrations, because the program can't change them.
    pub fn lint(&self) -> Lint {
        let mut codes = Vec::new();
        for declared in self.declarations() {
            if declared.is_of_agent_error() {
                continue;
            }
            let mut linted = LintedCode::of(declared);
            linted.findings.extend(bare_name(self, declared));
            linted.findings.extend(command_for_all(self, declared));
            linted.findings.extend(unknown_action(self, declared));
            linted.findings.extend(undescribed_fields(declared));
            codes.push(linted);
        }
        codes.sort_by(|a, b| a.code.cmp(&b.code));
        let mut program = exit_meanings(self);
        if have_no_docs(&codes) {
            // The program may lack pages on purpose, so report this once.
            for linted in &mut codes {
                linted
                    .findings
                    .retain(|finding| finding.kind != FindingKind::NoDocsUrl);
            }
            program.insert(0, Finding::new(FindingKind::NoDocsUrl, NO_DOCS));
        }
        program.extend(mixed_styles(&codes));
        Lint { codes, program }
    }
}

const NO_DOCS: &str =
    "no code has a docs page; add `docs = \"https://…/{code}\"` to the program's error types";

/// Whether there are several codes, and none of them has a docs page.
fn have_no_docs(codes: &[LintedCode]) -> bool {
    let mut several = codes.iter();
    codes.len() > 1 && several.all(|linted| linted.has(FindingKind::NoDocsUrl))
}

/// Finds context fields whose types have no JSON Schema.
fn undescribed_fields(declared: &Declaration) -> Option<Finding> {
    let mut names = Vec::new();
    for field in &declared.fields {
        if field.is_undescribed() {
            names.push(format!("`{}`", field.name));
        }
    }
    if names.is_empty() {
        return None;
    }
    let text = format!(
        "a lock file doesn't see changes inside of {}; derive `schemars::JsonSchema` on the type, and add `integrate(schemars)`",
        names.join(", ")
    );
    Some(Finding::new(FindingKind::UndescribedField, text))
}

/// Finds exit codes with different meanings in this program and in agent-error's own errors.
fn exit_meanings(document: &Document) -> Vec<Finding> {
    let mut by_exit: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
    for code in document.entries().filter(|code| code.is_of_agent_error()) {
        by_exit
            .entry(code.exit_code())
            .or_default()
            .push(code.code());
    }
    let mut findings = Vec::new();
    for (exit, codes) in by_exit {
        // By convention, 0 is success, 1 is a general error, and 2 is an invalid command line.
        if exit > exit::ARG_ERROR {
            findings.extend(exit_meaning(document, exit, &codes));
        }
    }
    findings
}

/// If the program gives an exit code another meaning than agent-error, returns a finding. `codes`
/// are agent-error's codes with this exit code.
fn exit_meaning(document: &Document, exit: u8, codes: &[&str]) -> Option<Finding> {
    let program = document.exit(exit)?.name.as_deref()?;
    let standard = exit::entry(exit)?.name;
    if program == standard {
        return None;
    }
    let codes = codes.join(", ");
    let text = format!(
        "exit code {exit} means {program} in this program, but {standard} for {codes}; map it with `exit_overrides`"
    );
    Some(Finding::new(FindingKind::ExitMeaningDiffers, text))
}

impl Lint {
    /// Returns all declarations, sorted by code.
    pub fn codes(&self) -> &[LintedCode] {
        &self.codes
    }

    /// Returns the lowest score of any code, or 0 if there are no codes. Findings about the whole
    /// program count for every code.
    pub fn score(&self) -> u8 {
        match self.codes.iter().map(LintedCode::score).min() {
            Some(lowest) => lowest.min(best_score(&self.program)),
            None => 0,
        }
    }

    /// Returns each finding with its code. The code is `None` if the finding is about the whole
    /// program.
    pub fn findings(&self) -> impl Iterator<Item = (Option<&LintedCode>, &Finding)> {
        let of_codes = self.codes.iter().flat_map(|code| {
            code.findings
                .iter()
                .map(move |finding| (Some(code), finding))
        });
        self.program
            .iter()
            .map(|finding| (None, finding))
            .chain(of_codes)
    }

    /// Removes all findings for which `is_kept` returns `false`. The code is `None` if the finding
    /// is about the whole program.
    pub fn retain(&mut self, mut is_kept: impl FnMut(Option<&str>, &Finding) -> bool) {
        self.program.retain(|finding| is_kept(None, finding));
        for linted in &mut self.codes {
            linted
                .findings
                .retain(|finding| is_kept(Some(&linted.code), finding));
        }
    }

    /// Returns the findings of the selected kinds, formatted as `CODE: finding`.
    pub fn lines(&self, wanted: impl Fn(FindingKind) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        for (linted, finding) in self.findings() {
            if wanted(finding.kind) {
                lines.push(match linted {
                    Some(linted) => format!("{}: {}", linted.code, finding.text),
                    None => finding.text.clone(),
                });
            }
        }
        lines
    }

    /// Formats the findings as a table for people.
    pub fn text(&self, style: &agent_error::format::Style<'_>) -> String {
        let mut rows = Vec::new();
        for (linted, finding) in self.findings() {
            let row = match linted {
                Some(linted) => [
                    linted.code.clone(),
                    linted.score().to_string(),
                    finding.text.clone(),
                    linted.shown_place().unwrap_or_else(|| "-".to_owned()),
                ],
                None => ["-", "-", &finding.text, "-"].map(str::to_owned),
            };
            rows.push(row.to_vec());
        }
        // Several types may declare the same code.
        let declarations_by_code = self.codes.chunk_by(|a, b| a.code == b.code);
        let codes = counted(declarations_by_code.count(), "code");
        let findings = counted(rows.len(), "finding");
        let table = if rows.is_empty() {
            String::new()
        } else {
            agent_error::__tooling::table(&["CODE", "SCORE", "FINDING", "DECLARED"], rows, style)
                + "\n"
        };
        format!(
            "{table}Score {} of {BEST}: {codes}, {findings}.\nNot checked: {UNCHECKED}.\n",
            self.score()
        )
    }
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

impl Serialize for Lint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("score", &self.score())?;
        map.serialize_entry("findings", &self.findings().count())?;
        if !self.program.is_empty() {
            map.serialize_entry("program", &self.program)?;
        }
        map.serialize_entry("not_checked", UNCHECKED)?;
        map.serialize_entry("codes", &self.codes)?;
        map.end()
    }
}

impl Serialize for LintedCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("score", &self.score())?;
        map.serialize_entry("findings", &self.findings)?;
        if !self.declared_by.is_empty() {
            map.serialize_entry("declared_by", &self.declared_by)?;
        }
        if let Some(place) = self.shown_place() {
            map.serialize_entry("place", &place)?;
        }
        map.end()
    }
}
