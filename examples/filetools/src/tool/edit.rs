//! `edit`: replaces a string that occurs exactly once in a file.

use super::Workplace;
use super::write::{remember, require_fresh, require_size};
use crate::answer::Answer;
use crate::error::{Action, ToolError};
use crate::root::Target;
use crate::text;
use serde::{Deserialize, Serialize};
use std::io::Read as _;

/// The arguments of `edit`.
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    /// File to edit
    pub(crate) path: String,

    /// String to replace; must occur exactly once in the file
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    old: String,

    /// Replacement
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    new: String,
}

#[derive(Serialize)]
struct Edited<'a> {
    path: &'a str,
    /// The line on which the replaced string starts.
    line: usize,
    /// The new size of the file, in bytes.
    bytes: usize,
}

impl Edit {
    pub(crate) fn perform(&self, workplace: &mut Workplace<'_>) -> Result<Answer, ToolError> {
        text::require_path(&self.path)?;
        self.require_change()?;
        let target = workplace.root.locate(Action::Write, &self.path)?;
        let lock = workplace.root.lock()?;
        let mut file = workplace.root.open_file(Action::Write, &target, true)?;
        let refused = |source| target.refused(Action::Read, source);
        let size = file.metadata().map_err(refused)?.len();
        if size > workplace.max_bytes {
            return Err(too_large(&target, size, workplace.max_bytes));
        }
        require_fresh(workplace, &target, Some(&mut file))?;
        let mut bytes = Vec::new();
        file.take(workplace.max_bytes + 1).read_to_end(&mut bytes).map_err(refused)?;
        let content = text::decode(&target, &bytes)?;
        let at = self.only_match(&target, content)?;
        let edited = [&content[..at], &self.new, &content[at + self.old.len()..]].concat();
        require_size(&target, edited.len(), workplace.max_bytes)?;
        let mut file = workplace.root.replace(&lock, &target, edited.as_bytes())?;
        remember(workplace, &target, &mut file)?;
        let line = line_of(content, at);
        let answer = format!("replaced line {line} of {}", self.path);
        Ok(Answer::new(answer, Edited { path: &self.path, line, bytes: edited.len() }))
    }

    fn require_change(&self) -> Result<(), ToolError> {
        let reason = match self.old.is_empty() {
            true => "`old` is empty",
            false if self.old == self.new => "`old` and `new` are the same",
            false => return Ok(()),
        };
        Err(ToolError::InvalidArgs {
            reason: reason.to_owned(),
            advice: "Pass the string to replace as `old` and its replacement as `new`".to_owned(),
        })
    }

    /// Returns the position of the only match.
    fn only_match(&self, target: &Target, content: &str) -> Result<usize, ToolError> {
        let places = places(content, &self.old);
        if let [only] = places[..] {
            return Ok(only);
        }
        let lines: Vec<usize> = places.iter().take(MAX_LINES).map(|at| line_of(content, *at)).collect();
        let advice = match lines.is_empty() {
            true => "Read the file again and copy the string exactly, including all whitespace".to_owned(),
            false => {
                format!("Include more surrounding lines in `old`, so that it matches only one of the lines {lines:?}")
            }
        };
        Err(ToolError::NotUnique { path: target.path.clone(), matches: places.len(), lines, advice })
    }
}

/// The maximum number of matches to report.
const MAX_LINES: usize = 10;

/// Returns the positions of all matches, including overlapping ones, because any of them could be the intended one.
fn places(content: &str, wanted: &str) -> Vec<usize> {
    let step = wanted.chars().next().map_or(1, char::len_utf8);
    let mut places = Vec::new();
    let mut from = 0;
    while let Some(at) = content[from..].find(wanted) {
        places.push(from + at);
        from += at + step;
    }
    places
}

fn line_of(content: &str, at: usize) -> usize {
    content[..at].matches('\n').count() + 1
}

fn too_large(target: &Target, size: u64, limit: u64) -> ToolError {
    ToolError::FileTooLarge {
        path: target.path.clone(),
        size,
        limit,
        advice: "Edit it with a command, such as `run` with [\"sed\", \"-i\", \"s/OLD/NEW/\", PATH]".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn matches_may_overlap() {
        assert_eq!(places("aaa", "aa"), [0, 1]);
        assert_eq!(places("ééé", "éé"), [0, 2]);
        assert_eq!(places("abc", "x"), [0; 0]);
    }
}
