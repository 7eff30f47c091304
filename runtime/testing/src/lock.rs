//! Lock files, which record the error codes that callers of a program rely on.

use agent_error::Catalog;
use agent_error_tooling::{Changes, Contract, DocumentError, write_file};
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
    let is_of_tests = |path: &str| path.rsplit("::").skip(1).any(|module| module == "tests" || module == "test");
    if let Some(entry) = catalog.iter().find(|entry| is_of_tests(entry.ty.path())) {
        panic!(
            "cannot lock the catalog: {} is declared in a module of tests, so that no program has it; mark it \
             `#[agent_error(unregistered)]`, or name the types of the program with `assert_catalog_locked`",
            entry.declaration()
        );
    }
    assert_catalog_locked(path, &catalog);
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
    let path = in_package(path.as_ref());
    let checked = match env::var_os(VARIABLE) {
        Some(value) if value == "overwrite" => accept(&path, catalog, true),
        Some(value) if value == "additive" => accept(&path, catalog, false),
        Some(value) if !value.is_empty() => {
            panic!("invalid value {VARIABLE}={}; expected `overwrite` or `additive`", value.display())
        }
        _ => promised(catalog).and_then(|contract| check(&path, &contract)),
    };
    if let Err(why) = checked {
        panic!("{}", LockError { path, why, accepted_by: Some(accepting_command()) });
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
    let checked = promised(catalog).and_then(|contract| check(path, &contract));
    checked.map_err(|why| LockError { path: path.to_owned(), why, accepted_by: None })
}

fn check(path: &Path, contract: &Contract) -> Result<(), Why> {
    let text = fs::read_to_string(path).map_err(Why::Unreadable)?;
    let locked: Contract = text.parse().map_err(Why::Invalid)?;
    match locked.changes_to(contract) {
        changes if changes.is_empty() => Ok(()),
        changes => Err(Why::Changed { mistake: locked.mismatch_with(contract), changes }),
    }
}

/// Returns the contract of a catalog. If the catalog doesn't name its program, uses the package under test.
///
/// Returns an error if the catalog is empty, because its lock file would always match.
fn promised(catalog: &Catalog) -> Result<Contract, Why> {
    let contract: Contract = catalog.document().parse().map_err(Why::Invalid)?;
    let contract = match env::var("CARGO_PKG_NAME").ok().zip(env::var("CARGO_PKG_VERSION").ok()) {
        Some((name, version)) => contract.of_package(name, version),
        None => contract,
    };
    if contract.is_empty() { Err(Why::Empty) } else { Ok(contract) }
}

/// Updates the lock file. Unless `overwrites` is set, returns an error if that breaks callers, or might.
fn accept(path: &Path, catalog: &Catalog, overwrites: bool) -> Result<(), Why> {
    let contract = promised(catalog)?;
    let accepted = match check(path, &contract) {
        Ok(()) => "no change\n".to_owned(),
        Err(Why::Changed { changes, .. }) if overwrites || changes.are_compatible() => {
            format!("{}\n{changes}", changes.summary())
        }
        // A file written by a newer version may contain data that this version can't preserve.
        Err(why @ Why::Invalid(DocumentError::UnknownVersion { .. })) => return Err(why),
        Err(why) if !overwrites => return Err(why),
        Err(Why::Invalid(error)) => format!("a new file, because the old one can't be read: {error}\n"),
        Err(_) => "a new file\n".to_owned(),
    };
    write_file(path, &contract.to_lock()).map_err(Why::NotWritten)?;
    // Writes directly to standard error, because the test harness captures the output of passing tests. Ignores errors:
    // the changes are also visible in the diff of the file.
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
    accepted_by: Option<String>,
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
                     then run this test to see what the merge changed."
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

/// Returns the command that runs this test again and accepts the changes.
pub(super) fn accepting_command() -> String {
    let package = env::var("CARGO_PKG_NAME").map(|package| format!(" -p {package}")).unwrap_or_default();
    // The test harness gives each test's thread the name of the test, unless the tests run in the main thread.
    let thread = thread::current();
    let test = thread.name().filter(|name| *name != "main").map(|test| format!(" {test}")).unwrap_or_default();
    format!("    {VARIABLE}=overwrite cargo test{package}{test}")
}
