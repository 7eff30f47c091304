//! A field of an error on its way into a text.

use super::context::Field;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

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

/// An `Option` of what can be shown. Without a value it cannot be written, and [`offer`](crate::text::shell::offer)
/// leaves the text out.
pub trait DisplayedOption<'a> {
    /// What is shown.
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
