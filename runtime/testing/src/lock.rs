//! Lock files, which record the error codes that callers of a program rely on.

use agent_error::Catalog;
use agent_error_tooling::{Changes, Contract, DocumentError, write_file};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io, thread};

/// The environment variable that accepts changes. `overwrite` accepts all changes, and `additive`
/// accepts compatible changes.
pub(super) const VARIABLE: &str = "AGENT_ERROR_LOCK";

/// Asserts that the error codes of the program match its lock file.
///
/// Call this from a test inside the program or library. In other tests, the linker may omit its
/// error types. The lock file covers all codes that `errors list` prints, except the codes of
/// agent-error itself. The path is relative to the package's `Cargo.toml`. To create the file or
/// accept changes, set `AGENT_ERROR_LOCK=overwrite`. To accept only compatible changes, set
/// `AGENT_ERROR_LOCK=additive`.
///
/// A code behind a `cfg` is only locked if the feature is enabled when the test runs. Mark types
/// that are declared in tests as `#[agent_error(unregistered)]`, because they don't belong in a
/// lock file. To also lock which errors each command and tool can return, use
/// [`assert_catalog_locked`].
///
/// ```no_run
/// #[test]
/// fn codes_are_locked() {
///     agent_error_testing::assert_locked("errors.lock.json");
/// }
/// ```
///
/// # Panics
///
/// Panics if the file is missing or invalid, or if it differs from the program. The message lists
/// each change with its class (see [`Contract::changes_to`]), and contains the command that accepts
/// the changes. Also panics if two types in the program declare the same code, or if a type is
/// declared in a module named `test` or `tests`.
#[track_caller]
#[allow(clippy::panic, reason = "assertions panic")]
pub fn assert_locked(path: impl AsRef<Path>) {
    let (catalog, problems) = Catalog::__complete();
    if let Some(problem) = problems.first() {
        panic!("cannot lock the catalog: {problem}");
    }
    let is_of_tests = |path: &str| {
        path.rsplit("::")
            .skip(1)
            .any(|module| module == "tests" || module == "test")
    };
    if let Some(entry) = catalog.__entries().find(|entry| is_of_tests(entry.ty.path)) {
        panic!(
            "cannot lock the catalog: {} is declared in a module of tests, so that no program has it; mark it \
             `#[agent_error(unregistered)]`, or name the types of the program with `assert_catalog_locked`",
            entry.declaration()
        );
    }
    assert_catalog_locked(path, &catalog);
}

/// Asserts that a catalog's codes match a lock file. See [`assert_locked`]. A test inside the
/// program can't see overridden exit codes; to lock them, call [`assert_document_locked`].
///
#[cfg_attr(feature = "clap", doc = "```no_run")]
#[cfg_attr(not(feature = "clap"), doc = "```ignore")]
/// # use agent_error::Catalog;
/// # fn command() -> clap::Command { clap::Command::new("tool") }
/// #[test]
/// fn codes_and_the_sets_of_commands_are_locked() {
///     let catalog = Catalog::linked().unwrap().with_commands(&command());
///     agent_error_testing::assert_catalog_locked("errors.lock.json", &catalog);
/// }
/// ```
///
/// # Panics
///
/// Panics if the file is missing or invalid, or if it differs from the catalog.
#[track_caller]
#[allow(clippy::panic, reason = "assertions panic")]
pub fn assert_catalog_locked(path: impl AsRef<Path>, catalog: &Catalog) {
    assert_document_locked(path, &catalog.document());
}

/// Asserts that the codes in a catalog document match a lock file. `errors catalog` prints the
/// document.
///
/// # Panics
///
/// Panics if the document is invalid, or under the same conditions as [`assert_catalog_locked`].
#[track_caller]
#[allow(clippy::panic, reason = "assertions panic")]
pub fn assert_document_locked(path: impl AsRef<Path>, document: &str) {
    let path = in_package(path.as_ref());
    let checked = match env::var_os(VARIABLE) {
        Some(value) if value == "overwrite" => accept(&path, document, true),
        Some(value) if value == "additive" => accept(&path, document, false),
        Some(value) if !value.is_empty() => {
            panic!(
                "invalid value {VARIABLE}={}; expected `overwrite` or `additive`",
                value.display()
            )
        }
        _ => promised(document).and_then(|contract| check(&path, &contract)),
    };
    if let Err(error) = checked {
        panic!("{}", error.report(&path));
    }
}

fn check(path: &Path, contract: &Contract) -> Result<(), LockError> {
    let text = fs::read_to_string(path).map_err(LockError::Unreadable)?;
    let locked: Contract = text.parse().map_err(LockError::Invalid)?;
    match locked.changes_to(contract) {
        changes if changes.is_empty() => Ok(()),
        changes => Err(LockError::Changed {
            mistake: locked.mismatch_with(contract),
            changes,
        }),
    }
}

