//! Errors of building or reading a catalog.

use crate::definition::entry::Declaration;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// The catalog cannot be built or read.
///
/// Programs that show their catalog nest it: `#[code(transparent)] Errors(#[from] CatalogError)`.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unlinked)]
#[non_exhaustive]
pub enum CatalogError {
    /// The program knows no error with this code.
    #[code("UNKNOWN_ERROR_CODE", exit = exit::NOT_FOUND, suggest = "{advice}", phase = validation, shared)]
    UnknownCode {
        /// The requested code.
        code: String,
        /// Similar codes, the nearest first.
        nearest: Vec<String>,
        /// The advice, in a sentence.
        #[context(skip)]
        advice: String,
    },
    /// Two types of the program declare the same code.
    ///
    /// Within a crate and in nested catalogs this is a compile error; only the linked catalog of unrelated types can
    /// have it.
    #[code(
        "DUPLICATE_ERROR_CODE",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Rename one of the two codes, or mark both `shared` if they mean the same",
        shared
    )]
    DuplicateCode {
        /// The code.
        code: String,
        /// One declaration.
        #[context(display)]
        first: Box<Declaration>,
        /// The other.
        #[context(display)]
        second: Box<Declaration>,
    },
    /// Two types of the program claim the same foreign errors.
    #[code(
        "CLASSIFY_RULES_TIE",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Remove one of the two rules, or make one of them narrower",
        shared
    )]
    RulesTie {
        /// The rule.
        rule: String,
        /// The code that states it.
        #[context(display)]
        first: Box<Declaration>,
        /// The other code that states it.
        #[context(display)]
        second: Box<Declaration>,
    },
    /// A rule never applies, because narrower rules of other codes cover it.
    #[code(
        "CLASSIFY_RULE_NEVER_APPLIES",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Remove the rule, or widen it",
        shared
    )]
    RuleNeverApplies {
        /// The rule.
        rule: String,
        /// The code that states it.
        #[context(display)]
        declared: Box<Declaration>,
        /// The codes with the narrower rules.
        others: Vec<String>,
    },
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCode { code, .. } => write!(f, "unknown error code `{code}`"),
            Self::DuplicateCode { code, first, second } => {
                write!(f, "error code `{code}` is declared by {first} and by {second}")
            }
            Self::RulesTie { rule, first, second } => {
                write!(f, "{rule} is classified by {first} and by {second}")
            }
            Self::RuleNeverApplies { rule, declared, others } => {
                write!(f, "{rule} of {declared} never applies; narrower rules cover it: {}", others.join(", "))
            }
        }
    }
}

impl std::error::Error for CatalogError {}
