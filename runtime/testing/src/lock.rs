//! Lock files, which record the error codes that callers of a program rely on.

use agent_error::Catalog;
use agent_error_tooling::{
    Change, ChangeClass, Changes, Contract, Document, DocumentError, conflict_sides, write_file,
};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io, thread};

/// The environment variable that accepts changes. `overwrite` accepts all changes, and `additive` accepts compatible
/// changes.
pub(super) const VARIABLE: &str = "AGENT_ERROR_LOCK";

/// Asserts that the error codes of the program match its lock file.
///
/// Call this from a test inside the program or library. Otherwise, the linker may omit its error types. The lock file
/// covers all codes that `errors list` prints, except the codes of agent-error itself. The path is relative to the
/// package's `Cargo.toml`. To create the file or accept changes, set `AGENT_ERROR_LOCK=overwrite`. To accept only
/// compatible changes, set `AGENT_ERROR_LOCK=additive`.
///
/// A code behind a `cfg` is only locked if the feature is enabled when the test runs. Types that are declared in tests
/// don't belong in a lock file, so mark them `#[agent_error(unregistered)]`. To also lock which errors each command and
/// tool can return, use [`assert_catalog_locked`].
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
/// Panics if the file is missing or invalid, or if it differs from the program. The message lists each change with its
/// class (see [`Contract::changes_to`]), and contains the command that accepts the changes. Also panics if two types of
/// the program declare the same code, or if a type is declared in a module named `test` or `tests`.
#[track_caller]
#[allow(clippy::panic, reason = "assertions panic")]
pub fn assert_locked(path: impl AsRef<Path>) {
    let (catalog, problems) = Catalog::of_the_program();
    if let Some(problem) = problems.first() {
        panic!("cannot lock the catalog: {problem}");
    }
    if let Some(entry) = catalog.iter().find(|entry| is_of_tests(entry.ty.path())) {
        panic!(
            "cannot lock the catalog: {} is declared in a module of tests, so that no program has it; mark it \
             `#[agent_error(unregistered)]`, or name the types of the program with `assert_catalog_locked`",
            entry.declaration()
        );
    }
    assert_catalog_locked(path, &catalog);
}

/// Whether a type is declared in a module named `test` or `tests`.
fn is_of_tests(path: &str) -> bool {
    let mut modules = path.rsplit("::").skip(1);
    modules.any(|module| module == "tests" || module == "test")
}

/// Asserts that the codes of a catalog match a lock file. See [`assert_locked`].
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
    match catalog.document().parse() {
        Ok(document) => assert_document_locked(path, document),
        Err(error) => panic!("cannot read the catalog document: {error}"),
    }
}

/// Asserts that the codes of a catalog document match a lock file. See [`assert_locked`].
///
/// # Panics
///
/// Panics if the file is missing or invalid, or if it differs from the document.
#[track_caller]
#[allow(clippy::panic, reason = "assertions panic")]
pub fn assert_document_locked(path: impl AsRef<Path>, document: Document) {
    let path = in_package(path.as_ref());
    let checked = match env::var_os(VARIABLE) {
        None => check(&path, document),
        Some(value) if value.is_empty() => check(&path, document),
        Some(value) if value == "overwrite" => accept(&path, document, |_| true),
        Some(value) if value == "additive" => accept(&path, document, Changes::are_compatible),
        Some(value) => {
            panic!("invalid value {VARIABLE}={}; expected `overwrite` or `additive`", value.display())
        }
    };
    if let Err(why) = checked {
        panic!("{}", LockError { path, why, accepted_by: Some(Command) });
    }
}

/// Checks that the codes of a catalog match a lock file. Ignores `AGENT_ERROR_LOCK`, and never writes the file. To
/// update the file, write the output of [`Contract::to_lock`].
///
/// # Errors
///
/// Returns a [`LockError`]. Its `Display` implementation formats a complete report.
pub fn check_locked(path: impl AsRef<Path>, catalog: &Catalog) -> Result<(), LockError> {
    let path = path.as_ref();
    let document = catalog.document().parse().map_err(Why::Invalid);
    let checked = document.and_then(|document| check(path, document));
    checked.map_err(|why| LockError { path: path.to_owned(), why, accepted_by: None })
}