/// Returns the contract of a catalog document. An empty contract is an error, because its lock file
/// would always match.
fn promised(document: &str) -> Result<Contract, LockError> {
    let contract: Contract = document.parse().map_err(LockError::Invalid)?;
    if contract.is_empty() {
        Err(LockError::Empty)
    } else {
        Ok(contract)
    }
}

/// Updates the lock file. Unless `overwrites` is set, rejects changes that may break callers.
fn accept(path: &Path, document: &str, overwrites: bool) -> Result<(), LockError> {
    let contract = promised(document)?;
    let accepted = match check(path, &contract) {
        Ok(()) => "no change\n".to_owned(),
        Err(LockError::Changed { changes, .. }) if overwrites || changes.are_compatible() => {
            format!("{}\n{changes}", changes.summary())
        }
        // A file written by a newer version may contain data that this version can't preserve.
        Err(why @ LockError::Invalid(DocumentError::UnknownVersion { .. })) => return Err(why),
        Err(why) if !overwrites => return Err(why),
        Err(LockError::Invalid(error)) => {
            format!("a new file, because the old one can't be read: {error}\n")
        }
        Err(_) => "a new file\n".to_owned(),
    };
    write_file(path, &contract.to_lock()).map_err(LockError::NotWritten)?;
    // Writes directly to standard error, because the test harness captures the output of passing
    // tests. Ignores errors: the changes are also visible in the diff of the file.
    let _ = write!(
        io::stderr().lock(),
        "{}: accepted {accepted}",
        path.display()
    );
    Ok(())
}

/// Resolves a path against the directory of the package under test. Cargo sets `CARGO_MANIFEST_DIR`
/// to that directory.
pub(super) fn in_package(path: &Path) -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR")
        .map_or(path.to_owned(), |package| Path::new(&package).join(path))
}

/// A lock file doesn't match a catalog, or can't be updated.
enum LockError {
    Unreadable(io::Error),
    NotWritten(io::Error),
    Invalid(DocumentError),
    /// The catalog has no codes.
    Empty,
    Changed {
        changes: Changes,
        /// The reason why the lock file seems to belong to another program, if it does.
        mistake: Option<&'static str>,
    },
}

impl LockError {
    /// Describes the error and its remedy, which is usually the command that accepts the changes.
    fn report(&self, path: &Path) -> String {
        let path = path.display();
        let problem = match self {
            Self::Unreadable(error) if error.kind() == io::ErrorKind::NotFound => {
                format!("the lock file {path} does not exist")
            }
            Self::Unreadable(error) => return format!("cannot read the lock file {path}: {error}"),
            Self::NotWritten(error) => {
                return format!("cannot write the lock file {path}: {error}");
            }
            Self::Invalid(error) => format!("cannot read the lock file {path}: {error}"),
            Self::Empty => "the catalog has no codes of the program to lock".to_owned(),
            Self::Changed { changes, mistake } => {
                let mistake = mistake
                    .map(|mistake| format!("\n{mistake}\n"))
                    .unwrap_or_default();
                format!(
                    "the codes differ from {path}: {}\n\n{changes}{mistake}",
                    changes.summary()
                )
            }
        };
        let remedy = match self {
            Self::Unreadable(_) | Self::NotWritten(_) => "Create it, review it, and commit it",
            Self::Invalid(DocumentError::UnknownVersion { .. }) => {
                "Update agent-error in this package."
            }
            Self::Invalid(DocumentError::OutdatedLock) => {
                "Nothing was compared. To find out what changed since the last release, run this test with the older \
                 version of agent-error first. Then overwrite the file, review it, and commit it"
            }
            Self::Invalid(DocumentError::MergeConflict { .. }) => {
                "Resolve the conflict with either side, then run this test to see what the merge changed."
            }
            Self::Invalid(_) => {
                "Restore the file from version control. If its promises don't matter, recreate it"
            }
            Self::Empty => {
                "The linker omits libraries that the test doesn't use. Call this test inside the library, add \
                 `use library as _;`, or pass `Catalog::of::<Error>()` to `assert_catalog_locked`."
            }
            Self::Changed { changes, .. } if changes.are_compatible() => {
                "These changes don't break callers. If all changes are intended, accept them"
            }
            Self::Changed { .. } => {
                "The breaking changes affect programs and agents that rely on the codes. If all changes are intended, \
                 accept them"
            }
        };
        let problem = problem.trim_end();
        match remedy.ends_with('.') {
            true => format!("{problem}\n\n{remedy}"),
            false => format!("{problem}\n\n{remedy}:\n\n{}", accepting_command()),
        }
    }
}

/// Returns the command that runs this test again and accepts the changes.
pub(super) fn accepting_command() -> String {
    let package = env::var("CARGO_PKG_NAME")
        .map(|package| format!(" -p {package}"))
        .unwrap_or_default();
    // The test harness gives each test's thread the name of the test, unless the tests run in the
    // main thread.
    let thread = thread::current();
    let test = thread
        .name()
        .filter(|name| *name != "main")
        .map(|test| format!(" {test}"))
        .unwrap_or_default();
    format!("    {VARIABLE}=overwrite cargo test{package}{test}")
}
