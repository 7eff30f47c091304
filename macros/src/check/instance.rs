//! Validates `instance`, a URI reference that identifies a single occurrence of an error.

use super::context::CheckedFields;
use super::{UncheckedCase, member_name};
use crate::attr::Entries;
use crate::errors::Errors;
use crate::listed::listed;
use crate::model::{Case, Part};
use crate::template::{self, Piece};
use std::collections::BTreeSet;
use syn::ext::IdentExt;
use syn::{Fields, Ident, LitStr};

const EXPECTED: &str = "a URI reference, such as \"/requests/{request_id}\", or a field";

/// Parses the template. `instance = field` is short for `instance = "{field}"`.
pub(super) fn read(entries: &Entries, errors: &mut Errors) -> Option<LitStr> {
    let entry = entries.get("instance")?;
    let field = entry.tokens().and_then(|tokens| syn::parse2::<Ident>(tokens.clone()).ok());
    match field {
        Some(field) => Some(LitStr::new(&format!("{{{}}}", field.unraw()), field.span())),
        None => entry.parse(EXPECTED, errors),
    }
}

/// Parses and validates the template of an enum. It applies to each variant that has all of the template's fields.
pub(super) fn of_enum(entries: &Entries, errors: &mut Errors) -> Option<LitStr> {
    let literal = read(entries, errors)?;
    match template::pieces(&literal.value()) {
        Ok(pieces) => check(&pieces, &literal, errors).then_some(literal),
        Err(problem) => {
            errors.on(&literal, problem);
            None
        }
    }
}

/// Whether a variant has all fields of an enum's template.
pub(super) fn applies(literal: &LitStr, fields: &Fields, checked: &CheckedFields) -> bool {
    names(literal).iter().all(|name| has(name, fields, checked))
}

fn has(name: &str, fields: &Fields, checked: &CheckedFields) -> bool {
    fields.members().any(|member| member_name(&member) == name) || checked.renamed_to(name).is_some()
}

fn names(literal: &LitStr) -> Vec<String> {
    template::pieces(&literal.value()).map(|pieces| template::names(&pieces)).unwrap_or_default()
}

/// Validates a template. Returns whether it's valid.
pub(super) fn check(pieces: &[Piece], literal: &LitStr, errors: &mut Errors) -> bool {
    let is_legal = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    let mut fields = 0;
    for piece in pieces {
        match piece {
            Piece::Field { name, spec } if !spec.is_empty() => {
                let remedy = "values are percent-encoded";
                errors.on(
                    literal,
                    format_args!("format spec `{spec}` for `{name}` in `instance`; write `{{{name}}}`, since {remedy}"),
                );
                return false;
            }
            Piece::Field { .. } => fields += 1,
            Piece::Text(text) if text.chars().all(is_legal) => {}
            Piece::Text(_) => {
                errors.on(literal, format_args!("invalid value for `instance`; expected {EXPECTED}"));
                return false;
            }
        }
    }
    if fields == 0 {
        errors.on(literal, "`instance` has no field; add one that differs for each occurrence");
    }
    fields > 0
}

/// Rejects an enum's template if no variant has all of the template's fields.
pub(super) fn reject_unused(literal: &LitStr, unchecked: &[UncheckedCase<'_>], cases: &[Case], errors: &mut Errors) {
    let mut texts = cases.iter().filter_map(Case::coded).flat_map(|coded| &coded.texts);
    if texts.any(|text| text.part == Part::Instance) {
        return;
    }
    let known = unchecked.iter().flat_map(|case| case.fields.members().map(|member| member_name(&member)));
    let known: BTreeSet<String> = known.collect();
    let Some(name) = names(literal).into_iter().find(|name| !known.contains(name)) else {
        return errors.on(literal, "no variant has all fields of `instance`; move the key to the variants");
    };
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    match known.is_empty() {
        true => errors.on(literal, format_args!("no variant has a field `{name}`")),
        false => {
            let listed = listed(&name, &known);
            errors.on(literal, format_args!("no variant has a field `{name}`; expected one of {listed}"));
        }
    }
}
