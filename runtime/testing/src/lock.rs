//! Lock files: a change of a program's promises about its codes changes a file.

use agent_error::Catalog;
use agent_error_tooling::{Change, ChangeClass, Changes, Contract, Document, DocumentError, Merge, write_file};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io, thread};

/// The variable that accepts changes: `overwrite` all of them, `additive` those that break no caller.
pub(super) const VARIABLE: &str = "AGENT_ERROR_LOCK";

/// Asserts that the codes of the program match its lock file.
///
/// Call it in a test inside of the program or the library, where its types are linked. The catalog is that of `errors
/// list`, without the codes of this crate. The path is relative to the `Cargo.toml` of the package. The file is only
/// written with `AGENT_ERROR_LOCK=overwrite`, which creates it and accepts changes. `AGENT_ERROR_LOCK=additive` accepts
/// changes that break no caller, and still fails for others.
///
/// The file depends on the features of the test: a code behind a `cfg` is only in it if the test has the feature. Types
/// of tests do not belong in a lock file; mark them `#[agent_error(unlinked)]`. The codes of commands and tools are in
/// the file if the catalog has them, see [`assert_catalog_locked`].
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
/// If the file is missing, invalid, or differs from the program: with every change, its class (see
/// [`Contract::changes_to`]), and the command that accepts it. Also if two types of the program declare the same code.
#[track_caller]
#[allow(clippy::panic, reason = "an assert panics, as `assert!` does")]
pub fn assert_locked(path: impl AsRef<Path>) {
    let (catalog, problems) = Catalog::of_the_program();
    if let Some(problem) = problems.first() {
        panic!("the catalog cannot be locked: {problem}");
    }
    if let Some(entry) = catalog.iter().find(|entry| is_of_tests(entry.ty.path())) {
        panic!(
            "the catalog cannot be locked: {} is declared in a module of tests, so that no program has it; mark it \
             `#[agent_error(unlinked)]`, or name the types of the program with `assert_catalog_locked`",
            entry.declaration()
        );
    }
    assert_catalog_locked(path, &catalog);
}

/// Whether a type is declared in a module with a usual name of test modules.
fn is_of_tests(path: &str) -> bool {
    let mut modules = path.rsplit("::").skip(1);
    modules.any(|module| module == "tests" || module == "test")
}

/// Asserts that the codes of a catalog match a lock file; see [`assert_locked`].
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
/// If the file is missing, invalid, or differs from the catalog.
#[track_caller]
#[allow(clippy::panic, reason = "an assert panics, as `assert!` does")]
pub fn assert_catalog_locked(path: impl AsRef<Path>, catalog: &Catalog) {
    match catalog.document().parse() {
        Ok(document) => assert_document_locked(path, document),
        Err(error) => panic!("cannot read the catalog document: {error}"),
    }
}

/// Asserts that the codes of a catalog document match a lock file; see [`assert_locked`].
///
/// With [`Document::with_proofs`], the lock file also says which advice is proven, and losing a proof is a breaking change:
///
/// ```no_run
/// # use agent_error::Catalog;
/// use agent_error_tooling::Document;
///
/// #[test]
/// fn codes_and_proofs_are_locked() {
///     let document: Document = Catalog::linked().unwrap().document().parse().unwrap();
///     let proofs = std::fs::read_to_string("errors.proofs.json").unwrap();
///     agent_error_testing::assert_document_locked("errors.lock.json", document.with_proofs(&proofs).unwrap());
/// }
/// ```
///
/// # Panics
///
/// If the file is missing, invalid, or differs from the document.
#[track_caller]
#[allow(clippy::panic, reason = "an assert panics, as `assert!` does")]
pub fn assert_document_locked(path: impl AsRef<Path>, document: Document) {
    let path = in_package(path.as_ref());
    let checked = match env::var_os(VARIABLE) {
        None => check(&path, document),
        Some(value) if value.is_empty() => check(&path, document),
        Some(value) if value == "overwrite" => accept(&path, document, |_| true),
        Some(value) if value == "additive" => accept(&path, document, Changes::are_compatible),
        Some(value) => {
            panic!("{VARIABLE}={} is unknown; expected `overwrite`, `additive`, or nothing", value.display())
        }
    };
    if let Err(why) = checked {
        panic!("{}", Unlocked { path, why, accepted_by: Some(Command) });
    }
}

