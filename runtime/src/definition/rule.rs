//! The rules that variants state.

use std::any::TypeId;
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

/// A rule that selects the foreign errors of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// An [`io::Error`] of this kind.
    Io(io::ErrorKind),
    /// Any [`io::Error`].
    AnyIo,
    /// An error of this type.
    Type(ForeignType),
    /// An error to which its library gives this code.
    Code(&'static str),
    /// An HTTP status in this range, both ends included.
    Status(u16, u16),
    /// A value that another library refused.
    Validation,
    /// These words in the message, in any case.
    Message(&'static str),
    /// Any error that matches no other rule.
    Fallback,
}

impl Rule {
    /// Every HTTP status.
    pub const ANY_STATUS: Self = Self::Status(0, u16::MAX);

    /// The kind of rule, as it is written in `classify(...)`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Io(_) | Self::AnyIo => "io",
            Self::Type(_) => "type",
            Self::Code(_) => "code",
            Self::Status(..) => "status",
            Self::Validation => "validation",
            Self::Message(_) => "message",
            Self::Fallback => "fallback",
        }
    }

    /// The text in the parentheses.
    pub(crate) fn value(&self) -> Option<String> {
        match self {
            Self::Io(kind) => Some(format!("{kind:?}")),
            Self::Type(ty) => Some(ty.name.to_owned()),
            Self::AnyIo | Self::Status(0, u16::MAX) => Some("..".to_owned()),
            Self::Status(from, to) if from == to => Some(from.to_string()),
            Self::Status(from, to) => Some(format!("{from}..={to}")),
            Self::Code(text) | Self::Message(text) => Some((*text).to_owned()),
            Self::Validation | Self::Fallback => None,
        }
    }
}

/// As a person reads it: `HTTP status 404`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&phrase(self.kind(), self.value().as_deref()))
    }
}

/// A rule as a person reads it, from its [`kind`](Rule::kind) and the text in its parentheses.
pub(super) fn phrase(kind: &str, value: Option<&str>) -> String {
    let value = value.unwrap_or_default();
    match (kind, value) {
        ("io", "..") => "any I/O error".to_owned(),
        ("io", kind) => format!("I/O error {kind}"),
        ("code", code) => format!("code \"{code}\""),
        ("type", ty) => format!("error type {ty}"),
        ("status", "..") => "any HTTP status".to_owned(),
        ("status", range) => format!("HTTP status {}", range.replace("..=", " to ")),
        ("validation", _) => "a value that is refused".to_owned(),
        ("message", words) => format!("message with \"{words}\""),
        _ => "any other error".to_owned(),
    }
}

/// A type of errors in a rule.
#[derive(Clone, Copy)]
pub struct ForeignType {
    /// The type, as written.
    pub name: &'static str,
    id: fn() -> TypeId,
    is: fn(&(dyn Error + 'static)) -> bool,
}

impl ForeignType {
    /// The type `T`, under the name that it is written with.
    pub const fn of<T: Error + 'static>(name: &'static str) -> Self {
        Self { name, id: TypeId::of::<T>, is: |error| error.is::<T>() || error.is::<Box<T>>() || error.is::<Arc<T>>() }
    }

    pub(crate) fn accepts(&self, error: &(dyn Error + 'static)) -> bool {
        (self.is)(error)
    }
}

impl PartialEq for ForeignType {
    fn eq(&self, other: &Self) -> bool {
        (self.id)() == (other.id)()
    }
}

impl Eq for ForeignType {}

impl fmt::Debug for ForeignType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
