//! Validates the advice and other strings for callers, and the keys `body` and `actions`.

use super::context::{CheckedFields, is_option};
use super::{commands, instance, member_name};
use crate::attr::Given;
use crate::doc::Doc;
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::{Argument, Facts, FieldType, Part, Text};
use crate::template::{self, Piece};
use agent_error_rules::nearest::nearest;
use proc_macro2::Literal;
use quote::{format_ident, quote};
use syn::{Fields, Ident, LitStr};

pub(super) fn check(keys: &VariantKeys, fields: &CheckedFields<'_>, errors: &mut Errors) -> Vec<Text> {
    let mut texts = Vec::new();
    for (part, key) in [
        (Part::Detail, &keys.detail),
        (Part::Suggestion, &keys.suggest),
        (Part::FixRequired, &keys.fix_required),
        (Part::FixCommand, &keys.fix),
        (Part::CheckCommand, &keys.check),
        (Part::Replacement, &keys.replacement),
        (Part::Instance, &keys.instance),
    ] {
        let (Some(literal), key) = (&key.value, key.name) else { continue };
        let text = literal.value();
        if text.trim().is_empty() {
            errors.on(literal, format_args!("invalid value for `{key}`; expected a nonempty string"));
            continue;
        }
        let pieces = match template::pieces(&text) {
            Ok(pieces) => pieces,
            Err(problem) => {
                errors.on(literal, problem);
                continue;
            }
        };
        match part {
            Part::FixCommand | Part::CheckCommand => commands::check(key, &pieces, literal, errors),
            Part::Instance if !instance::check(&pieces, literal, errors) => continue,
            _ => {}
        }
        let arguments = arguments(fields, part, &pieces, literal, errors);
        for argument in &arguments {
            fields.reject_secret(&member_name(&argument.member), key, literal, errors);
        }
        let in_general = in_general(fields, &pieces).filter(|_| part != Part::Instance);
        let template = in_general.unwrap_or_else(|| fields.in_catalog(text));
        texts.push(Text { key, part, template, literal: with_legal_names(literal, &pieces), arguments });
    }
    texts
}

/// Returns the catalog text for a template with only a field outside of the context, such as `{advice}`.
///
/// The catalog doesn't list such a field, so it contains the field's doc comment instead of the template.
fn in_general(fields: &CheckedFields<'_>, pieces: &[Piece]) -> Option<String> {
    let [Piece::Field { name, spec }] = pieces else { return None };
    let is_context = fields.context.iter().any(|field| field.name == *name || member_name(&field.member) == *name);
    if !spec.is_empty() || is_context {
        return None;
    }
    let (_, field) = fields.find(name)?;
    let summary = Doc::read(&field.attrs).summary;
    let text = summary.as_deref().map_or(DEPENDS, |summary| summary.trim_end_matches('.'));
    Some(template::with_names(&[Piece::Text(text.to_owned())], str::to_owned))
}

/// The catalog text for a field without a doc comment.
const DEPENDS: &str = "Depends on the call; see the response";

/// Validates `body = field`. The field contains the output of the failed call.
pub(super) fn body(keys: &VariantKeys, fields: &CheckedFields<'_>, errors: &mut Errors) -> Facts {
    let mut facts = Facts::default();
    let field = keys.body.value.as_ref().and_then(|field| fields.named(field, keys.body.name, errors));
    if let Some(field) = field {
        facts.optional.extend(field.is_optional.then_some("body_field"));
        facts.add_field("BodyField", field, "body", quote!(BodyField::body));
    }
    facts
}

pub(super) fn check_actions(keys: &VariantKeys, fields: &CheckedFields<'_>, errors: &mut Errors) -> Facts {
    let mut facts = Facts::default();
    match &keys.actions.value {
        Some(Given::Fixed(actions)) => facts.add("Actions", Some(quote!(&[#(#actions),*]))),
        Some(Given::Field(field)) => {
            if let Some(field) = fields.named(field, keys.actions.name, errors) {
                facts.add_field("ActionsField", field, "actions", quote!(ActionsField::actions));
            }
        }
        None => {}
    }
    facts
}

/// Replaces field indices with names, because `format_args!` treats an index as a positional argument.
fn with_legal_names(literal: &LitStr, pieces: &[Piece]) -> Literal {
    let counts = template::names(pieces).iter().any(|name| template::argument_name(name) != *name);
    match counts {
        true => LitStr::new(&template::with_named_indices(pieces), literal.span()).token(),
        false => literal.token(),
    }
}

fn arguments(
    fields: &CheckedFields<'_>,
    part: Part,
    pieces: &[Piece],
    literal: &LitStr,
    errors: &mut Errors,
) -> Vec<Argument> {
    let is_named = matches!(fields.fields, Fields::Named(_));
    let mut arguments = Vec::new();
    for name in &template::names(pieces) {
        let found = fields.find(name).or_else(|| fields.find(fields.renamed_to(name)?));
        let Some((member, field)) = found else {
            match nearest(name, fields.names().iter().map(String::as_str)).first() {
                // For an identifier, rustc's error about the unknown name is more precise.
                Some(_) if part != Part::Instance && is_named && syn::parse_str::<Ident>(name).is_ok() => {
                    errors.probe(unresolved(fields.fields, literal), literal, fields.unknown(name));
                }
                _ => errors.on(literal, fields.unknown(name)),
            }
            continue;
        };
        let traits = template::traits(pieces, name);
        arguments.push(Argument {
            name: format_ident!("{}", template::argument_name(name)),
            shown_as: fields.renamed(name).unwrap_or(name).to_owned(),
            member,
            ty: FieldType::of(&field.ty),
            span: literal.span(),
            alone: part.is_command() && commands::may_be_flag(pieces, name),
            is_count: template::is_count(pieces, name),
            optional: is_option(&field.ty) && traits == ["Display"],
            has_spec: pieces.iter().any(|piece| match piece {
                Piece::Field { name: other, spec } => other == name && !spec.is_empty(),
                Piece::Text(_) => false,
            }),
            traits,
        });
    }
    arguments
}

/// Generates a `format_args!` call in which only the fields are in scope. rustc reports the unknown name at its
/// position within the literal, and suggests a similar name.
fn unresolved(fields: &Fields, literal: &LitStr) -> proc_macro2::TokenStream {
    let names: Vec<_> = fields.iter().filter_map(|field| field.ident.clone()).collect();
    quote! {
        const _: () = {
            fn template(#(#names: &str),*) {
                ::core::format_args!(#literal);
            }
        };
    }
}
