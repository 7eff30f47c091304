//! All codes that a program can end with.

pub(crate) mod code;
mod collect;
pub(crate) mod compiled;
pub(crate) mod conflicts;
mod document;
pub(crate) mod error_set;
pub(crate) mod exits;
mod explain;
pub(crate) mod json_view;
mod list;
pub(crate) mod reading;
mod retired;
mod sheet;
pub(crate) mod table;
pub(crate) mod view;

pub use code::{AnyCode, Code};
pub use document::DOCUMENT_VERSION;
pub use error_set::ErrorSet;
pub use exits::Exits;
pub use explain::Explanation;
pub use list::{Fields, Filter, List};
pub use retired::Retired;
pub use table::table;

use crate::definition::def::{Catalogued, TypeDef};
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::own_exits::exit_code;
pub use crate::ready::catalog_error::CatalogError;
use crate::ready::own;
pub use crate::ready::own::declared;
use crate::registry::linked;
use crate::text::nearest::nearest;
use crate::text::order::sort_by_key;
use collect::{clash_among, retired, sorted};
use conflicts::conflicts;
use std::collections::HashMap;

/// A set of codes, sorted, each declared once.
///
/// ```
/// use agent_error::{AgentError, Catalog};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum UserError {
///     /// No user has this name.
///     #[error("no user `{name}`")]
///     #[code("USER_NOT_FOUND", exit = 5, suggest = "Run `tool user list`")]
///     NotFound { name: String },
/// }
///
/// let catalog = Catalog::of::<UserError>();
/// assert_eq!(catalog.get("USER_NOT_FOUND").unwrap().exit_code(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Catalog {
    entries: Vec<Entry>,
    /// The place of each code among the entries; a binary search would miss the cache at every step.
    places: HashMap<&'static str, usize>,
    /// The other declarations of shared codes, sorted.
    shared: Vec<Entry>,
    /// The codes of earlier versions, sorted.
    retired: Vec<Retired>,
    /// The name and the version of the program, if they are known.
    program: Option<Named>,
    /// The codes that its commands and tools may end with, if known.
    pub(crate) declared: DeclaredSets,
}

/// The codes that commands and tools may end with, by their names; `None` for one without a declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeclaredSets {
    pub(crate) commands: Option<Vec<(String, Option<ErrorSet>)>>,
    pub(crate) tools: Option<Vec<(String, Option<ErrorSet>)>>,
}

/// The name of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) version: Option<String>,
}

impl Catalog {
    /// The codes of every linked type of the program and its libraries, collected by the linker. The codes that this crate
    /// and its integrations add are in [`of_the_program`](Self::of_the_program).
    ///
    /// A dependency that the program never names is not linked; `use dependency as _;` links it. A `staticlib` loses
    /// entries, and WebAssembly has no registry: use [`Catalog::of`] or [`catalog!`](crate::catalog!) there.
    ///
    /// # Errors
    ///
    /// [`CatalogError::DuplicateCode`] if two types declare the same code, or if one declares a code that this crate raises
    /// itself, such as `OUTPUT_NOT_WRITTEN`, with other facts. [`CatalogError::RulesTie`] and
    /// [`CatalogError::RuleNeverApplies`] if their rules for foreign errors conflict.
    pub fn linked() -> Result<Self, CatalogError> {
        let (catalog, problems) = Self::collected(&linked::of_the_program().collect::<Vec<_>>());
        let problem = problems.into_iter().chain(catalog.clashes_with(own::raised())).next();
        problem.map_or(Ok(catalog), Err)
    }

    /// The codes of a type and of the catalogs nested in it.
    pub fn of<E: Catalogued>() -> Self {
        const { E::UNIQUE }
        Self::checked(E::TYPE)
    }

    /// The codes of several types.
    ///
    /// # Errors
    ///
    /// [`CatalogError::DuplicateCode`] if two types declare the same code, [`CatalogError::RulesTie`] and
    /// [`CatalogError::RuleNeverApplies`] if their rules for foreign errors conflict.
    pub fn from_types(types: &[&'static TypeDef]) -> Result<Self, CatalogError> {
        let (catalog, problems) = Self::collected(types);
        problems.into_iter().next().map_or(Ok(catalog), Err)
    }

    /// The codes of several types, and the conflicts among them. Of a duplicate code the first declaration is kept.
    pub(crate) fn collected(types: &[&'static TypeDef]) -> (Self, Vec<CatalogError>) {
        let entries = sorted(types);
        let clashes = entries.chunk_by(|a, b| a.def.code() == b.def.code()).filter_map(clash_among);
        let mut problems: Vec<CatalogError> =
            clashes.map(|(first, second)| CatalogError::duplicate(first, second)).collect();
        let retired = retired(types);
        problems.extend(reused(&retired, &entries));
        problems.extend(conflicts(entries.iter()));
        (Self { retired, ..Self::deduplicated(entries) }, problems)
    }

    /// The codes of a type whose uniqueness was checked at compile time.
    pub(crate) fn checked(ty: &'static TypeDef) -> Self {
        Self { retired: retired(&[ty]), ..Self::deduplicated(sorted(&[ty])) }
    }

    /// A shared code is listed once; a hidden one is not listed.
    fn deduplicated(all: Vec<Entry>) -> Self {
        let mut entries: Vec<Entry> = Vec::with_capacity(all.len());
        let mut shared = Vec::new();
        for entry in all.into_iter().filter(|entry| !entry.def.is_hidden()) {
            match entries.last() {
                Some(last) if last.def.code() == entry.def.code() => shared.push(entry),
                _ => entries.push(entry),
            }
        }
        let places = entries.iter().enumerate().map(|(place, entry)| (entry.def.code(), place)).collect();
        Self { entries, places, shared, retired: Vec::new(), program: None, declared: DeclaredSets::default() }
    }

    /// Sets the name and the version of the program, which exports and lock files contain.
    #[must_use]
    pub fn of_program(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.program = Some(Named { name: name.into(), version: Some(version.into()) });
        self
    }

    /// Adds the codes that a tool may end with, for exports and lock files. `with_commands`, of the feature `clap`,
    /// adds a command line.
    #[must_use]
    pub fn with_tool(mut self, tool: impl Into<String>, errors: &ErrorSet) -> Self {
        self.declared.tools.get_or_insert_default().push((tool.into(), Some(errors.clone())));
        self
    }

    #[cfg(feature = "clap")]
    pub(crate) fn named_like(mut self, name: &str, version: Option<&str>) -> Self {
        self.program = Some(Named { name: name.to_owned(), version: version.map(str::to_owned) });
        self
    }

    /// The codes of earlier versions that must not be declared again, sorted.
    pub fn retired(&self) -> &[Retired] {
        &self.retired
    }

    /// The other declarations of codes that types share.
    pub(crate) fn others(&self, code: &str) -> &[Entry] {
        let first = self.shared.partition_point(|entry| entry.def.code() < code);
        let shared = &self.shared[first..];
        &shared[..shared.partition_point(|entry| entry.def.code() == code)]
    }

    /// The facts about a code.
    pub fn get(&self, code: &str) -> Option<&'static ErrorDef> {
        self.entry(code).map(|entry| entry.def)
    }

    /// A code and the type that declares it.
    pub fn entry(&self, code: &str) -> Option<&Entry> {
        self.places.get(code).map(|place| &self.entries[*place])
    }

    /// The codes, sorted.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.entries.iter()
    }

