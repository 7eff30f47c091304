//! `write`: creates a file or replaces its content.

use super::Workplace;
use crate::answer::Answer;
use crate::error::{Action, Change, ToolError};
use crate::fingerprint::Fingerprint;
use crate::root::Target;
use crate::text;
use cap_std::fs::File;
use serde::{Deserialize, Serialize};

/// The arguments of `write`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Write {
    pub(crate) path: String,
    pub(crate) content: String,
}

#[derive(Serialize)]
struct Written<'a> {
    path: &'a str,
    created: bool,
    bytes: usize,
}

impl Write {
    pub(crate) fn perform(&self, workplace: &mut Workplace<'_>) -> Result<Answer, ToolError> {
        text::require_path(&self.path)?;
        if self.path.ends_with('/') {
            return Err(ToolError::InvalidArgs {
                reason: format!("{} is the path of a directory", self.path),
                advice: "Pass a file in that directory; missing parent directories are created".to_owned(),
            });
        }
        let target = workplace.root.locate(Action::Write, &self.path)?;
        require_size(&target, self.content.len(), workplace.max_bytes)?;
        let lock = workplace.root.lock()?;
        let created = workplace.root.is_vacant(&target)?;
        if created {
            require_fresh(workplace, &target, None)?;
        } else {
            let mut file = workplace.root.open_file(Action::Write, &target, true)?;
            require_fresh(workplace, &target, Some(&mut file))?;
        }
        let mut file = workplace.root.replace(&lock, &target, self.content.as_bytes())?;
        remember(workplace, &target, &mut file)?;
        let verb = if created { "created" } else { "replaced" };
        let text = format!("{verb} {} ({} bytes)", self.path, self.content.len());
        Ok(Answer::new(text, Written { path: &self.path, created, bytes: self.content.len() }))
    }
}

/// Rejects content that is too large to be read again.
pub(super) fn require_size(target: &Target, bytes: usize, limit: u64) -> Result<(), ToolError> {
    let size = bytes as u64;
    if size > limit {
        return Err(ToolError::FileTooLarge {
            path: target.path.clone(),
            size,
            limit,
            advice: "Split the content across several files".to_owned(),
        });
    }
    Ok(())
}

/// Rejects a file that has changed since the session last read or wrote it.
pub(super) fn require_fresh(
    workplace: &Workplace<'_>,
    target: &Target,
    file: Option<&mut File>,
) -> Result<(), ToolError> {
    let Some(known) = workplace.known.fingerprint(target) else { return Ok(()) };
    let change = match file {
        None => Some(Change::Gone),
        Some(file) => {
            let now = Fingerprint::of(file).map_err(|source| target.refused(Action::Read, source))?;
            known.change(&now)
        }
    };
    change.map_or(Ok(()), |change| Err(ToolError::FileStale { path: target.path.clone(), change }))
}

/// Stores the fingerprint of a file that the session has written.
pub(super) fn remember(workplace: &mut Workplace<'_>, target: &Target, file: &mut File) -> Result<(), ToolError> {
    let fingerprint = Fingerprint::of(file).map_err(|source| target.refused(Action::Read, source))?;
    workplace.known.remember(target, fingerprint);
    Ok(())
}
