//! Classification of foreign errors: assigns codes with the rules in `classify(...)`.

mod classified;
mod decide;

use crate::catalog::Catalog;
use crate::catalog::collect::{conflicts, fallbacks_tie};
use crate::definition::def::{Catalogued, Entry, TypeDef};
use crate::definition::foreign::ClassifyRule;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::ready::builtin::Own;
use crate::ready::catalog_error::CatalogError;
use crate::ready::caught_panic::CaughtPanic;
use crate::ready::find::finder_of;
use crate::ready::process::Unclassified;
use crate::registry::linked;
#[cfg(feature = "clap")]
use crate::registry::parser;
use crate::registry::search::{Finder, io_error_kind, search};
use crate::text::cause::Cause;
use crate::text::cause::panicked_task;
use classified::Classified;
use decide::Rules;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A boxed error of any type that can be sent across threads.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Assigns codes to foreign errors, using the rules of one type and the types that it nests.
///
/// Every type that derives [`AgentError`] implements this trait.
///
/// If a function returns this type, it can store the record in a transparent variant, as the
/// [guide](crate::_guide::foreign#return-them-from-your-own-functions) shows. Callers then match on
/// [`code`](AgentError::code).
pub trait Classify: Catalogued + Sized + 'static {
    /// Converts any error to a record. If no rule matches, the code is `UNCLASSIFIED_ERROR`.
    ///
    /// For the order of rules, see [`Classifier`]. Rules of other types don't apply, but errors that already have a
    /// code keep it.
    fn classify(error: impl Into<BoxError>) -> ErrorRecord {
        Classifier::of_type(TypeId::of::<Self>(), Self::TYPE).classify(error)
    }
}

impl<T: Catalogued + 'static> Classify for T {}

/// Assigns codes to foreign errors, using a catalog's rules.
///
/// The classifier applies the following rules in order, and the first match wins. Each rule searches the error and its
/// sources from the outside in.
///
/// 1. A coded error keeps its code if its type is in the catalog or linked into the program. The outermost coded error
///    wins.
/// 2. With the `clap` feature, an invalid command line gets a code of `UsageError` and exit code 2, unless an `io` or
///    `type` rule matches.
/// 3. `io(…)`, `type(…)`, `code(…)`, `status(…)` and `validation` match an error's type or data. The outermost error
///    that matches any of these rules wins. Among rules that match at the same depth, the first one in this list wins:
///    - an I/O error's kind, such as `io(NotFound)`
///    - the error's type
///    - `io(..)`, which matches any I/O error
///    - the exact [`Foreign::code`](crate::definition::Foreign::code)
///    - the HTTP [`Foreign::status`](crate::definition::Foreign::status), with the narrowest range first
///    - `validation`, if [`Foreign::invalid`](crate::definition::Foreign::invalid) is set
/// 4. `message(…)` matches a phrase in the first 16 KiB of the message. Messages often repeat those of their sources,
///    so these rules only apply if no type or data in the whole chain matches. Case is ignored, and only whole words
///    match: `15000 bytes` doesn't contain the status 500. A longer phrase takes precedence over the phrases that it
///    contains. Otherwise, the first variant wins.
/// 5. `fallback` matches any other error. If several types have a fallback, the outermost type's fallback applies. If
///    none of these types nests all the others, no fallback applies.
///
/// Fields of the variant named `message`, `status`, `code`, `field`, `reason` and `retry_after` are filled from the
/// error. All other context fields are null. If the variant's message contains another field, the foreign error's
/// message is used.
///
/// An error's message is its `Display` output. `rate-limit` and `Rate limit` are the same two words, but `rate_limit`
/// is a single word. A phrase can't span two sentences. All other punctuation is ignored. In scripts without spaces,
/// each character counts as a word. A number only counts as a status if the context allows it, which isn't the case in
/// `15000`, `10.0.0.1:500`, `#500`, `500 bytes`, `port 500` or `at most 500`.
#[derive(Clone, Debug)]
pub struct Classifier {
    pub(crate) finder: Finder,
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
}

