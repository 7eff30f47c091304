//! `agent-error diff`: compares two catalogs.

mod annotations;

use crate::source::{ProgramArgs, Source, SourceError};
use agent_error::Listing;
use agent_error::clap::{CommandExt as _, Danger};
use agent_error::{AgentError, Response, error_set, exit};
use agent_error_testing::Tool;
use agent_error_tooling::{Change, ChangeClass, Changes, Contract};
use serde_json::json;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Check a newer catalog for changes that break its callers
///
/// Reads each catalog from a file or standard input. To read the newer one from a program, pass it
/// after `--`:
///
///   agent-error diff old.json new.json
///
///   agent-error diff --against origin/main errors.lock.json -- tool
#[derive(Clone, Debug, clap::Args)]
#[command(verbatim_doc_comment, errors = error_set![DiffError], danger = Danger::Mutating)]
pub(crate) struct DiffArgs {
    /// Older catalog or lock file, or "-" for standard input
    #[arg(value_name = "OLD_CATALOG")]
    old: PathBuf,

    /// Newer catalog or lock file, or "-" for standard input
    #[arg(
        value_name = "NEW_CATALOG",
        required_unless_present = "program",
        conflicts_with = "program"
    )]
    new: Option<PathBuf>,

    #[command(flatten)]
    program: ProgramArgs,

    /// Read the older catalog from this git revision, such as "origin/main"
    #[arg(long, value_name = "REVISION")]
    against: Option<String>,

    /// Also write GitHub Actions annotations to standard error
    #[arg(long)]
    github: bool,
}

/// The catalogs couldn't be compared, or the newer catalog isn't compatible.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum DiffError {
    /// Git can't read the file at this revision.
    #[error("cannot read {path} of the revision {revision}")]
    #[code(
        "CATALOG_REVISION_UNREADABLE",
        exit = exit::sysexits::NOINPUT,
        detail = "{reason}",
        suggest = "Check the revision and the path with `git show`; a shallow clone needs `git fetch` of the revision first",
        phase = validation
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
    #[error("{summary} from {old} to {new}")]
    #[code("CATALOG_INCOMPATIBLE", suggest = "{advice}")]
    Incompatible {
        /// The older catalog.
        old: String,
        /// The newer catalog.
        new: String,
        // Formats write each entry of a listing, however long the listing is.
        /// The changes that break callers.
        breaking: Listing,
        /// The changes that add something.
        additive: Listing,
        /// The changes of wording.
        cosmetic: Listing,
        /// The number of changes in each class.
        #[context(skip)]
        summary: Box<str>,
        /// Undo what breaks callers, or release a new major version.
        #[context(skip)]
        advice: Box<str>,
    },

    #[error(transparent)]
    #[code(transparent)]
    Source(#[from] SourceError),
}

const RESTORE: &str =
    "Undo what breaks callers, or release a new major version and list the changes in its notes";

impl DiffArgs {
    /// Compares the older catalog with the newer catalog.
    pub(crate) fn run(&self) -> Result<Response, DiffError> {
        let old = Source::of_path(&self.old);
        let new = self.program.source_or(self.new.as_deref());
        let before = match &self.against {
            Some(revision) => match of_revision(revision, &self.old)? {
                Some(text) => text,
                None => return Ok(new_file(revision, &self.old)),
            },
            None => old.text()?,
        };
        let after = new.text()?;
        let locked: Contract = old.parse(&before)?;
        let current: Contract = new.parse(&after)?;
        let changes = locked.changes_to(&current);
        if self.github {
            // Annotations refer to the file in the working tree.
            let file = match self.against {
                Some(_) => fs::read_to_string(&self.old).unwrap_or_default(),
                None => before,
            };
            let annotations = annotations::github(&changes, &old.to_string(), &file, &after);
            // Ignore errors: the response also contains the changes.
            let _ = io::stderr().lock().write_all(annotations.as_bytes());
        }
        if !changes.are_compatible() {
            return Err(DiffError::Incompatible {
                old: old.to_string(),
                new: new.to_string(),
                breaking: listed(&changes, ChangeClass::Breaking),
                additive: listed(&changes, ChangeClass::Additive),
                cosmetic: listed(&changes, ChangeClass::Cosmetic),
                summary: changes.summary().into(),
                advice: locked.mismatch_with(&current).unwrap_or(RESTORE).into(),
            });
        }
        let text = if changes.is_empty() {
            "No changes.".to_owned()
        } else {
            format!("Compatible: {}.\n\n{changes}", changes.summary())
        };
        Ok(Response::new(json!({"compatible": true, "changes": changes})).human(text))
    }
}

/// Lists the codes with changes of a class, and what changed.
fn listed(changes: &Changes, class: ChangeClass) -> Listing {
    let mut by_code: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for change in changes.of(class) {
        by_code.entry(&change.code).or_default().push(line(change));
    }
    by_code
        .into_iter()
        .map(|(code, lines)| (code, lines.join("; ")))
        .collect()
}

/// The longest value that a list of changes shows, in bytes. Schemas can be long.
const LONGEST_VALUE: usize = 200;

fn line(change: &Change) -> String {
    let what = &change.what;
    match (&change.old, &change.new) {
        (Some(old), Some(new)) if old.len().max(new.len()) <= LONGEST_VALUE => {
            format!("{what}, from `{old}` to `{new}`").replace('\n', " ")
        }
        _ => what.clone(),
    }
}

/// Returns the response if a revision doesn't contain the older catalog yet.
fn new_file(revision: &str, path: &Path) -> Response {
    let reason = format!(
        "{} is new: the revision {revision} doesn't contain it, so nothing was compared",
        path.display()
    );
    let data = json!({"compatible": true, "changes": []});
    Response::new(data).human("No changes.").warning(reason)
}

/// Reads a file from a git revision. Returns `None` if the file is new since then.
fn of_revision(revision: &str, path: &Path) -> Result<Option<String>, DiffError> {
    show(revision, path).map_err(|reason| DiffError::NotInRevision {
        revision: revision.to_owned(),
        path: path.to_owned(),
        reason,
    })
}

/// Runs `git show`. Returns `None` if the file is new since the revision. If the file can't be read,
/// returns git's error message.
fn show(revision: &str, path: &Path) -> Result<Option<String>, String> {
    // Git would list the files of a folder.
    if path.is_dir() {
        return Err(format!("{} is a directory", path.display()));
    }
    let mut object = OsString::from(format!("{revision}:./"));
    object.push(path.file_name().unwrap_or_default());
    let command = git(path).args(["show", "--end-of-options"]).arg(object);
    let run = match command.try_run() {
        Ok(run) => run,
        Err(error) => return Err(format!("the program `git` cannot be run: {error}")),
    };
    if run.exit_code == Some(0) {
        return match String::from_utf8(run.stdout.clone()) {
            Ok(text) => Ok(Some(text)),
            Err(error) => Err(error.to_string()),
        };
    }
    let is_new = is_commit(revision, path) && path.exists();
    if is_new {
        return Ok(None);
    }
    Err(run.stderr().trim().to_owned())
}

fn is_commit(revision: &str, path: &Path) -> bool {
    let verify = git(path).args(["rev-parse", "--verify", "--quiet", "--end-of-options"]);
    let verified = verify.arg(format!("{revision}^{{commit}}")).try_run();
    verified.is_ok_and(|run| run.exit_code == Some(0))
}

/// Creates a git command that runs in the folder of a file.
fn git(path: &Path) -> Tool {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    Tool::new("git").arg("-C").arg(folder)
}
