//! Validates the advice and other strings for callers, the commands that agents run (`fix` and
//! `check`), and the key `body`.

use super::checked_fields::CheckedFields;
use super::plain::is_option;
use super::{member_name, uri};
use crate::attr::Given;
use crate::doc::Doc;
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::{Argument, Facts, FieldType, ListedCommand, Part, Rule, Text};
use crate::template::{self, Piece};
use agent_error_rules::command::{self, Problem, Refused};
use proc_macro2::Span;
use quote::quote;
use syn::LitStr;
use syn::ext::IdentExt;

pub(super) fn check(
    keys: &VariantKeys,
    fields: &CheckedFields<'_>,
    errors: &mut Errors,
) -> Vec<Text> {
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
        if let Some(literal) = &key.value {
            texts.extend(check_text(key.name, part, literal, fields, errors));
        }
    }
    for hint in keys.hints.value.iter().flatten() {
        if let Some(text) = check_text("suggest", Part::Hint, &hint.text, fields, errors) {
            texts.push(Text {
                caller: Some(hint.caller),
                ..text
            });
        }
    }
    texts
}

/// Validates a string. Returns `None` if its template is invalid.
fn check_text(
    key: &'static str,
    part: Part,
    literal: &LitStr,
    fields: &CheckedFields<'_>,
    errors: &mut Errors,
) -> Option<Text> {
    let text = literal.value();
    if text.trim().is_empty() {
        errors.on(
            literal,
            format_args!("invalid value for `{key}`; expected a nonempty string"),
        );
        return None;
    }
    let pieces = match template::pieces(&text) {
        Ok(pieces) => pieces,
        Err(problem) => {
            errors.on(literal, problem);
            return None;
        }
    };
    let has_values = !template::names(&pieces).is_empty();
    let is_command = has_values && command::is_command_line(&text);
    let part = if part == Part::Replacement && is_command {
        Part::ReplacementCommand
    } else {
        part
    };
    match part {
        Part::FixCommand | Part::CheckCommand | Part::ReplacementCommand => {
            check_command(key, &pieces, literal, errors);
        }
        Part::Suggestion | Part::Hint | Part::FixRequired => {
            reject_values_in_commands(key, &text, literal, errors);
        }
        Part::Instance => {
            let has_specs =
                reject_specs(key, &pieces, "values are percent-encoded", literal, errors);
            if has_specs {
                return None;
            }
            let is_valid = uri::check_instance(&pieces, literal, errors);
            if !is_valid {
                return None;
            }
        }
        Part::Detail | Part::Replacement => {}
    }
    let mut arguments = check_arguments(fields, &pieces, literal, errors);
    for argument in &arguments {
        fields.reject_secret(&member_name(&argument.member), key, literal, errors);
    }
    // A hint has no place of its own in the record, so it can't have a description.
    let description = match part {
        Part::Instance | Part::Hint => None,
        _ => description_of_field(fields, &pieces),
    };
    // The argument is the whole string then.
    if description.is_some()
        && let [argument] = arguments.as_mut_slice()
    {
        argument.name = format!("={}", part.row().member);
    }
    let template = description.unwrap_or_else(|| fields.in_catalog(text));
    Some(Text {
        key,
        part,
        caller: None,
        template,
        span: literal.span(),
        arguments,
    })
}

/// Returns the catalog text for a template with only a field outside of the context, such as
/// `{advice}`.
///
/// The catalog lists context fields only. Its text is therefore the doc comment of the field, not
/// the template.
fn description_of_field(fields: &CheckedFields<'_>, pieces: &[Piece]) -> Option<String> {
    let [Piece::Field { name, spec }] = pieces else {
        return None;
    };
    if !spec.is_empty() || fields.in_context(name).is_some() {
        return None;
    }
    let (_, field) = fields.find(name)?;
    let text = match Doc::read(&field.attrs).summary {
        Some(summary) => summary.trim_end_matches('.').to_owned(),
        None => DEPENDS.to_owned(),
    };
    Some(template::with_names(&[Piece::Text(text)], str::to_owned))
}

/// The catalog text for a field without a doc comment.
const DEPENDS: &str = "Depends on the call; see the response";

