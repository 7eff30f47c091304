//! Rules for the texts that a caller reads: `suggest`, `fix`, `fix_required`, `detail`.

use super::context::CheckedFields;
use super::member_name;
use super::retry::unknown_field;
use crate::attr::Entries;
use crate::errors::Errors;
use crate::model::{Actions, Argument, Part, Text};
use crate::template::{self, Piece};
use agent_error_rules::nearest::nearest;
use quote::{ToTokens, format_ident, quote};
use syn::{Fields, LitStr, Member};

const KEYS: [(&str, Part); 4] = [
    ("detail", Part::Detail),
    ("suggest", Part::Suggestion),
    ("fix_required", Part::FixRequired),
    ("fix", Part::FixCommand),
];

pub(super) fn check(fields: &Fields, entries: &Entries, checked: &CheckedFields, errors: &mut Errors) -> Vec<Text> {
    let mut texts = Vec::new();
    for (key, part) in KEYS {
        let Some(literal) = entries.string(key, errors) else { continue };
        if literal.value().trim().is_empty() {
            errors.on(&literal, format_args!("invalid value for `{key}`; expected text"));
            continue;
        }
        let pieces = match template::pieces(&literal.value()) {
            Ok(pieces) => pieces,
            Err(problem) => {
                errors.on(&literal, problem);
                continue;
            }
        };
        if part == Part::FixCommand {
            reject_shell_syntax(&pieces, &literal, errors);
        }
        let names = template::names(&pieces);
        for secret in checked.secrets.iter().filter(|secret| names.contains(secret)) {
            errors.on(&literal, format_args!("secret field `{secret}` in `{key}`; what the caller reads is no secret"));
        }
        let arguments = arguments(fields, &names, &pieces, &literal, errors);
        let template = checked.in_catalog(literal.value());
        texts.push(Text { part, template, literal: with_legal_names(literal, &pieces), arguments });
    }
    texts
}

/// `body = field`: what the call produced all the same.
pub(super) fn body(fields: &Fields, entries: &Entries, secrets: &[String], errors: &mut Errors) -> Option<Member> {
    let entry = entries.get("body")?;
    let field = entry.parse::<syn::Ident>("the field that holds the text", errors)?;
    let (member, name) = super::retry::field_named(&field, fields, errors)?;
    if secrets.contains(&name) {
        errors.on(field, format_args!("secret field `{name}` in `body`; what the caller reads is no secret"));
    }
    Some(member)
}

/// `actions("a", "b")`, or `actions = field` for a list that is known only when the error occurs.
pub(super) fn actions(fields: &Fields, entries: &Entries, errors: &mut Errors) -> Actions {
    let none = Actions::Fixed(Vec::new());
    let Some(entry) = entries.get("actions") else { return none };
    if !entry.is_assigned() {
        return Actions::Fixed(entry.strings(errors));
    }
    let field = entry.parse::<syn::Ident>("`actions(\"...\", ...)` or a field that is a list of strings", errors);
    let found = field.and_then(|ident| super::retry::field_named(&ident, fields, errors));
    found.map_or(none, |(member, name)| Actions::Field { member, name })
}

/// The literal as written, unless it counts fields: `format_args!` would count its arguments.
fn with_legal_names(literal: LitStr, pieces: &[Piece]) -> LitStr {
    let counts = template::names(pieces).iter().any(|name| template::argument_name(name) != *name);
    match counts {
        true => LitStr::new(&template::with_named_indices(pieces), literal.span()),
        false => literal,
    }
}

fn arguments(
    fields: &Fields,
    names: &[String],
    pieces: &[Piece],
    literal: &LitStr,
    errors: &mut Errors,
) -> Vec<Argument> {
    let known: Vec<String> = fields.members().map(|member| member_name(&member)).collect();
    let mut arguments = Vec::new();
    for name in names {
        let found = fields.members().zip(fields).find(|(member, _)| member_name(member) == *name);
        let Some((member, field)) = found else {
            match nearest(name, known.iter().map(String::as_str)).first() {
                Some(_) if is_named(fields) => {
                    errors.probe(unresolved(fields, literal), literal, unknown_field(name, &known));
                }
                _ => errors.on(literal, unknown_field(name, &known)),
            }
            continue;
        };
        arguments.push(Argument {
            name: format_ident!("{}", template::argument_name(name)),
            member,
            ty: field.ty.to_token_stream(),
            span: literal.span(),
            traits: template::traits(pieces, name),
            alone: template::stands_alone(pieces, name),
            is_count: template::is_count(pieces, name),
        });
    }
    arguments
}

fn is_named(fields: &Fields) -> bool {
    matches!(fields, Fields::Named(_))
}

/// Code in which only the fields are in scope: rustc points at the wrong name inside the literal
/// and offers the right one.
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

/// What a shell reads as more than a word. A backslash would undo the quotes around a value, and behind
/// a `#` a value's newline would begin another command.
const SHELL_SYNTAX: &str = "|<>$`;&\\#()";

/// `fix` is one command: nothing in it may need a shell beyond quoting.
fn reject_shell_syntax(pieces: &[Piece], literal: &LitStr, errors: &mut Errors) {
    let mut quote = None;
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                if let Some(bad) = text.chars().find(|c| SHELL_SYNTAX.contains(*c) || c.is_control()) {
                    let shown = match bad {
                        '`' => "a backtick".to_owned(),
                        '\\' => "`\\`".to_owned(),
                        other => format!("`{}`", other.escape_default()),
                    };
                    let message = format!("shell syntax, {shown}, in `fix`; write one command that runs as it stands");
                    errors.on(literal, message);
                    return;
                }
                for character in text.chars().filter(|c| matches!(c, '\'' | '"')) {
                    quote = match quote {
                        None => Some(character),
                        Some(open) if open == character => None,
                        open => open,
                    };
                }
            }
            Piece::Field { name, .. } if quote.is_some() => {
                errors.on(literal, format_args!("quotes around `{{{name}}}` in `fix`; remove them, values are quoted"));
                return;
            }
            Piece::Field { name, spec } if !spec.is_empty() => {
                let message = format!("format `{spec}` of `{name}` in `fix`; write `{{{name}}}`, values are quoted");
                errors.on(literal, message);
                return;
            }
            Piece::Field { .. } => {}
        }
    }
    if let Some(open) = quote {
        errors.on(literal, format_args!("unbalanced `{open}` in `fix`; write one command that runs as it stands"));
    }
}
