//! The values of an error's fields, and how the type of a field is recognized.

use serde::Serialize;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// The value of a field.
#[cfg(not(feature = "borrowed"))]
#[derive(Clone, Debug)]
pub enum Value {
    Json(Json),
    Redacted,
}

#[cfg(not(feature = "borrowed"))]
pub type Values<'a> = Vec<Value>;

/// The value of a field.
#[cfg(feature = "borrowed")]
#[derive(Clone, Debug)]
pub enum Value<'a> {
    Str(&'a str),
    Json(Json),
    Redacted,
}

#[cfg(feature = "borrowed")]
pub type Values<'a> = Vec<Value<'a>>;

/// A field whose type is recognized by method resolution: inherent methods for the types that are known here, and a trait
/// method for all others.
pub struct Field<'a, T: ?Sized>(pub &'a T);

/// The trait method for types that aren't known here.
pub trait OtherField {
    type Type: ?Sized;
    fn json(self) -> Json
    where
        Self::Type: ContextField;
}

impl<T: ?Sized> OtherField for Field<'_, T> {
    type Type = T;

    fn json(self) -> Json
    where
        T: ContextField,
    {
        self.0.to_json()
    }
}

/// A type that can be shown in the context.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be shown in the context of an error",
    note = "implement `Serialize` for it, or add `#[context(display)]`, `#[context(debug)]` or `#[context(skip)]`"
)]
pub trait ContextField {
    fn to_json(&self) -> Json;
}

impl<T: Serialize + ?Sized> ContextField for T {
    fn to_json(&self) -> Json {
        serde_json::to_value(self).unwrap_or(Json::Null)
    }
}

impl Field<'_, bool> {
    pub fn json(self) -> Json {
        Json::Bool(*self.0)
    }
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Field<'_, $type> {
            pub fn json(self) -> Json {
                integer(i128::from(*self.0))
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 i8 i16 i32 i64 }

impl Field<'_, usize> {
    pub fn json(self) -> Json {
        integer(*self.0 as i128)
    }
}

/// Integers that JSON readers can't represent are strings.
fn integer(number: i128) -> Json {
    const LARGEST: i128 = (1 << 53) - 1;
    match i64::try_from(number) {
        Ok(exact) if (-LARGEST..=LARGEST).contains(&number) => Json::from(exact),
        _ => Json::String(number.to_string()),
    }
}

impl Field<'_, Path> {
    pub fn json(self) -> Json {
        Json::String(self.0.display().to_string())
    }
}

impl Field<'_, PathBuf> {
    pub fn json(self) -> Json {
        Field(self.0.as_path()).json()
    }
}

impl Field<'_, str> {
    pub fn json(self) -> Json {
        Json::String(self.0.to_owned())
    }
}

impl Field<'_, String> {
    pub fn json(self) -> Json {
        Json::String(self.0.clone())
    }
}

/// `value!(field)` in generated code.
#[cfg(not(feature = "borrowed"))]
#[macro_export]
macro_rules! value {
    ($field:expr) => {
        $crate::__private::Value::Json($crate::__private::Field($field).json())
    };
}

#[cfg(feature = "borrowed")]
#[macro_export]
macro_rules! value {
    ($field:expr) => {
        $crate::__private::Field($field).value()
    };
}

/// With borrowed values, each known type needs a second method, because `OtherField` returns owned values.
#[cfg(feature = "borrowed")]
pub(crate) mod borrowed {
    use super::{ContextField, Field, Value};

    impl<'a> Field<'a, String> {
        pub fn value(self) -> Value<'a> {
            Value::Str(self.0)
        }
    }

    impl<'a> Field<'a, str> {
        pub fn value(self) -> Value<'a> {
            Value::Str(self.0)
        }
    }

    impl<'a> Field<'a, u16> {
        pub fn value(self) -> Value<'a> {
            Value::Json(self.json())
        }
    }

    impl<'a, T: ?Sized> OtherValue<'a> for Field<'a, T> {
        type Type = T;

        fn value(self) -> Value<'a>
        where
            T: ContextField,
        {
            Value::Json(self.0.to_json())
        }
    }

    /// The trait method for types that aren't known here.
    pub trait OtherValue<'a> {
        type Type: ?Sized;
        fn value(self) -> Value<'a>
        where
            Self::Type: ContextField;
    }
}
