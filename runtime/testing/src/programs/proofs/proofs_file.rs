//! The proof file, which lists the proven codes next to the lock file.

use super::declared;
use crate::lock::{Command, VARIABLE, test_name};
use agent_error_tooling::{Coverage, CoveredCode, Promise, ProofEntry, ProofFile, write_file};
use std::path::Path;
use std::{env, fmt, fs, io};

/// Checks that the proof file is up to date. If `AGENT_ERROR_LOCK` is set, writes the file instead.
pub(super) fn check(path: &Path, promises: &[Promise], coverage: &Coverage) -> Result<(), String> {
    let of_code = |code: &CoveredCode| promises.iter().find(|promise| promise.code == code.code);
    let entry = |code: &CoveredCode| Some((code.code.clone(), ProofEntry::of(of_code(code)?, &code.standing)?));
    let shown = path.display();
    let file = fs::read_to_string(path);
    let known = || file.as_ref().ok()?.parse::<ProofFile>().ok()?.test;
    let proven = ProofFile::new(test_name().or_else(known), coverage.iter().filter_map(entry));
    let accepted = env::var_os(VARIABLE);
    if accepted.as_ref().is_some_and(|value| value == "additive") {
        match &file {
            Ok(text) => check_no_loss(&shown, text, &proven)?,
            // If the proof file was removed, the lock file still reports the lost proofs.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(format!("cannot read {shown}: {error}")),
        }
    }
    if accepted.is_some_and(|value| value == "overwrite" || value == "additive") {
        return write_file(path, &proven.text()).map_err(|error| format!("cannot write {shown}: {error}"));
    }
    let accept = format!("Accept what is proven now with\n\n{Command}");
    let kept: ProofFile = match file {
        Ok(text) => text.parse().map_err(|error| format!("cannot read {shown}: {error}. {accept}"))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(format!("{shown} does not exist. {accept}"));
        }
        Err(error) => return Err(format!("cannot read {shown}: {error}")),
    };
    let mut changes = Vec::new();
    if !kept.is_intact() {
        changes.push("edited   the file isn't as the test wrote it".to_owned());
    }
    if let Some(test) = proven.test.as_ref().filter(|_| kept.test.is_some() && kept.test != proven.test) {
        changes.push(format!("renamed  the test is called {test}"));
    }
    for promise in promises {
        let code = &promise.code;
        match (kept.get(code), proven.get(code)) {
            (Some(kept), _) if kept.advice != promise.advice => {
                let place = declared::of(code, &promise.declared_by);
                changes.push(format!("stale    {code} ({place})\n    {}", kept.change(promise)));
            }
            (Some(kept), Some(proven)) if !kept.is_like(proven) => {
                changes.push(format!("changed  {code}: the proof has changed"));
            }
            (None, Some(_)) => changes.push(format!("new      {code}")),
            (Some(_), None) => changes.push(format!("lost     {code}: no longer proven")),
            _ => {}
        }
    }
    let is_known = |code: &&str| promises.iter().any(|promise| promise.code == *code);
    changes.extend(kept.codes().filter(|code| !is_known(code)).map(|code| format!("gone     {code}")));
    match changes.is_empty() {
        true => Ok(()),
        false => Err(format!("the proofs are not as {shown} says:\n\n{}\n\n{accept}", changes.join("\n"))),
    }
}

/// Checks that the new proofs include all proofs in the file.
fn check_no_loss(shown: &impl fmt::Display, text: &str, proven: &ProofFile) -> Result<(), String> {
    let kept: ProofFile = text.parse().map_err(|error| {
        format!("cannot read {shown}: {error}. To replace it, accept what is proven now with\n\n{Command}")
    })?;
    let lost: Vec<&str> = kept.codes().filter(|code| kept.loses(proven, code)).collect();
    match lost.is_empty() {
        true => Ok(()),
        false => {
            Err(format!("{shown} has proofs that would be lost: {}. Accept this with\n\n{Command}", lost.join(", ")))
        }
    }
}
