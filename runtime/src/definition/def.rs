//! The static facts about codes and about the types that declare them.

use super::field_schema::FieldSchema;
use super::hooks::Hooks;
use super::read_only::read_only;
use super::rule::Rule;
use super::rust_type::RustType;
use crate::text::template::Template;
use crate::vocabulary::exit;
use crate::vocabulary::recoverable::is_recoverable;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, Shown, SideEffects};
use serde_json::Value;
use std::time::Duration;

/// The placeholder for the code in a docs template.
pub const CODE: &str = "{code}";

/// The parts of a docs template before and after the code.
pub(crate) fn around_code(template: &'static str) -> (&'static str, &'static str) {
    template.split_once(CODE).unwrap_or((template, ""))
}

/// How long to wait before the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryAfter {
    /// A fixed wait.
    Fixed(Duration),
    /// The wait in this field of the error.
    Field(&'static str),
}

read_only! {
    /// The static facts about one code, from the declaration of its variant.
    ///
    /// Written by the derive.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ErrorDef {
        /// The stable code, such as `NOT_FOUND`.
        code: &'static str,
        /// The 64-bit FNV-1a hash of the code.
        hidden hash: u64,
        /// The variant that declares it; empty for a struct.
        variant: &'static str,
        /// The line of the declaration, in the file of its [`TypeDef`].
        line: u32,
        /// The first paragraph of the doc comment.
        summary: Option<&'static str>,
        /// The doc comment after its first paragraph.
        description: Option<&'static str>,
        /// The message as a template, as in thiserror's `#[error("…")]`.
        message: Option<Template>,
        /// The exit code of a process that ends with this error: 1 to 125.
        exit as exit_code: u8,
        /// The reason why a call failed, if the message alone does not state it.
        detail: Option<Template>,
        /// Advice for the caller.
        suggestion: Option<Template>,
        /// The condition to correct before trying again.
        fix_required: Option<Template>,
        /// One command that repairs the cause.
        fix_command: Option<Template>,
        /// The replacement of what was called.
        replacement: Option<Template>,
        /// The page about this code.
        docs_url: Option<&'static str>,
        /// Whether the identical call may succeed later.
        retryable as is_retryable: bool,
        /// How long to wait before the next call.
        retry_after: Option<RetryAfter>,
        /// The pauses between repeated calls.
        retry as retry_strategy: Option<RetryStrategy>,
        /// What the failed call has already changed.
        side_effects: SideEffects,
        /// When in a call the error occurs.
        phase: Phase,
        /// The severity.
        severity: Severity,
        /// What to call instead.
        actions: &'static [&'static str],
        /// The field with the actions, if they are only known when the error occurs.
        actions_field: Option<&'static str>,
        /// The HTTP status.
        status: Option<u16>,
        /// The JSON-RPC code of the few errors that belong to the protocol and not to a tool.
        protocol as protocol_code: Option<i32>,
        /// The version that introduced the code.
        since: Option<&'static str>,
        /// The replacement of a deprecated code.
        deprecated: Option<&'static str>,
        /// Whether other types declare the same code on purpose.
        shared as is_shared: bool,
        /// Whether public views leave the code out, for example for control flow.
        unlisted as is_hidden: bool,
        /// The context of errors with this code.
        fields: &'static [FieldDef],
        /// The fields that texts show and that are not context.
        hidden shown: &'static [&'static str],
        /// The foreign errors that get the code.
        classify as rules: &'static [Rule],
    }
}

impl ErrorDef {
    /// The facts that an exit code implies, with all others empty.
    ///
    /// # Panics
    ///
    /// At compile time, in a derive: if `exit` is 0 or above 125.
    #[track_caller]
    #[allow(clippy::panic, reason = "runs in constants only, where a panic is a compile error")]
    pub const fn with_exit(exit: u8) -> Self {
        assert!(
            exit::is_error_code(exit),
            "invalid exit code; expected 1 to 125; 0 is success and 126 to 255 belong to the shell"
        );
        let (retryable, side_effects) = match exit::entry(exit) {
            Some(entry) => (entry.retryable, entry.side_effects),
            None => (false, SideEffects::None),
        };
        let phase = if exit == exit::ARG_ERROR { Phase::Validation } else { Phase::Execution };
        Self { exit, retryable, side_effects, phase, ..Self::EMPTY }
    }

