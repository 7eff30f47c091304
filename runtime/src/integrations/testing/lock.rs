//! Lock files: a change of what a program promises about its codes is a change of a file.

use crate::catalog::Catalog;
use crate::ready::changes::Changes;
use crate::tooling::contract::{Contract, ContractError};
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io, process, thread};

/// The variable that accepts changes.
const VARIABLE: &str = "AGENT_ERROR_LOCK";

/// Asserts that the codes of the program are as its lock file says.
///
/// Call it in a test inside of the program or the library, where its types are linked; the catalog is the one that
/// `errors list` shows. The path is relative to the `Cargo.toml` of the package. The file is written only if
/// `AGENT_ERROR_LOCK=overwrite` asks for it: that is how it comes into being and how changes are accepted.
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
    assert_catalog_locked(path, &catalog);
}

/// Asserts that the codes of a catalog are as a lock file says; see [`assert_locked`].
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
        Some(value) if value == "overwrite" => overwrite(&path, catalog),
        Some(value) => panic!("{VARIABLE}={} is unknown; expected `overwrite`, or nothing", value.display()),
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
    let text = fs::read_to_string(path).map_err(Why::Unreadable)?;
    let locked: Contract = text.parse().map_err(Why::Invalid)?;
    let changes = locked.changes_to(&Contract::of(catalog));
    if changes.is_empty() { Ok(()) } else { Err(Why::Changed(changes)) }
}

/// Makes the lock file what the catalog promises.
fn overwrite(path: &Path, catalog: &Catalog) -> Result<(), Why> {
    let contract = Contract::of(catalog);
    let accepted = match fs::read_to_string(path).map(|text| text.parse::<Contract>()) {
        Ok(Ok(locked)) => locked.changes_to(&contract).summary(),
        // What a newer version has written may say more than this one knows.
        Ok(Err(error @ ContractError::Newer { .. })) => {
            return Err(Why::Invalid(error));
        }
        Ok(Err(_)) | Err(_) => "a new file".to_owned(),
    };
    write(path, &contract.to_lock()).map_err(Why::NotWritten)?;
    eprintln!("{}: accepted {accepted}", path.display());
    Ok(())
}

/// Writes the file in one piece: another test may read it at the same time. A link stays one.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let written = path.with_file_name(format!(".{name}.{}", process::id()));
    fs::write(&written, text).and_then(|()| fs::rename(&written, path)).inspect_err(|_| {
        // What is left of it is of no use; the error is what counts.
        let _ = fs::remove_file(&written);
    })
}

/// The path in the package under test. Cargo tells tests where that is, and starts them there.
fn in_package(path: &Path) -> PathBuf {
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
    Changed(Changes),
}

impl Unlocked {
    /// What has changed; nothing if the file could not be compared.
    pub fn changes(&self) -> Option<&Changes> {
        match &self.why {
            Why::Changed(changes) => Some(changes),
            Why::Unreadable(_) | Why::NotWritten(_) | Why::Invalid(_) => None,
        }
    }
}

impl fmt::Display for Unlocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.why {
            Why::Unreadable(error) if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "there is no lock file {path}\n\nCreate it, read it, and commit it")
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
                     and see what the merge has changed."
                );
            }
            Why::Invalid(error) => write!(
                f,
                "cannot read the lock file {path}: {error}\n\nRestore the file from the history; or, if what it said \
                 does not matter, write it anew"
            ),
            Why::Changed(changes) => {
                writeln!(f, "the codes are not as {path} says: {}\n\n{changes}", changes.summary())?;
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
            Why::Changed(_) => None,
        }
    }
}

/// The command that runs this very test again and accepts what it finds.
#[derive(Debug)]
struct Command;

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "    {VARIABLE}=overwrite cargo test")?;
        if let Ok(package) = env::var("CARGO_PKG_NAME") {
            write!(f, " -p {package}")?;
        }
        // A test has a thread of its own, which bears its name.
        match thread::current().name() {
            Some(test) if test != "main" => write!(f, " {test}"),
            _ => Ok(()),
        }
    }
}