/// Checks that the codes of a catalog match a lock file, without reading the environment. The caller writes the file,
/// with the text of [`Contract::to_lock`].
///
/// # Errors
///
/// [`Unlocked`], whose `Display` is a complete report.
pub fn check_locked(path: impl AsRef<Path>, catalog: &Catalog) -> Result<(), Unlocked> {
    let path = path.as_ref();
    let document = catalog.document().parse().map_err(Why::Invalid);
    let checked = document.and_then(|document| check(path, document));
    checked.map_err(|why| Unlocked { path: path.to_owned(), why, accepted_by: None })
}

fn check(path: &Path, document: Document) -> Result<(), Why> {
    let contract = promised(document)?;
    let text = fs::read_to_string(path).map_err(Why::Unreadable)?;
    let locked: Contract = text.parse().map_err(Why::Invalid)?;
    match locked.changes_to(&contract) {
        changes if changes.is_empty() => Ok(()),
        changes => Err(Why::Changed { mistake: locked.mistaken_for(&contract), changes }),
    }
}

/// The promises of a catalog in the package under test. An empty catalog is an error, since its lock would always pass.
fn promised(document: Document) -> Result<Contract, Why> {
    let named = env::var("CARGO_PKG_NAME").ok().zip(env::var("CARGO_PKG_VERSION").ok());
    let contract = match named {
        Some((name, version)) if !document.is_named() => Contract::of(&document.with_program(name, version)),
        _ => Contract::of(&document),
    };
    if contract.is_empty() { Err(Why::Empty) } else { Ok(contract) }
}

/// Writes the lock file, if the changes are acceptable.
fn accept(path: &Path, document: Document, acceptable: fn(&Changes) -> bool) -> Result<(), Why> {
    let contract = promised(document)?;
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
        // A file of a newer version may have facts that this version does not know.
        Err(error @ DocumentError::Newer { .. }) => Err(Why::Invalid(error)),
        // Both sides of a merge were promised.
        Err(error @ DocumentError::MergeConflict { .. }) => {
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
                    let held: String = changes.iter().map(of_side).collect();
                    written(path, &contract, &format!("a merge conflict: {held}\n"))
                }
            }
        }
        Err(error) if !acceptable(&anything()) => Err(Why::Invalid(error)),
        Err(error) => written(path, &contract, &format!("a new file, as the old one could not be read: {error}\n")),
    }
}

/// The changes from an unknown state.
fn anything() -> Changes {
    Changes::from_iter([Change::new(ChangeClass::Breaking, "", "")])
}

/// Writes the file and reports what was accepted on standard error itself, since the output of a successful test is
/// hidden.
fn written(path: &Path, contract: &Contract, accepted: &str) -> Result<(), Why> {
    write_file(path, &contract.to_lock()).map_err(Why::NotWritten)?;
    // If the report cannot be written, the file still shows the change.
    let _ = write!(io::stderr().lock(), "{}: accepted {accepted}", path.display());
    Ok(())
}

/// The path in the package under test, which Cargo sets in a variable.
pub(super) fn in_package(path: &Path) -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or(path.to_owned(), |package| Path::new(&package).join(path))
}

/// Why a lock file does not match a catalog. Its `Display` is a report of several lines.
#[derive(Debug)]
pub struct Unlocked {
    path: PathBuf,
    why: Why,
    /// The command that accepts the changes; `None` if only the caller knows.
    accepted_by: Option<Command>,
}

#[derive(Debug)]
enum Why {
    Unreadable(io::Error),
    NotWritten(io::Error),
    Invalid(DocumentError),
    /// The catalog has no code.
    Empty,
    Changed {
        changes: Changes,
        /// The reason why the file is probably not that of the program.
        mistake: Option<String>,
    },
}

impl Unlocked {
    /// The changes; `None` if the file could not be compared.
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
            Why::Invalid(error @ DocumentError::Newer { .. }) => {
                return write!(f, "cannot read the lock file {path}: {error}\n\nUpdate agent-error in this package.");
            }
            Why::Invalid(error @ DocumentError::MergeConflict { .. }) => {
                return write!(
                    f,
                    "cannot read the lock file {path}: {error}\n\nResolve it by taking either side, run this test, \
                     and see what the merge has changed; or accept what breaks neither side with {VARIABLE}=additive."
                );
            }
            Why::Invalid(error) => write!(
                f,
                "cannot read the lock file {path}: {error}\n\nRestore the file from the history; or write it anew, if \
                 its promises do not matter"
            ),
            Why::Empty => {
                return f.write_str(
                    "the catalog has no code of the program to lock\n\nThe linker leaves out a \
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

/// The name of the test that runs: its thread has it, unless all tests run in the first thread.
pub(super) fn test_name() -> Option<String> {
    thread::current().name().filter(|name| *name != "main").map(str::to_owned)
}
