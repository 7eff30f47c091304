//! What generated code names. Not part of the public interface.

use crate::def::{ErrorDef, TypeDef};
use crate::error::{AgentError, Part};
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use crate::classify::{
    AnySource, BoxError, Build, ConcreteSource, KnownSource, NestedAsIs, NestedBuild, Slot, is_type, unboxed,
};
pub use crate::code::{deserialize_code, parse_code};
pub use crate::context::{AsDebug, ContextField, FallbackValue, Field, KnownValue, SerializeValue};
pub use crate::decode::{DecodeCauses, DecodeNested, DecodeValue, NoCauses, NoValue, NotDecoded, body};
pub use crate::error::{inner_context, static_actions, static_retry_after, static_text};
pub use crate::error_set::{SetPart, set_parts};
pub use crate::field_schema::{FieldSchema, SchemaOf, UnknownSchema};
pub use crate::foreign::ForeignError;
pub use crate::hooks::{Hooks, HooksOf, LocalHooks};
pub use crate::integrations::integrate;
pub use crate::process::main;
pub use crate::registry::{register, register_exits, register_foreign};
pub use crate::unique::{assert_unique, assert_unique_generic, check_unique, code_of, count, table_size};
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
#[cfg(not(any(miri, target_family = "wasm")))]
pub use {
    crate::registry::{AGENT_ERROR_EXITS_0_1_0, AGENT_ERROR_FOREIGN_0_1_0, AGENT_ERROR_TYPES_0_1_0},
    linkme,
};

/// What an error needs to be a response of axum.
#[cfg(feature = "axum")]
pub mod axum {
    pub use crate::axum::response;
    pub use axum_core::response::{IntoResponse, Response};
}

/// What an error needs to be the result of a tool of rmcp.
#[cfg(feature = "mcp")]
pub mod mcp {
    pub use crate::mcp::{answer, error_data};
    pub use rmcp::ErrorData;
    pub use rmcp::handler::server::tool::IntoCallToolResult;
    pub use rmcp::model::CallToolResponse;
}

/// Hands the page about an error's code to `out`: its own, or the template with its code filled in.
pub fn inherited_docs<E: AgentError + ?Sized>(
    error: &E,
    template: &'static str,
    out: &mut dyn FnMut(fmt::Arguments<'_>),
) {
    let mut has_own = false;
    error.visit_text(Part::DocsUrl, &mut |url| {
        has_own = true;
        out(url);
    });
    // A record may hold the code of any program: our pages do not explain it.
    if !has_own && error.def().is_some() {
        let (before, after) = template.split_once(CODE).unwrap_or((template, ""));
        out(format_args!("{before}{}{after}", error.code()));
    }
}

/// Where the code stands in a docs template.
pub const CODE: &str = "{code}";

/// A field in a text: rustc picks the first of the two traits below that the field's type allows.
pub trait DisplayedPath<'a> {
    /// What is shown.
    type Displayed: Display;

    /// The path; what is no Unicode in it is replaced.
    fn displayed(self) -> Self::Displayed;
}

impl<'a, T: AsPath + ?Sized> DisplayedPath<'a> for &&Field<'a, T> {
    type Displayed = std::path::Display<'a>;

    fn displayed(self) -> Self::Displayed {
        self.0.as_path().display()
    }
}

/// Types that are paths.
pub trait AsPath {
    /// The path.
    fn as_path(&self) -> &Path;
}

impl AsPath for Path {
    fn as_path(&self) -> &Path {
        self
    }
}

impl AsPath for PathBuf {
    fn as_path(&self) -> &Path {
        self
    }
}

impl<T: AsPath + ?Sized> AsPath for &T {
    fn as_path(&self) -> &Path {
        (**self).as_path()
    }
}

impl<T: AsPath + ?Sized> AsPath for Box<T> {
    fn as_path(&self) -> &Path {
        (**self).as_path()
    }
}

