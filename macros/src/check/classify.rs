//! Validates `classify`, such as `classify(io(NotFound), status(404), fallback)`.

use super::UncheckedCase;
use crate::attr::Given;
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::{Part, Rule, RuleKind, Text};
use agent_error_rules::phrase::Phrase;
use agent_error_rules::statuses::{self, Range};
use proc_macro2::Span;
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
        unknown.map(|argument| (text.key, argument.shown_as.clone(), argument.span))
    });
    let in_actions = match &keys.actions.value {
        Some(Given::Field(field)) => Some((keys.actions.name, field.unraw().to_string(), field.span())),
        Some(Given::Fixed(_)) | None => None,
    };
    for (key, field, span) in in_texts.chain(in_actions) {
        let problem = format!("`classify` can't fill field `{field}` of `{key}`");
        errors.at(span, format_args!("{problem}; remove the field, and set the advice on the record instead"));
        errors.also_at(rule.span, "the rules are here");
    }
}

fn rules_of<'a>(case: &'a UncheckedCase<'_>) -> &'a [Rule] {
    case.keys.classify.value.as_deref().unwrap_or_default()
}

/// Rejects duplicate rules. Also rejects overlapping status ranges of different variants, unless one range contains the
/// other.
pub(super) fn reject_ties(cases: &[UncheckedCase<'_>], errors: &mut Errors) {
    let mut seen: HashMap<String, Span> = HashMap::new();
    let mut ranges: Vec<(Range, Span, usize)> = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        for rule in rules_of(case) {
            let key = key(&rule.kind);
            if let Some(first) = seen.get(&key) {
                errors.at(rule.span, format_args!("duplicate rule `{key}`"));
                errors.also_at(*first, "first one here");
                continue;
            }
            seen.insert(key, rule.span);
            let RuleKind::Status(from, to) = rule.kind else { continue };
            for (range, first, other) in &ranges {
                if *other != at && statuses::tie((from, to), *range) {
                    errors
                        .at(rule.span, "conflicting rules; the status ranges overlap, and neither contains the other");
                    errors.also_at(*first, "conflicts with this rule");
                }
            }
            ranges.push(((from, to), rule.span, at));
        }
    }
    reject_covered(&ranges, errors);
    reject_covered_io(cases, errors);
}

/// Rejects `io(..)` if another variant has a `type(...)` rule for `io::Error`, which takes precedence.
fn reject_covered_io(cases: &[UncheckedCase<'_>], errors: &mut Errors) {
    let rules = || cases.iter().enumerate().flat_map(|(at, case)| rules_of(case).iter().map(move |rule| (at, rule)));
    let names = ["type(io::Error)", "type(std::io::Error)", "type(::std::io::Error)"];
    let Some((at, whole)) = rules().find(|(_, rule)| names.contains(&key(&rule.kind).as_str())) else { return };
    for (_, any) in rules().filter(|(other, rule)| *other != at && matches!(rule.kind, RuleKind::AnyIo)) {
        errors.at(any.span, "rule never matches; the `type(...)` rule for I/O errors takes precedence");
        errors.also_at(whole.span, "this rule takes precedence");
    }
}

/// Rejects a status range if narrower ranges of other variants cover it completely.
fn reject_covered(ranges: &[(Range, Span, usize)], errors: &mut Errors) {
    for (range, span, at) in ranges {
        let others = ranges.iter().filter(|(.., other)| other != at).map(|(range, ..)| (*range, ()));
        if statuses::covering(*range, others).is_some() {
            errors.at(*span, "rule never matches; narrower rules cover all of its statuses");
        }
    }
}

/// Formats a rule as a key. Equivalent rules have equal keys.
fn key(rule: &RuleKind) -> String {
    match rule {
        RuleKind::Io(kind) => format!("io({kind})"),
        RuleKind::AnyIo => "io(..)".to_owned(),
        RuleKind::Code(code) => format!("code({:?})", code.value()),
        RuleKind::Type(ty) => format!("type({})", ty.to_string().replace(' ', "")),
        RuleKind::Status(0, u16::MAX) => "status(..)".to_owned(),
        RuleKind::Status(from, to) if from == to => format!("status({from})"),
        RuleKind::Status(from, to) => format!("status({from}..={to})"),
        RuleKind::Validation => "validation".to_owned(),
        RuleKind::Message(literal) => format!("message(\"{}\")", Phrase::of(&literal.value())),
        RuleKind::Fallback => "fallback".to_owned(),
    }
}
