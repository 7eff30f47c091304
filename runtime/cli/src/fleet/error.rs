//! Errors of commands that read the catalogs of several programs.

use agent_error::{AgentError, exit};
use agent_error_tooling::{ChangeClass, FleetChanges};

/// The catalogs of several programs can't be used together, or a newer release of them isn't compatible.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "FLEET")]
pub(crate) enum FleetError {
    /// The directory contains no catalogs.
    ///
    /// Catalogs are files whose names end in `.json`. Subdirectories are ignored.
    #[error("{directory} contains no catalogs")]
    #[code(
        "FLEET_EMPTY",
        exit = exit::sysexits::NOINPUT,
        phase = validation,
        suggest = "Write each catalog to {directory}, as in `PROGRAM errors catalog > PROGRAM.json`"
    )]
    Empty {
        /// The directory as given.
        directory: String,
    },

    /// Two catalogs have the same program name.
    #[error("{first} and {second} are both catalogs of `{program}`")]
    #[code(
        "FLEET_PROGRAM_DUPLICATE",
        exit = exit::ARG_ERROR,
        phase = validation,
        suggest = "Pass one catalog per program; to compare two versions, use `agent-error diff`"
    )]
    DuplicateProgram {
        /// The program name.
        program: String,
        /// The source of the first catalog.
        first: String,
        /// The source of the second catalog.
        second: String,
    },

    /// One side of the comparison is a directory, but the other isn't.
    #[error("cannot compare the directory {directory} with {other}, which is not a directory")]
    #[code(
        "FLEET_MIXED",
        exit = exit::ARG_ERROR,
        phase = validation,
        suggest = "Pass two catalogs, or two directories with catalogs"
    )]
    Mixed {
        /// The directory.
        directory: String,
        /// The other source.
        other: String,
    },

    /// A newer release of several programs breaks callers of an older one.
    #[error("{summary} from {old} to {new}")]
    #[code(
        "FLEET_INCOMPATIBLE",
        exit = exit::PARTIAL_FAILURE,
        side_effects = none,
        detail = "{list}",
        suggest = "Restore what breaks callers, or release new major versions of the programs and list the changes in their notes"
    )]
    Incompatible {
        /// The directory with the older catalogs.
        old: String,
        /// The directory with the newer catalogs.
        new: String,
        /// The changes of each program, and the programs that were added or removed.
        changes: Box<FleetChanges>,
        /// The number of changes per class.
        #[context(skip)]
        summary: String,
        /// The breaking changes, one per line.
        #[context(skip)]
        list: String,
    },
}

impl FleetError {
    pub(super) fn incompatible(old: String, new: String, changes: FleetChanges) -> Self {
        let all = changes.flattened();
        let breaking: Vec<String> = all.of(ChangeClass::Breaking).map(ToString::to_string).collect();
        let (summary, list) = (all.summary(), breaking.join("\n"));
        Self::Incompatible { old, new, changes: Box::new(changes), summary, list }
    }
}