    /// The codes in the order of every view: those of the program and its libraries, then those of this crate.
    pub(crate) fn own_first(&self) -> impl Iterator<Item = &Entry> {
        let of_this_crate = |wanted: bool| self.iter().filter(move |entry| entry.is_of_this_crate() == wanted);
        of_this_crate(false).chain(of_this_crate(true))
    }

    /// The codes of the program and its libraries, without those of this crate.
    ///
    /// ```
    /// use agent_error::{Catalog, catalog, ready};
    ///
    /// # #[derive(Debug, thiserror::Error, agent_error::AgentError)]
    /// # #[error("no such user")]
    /// # #[code("USER_NOT_FOUND", exit = 5)]
    /// # struct NoUser;
    /// let catalog = catalog![NoUser, ready::Timeout];
    /// assert_eq!((catalog.len(), catalog.own().len()), (2, 1));
    /// ```
    #[must_use]
    pub fn own(&self) -> Self {
        self.clone().filter(|entry| !entry.is_of_this_crate())
    }

    /// Every declaration, including all declarations of shared codes.
    pub fn declarations(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().chain(&self.shared)
    }

    /// The number of codes.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the catalog is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The codes by the exit code that they end a process with, in the order of the exit codes.
    pub fn by_exit(&self) -> Vec<(u8, Vec<&'static ErrorDef>)> {
        let mut defs: Vec<_> = self.iter().map(|entry| entry.def).collect();
        sort_by_key(&mut defs, |def| exit_code(def));
        let groups = defs.chunk_by(|a, b| exit_code(a) == exit_code(b));
        groups.map(|defs| (exit_code(defs[0]), defs.to_vec())).collect()
    }

    /// The codes that are similar to `code`, the nearest first.
    pub fn nearest(&self, code: &str) -> Vec<&'static str> {
        nearest(code, self.iter().map(|entry| entry.def.code()))
    }

    /// The codes that pass a filter, for `errors list`.
    pub fn list(&self, filter: &Filter) -> List {
        List::of(self.own_first().filter(|entry| filter.accepts(entry)).copied().collect())
    }

    /// Everything about one code, for `errors explain`.
    ///
    /// # Errors
    ///
    /// [`CatalogError::UnknownCode`] with the nearest codes.
    pub fn explain(&self, code: &str) -> Result<Explanation, CatalogError> {
        self.explained(code).map_err(|nearest| CatalogError::unknown_code(code, nearest))
    }

    /// Everything about one code, or the codes that are similar.
    pub(crate) fn explained(&self, code: &str) -> Result<Explanation, Vec<&'static str>> {
        let in_any_case = || self.iter().find(|entry| entry.def.code().eq_ignore_ascii_case(code));
        let retired = || self.retired.iter().find(|retired| retired.def.code().eq_ignore_ascii_case(code));
        match self.entry(code).or_else(in_any_case) {
            Some(entry) => Ok(Explanation::of(*entry, self.others(entry.def.code()))),
            None => retired().map(|retired| Explanation::of_retired(*retired)).ok_or_else(|| self.nearest(code)),
        }
    }

    /// The exit codes that the program uses, for `errors exits`.
    pub fn exits(&self) -> Exits {
        Exits { groups: self.by_exit() }
    }
}

/// Retired codes that are declared again.
fn reused(retired: &[Retired], declared: &[Entry]) -> Vec<CatalogError> {
    let again = |retired: &Retired| {
        let place = declared.binary_search_by(|entry| entry.def.code().cmp(retired.def.code())).ok()?;
        Some(CatalogError::DuplicateCode {
            code: retired.def.code().to_owned(),
            first: Box::new(declared[place].declaration()),
            second: Box::new(retired.declaration()),
        })
    };
    retired.iter().filter_map(again).collect()
}

impl<'a> IntoIterator for &'a Catalog {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