fn check(path: &Path, document: Document) -> Result<(), Why> {
    let contract = promised(&document)?;
    let text = fs::read_to_string(path).map_err(Why::Unreadable)?;
    let locked: Contract = text.parse().map_err(Why::Invalid)?;
    match locked.changes_to(&contract) {
        changes if changes.is_empty() => Ok(()),
        changes => Err(Why::Changed { mistake: locked.mismatch_with(&contract), changes }),
    }
}

/// Returns the contract of a document. If the document doesn't name its program, uses the package under test.
///
/// Returns an error if the catalog is empty, because its lock file would always match.
fn promised(document: &Document) -> Result<Contract, Why> {
    let contract = Contract::of(document);
    let contract = match env::var("CARGO_PKG_NAME").ok().zip(env::var("CARGO_PKG_VERSION").ok()) {
        Some((name, version)) => contract.of_package(name, version),
        None => contract,
    };
    if contract.is_empty() { Err(Why::Empty) } else { Ok(contract) }
}

/// Updates the lock file if the changes are acceptable.
fn accept(path: &Path, document: Document, acceptable: fn(&Changes) -> bool) -> Result<(), Why> {
    let contract = promised(&document)?;
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if !acceptable(&anything()) => return Err(Why::Unreadable(error)),
        Err(_) => return written(path, &contract, "a new file\n"),
    };
    match text.parse::<Contract>() {
        Ok(locked) => {
            let changes = locked.changes_to(&contract);
            if !acceptable(&changes) {
                return Err(Why::Changed { mistake: locked.mismatch_with(&contract), changes });
            }
            written(path, &contract, &format!("{}\n{changes}", changes.summary()))
        }
        // A file written by a newer version may contain data that this version can't preserve.
        Err(error @ DocumentError::UnknownVersion { .. }) => Err(Why::Invalid(error)),
        // Compare the catalog with both sides of the merge, because callers may rely on either side.
        Err(error @ DocumentError::MergeConflict { .. }) => {
            let sides: Vec<Contract> = conflict_sides(&text).iter().filter_map(|side| side.parse().ok()).collect();
            let changes: Vec<Changes> = sides.iter().map(|side| side.changes_to(&contract)).collect();
            if changes.is_empty() && !acceptable(&anything()) {
                return Err(Why::Invalid(error));
            }
            match changes.iter().position(|changes| !acceptable(changes)) {
                Some(place) => Err(Why::Changed {
                    mistake: sides[place].mismatch_with(&contract),
                    changes: changes[place].clone(),
                }),
                None => {
                    let of_side = |changes: &Changes| format!("{} from one side\n{changes}", changes.summary());
                    let held: String = changes.iter().map(of_side).collect();
                    written(path, &contract, &format!("a merge conflict: {held}\n"))
                }
            }
        }
        Err(error) if !acceptable(&anything()) => Err(Why::Invalid(error)),
        Err(error) => written(path, &contract, &format!("a new file, because the old one can't be read: {error}\n")),
    }
}

/// Returns a breaking change. Used if the previous content of the lock file is unknown.
fn anything() -> Changes {
    Changes::from_iter([Change::new(ChangeClass::Breaking, "", "")])
}

/// Writes the lock file and reports the accepted changes.
///
/// Writes the report directly to standard error, because the test harness captures the output of passing tests.
fn written(path: &Path, contract: &Contract, accepted: &str) -> Result<(), Why> {
    write_file(path, &contract.to_lock()).map_err(Why::NotWritten)?;
    // Ignore errors: the changes are also visible in the diff of the file.
    let _ = write!(io::stderr().lock(), "{}: accepted {accepted}", path.display());
    Ok(())
}

/// Resolves a path against the directory of the package under test. Cargo sets `CARGO_MANIFEST_DIR` to that directory.
pub(super) fn in_package(path: &Path) -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or(path.to_owned(), |package| Path::new(&package).join(path))
}