/// Anything else that can be shown.
pub trait DisplayedAsIs<'a> {
    /// What is shown.
    type Displayed: ?Sized;

    /// The value itself.
    fn displayed(self) -> &'a Self::Displayed;
}

impl<'a, T: ?Sized> DisplayedAsIs<'a> for &Field<'a, T> {
    type Displayed = T;

    fn displayed(self) -> &'a T {
        self.0
    }
}

/// The code of an error whose definition says it.
pub fn code<E: AgentError + ?Sized>(error: &E) -> &str {
    match (error.inner(), error.def()) {
        (Some(inner), _) => inner.code(),
        (None, Some(ErrorDef { code, .. })) => code,
        (None, None) => "",
    }
}

/// Shows a value as one word of a POSIX shell's command line, or fails if it is none that runs as it
/// stands: with control characters, with what was no Unicode, or longer than a command line may be.
pub struct ShellQuoted<'a, T: ?Sized> {
    /// The value.
    pub value: &'a T,
    /// Whether it stands alone, where a leading `-` would make it a flag.
    pub alone: bool,
}

/// Hands a command to `out`, unless one of its values cannot stand in a command.
pub fn offer_fix(command: fmt::Arguments<'_>, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    struct Nowhere;
    impl fmt::Write for Nowhere {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            Ok(())
        }
    }
    if fmt::write(&mut Nowhere, command).is_ok() {
        out(command);
    }
}

/// The longest value that is quoted, in bytes.
const LONGEST_WORD: usize = 4096;

impl<T: Display + ?Sized> Display for ShellQuoted<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut value = String::new();
        fmt::write(&mut value, format_args!("{}", self.value))?;
        let foreign = |c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER;
        if value.contains(foreign) || value.len() > LONGEST_WORD || (self.alone && value.starts_with('-')) {
            return Err(fmt::Error);
        }
        f.write_str(&shlex::try_quote(&value).map_err(|_| fmt::Error)?)
    }
}

/// A field that says how long to wait: a `Duration`, or seconds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no waiting time",
    note = "`retry_after` takes a field that is a `Duration`, an `Option<Duration>`, or a number of seconds"
)]
pub trait Wait {
    /// The time, if there is one.
    fn wait(&self) -> Option<Duration>;
}

impl Wait for Duration {
    fn wait(&self) -> Option<Duration> {
        Some(*self)
    }
}

impl<T: Wait> Wait for Option<T> {
    fn wait(&self) -> Option<Duration> {
        self.as_ref().and_then(Wait::wait)
    }
}

/// A field that holds what a failed call produced all the same.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no body",
    note = "`body` takes a field that is a `String`, a `&str`, or an `Option` of one"
)]
pub trait Body {
    /// Hands the text to `out`, if there is one.
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>));
}

impl Body for str {
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        if !self.is_empty() {
            out(format_args!("{self}"));
        }
    }
}

impl Body for String {
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        self.as_str().visit(out);
    }
}

impl<T: Body + ?Sized> Body for &T {
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        (**self).visit(out);
    }
}

impl<T: Body + ?Sized> Body for Box<T> {
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        (**self).visit(out);
    }
}

impl<T: Body> Body for Option<T> {
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        if let Some(text) = self {
            text.visit(out);
        }
    }
}

macro_rules! seconds {
    ($($number:ty),*) => {
        $(impl Wait for $number {
            fn wait(&self) -> Option<Duration> {
                u64::try_from(*self).ok().map(Duration::from_secs)
            }
        })*
    };
}

seconds!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

macro_rules! fractional_seconds {
    ($($number:ty),*) => {
        $(impl Wait for $number {
            fn wait(&self) -> Option<Duration> {
                Duration::try_from_secs_f64((*self).into()).ok()
            }
        })*
    };
}

fractional_seconds!(f32, f64);

/// A catalog whose codes the compiler has already compared.
pub fn checked_catalog(ty: &'static TypeDef) -> crate::Catalog {
    crate::Catalog::checked(ty)
}
