//! `agent-error lint`: what an agent would miss in a catalog.

mod baseline;
mod error;
mod finding;

pub use baseline::Baseline;
pub use error::LintError;
pub use finding::{Finding, FindingKind};

use crate::annotations::Place;
use crate::document::{Declaration, Document};
use crate::pretty::some;
use crate::proofs::Coverage;
use agent_error::exit;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;

/// The highest score.
const BEST: u8 = 3;

/// What a catalog document alone can't show.
const UNCHECKED: &str =
    "whether the commands and flags in the advice exist; a test of the program can, with `agent_error_testing::Advice`";

/// The findings in a catalog, by code, with a score.
///
/// | score | requirement for each code |
/// |---|---|
/// | 1 | it has a message, as all codes do |
/// | 2 | the values of its message are in the context |
/// | 3 | it has a page, and, if a caller can recover from it, a suggestion |
///
/// `agent_error_testing::score` rates the answers of a program by the same levels. Problems that do not lower the
/// score, such as a missing doc comment, are also a [`Finding`].
#[derive(Clone, Debug)]
pub struct Lint {
    codes: Vec<LintedCode>,
    /// The findings about the program as a whole.
    program: Vec<Finding>,
    /// The proven codes, if known.
    proofs: Option<Coverage>,
}

/// The findings about one declaration of a code.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LintedCode {
    /// The code.
    pub code: String,
    /// The Rust type and variant that declare it; empty for a program in another language.
    pub declared_by: String,
    /// The file and the line of the declaration; empty and 0 if the document doesn't have them.
    pub place: Place,
    /// The findings; empty if nothing is missing.
    pub findings: Vec<Finding>,
}

impl LintedCode {
    fn of(declared: &Declaration) -> Self {
        let findings = FindingKind::ALL.iter().filter(|kind| kind.applies_to(declared)).map(|kind| Finding::new(*kind));
        Self {
            code: declared.code().to_owned(),
            declared_by: declared.path().to_owned(),
            place: (declared.file.clone(), declared.line),
            findings: findings.collect(),
        }
    }

    /// The file and the line, if they are known.
    fn shown_place(&self) -> Option<String> {
        let (file, line) = &self.place;
        (!file.is_empty()).then(|| format!("{file}:{line}"))
    }

    /// 1 to 3.
    pub fn score(&self) -> u8 {
        let missed = self.findings.iter().filter_map(|finding| finding.kind.level()).min();
        missed.map_or(BEST, |level| level - 1)
    }
}

impl Document {
    /// Checks what the codes lack for an agent. Checks every declaration, including all of a shared code, but not those
    /// of this crate, which the program cannot change.
    pub fn lint(&self) -> Lint {
        let own = self.declarations().filter(|declared| !declared.is_of_agent_error());
        let mut codes: Vec<LintedCode> = own.map(LintedCode::of).collect();
        codes.sort_by(|a, b| a.code.cmp(&b.code));
        for (code, proof) in self.proofs() {
            // A shared code is proven once.
            if let Some(linted) = codes.iter_mut().find(|linted| linted.code == *code) {
                linted.findings.extend(Finding::of_proof(proof));
            }
        }
        let mut program = exit_meanings(self);
        let has_page = |code: &LintedCode| code.findings.iter().all(|found| found.kind != FindingKind::NoDocsUrl);
        if codes.len() > 1 && !codes.iter().any(has_page) {
            for code in &mut codes {
                code.findings.retain(|finding| finding.kind != FindingKind::NoDocsUrl);
            }
            program.insert(0, Finding::no_docs_at_all());
        }
        Lint { codes, program, proofs: None }
    }
}

/// The exit codes that errors of agent-error use with another meaning than the program.
fn exit_meanings(document: &Document) -> Vec<Finding> {
    let mut by_exit: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
    for code in document.entries().filter(|code| code.is_of_agent_error()) {
        by_exit.entry(code.exit_code()).or_default().push(code.code());
    }
    // 1 is any other error and 2 an invalid command line, by convention and by the rules of clap.
    let reserved = by_exit.into_iter().filter(|(exit, _)| *exit > exit::ARG_ERROR);
    let found = reserved.filter_map(|(exit, codes)| {
        let (program, standard) = (document.exit(exit)?.name.as_deref()?, exit::entry(exit)?);
        (program != standard.name).then(|| Finding::exit_meaning_differs(exit, program, standard.name, &codes))
    });
    found.collect()
}

impl Lint {
    /// Every declaration of a code, sorted.
    pub fn codes(&self) -> &[LintedCode] {
        &self.codes
    }

    /// The score of the worst code; 0 without any code. A finding about the whole program applies to every code.
    pub fn score(&self) -> u8 {
        let of_program = self.program.iter().filter_map(|finding| finding.kind.level()).map(|level| level - 1);
        let of_codes = self.codes.iter().map(LintedCode::score);
        of_codes.chain(of_program).min().filter(|_| !self.codes.is_empty()).unwrap_or_default()
    }

    /// Every finding with its code; without one, it is about the whole program.
    pub fn findings(&self) -> impl Iterator<Item = (Option<&LintedCode>, &Finding)> {
        let of_codes =
            self.codes.iter().flat_map(|code| code.findings.iter().map(move |finding| (Some(code), finding)));
        self.program.iter().map(|finding| (None, finding)).chain(of_codes)
    }

    /// Adds the proven codes to the report.
    pub fn add_coverage(&mut self, coverage: Coverage) {
        self.proofs = Some(coverage);
    }

    /// Each finding of these kinds as `CODE: finding`.
    pub fn lines(&self, wanted: impl Fn(FindingKind) -> bool) -> Vec<String> {
        let wanted = self.findings().filter(|(_, finding)| wanted(finding.kind));
        let line = |(code, finding): (Option<&LintedCode>, &Finding)| match code {
            Some(code) => format!("{}: {}", code.code, finding.text),
            None => finding.text.clone(),
        };
        wanted.map(line).collect()
    }

    /// The table for people.
    pub fn text(&self, screen: agent_error::format::Screen) -> String {
        let rows: Vec<Vec<String>> = self
            .findings()
            .map(|(code, finding)| match code {
                Some(code) => {
                    let place = code.shown_place().unwrap_or_else(|| "-".to_owned());
                    vec![code.code.clone(), code.score().to_string(), finding.text.clone(), place]
                }
                None => vec!["-".to_owned(), "-".to_owned(), finding.text.clone(), "-".to_owned()],
            })
            .collect();
        let codes = match self.codes.chunk_by(|a, b| a.code == b.code).count() {
            1 => "1 code".to_owned(),
            count => format!("{count} codes"),
        };
        let findings = match rows.len() {
            0 => "no findings".to_owned(),
            1 => "1 finding".to_owned(),
            count => format!("{count} findings"),
        };
        let table = match rows.is_empty() {
            true => String::new(),
            false => agent_error::catalog::table(&["CODE", "SCORE", "FINDING", "DECLARED"], rows, screen) + "\n",
        };
        let proofs = self.proofs.as_ref().map(|coverage| coverage.line() + "\n").unwrap_or_default();
        format!("{table}Score {} of {BEST}: {codes}, {findings}.\n{proofs}Not checked: {UNCHECKED}.\n", self.score())
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
        some(&mut map, "proofs", self.proofs.as_ref())?;
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
        some(&mut map, "declared_by", Some(&self.declared_by).filter(|path| !path.is_empty()))?;
        some(&mut map, "place", self.shown_place())?;
        map.end()
    }
}
