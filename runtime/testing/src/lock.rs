//! Lock files, which record the error codes that callers of a program rely on.

use crate::catalog::{self, VARIABLE, accepting_command};
use agent_error::{Catalog, ErrorSet};
use agent_error_tooling::{Changes, Contract, DocumentError, write_file};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// A lock file, which records the error codes that callers of a program rely on.
///
/// Call [`check`](Self::check) in a test inside the program or library. In other tests, the linker
/// may omit its error types. The lock file covers all codes that `errors list` prints, except the
/// advice and the context of agent-error's own codes. To create the file or accept changes, set
/// `AGENT_ERROR_LOCK=overwrite`. To accept only compatible changes, set
/// `AGENT_ERROR_LOCK=additive`.
///
/// A code behind a `cfg` is only locked if the feature is enabled when the test runs. Mark types
/// that are declared in tests as `#[agent_error(unregistered)]`, because they don't belong in a
/// lock file.
///
/// ```no_run
/// use agent_error_testing::Lock;
///
/// #[test]
/// fn codes_are_locked() {
///     Lock::new("errors.lock.json").check();
/// }
/// ```
#[derive(Clone, Debug)]
#[must_use = "only `check` compares the lock file"]
pub struct Lock {
    path: PathBuf,
    catalog: Option<Catalog>,
    document: Option<String>,
    #[cfg(feature = "clap")]
    command: Option<clap::Command>,
    tools: Vec<(String, ErrorSet)>,
    kept_document: Option<PathBuf>,
}

impl Lock {
    /// Creates the description of a lock file for the codes that are linked into the program. The
    /// path is relative to the package's `Cargo.toml`.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self {
            path: in_package(path.as_ref()),
            catalog: None,
            document: None,
            #[cfg(feature = "clap")]
            command: None,
            tools: Vec::new(),
            kept_document: None,
        }
    }

    /// Also locks the codes that each command can fail with.
    ///
    /// ```no_run
    /// # use agent_error_testing::Lock;
    /// # fn command() -> clap::Command { clap::Command::new("tool") }
    /// Lock::new("errors.lock.json").commands(&command()).check();
    /// ```
    #[cfg(feature = "clap")]
    #[cfg_attr(docsrs, doc(cfg(feature = "clap")))]
    pub fn commands(mut self, command: &clap::Command) -> Self {
        self.command = Some(command.clone());
        self
    }

    /// Also locks the codes that each tool of an MCP server can fail with.
    pub fn tools(mut self, tools: &[(&str, ErrorSet)]) -> Self {
        for (tool, errors) in tools {
            self.tools.push(((*tool).to_owned(), errors.clone()));
        }
        self
    }

    /// Locks the codes of this catalog instead of all linked codes.
    pub fn catalog(mut self, catalog: Catalog) -> Self {
        self.catalog = Some(catalog);
        self
    }

    /// Locks the codes of a catalog document, such as the output of `errors catalog`. Unlike a test
    /// inside the program, the output contains overridden exit codes, and the codes of commands and
    /// tools.
    pub fn document(mut self, document: impl Into<String>) -> Self {
        self.document = Some(document.into());
        self
    }

    /// Also keeps the catalog document up to date in a file, which tools such as `agent-error` can
    /// read. Use this for a library, an MCP server or a service without an `errors catalog`
    /// command. The path is relative to the package's `Cargo.toml`.
    ///
    /// The document contains the source location of each declaration, but the check ignores
    /// locations. You don't need to update the file when code moves.
    pub fn keep_document(mut self, path: impl AsRef<Path>) -> Self {
        self.kept_document = Some(in_package(path.as_ref()));
        self
    }

    /// Compares the lock file with the program.
    ///
    /// # Panics
    ///
    /// Panics if a file is missing or invalid, or if it differs from the program. The message lists
    /// each change with its class (see [`Contract::changes_to`]), and contains the command that
    /// accepts the changes. Also panics if two types in the program declare the same code, or if a
    /// type is declared in a module named `test` or `tests`.
    #[track_caller]
    #[allow(clippy::panic, reason = "assertions panic")]
    pub fn check(self) {
        let update = Update::requested();
        // The document to compare, and the one to keep.
        let (document, kept) = match &self.document {
            Some(document) => (document.clone(), document.clone()),
            None => {
                let catalog = self.locked_catalog();
                (catalog.document(), catalog::named_document(catalog))
            }
        };
        let checked = match update {
            Some(update) => accept(&self.path, &document, update),
            None => promised(&document).and_then(|contract| check(&self.path, &contract)),
        };
        if let Err(error) = checked {
            panic!("{}", error.report(&self.path));
        }
        if let Some(path) = &self.kept_document {
            catalog::check(path, &kept, update.is_some());
        }
    }

    /// Returns the catalog with its commands and tools.
    #[track_caller]
    fn locked_catalog(&self) -> Catalog {
        let mut catalog = self.catalog.clone().unwrap_or_else(catalog_of_the_program);
        #[cfg(feature = "clap")]
        if let Some(command) = &self.command {
            catalog = catalog.with_commands(command);
        }
        if !self.tools.is_empty() {
            let mut tools: Vec<(&str, ErrorSet)> = Vec::new();
            for (tool, errors) in &self.tools {
                tools.push((tool, errors.clone()));
            }
            catalog = catalog.with_tools(&tools);
        }
        catalog
    }
}

