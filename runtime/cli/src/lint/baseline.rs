//! Baselines: files with known findings that `lint` doesn't report again. Each line is `CODE kind`,
//! or `* kind` for the program as a whole.

use crate::export::ExportError;
use crate::source::SourceError;
use agent_error::Response;
use agent_error_tooling::{Finding, Lint, write_file};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

fn line_of(code: Option<&str>, finding: &Finding) -> String {
    format!("{} {}", code.unwrap_or("*"), finding.kind)
}

/// Returns the lines of a baseline file. Each must consist of two words.
fn lines_of<'a>(text: &'a str, path: &Path) -> Result<BTreeSet<&'a str>, SourceError> {
    let lines: BTreeSet<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut word_counts = lines.iter().map(|line| line.split_whitespace().count());
    if word_counts.all(|count| count == 2) {
        return Ok(lines);
    }
    Err(SourceError::NotABaseline {
        path: path.display().to_string(),
    })
}

fn unreadable(path: &Path, source: io::Error) -> SourceError {
    let path = path.display().to_string();
    // A baseline is text.
    if source.kind() == io::ErrorKind::InvalidData {
        SourceError::NotABaseline { path }
    } else {
        SourceError::Unreadable { path, source }
    }
}

/// Removes the findings in a baseline file. Returns the lines that no longer match a finding.
pub(super) fn apply(path: &Path, lint: &mut Lint) -> Result<Vec<String>, SourceError> {
    let text = fs::read_to_string(path).map_err(|source| unreadable(path, source))?;
    let accepted = lines_of(&text, path)?;
    let mut unused = accepted.clone();
    lint.retain(|code, finding| {
        let known = line_of(code, finding);
        unused.remove(known.as_str());
        !accepted.contains(known.as_str())
    });
    Ok(unused.into_iter().map(str::to_owned).collect())
}

/// Writes all findings to a baseline file. Only replaces a file that is a baseline.
pub(super) fn write(path: &Path, lint: &Lint) -> Result<Response, ExportError> {
    if let Ok(existing) = fs::read(path) {
        lines_of(&String::from_utf8_lossy(&existing), path)?;
    }
    let shown_path = path.display().to_string();
    let mut lines = BTreeSet::new();
    for (code, finding) in lint.findings() {
        lines.insert(line_of(code.map(|code| code.code.as_str()), finding));
    }
    let joined = Vec::from_iter(lines).join("\n");
    let text =
        format!("# Accepted findings of `agent-error lint`; one `CODE kind` per line.\n{joined}\n");
    if let Err(source) = write_file(path, &text) {
        return Err(ExportError::NotWritten {
            path: shown_path,
            source,
        });
    }
    let confirmation = format!("Wrote the accepted findings to {shown_path}.");
    Ok(Response::new(json!({ "path": shown_path })).human(confirmation))
}
