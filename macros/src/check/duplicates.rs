//! Rejects codes and classification rules that occur twice.

use super::UncheckedCase;
use crate::errors::Errors;
use crate::model::{Case, Coded, Retired};
use proc_macro2::Span;
use std::collections::HashMap;

/// Rejects a code that is declared or retired twice, unless all its declarations are shared.
pub(super) fn reject_codes(cases: &[Case], retired: &[Retired], errors: &mut Errors) {
    let mut retired_at: HashMap<String, Span> = HashMap::new();
    for entry in retired {
        let code = entry.code.value();
        let span = entry.code.span();
        if let Some(first) = retired_at.get(&code) {
            reject(&code, span, *first, errors);
        } else {
            retired_at.insert(code, span);
        }
    }
    let mut declared: HashMap<&str, &Coded> = HashMap::new();
    for coded in cases.iter().filter_map(Case::coded) {
        let code = &coded.code;
        if let Some(place) = retired_at.get(code) {
            let problem = format!("code `{code}` is retired; choose another");
            errors.at(coded.code_span, problem);
            errors.at(*place, "retired here");
            continue;
        }
        let Some(first) = declared.get(code.as_str()) else {
            declared.insert(code, coded);
            continue;
        };
        let are_shared = first.is_shared && coded.is_shared;
        if !are_shared {
            reject(code, coded.code_span, first.code_span, errors);
        }
    }
}

fn reject(code: &str, span: Span, first: Span, errors: &mut Errors) {
    errors.at(span, format_args!("duplicate code `{code}`"));
    errors.at(first, "first one here");
}

/// Rejects classification rules that occur twice. `Catalog` finds rules that overlap, because it
/// knows all types.
pub(super) fn reject_rules(cases: &[UncheckedCase<'_>], errors: &mut Errors) {
    let mut seen = HashMap::new();
    let rules = cases.iter().flat_map(|case| &case.keys.classify.value);
    for rule in rules.flatten() {
        if let Some(first) = seen.insert(rule.tokens.to_string(), rule.span) {
            errors.at(rule.span, "duplicate rule");
            errors.at(first, "first one here");
        }
    }
}
