//! A record made from a declaration.

use crate::definition::def::RetryAfter;
use crate::definition::entry::Entry;
use crate::definition::part::Part;
use crate::error::record::ErrorRecord;
use crate::text::cause::Cause;
use crate::text::template::Template;

impl ErrorRecord {
    /// A record with this message and all facts of a declaration that are the same for every occurrence. Texts that
    /// show fields are left out, since their values are unknown.
    #[must_use]
    pub(crate) fn declared_by(mut self, entry: &Entry, message: String) -> Self {
        let def = entry.def;
        let fixed = |template: Option<Template>| {
            template.filter(|template| template.fields().next().is_none()).map(|template| template.to_string())
        };
        def.code.clone_into(&mut self.code);
        self.message = message;
        self.summary = def.summary.map(str::to_owned);
        for part in Part::ALL.iter().filter(|part| part.declared_by(def).is_some()) {
            *self.part_mut(*part) = fixed(part.declared_by(def));
        }
        self.docs_url = entry.docs_url().map(Into::into);
        self.facts = def.facts();
        self.retry_after = match def.retry_after {
            Some(RetryAfter::Fixed(wait)) => Some(wait),
            Some(RetryAfter::Field(_)) | None => None,
        };
        self.actions = def.actions.iter().map(|action| (*action).to_owned()).collect();
        self
    }

    /// Adds these causes, the nearest first.
    #[must_use]
    pub(crate) fn caused_by(mut self, causes: Vec<String>) -> Self {
        self.cause = Cause::chain(causes);
        self
    }
}
