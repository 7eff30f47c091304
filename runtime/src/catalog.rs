//! Catalogs: every code that a program can return.

pub(crate) mod code;
pub(crate) mod collect;
#[cfg(any(feature = "catalog", debug_assertions))]
pub(crate) mod conflicts;
#[cfg(feature = "catalog")]
mod document;
pub(crate) mod error_set;
pub(crate) mod rules;
#[cfg(feature = "catalog")]
pub(crate) mod table;
#[cfg(feature = "catalog")]
pub(crate) mod views;

pub use code::Code;
#[cfg(feature = "catalog")]
use conflicts::{Retired, retired};
#[cfg(feature = "catalog")]
pub use document::DOCUMENT_VERSION;
pub use error_set::ErrorSet;
#[cfg(feature = "catalog")]
pub use table::table;
#[cfg(feature = "catalog")]
pub use views::{Exits, Explanation, List};

#[cfg(feature = "catalog")]
use crate::definition::def::{Declares, Entry, TypeDef};
#[cfg(feature = "catalog")]
use crate::definition::error_def::ErrorDef;
pub use crate::ready::catalog_error::CatalogError;
#[cfg(feature = "catalog")]
use crate::registry::linked;
pub use crate::registry::linked::declared;
#[cfg(feature = "catalog")]
use crate::text::nearest::nearest;
#[cfg(feature = "catalog")]
use crate::vocabulary::exit;
#[cfg(feature = "catalog")]
use collect::sorted;
#[cfg(feature = "catalog")]
use views::Subject;

/// A sorted collection of error codes and their definitions.
///
/// ```
/// use agent_error::ready::RateLimited;
/// use agent_error::{Catalog, exit};
///
/// assert_eq!(Catalog::of::<RateLimited>().get("RATE_LIMITED").unwrap().exit_code(), exit::RATE_LIMITED);
/// ```
///
/// # Which codes are linked
///
/// The linker collects every type that derives `AgentError` in a section of the binary, with the
/// crate `linkme`. [`Catalog::linked`], `errors list`,
/// [`find`](crate::find), lock files and `classify` rules read this section. Rendering, exit
/// codes and [`Catalog::of`] don't need it. Codes are missing in the following cases:
///
/// | case | effect | solution |
/// |---|---|---|
/// | a dependency that the program never refers to | rustc doesn't link the dependency | `use dependency as _;` |
/// | a `staticlib` | the final linker drops sections that nothing refers to | use fat LTO, or link with `--whole-archive` |
/// | WebAssembly, Miri | nothing is collected | list the types: `catalog![MyError, OtherError]` |
/// | a generic type | codes nested in a type parameter are missing | `catalog![MyError, Generic<Inner>]` |
/// | two versions of this crate | each version has its own section | use one version |
/// | a Rust `dylib` | each shared object has its own section, so types of the program are missing if the `dylib` contains this crate | link this crate and the types statically, or list the types |
///
/// If a program contains the same version of this crate twice, for example from a registry and from
/// a git repository, [`run`](crate::run) says so, and exits with 70. To find both copies, run
/// `cargo tree -i agent-error` or `cargo tree -d`.
///
/// In test builds, types in test modules are collected, too. Mark them as
/// `#[agent_error(unregistered)]`.
#[cfg(feature = "catalog")]
#[derive(Clone, Debug)]
pub struct Catalog {
    /// All declarations, sorted by code. A shared code can have more than one.
    declarations: Vec<Entry>,
    /// The types that the catalog was created for, without those that they nest.
    types: Vec<&'static TypeDef>,
    /// Retired codes, sorted.
    retired: Vec<Retired>,
    /// The name and version of the program, if known.
    pub(crate) program: Option<(String, Option<String>)>,
    pub(crate) commands: Option<DeclaredSets>,
    tools: Option<DeclaredSets>,
}

/// The names of commands or tools, and their codes. `None` means that a command or tool doesn't
/// declare its codes.
#[cfg(feature = "catalog")]
pub(crate) type DeclaredSets = Vec<(String, Option<ErrorSet>)>;

