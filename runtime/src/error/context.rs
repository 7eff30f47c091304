//! Context values, and the conversion of fields to context values.

use crate::definition::may_have::MayHave;
use crate::error::field_error::FieldError;
use crate::error::listing::Listing;
use crate::error::to_json::ToJson;
use serde::Serialize;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::marker::PhantomData;
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
    Float(Float),
    /// A string.
    Str(&'a str),
    /// A value that's formatted with its `Display` impl.
    Display(&'a dyn Display),
    /// A path or another operating system string. Non-Unicode data is replaced.
    Path(&'a OsStr),
    /// A value of any other type that implements `Serialize`.
    Serialize(&'a dyn ToJson),
    /// Validation errors for the fields of a call. Some formats render them differently from other values.
    FieldErrors(&'a [FieldError]),
    /// Names that are similar to an unknown name, best match first.
    Nearest(&'a dyn ToJson),
    /// Names with descriptions. `Brief` and `Human` show one name per line.
    Listing(&'a Listing),
    /// A secret. Formats show `[REDACTED]` instead.
    Redacted,
}

/// A floating-point number, created from an `f64`.
///
/// The value stores its own formatting function. Programs that don't use floating-point numbers therefore don't link
/// the formatting code.
#[derive(Clone, Copy)]
pub struct Float {
    value: f64,
    push: fn(f64, &mut String),
}

impl Float {
    /// Returns the number.
    pub fn get(self) -> f64 {
        self.value
    }

    /// Converts the number to JSON. If JSON can't represent it (NaN, infinity), returns it as a string in `Err`.
    pub(crate) fn json(self) -> Result<String, &'static str> {
        match self.value {
            f64::INFINITY => Err("inf"),
            f64::NEG_INFINITY => Err("-inf"),
            value if value.is_nan() => Err("NaN"),
            value => {
                let mut json = String::new();
                (self.push)(value, &mut json);
                Ok(json)
            }
        }
    }
}

impl From<f64> for Float {
    fn from(value: f64) -> Self {
        let push = |value: f64, out: &mut String| {
            // Serializing a number can't fail.
            let _ = value.push_json(out);
        };
        Self { value, push }
    }
}

impl std::fmt::Debug for Float {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.json().unwrap_or_else(str::to_owned))
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
    /// The optional error properties that a value of this type can add, such as field errors.
    const MAY_HAVE: MayHave = MayHave::NOTHING;

    /// Returns the context value.
    fn known(&self) -> ContextValue<'_>;
}

/// Provides `Known::MAY_HAVE` for any type. If `T` is `Known`, the inherent constant takes precedence over the one
/// from `PlainField`.
pub struct FieldMayHave<T: ?Sized>(PhantomData<T>);

impl<T: Known + ?Sized> FieldMayHave<T> {
    /// The optional error properties that a value of `T` can add.
    pub const MAY_HAVE: MayHave = T::MAY_HAVE;
}

/// Fallback for types that aren't `Known`.
pub trait PlainField {
    /// No optional error properties.
    const MAY_HAVE: MayHave = MayHave::NOTHING;
}

impl<T: ?Sized> PlainField for FieldMayHave<T> {}

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
    f32 => |value| ContextValue::Float(f64::from(*value).into());
    f64 => |value| ContextValue::Float((*value).into());
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
    const MAY_HAVE: MayHave = MayHave::FIELD_ERRORS;

    fn known(&self) -> ContextValue<'_> {
        ContextValue::FieldErrors(self)
    }
}

impl Known for Vec<FieldError> {
    const MAY_HAVE: MayHave = MayHave::FIELD_ERRORS;

    fn known(&self) -> ContextValue<'_> {
        ContextValue::FieldErrors(self)
    }
}

impl Known for Listing {
    const MAY_HAVE: MayHave = MayHave::LISTED;

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
    const MAY_HAVE: MayHave = T::MAY_HAVE;

    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known + ?Sized> Known for Box<T> {
    const MAY_HAVE: MayHave = T::MAY_HAVE;

    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known + ?Sized> Known for Arc<T> {
    const MAY_HAVE: MayHave = T::MAY_HAVE;

    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known + ToOwned + ?Sized> Known for Cow<'_, T> {
    const MAY_HAVE: MayHave = T::MAY_HAVE;

    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known> Known for Option<T> {
    const MAY_HAVE: MayHave = T::MAY_HAVE;

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
