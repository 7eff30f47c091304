//! Findings that a program has accepted.

use super::{Finding, FindingKind, Lint};
use std::collections::BTreeSet;
use std::fmt;

/// The subject of findings about the whole program.
const PROGRAM: &str = "*";

/// The accepted findings of a program, as a text file with one `CODE kind` per line. `*` in place of the code means the
/// program as a whole; empty lines and lines that start with `#` are ignored.
///
/// A program that adopts codes must not change the messages that people rely on. It accepts the findings of its first
/// lint; every later finding is new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline(BTreeSet<(String, FindingKind)>);

impl Baseline {
    /// The findings of a lint.
    pub fn of(lint: &Lint) -> Self {
        Self(lint.findings().map(|(code, finding)| subject(code.map(|code| code.code.as_str()), finding)).collect())
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The first invalid line, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().map(str::trim).enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let accepted = lines.map(|(index, line)| {
            let invalid = || format!("line {} is not `CODE kind`: {line:?}", index + 1);
            let (code, kind) = line.split_once(' ').ok_or_else(invalid)?;
            Ok((code.to_owned(), kind.trim().parse().map_err(|_| invalid())?))
        });
        accepted.collect::<Result<_, String>>().map(Self)
    }

    /// The lint without the accepted findings, and the lines of the baseline that no finding needs any more.
    #[must_use]
    pub fn apply(&self, mut lint: Lint) -> (Lint, Vec<String>) {
        let found = Self::of(&lint).0;
        let unused = self.0.difference(&found).map(|(code, kind)| format!("{code} {kind}")).collect();
        lint.program.retain(|finding| !self.0.contains(&subject(None, finding)));
        for code in &mut lint.codes {
            code.findings.retain(|finding| !self.0.contains(&subject(Some(&code.code), finding)));
        }
        (lint, unused)
    }
}

fn subject(code: Option<&str>, finding: &Finding) -> (String, FindingKind) {
    (code.unwrap_or(PROGRAM).to_owned(), finding.kind)
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(code, kind)| writeln!(f, "{code} {kind}"))
    }
}
