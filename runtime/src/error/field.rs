//! Converts fields to context values and strings.

use super::field_error::FieldError;
use super::listing::Listing;
use super::value::ContextValue;
use crate::text::sanitize::{displayed, printed};
use serde_core::Serialize;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A field of an error. The inherent methods convert known types, and take precedence over those of
/// [`OtherField`].
pub struct Field<'a, T: ?Sized>(pub &'a T);

impl<T: Known + ?Sized> Field<'_, T> {
    /// Converts the field to a context value.
    pub fn value(self) -> ContextValue {
        self.0.known()
    }
}

impl<T: TextField + ?Sized> Field<'_, T> {
    /// Formats a path or an `Option` for a template.
    pub fn text(self) -> ContextValue {
        self.0.text()
    }
}

/// Converts fields whose types this crate doesn't know.
pub trait OtherField {
    /// The type of the field.
    type Type: ?Sized;

    /// Converts the field to a context value.
    fn value(self) -> ContextValue
    where
        Self::Type: ContextField;

    /// Formats the field for a template.
    fn text(self) -> ContextValue
    where
        Self::Type: TemplateField;
}

impl<T: ?Sized> OtherField for Field<'_, T> {
    type Type = T;

    fn value(self) -> ContextValue
    where
        T: ContextField,
    {
        self.0.context_value()
    }

    fn text(self) -> ContextValue
    where
        T: TemplateField,
    {
        self.0.text()
    }
}

/// A type that implements `Serialize`. Only exists for the compiler's error message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown in the context of an error",
    label = "this field is context, and its type does not implement `Serialize`",
    note = "derive `serde::Serialize` for the type, or add `#[context(display)]`, `#[context(debug)]` or `#[context(skip)]` to the field"
)]
pub trait ContextField {
    /// Converts the value to a context value.
    fn context_value(&self) -> ContextValue;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> ContextField for T {
    fn context_value(&self) -> ContextValue {
        unless_it_panics(&|| ContextValue::of(self))
    }
}

fn unless_it_panics(convert: &dyn Fn() -> ContextValue) -> ContextValue {
    let value = catch_unwind(AssertUnwindSafe(convert));
    value.unwrap_or_else(|_| {
        ContextValue::from_text("[unserializable: its `Serialize` impl panicked]")
    })
}

/// Converts a list of names that are similar to an unknown name.
pub fn nearest<'a, T: ?Sized>(names: &'a T) -> ContextValue
where
    &'a T: IntoIterator<Item: AsRef<str>>,
{
    let names = names.into_iter().map(|name| name.as_ref().to_owned());
    ContextValue::Nearest(names.collect())
}

/// Formats a field with its `Display` impl.
pub fn display(value: &dyn Display) -> ContextValue {
    ContextValue::from_text(displayed(value))
}

/// Formats a field with its `Debug` impl.
pub fn debug(value: &dyn fmt::Debug) -> ContextValue {
    ContextValue::from_text(displayed(&format_args!("{value:?}")))
}

/// Returns the placeholder for a secret.
pub fn redacted() -> ContextValue {
    ContextValue::redacted()
}

/// A type that implements `Display`. Only exists for the compiler's error message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown in a template",
    label = "this text contains a field whose type does not implement `Display`",
    note = "implement `Display` for the type, or format the field with its `Debug` impl, as in `{{field:?}}`"
)]
pub trait TemplateField {
    /// Formats the value.
    fn text(&self) -> ContextValue;
}

#[diagnostic::do_not_recommend]
impl<T: Display + ?Sized> TemplateField for T {
    fn text(&self) -> ContextValue {
        formatted(&self)
    }
}

/// Converts a field of a template. If its `Display` impl fails, returns null, so that the template
/// is omitted.
pub fn formatted(value: &dyn Display) -> ContextValue {
    let (text, is_complete) = printed(value);
    if is_complete {
        ContextValue::from_text(text)
    } else {
        ContextValue::scalar(())
    }
}

/// Converts an `Option` with a format spec, as in `{name:?}`. A missing value is null.
pub fn formatted_option(is_some: bool, value: &dyn Display) -> ContextValue {
    if is_some {
        formatted(value)
    } else {
        ContextValue::scalar(())
    }
}

/// Paths, pointers to paths, and `Option`s.
pub trait TextField {
    /// Formats the value. Non-Unicode data is replaced. A missing value is null.
    fn text(&self) -> ContextValue;
}

macro_rules! paths {
    ($($ty:ty),*) => {
        $(impl TextField for $ty {
            fn text(&self) -> ContextValue {
                ContextValue::from_text(format!("{}", self.display()))
            }
        })*
    };
}

paths!(Path, PathBuf, &Path, Box<Path>, Arc<Path>);

impl<T: Display> TextField for Option<T> {
    fn text(&self) -> ContextValue {
        match self {
            Some(value) => formatted(value),
            None => ContextValue::scalar(()),
        }
    }
}

/// Types that convert to a context value without serde.
pub trait Known {
    /// Converts the value.
    fn known(&self) -> ContextValue;
}

macro_rules! known {
    ($($($ty:ty),+ => |$value:ident| $known:expr;)*) => {
        $($(impl Known for $ty {
            fn known(&self) -> ContextValue {
                let $value = self;
                $known
            }
        })+)*
    };
}

known! {
    bool, u64, usize, i64, isize => |value| ContextValue::scalar(value);
    u8, u16, u32 => |value| u64::from(*value).known();
    i8, i16, i32 => |value| i64::from(*value).known();
    // JSON can't represent NaN and infinities, so they become strings.
    f32, f64 => |value| if value.is_finite() {
        ContextValue::scalar(*value)
    } else {
        ContextValue::from_text(format!("{value}"))
    };
    Vec<f32> => |value| ContextValue::scalar(value);
    str, String => |value| ContextValue::from_text(value);
    char => |value| ContextValue::from_text(*value);
    Path, PathBuf, OsStr, OsString => |value| ContextValue::from_text(format!("{}", value.display()));
    Vec<String> => |value| ContextValue::from_texts(value.clone());
    [FieldError] => |value| ContextValue::FieldErrors(value.to_vec());
    Vec<FieldError> => |value| ContextValue::FieldErrors(value.clone());
    Listing => |value| ContextValue::Listing(value.clone());
    // Numbers that don't fit in 64 bits become strings, because JSON parsers may round them.
    u128 => |value| match u64::try_from(*value) {
        Ok(value) => ContextValue::scalar(value),
        Err(_) => ContextValue::from_text(format!("{value}")),
    };
    i128 => |value| match i64::try_from(*value) {
        Ok(value) => ContextValue::scalar(value),
        Err(_) => ContextValue::from_text(format!("{value}")),
    };
}

macro_rules! pointers {
    ($($ty:ty),*) => {
        $(impl<T: Known + ?Sized> Known for $ty {
            fn known(&self) -> ContextValue {
                (**self).known()
            }
        })*
    };
}

pointers!(&T, Box<T>, Arc<T>);

impl<T: Known + ToOwned + ?Sized> Known for Cow<'_, T> {
    fn known(&self) -> ContextValue {
        (**self).known()
    }
}

impl<T: Known> Known for Option<T> {
    fn known(&self) -> ContextValue {
        match self {
            Some(value) => value.known(),
            None => ContextValue::scalar(()),
        }
    }
}
