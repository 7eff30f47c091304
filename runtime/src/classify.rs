//! Foreign errors as coded ones, by the rules that variants state with `classify(...)`.

pub(crate) mod build;
mod classified;
mod decide;
pub(crate) mod decode;
mod found;
pub(crate) mod source;

use crate::catalog::conflicts::{conflicts, fallbacks_tie};
use crate::definition::rule::Rule;
pub use build::Classify;
pub use decode::Decode;
pub use found::Found;
use found::Known;

use crate::catalog::Catalog;
use crate::definition::def::{Catalogued, TypeDef};
use crate::definition::entry::Entry;
use crate::definition::foreign::Foreign;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::ready::catalog_error::CatalogError;
use crate::ready::command_line::CommandLine;
use crate::ready::known::finder_of;
use crate::ready::own::Own;
use crate::ready::unclassified::Unclassified;
use crate::registry::chain::search;
use crate::registry::finder::Finder;
use crate::registry::linked;
use crate::text::cause::Cause;
use decide::Rules;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// A boxed error of any type, which can be sent to another thread.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Gives foreign errors the codes of the rules that match them.
///
/// The first rule that matches any error in the chain of sources, from the outside in, decides:
///
/// 1. An error that already has a code keeps it: the outermost error of a type in the catalog, or of any linked type.
/// 2. `io(…)` and `type(…)`: the type of the outermost error that matches one. For an I/O error the kind comes first, then
///    its type, then `io(..)`, any I/O error.
/// 3. With the feature `clap`, a command line that clap rejects: the codes of its `UsageError`, exit code 2.
/// 4. `code(…)`: the code that [`Foreign::code`] returns, compared exactly.
/// 5. `status(…)`: the HTTP status that [`Foreign::status`] returns; the narrowest range decides.
/// 6. `validation`: the invalid value that [`Foreign::invalid`] returns.
/// 7. `message(…)`: words in the message, in any case. Only whole words match: `15000 bytes` is not the status 500.
///    A phrase precedes those that it contains; otherwise the variant that is declared first decides.
/// 8. `fallback`: that of the outermost type. If several types have one and none nests the others, none applies.
///
/// Messages are the output of `Display`. `rate-limit` and `Rate limit` are the same two words; `rate_limit` is one
/// word. A phrase does not span two sentences, other punctuation is ignored, and in scripts without spaces each
/// character is a word. A number is only a status where its context allows it: not in `15000`, `10.0.0.1:500`, `#500`,
/// `500 bytes`, `port 500` or `at most 500`.
///
/// ```
/// use agent_error::AgentError;
/// use agent_error::classify::Classifier;
/// use std::io;
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum ToolError {
///     /// A file does not exist.
///     #[error("a file is missing")]
///     #[code("FILE_NOT_FOUND", exit = 5, classify(io(NotFound)), suggest = "Check the path")]
///     NoFile { source: io::Error },
///     /// Anything else.
///     #[error("{message}")]
///     #[code("ERROR", classify(fallback))]
///     Other { message: String },
/// }
///
/// let classifier = Classifier::of::<ToolError>().unwrap();
/// let error = io::Error::from(io::ErrorKind::NotFound);
/// assert_eq!(classifier.classify(error).code, "FILE_NOT_FOUND");
/// assert_eq!(classifier.classify("what is this?").code, "ERROR");
/// ```
#[derive(Clone, Debug)]
pub struct Classifier {
    finder: Finder,
    rules: Rules,
}

/// The code of a foreign error, and the reason for it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decision {
    /// The code.
    pub entry: Entry,
    /// The rule that applied.
    pub rule: Rule,
    /// The facts about the error.
    known: Known,
}

impl Classifier {
    /// Applies the rules of a catalog. Errors of its types and of all linked types keep their codes.
    ///
    /// # Errors
    ///
    /// [`CatalogError::RulesTie`] or [`CatalogError::RuleNeverApplies`] if rules of different types conflict. Conflicts
    /// within a type are compile errors.
    pub fn new(catalog: &Catalog) -> Result<Self, CatalogError> {
        let classifier = Self { finder: known_to(catalog, linked::types()), ..Self::lenient(catalog) };
        let tie = fallbacks_tie(classifier.rules.entries());
        match conflicts(catalog.declarations()).into_iter().chain(tie).next() {
            Some(conflict) => Err(conflict),
            None => Ok(classifier),
        }
    }

    /// Applies the rules of every linked type.
    ///
    /// # Errors
    ///
    /// Those of [`Catalog::linked`] and [`Classifier::new`].
    pub fn linked() -> Result<Self, CatalogError> {
        Self::new(&Catalog::linked()?)
    }

