//! Context values, and the conversion of fields to context values.

use crate::error::field_error::FieldError;
use crate::error::listing::Listing;
use crate::error::value::{OwnedValue, ToValue};
use crate::text::sanitize::displayed;
use crate::text::secret::REDACTED;
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A context value, borrowed from its error.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum ContextValue<'a> {
    /// No value, such as an `Option` that is `None`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A signed integer.
    Signed(i64),
    /// An unsigned integer.
    Unsigned(u64),
    /// A floating-point number. NaN and infinities become strings.
    Float(f64),
    /// A string.
    Str(&'a str),
    /// A value that's formatted with its `Display` impl.
    Display(&'a dyn Display),
    /// A path or another operating system string. Non-Unicode data is replaced.
    Path(&'a OsStr),
    /// A JSON value.
    Json(&'a Value),
    /// A value of any other type that implements `Serialize`.
    Serialize(&'a dyn ToValue),
    /// Validation errors for the fields of a call. Some formats render them differently from other values.
    FieldErrors(&'a [FieldError]),
    /// Names that are similar to an unknown name, best match first.
    Nearest(&'a dyn ToValue),
    /// Names with descriptions. `Brief` and `Human` show one name per line.
    Listing(&'a Listing),
    /// A secret. Formats show `[REDACTED]` instead.
    Redacted,
}

impl ContextValue<'_> {
    /// Copies the value.
    pub(crate) fn to_owned(self) -> OwnedValue {
        match self {
            Self::Null => Value::Null.into(),
            Self::Bool(value) => value.into(),
            Self::Signed(value) => value.into(),
            Self::Unsigned(value) => value.into(),
            Self::Float(value) => float(value).into(),
            Self::Str(value) => value.into(),
            Self::Display(value) => displayed(value).into(),
            Self::Path(value) => value.display().to_string().into(),
            Self::Json(value) => value.clone().into(),
            Self::Serialize(value) => value.to_value().into(),
            Self::FieldErrors(fields) => OwnedValue::FieldErrors(fields.to_vec()),
            Self::Nearest(names) => match serde_json::from_value(names.to_value()) {
                Ok(names) => OwnedValue::Nearest(names),
                Err(_) => names.to_value().into(),
            },
            Self::Listing(listing) => OwnedValue::Listing(listing.clone()),
            Self::Redacted => REDACTED.into(),
        }
    }
}

/// Converts a number to JSON. JSON can't represent NaN and infinities, so they become strings.
fn float(value: f64) -> Value {
    match value {
        f64::INFINITY => "inf".into(),
        f64::NEG_INFINITY => "-inf".into(),
        value if value.is_nan() => "NaN".into(),
        value => value.into(),
    }
}

impl<'a> ContextValue<'a> {
    /// Creates a value from any type that implements `Serialize`.
    pub fn of<T: Serialize>(value: &'a T) -> Self {
        Self::Serialize(value)
    }
}

/// Wraps a field for autoref specialization.
///
/// For a context field, method resolution selects the first of [`KnownValue`], [`SerializeValue`] and [`FallbackValue`]
/// that the field's type implements.
pub struct Field<'a, T: ?Sized>(pub &'a T);

/// Types that convert to a context value without serde.
pub trait Known {
    /// Returns the context value.
    fn known(&self) -> ContextValue<'_>;
}

/// First choice: a type that converts without serde.
pub trait KnownValue<'a> {
    /// Returns the context value.
    fn context_value(self) -> ContextValue<'a>;
}

impl<'a, T: Known + ?Sized> KnownValue<'a> for &&&Field<'a, T> {
    fn context_value(self) -> ContextValue<'a> {
        self.0.known()
    }
}

/// Second choice: any type that implements `Serialize`.
pub trait SerializeValue<'a> {
    /// Returns the context value.
    fn context_value(self) -> ContextValue<'a>;
}

impl<'a, T: Serialize> SerializeValue<'a> for &&Field<'a, T> {
    fn context_value(self) -> ContextValue<'a> {
        ContextValue::Serialize(self.0)
    }
}

/// Last choice: any other type. Using it is a compile error that explains the alternatives.
pub trait FallbackValue<'a> {
    /// The type of the field.
    type Type: ?Sized;

    /// Fails to compile, because no type implements [`ContextField`].
    fn context_value(self) -> ContextValue<'a>
    where
        Self::Type: ContextField;
}

impl<'a, T: ?Sized> FallbackValue<'a> for &Field<'a, T> {
    type Type = T;

    fn context_value(self) -> ContextValue<'a>
    where
        T: ContextField,
    {
        ContextValue::Null
    }
}

