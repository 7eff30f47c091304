//! Classification of foreign errors: assigns codes with the rules in `classify(...)`.

mod classified;
mod decide;

use crate::catalog::collect::declared;
use crate::definition::def::{Declares, Entry, TypeDef};
use crate::definition::foreign::ClassifyRule;
use crate::error::record::ErrorRecord;
use crate::ready::builtin::own_record;
use crate::ready::caught_panic::CaughtPanic;
use crate::ready::find::finder_of;
use crate::ready::process::Unclassified;
use crate::registry::linked;
#[cfg(feature = "clap")]
use crate::registry::parser;
use crate::registry::search::{Finder, io_error_kind, search};
use crate::text::cause::{Cause, panicked_task};
use classified::classified;
use decide::Rules;
use std::error::Error;
use std::sync::OnceLock;

/// A boxed error of any type that can be sent across threads.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Assigns codes to foreign errors, using the rules of one type and the types that it nests. Every
/// type that derives [`AgentError`](crate::AgentError) implements this trait.
///
/// The following rules apply in order, and the first match wins. Each rule searches the error and
/// its sources from the outside in. If two variants have equal rules, the one whose type path sorts
/// first wins, then the one that's declared first. The catalog document and the lock file list all
/// rules in order of precedence.
///
/// 1. A coded error keeps its code if its type is nested or linked into the program. The outermost
///    coded error wins.
/// 2. With the `clap` feature, an invalid command line gets a code of `UsageError` and exit code 2,
///    unless an `io` or `type` rule matches.
/// 3. `io(NotFound)`, `type(…)`, `io(..)`, `code(…)`, `status(…)` and `validation` match an error's
///    type or data. The outermost match wins. At the same depth, the first rule in this order wins,
///    and the narrowest range of statuses.
/// 4. `message(…)` matches a phrase in the first 16 KiB of the message. Messages often repeat those
///    of their sources, so these rules only apply if no type or data in the whole chain matches.
///    Case is ignored, and only whole words match. A longer phrase comes before the phrases that it
///    contains. Otherwise, the first variant wins.
/// 5. `fallback` matches any other error. If several types have a fallback, that of the type that
///    nests all others applies.
///
/// The [derive macro](derive@crate::AgentError) describes how the variant's fields are filled.
///
/// An error's message is its `Display` output. `rate-limit` and `Rate limit` are the same two
/// words, but `rate_limit` is a single word. A phrase can't span two sentences. In scripts without
/// spaces, each character counts as a word. A number only counts as a status if the context allows
/// it, unlike `10.0.0.1:500`, `#500`, `500 bytes` or `at most 500`.
///
/// ```
/// use agent_error::{AgentError, Classify, exit};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum ConfigError {
///     /// The configuration file doesn't exist.
///     #[error("there is no configuration file")]
///     #[code("CONFIG_MISSING", exit = exit::PRECONDITION, classify(io(NotFound)), fix = "tool init")]
///     Missing,
///     /// Another I/O operation failed.
///     #[error("cannot read the configuration file")]
///     #[code("CONFIG_UNREADABLE", classify(io(..)))]
///     Unreadable,
/// }
///
/// let record = ConfigError::classify(std::fs::read("/no/such/file").unwrap_err());
/// assert_eq!(record.code(), "CONFIG_MISSING");
/// assert_eq!(record.fix_command(), Some("tool init"));
/// ```
pub trait Classify: Declares + Sized + 'static {
    /// Converts any error to a record. The foreign error becomes the cause, unless the message
    /// contains it. If other errors wrap a coded error, their messages become the detail. If no
    /// rule matches, the code is `UNCLASSIFIED_ERROR`.
    ///
    /// To return the record as this type, store it in a transparent variant, as the
    /// [guide](crate::_guide::foreign#return-them-from-your-own-functions) shows.
    #[inline]
    fn classify(error: impl Into<BoxError>) -> ErrorRecord {
        const { Self::UNIQUE }
        Classifier::of_types(&[Self::TYPE]).classify(&*error.into())
    }

    /// Returns the rule that matches a foreign error. Doesn't check whether the error is already
    /// coded.
    #[doc(hidden)]
    fn matching_rule(error: &(dyn Error + 'static)) -> Option<ClassifyRule> {
        const { Self::UNIQUE }
        Rules::of(&declared(&[Self::TYPE]))
            .decide(error)
            .map(|decision| decision.rule)
    }
}

impl<T: Declares + 'static> Classify for T {}

/// Assigns codes to foreign errors, using a catalog's rules. See [`Classify`].
#[derive(Clone, Debug)]
pub(crate) struct Classifier {
    pub(crate) finder: Finder,
    rules: Rules,
}

impl Classifier {
    #[inline]
    pub(crate) fn of_types(types: &[&'static TypeDef]) -> Self {
        Self::new(&declared(types))
    }

    #[inline]
    fn new(entries: &[Entry]) -> Self {
        // The catalog omits copies of types, and types that declare no codes of their own.
        let types: Vec<_> = entries.iter().map(|entry| entry.ty).collect();
        Self {
            finder: finder_of(&types),
            rules: Rules::of(entries),
        }
    }

    /// Returns the classifier for all linked types, creating it on first use.
    pub(crate) fn of_the_program() -> &'static Self {
        static LINKED: OnceLock<Classifier> = OnceLock::new();
        LINKED.get_or_init(|| Self::of_types(linked::types()))
    }

    /// Converts any error to a record. The cause of an unclassified error only contains messages.
    #[inline]
    pub(crate) fn classify(&self, error: &(dyn Error + 'static)) -> ErrorRecord {
        if let Some(coded) = self.finder.find_in_context(error) {
            return coded;
        }
        let decision = self.rules.decide(error);
        // A rule for the type takes precedence over what this crate recognizes itself, and a rule
        // for the I/O kind over usage errors.
        let rule = decision.as_ref().map(|found| found.rule);
        let is_by_type = matches!(rule, Some(ClassifyRule::Type(_)));
        let is_by_io_kind = matches!(rule, Some(ClassifyRule::Io(_)));
        if !is_by_type
            && !is_by_io_kind
            && let Some(usage_error) = usage_error_in(error)
        {
            return usage_error;
        }
        if !is_by_type && let Some(panic) = panic_in(error) {
            return panic;
        }
        let Some(decision) = decision else {
            return unclassified(error);
        };
        let mut record = classified(&decision, error);
        self.finder.inherit_docs(&mut record);
        record
    }
}

/// Returns the record of an invalid command line.
#[cfg(feature = "clap")]
#[inline]
fn usage_error_in(error: &(dyn Error + 'static)) -> Option<ErrorRecord> {
    parser::registered()?.usage_error(error)
}

#[cfg(not(feature = "clap"))]
#[inline]
fn usage_error_in(_: &(dyn Error + 'static)) -> Option<ErrorRecord> {
    None
}

/// Returns the record of a task that panicked.
#[inline]
fn panic_in(error: &(dyn Error + 'static)) -> Option<ErrorRecord> {
    search(error, &mut panicked_task)?;
    Some(ErrorRecord::of(&CaughtPanic::new(None)))
}

#[inline]
fn unclassified(error: &(dyn Error + 'static)) -> ErrorRecord {
    let io_kind = search(error, &mut io_error_kind);
    own_record(&Unclassified {
        io_kind: io_kind.map(|kind| format!("{kind:?}")),
        error: Cause::copy_of(error),
    })
}
