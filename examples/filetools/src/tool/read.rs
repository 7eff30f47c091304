//! `read`: reads a text file, or some of its lines.

use super::Workplace;
use crate::answer::Answer;
use crate::error::{Action, ToolError};
use crate::fingerprint::Fingerprint;
use crate::root::Target;
use crate::text;
use cap_std::fs::File;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::num::NonZeroU64;

/// The arguments of `read`.
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    /// File to read
    pub(crate) path: String,

    /// First line to read, starting at 1
    #[arg(long, value_name = "LINE")]
    offset: Option<NonZeroU64>,

    /// Maximum number of lines to read
    #[arg(long, value_name = "LINES")]
    limit: Option<NonZeroU64>,
}

#[derive(Serialize)]
struct Excerpt<'a> {
    path: &'a str,
    /// The size of the whole file, in bytes.
    size: u64,
    /// The number of the first line in `content`.
    offset: u64,
    /// The number of lines in `content`.
    lines: u64,
    /// The number of the next line, if there is one.
    next_offset: Option<u64>,
    content: &'a str,
}

/// Some lines of a file.
struct Part {
    bytes: Vec<u8>,
    lines: u64,
    more: bool,
}

impl Read {
    pub(crate) fn perform(&self, workplace: &mut Workplace<'_>) -> Result<Answer, ToolError> {
        text::require_path(&self.path)?;
        let target = workplace.root.locate(Action::Read, &self.path)?;
        let opened = workplace.root.open_file(Action::Read, &target, false);
        // A missing file can't be stale.
        let mut file = opened.inspect_err(|_| workplace.known.forget(&target))?;
        let refused = |source| target.refused(Action::Read, source);
        let size = file.metadata().map_err(refused)?.len();
        let whole = self.offset.is_none() && self.limit.is_none();
        if whole && size > workplace.max_bytes {
            return Err(too_large(&target, size, workplace.max_bytes));
        }
        let fingerprint = Fingerprint::of(&mut file).map_err(refused)?;
        let part = self.part(&target, file, size, workplace.max_bytes)?;
        let content = text::decode(&target, &part.bytes)?;
        workplace.known.remember(&target, fingerprint);
        let offset = self.first();
        let next_offset = part.more.then_some(offset + part.lines);
        let data = Excerpt { path: &self.path, size, offset, lines: part.lines, next_offset, content };
        let answer = Answer::new(content, data);
        Ok(match next_offset {
            Some(next) => answer.warning(format!("the file has more lines; to continue, pass {next} as `offset`")),
            None => answer,
        })
    }

    fn first(&self) -> u64 {
        self.offset.map_or(1, NonZeroU64::get)
    }

    /// Reads the requested lines. Never keeps more than `max_bytes` in memory.
    fn part(&self, target: &Target, file: File, size: u64, max_bytes: u64) -> Result<Part, ToolError> {
        let refused = |source| target.refused(Action::Read, source);
        let mut reader = BufReader::new(file);
        for passed in 1..self.first() {
            if reader.skip_until(b'\n').map_err(refused)? == 0 {
                return Err(self.past_the_end(passed - 1));
            }
        }
        let at_end = |reader: &mut BufReader<File>| -> io::Result<bool> { Ok(reader.fill_buf()?.is_empty()) };
        if self.first() > 1 && at_end(&mut reader).map_err(refused)? {
            return Err(self.past_the_end(self.first() - 1));
        }
        let limit = self.limit.map_or(u64::MAX, NonZeroU64::get);
        let mut part = Part { bytes: Vec::new(), lines: 0, more: false };
        while part.lines < limit {
            let room = max_bytes + 1 - part.bytes.len() as u64;
            if reader.by_ref().take(room).read_until(b'\n', &mut part.bytes).map_err(refused)? == 0 {
                break;
            }
            if part.bytes.len() as u64 > max_bytes {
                return Err(part_too_large(target, size.max(max_bytes + 1), max_bytes));
            }
            part.lines += 1;
        }
        part.more = !at_end(&mut reader).map_err(refused)?;
        Ok(part)
    }

    fn past_the_end(&self, lines: u64) -> ToolError {
        ToolError::InvalidArgs {
            reason: format!("`offset` {} is past the end of {}, which has {lines} lines", self.first(), self.path),
            advice: "Start at an earlier line, or omit `offset`".to_owned(),
        }
    }
}

fn too_large(target: &Target, size: u64, limit: u64) -> ToolError {
    ToolError::FileTooLarge {
        path: target.path.clone(),
        size,
        limit,
        advice: "Read the file in parts, with the line numbers `offset` and `limit`".to_owned(),
    }
}

fn part_too_large(target: &Target, size: u64, limit: u64) -> ToolError {
    ToolError::FileTooLarge {
        path: target.path.clone(),
        size,
        limit,
        advice:
            "Pass a lower `limit`; to read part of a long line, call `run` with [\"cut\", \"-b\", \"1-1000\", PATH]"
                .to_owned(),
    }
}
