//! The types that a `body` field can have.

use std::fmt;

/// The type of a `body` field, which holds the output of a failed call: a string, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a body",
    note = "`body` takes a field that is a `String`, a `&str`, or an `Option` of one"
)]
pub trait BodyField {
    /// Passes the output to `out`, unless it's missing or empty.
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>));
}

impl BodyField for str {
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        if !self.is_empty() {
            out(format_args!("{self}"));
        }
    }
}

impl BodyField for String {
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        self.as_str().visit(out);
    }
}

impl<T: BodyField + ?Sized> BodyField for &T {
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        (**self).visit(out);
    }
}

impl<T: BodyField + ?Sized> BodyField for Box<T> {
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        (**self).visit(out);
    }
}

impl<T: BodyField> BodyField for Option<T> {
    fn visit(&self, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        if let Some(text) = self {
            text.visit(out);
        }
    }
}
