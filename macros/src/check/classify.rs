//! Validates `classify`, such as `classify(io(NotFound), status(404), fallback)`. `Catalog` finds rules that overlap,
//! because it knows the rules of all types.

use super::UncheckedCase;
use crate::attr::Given;
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::{Part, Text};
use quote::ToTokens;
use std::collections::HashMap;
use syn::ext::IdentExt;

/// The fields that the runtime fills from a foreign error.
const KNOWN_FIELDS: &[&str] = &["message", "status", "code", "field", "reason", "retry_after"];

/// Rejects advice that contains fields without a value in a foreign error, because callers can't follow incomplete
/// advice.
pub(super) fn reject_unknown_fields(keys: &VariantKeys, texts: &[Text], errors: &mut Errors) {
    let Some(rule) = keys.classify.value.as_ref().and_then(|rules| rules.first()) else { return };
    let is_advice = |text: &&Text| !matches!(text.part, Part::Detail | Part::Instance);
    let in_texts = texts.iter().filter(is_advice).flat_map(|text| {
        let unknown = text.arguments.iter().filter(|argument| {
            // The catalog replaces some fields with their doc comments.
            let placeholder = format!("{{{}}}", argument.shown_as);
            !KNOWN_FIELDS.contains(&argument.shown_as.as_str()) || !text.template.contains(&placeholder)
        });
        unknown.map(|argument| (text.key, argument.shown_as.clone(), text.literal.span()))
    });
    let in_actions = match &keys.actions.value {
        Some(Given::Field(field)) => Some((keys.actions.name, field.unraw().to_string(), field.span())),
        Some(Given::Fixed(_)) | None => None,
    };
    for (key, field, span) in in_texts.chain(in_actions) {
        let problem = format!("`classify` can't fill field `{field}` of `{key}`");
        errors.at(span, format_args!("{problem}; remove the field, and set the advice on the record instead"));
        errors.at(rule.span, "the rules are here");
    }
}

/// Rejects rules that occur twice.
pub(super) fn reject_duplicates(cases: &[UncheckedCase<'_>], errors: &mut Errors) {
    let mut seen = HashMap::new();
    for rule in cases.iter().filter_map(|case| case.keys.classify.value.as_ref()).flatten() {
        if let Some(first) = seen.insert(rule.to_token_stream().to_string(), rule.span) {
            errors.at(rule.span, "duplicate rule");
            errors.at(first, "first one here");
        }
    }
}