/// Returns the catalog of the program under test.
#[track_caller]
#[allow(clippy::panic, reason = "assertions panic")]
fn catalog_of_the_program() -> Catalog {
    let (catalog, problems) = Catalog::__complete();
    if let Some(problem) = problems.first() {
        panic!("cannot lock the catalog: {problem}");
    }
    if let Some(entry) = catalog.__entries().find(|entry| is_of_tests(entry.ty.path)) {
        panic!(
            "cannot lock the catalog: {} is declared in a module of tests, so that no program has it; mark it \
             `#[agent_error(unregistered)]`, or name the types of the program with `Lock::catalog`",
            entry.declaration()
        );
    }
    catalog
}

/// Whether the path of a type contains a module of tests.
fn is_of_tests(path: &str) -> bool {
    let mut modules = path.rsplit("::").skip(1);
    modules.any(|module| module == "tests" || module == "test")
}

/// Which changes a test accepts instead of comparing.
#[derive(Clone, Copy, PartialEq)]
enum Update {
    All,
    Compatible,
}

impl Update {
    /// Reads [`VARIABLE`].
    #[track_caller]
    #[allow(clippy::panic, reason = "assertions panic")]
    fn requested() -> Option<Self> {
        let value = env::var_os(VARIABLE).filter(|value| !value.is_empty())?;
        if value == "overwrite" {
            Some(Self::All)
        } else if value == "additive" {
            Some(Self::Compatible)
        } else {
            panic!(
                "invalid value {VARIABLE}={}; expected `overwrite` or `additive`",
                value.display()
            )
        }
    }
}

impl Update {
    /// Whether the lock file is written although it doesn't match.
    fn accepts(self, error: &LockError) -> bool {
        match error {
            // A file written by a newer version may contain data that this version can't preserve.
            LockError::Invalid(DocumentError::UnknownVersion { .. }) => false,
            LockError::Changed { changes, .. } => self == Self::All || changes.are_compatible(),
            _ => self == Self::All,
        }
    }
}

fn check(path: &Path, contract: &Contract) -> Result<(), LockError> {
    let text = fs::read_to_string(path).map_err(LockError::Unreadable)?;
    let locked: Contract = text.parse().map_err(LockError::Invalid)?;
    let changes = locked.changes_to(contract);
    if changes.is_empty() {
        return Ok(());
    }
    Err(LockError::Changed {
        mistake: locked.mismatch_with(contract),
        changes,
    })
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

/// Updates the lock file.
fn accept(path: &Path, document: &str, update: Update) -> Result<(), LockError> {
    let contract = promised(document)?;
    let accepted = match check(path, &contract) {
        Ok(()) => "no change\n".to_owned(),
        Err(error) => {
            if !update.accepts(&error) {
                return Err(error);
            }
            error.accepted_change()
        }
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
fn in_package(path: &Path) -> PathBuf {
    match env::var_os("CARGO_MANIFEST_DIR") {
        Some(package) => Path::new(&package).join(path),
        None => path.to_owned(),
    }
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
    /// Describes what is written to the lock file in spite of the error.
    fn accepted_change(&self) -> String {
        match self {
            Self::Changed { changes, .. } => format!("{}\n{changes}", changes.summary()),
            Self::Invalid(error) => {
                format!("a new file, because the old one can't be read: {error}\n")
            }
            _ => "a new file\n".to_owned(),
        }
    }

    /// Describes the error and its remedy, which is usually the command that accepts the changes.
    fn report(&self, path: &Path) -> String {
        let described = self.problem(path);
        let problem = described.trim_end();
        match self.remedy() {
            None => problem.to_owned(),
            Some(remedy) if remedy.ends_with('.') => format!("{problem}\n\n{remedy}"),
            Some(remedy) => format!("{problem}\n\n{remedy}:\n\n{}", accepting_command()),
        }
    }

    fn problem(&self, path: &Path) -> String {
        let path = path.display();
        match self {
            Self::Unreadable(error) if error.kind() == io::ErrorKind::NotFound => {
                format!("the lock file {path} does not exist")
            }
            Self::Unreadable(error) => format!("cannot read the lock file {path}: {error}"),
            Self::NotWritten(error) => format!("cannot write the lock file {path}: {error}"),
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
        }
    }

    /// Returns what to do. If it doesn't end with a period, the command that accepts the changes
    /// follows.
    fn remedy(&self) -> Option<&'static str> {
        Some(match self {
            Self::Unreadable(error) if error.kind() == io::ErrorKind::NotFound => {
                "Create it, review it, and commit it"
            }
            Self::Unreadable(_) | Self::NotWritten(_) => return None,
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
                 `use library as _;`, or pass `Catalog::of::<Error>()` to `Lock::catalog`."
            }
            Self::Changed { changes, .. } if changes.are_compatible() => {
                "These changes don't break callers. If all changes are intended, accept them"
            }
            Self::Changed { .. } => {
                "The breaking changes affect programs and agents that rely on the codes. If all changes are intended, \
                 accept them"
            }
        })
    }
}
