//! This crate's own errors, which a program can exit with even if it doesn't register them.

use super::caught_panic::CaughtPanic;
use super::process::{Interrupted, OutputError, Unclassified};
use crate::definition::def::Entry;
use crate::definition::def::{Declares, TypeDef};
use crate::definition::error_def::ErrorDef;
use crate::definition::running_settings;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
#[cfg(feature = "clap")]
use crate::integrations::clap::usage_error::{Mistake, UsageError};
use crate::ready;
use crate::ready::catalog_error::CatalogError;
use crate::registry::linked;

/// The errors that a program can exit with. [`CaughtPanic`] must come first, because [`raised`]
/// skips the first type. [`Interrupted`] must come last, because most programs don't handle
/// signals.
const OF_PROGRAMS: [&TypeDef; 4] = [
    CaughtPanic::TYPE,
    OutputError::TYPE,
    Unclassified::TYPE,
    Interrupted::TYPE,
];

/// Errors of this crate that don't announce their types, because their sources are other errors.
pub(crate) const CAUGHT: [&TypeDef; 3] = [OutputError::TYPE, Unclassified::TYPE, ErrorRecord::TYPE];

/// Returns this crate's errors that the program can exit with, regardless of the errors that it
/// declares.
pub(crate) fn of_the_program() -> &'static [&'static TypeDef] {
    let [without_signals @ .., _interrupted] = &OF_PROGRAMS;
    if running_settings::get().handles_signals {
        &OF_PROGRAMS
    } else {
        without_signals
    }
}

/// Returns the errors that this crate itself raises, whose codes the program must not declare with
/// different facts. Omits `INTERNAL`, the code of a panic, which programs may declare.
#[cfg(any(feature = "catalog", debug_assertions))]
pub(crate) fn raised() -> &'static [&'static TypeDef] {
    of_the_program().get(1..).unwrap_or_default()
}

/// The errors of command lines. Empty without clap.
#[cfg(feature = "catalog")]
pub(crate) const OF_COMMAND_LINES: &[&TypeDef] = &[
    #[cfg(feature = "clap")]
    UsageError::TYPE,
    #[cfg(feature = "clap")]
    CatalogError::TYPE,
];

/// The errors of prompts that nobody can answer. A command may return them without declaring them.
#[cfg(feature = "clap")]
pub(crate) const OF_PROMPTS: [&TypeDef; 2] = [
    ready::ConfirmationRequired::TYPE,
    ready::PromptBlocked::TYPE,
];

/// Whether a usage error declares the code. Compares paths, because the type would be linked.
pub(crate) fn is_of_usage_error(entry: &Entry) -> bool {
    #[cfg(feature = "clap")]
    const PATH: Option<&str> = Some(Mistake::TYPE.path);
    #[cfg(not(feature = "clap"))]
    const PATH: Option<&str> = None;
    PATH == Some(entry.ty.path)
}

/// Whether this crate defines the meaning of a code. True for codes that only this crate declares,
/// and for errors that this crate raises itself. False for errors that the program chooses to
/// return, such as those in [`ready`].
#[cfg(feature = "catalog")]
pub(crate) fn is_own_code(entry: &Entry) -> bool {
    entry.is_builtin
        || OF_PROGRAMS
            .iter()
            .chain(OF_COMMAND_LINES)
            .any(|ty| ty.contains(entry.ty))
}

#[inline]
pub(crate) fn is_own(def: &ErrorDef) -> bool {
    ALL.iter().any(|ty| ty.declares(def))
}

pub(crate) const ALL: &[&TypeDef] = &[
    CaughtPanic::TYPE,
    OutputError::TYPE,
    Unclassified::TYPE,
    ErrorRecord::TYPE,
    CatalogError::TYPE,
    Interrupted::TYPE,
    #[cfg(feature = "clap")]
    UsageError::TYPE,
    ready::MissingField::TYPE,
    ready::MissingFlags::TYPE,
    ready::InvalidValue::TYPE,
    ready::InvalidFields::TYPE,
    ready::MissingDiscriminator::TYPE,
    ready::InvalidDiscriminator::TYPE,
    ready::UnknownAction::TYPE,
    ready::UnknownTool::TYPE,
    ready::Deprecated::TYPE,
    ready::RateLimited::TYPE,
    ready::ConfirmationRequired::TYPE,
    ready::PromptBlocked::TYPE,
];

/// Creates the record of one of this crate's errors. Its documentation URL is made from the
/// program's own template.
pub(crate) fn own_record(error: &dyn AgentError) -> ErrorRecord {
    let mut record = ErrorRecord::of(error);
    record.set_docs(linked::docs_template());
    record
}