    /// Applies the rules of a type and of the types nested in it.
    ///
    /// # Errors
    ///
    /// Those of [`Classifier::new`].
    pub fn of<E: Catalogued>() -> Result<Self, CatalogError> {
        Self::new(&Catalog::of::<E>())
    }

    /// Applies the rules of a catalog. If two rules conflict, the rule of the type whose path sorts first applies.
    pub(crate) fn lenient(catalog: &Catalog) -> Self {
        Self { finder: known_to(catalog, &[]), rules: Rules::of(catalog.declarations()) }
    }

    /// Applies the rules of every linked type, which may conflict; built at the first use.
    pub(crate) fn of_the_program() -> &'static Self {
        static LINKED: OnceLock<Classifier> = OnceLock::new();
        LINKED.get_or_init(|| Self::lenient(&Catalog::collected(linked::types()).0))
    }

    /// Adds functions that read a foreign type; [`foreign!`](crate::foreign) adds them for the whole program.
    #[must_use]
    pub fn foreign<E: Error + 'static>(mut self, foreign: Foreign<E>) -> Self {
        self.finder.accessors.add(foreign);
        self
    }

    /// The outermost coded error in an error, of a type in the catalog or of a linked type. [`find`](crate::find) searches
    /// for linked types only.
    pub fn find<'a>(&self, error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
        self.finder.find(error)
    }

    /// The code for a foreign error; `None` if no rule matches.
    pub fn decide(&self, error: &(dyn Error + 'static)) -> Option<Decision> {
        self.rules.decide(error, &self.finder.accessors)
    }

    /// Any error as a coded one. The foreign error, or the part that does not become a field, is the cause; the
    /// messages of errors around a coded error are in the detail.
    ///
    /// An error that no rule matches becomes `UNCLASSIFIED_ERROR`.
    pub fn classify(&self, error: impl Into<BoxError>) -> ErrorRecord {
        let mut record = ErrorRecord::new("", "");
        self.pass(error.into(), &mut |coded| record = ErrorRecord::from_error(coded));
        record
    }

    /// Passes any error as a coded one to `take`.
    pub(crate) fn pass(&self, error: BoxError, take: &mut dyn FnMut(&dyn AgentError)) {
        match self.pass_known(&*error, take) {
            ControlFlow::Continue(Some(decision)) => take(&decision.classified(error)),
            ControlFlow::Continue(None) => take(&Own(&Unclassified { error })),
            ControlFlow::Break(()) => {}
        }
    }

    /// The same for an error that must not leave its thread: the cause is its text.
    pub(crate) fn pass_ref(&self, error: &(dyn Error + 'static), take: &mut dyn FnMut(&dyn AgentError)) {
        let copy = || BoxError::from(Cause::copy_of(error));
        match self.pass_known(error, take) {
            ControlFlow::Continue(Some(decision)) => take(&decision.classified(copy())),
            ControlFlow::Continue(None) => take(&Own(&Unclassified { error: copy() })),
            ControlFlow::Break(()) => {}
        }
    }

    /// Passes the coded error inside, or the rejected command line, to `take`. For any other error, returns the rule that
    /// matches, if one does.
    fn pass_known(
        &self,
        error: &(dyn Error + 'static),
        take: &mut dyn FnMut(&dyn AgentError),
    ) -> ControlFlow<(), Option<Decision>> {
        if let Some(found) = self.finder.find_in_context(error) {
            take(&found);
            return ControlFlow::Break(());
        }
        let decision = self.decide(error);
        if let Some(usage) = self.usage(error, decision.as_ref()) {
            take(&Own(&*usage));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(decision)
    }

    /// The rejected command line, unless a rule names the type of its error.
    fn usage(&self, error: &(dyn Error + 'static), decision: Option<&Decision>) -> Option<Box<dyn AgentError>> {
        let library = CommandLine::library()?;
        if decision.is_some_and(|decision| matches!(decision.rule, Rule::Type(_) | Rule::Io(_))) {
            return None;
        }
        search(error, &self.finder.accessors, &mut |error| (library.coded)(error))
    }

    pub(crate) fn finder(&self) -> &Finder {
        &self.finder
    }

    /// Applies the rules of a type and of its nested types, for [`Classify`].
    #[doc(hidden)]
    pub fn lenient_of<E: Catalogued>() -> Self {
        Self::lenient(&Catalog::of::<E>())
    }

    /// The facts about an error that no rule matches.
    fn known(&self, error: &(dyn Error + 'static)) -> Known {
        decide::known(error, None, &self.finder.accessors)
    }
}

/// Finds the errors of a catalog and of more types.
fn known_to(catalog: &Catalog, more: &[&'static TypeDef]) -> Finder {
    finder_of(catalog.declarations().map(|entry| entry.ty).chain(more.iter().copied()))
}
