//! The coded errors of this crate. No program registers them, but any program may end with one.

use super::panicked::Panicked;
use super::unclassified::Unclassified;
use crate::definition::def::is_type;
use crate::definition::def::{Catalogued, TypeDef};
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::error::coded::{AgentError, inherited_docs};
use crate::error::record::ErrorRecord;
use crate::ready;
use crate::ready::catalog_error::CatalogError;
use crate::ready::interrupted::{self, Interrupted};
use crate::ready::output_error::OutputError;
use crate::registry::linked;
use std::error::Error;
use std::fmt;

/// Those that every program may end with; [`raised`] leaves out the first.
const OF_EVERY_PROGRAM: &[&TypeDef] = &[Panicked::TYPE, OutputError::TYPE, Unclassified::TYPE];

/// The same in a program that handles signals.
const OF_PROGRAMS_WITH_SIGNALS: &[&TypeDef] =
    &[Panicked::TYPE, OutputError::TYPE, Unclassified::TYPE, Interrupted::TYPE];

/// Those that the program may end with, whatever it declares.
pub(crate) fn of_the_program() -> &'static [&'static TypeDef] {
    if interrupted::is_handled() { OF_PROGRAMS_WITH_SIGNALS } else { OF_EVERY_PROGRAM }
}

/// Those that this crate raises itself in the program, which must not declare their codes with other facts. `INTERNAL`,
/// the code of a panic, is not in the list: if a program declares it, its declaration applies.
pub(crate) fn raised() -> &'static [&'static TypeDef] {
    of_the_program().get(1..).unwrap_or_default()
}

/// Those that a program with the `errors` command may end with.
#[cfg(feature = "clap")]
pub(crate) const OF_COMMAND_LINES: &[&TypeDef] =
    &[super::usage::UsageError::TYPE, super::errors_command::ErrorsCommandError::TYPE];

/// Whether the meaning of a code is a promise of this crate and not of the program: codes that its features add and any
/// program may end with. Errors that a program returns itself, such as those of [`ready`], are its own promise.
pub(crate) fn is_promised_here(entry: &Entry) -> bool {
    #[cfg(feature = "clap")]
    let usage = OF_COMMAND_LINES.iter().copied();
    #[cfg(not(feature = "clap"))]
    let usage = std::iter::empty();
    let mut all = OF_EVERY_PROGRAM.iter().copied().chain([Interrupted::TYPE]).chain(usage);
    entry.brought || all.any(|ty| is_type(ty, entry.ty))
}

/// Whether this crate declares the code.
pub(crate) fn is_own(def: &ErrorDef) -> bool {
    fn declares(ty: &TypeDef, def: &ErrorDef) -> bool {
        ty.defs.iter().any(|own| std::ptr::eq(own, def)) || ty.nested.iter().any(|nested| declares(nested, def))
    }
    types().any(|ty| declares(ty, def))
}

/// All of them.
pub(crate) fn types() -> impl Iterator<Item = &'static TypeDef> {
    #[cfg(feature = "clap")]
    let usage = OF_COMMAND_LINES.iter().copied();
    #[cfg(not(feature = "clap"))]
    let usage = std::iter::empty();
    // Without axum, `errors explain` explains them.
    #[cfg(any(feature = "axum", feature = "clap"))]
    let bodies = [super::json_rejection::JsonRejection::TYPE];
    #[cfg(not(any(feature = "axum", feature = "clap")))]
    let bodies = [];
    let others = [ErrorRecord::TYPE, CatalogError::TYPE, Interrupted::TYPE];
    OF_EVERY_PROGRAM.iter().copied().chain(others).chain(usage).chain(bodies).chain(ready::types())
}

/// An error of this crate, with its page among those of the program.
///
/// A program ends with it as it is: an [`ErrorRecord`] would link code for values of any kind into every program.
///
/// `{:#}` and `{:?}` show the causes as well, the way anyhow does, since programs write their own text with these.
pub(crate) struct Own<'a>(pub(crate) &'a dyn AgentError);

impl fmt::Display for Own<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        if f.alternate() {
            causes(self.0).try_for_each(|cause| write!(f, ": {cause}"))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Own<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        for (index, cause) in causes(self.0).enumerate() {
            f.write_str(if index == 0 { "\n\nCaused by:" } else { "" })?;
            write!(f, "\n    {cause}")?;
        }
        Ok(())
    }
}

fn causes(error: &dyn AgentError) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(error.source(), |cause| <dyn Error>::source(*cause))
}

impl Error for Own<'_> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl AgentError for Own<'_> {
    fn code(&self) -> &str {
        self.0.code()
    }

    fn inner(&self) -> Option<&dyn AgentError> {
        Some(self.0)
    }

    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        match docs_template().filter(|_| part == Part::DocsUrl) {
            Some(template) => inherited_docs(self.0, template, out),
            None => self.0.visit_text(part, out),
        }
    }
}

/// The declaration of a code among the linked types of the program and its libraries, even if the code is hidden. If
/// several types declare the code, returns the one whose path sorts first.
///
/// ```
/// use agent_error::{AgentError, catalog};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no such user")]
/// #[code("USER_NOT_FOUND", exit = 5, actions("user list"))]
/// struct NoUser;
///
/// assert_eq!(catalog::declared("USER_NOT_FOUND").unwrap().def.actions(), ["user list"]);
/// assert!(catalog::declared("TIMEOUT").is_none());
/// ```
pub fn declared(code: &str) -> Option<Entry> {
    fn visit(ty: &'static TypeDef, docs: Option<&'static str>, code: &str, first: &mut Option<Entry>) {
        let docs = ty.docs.or(docs);
        let key = |entry: &Entry| (entry.ty.path, entry.ty.file, entry.ty.line, entry.def.line(), entry.docs.is_none());
        for def in ty.defs.iter().filter(|def| def.code() == code) {
            let entry = Entry { def, ty, docs, brought: false };
            if first.as_ref().is_none_or(|first| key(&entry) < key(first)) {
                *first = Some(entry);
            }
        }
        for nested in ty.nested {
            visit(nested, docs, code, first);
        }
    }
    let mut first = None;
    for ty in linked::of_the_program() {
        visit(ty, None, code, &mut first);
    }
    first
}

/// The docs template of the program, if all its types state the same one.
pub(crate) fn docs_template() -> Option<&'static str> {
    let mut templates = linked::of_the_program().filter_map(|ty| ty.docs);
    let first = templates.next()?;
    templates.all(|template| template == first).then_some(first)
}
