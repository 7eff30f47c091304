//! Fields with the output of a failed call.

use std::fmt;

/// A field with the output of a failed call.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a body",
    note = "`body` takes a field that is a `String`, a `&str`, or an `Option` of one"
)]
pub trait Body {
    /// Passes the text to `out`, if there is one.
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
