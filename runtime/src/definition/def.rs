//! Static definitions of the types that declare codes. Checks exit codes at compile time, when
//! their values are known.

use super::error_def::ErrorDef;
use super::part::Part;
use super::running_settings;
use crate::registry::casts::Casts;
use crate::text::template::Template;
use crate::vocabulary::exit;
use crate::vocabulary::grpc_code::GrpcCode;
use std::borrow::Cow;

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
    /// The Cargo package that declares the type, such as `agent-error`. Empty if the package is
    /// unknown.
    pub origin: &'static str,
    /// The docs URL template. Nested types inherit it unless they have their own.
    pub docs: Option<&'static str>,
    /// The codes that the type declares, not including nested types.
    pub defs: &'static [ErrorDef],
    /// The types nested in transparent variants.
    pub nested: &'static [&'static TypeDef],
    /// The codes that earlier versions of the type declared. They can't be declared again.
    pub retired: &'static [RetiredDef],
    /// The functions that recognize errors of the type and of its nested types. Empty for types
    /// with type parameters.
    #[doc(hidden)]
    pub casts: &'static [Casts],
}

impl TypeDef {
    /// A type without codes.
    pub const EMPTY: Self = Self {
        path: "",
        file: "",
        origin: "",
        docs: None,
        defs: &[],
        nested: &[],
        retired: &[],
        casts: &[],
    };

    /// Returns the type and its nested types, each with a docs URL template: its own, an inherited
    /// one, or `docs`.
    pub(crate) fn with_nested(
        &'static self,
        docs: Option<&'static str>,
    ) -> Vec<(&'static Self, Option<&'static str>)> {
        let own_docs = self.docs.or(docs);
        let mut types = vec![(self, own_docs)];
        for ty in self.nested {
            types.extend(ty.with_nested(own_docs));
        }
        types
    }

    /// Returns the declarations of the type and its nested types. `docs` is the default docs URL
    /// template.
    pub(crate) fn entries(&'static self, docs: Option<&'static str>) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (ty, docs) in self.with_nested(docs) {
            for def in ty.defs {
                entries.push(Entry {
                    def,
                    ty,
                    docs,
                    is_builtin: false,
                });
            }
        }
        entries
    }

    /// Whether the type or a nested type declares this code.
    pub(crate) fn declares(&'static self, def: &ErrorDef) -> bool {
        self.with_nested(None)
            .iter()
            .flat_map(|(ty, _)| ty.defs)
            .any(|own| std::ptr::eq(own, def))
    }

    /// Whether a type is this type, or nested in it.
    #[cfg(feature = "catalog")]
    pub(crate) fn contains(&'static self, other: &Self) -> bool {
        self.with_nested(None)
            .iter()
            .any(|(ty, _)| ty.path == other.path)
    }

    pub(crate) fn is_of_this_crate(&self) -> bool {
        self.origin == "agent-error"
    }
}

/// A type that declares codes.
///
/// `#[derive(AgentError)]` implements this trait together with [`AgentError`](crate::AgentError).
///
/// ```
/// use agent_error::ready::RateLimited;
/// use agent_error::{Catalog, Declares};
///
/// fn codes_of<E: Declares>() -> Vec<&'static str> {
///     Catalog::of::<E>().iter().map(|def| def.code()).collect()
/// }
///
/// assert_eq!(codes_of::<RateLimited>(), ["RATE_LIMITED"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` declares no error codes",
    note = "add `#[derive(AgentError)]` to the type; if it implements `AgentError` by hand, use `#[code(transparent, opaque)]`",
    note = "an error of another library gets its code from a variant, such as `#[code(\"NOT_READ\")] Read {{ source: io::Error }}`"
)]
pub trait Declares {
    /// The definition of the type.
    #[doc(hidden)]
    const TYPE: &'static TypeDef;

    /// Fails to compile if two nested types of a generic type declare the same code. Evaluated
    /// where the catalog is used.
    #[doc(hidden)]
    const UNIQUE: () = ();
}

macro_rules! pointers {
    ($($ty:ty),*) => {
        $(impl<T: Declares + ?Sized> Declares for $ty {
            const TYPE: &'static TypeDef = T::TYPE;
            const UNIQUE: () = T::UNIQUE;
        })*
    };
}

pointers!(&T, Box<T>, std::sync::Arc<T>);