pub(super) fn body(keys: &VariantKeys, fields: &CheckedFields<'_>, errors: &mut Errors) -> Facts {
    let mut facts = Facts::default();
    if let Some(ident) = &keys.body.value
        && let Some(field) = fields.named(ident, keys.body.name, errors)
    {
        if field.is_optional {
            facts.optional.push("body_field");
        }
        facts.add_field("BodyField", field, "body", quote!(BodyField::body));
    }
    facts
}

/// The fields that the runtime fills from a foreign error.
const KNOWN_FIELDS: &[&str] = &[
    "message",
    "status",
    "code",
    "field",
    "reason",
    "retry_after",
];

/// Rejects advice with fields that `classify` can't fill, because callers can't follow incomplete
/// advice. Accepts all fields if the variant has no rules.
pub(super) fn reject_unfilled(
    keys: &VariantKeys,
    texts: &[Text],
    listed: &[ListedCommand],
    errors: &mut Errors,
) {
    let rules = keys.classify.value.as_deref().unwrap_or_default();
    let Some(first_rule) = rules.first() else {
        return;
    };
    for text in texts {
        let is_advice = !matches!(text.part, Part::Detail | Part::Instance);
        if is_advice {
            reject_unfilled_arguments(text.key, text.span, &text.arguments, first_rule, errors);
        }
    }
    for command in listed {
        let arguments = &command.arguments;
        reject_unfilled_arguments(command.key, command.span, arguments, first_rule, errors);
    }
    if let Some(Given::Field(field)) = &keys.actions.value {
        let name = field.unraw().to_string();
        reject_unfilled_field(keys.actions.name, &name, field.span(), first_rule, errors);
    }
}

fn reject_unfilled_arguments(
    key: &str,
    span: Span,
    arguments: &[Argument],
    first_rule: &Rule,
    errors: &mut Errors,
) {
    for argument in arguments {
        if !KNOWN_FIELDS.contains(&argument.name.as_str()) {
            reject_unfilled_field(key, &argument.shown_as, span, first_rule, errors);
        }
    }
}

fn reject_unfilled_field(
    key: &str,
    field: &str,
    span: Span,
    first_rule: &Rule,
    errors: &mut Errors,
) {
    let problem = format!("`classify` can't fill field `{field}` of `{key}`");
    errors.at(
        span,
        format_args!("{problem}; remove the field, and set the advice on the record instead"),
    );
    errors.at(first_rule.span, "the rules are here");
}

/// Returns the values of the placeholders. Rejects unknown fields.
pub(super) fn check_arguments(
    fields: &CheckedFields<'_>,
    pieces: &[Piece],
    literal: &LitStr,
    errors: &mut Errors,
) -> Vec<Argument> {
    let mut arguments = Vec::new();
    for piece in pieces {
        let Piece::Field { name, spec } = piece else {
            continue;
        };
        let Some((member, field)) = fields.find_by_any_name(name) else {
            errors.on(literal, fields.unknown(name));
            continue;
        };
        let shown_as = fields.shown_name(name).to_owned();
        let name = if spec.is_empty() {
            shown_as.clone()
        } else {
            format!("{shown_as}:{spec}")
        };
        arguments.push(Argument {
            name,
            shown_as,
            member,
            ty: FieldType::of(&field.ty),
            spec: spec.clone(),
            optional: is_option(&field.ty),
        });
    }
    arguments
}

/// Adds an error for each kind of shell syntax in the template of a command, and one if the command
/// must not be run. `key` is the key of the template.
pub(super) fn check_command(key: &str, pieces: &[Piece], literal: &LitStr, errors: &mut Errors) {
    reject_specs(key, pieces, "values are quoted", literal, errors);
    let mut found_syntax = Vec::new();
    loop {
        let remaining = without_syntax(pieces, &found_syntax);
        let problem = match command::words(&as_rules(&remaining)) {
            Ok(words) => {
                reject_refused(key, &words, literal, errors);
                return;
            }
            Err(problem) => problem,
        };
        errors.on(literal, complaint(key, &problem));
        // Look for other mistakes in the template without the character.
        match problem {
            Problem::Syntax(character) if !found_syntax.contains(&character) => {
                found_syntax.push(character);
            }
            _ => return,
        }
    }
}

