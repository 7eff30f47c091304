//! Baselines: known findings that a lint doesn't report again.

use super::{Finding, FindingKind, Lint};
use std::collections::BTreeSet;
use std::fmt;

/// Stands for the program as a whole in a baseline.
const PROGRAM: &str = "*";

/// The accepted findings of a program.
///
/// A baseline is a text file with one `CODE kind` per line. If a finding is about the whole program, the code is `*`.
/// Empty lines and lines that start with `#` are ignored.
///
/// A baseline is useful if an existing program adopts codes but can't change the messages that people rely on. The
/// program accepts its current findings once. From then on, only new findings are reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline(BTreeSet<(String, FindingKind)>);

impl Baseline {
    /// Creates a baseline from all findings of a lint.
    pub fn of(lint: &Lint) -> Self {
        Self(lint.findings().map(|(code, finding)| subject(code.map(|code| code.code.as_str()), finding)).collect())
    }

    /// Parses the content of a baseline file.
    ///
    /// # Errors
    ///
    /// Returns a description of the first invalid line.
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

    /// Removes the accepted findings from a lint. Also returns the baseline entries that no longer match a finding.
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
