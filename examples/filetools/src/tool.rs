//! The tools and their calls.

mod edit;
mod read;
mod run;
mod write;

pub(crate) use edit::Edit;
pub(crate) use read::Read;
pub(crate) use run::Run;
pub(crate) use write::Write;

use crate::answer::Answer;
use crate::error::ToolError;
use crate::root::Root;
use crate::state::{Journal, Known};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The tools that the circuit breaker can disable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tool {
    Read,
    Write,
    Edit,
    Run,
}

impl Tool {
    pub(crate) const ALL: [Self; 4] = [Self::Read, Self::Write, Self::Edit, Self::Run];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Edit => "edit",
            Self::Run => "run",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// Returns the syntax of the arguments.
    pub(crate) const fn arguments(self) -> &'static str {
        match self {
            Self::Read => r#"{"path": TEXT, "offset": LINE from 1, "limit": LINES from 1}, the last two optional"#,
            Self::Write => r#"{"path": TEXT, "content": TEXT}"#,
            Self::Edit => r#"{"path": TEXT, "old": TEXT, "new": TEXT}"#,
            Self::Run => r#"{"command": [PROGRAM, ARGUMENT, ...], "timeout_ms": 1 to 600000}, the last one optional"#,
        }
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The resources for a call.
pub(crate) struct Workplace<'a> {
    pub(crate) root: &'a Root,
    /// The maximum size of a string in a call or a result, in bytes.
    pub(crate) max_bytes: u64,
    /// The files that the session has read or written.
    pub(crate) known: &'a mut Known,
    /// Records processes that may outlive the call.
    pub(crate) journal: &'a mut dyn Journal,
}

/// A tool and its arguments.
#[derive(Clone, Debug)]
pub(crate) enum Call {
    Read(Read),
    Write(Write),
    Edit(Edit),
    Run(Run),
}

impl Call {
    pub(crate) const fn tool(&self) -> Tool {
        match self {
            Self::Read(_) => Tool::Read,
            Self::Write(_) => Tool::Write,
            Self::Edit(_) => Tool::Edit,
            Self::Run(_) => Tool::Run,
        }
    }

    pub(crate) fn perform(&self, workplace: &mut Workplace<'_>) -> Result<Answer, ToolError> {
        provoke_bug(self.tool());
        match self {
            Self::Read(read) => read.perform(workplace),
            Self::Write(write) => write.perform(workplace),
            Self::Edit(edit) => edit.perform(workplace),
            Self::Run(run) => run.perform(workplace),
        }
    }
}

/// A short description of the call.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(read) => write!(f, "read {}", read.path),
            Self::Write(write) => write!(f, "write {}", write.path),
            Self::Edit(edit) => write!(f, "edit {}", edit.path),
            Self::Run(run) => write!(f, "run {}", run.command_line()),
        }
    }
}

/// An environment variable with the name of a tool that should panic, to test how bugs are reported.
const BUG: &str = "FILETOOLS_TEST_PANIC";

fn provoke_bug(tool: Tool) {
    let is_wanted = std::env::var_os(BUG).is_some_and(|name| name == tool.name());
    assert!(!is_wanted, "requested by {BUG}");
}
