//! `errors lint`: what an agent would miss in a catalog.

mod baseline;
mod finding;

pub use baseline::Baseline;
pub use finding::{Finding, FindingKind};

use super::proofs::Coverage;
use crate::catalog::Catalog;
use crate::definition::entry::Declaration;
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::registry::exits;
use crate::tooling::pretty::some;
use crate::vocabulary::exit;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The highest score.
const BEST: u8 = 3;

/// The findings in a catalog, by code, with a score.
///
/// | score | requirement for each code |
/// |---|---|
/// | 1 | it has a message, as all codes do |
/// | 2 | the values of its message are in the context |
/// | 3 | it has a page, and, if a caller can recover from it, a suggestion that names only existing commands |
///
/// `agent_error::testing::score` rates the answers of a program by the same levels. Problems that do not lower the
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
    pub code: &'static str,
    /// The place of its declaration.
    pub declared: Declaration,
    /// The findings; empty if nothing is missing.
    pub findings: Vec<Finding>,
}

impl LintedCode {
    fn of(entry: &Entry) -> Self {
        let findings = FindingKind::ALL.iter().filter(|kind| kind.applies_to(entry)).map(|kind| Finding::new(*kind));
        Self { code: entry.def.code(), declared: entry.declaration(), findings: findings.collect() }
    }

    /// 1 to 3.
    pub fn score(&self) -> u8 {
        let missed = self.findings.iter().filter_map(|finding| finding.kind.level()).min();
        missed.map_or(BEST, |level| level - 1)
    }
}

impl Catalog {
    /// Checks what the codes lack for an agent. Checks every declaration, including all of a shared code, but not those
    /// of this crate, which the program cannot change.
    pub fn lint(&self) -> Lint {
        let own = self.declarations().filter(|entry| !entry.is_of_this_crate());
        let mut codes: Vec<LintedCode> = own.map(LintedCode::of).collect();
        codes.sort_by_key(|linted| linted.code);
        for (code, proof) in &self.proofs {
            // A shared code is proven once.
            if let Some(linted) = codes.iter_mut().find(|linted| linted.code == code) {
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

/// The exit codes that errors of this crate use with another meaning than the program.
fn exit_meanings(catalog: &Catalog) -> Vec<Finding> {
    let mut found = Vec::new();
    for (exit, defs) in catalog.by_exit() {
        let is_own = |def: &&ErrorDef| catalog.entry(def.code()).is_some_and(Entry::is_of_this_crate);
        let codes: Vec<&str> = defs.iter().copied().filter(is_own).map(ErrorDef::code).collect();
        let (Some(program), Some(standard)) = (exits::meaning(exit), exit::entry(exit)) else { continue };
        // 1 is any other error and 2 an invalid command line, by convention and by the rules of clap.
        if exit > exit::ARG_ERROR && !codes.is_empty() && program.name != standard.name {
            found.push(Finding::exit_meaning_differs(exit, program.name, standard.name, &codes));
        }
    }
    found
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

    /// Adds facts that are not in the declaration itself to the finding at a place.
    #[cfg(feature = "clap")]
    pub(crate) fn add(&mut self, declared: &Declaration, finding: Finding) {
        if let Some(linted) = self.codes.iter_mut().find(|linted| linted.declared == *declared) {
            linted.findings.push(finding);
        }
    }

    /// Adds the proven codes.
    #[cfg(feature = "clap")]
    pub(crate) fn add_coverage(&mut self, coverage: Coverage) {
        self.proofs = Some(coverage);
    }

    /// Each finding of these kinds as `CODE: finding`.
    #[cfg(feature = "clap")]
    pub(crate) fn lines(&self, wanted: impl Fn(FindingKind) -> bool) -> Vec<String> {
        let wanted = self.findings().filter(|(_, finding)| wanted(finding.kind));
        let line = |(code, finding): (Option<&LintedCode>, &Finding)| match code {
            Some(code) => format!("{}: {}", code.code, finding.text),
            None => finding.text.clone(),
        };
        wanted.map(line).collect()
    }

    /// The table for people.
    pub fn text(&self, screen: crate::text::style::Screen) -> String {
        let rows: Vec<Vec<String>> = self
            .findings()
            .map(|(code, finding)| match code {
                Some(code) => {
                    let place = format!("{}:{}", code.declared.file, code.declared.line);
                    vec![code.code.to_owned(), code.score().to_string(), finding.text.clone(), place]
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
            false => crate::catalog::table::table(&["CODE", "SCORE", "FINDING", "DECLARED"], rows, screen) + "\n",
        };
        let proofs = self.proofs.as_ref().map(|coverage| coverage.line() + "\n").unwrap_or_default();
        format!("{table}Score {} of {BEST}: {codes}, {findings}.\n{proofs}", self.score())
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
        map.serialize_entry("codes", &self.codes)?;
        map.end()
    }
}

impl Serialize for LintedCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("code", self.code)?;
        map.serialize_entry("score", &self.score())?;
        map.serialize_entry("findings", &self.findings)?;
        map.serialize_entry("declared_by", &self.declared.path)?;
        map.serialize_entry("place", &format!("{}:{}", self.declared.file, self.declared.line))?;
        map.end()
    }
}
