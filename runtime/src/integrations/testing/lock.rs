//! Lock files: a change of what a program promises about its codes is a change of a file.

use crate::catalog::Catalog;
use crate::ready::changes::{Change, Changes};
use crate::tooling::contract::Merge;
use crate::tooling::contract::{Contract, ContractError};
use crate::tooling::place;
use crate::vocabulary::change_class::ChangeClass;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io, thread};

/// The variable that accepts changes: `overwrite` all of them, `additive` those that break no caller.
pub(super) const VARIABLE: &str = "AGENT_ERROR_LOCK";

/// Asserts that the codes of the program are as its lock file says.
///
/// Call it in a test inside of the program or the library, where its types are linked; the catalog is the one that
/// `errors list` shows, without the codes that this crate brings. The path is relative to the `Cargo.toml` of the
/// package. The file is written only if `AGENT_ERROR_LOCK=overwrite` asks for it: that is how it comes into being and how
/// changes are accepted. `AGENT_ERROR_LOCK=additive` accepts changes that break no caller, and still fails for others.
///
/// The file holds what the code of the program declares with the features of the test: a code behind a `cfg` is in it only if
/// the test has the feature. Types of tests belong in no lock file: mark them `#[agent_error(unlinked)]`. What commands and
/// tools may end with is in the file if the catalog knows it, see [`assert_catalog_locked`].
///
/// ```no_run
/// #[test]
/// fn codes_are_locked() {
///     agent_error::testing::assert_locked("errors.lock.json");
/// }
/// ```
///
/// # Panics
///
/// If the file is missing, broken, or not what the program promises: with every change, what it means to those who rely
/// on the codes (see [`Contract::changes_to`]), and the command that accepts it. Also if two types of the program
/// declare the same code.
#[track_caller]
#[allow(clippy::panic, reason = "an assert panics, as `assert!` does")]
pub fn assert_locked(path: impl AsRef<Path>) {
    let (catalog, problems) = Catalog::of_the_program();
    if let Some(problem) = problems.first() {
        panic!("the catalog cannot be locked: {problem}");
    }
    if let Some(entry) = catalog.iter().find(|entry| is_of_tests(entry.ty.path)) {
        panic!(
            "the catalog cannot be locked: {} is declared in a module of tests, so that no program has it; mark it \
             `#[agent_error(unlinked)]`, or name the types of the program with `assert_catalog_locked`",
            entry.declaration()
        );
    }
    assert_catalog_locked(path, &catalog);
}

/// Whether a type is declared in a module that is called as modules of tests are.
fn is_of_tests(path: &str) -> bool {
    let mut modules = path.rsplit("::").skip(1);
    modules.any(|module| module == "tests" || module == "test")
}

/// Asserts that the codes of a catalog are as a lock file says; see [`assert_locked`].
///
/// ```no_run
/// # use agent_error::Catalog;
/// # fn command() -> clap::Command { clap::Command::new("tool") }
/// #[test]
/// fn codes_and_the_sets_of_commands_are_locked() {
///     let catalog = Catalog::linked().unwrap().with_commands(&command());
///     agent_error::testing::assert_catalog_locked("errors.lock.json", &catalog);
/// }
/// ```
///
/// # Panics
///
/// If the file is missing, broken, or not what the catalog promises.
#[track_caller]
#[allow(clippy::panic, reason = "an assert panics, as `assert!` does")]
pub fn assert_catalog_locked(path: impl AsRef<Path>, catalog: &Catalog) {
    let path = in_package(path.as_ref());
    let checked = match env::var_os(VARIABLE) {
        None => check(&path, catalog),
        Some(value) if value.is_empty() => check(&path, catalog),
        Some(value) if value == "overwrite" => accept(&path, catalog, |_| true),
        Some(value) if value == "additive" => accept(&path, catalog, Changes::are_compatible),
        Some(value) => {
            panic!("{VARIABLE}={} is unknown; expected `overwrite`, `additive`, or nothing", value.display())
        }
    };
    if let Err(why) = checked {
        panic!("{}", Unlocked { path, why, accepted_by: Some(Command) });
    }
}