#[cfg(feature = "catalog")]
impl Catalog {
    /// Returns the codes of all error types linked into the program and its libraries. Some codes
    /// may be [missing](Self#which-codes-are-linked). [`complete`](Self::complete) also returns
    /// this crate's codes.
    ///
    /// # Errors
    ///
    /// Returns `DUPLICATE_ERROR_CODE` if two types declare the same code, or if a type declares one
    /// of this crate's codes with different properties.
    pub fn linked() -> Result<Self, CatalogError> {
        let (catalog, conflicts) = Self::of_linked();
        catalog.unless(conflicts)
    }

    /// Returns the codes of a type and its nested types.
    pub fn of<E: Declares>() -> Self {
        const { E::UNIQUE }
        Self::unchecked(&[E::TYPE])
    }

    /// Returns the codes of several types.
    #[doc(hidden)]
    pub fn __from_types(types: &[&'static TypeDef]) -> Result<Self, CatalogError> {
        let (catalog, conflicts) = Self::collected(types);
        catalog.unless(conflicts)
    }

    /// Returns all codes that the program can return.
    ///
    /// In addition to the codes of all linked types, the catalog contains the codes that this crate
    /// and linked integrations, such as `agent-error-mcp`, can return in any program, such as
    /// `INTERNAL` for panics.
    ///
    /// # Errors
    ///
    /// Returns `DUPLICATE_ERROR_CODE` if two types declare the same code, or if a type declares one
    /// of this crate's codes with different properties.
    pub fn complete() -> Result<Self, CatalogError> {
        let (catalog, conflicts) = Self::__complete();
        catalog.unless(conflicts)
    }

    /// Like [`complete`](Self::complete), with all conflicts. If two types declare the same code,
    /// the catalog contains the declaration whose path sorts first.
    #[doc(hidden)]
    pub fn __complete() -> (Self, Vec<CatalogError>) {
        let (declared, conflicts) = Self::of_linked();
        (declared.with_own_codes(), conflicts)
    }

    /// Returns the first conflict if there is one, otherwise the catalog.
    fn unless(self, conflicts: Vec<CatalogError>) -> Result<Self, CatalogError> {
        match conflicts.into_iter().next() {
            Some(first) => Err(first),
            None => Ok(self),
        }
    }

    /// Returns the codes of all linked types, together with all conflicts between them.
    pub(crate) fn of_linked() -> (Self, Vec<CatalogError>) {
        (
            Self::unchecked(&linked::linked_types(false)),
            conflicts::of_linked(),
        )
    }

    /// Returns the codes of several types, together with all conflicts between them.
    pub(crate) fn collected(types: &[&'static TypeDef]) -> (Self, Vec<CatalogError>) {
        (Self::unchecked(types), conflicts::of_types(types))
    }

    pub(crate) fn unchecked(types: &[&'static TypeDef]) -> Self {
        Self {
            retired: retired(types),
            types: types.to_vec(),
            ..Self::of_entries(sorted(types, None))
        }
    }

    /// Sets the program's name and version, which appear in exports and lock files.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.program = Some((name.into(), Some(version.into())));
        self
    }

    /// Declares which codes each tool can return, for exports and lock files. Pass the constant
    /// that the server uses, too.
    #[must_use]
    pub fn with_tools(mut self, tools: &[(&str, ErrorSet)]) -> Self {
        let declared = tools
            .iter()
            .map(|(tool, errors)| ((*tool).to_owned(), Some(errors.clone())));
        self.tools.get_or_insert_default().extend(declared);
        self
    }

    /// Returns all declarations of a code.
    fn of_code(&self, code: &str) -> &[Entry] {
        let first = self
            .declarations
            .partition_point(|entry| entry.def.code() < code);
        let rest = &self.declarations[first..];
        let count = rest.partition_point(|entry| entry.def.code() == code);
        &rest[..count]
    }

    /// Returns the definition of a code.
    pub fn get(&self, code: &str) -> Option<&'static ErrorDef> {
        self.__entry(code).map(|entry| entry.def)
    }

    /// Returns a code's definition together with the type that declares it.
    #[doc(hidden)]
    pub fn __entry(&self, code: &str) -> Option<&Entry> {
        self.of_code(code).first()
    }

    /// Iterates over the codes in sorted order.
    pub fn iter(&self) -> impl Iterator<Item = &'static ErrorDef> {
        self.__entries().map(|entry| entry.def)
    }

