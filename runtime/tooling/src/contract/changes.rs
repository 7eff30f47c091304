//! Changes between two contracts.

use crate::words::words;
use serde::Serialize;
use std::fmt;

words! {
    /// How a change to a contract affects callers.
    ///
    /// ```
    /// use agent_error_tooling::ChangeClass;
    ///
    /// assert_eq!("breaking".parse(), Ok(ChangeClass::Breaking));
    /// assert_eq!(ChangeClass::Cosmetic.to_string(), "cosmetic");
    /// ```
    pub enum ChangeClass {
        /// Callers may fail, for example because a code was removed, or because an exit code or a
        /// type changed.
        Breaking = "breaking",
        /// Something was added, such as a code or a field.
        Additive = "additive",
        /// Only wording changed that callers don't depend on.
        Cosmetic = "cosmetic",
    }
}

/// A change to a contract, and its effect on callers.
///
/// `Display` formats the change on a single line without its class, such as
/// `DB_LOCKED: exit code 6 became 12`.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// use agent_error_tooling::{ChangeClass, Contract};
///
/// let document = Catalog::of::<NoUser>().document();
/// let old: Contract = document.replace("\"exit_code\": 5", "\"exit_code\": 4").parse().unwrap();
/// let changes = old.changes_to(&document.parse().unwrap());
///
/// let change = changes.iter().next().unwrap();
/// assert_eq!((change.class, change.code.as_str()), (ChangeClass::Breaking, "USER_NOT_FOUND"));
/// assert_eq!(change.what, "exit code 4 became 5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Change {
    /// How the change affects callers.
    pub class: ChangeClass,
    /// The code that changed. For changes to commands, tools and other sections, the changed item,
    /// such as ``command `connect` ``.
    pub code: String,
    /// Describes the change, such as `exit code 6 became 12`.
    pub what: String,
    /// The old wording of a string, or the old JSON Schema of a context field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// The new wording or JSON Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

impl Change {
    pub(super) fn new(
        class: ChangeClass,
        code: impl Into<String>,
        what: impl Into<String>,
    ) -> Self {
        Self {
            class,
            code: code.into(),
            what: what.into(),
            old: None,
            new: None,
        }
    }

    /// Adds the values, unless the only difference is which errors have them.
    pub(super) fn with_values(self, old: String, new: String) -> Self {
        if old == new {
            self
        } else {
            Self {
                old: Some(old),
                new: Some(new),
                ..self
            }
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.what)
    }
}

/// All changes from one contract to another. Breaking changes come first; changes of the same class
/// are sorted by code.
///
/// `Display` formats the changes as a multi-line list.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// use agent_error_tooling::{ChangeClass, Contract};
///
/// let document = Catalog::of::<NoUser>().document();
/// let old: Contract = document.replace("\"exit_code\": 5", "\"exit_code\": 4").parse().unwrap();
/// let changes = old.changes_to(&document.parse().unwrap());
///
/// assert!(!changes.are_compatible());
/// assert!(changes.summary().starts_with("1 breaking"));
/// for change in changes.of(ChangeClass::Breaking) {
///     println!("{change}");
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Changes {
    pub(super) all: Vec<Change>,
}

impl Changes {
    /// Returns an iterator over the changes, breaking changes first.
    pub fn iter(&self) -> impl Iterator<Item = &Change> {
        self.all.iter()
    }

    /// Whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether callers of the old contract can use the new contract. Returns `true` if no change is
    /// breaking.
    pub fn are_compatible(&self) -> bool {
        self.count(ChangeClass::Breaking) == 0
    }

    /// Returns the number of changes in a class.
    pub fn count(&self, class: ChangeClass) -> usize {
        self.of(class).count()
    }

    /// Returns the changes in a class.
    pub fn of(&self, class: ChangeClass) -> impl Iterator<Item = &Change> {
        self.iter().filter(move |change| change.class == class)
    }

    /// Summarizes the changes by class, such as `1 breaking, 2 additive and 1 cosmetic change`.
    pub fn summary(&self) -> String {
        let mut counts = Vec::new();
        let mut noun = "change";
        for class in ChangeClass::ALL {
            let count = self.count(*class);
            if count > 0 {
                counts.push(format!("{count} {class}"));
                // Follows the last count in the sentence.
                noun = if count == 1 { "change" } else { "changes" };
            }
        }
        match counts.as_slice() {
            [] => "no change".to_owned(),
            [only] => format!("{only} {noun}"),
            [first @ .., last] => format!("{} and {last} {noun}", first.join(", ")),
        }
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut previous = None;
        for change in &self.all {
            if previous != Some(change.class) {
                if previous.is_some() {
                    writeln!(f)?;
                }
                writeln!(f, "{}:", change.class)?;
                previous = Some(change.class);
            }
            writeln!(f, "  {change}")?;
            write_lines(f, '-', change.old.as_deref())?;
            write_lines(f, '+', change.new.as_deref())?;
        }
        Ok(())
    }
}

fn write_lines(f: &mut fmt::Formatter<'_>, sign: char, value: Option<&str>) -> fmt::Result {
    for line in value.unwrap_or_default().lines() {
        writeln!(f, "      {sign} {line}")?;
    }
    Ok(())
}