fn without_syntax(pieces: &[Piece], syntax: &[char]) -> Vec<Piece> {
    let mut remaining = pieces.to_vec();
    for piece in &mut remaining {
        if let Piece::Text(text) = piece {
            *text = text.replace(syntax, " ");
        }
    }
    remaining
}

/// Rejects a command that agents must not run. They don't run a replacement or an action without
/// asking, so these may be destructive.
fn reject_refused(key: &str, words: &[command::Word], literal: &LitStr, errors: &mut Errors) {
    let Some(reason) = command::refused(words) else {
        return;
    };
    let may_destroy = key == "replacement" || key == "actions";
    let is_allowed = may_destroy && matches!(reason, Refused::Destructive(_));
    if !is_allowed {
        errors.on(literal, refusal(key, &reason));
    }
}

/// Rejects values in the commands of advice for people, which are in backticks. Only values in
/// `fix` and `check` are quoted.
fn reject_values_in_commands(key: &str, text: &str, literal: &LitStr, errors: &mut Errors) {
    const REMEDY: &str = "move the command to `fix` or `check`";
    let pairs_of_backticks = text.matches('`').count() / 2;
    let codes = text.split('`').skip(1).step_by(2).take(pairs_of_backticks);
    for code in codes.filter(|code| command::is_command_line(code)) {
        for name in template::names(&template::pieces(code).unwrap_or_default()) {
            let problem = format!("unquoted value of `{name}` in a command in `{key}`");
            errors.on(
                literal,
                format_args!("{problem}; {REMEDY}, or write `{}`", name.to_uppercase()),
            );
        }
    }
}

/// Rejects format specs in the template of a key, which formats all values in the same way. Returns
/// whether there is one.
fn reject_specs(
    key: &str,
    pieces: &[Piece],
    reason: &str,
    literal: &LitStr,
    errors: &mut Errors,
) -> bool {
    for piece in pieces {
        if let Piece::Field { name, spec } = piece
            && !spec.is_empty()
        {
            let remedy = format!("write `{{{name}}}`, since {reason}");
            errors.on(
                literal,
                format_args!("format spec `:{spec}` for `{name}` in `{key}`; {remedy}"),
            );
            return true;
        }
    }
    false
}

fn as_rules(pieces: &[Piece]) -> Vec<command::Piece<'_>> {
    let mut converted = Vec::new();
    for piece in pieces {
        converted.push(match piece {
            Piece::Text(text) => command::Piece::Text(text),
            Piece::Field { name, .. } => command::Piece::Field(name),
        });
    }
    converted
}

fn complaint(key: &str, problem: &Problem) -> String {
    match problem {
        Problem::Syntax(bad) => {
            let shown = match bad {
                '`' => "a backtick".to_owned(),
                '\\' => "`\\`".to_owned(),
                other => format!("`{}`", other.escape_default()),
            };
            format!("shell syntax {shown} in `{key}`; write a single command that runs as is")
        }
        Problem::Quoted(name) => {
            format!("quotes around `{{{name}}}` in `{key}`; remove them, since values are quoted")
        }
        Problem::Unbalanced(open) => {
            format!("unclosed `{open}` in `{key}`; write a single command that runs as is")
        }
    }
}

fn refusal(key: &str, refused: &Refused) -> String {
    match refused {
        Refused::Program(field) => {
            format!("the program in `{key}` is the value of `{field}`; write the program itself")
        }
        Refused::Flag(field) => {
            format!(
                "the value of `{field}` becomes a flag in `{key}`; write the flag itself, as in `--flag={{{field}}}`"
            )
        }
        Refused::Code { program, field } => {
            format!(
                "`{program}` in `{key}` runs the value of `{field}` as code; write the command itself"
            )
        }
        Refused::Destructive(word) => {
            let remedy = if key == "fix" {
                "describe the command in `suggest`, or list it in `actions`"
            } else {
                "write a command that only reads"
            };
            format!(
                "destructive word `{word}` in `{key}`, which agents run without asking; {remedy}"
            )
        }
    }
}
