//! The coded errors of this crate. No program registers them, but any program may end with one.

#[cfg(feature = "tooling")]
use super::diff_error::DiffError;
use super::panicked::Panicked;
use super::unclassified::Unclassified;
#[cfg(feature = "tooling")]
use crate::definition::def::is_type;
use crate::definition::def::{CODE, Catalogued, TypeDef};
#[cfg(feature = "tooling")]
use crate::definition::entry::Entry;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::ready;
use crate::ready::catalog_error::CatalogError;
use crate::ready::interrupted::Interrupted;
use crate::ready::output_error::OutputError;
use crate::registry::linked;

/// Those that every program may end with.
pub(crate) const OF_EVERY_PROGRAM: &[&TypeDef] = &[
    OutputError::TYPE,
    Panicked::TYPE,
    Unclassified::TYPE,
    #[cfg(feature = "signals")]
    Interrupted::TYPE,
];

/// Those that every MCP server may answer with, whatever its tools declare.
#[cfg(any(feature = "clap", feature = "mcp", feature = "lock"))]
pub(crate) const OF_MCP_SERVERS: &[&TypeDef] = &[
    ready::InvalidFields::TYPE,
    ready::MissingDiscriminator::TYPE,
    ready::InvalidDiscriminator::TYPE,
    ready::UnknownAction::TYPE,
    ready::UnknownTool::TYPE,
];

/// Those that a program with the `errors` command may end with.
#[cfg(feature = "clap")]
pub(crate) const OF_COMMAND_LINES: &[&TypeDef] =
    &[super::usage::UsageError::TYPE, super::errors_command::ErrorsCommandError::TYPE];

/// Whether the meaning of a code is a promise of this crate and not of the program: codes that its features add and any
/// program may end with. Errors that a program returns itself, such as those of [`ready`], are its own promise.
#[cfg(feature = "tooling")]
pub(crate) fn is_promised_here(entry: &Entry) -> bool {
    let tools = [super::lint_error::LintError::TYPE, super::export_error::ExportError::TYPE, DiffError::TYPE];
    #[cfg(feature = "clap")]
    let usage = OF_COMMAND_LINES.iter().copied();
    #[cfg(not(feature = "clap"))]
    let usage = std::iter::empty();
    let mut all = OF_EVERY_PROGRAM.iter().copied().chain([Interrupted::TYPE]).chain(tools).chain(usage);
    entry.brought || all.any(|ty| is_type(ty, entry.ty))
}

/// All of them.
pub(crate) fn types() -> impl Iterator<Item = &'static TypeDef> {
    #[cfg(feature = "clap")]
    let usage = OF_COMMAND_LINES.iter().copied();
    #[cfg(not(feature = "clap"))]
    let usage = std::iter::empty();
    let others = [ErrorRecord::TYPE, CatalogError::TYPE, Interrupted::TYPE];
    OF_EVERY_PROGRAM.iter().copied().chain(others).chain(usage).chain(ready::types())
}

/// An error of this crate as data, with its page among those of the program.
pub(crate) fn record(error: &dyn AgentError) -> ErrorRecord {
    let mut record = ErrorRecord::from_error(error);
    if record.docs_url.is_none() {
        record.docs_url = docs_template().map(|template| template.replace(CODE, &record.code));
    }
    record
}

/// The docs template of the program, if all its types state the same one.
pub(crate) fn docs_template() -> Option<&'static str> {
    let mut templates = linked::types().iter().filter_map(|ty| ty.docs);
    let first = templates.next()?;
    templates.all(|template| template == first).then_some(first)
}
