//! The coded errors of this crate: no program registers them, but any may end with one.

use crate::catalog::CatalogError;
use crate::classify::Unclassified;
use crate::def::{Catalogued, TypeDef};
use crate::process::{Interrupted, OutputError, Panicked};
use crate::ready;
use crate::record::ErrorRecord;

/// Those that every program may end with, whatever it nests.
pub(crate) const OF_EVERY_PROGRAM: &[&TypeDef] =
    &[OutputError::TYPE, Panicked::TYPE, Interrupted::TYPE, Unclassified::TYPE];

/// All of them.
pub(crate) fn types() -> impl Iterator<Item = &'static TypeDef> {
    #[cfg(feature = "clap")]
    let usage = [crate::clap::UsageError::TYPE];
    #[cfg(not(feature = "clap"))]
    let usage = [];
    let others = [ErrorRecord::TYPE, CatalogError::TYPE];
    OF_EVERY_PROGRAM.iter().copied().chain(others).chain(usage).chain(ready::TYPES.iter().copied())
}