/// Checks that the codes of a catalog are as a lock file says, whatever the environment says. Writing the file is up to
/// the caller: [`Contract::to_lock`] is its text.
///
/// # Errors
///
/// [`Unlocked`], whose `Display` says all that there is to know.
pub fn check_locked(path: impl AsRef<Path>, catalog: &Catalog) -> Result<(), Unlocked> {
    let path = path.as_ref();
    check(path, catalog).map_err(|why| Unlocked { path: path.to_owned(), why, accepted_by: None })
}

fn check(path: &Path, catalog: &Catalog) -> Result<(), Why> {
    let contract = promised(catalog)?;
    let text = fs::read_to_string(path).map_err(Why::Unreadable)?;
    let locked: Contract = text.parse().map_err(Why::Invalid)?;
    match locked.changes_to(&contract) {
        changes if changes.is_empty() => Ok(()),
        changes => Err(Why::Changed { mistake: locked.mistaken_for(&contract), changes }),
    }
}

/// What a catalog promises in the package under test. Of nothing there is no lock: it would pass for ever.
fn promised(catalog: &Catalog) -> Result<Contract, Why> {
    let named = env::var("CARGO_PKG_NAME").ok().zip(env::var("CARGO_PKG_VERSION").ok());
    let contract = match named {
        Some((name, version)) if !catalog.is_named() => Contract::of(&catalog.clone().of_program(name, version)),
        _ => Contract::of(catalog),
    };
    if contract.is_empty() { Err(Why::Empty) } else { Ok(contract) }
}

/// Makes the lock file what the catalog promises, if what has changed is acceptable.
fn accept(path: &Path, catalog: &Catalog, acceptable: fn(&Changes) -> bool) -> Result<(), Why> {
    let contract = promised(catalog)?;
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if !acceptable(&anything()) => return Err(Why::Unreadable(error)),
        Err(_) => return written(path, &contract, "a new file\n"),
    };
    match text.parse::<Contract>() {
        Ok(locked) => {
            let changes = locked.changes_to(&contract);
            if !acceptable(&changes) {
                return Err(Why::Changed { mistake: locked.mistaken_for(&contract), changes });
            }
            written(path, &contract, &format!("{}\n{changes}", changes.summary()))
        }
        // What a newer version has written may say more than this one knows.
        Err(error @ ContractError::Newer { .. }) => Err(Why::Invalid(error)),
        // Both sides of a merge were promised.
        Err(error @ ContractError::MergeConflict { .. }) => {
            let sides: Vec<Contract> = Merge::of(&text).sides().iter().filter_map(|side| side.parse().ok()).collect();
            let changes: Vec<Changes> = sides.iter().map(|side| side.changes_to(&contract)).collect();
            if changes.is_empty() && !acceptable(&anything()) {
                return Err(Why::Invalid(error));
            }
            match changes.iter().position(|changes| !acceptable(changes)) {
                Some(place) => {
                    Err(Why::Changed { mistake: sides[place].mistaken_for(&contract), changes: changes[place].clone() })
                }
                None => {
                    let of_side = |changes: &Changes| format!("{} from one side\n{changes}", changes.summary());
                    let said: String = changes.iter().map(of_side).collect();
                    written(path, &contract, &format!("a merge conflict: {said}\n"))
                }
            }
        }
        Err(error) if !acceptable(&anything()) => Err(Why::Invalid(error)),
        Err(error) => written(path, &contract, &format!("a new file, as the old one could not be read: {error}\n")),
    }
}

/// What has changed where nothing is known of what was.
fn anything() -> Changes {
    let removed = Change { class: ChangeClass::Breaking, code: String::new(), what: String::new(), texts: None };
    Changes(vec![removed])
}

