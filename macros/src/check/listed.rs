//! Validates the calls in lists: `actions`, and `values_from` of fields.

use super::checked_fields::{CheckedFields, ValuesFrom};
use super::text;
use crate::attr::Given;
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::{Facts, ListedCommand};
use crate::template::{self, Piece};
use agent_error_rules::command;
use quote::{ToTokens, quote};
use syn::LitStr;

/// The calls of a variant.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) facts: Facts,
    /// The commands that contain fields.
    pub(super) commands: Vec<ListedCommand>,
}

pub(super) fn check(keys: &VariantKeys, fields: &CheckedFields<'_>, errors: &mut Errors) -> Listed {
    let mut listed = Listed::default();
    for values in &fields.values_from {
        listed.add_values_from(values, fields, errors);
    }
    match &keys.actions.value {
        Some(Given::Fixed(actions)) => listed.add_actions(actions, fields, errors),
        Some(Given::Field(field)) => {
            if let Some(field) = fields.named(field, keys.actions.name, errors) {
                let convert = quote!(ActionsField::actions);
                let facts = &mut listed.facts;
                facts.add_field("ActionsField", field, "actions", convert);
            }
        }
        None => {}
    }
    listed
}

impl Listed {
    fn add_values_from(
        &mut self,
        values: &ValuesFrom,
        fields: &CheckedFields<'_>,
        errors: &mut Errors,
    ) {
        const KEY: &str = "values_from";
        let literal = &values.command;
        let text = literal.value();
        if text.trim().is_empty() {
            errors.on(
                literal,
                "invalid value for `values_from`; expected a command, as in \"tool images list\"",
            );
            return;
        }
        let Some(pieces) = parsed(literal, errors) else {
            return;
        };
        text::check_command(KEY, &pieces, literal, errors);
        let has_fields = self.add_command(KEY, literal, &pieces, fields, errors);
        // Only fields in the context have a line in the list of commands.
        let Some(name) = &values.field else { return };
        let shown = match without_fields(&pieces) {
            Some(command) => command,
            None => fields.in_catalog(text),
        };
        self.facts.add("ValuesFrom", Some(quote!(#name, #shown)));
        if has_fields {
            let fill = quote!(#name, __agent::fill_command);
            self.facts.add("FillValuesFrom", Some(fill));
        }
    }

    fn add_actions(&mut self, actions: &[LitStr], fields: &CheckedFields<'_>, errors: &mut Errors) {
        // If an action contains a field, the catalog has templates, in which braces are escaped.
        // Otherwise, it has plain strings.
        let mut templates = Vec::new();
        let mut plain = Vec::new();
        let mut have_fields = false;
        for literal in actions {
            let text = literal.value();
            if command::is_request(&text) {
                reject_fields_in_request(literal, fields, errors);
                templates.push(text.clone());
                plain.push(text);
                continue;
            }
            let Some(pieces) = parsed(literal, errors) else {
                continue;
            };
            if !template::names(&pieces).is_empty() {
                check_action_with_fields(literal, &pieces, errors);
                let has_fields = self.add_command("actions", literal, &pieces, fields, errors);
                have_fields = have_fields || has_fields;
            }
            plain.extend(without_fields(&pieces));
            templates.push(fields.in_catalog(text));
        }
        let shown = if have_fields { templates } else { plain };
        self.facts.add("Actions", Some(quote!(&[#(#shown),*])));
        if have_fields {
            let fill = quote!(__agent::fill_command);
            self.facts.add("FillActions", Some(fill));
            self.facts.optional.push("actions");
        }
    }

    /// Adds a command, if it contains fields. Returns whether it does.
    fn add_command(
        &mut self,
        key: &'static str,
        literal: &LitStr,
        pieces: &[Piece],
        fields: &CheckedFields<'_>,
        errors: &mut Errors,
    ) -> bool {
        let arguments = text::check_arguments(fields, pieces, literal, errors);
        for argument in &arguments {
            let name = super::member_name(&argument.member);
            fields.reject_secret(&name, key, literal, errors);
        }
        let has_fields = !arguments.is_empty();
        if has_fields {
            self.commands.push(ListedCommand {
                key,
                span: literal.span(),
                arguments,
            });
        }
        has_fields
    }
}

fn parsed(literal: &LitStr, errors: &mut Errors) -> Option<Vec<Piece>> {
    match template::pieces(&literal.value()) {
        Ok(pieces) => Some(pieces),
        Err(problem) => {
            errors.on(literal, problem);
            None
        }
    }
}

/// Returns the text of a string that contains no fields.
fn without_fields(pieces: &[Piece]) -> Option<String> {
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => Some(text.as_str()),
        Piece::Field { .. } => None,
    });
    texts.collect()
}

/// Rejects fields in an action that isn't a command line: only values in command lines are quoted.
fn check_action_with_fields(literal: &LitStr, pieces: &[Piece], errors: &mut Errors) {
    if command::is_command_line(&literal.value()) {
        text::check_command("actions", pieces, literal, errors);
        return;
    }
    errors.on(
        literal.to_token_stream(),
        "a tool name in `actions` accepts no field; write a command line, as in `tool show {id}`",
    );
}

/// Rejects fields in a request. A name in braces that isn't a field is part of the path, as in
/// `GET /orders/{id}`.
fn reject_fields_in_request(literal: &LitStr, fields: &CheckedFields<'_>, errors: &mut Errors) {
    let pieces = template::pieces(&literal.value()).unwrap_or_default();
    for name in template::names(&pieces) {
        if fields.find(&name).is_some() {
            errors.on(
                literal,
                format_args!(
                    "a request in `actions` accepts no field; rename `{{{name}}}`, which is a field, or leave it out"
                ),
            );
        }
    }
}
