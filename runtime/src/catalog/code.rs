//! Codes as values: the enums that `codes = Name` generates.

use crate::definition::error_def::ErrorDef;
use crate::error::coded::AgentError;
use crate::ready::catalog_error::CatalogError;
use crate::text::nearest::nearest;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// An enum of codes, as `#[agent_error(codes = Name)]` generates it: one unit variant for each code that the type
/// itself declares, with `FromStr`, `Display` and serde by the code.
///
#[cfg_attr(feature = "parse", doc = "```")]
#[cfg_attr(not(feature = "parse"), doc = "```ignore")]
/// use agent_error::{AgentError, Code, Format, parse, render};
/// use agent_error::catalog::AnyCode;
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[agent_error(codes = UserCode)]
/// enum UserError {
///     /// No user has this name.
///     #[error("no user `{name}`")]
///     #[code("USER_NOT_FOUND", exit = 5)]
///     NotFound { name: String },
/// }
///
/// let text = render(&UserError::NotFound { name: "eve".into() }, Format::Envelope);
/// let record = parse(&text).unwrap();
/// match AnyCode::of(&record) {
///     AnyCode::Known(UserCode::NotFound) => {}
///     other => panic!("{other} is another error"),
/// }
/// assert_eq!(UserCode::NotFound.def().exit_code(), 5);
/// assert_eq!("USER_NOT_FOUND".parse::<UserCode>().unwrap(), UserCode::NotFound);
/// ```
pub trait Code: Copy + Eq + fmt::Debug + 'static {
    /// Every code, in the order of declaration.
    const ALL: &'static [Self];

    /// The code, such as `NOT_FOUND`.
    fn as_str(self) -> &'static str;

    /// The facts about the code.
    fn def(self) -> &'static ErrorDef;
}

/// The code with this name.
///
/// # Errors
///
/// [`CatalogError::UnknownCode`] with the nearest codes.
pub fn parse_code<C: Code>(code: &str) -> Result<C, CatalogError> {
    let found = C::ALL.iter().copied().find(|known| known.as_str() == code);
    found.ok_or_else(|| CatalogError::unknown_code(code, nearest(code, C::ALL.iter().map(|known| known.as_str()))))
}

/// Reads a code.
///
/// # Errors
///
/// The errors of the deserializer, and an unknown code.
pub fn deserialize_code<'de, C: Code, D: Deserializer<'de>>(deserializer: D) -> Result<C, D::Error> {
    let code = Cow::<str>::deserialize(deserializer)?;
    parse_code(&code).map_err(D::Error::custom)
}

/// A code of another program, which may be unknown: newer versions of that program may have newer codes, and these are
/// kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyCode<C> {
    /// A code of the enum.
    Known(C),
    /// Another code.
    Unknown(String),
}

impl<C: Code> AnyCode<C> {
    /// The code of an error.
    pub fn of<E: AgentError + ?Sized>(error: &E) -> Self {
        Self::from(error.code())
    }

    /// The code, such as `NOT_FOUND`.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(code) => code.as_str(),
            Self::Unknown(code) => code,
        }
    }

    /// The code, if it is known.
    pub fn known(&self) -> Option<C> {
        match self {
            Self::Known(code) => Some(*code),
            Self::Unknown(_) => None,
        }
    }
}

impl<C: Code> From<&str> for AnyCode<C> {
    fn from(code: &str) -> Self {
        let known = C::ALL.iter().copied().find(|known| known.as_str() == code);
        known.map_or_else(|| Self::Unknown(code.to_owned()), Self::Known)
    }
}

impl<C: Code> fmt::Display for AnyCode<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl<C: Code> Serialize for AnyCode<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de, C: Code> Deserialize<'de> for AnyCode<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::from(&*Cow::<str>::deserialize(deserializer)?))
    }
}
