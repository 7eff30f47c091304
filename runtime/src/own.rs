//! The coded errors of this crate: no program registers them, but any may end with one.

use crate::catalog::CatalogError;
use crate::classify::Unclassified;
use crate::def::{Catalogued, TypeDef};
use crate::error::AgentError;
use crate::private::CODE;
use crate::process::{Interrupted, OutputError, Panicked};
use crate::ready;
use crate::record::ErrorRecord;
use crate::registry;

/// Those that every program may end with, whatever it nests.
pub(crate) const OF_EVERY_PROGRAM: &[&TypeDef] = &[
    OutputError::TYPE,
    Panicked::TYPE,
    Unclassified::TYPE,
    #[cfg(feature = "signals")]
    Interrupted::TYPE,
];

/// Whether a type is one of those, with the features of any program.
pub(crate) fn is_of_every_program(ty: &TypeDef) -> bool {
    OF_EVERY_PROGRAM.iter().chain([&Interrupted::TYPE]).any(|own| own.path == ty.path)
}

/// All of them.
pub(crate) fn types() -> impl Iterator<Item = &'static TypeDef> {
    #[cfg(feature = "clap")]
    let usage = [crate::clap::UsageError::TYPE];
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
    let mut templates = registry::types().iter().filter_map(|ty| ty.docs);
    let first = templates.next()?;
    templates.all(|template| template == first).then_some(first)
}