    /// The HTTP status: that of the code, or the one that corresponds to its exit code.
    pub const fn http_status(&self) -> u16 {
        match self.status {
            Some(status) => status,
            None => exit::http_status(self.exit),
        }
    }

    /// No code.
    pub(super) const EMPTY: Self = Self {
        code: "",
        hash: 0,
        variant: "",
        line: 0,
        summary: None,
        description: None,
        message: None,
        exit: 1,
        detail: None,
        suggestion: None,
        fix_required: None,
        fix_command: None,
        replacement: None,
        docs_url: None,
        retryable: false,
        retry_after: None,
        retry: None,
        side_effects: SideEffects::None,
        phase: Phase::Execution,
        severity: Severity::Error,
        actions: &[],
        actions_field: None,
        status: None,
        protocol: None,
        since: None,
        deprecated: None,
        shared: false,
        unlisted: false,
        fields: &[],
        shown: &[],
        classify: &[],
    };

    /// Whether a caller can do something about the error, and so needs a suggestion.
    ///
    /// It cannot if the severity is `critical`, if the process ends with `EX_SOFTWARE` (70) or `EX_OSERR` (71), or if
    /// the code contains the word `internal`: then the program or the system must be repaired.
    pub const fn is_recoverable(&self) -> bool {
        is_recoverable(self.code, Some(self.exit as i32), matches!(self.severity, Severity::Critical))
    }
}

read_only! {
    /// A field of the context.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct FieldDef {
        /// The key in the context.
        name: &'static str,
        /// The Rust type, as written.
        ty as rust_type: &'static str,
        /// How the value is shown.
        shown: Shown,
        /// The first paragraph of the field's doc comment.
        summary: Option<&'static str>,
        /// The JSON Schema of the type, if it has one.
        hidden schema: FieldSchema,
    }
}

impl FieldDef {
    /// The JSON type of the value, from the Rust type: `string`, `integer`, `number`, `boolean`, `array`, `object`, or
    /// `value` for an unknown type.
    pub fn json_type(&self) -> &'static str {
        match self.shown {
            Shown::Serialized => {
                self.schema.get().map_or_else(|| RustType::read(self.ty).json_type(), |schema| type_in(&schema))
            }
            Shown::Text | Shown::Redacted => "string",
        }
    }
}

/// The type in a schema, possibly with null; that of its values if it lists them.
fn type_in(schema: &Value) -> &'static str {
    let listed = ["oneOf", "anyOf"].into_iter().find_map(|key| schema[key].as_array());
    let types: Vec<&'static str> = match (&schema["type"], &schema["const"], listed) {
        (Value::Array(several), ..) => several.iter().filter_map(Value::as_str).filter_map(known).take(1).collect(),
        (Value::String(one), ..) => known(one).into_iter().collect(),
        (_, Value::String(_), _) => vec!["string"],
        (_, _, Some(schemas)) => schemas.iter().filter(|schema| schema["type"] != "null").map(type_in).collect(),
        _ if schema["enum"].as_array().is_some_and(|values| values.iter().all(Value::is_string)) => vec!["string"],
        _ => Vec::new(),
    };
    match types.split_first() {
        Some((first, rest)) if rest.iter().all(|ty| ty == first) => first,
        _ => "value",
    }
}

fn known(name: &str) -> Option<&'static str> {
    ["string", "integer", "number", "boolean", "array", "object"].into_iter().find(|known| *known == name)
}

read_only! {
    /// A code that was used in the past.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RetiredDef {
        /// The code.
        code: &'static str,
        /// The 64-bit FNV-1a hash of the code.
        hidden hash: u64,
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
    pub const EMPTY: Self =
        Self { path: "", file: "", line: 0, docs: None, defs: &[], nested: &[], retired: &[], hooks: Hooks::NONE };
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
