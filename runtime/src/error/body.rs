//! The types that a `body` field can have.

use std::fmt;

/// The type of a `body` field, which holds the output of a failed call: a string, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a body",
    note = "`body` takes a field that is a `String`, a `&str`, or an `Option` of one"
)]
pub trait Body {
    /// Passes the output to `out`, unless it's missing or empty.
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
