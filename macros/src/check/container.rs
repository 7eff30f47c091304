//! Validates the keys of a type.

use super::{code, url};
use crate::attr::Entries;
use crate::errors::Errors;
use crate::model::Exit;

/// The validated keys of a type. They apply to all of its variants.
pub(super) struct Container {
    pub(super) docs: Option<String>,
    pub(super) exit: Option<Exit>,
    pub(super) domain: Option<String>,
    pub(super) strict: bool,
}

impl Container {
    pub(super) fn check(entries: &Entries, errors: &mut Errors) -> Self {
        let domain = entries.string("domain", errors).filter(|domain| code::check_domain(domain, errors));
        Self {
            docs: entries.string("docs", errors).and_then(|docs| url::template(&docs, errors)),
            exit: entries.get("exit").and_then(|entry| code::exit(entry, errors)),
            domain: domain.map(|domain| domain.value()),
            strict: entries.flag("strict", errors).is_some(),
        }
    }
}
