//! Formats fields in templates, depending on their type.
//!
//! The traits use autoref specialization: method resolution selects the first trait that a field's type implements.

use super::context::Field;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

/// First choice in generated code: a path. A type that's neither a path nor a displayable `Option` falls back to
/// [`DisplayedFallback`].
pub trait DisplayedPath<'a> {
    /// The type that's displayed.
    type Displayed: Display;

    /// Returns a displayable path. Non-Unicode data is replaced.
    fn displayed(self) -> Self::Displayed;
}

impl<'a, T: AsPath + ?Sized> DisplayedPath<'a> for &&Field<'a, T> {
    type Displayed = std::path::Display<'a>;

    fn displayed(self) -> Self::Displayed {
        self.0.as_path().display()
    }
}

/// Paths, and pointers to paths.
pub trait AsPath {
    /// Returns the path.
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

/// Also first choice in generated code: an `Option`. Formatting `None` returns an error, so
/// [`offer`](crate::text::shell::offer) omits the string.
pub trait DisplayedOption<'a> {
    /// The type that's displayed.
    type Displayed: Display;

    /// Returns a wrapper that formats the value, if there is one.
    fn displayed(self) -> Self::Displayed;
}

impl<'a, T: Display> DisplayedOption<'a> for &&Field<'a, Option<T>> {
    type Displayed = IfSome<'a, T>;

    fn displayed(self) -> IfSome<'a, T> {
        IfSome(self.0.as_ref())
    }
}

/// Formats the value. Returns an error for `None`.
pub struct IfSome<'a, T>(Option<&'a T>);

impl<T: Display> Display for IfSome<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.ok_or(fmt::Error)?.fmt(f)
    }
}

/// Fallback in generated code: any other type.
pub trait DisplayedFallback<'a> {
    /// The type that's displayed.
    type Displayed: ?Sized;

    /// Returns the value unchanged.
    fn displayed(self) -> &'a Self::Displayed;
}

impl<'a, T: ?Sized> DisplayedFallback<'a> for &Field<'a, T> {
    type Displayed = T;

    fn displayed(self) -> &'a T {
        self.0
    }
}

/// First choice at run time: a path.
pub trait ShowPath {
    /// Formats the path. Non-Unicode data is replaced.
    ///
    /// # Errors
    ///
    /// Returns an error if `f` fails.
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: AsPath + ?Sized> ShowPath for &&&Field<'_, T> {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_path().display().fmt(f)
    }
}

/// Second choice at run time: any type that implements `Display`.
pub trait ShowDisplay {
    /// Formats the value.
    ///
    /// # Errors
    ///
    /// Returns an error if `f` fails.
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: Display + ?Sized> ShowDisplay for &&Field<'_, T> {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Also second choice at run time: an `Option` of a displayable type. Formatting `None` returns an error, so the string
/// is omitted.
pub trait ShowOption {
    /// Formats the value, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is `None`, or if `f` fails.
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: Display> ShowOption for &&Field<'_, Option<T>> {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        IfSome(self.0.as_ref()).fmt(f)
    }
}

/// Last choice at run time: a type that doesn't implement `Display`. rustc reports an error at the first template that
/// contains the field.
pub trait ShowNothing {
    /// Doesn't format anything.
    ///
    /// # Errors
    ///
    /// Always returns an error.
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ?Sized> ShowNothing for &Field<'_, T> {
    fn show(self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}
