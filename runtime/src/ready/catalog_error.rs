//! Errors that occur when a catalog is built or queried.

#[cfg(any(feature = "catalog", debug_assertions))]
use crate::definition::def::Entry;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// The error returned if a catalog is invalid, or doesn't contain a code.
///
/// If your program shows its catalog, nest this type:
/// `#[code(transparent)] Errors(#[from] CatalogError)`.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[non_exhaustive]
pub enum CatalogError {
    /// The program doesn't declare this code.
    #[code("UNKNOWN_ERROR_CODE", exit = exit::NOT_FOUND, suggest = "{advice}", phase = validation, shared)]
    UnknownCode {
        /// The requested code.
        code: String,
        /// Similar codes, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
        /// Correct the code; `errors list` shows all codes of the program.
        #[context(skip)]
        advice: String,
    },
    /// Two types of the program declare the same code.
    ///
    /// Within a crate and in nested catalogs, this is a compile error. This error is about
    /// unrelated types, and about a code that agent-error raises itself with other facts.
    #[code(
        "DUPLICATE_ERROR_CODE",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Rename one of the two codes, or mark both `shared` and give them the same facts",
        shared
    )]
    DuplicateCode {
        /// The code.
        code: String,
        /// One declaration.
        #[context(display)]
        first: String,
        /// The other.
        #[context(display)]
        second: String,
    },
}

/// The advice for an unknown code if the command that lists all codes isn't known.
pub(crate) const ANY_LISTED: &str = "Pass one of the codes that the program lists";
pub(crate) const MAX_NEAREST: usize = 3;

impl CatalogError {
    #[cfg(any(feature = "catalog", debug_assertions))]
    pub(crate) fn duplicate(first: &Entry, second: &Entry) -> Self {
        let code = first.def.code().to_owned();
        Self::DuplicateCode {
            code,
            first: first.declaration(),
            second: second.declaration(),
        }
    }

    /// Creates the error for an undeclared code. `nearest` contains similar codes, best match
    /// first.
    pub(crate) fn unknown_code(code: &str, nearest: Vec<&str>) -> Self {
        Self::UnknownCode {
            code: code.to_owned(),
            advice: ANY_LISTED.to_owned(),
            nearest: named(&nearest),
        }
    }
}

/// Returns the similar names to include in an error.
pub(crate) fn named(nearest: &[&str]) -> Vec<String> {
    nearest
        .iter()
        .take(MAX_NEAREST)
        .map(|code| (*code).to_owned())
        .collect()
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCode { code, .. } => write!(f, "unknown error code `{code}`"),
            Self::DuplicateCode {
                code,
                first,
                second,
            } => {
                write!(
                    f,
                    "error code `{code}` is declared by {first} and by {second}"
                )
            }
        }
    }
}