/// A bound that no type satisfies. It exists only for its error message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown in the context of an error",
    label = "this field is context, and its type does not implement `Serialize`",
    note = "derive `serde::Serialize` for the type, or add `#[context(display)]`, `#[context(debug)]` or `#[context(skip)]` to the field"
)]
pub trait ContextField {}

macro_rules! known {
    ($($ty:ty => |$value:ident| $known:expr;)*) => {
        $(impl Known for $ty {
            fn known(&self) -> ContextValue<'_> {
                let $value = self;
                $known
            }
        })*
    };
}

known! {
    bool => |value| ContextValue::Bool(*value);
    u8 => |value| ContextValue::Unsigned((*value).into());
    u16 => |value| ContextValue::Unsigned((*value).into());
    u32 => |value| ContextValue::Unsigned((*value).into());
    u64 => |value| ContextValue::Unsigned(*value);
    usize => |value| ContextValue::Unsigned(*value as u64);
    i8 => |value| ContextValue::Signed((*value).into());
    i16 => |value| ContextValue::Signed((*value).into());
    i32 => |value| ContextValue::Signed((*value).into());
    i64 => |value| ContextValue::Signed(*value);
    isize => |value| ContextValue::Signed(*value as i64);
    f32 => |value| ContextValue::Float(f64::from(*value));
    f64 => |value| ContextValue::Float(*value);
    str => |value| ContextValue::Str(value);
    String => |value| ContextValue::Str(value);
    char => |value| ContextValue::Display(value);
    Path => |value| ContextValue::Path(value.as_os_str());
    PathBuf => |value| ContextValue::Path(value.as_os_str());
    OsStr => |value| ContextValue::Path(value);
    OsString => |value| ContextValue::Path(value);
    std::fmt::Arguments<'_> => |value| ContextValue::Display(value);
}

impl Known for [FieldError] {
    fn known(&self) -> ContextValue<'_> {
        ContextValue::FieldErrors(self)
    }
}

impl Known for Vec<FieldError> {
    fn known(&self) -> ContextValue<'_> {
        ContextValue::FieldErrors(self)
    }
}

impl Known for Listing {
    fn known(&self) -> ContextValue<'_> {
        ContextValue::Listing(self)
    }
}

/// Numbers that don't fit in 64 bits become strings, because JSON parsers may round them.
impl Known for u128 {
    fn known(&self) -> ContextValue<'_> {
        u64::try_from(*self).map_or(ContextValue::Display(self), ContextValue::Unsigned)
    }
}

impl Known for i128 {
    fn known(&self) -> ContextValue<'_> {
        i64::try_from(*self).map_or(ContextValue::Display(self), ContextValue::Signed)
    }
}

impl<T: Known + ?Sized> Known for &T {
    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known + ?Sized> Known for Box<T> {
    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known + ?Sized> Known for Arc<T> {
    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known + ToOwned + ?Sized> Known for Cow<'_, T> {
    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known> Known for Option<T> {
    fn known(&self) -> ContextValue<'_> {
        self.as_ref().map_or(ContextValue::Null, Known::known)
    }
}

impl std::fmt::Debug for ContextValue<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Null => f.write_str("Null"),
            Self::Bool(value) => f.debug_tuple("Bool").field(value).finish(),
            Self::Signed(value) => f.debug_tuple("Signed").field(value).finish(),
            Self::Unsigned(value) => f.debug_tuple("Unsigned").field(value).finish(),
            Self::Float(value) => f.debug_tuple("Float").field(value).finish(),
            Self::Str(value) => f.debug_tuple("Str").field(value).finish(),
            Self::Display(value) => f.debug_tuple("Display").field(&format_args!("{value}")).finish(),
            Self::Path(value) => f.debug_tuple("Path").field(value).finish(),
            Self::Json(value) => f.debug_tuple("Json").field(value).finish(),
            Self::Serialize(_) => f.write_str("Serialize(..)"),
            Self::FieldErrors(fields) => f.debug_tuple("FieldErrors").field(fields).finish(),
            Self::Nearest(_) => f.write_str("Nearest(..)"),
            Self::Listing(listing) => f.debug_tuple("Listing").field(listing).finish(),
            Self::Redacted => f.write_str("Redacted"),
        }
    }
}

/// Formats a value with its `Debug` impl.
pub struct AsDebug<'a, T: ?Sized>(pub &'a T);

impl<T: std::fmt::Debug> Display for AsDebug<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(self.0, f)
    }
}
