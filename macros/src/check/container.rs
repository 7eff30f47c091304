//! Validates the keys of a type.

use super::{code, instance, url};
use crate::attr::Entries;
use crate::errors::Errors;
use crate::model::Exit;
use syn::LitStr;

/// The validated keys of a type. They apply to all of its variants.
pub(super) struct Container {
    pub(super) docs: Option<String>,
    /// Whether the type inherits its documentation URLs from types that nest it.
    pub(super) inherits_docs: bool,
    pub(super) exit: Option<Exit>,
    /// The `instance` template of an enum. It applies to each variant that has all of the template's fields.
    pub(super) instance: Option<LitStr>,
    pub(super) domain: Option<String>,
    pub(super) code_style: code::CodeStyle,
    pub(super) strict: bool,
    /// Whether the type has an enum of its codes, `codes = Name`. If so, errors can be decoded from records.
    pub(super) has_codes: bool,
}

impl Container {
    /// Whether codes have a documentation URL by default.
    pub(super) fn has_docs(&self) -> bool {
        self.docs.is_some() || self.inherits_docs
    }

    pub(super) fn check(entries: &Entries, errors: &mut Errors) -> Self {
        let code_style = entries.word("case", code::CodeStyle::NAMES, errors);
        let code_style = code_style.map_or(code::CodeStyle::Upper, code::CodeStyle::named);
        let inherits_docs = entries.get("docs").is_some_and(|entry| entry.is_word("inherit"));
        let docs = if inherits_docs { None } else { entries.string("docs", errors) };
        let domain = entries.string("domain", errors).filter(|domain| code_style.check_domain(domain, errors));
        Self {
            docs: docs.and_then(|docs| url::template(&docs, errors)),
            inherits_docs,
            exit: entries.get("exit").and_then(|entry| code::exit(entry, errors)),
            instance: instance::of_enum(entries, errors),
            domain: domain.map(|domain| domain.value()),
            code_style,
            strict: entries.flag("strict", errors).is_some(),
            has_codes: entries.get("codes").is_some(),
        }
    }
}