/// Writes the file and says what was accepted: to standard error itself, since a test that passes is not heard.
fn written(path: &Path, contract: &Contract, accepted: &str) -> Result<(), Why> {
    place::file(path, &contract.to_lock()).map_err(Why::NotWritten)?;
    // If the write fails, the file itself shows it.
    let _ = write!(io::stderr().lock(), "{}: accepted {accepted}", path.display());
    Ok(())
}

/// The path in the package under test. Cargo sets a variable to it, and starts tests there.
pub(super) fn in_package(path: &Path) -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or(path.to_owned(), |package| Path::new(&package).join(path))
}

/// Why a lock file does not lock a catalog. Its `Display` is a report of several lines.
#[derive(Debug)]
pub struct Unlocked {
    path: PathBuf,
    why: Why,
    /// What accepts the changes; nothing if only the caller knows.
    accepted_by: Option<Command>,
}

#[derive(Debug)]
enum Why {
    Unreadable(io::Error),
    NotWritten(io::Error),
    Invalid(ContractError),
    /// The catalog has no code.
    Empty,
    Changed {
        changes: Changes,
        /// Why the file can hardly be that of the program.
        mistake: Option<String>,
    },
}

impl Unlocked {
    /// What has changed; nothing if the file could not be compared.
    pub fn changes(&self) -> Option<&Changes> {
        match &self.why {
            Why::Changed { changes, .. } => Some(changes),
            Why::Unreadable(_) | Why::NotWritten(_) | Why::Invalid(_) | Why::Empty => None,
        }
    }
}

impl fmt::Display for Unlocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.why {
            Why::Unreadable(error) if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "the lock file {path} does not exist\n\nCreate it, read it, and commit it")
            }
            Why::Unreadable(error) => return write!(f, "cannot read the lock file {path}: {error}"),
            Why::NotWritten(error) => return write!(f, "cannot write the lock file {path}: {error}"),
            Why::Invalid(error @ ContractError::Newer { .. }) => {
                return write!(f, "cannot read the lock file {path}: {error}\n\nUpdate agent-error in this package.");
            }
            Why::Invalid(error @ ContractError::MergeConflict { .. }) => {
                return write!(
                    f,
                    "cannot read the lock file {path}: {error}\n\nResolve it by taking either side, run this test, \
                     and see what the merge has changed; or accept what breaks neither side with {VARIABLE}=additive."
                );
            }
            Why::Invalid(error) => write!(
                f,
                "cannot read the lock file {path}: {error}\n\nRestore the file from the history; or, if what it said \
                 does not matter, write it anew"
            ),
            Why::Empty => {
                return f.write_str(
                    "the catalog has no code of the program, so there is nothing to lock\n\nThe linker leaves out a \
                     library that the test does not name: call this test inside of the library, name it with `use \
                     library as _;`, or pass `Catalog::of::<Error>()` to `assert_catalog_locked`.",
                );
            }
            Why::Changed { changes, mistake } => {
                writeln!(f, "the codes are not as {path} says: {}\n\n{changes}", changes.summary())?;
                if let Some(mistake) = mistake {
                    writeln!(f, "{mistake}\n")?;
                }
                if changes.are_compatible() {
                    f.write_str("Nothing that relies on the codes fails by this. ")?;
                } else {
                    f.write_str("What is breaking makes programs and agents fail that rely on the codes. ")?;
                }
                f.write_str("If all of it is meant, accept it")
            }
        }?;
        match &self.accepted_by {
            Some(command) => write!(f, ":\n\n{command}"),
            None => f.write_str(": the text of the file is what `Contract::to_lock` gives."),
        }
    }
}

impl std::error::Error for Unlocked {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.why {
            Why::Unreadable(error) | Why::NotWritten(error) => Some(error),
            Why::Invalid(error) => Some(error),
            Why::Changed { .. } | Why::Empty => None,
        }
    }
}

/// The command that runs this very test again and accepts what it finds.
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

/// The name of the test that runs: its thread has it, unless all tests run in the first thread.
pub(super) fn test_name() -> Option<String> {
    thread::current().name().filter(|name| *name != "main").map(str::to_owned)
}
