//! The named values of an error.

use crate::definition::stated::Stated;
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

/// A value of the context, borrowed from its error.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum ContextValue<'a> {
    /// No value, such as an `Option` that is `None`.
    Null,
    /// True or false.
    Bool(bool),
    /// A negative number.
    Signed(i64),
    /// A number from zero up.
    Unsigned(u64),
    /// A floating-point number; NaN and infinities become text.
    Float(Float),
    /// Text.
    Str(&'a str),
    /// Text from a `Display`.
    Display(&'a dyn Display),
    /// A path or a name of the operating system; parts that are not Unicode are replaced.
    Path(&'a OsStr),
    /// Any other value.
    Serialize(&'a dyn ToJson),
    /// The errors of a call's fields, which some formats show in their own form.
    FieldErrors(&'a [FieldError]),
    /// A list of names that are similar to an unknown one, the nearest first.
    Nearest(&'a dyn ToJson),
    /// Names with descriptions, which `Brief` and `Human` show one per line.
    Listing(&'a Listing),
    /// A secret, which is never shown.
    Redacted,
}

/// A floating-point number, made from an `f64`.
///
/// It contains its writer, so that a program without floating-point numbers does not link one.
#[derive(Clone, Copy)]
pub struct Float {
    value: f64,
    push: fn(f64, &mut String),
}

impl Float {
    /// The number.
    pub fn get(self) -> f64 {
        self.value
    }

    /// The number in JSON, if JSON has it, or else as Rust writes it.
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
            // A number can always be written.
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
    /// Any value that can be serialized.
    pub fn of<T: Serialize>(value: &'a T) -> Self {
        Self::Serialize(value)
    }
}

/// A field of an error that goes into the context. rustc selects the first of the three traits below that the field's
/// type implements.
pub struct Field<'a, T: ?Sized>(pub &'a T);

/// Types whose value is known without serde.
pub trait Known {
    /// What the value states beside its name.
    const STATED: Stated = Stated::NOTHING;

    /// The value.
    fn known(&self) -> ContextValue<'_>;
}

/// What a value of a type states beside its name. rustc selects the constant of this type, if `T` is known, or else that of
/// the trait below.
pub struct StatedBy<T: ?Sized>(PhantomData<T>);

impl<T: Known + ?Sized> StatedBy<T> {
    /// What the value states.
    pub const STATED: Stated = T::STATED;
}

/// Any other type.
pub trait StatesNothing {
    /// Nothing.
    const STATED: Stated = Stated::NOTHING;
}

impl<T: ?Sized> StatesNothing for StatedBy<T> {}

/// First choice: a type whose value is known without serde.
pub trait KnownValue<'a> {
    /// The value.
    fn context_value(self) -> ContextValue<'a>;
}

impl<'a, T: Known + ?Sized> KnownValue<'a> for &&&Field<'a, T> {
    fn context_value(self) -> ContextValue<'a> {
        self.0.known()
    }
}

/// Second choice: anything that can be serialized.
pub trait SerializeValue<'a> {
    /// The value.
    fn context_value(self) -> ContextValue<'a>;
}

impl<'a, T: Serialize> SerializeValue<'a> for &&Field<'a, T> {
    fn context_value(self) -> ContextValue<'a> {
        ContextValue::Serialize(self.0)
    }
}

/// Last choice: an error message that names the remedy.
pub trait FallbackValue<'a> {
    /// The type of the field.
    type Type: ?Sized;

    /// The value; types without another way to be shown have none.
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

/// The bound "can be shown in the context"; only its error message is used.
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
    const STATED: Stated = Stated::FIELD_ERRORS;

    fn known(&self) -> ContextValue<'_> {
        ContextValue::FieldErrors(self)
    }
}

impl Known for Vec<FieldError> {
    const STATED: Stated = Stated::FIELD_ERRORS;

    fn known(&self) -> ContextValue<'_> {
        ContextValue::FieldErrors(self)
    }
}

impl Known for Listing {
    const STATED: Stated = Stated::LISTED;

    fn known(&self) -> ContextValue<'_> {
        ContextValue::Listing(self)
    }
}

/// Numbers that a JSON reader may round become text if they exceed 64 bits.
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
    const STATED: Stated = T::STATED;

    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known + ?Sized> Known for Box<T> {
    const STATED: Stated = T::STATED;

    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known + ?Sized> Known for Arc<T> {
    const STATED: Stated = T::STATED;

    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known + ToOwned + ?Sized> Known for Cow<'_, T> {
    const STATED: Stated = T::STATED;

    fn known(&self) -> ContextValue<'_> {
        (**self).known()
    }
}

impl<T: Known> Known for Option<T> {
    const STATED: Stated = T::STATED;

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

/// Shows a value by its `Debug`.
pub struct AsDebug<'a, T: ?Sized>(pub &'a T);

impl<T: std::fmt::Debug> Display for AsDebug<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(self.0, f)
    }
}
