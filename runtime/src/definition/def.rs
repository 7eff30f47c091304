//! The static facts about the types that declare codes.

use super::error_def::ErrorDef;
use super::hooks::Hooks;
use super::read_only::read_only;

/// The placeholder for the code in a docs template.
pub const CODE: &str = "{code}";

/// The parts of a docs template before and after the code.
pub(crate) fn around_code(template: &'static str) -> (&'static str, &'static str) {
    template.split_once(CODE).unwrap_or((template, ""))
}

read_only! {
    /// A code that was used in the past.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RetiredDef {
        /// The code.
        code: &'static str,
        /// The replacement, or the reason.
        note: Option<&'static str>,
    }
}

read_only! {
    /// The static facts about a type that declares codes.
    #[derive(Clone, Copy, Debug)]
    pub struct TypeDef {
        /// The path of the type, such as `my_tool::db::DbError`; identifies the type.
        path: &'static str,
        /// The file of the declaration, as it was given to the compiler.
        file: &'static str,
        /// The line of the type's name.
        line: u32,
        /// The Cargo package that declares the type, or `agent-error` for the types of this crate and its integrations.
        /// Empty if the package is unknown.
        origin: &'static str,
        /// The docs template, which nested codes without their own page inherit.
        docs: Option<&'static str>,
        /// The codes that the type itself declares.
        defs: &'static [ErrorDef],
        /// The catalogs of its transparent variants.
        nested: &'static [&'static TypeDef],
        /// The codes that the type declared in earlier versions, and that must not be declared again.
        retired: &'static [RetiredDef],
        /// The functions that recognize and build the type; none for a type with parameters.
        hidden hooks: Hooks,
    }
}

impl TypeDef {
    /// A type without codes.
    pub const EMPTY: Self = Self {
        path: "",
        file: "",
        line: 0,
        origin: "",
        docs: None,
        defs: &[],
        nested: &[],
        retired: &[],
        hooks: Hooks::NONE,
    };

    /// Whether this crate or one of its integrations declares the type, not the program or another library.
    pub(crate) fn is_of_this_crate(&self) -> bool {
        self.origin == "agent-error"
    }
}

/// Whether two declarations are of the same type.
pub fn is_type(a: &TypeDef, b: &TypeDef) -> bool {
    (a.path, a.file, a.line) == (b.path, b.file, b.line)
}

/// A type that declares codes: what the derive implements beside [`AgentError`](crate::AgentError).
#[diagnostic::on_unimplemented(
    message = "`{Self}` declares no error codes",
    note = "add `#[derive(AgentError)]` to the type; a foreign error is the source of a variant with a code of its own"
)]
pub trait Catalogued {
    /// The codes of the type.
    const TYPE: &'static TypeDef;

    /// Evaluated where the catalog of a generic type is used: checks that its nested catalogs share no code.
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
