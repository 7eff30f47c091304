//! Classification of foreign errors: assigns codes with the rules in `classify(...)`.

pub(crate) mod build;
mod classified;
mod decide;
pub(crate) mod decode;
mod found;
pub(crate) mod source;

use crate::catalog::conflicts::{conflicts, fallbacks_tie};
use crate::definition::rule::ClassifyRule;
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
use crate::ready::builtin::Own;
use crate::ready::catalog_error::CatalogError;
use crate::ready::find::finder_of;
use crate::ready::parser_hooks::ParserHooks;
use crate::ready::unclassified::Unclassified;
use crate::registry::chain::search;
use crate::registry::finder::Finder;
use crate::registry::linked;
use crate::text::cause::Cause;
use decide::Rules;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// A boxed error of any type that can be sent across threads.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Assigns codes to foreign errors, using a catalog's rules.
///
/// The classifier applies the following rules in order, and the first match wins. For each kind of rule, it searches
/// the error and its sources from the outside in.
///
/// 1. A coded error keeps its code if its type is in the catalog or linked into the program. The outermost one wins.
/// 2. `io(…)` and `type(…)` match the error's type. For an I/O error, the classifier first checks its kind, then its
///    type, then `io(..)`, which matches any I/O error.
/// 3. With the `clap` feature, an invalid command line gets a code of `UsageError` and exit code 2.
/// 4. `code(…)` matches the exact code that [`Foreign::code`] returns.
/// 5. `status(…)` matches the HTTP status that [`Foreign::status`] returns. The narrowest range wins.
/// 6. `validation` matches if [`Foreign::invalid`] returns an invalid value.
/// 7. `message(…)` matches a phrase in the message. Case is ignored, and only whole words match: `15000 bytes` doesn't
///    contain the status 500. A longer phrase takes precedence over the phrases that it contains. Otherwise, the first
///    variant wins.
/// 8. `fallback` matches any other error. If several types have a fallback, the outermost type's fallback applies. If
///    none of these types nests all the others, no fallback applies.
///
/// An error's message is its `Display` output. `rate-limit` and `Rate limit` are the same two words, but `rate_limit`
/// is a single word. A phrase can't span two sentences. All other punctuation is ignored. In scripts without spaces,
/// each character counts as a word. A number only counts as a status if the context allows it, which isn't the case in
/// `15000`, `10.0.0.1:500`, `#500`, `500 bytes`, `port 500` or `at most 500`.
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

/// The code assigned to a foreign error, and the rule that matched.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decision {
    /// The assigned code and the type that declares it.
    pub entry: Entry,
    /// The rule that matched.
    pub rule: ClassifyRule,
    /// Data extracted from the error and its sources.
    known: Known,
}

impl Classifier {
    /// Creates a classifier with a catalog's rules. Errors of the catalog's types and of all linked types keep their
    /// codes.
    ///
    /// # Errors
    ///
    /// Returns [`CatalogError::RulesTie`] or [`CatalogError::RuleNeverApplies`] if rules of different types conflict.
    /// Conflicts within a single type are reported at compile time.
    pub fn new(catalog: &Catalog) -> Result<Self, CatalogError> {
        let classifier = Self { finder: known_to(catalog, linked::types()), ..Self::lenient(catalog) };
        let tie = fallbacks_tie(classifier.rules.entries());
        match conflicts(catalog.declarations()).into_iter().chain(tie).next() {
            Some(conflict) => Err(conflict),
            None => Ok(classifier),
        }
    }

    /// Creates a classifier with the rules of all linked types.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Catalog::linked`] and [`Classifier::new`].
    pub fn linked() -> Result<Self, CatalogError> {
        Self::new(&Catalog::linked()?)
    }

    /// Creates a classifier with the rules of a type and its nested types.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Classifier::new`].
    pub fn of<E: Catalogued>() -> Result<Self, CatalogError> {
        Self::new(&Catalog::of::<E>())
    }

    /// Creates a classifier without checking for conflicts. If two rules conflict, the type whose path sorts first
    /// wins.
    pub(crate) fn lenient(catalog: &Catalog) -> Self {
        Self { finder: known_to(catalog, &[]), rules: Rules::of(catalog.declarations()) }
    }