impl Classifier {
    /// Creates a classifier with a catalog's rules. Errors of the catalog's types and of all linked types keep their
    /// codes.
    ///
    /// # Errors
    ///
    /// Returns [`CatalogError::RulesTie`] if rules of different types conflict.
    /// Conflicts within a single type are reported at compile time.
    pub fn new(catalog: &Catalog) -> Result<Self, CatalogError> {
        let classifier = Self::lenient(catalog);
        let tie = fallbacks_tie(&classifier.rules.entries);
        match conflicts(catalog.declarations()).into_iter().chain(tie).next() {
            Some(conflict) => Err(conflict),
            None => Ok(classifier),
        }
    }

    /// Creates a classifier with the rules of a type and its nested types.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Classifier::new`].
    pub fn of<E: Catalogued>() -> Result<Self, CatalogError> {
        Self::new(&Catalog::of::<E>())
    }

    /// Returns the classifier for a type and its nested types, creating it on first use. Doesn't check for conflicts.
    fn of_type(id: TypeId, ty: &'static TypeDef) -> &'static Self {
        static CREATED: Mutex<BTreeMap<TypeId, &'static Classifier>> = Mutex::new(BTreeMap::new());
        let mut created = CREATED.lock().unwrap_or_else(PoisonError::into_inner);
        created.entry(id).or_insert_with(|| {
            let catalog = Catalog::checked(ty);
            let mut classifier = Self::lenient(&catalog);
            classifier.rules.inherit_docs(&Self::of_the_program().rules);
            Box::leak(Box::new(classifier))
        })
    }

    /// Creates a classifier without checking for conflicts. If two rules conflict, the type whose path sorts first
    /// wins.
    pub(crate) fn lenient(catalog: &Catalog) -> Self {
        // The catalog omits copies of types, and types that declare no codes of their own.
        let types = catalog.declarations().map(|entry| entry.ty).chain(linked::types().iter().copied());
        Self { finder: finder_of(types), rules: Rules::of(catalog.declarations()) }
    }

    /// Returns the classifier for all linked types, creating it on first use. Doesn't check for conflicts.
    pub(crate) fn of_the_program() -> &'static Self {
        static LINKED: OnceLock<Classifier> = OnceLock::new();
        LINKED.get_or_init(|| Self::lenient(&Catalog::collected(linked::types()).0))
    }

    /// Returns the code for a foreign error, or `None` if no rule matches. Doesn't check whether the error is already
    /// coded.
    pub fn decide(&self, error: &(dyn Error + 'static)) -> Option<Decision> {
        self.rules.decide(error).map(|(decision, _)| decision)
    }

    /// Converts any error to a record.
    ///
    /// The foreign error becomes the cause, unless the message contains it. If other errors wrap a coded error, their
    /// messages become the detail.
    ///
    /// If no rule matches, the code is `UNCLASSIFIED_ERROR`.
    pub fn classify(&self, error: impl Into<BoxError>) -> ErrorRecord {
        let mut record = ErrorRecord::new("", "");
        self.pass(&*error.into(), &mut |coded| record = ErrorRecord::of(coded));
        record
    }

    /// Converts any error to a coded one and passes it to `take`. The cause of an unclassified error only contains
    /// messages.
    pub(crate) fn pass(&self, error: &(dyn Error + 'static), take: &mut dyn FnMut(&dyn AgentError)) {
        if let Some(found) = self.finder.find_in_context(error) {
            return take(&found);
        }
        let decision = self.rules.decide(error);
        // A rule for the error's type or I/O kind takes precedence.
        #[cfg(feature = "clap")]
        if !matches!(&decision, Some((Decision { rule: ClassifyRule::Type(_) | ClassifyRule::Io(_), .. }, _)))
            && parser::linked().is_some_and(|parser| (parser.usage)(error, take))
        {
            return;
        }
        let is_of_type = matches!(&decision, Some((Decision { rule: ClassifyRule::Type(_), .. }, _)));
        if !is_of_type && search(error, &mut panicked_task).is_some() {
            return take(&CaughtPanic::new(None));
        }
        match decision {
            Some((Decision { entry, .. }, met)) => take(&Classified::new(entry, error, met)),
            None => {
                let io_kind = search(error, &mut |error| Some(format!("{:?}", io_error_kind(error)?)));
                take(&Own(&Unclassified { io_kind, error: Cause::copy_of(error) }));
            }
        }
    }
}