/// The error for a lock file that doesn't match a catalog. Its `Display` implementation formats a multi-line report.
#[derive(Debug)]
pub struct LockError {
    path: PathBuf,
    why: Why,
    /// The command that accepts the changes, or `None` if the caller has to update the file.
    accepted_by: Option<Command>,
}

#[derive(Debug)]
enum Why {
    Unreadable(io::Error),
    NotWritten(io::Error),
    Invalid(DocumentError),
    /// The catalog has no codes.
    Empty,
    Changed {
        changes: Changes,
        /// Why the lock file probably belongs to another program, if it seems to.
        mistake: Option<String>,
    },
}

impl LockError {
    /// Returns the changes, or `None` if the file couldn't be compared.
    pub fn changes(&self) -> Option<&Changes> {
        match &self.why {
            Why::Changed { changes, .. } => Some(changes),
            Why::Unreadable(_) | Why::NotWritten(_) | Why::Invalid(_) | Why::Empty => None,
        }
    }
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.why {
            Why::Unreadable(error) if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "the lock file {path} does not exist\n\nCreate it, review it, and commit it")
            }
            Why::Unreadable(error) => return write!(f, "cannot read the lock file {path}: {error}"),
            Why::NotWritten(error) => return write!(f, "cannot write the lock file {path}: {error}"),
            Why::Invalid(error @ DocumentError::UnknownVersion { .. }) => {
                return write!(f, "cannot read the lock file {path}: {error}\n\nUpdate agent-error in this package.");
            }
            Why::Invalid(error @ DocumentError::MergeConflict { .. }) => {
                return write!(
                    f,
                    "cannot read the lock file {path}: {error}\n\nResolve the conflict with either side, \
                     then run this test to see what the merge changed. To accept changes that are compatible with both \
                     sides, set {VARIABLE}=additive."
                );
            }
            Why::Invalid(error) => write!(
                f,
                "cannot read the lock file {path}: {error}\n\nRestore the file from version control. If its \
                 promises don't matter, recreate it"
            ),
            Why::Empty => {
                return f.write_str(
                    "the catalog has no codes of the program to lock\n\nThe linker omits \
                     libraries that the test doesn't use. Call this test inside the library, add `use library as _;`, \
                     or pass `Catalog::of::<Error>()` to `assert_catalog_locked`.",
                );
            }
            Why::Changed { changes, mistake } => {
                writeln!(f, "the codes differ from {path}: {}\n\n{changes}", changes.summary())?;
                if let Some(mistake) = mistake {
                    writeln!(f, "{mistake}\n")?;
                }
                if changes.are_compatible() {
                    f.write_str("These changes don't break callers. ")?;
                } else {
                    f.write_str("The breaking changes affect programs and agents that rely on the codes. ")?;
                }
                f.write_str("If all changes are intended, accept them")
            }
        }?;
        match &self.accepted_by {
            Some(command) => write!(f, ":\n\n{command}"),
            None => f.write_str(": write the output of `Contract::to_lock` to the file."),
        }
    }
}

impl std::error::Error for LockError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.why {
            Why::Unreadable(error) | Why::NotWritten(error) => Some(error),
            Why::Invalid(error) => Some(error),
            Why::Changed { .. } | Why::Empty => None,
        }
    }
}

/// The command that runs this test again and accepts the changes.
#[derive(Debug)]
pub(super) struct Command;

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "    {VARIABLE}=overwrite cargo test")?;
        if let Ok(package) = env::var("CARGO_PKG_NAME") {
            write!(f, " -p {package}")?;
        }
        match test_name() {
            Some(test) => write!(f, " {test}"),
            None => Ok(()),
        }
    }
}

/// Returns the name of the running test. The test harness gives each test's thread this name.
///
/// Returns `None` if the tests run in the main thread.
fn test_name() -> Option<String> {
    thread::current().name().filter(|name| *name != "main").map(str::to_owned)
}
