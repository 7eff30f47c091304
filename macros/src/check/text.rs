//! Validates the strings for callers, which are listed in [`Part::ALL`].

use super::context::{CheckedFields, reject_secret};
use super::retry::unknown_field;
use super::{UncheckedCase, commands, instance, member_name};
use crate::attr::Entries;
use crate::doc::Doc;
use crate::errors::Errors;
use crate::model::{Actions, Argument, Part, RetryAfter, Text};
use crate::template::{self, Piece};
use agent_error_rules::nearest::nearest;
use quote::{ToTokens, format_ident, quote};
use syn::{Fields, Ident, LitStr, Member, Type};

pub(super) fn check(unchecked: &UncheckedCase<'_>, checked: &CheckedFields, errors: &mut Errors) -> Vec<Text> {
    let fields = unchecked.fields;
    let mut texts = Vec::new();
    for &(part, key, _) in Part::ALL {
        let literal = match part {
            Part::Instance => instance::read(&unchecked.entries, errors),
            _ => unchecked.entries.string(key, errors),
        };
        let Some(literal) = literal else { continue };
        let text = literal.value();
        if text.trim().is_empty() {
            errors.on(&literal, format_args!("invalid value for `{key}`; expected a nonempty string"));
            continue;
        }
        let pieces = match template::pieces(&text) {
            Ok(pieces) => pieces,
            Err(problem) => {
                errors.on(&literal, problem);
                continue;
            }
        };
        match part {
            Part::FixCommand | Part::CheckCommand => commands::check(key, &pieces, &literal, errors),
            Part::Instance if !instance::check(&pieces, &literal, errors) => continue,
            _ => {}
        }
        let arguments = arguments(fields, checked, part, &pieces, &literal, errors);
        for secret in arguments.iter().map(|shown| member_name(&shown.member)).filter(|name| checked.is_secret(name)) {
            errors.on(
                &literal,
                format_args!("secret field `{secret}` in `{key}`; remove it, since callers can read the value"),
            );
        }
        let in_general = in_general(fields, checked, &pieces).filter(|_| part != Part::Instance);
        let template = in_general.unwrap_or_else(|| checked.in_catalog(text));
        texts.push(Text { part, template, literal: with_legal_names(literal, &pieces), arguments });
    }
    texts
}

/// Returns the catalog text for a template that consists of a single field outside of the context, such as `{advice}`.
///
/// Readers of the catalog don't know such a field, so the catalog contains the field's doc comment instead.
fn in_general(fields: &Fields, checked: &CheckedFields, pieces: &[Piece]) -> Option<String> {
    let [Piece::Field { name, spec }] = pieces else { return None };
    let is_context = checked.context.iter().any(|field| field.name == *name || member_name(&field.member) == *name);
    if !spec.is_empty() || is_context {
        return None;
    }
    let (_, field) = fields.members().zip(fields).find(|(member, _)| member_name(member) == *name)?;
    let summary = Doc::read(&field.attrs).summary;
    let text = summary.as_deref().map_or(DEPENDS, |summary| summary.trim_end_matches('.'));
    Some(template::with_names(&[Piece::Text(text.to_owned())], str::to_owned))
}

/// The catalog text for a field without a doc comment.
const DEPENDS: &str = "Depends on the call; see the response";

/// Validates `body = field`. The field contains the output of the failed call.
pub(super) fn body(fields: &Fields, entries: &Entries, secrets: &[String], errors: &mut Errors) -> Option<Member> {
    let entry = entries.get("body")?;
    let field = entry.parse::<Ident>("the field that contains the text", errors)?;
    let (member, name) = super::retry::field_named(&field, fields, errors)?;
    reject_secret(&field, &name, "body", secrets, errors);
    Some(member)
}

/// Returns the names of the facts that are missing in an error if a field is `None`.
pub(super) fn optional_facts(
    fields: &Fields,
    texts: &[Text],
    body: Option<&Member>,
    retry_after: Option<&RetryAfter>,
) -> Vec<&'static str> {
    let is_optional =
        |wanted: &Member| fields.members().zip(fields).any(|(member, field)| member == *wanted && is_option(&field.ty));
    let texts = texts.iter().filter(|text| text.arguments.iter().any(|argument| argument.optional));
    let mut facts: Vec<&'static str> = texts.map(|text| text.part.fact()).collect();
    facts.extend(body.filter(|body| is_optional(body)).map(|_| "body_field"));
    if let Some(RetryAfter::Field { member, .. }) = retry_after
        && is_optional(member)
    {
        facts.push("retry_after_field");
    }
    facts
}

/// Validates `actions("a", "b")`, or `actions = field` if the actions are only known at run time.
pub(super) fn actions(fields: &Fields, entries: &Entries, secrets: &[String], errors: &mut Errors) -> Actions {
    let none = Actions::Fixed(Vec::new());
    let Some(entry) = entries.get("actions") else { return none };
    if !entry.is_assigned() {
        let actions = entry.strings(errors);
        for blank in actions.iter().filter(|action| action.value().trim().is_empty()) {
            errors.on(blank, "invalid value for `actions`; expected a nonempty string");
        }
        return Actions::Fixed(actions);
    }
    let field = entry.parse::<Ident>("`actions(\"...\", ...)` or a field with a list of strings", errors);
    let Some(field) = field else { return none };
    let Some((member, name)) = super::retry::field_named(&field, fields, errors) else { return none };
    reject_secret(&field, &name, "actions", secrets, errors);
    Actions::Field { member, name, span: field.span() }
}

/// Replaces field indices with names, because `format_args!` treats an index as a positional argument.
fn with_legal_names(literal: LitStr, pieces: &[Piece]) -> LitStr {
    let counts = template::names(pieces).iter().any(|name| template::argument_name(name) != *name);
    match counts {
        true => LitStr::new(&template::with_named_indices(pieces), literal.span()),
        false => literal,
    }
}

fn arguments(
    fields: &Fields,
    checked: &CheckedFields,
    part: Part,
    pieces: &[Piece],
    literal: &LitStr,
    errors: &mut Errors,
) -> Vec<Argument> {
    let known: Vec<String> = fields.members().map(|member| member_name(&member)).collect();
    let mut arguments = Vec::new();
    for name in &template::names(pieces) {
        let shown = if known.contains(name) { Some(name.as_str()) } else { checked.renamed_to(name) };
        let found =
            fields.members().zip(fields).find(|(member, _)| shown.is_some_and(|shown| member_name(member) == shown));
        let Some((member, field)) = found else {
            match nearest(name, known.iter().map(String::as_str)).first() {
                // For an identifier, rustc's error about the unknown name is more precise.
                Some(_) if part != Part::Instance && is_named(fields) && syn::parse_str::<Ident>(name).is_ok() => {
                    errors.probe(unresolved(fields, literal), literal, unknown_field(name, &known));
                }
                _ => errors.on(literal, unknown_field(name, &known)),
            }
            continue;
        };
        let traits = template::traits(pieces, name);
        arguments.push(Argument {
            name: format_ident!("{}", template::argument_name(name)),
            shown_as: checked.renamed(name).unwrap_or(name).to_owned(),
            member,
            ty: field.ty.to_token_stream(),
            span: literal.span(),
            alone: part.is_command() && commands::may_be_flag(pieces, name),
            is_count: template::is_count(pieces, name),
            optional: is_option(&field.ty) && traits == ["Display"],
            traits,
        });
    }
    arguments
}

fn is_option(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|segment| segment.ident == "Option")
}

fn is_named(fields: &Fields) -> bool {
    matches!(fields, Fields::Named(_))
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
