//! Static definitions of the types that declare codes.

use super::error_def::ErrorDef;
use super::read_only::read_only;
use crate::registry::casts::Casts;
use crate::text::template::Template;

/// Fills the docs URL template of a type, whose only placeholder is `{code}`.
pub(crate) fn docs_url(template: &str, code: &str) -> String {
    Template::new(template).filled(|_, _| code.to_owned())
}

read_only! {
    /// A code that is no longer in use.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RetiredDef {
        /// Returns the code.
        code: &'static str,
        /// Returns the replacement, or the reason why the code was retired.
        note: Option<&'static str>,
    }
}

read_only! {
    /// The static definition of a type that declares codes.
    #[derive(Clone, Copy, Debug)]
    pub struct TypeDef {
        /// Returns the path that identifies the type, such as `my_tool::db::DbError`.
        path: &'static str,
        /// Returns the source file, as passed to the compiler.
        file: &'static str,
        /// Returns the line of the type's name.
        line: u32,
        /// Returns the Cargo package that declares the type, or an empty string if the package is unknown. For types of
        /// this crate and its integrations, returns `agent-error`.
        origin: &'static str,
        /// Returns the docs URL template. Nested types inherit it unless they have their own.
        docs: Option<&'static str>,
        /// Returns the codes that the type declares, not including nested types.
        defs: &'static [ErrorDef],
        /// Returns the types nested in transparent variants.
        nested: &'static [&'static TypeDef],
        /// Returns the codes that earlier versions of the type declared. They can't be declared again.
        retired: &'static [RetiredDef],
        /// The functions that recognize errors of this type and its nested types. Empty for types with type parameters.
        hidden casts: &'static [Casts],
    }
}

impl TypeDef {
    /// A type without codes.
    pub const EMPTY: Self =
        Self { path: "", file: "", line: 0, origin: "", docs: None, defs: &[], nested: &[], retired: &[], casts: &[] };

    /// Whether this crate or one of its integrations declares the type.
    pub(crate) fn is_of_this_crate(&self) -> bool {
        self.origin == "agent-error"
    }
}

/// Whether two definitions describe the same type, including its generic instances and its copies.
pub(crate) fn is_type(a: &TypeDef, b: &TypeDef) -> bool {
    a.path == b.path
}

/// A type that declares codes.
///
/// `#[derive(AgentError)]` implements this trait together with [`AgentError`](crate::AgentError).
#[diagnostic::on_unimplemented(
    message = "`{Self}` declares no error codes",
    note = "add `#[derive(AgentError)]` to the type; a foreign error is the source of a variant with a code of its own"
)]
pub trait Catalogued {
    /// The definition of the type.
    const TYPE: &'static TypeDef;

    /// Fails to compile if two nested types of a generic type declare the same code. Evaluated wherever the type's
    /// catalog is used.
    #[doc(hidden)]
    const UNIQUE: () = ();
}

impl<T: Catalogued + ?Sized> Catalogued for Box<T> {
    const TYPE: &'static TypeDef = T::TYPE;
    const UNIQUE: () = T::UNIQUE;
}

impl<T: Catalogued + ?Sized> Catalogued for std::sync::Arc<T> {
    const TYPE: &'static TypeDef = T::TYPE;
    const UNIQUE: () = T::UNIQUE;
}

impl<T: Catalogued + ?Sized> Catalogued for &T {
    const TYPE: &'static TypeDef = T::TYPE;
    const UNIQUE: () = T::UNIQUE;
}
