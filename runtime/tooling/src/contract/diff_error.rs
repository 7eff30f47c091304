//! Errors that occur when two catalogs are compared.

use super::changes::Changes;
use crate::contract::ChangeClass;
use agent_error::error::SystemError;
use agent_error::{AgentError, exit};
use std::fmt;
use std::path::{Path, PathBuf};

/// The catalogs couldn't be compared, or the newer catalog isn't compatible.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(unregistered)]
#[non_exhaustive]
pub enum DiffError {
    /// A file with a catalog or a baseline cannot be read.
    #[code(
        "CATALOG_FILE_UNREADABLE",
        exit = exit::sysexits::NOINPUT,
        suggest = "Check the path of the file",
        phase = validation,
        shared
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: SystemError,
    },
    /// A file isn't a valid catalog, lock file or baseline.
    #[code(
        "CATALOG_FILE_INVALID",
        exit = exit::sysexits::DATAERR,
        suggest = "Pass a lock file or the output of `errors catalog`; for `--baseline`, a file that `--write-baseline` wrote",
        phase = validation,
        shared
    )]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The mistake in it.
        problem: String,
    },
    /// Git can't read the file at this revision.
    #[code(
        "CATALOG_REVISION_UNREADABLE",
        exit = exit::sysexits::NOINPUT,
        detail = "{reason}",
        suggest = "Check the revision and the path with `git show`; a shallow clone needs `git fetch` of the revision first",
        phase = validation,
        shared
    )]
    NotInRevision {
        /// The requested revision.
        revision: String,
        /// The file.
        path: PathBuf,
        /// Git's error message.
        reason: String,
    },
    /// A newer catalog breaks callers of an older one.
    #[code(
        "CATALOG_INCOMPATIBLE",
        exit = exit::PARTIAL_FAILURE,
        side_effects = none,
        detail = "{list}",
        suggest = "{advice}",
        shared
    )]
    Incompatible {
        /// The older catalog.
        old: PathBuf,
        /// The newer document. `None` if it's the program's own catalog.
        new: Option<PathBuf>,
        /// The number of breaking changes.
        breaking: usize,
        /// All changes. Breaking changes come first.
        changes: Box<Changes>,
        /// The breaking changes, one per line.
        #[context(skip)]
        list: String,
        /// Restore what breaks callers, or release a new major version.
        #[context(skip)]
        advice: String,
    },
}

const RESTORE: &str = "Restore what breaks callers, or release a new major version and list the changes in its notes";

impl DiffError {
    /// Creates an [`Incompatible`](Self::Incompatible) error.
    ///
    /// If `new` is `None`, the newer catalog is the catalog of the running program. If the catalogs probably aren't
    /// versions of the same program, pass the reason as `mistake`. It replaces the default advice.
    pub fn incompatible(old: &Path, new: Option<&Path>, changes: Changes, mistake: Option<String>) -> Self {
        let breaking: Vec<String> = changes.of(ChangeClass::Breaking).map(ToString::to_string).collect();
        Self::Incompatible {
            old: old.to_owned(),
            new: new.map(Path::to_owned),
            breaking: breaking.len(),
            changes: Box::new(changes),
            list: breaking.join("\n"),
            advice: mistake.unwrap_or_else(|| RESTORE.to_owned()),
        }
    }
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, .. } => write!(f, "cannot read {}", path.display()),
            Self::NotInRevision { revision, path, .. } => {
                write!(f, "cannot read {} of the revision {revision}", path.display())
            }
            Self::Invalid { path, problem } => write!(f, "{}: {problem}", path.display()),
            Self::Incompatible { old, new, changes, .. } => {
                let new = new.as_ref().map_or("this program".to_owned(), |new| new.display().to_string());
                write!(f, "{} from {} to {new}", changes.summary(), old.display())
            }
        }
    }
}

impl std::error::Error for DiffError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } => Some(source),
            Self::NotInRevision { .. } | Self::Invalid { .. } | Self::Incompatible { .. } => None,
        }
    }
}
