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
        match self {
            Self::Io(kind) => write!(f, "I/O error {kind:?}"),
            Self::AnyIo => f.write_str("any I/O error"),
            Self::Code(code) => write!(f, "code \"{code}\""),
            Self::Type(ty) => write!(f, "error type {}", ty.name),
            Self::Status(0, u16::MAX) => f.write_str("any HTTP status"),
            Self::Status(from, to) if from == to => write!(f, "HTTP status {from}"),
            Self::Status(from, to) => write!(f, "HTTP status {from} to {to}"),
            Self::Validation => f.write_str("a value that is refused"),
            Self::Message(words) => write!(f, "message with \"{words}\""),
            Self::Fallback => f.write_str("any other error"),
        }
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
