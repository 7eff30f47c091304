//! The coded errors of this crate: no program registers them, but any may end with one.

use super::panicked::Panicked;
use super::unclassified::Unclassified;
use crate::definition::def::{CODE, Catalogued, TypeDef};
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::ready;
use crate::ready::catalog_error::CatalogError;
use crate::ready::interrupted::Interrupted;
use crate::ready::output_error::OutputError;
use crate::registry::linked;

/// Those that every program may end with, whatever it nests.
pub(crate) const OF_EVERY_PROGRAM: &[&TypeDef] = &[
    OutputError::TYPE,
    Panicked::TYPE,
    Unclassified::TYPE,
    #[cfg(feature = "signals")]
    Interrupted::TYPE,
];

/// Whether a type is one of those, with the features of any program.
#[cfg(feature = "tooling")]
pub(crate) fn is_of_every_program(ty: &TypeDef) -> bool {
    OF_EVERY_PROGRAM.iter().chain([&Interrupted::TYPE]).any(|own| own.path == ty.path)
}

/// All of them.
pub(crate) fn types() -> impl Iterator<Item = &'static TypeDef> {
    #[cfg(feature = "clap")]
    let usage = [super::usage::UsageError::TYPE, super::errors_command::ErrorsCommandError::TYPE];
    #[cfg(not(feature = "clap"))]
    let usage = [];
    let others = [ErrorRecord::TYPE, CatalogError::TYPE, Interrupted::TYPE];
    OF_EVERY_PROGRAM.iter().copied().chain(others).chain(usage).chain(ready::TYPES.iter().copied())
}

/// An error of this crate as data, with its page among those of the program.
pub(crate) fn record(error: &dyn AgentError) -> ErrorRecord {
    let mut record = ErrorRecord::from_error(error);
    if record.docs_url.is_none() {
        record.docs_url = docs_template().map(|template| template.replace(CODE, &record.code));
    }
    record
}

/// The docs template of the program: the only one that its types state.
pub(crate) fn docs_template() -> Option<&'static str> {
    let mut templates = linked::types().iter().filter_map(|ty| ty.docs);
    let first = templates.next()?;
    templates.all(|template| template == first).then_some(first)
}
