//! A field of an error that a text shows.

use super::context::Field;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

/// A field that a text shows. rustc selects the first of the two traits below that the field's type implements.
pub trait DisplayedPath<'a> {
    /// The value to show.
    type Displayed: Display;

    /// The path; parts that are not Unicode are replaced.
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

/// An `Option` of a value to show. Writing a `None` fails, and [`offer`](crate::text::shell::offer) then leaves the
/// text out.
pub trait DisplayedOption<'a> {
    /// The value to show.
    type Displayed: Display;

    /// The value, if there is one.
    fn displayed(self) -> Self::Displayed;
}

impl<'a, T: Display> DisplayedOption<'a> for &&Field<'a, Option<T>> {
    type Displayed = IfSome<'a, T>;

    fn displayed(self) -> IfSome<'a, T> {
        IfSome(self.0.as_ref())
    }
}

/// Shows the value, or fails.
pub struct IfSome<'a, T>(Option<&'a T>);

impl<T: Display> Display for IfSome<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.ok_or(fmt::Error)?.fmt(f)
    }
}

/// Any other value that can be shown.
pub trait DisplayedAsIs<'a> {
    /// The value to show.
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

/// A field in a text that the runtime fills; first choice: a path.
pub trait ShowPath {
    /// Shows the path; parts that are not Unicode are replaced.
    ///
    /// # Errors
    ///
    /// If `f` fails.
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: AsPath + ?Sized> ShowPath for &&&Field<'_, T> {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_path().display().fmt(f)
    }
}

/// Second choice: any value that can be shown.
pub trait ShowDisplay {
    /// Shows the value.
    ///
    /// # Errors
    ///
    /// If `f` fails.
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: Display + ?Sized> ShowDisplay for &&Field<'_, T> {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Second choice as well: an `Option` of it. Formatting a `None` fails, so that the text is left out.
pub trait ShowOption {
    /// Shows the value, if there is one.
    ///
    /// # Errors
    ///
    /// If it is `None`, or if `f` fails.
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: Display> ShowOption for &&Field<'_, Option<T>> {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        IfSome(self.0.as_ref()).fmt(f)
    }
}

/// Last choice: a type that cannot be shown. rustc reports it at the first text that shows it.
pub trait ShowNothing {
    /// Fails.
    ///
    /// # Errors
    ///
    /// Always.
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ?Sized> ShowNothing for &Field<'_, T> {
    fn show(self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}