    /// Iterates over the codes in sorted order, each with the type that declares it.
    #[doc(hidden)]
    pub fn __entries(&self) -> impl Iterator<Item = &Entry> {
        let mut firsts: Vec<&Entry> = self.declarations.iter().collect();
        firsts.dedup_by_key(|entry| entry.def.code());
        firsts.into_iter()
    }

    /// Returns a catalog without this crate's codes.
    #[must_use]
    pub fn own(&self) -> Self {
        self.clone()
            .with_entries_that(&|entry| !entry.is_of_this_crate())
    }

    /// Iterates over all declarations of all codes.
    #[doc(hidden)]
    pub fn __declarations(&self) -> impl Iterator<Item = &Entry> {
        self.declarations.iter()
    }

    /// Returns the number of codes.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether the catalog is empty.
    pub fn is_empty(&self) -> bool {
        self.declarations.is_empty()
    }

    /// Returns codes that are similar to `code`, closest match first.
    #[doc(hidden)]
    pub fn __nearest(&self, code: &str) -> Vec<&'static str> {
        nearest(code, self.iter().map(ErrorDef::code))
    }

    /// For crates of this project.
    #[doc(hidden)]
    pub fn __list(&self) -> List {
        let (ours, own): (Vec<Entry>, Vec<Entry>) =
            self.__entries().copied().partition(Entry::is_of_this_crate);
        let entries = [own, ours].concat();
        List {
            entries,
            is_complete: false,
        }
    }

    /// For crates of this project.
    ///
    /// # Errors
    ///
    /// Returns an error with similar codes if the code is unknown.
    #[doc(hidden)]
    pub fn __explain(&self, code: &str) -> Result<Explanation, CatalogError> {
        self.explained(code)
            .map_err(|nearest| CatalogError::unknown_code(code, nearest))
    }

    /// Like [`__explain`](Self::__explain), with advice on where all codes are listed.
    ///
    /// # Errors
    ///
    /// Returns an error with similar codes if the code is unknown.
    #[doc(hidden)]
    pub fn __explain_or_advise(
        &self,
        code: &str,
        advice: &str,
    ) -> Result<Explanation, CatalogError> {
        self.explained(code)
            .map_err(|nearest| CatalogError::unknown_code_with(code, &nearest, advice))
    }

    /// Describes a code in full. If the code is unknown, returns similar codes as the error.
    pub(crate) fn explained(&self, code: &str) -> Result<Explanation, Vec<&'static str>> {
        let subject = if let Some(entry) = self.entry_in_any_case(code) {
            Subject::Declared(self.of_code(entry.def.code()).to_vec())
        } else if let Some(retired) = self.retired_in_any_case(code) {
            Subject::Retired(*retired)
        } else {
            return Err(self.__nearest(code));
        };
        Ok(Explanation(subject))
    }

    /// Returns the declaration of a code, or of a code that only differs in case.
    fn entry_in_any_case(&self, code: &str) -> Option<&Entry> {
        let exact = self.__entry(code);
        if exact.is_some() {
            return exact;
        }
        self.__entries()
            .find(|entry| entry.def.code().eq_ignore_ascii_case(code))
    }

    fn retired_in_any_case(&self, code: &str) -> Option<&Retired> {
        self.retired
            .iter()
            .find(|retired| retired.def.code.eq_ignore_ascii_case(code))
    }

    pub(crate) fn exit_codes(&self) -> Exits {
        Exits::of(self, &[exit::SUCCESS])
    }
}

/// Creates a catalog of several types: `catalog![A, B]`. Fails to compile if two types declare the
/// same code.
#[macro_export]
macro_rules! catalog {
    ($($ty:ty),+ $(,)?) => {{
        enum Several {}
        impl $crate::__private::Declares for Several {
            const TYPE: &'static $crate::__private::TypeDef =
                &$crate::__private::TypeDef { nested: &[$(<$ty as $crate::__private::Declares>::TYPE),+], ..$crate::__private::TypeDef::EMPTY };
        }
        const _: () = $crate::__private::assert_unique(<Several as $crate::__private::Declares>::TYPE);
        $crate::Catalog::of::<Several>()
    }};
}
