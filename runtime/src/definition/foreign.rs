//! The rules that assign codes to foreign errors.

use std::error::Error;
use std::sync::Arc;
use std::{fmt, io};

/// Downcasts to an error, directly or behind a pointer. Every error type instantiates this, so it
/// has no closures.
#[doc(hidden)]
#[inline]
pub fn behind_pointers<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    if let Some(error) = error.downcast_ref::<Box<E>>() {
        return Some(error);
    }
    if let Some(error) = error.downcast_ref::<Arc<E>>() {
        return Some(error);
    }
    error.downcast_ref::<E>()
}

/// A rule in `classify(...)`. Foreign errors that match the rule get the variant's code.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ClassifyRule {
    /// Matches an [`io::Error`] of this kind.
    Io(io::ErrorKind),
    /// Matches any [`io::Error`].
    AnyIo,
    /// Matches an error of this type.
    Type(ForeignType),
    /// Matches an error with this code, which the error's library assigned.
    Code(&'static str),
    /// Matches an HTTP status in this range, inclusive.
    Status(u16, u16),
    /// Matches an error that reports an invalid value.
    Validation,
    /// Matches an error whose message contains these words, ignoring case.
    Message(&'static str),
    /// Matches any error that no other rule matches.
    Fallback,
}

impl ClassifyRule {
    /// Returns the keyword of the rule in `classify(...)`, and its argument, if it has one.
    #[inline]
    pub(crate) fn keyword_and_argument(&self) -> (&'static str, Option<String>) {
        match self {
            Self::Io(kind) => ("io", Some(format!("{kind:?}"))),
            Self::AnyIo => ("io", Some("..".to_owned())),
            Self::Type(ty) => ("type", Some(ty.name.to_owned())),
            Self::Code(code) => ("code", Some((*code).to_owned())),
            Self::Status(from, to) => ("status", Some(status_range(*from, *to))),
            Self::Validation => ("validation", None),
            Self::Message(words) => ("message", Some((*words).to_owned())),
            Self::Fallback => ("fallback", None),
        }
    }
}

/// Formats a range of statuses as in `classify(...)`.
#[inline]
fn status_range(from: u16, to: u16) -> String {
    if from == to {
        from.to_string()
    } else if from == 0 && to == u16::MAX {
        "..".to_owned()
    } else {
        format!("{from}..={to}")
    }
}

/// Formats the rule for people, such as `HTTP status 404`.
impl fmt::Display for ClassifyRule {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (keyword, argument) = self.keyword_and_argument();
        f.write_str(&rule_in_words(keyword, argument.as_deref()))
    }
}

/// Formats a rule for people. Takes the rule's keyword and its argument in `classify(...)`.
#[inline]
pub fn rule_in_words(kind: &str, value: Option<&str>) -> String {
    let value = value.unwrap_or_default();
    match (kind, value) {
        ("io", "..") => "any I/O error".to_owned(),
        ("io", error_kind) => format!("I/O error {error_kind}"),
        ("code", code) => format!("code \"{code}\""),
        ("type", ty) => format!("error type {ty}"),
        ("status", "..") => "any HTTP status".to_owned(),
        ("status", range) => match range.split_once('=') {
            Some((from, to)) => format!("HTTP status {} to {to}", from.trim_end_matches('.')),
            None => format!("HTTP status {range}"),
        },
        ("validation", _) => "a value that is refused".to_owned(),
        ("message", words) => format!("message with \"{words}\""),
        _ => "any other error".to_owned(),
    }
}

/// The type in a rule such as `type(std::fmt::Error)`.
#[derive(Clone, Copy)]
pub struct ForeignType {
    /// The type as written in the source code.
    pub name: &'static str,
    /// Returns the full path of the type.
    #[cfg_attr(
        not(feature = "catalog"),
        allow(dead_code, reason = "only catalogs contain it")
    )]
    path: fn() -> &'static str,
    pub(crate) is: fn(&(dyn Error + 'static)) -> bool,
}

impl ForeignType {
    /// Creates a rule type for `T`. `name` is the type as written in the source code.
    pub const fn of<T: Error + 'static>(name: &'static str) -> Self {
        Self {
            name,
            path: std::any::type_name::<T>,
            is: |error| behind_pointers::<T>(error).is_some(),
        }
    }

    /// Returns the full path of the type, such as `std::num::ParseIntError`.
    #[cfg(feature = "catalog")]
    pub(crate) fn path(&self) -> String {
        let path = (self.path)();
        let Some((krate, inside)) = path.split_once("::") else {
            return path.to_owned();
        };
        if !["std", "core", "alloc"].contains(&krate) || inside.contains('<') {
            return path.to_owned();
        }
        // Omit the private modules of the standard library, which change with the compiler.
        let Some((module, rest)) = inside.split_once("::") else {
            return format!("std::{inside}");
        };
        let name = rest.rsplit("::").next().unwrap_or_default();
        format!("std::{module}::{name}")
    }
}

impl fmt::Debug for ForeignType {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