    /// Returns the classifier for all linked types, creating it on first use. Doesn't check for conflicts.
    pub(crate) fn of_the_program() -> &'static Self {
        static LINKED: OnceLock<Classifier> = OnceLock::new();
        LINKED.get_or_init(|| Self::lenient(&Catalog::collected(linked::types()).0))
    }

    /// Adds functions that inspect a foreign error type. To add them for the whole program, use
    /// [`foreign!`](crate::foreign).
    #[must_use]
    pub fn foreign<E: Error + 'static>(mut self, foreign: Foreign<E>) -> Self {
        self.finder.accessors.add(foreign);
        self
    }

    /// Finds the outermost coded error in an error's source chain. Considers types in the catalog and linked types,
    /// whereas [`find`](crate::find) only considers linked types.
    pub fn find<'a>(&self, error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
        self.finder.find(error)
    }

    /// Returns the code for a foreign error, or `None` if no rule matches. Doesn't check whether the error is already
    /// coded.
    pub fn decide(&self, error: &(dyn Error + 'static)) -> Option<Decision> {
        self.rules.decide(error, &self.finder.accessors)
    }

    /// Converts any error to a coded one.
    ///
    /// The foreign error becomes the cause, except for data that moved into fields. If other errors wrap a coded error,
    /// their messages become the detail.
    ///
    /// If no rule matches, the code is `UNCLASSIFIED_ERROR`.
    pub fn classify(&self, error: impl Into<BoxError>) -> ErrorRecord {
        let mut record = ErrorRecord::new("", "");
        self.pass(error.into(), &mut |coded| record = ErrorRecord::from_error(coded));
        record
    }

    /// Converts any error to a coded one and passes it to `take`.
    pub(crate) fn pass(&self, error: BoxError, take: &mut dyn FnMut(&dyn AgentError)) {
        match self.pass_known(&*error, take) {
            ControlFlow::Continue(Some(decision)) => take(&decision.classified(error)),
            ControlFlow::Continue(None) => take(&Own(&Unclassified { error })),
            ControlFlow::Break(()) => {}
        }
    }

    /// Like [`pass`](Self::pass), but borrows the error. Because the error can't be moved, the cause only contains its
    /// messages.
    pub(crate) fn pass_ref(&self, error: &(dyn Error + 'static), take: &mut dyn FnMut(&dyn AgentError)) {
        let copy = || BoxError::from(Cause::copy_of(error));
        match self.pass_known(error, take) {
            ControlFlow::Continue(Some(decision)) => take(&decision.classified(copy())),
            ControlFlow::Continue(None) => take(&Own(&Unclassified { error: copy() })),
            ControlFlow::Break(()) => {}
        }
    }

    /// Passes the error to `take` if it contains a coded error or a usage error. Otherwise, returns the matching rule,
    /// if any.
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

    /// Returns the usage error for an invalid command line, unless a rule for the error's type or I/O kind matched.
    fn usage(&self, error: &(dyn Error + 'static), decision: Option<&Decision>) -> Option<Box<dyn AgentError>> {
        let library = ParserHooks::library()?;
        if decision.is_some_and(|decision| matches!(decision.rule, ClassifyRule::Type(_) | ClassifyRule::Io(_))) {
            return None;
        }
        search(error, &self.finder.accessors, &mut |error| (library.coded)(error))
    }

    pub(crate) fn finder(&self) -> &Finder {
        &self.finder
    }

    /// Creates a classifier for a type and its nested types, without checking for conflicts. Used by [`Classify`].
    #[doc(hidden)]
    pub fn lenient_of<E: Catalogued>() -> Self {
        Self::lenient(&Catalog::of::<E>())
    }

    /// Extracts data from an error that no rule matches.
    fn known(&self, error: &(dyn Error + 'static)) -> Known {
        decide::known(error, None, &self.finder.accessors)
    }
}

/// Creates a finder for the types of a catalog and for additional types.
fn known_to(catalog: &Catalog, more: &[&'static TypeDef]) -> Finder {
    finder_of(catalog.declarations().map(|entry| entry.ty).chain(more.iter().copied()))
}