/// A code together with the type that declares it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The definition of the code.
    pub def: &'static ErrorDef,
    /// The type that declares the code.
    pub ty: &'static TypeDef,
    /// The docs URL template that applies to the code, possibly inherited from an enclosing type.
    pub(crate) docs: Option<&'static str>,
    /// Whether this crate or an integration added the code. False for codes of the program and its
    /// libraries.
    pub(crate) is_builtin: bool,
}

impl Entry {
    /// Returns the URL of the code's docs page: its own URL, or one generated from the template
    /// that applies.
    pub fn docs_url(&self) -> Option<Cow<'static, str>> {
        if let Some(url) = self.def.docs_url() {
            return Some(url.into());
        }
        let url = docs_url(self.docs?, self.def.code());
        Some(url.into())
    }

    /// Returns a string that is the same for every occurrence of the code. `None` for templates
    /// with placeholders.
    pub(crate) fn fixed(&self, part: Part) -> Option<String> {
        match part {
            Part::Summary => return self.def.summary().map(str::to_owned),
            Part::DocsUrl => return self.docs_url().map(Cow::into_owned),
            _ => {}
        }
        let template = self.def.template(part)?;
        let has_fields = template.fields().next().is_some();
        (!has_fields).then(|| template.to_string())
    }

    /// Returns the path of the declaration, such as `my_tool::DbError::NotFound`.
    pub fn path(&self) -> String {
        match self.def.variant() {
            "" => self.ty.path.to_owned(),
            variant => format!("{}::{variant}", self.ty.path),
        }
    }

    /// Returns the exit code of a process that fails with this code. This is the declared exit
    /// code, unless the program overrides the exit codes of this crate's errors with
    /// [`Program::exit_overrides`](crate::Program::exit_overrides).
    pub fn exit_code(&self) -> u8 {
        running_settings::overridden_exit_code(self.def).unwrap_or_else(|| self.def.exit_code())
    }

    /// Whether this crate or one of its integrations declares the code.
    pub fn is_of_this_crate(&self) -> bool {
        self.ty.is_of_this_crate()
    }

    /// Returns the place in the source where the code is declared, such as
    /// `tool::DbError::NotFound (src/db.rs:9)`.
    pub fn declaration(&self) -> String {
        format!("{} ({}:{})", self.path(), self.ty.file, self.def.line())
    }
}

/// Validates an exit code.
///
/// # Panics
///
/// Panics if `exit` is 0 or greater than 125. In a const context, this is a compile error.
#[must_use]
#[track_caller]
pub const fn error_exit(exit: u8) -> u8 {
    assert!(
        exit::is_error_code(exit),
        "invalid exit code; expected 1 to 125; 0 means success, and 126 to 255 are reserved for the shell"
    );
    exit
}

/// Validates the exit code of an error that has a `fix`.
///
/// # Panics
///
/// Panics if the exit code is invalid or implies that the error is retryable. In a const context,
/// this is a compile error.
#[must_use]
#[track_caller]
pub const fn error_exit_with_fix(exit: u8) -> u8 {
    let without_facts = ErrorDef {
        exit,
        ..ErrorDef::EMPTY
    };
    assert!(
        !without_facts.is_retryable(),
        "`fix` conflicts with the retry that this exit code implies; remove `fix`, or add `retryable = false`"
    );
    error_exit(exit)
}

/// Validates the exit code of an error that axum sends without a declared status.
///
/// # Panics
///
/// Panics if the exit code doesn't imply an HTTP status. In a const context, this is a compile
/// error.
#[must_use]
#[track_caller]
pub const fn exit_with_http_status(exit: u8) -> u8 {
    assert!(
        exit::http_status(exit) != 500,
        "missing key `status`; this exit code implies no HTTP status: add `status = 500` if the server failed, \
         or the status of the client's mistake"
    );
    exit
}

/// Validates the exit code of an error that tonic sends without a declared status.
///
/// # Panics
///
/// Panics if the exit code doesn't imply a gRPC status code. In a const context, this is a compile
/// error.
#[must_use]
#[track_caller]
pub const fn exit_with_grpc_status(exit: u8) -> u8 {
    assert!(
        !matches!(GrpcCode::from_exit_code(exit), GrpcCode::Unknown),
        "missing key `grpc`; this exit code implies no gRPC status code: add `grpc = INTERNAL` if the server failed, \
         or the code of the client's mistake"
    );
    exit
}
