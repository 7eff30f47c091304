//! Static definitions of the types that declare codes.

use super::error_def::ErrorDef;
use crate::registry::casts::Casts;
use crate::text::template::Template;

/// Fills the docs URL template of a type, whose only placeholder is `{code}`.
pub(crate) fn docs_url(template: &str, code: &str) -> String {
    Template::new(template).filled(|_, _| code.to_owned())
}

/// A code that is no longer in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetiredDef {
    /// The code.
    pub code: &'static str,
    /// The replacement, or the reason why the code was retired.
    pub note: Option<&'static str>,
}

/// The static definition of a type that declares codes.
#[derive(Clone, Copy, Debug)]
pub struct TypeDef {
    /// The path that identifies the type, such as `my_tool::db::DbError`.
    pub path: &'static str,
    /// The source file, as passed to the compiler.
    pub file: &'static str,
    /// The Cargo package that declares the type, or an empty string if the package is unknown. For types of
    /// this crate and its integrations, it is `agent-error`.
    pub origin: &'static str,
    /// The docs URL template. Nested types inherit it unless they have their own.
    pub docs: Option<&'static str>,
    /// The codes that the type declares, not including nested types.
    pub defs: &'static [ErrorDef],
    /// The types nested in transparent variants.
    pub nested: &'static [&'static TypeDef],
    /// The codes that earlier versions of the type declared. They can't be declared again.
    pub retired: &'static [RetiredDef],
    /// The functions that recognize errors of the type and of its nested types. Empty for types with type parameters.
    #[doc(hidden)]
    pub casts: &'static [Casts],
}

impl TypeDef {
    /// A type without codes.
    pub const EMPTY: Self =
        Self { path: "", file: "", origin: "", docs: None, defs: &[], nested: &[], retired: &[], casts: &[] };

    /// Returns the type and its nested types, each with the docs URL template that applies: the innermost one, or else
    /// `docs`.
    pub(crate) fn with_nested(&'static self, docs: Option<&'static str>) -> Vec<(&'static Self, Option<&'static str>)> {
        let docs = self.docs.or(docs);
        let mut types = vec![(self, docs)];
        for ty in self.nested {
            types.extend(ty.with_nested(docs));
        }
        types
    }

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

macro_rules! pointers {
    ($($ty:ty),*) => {
        $(impl<T: Catalogued + ?Sized> Catalogued for $ty {
            const TYPE: &'static TypeDef = T::TYPE;
            const UNIQUE: () = T::UNIQUE;
        })*
    };
}

pointers!(&T, Box<T>, std::sync::Arc<T>);
