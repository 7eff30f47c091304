//! Validates fields: context, secrets and sources.

use super::checked_fields::{CheckedFields, Undecided, ValuesFrom};
use super::code::copied;
use super::plain::{is_option, is_plain, is_single_value};
use super::{field_span, member_name};
use crate::doc::Doc;
use crate::errors::Errors;
use crate::foreign;
use crate::keys::{self, FieldKeys, Keys, Place};
use crate::model::{ContextField, Facts, FieldType, ValueFormat};
use agent_error_rules::secret::secret_word;
use proc_macro2::Span;
use quote::quote;
use std::cell::RefCell;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Field, Fields, Member, Meta};

/// Which fields are context without an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DefaultContext {
    /// Fields with a plain type, such as a string or a number.
    PlainTypes,
    /// None: the type declares `context = explicit`.
    Nothing,
}

pub(super) fn check<'a>(
    fields: &'a Fields,
    default: DefaultContext,
    errors: &mut Errors,
) -> CheckedFields<'a> {
    let mut checked = CheckedFields {
        fields,
        context: Vec::new(),
        facts: Facts::default(),
        values_from: Vec::new(),
        secrets: Vec::new(),
        undecided: Vec::new(),
        unproven_source: None,
    };
    for (member, field) in fields.members().zip(fields) {
        let marks = Marks::read(field, errors);
        marks.reject_conflicts(errors);
        let keys = &marks.keys;
        if keys.secret.is_present() {
            checked.secrets.push(member_name(&member));
        }
        match choice(&member, field, &marks, default) {
            Choice::Context => checked.add_context(member, field, &marks, errors),
            Choice::Undecided => checked.undecided.push(Undecided {
                name: member_name(&member),
                ty: FieldType::of(&field.ty),
                span: field_span(field),
            }),
            Choice::Source => {
                reject_secret_source(keys, errors);
                checked.add_values_from(keys, None);
                if is_unproven_source(field) {
                    checked.unproven_source = Some(member_name(&member));
                }
            }
            Choice::Skipped => checked.add_values_from(keys, None),
        }
    }
    checked
}

impl CheckedFields<'_> {
    fn add_values_from(&mut self, keys: &FieldKeys, field: Option<&str>) {
        if let Some(command) = &keys.values_from.value {
            self.values_from.push(ValuesFrom {
                field: field.map(str::to_owned),
                command: copied(command),
            });
        }
    }

    /// Adds a field to the context, if it can be context.
    fn add_context(&mut self, member: Member, field: &Field, marks: &Marks, errors: &mut Errors) {
        let keys = &marks.keys;
        let Some(context) = check_field(member, field, marks, errors) else {
            self.add_values_from(keys, None);
            return;
        };
        let name = &context.name;
        self.add_values_from(keys, Some(name));
        if self.context.iter().any(|known| known.name == *name) {
            errors.at(
                keys.rename.span.unwrap_or_else(|| field_span(field)),
                format_args!("duplicate context name `{name}`; rename one of the two fields"),
            );
        }
        self.facts.extend(facts(&context, field, errors));
        self.context.push(context);
    }
}

/// What the attributes of a field say about the context.
struct Marks {
    keys: FieldKeys,
    /// `#[context]` without keys.
    bare: Option<Span>,
}

impl Marks {
    fn read(field: &Field, errors: &mut Errors) -> Self {
        let mut marks = Self {
            keys: FieldKeys::default(),
            bare: None,
        };
        for attribute in &field.attrs {
            let path = attribute.path();
            let is_bare = matches!(attribute.meta, Meta::Path(_));
            let is_ours = ["context", "code", "agent_error"]
                .iter()
                .any(|name| path.is_ident(name));
            if path.is_ident("context") && is_bare {
                marks.bare = Some(path.span());
            } else if is_ours {
                keys::read(attribute, Place::Field, &mut [&mut marks.keys], errors);
            }
        }
        marks
    }

    /// Whether an attribute makes the field context, whatever its type.
    fn is_context(&self) -> bool {
        self.bare.is_some() || !self.keys.present().is_empty()
    }

    /// Whether an attribute makes the field context, even if it's a source.
    fn includes_source(&self) -> bool {
        let keys = &self.keys;
        let is_formatted = keys.display.is_present() || keys.debug.is_present();
        self.bare.is_some() || keys.rename.value.is_some() || is_formatted
    }

    /// Rejects attributes that can't be combined.
    fn reject_conflicts(&self, errors: &mut Errors) {
        reject_conflicts(&self.keys, errors);
        if let Some(span) = self.bare
            && self.keys.skip.is_present()
        {
            errors.at(
                span,
                "`#[context]` and `#[context(skip)]` conflict; remove one",
            );
        }
    }
}

/// Whether a field is context, and why not.
enum Choice {
    Context,
    Skipped,
    /// A source, or a field that another derive fills in.
    Source,
    /// Not context because of its type. The declaration doesn't say whether it should be.
    Undecided,
}

fn choice(member: &Member, field: &Field, marks: &Marks, default: DefaultContext) -> Choice {
    if marks.keys.skip.is_present() {
        return Choice::Skipped;
    }
    if foreign::is_presentation(field) && !marks.includes_source() {
        return Choice::Skipped;
    }
    if is_source(field) && !marks.includes_source() {
        return Choice::Source;
    }
    if marks.is_context() {
        return Choice::Context;
    }
    let is_unnamed = matches!(member, Member::Unnamed(_));
    if is_unnamed || default == DefaultContext::Nothing {
        return Choice::Skipped;
    }
    if is_plain(&field.ty) {
        Choice::Context
    } else {
        Choice::Undecided
    }
}

/// Whether the field is a source, or another derive fills it in. No plain type is an error, so a
/// field like `source: PathBuf` is neither.
fn is_source(field: &Field) -> bool {
    if foreign::is_side_data(field) {
        return true;
    }
    match foreign::source_mark(field) {
        Some(is_source) => is_source,
        None => foreign::is_named_source(field) && !is_plain(&field.ty),
    }
}

/// Whether nothing but the name makes the field a source, so that an `Error` impl by hand may not
/// return it. `None` in an optional field isn't a source.
fn is_unproven_source(field: &Field) -> bool {
    foreign::source_mark(field).is_none()
        && foreign::is_named_source(field)
        && !foreign::is_side_data(field)
        && !is_option(&field.ty)
}

fn reject_secret_source(keys: &FieldKeys, errors: &mut Errors) {
    if let Some(span) = keys.secret.span {
        errors.at(
            span,
            "key `secret` is not allowed on a source, because its message is shown as the cause; remove it",
        );
    }
}

/// Validates a field that is context. Returns `None` if it can't be.
fn check_field(
    member: Member,
    field: &Field,
    marks: &Marks,
    errors: &mut Errors,
) -> Option<ContextField> {
    let keys = &marks.keys;
    let span = field_span(field);
    let name = context_name(&member, marks, errors)?;
    let ty = FieldType::of(&field.ty);
    if !keys.secret.is_present() {
        reject_probable_secret(&member, &name, &ty, span, keys, errors);
    }
    if let Some(span) = keys.nearest.span
        && is_single_value(&field.ty)
    {
        errors.at(
            span,
            format_args!(
                "key `nearest` expects a list of names, such as `Vec<String>`; found `{}`",
                ty.text
            ),
        );
    }
    let shown = if keys.secret.is_present() {
        ValueFormat::Redacted
    } else if keys.display.is_present() {
        ValueFormat::Display
    } else if keys.debug.is_present() {
        ValueFormat::Debug
    } else if keys.nearest.is_present() {
        ValueFormat::Nearest
    } else {
        ValueFormat::Serialized
    };
    // The runtime's own errors may list commands that are only known at run time.
    if name == VALUES_FROM && !ty.text.ends_with("Listing") {
        errors.at(
            span,
            "the context name `values_from` is reserved; rename the field",
        );
    }
    Some(ContextField {
        member,
        name,
        ty,
        span,
        shown,
    })
}

/// Returns the name of a field in the context. Returns `None` if it has none.
fn context_name(member: &Member, marks: &Marks, errors: &mut Errors) -> Option<String> {
    let keys = &marks.keys;
    if let Some(rename) = &keys.rename.value {
        let name = rename.value();
        if name.is_empty() || name.contains('\n') {
            errors.on(rename, "invalid value for `rename`; expected a name");
            return None;
        }
        return Some(name);
    }
    if let Member::Named(_) = member {
        return Some(member_name(member));
    }
    let formatted = keys.display.span.or(keys.debug.span);
    if let Some(span) = formatted.or(marks.bare) {
        errors.at(
            span,
            "missing key `rename`; add `rename = \"...\"` to include the tuple field",
        );
    }
    None
}

/// Rejects a field whose name or type suggests that it's a secret.
fn reject_probable_secret(
    member: &Member,
    name: &str,
    ty: &FieldType,
    span: Span,
    keys: &FieldKeys,
    errors: &mut Errors,
) {
    let word = known_secret(name).or_else(|| known_secret(&member_name(member)));
    if let Some(word) = word
        && !keys.public.is_present()
    {
        let remedy = "add `#[context(secret)]`, `#[context(skip)]` or `#[context(public)]`";
        errors.at(
            span,
            format_args!("field `{name}` looks like a secret (`{word}`); {remedy}"),
        );
    }
    // A macro can't resolve types, so this compares names.
    let mut types = ["SecretString", "SecretBox", "SecretSlice"].into_iter();
    if let Some(ty) = types.find(|secret| ty.text.contains(secret)) {
        errors.at(
            span,
            format_args!(
                "field `{name}` is a `{ty}`; add `#[context(secret)]` or `#[context(skip)]`"
            ),
        );
    }
}

/// Returns the secret word in a name. Checks each name only once per crate, because variants have
/// similar fields, and the macro is compiled without optimization.
fn known_secret(name: &str) -> Option<&'static str> {
    thread_local! {
        static KNOWN: RefCell<HashMap<String, Option<&'static str>>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| match known.get(name) {
        Some(word) => *word,
        None => *known.entry(name.to_owned()).or_insert(secret_word(name)),
    })
}

/// Returns a context field's facts, without its name and type.
fn facts(context: &ContextField, field: &Field, errors: &mut Errors) -> Facts {
    let mut facts = Facts::default();
    let doc = Doc::read(&field.attrs);
    if let Some((span, message)) = doc.unread_summary() {
        errors.at(span, message);
    }
    let name = &context.name;
    match context.shown {
        ValueFormat::Serialized | ValueFormat::Text => {}
        ValueFormat::Nearest => facts.add("Nearest", Some(name)),
        ValueFormat::Display => facts.add("Displayed", Some(name)),
        ValueFormat::Debug => facts.add("Debugged", Some(name)),
        ValueFormat::Redacted => facts.add("Secret", Some(name)),
    }
    facts.add("FieldSummary", doc.summary.map(|text| quote!(#name, #text)));
    facts
}

/// The name of the context member that contains the commands of `values_from`.
const VALUES_FROM: &str = "values_from";

/// Rejects pairs of keys that can't be combined.
fn reject_conflicts(keys: &FieldKeys, errors: &mut Errors) {
    let present = keys.present();
    for (key, others) in [
        (
            "secret",
            &["public", "display", "debug", "nearest", "values_from"][..],
        ),
        ("display", &["debug", "nearest"]),
        ("debug", &["nearest"]),
        ("values_from", &["nearest"]),
        (
            "skip",
            &[
                "rename",
                "display",
                "debug",
                "secret",
                "nearest",
                "values_from",
            ],
        ),
    ] {
        if !present.iter().any(|(name, _)| *name == key) {
            continue;
        }
        for (name, span) in &present {
            if others.contains(name) {
                errors.at(
                    *span,
                    format_args!("keys `{key}` and `{name}` conflict; remove one"),
                );
            }
        }
    }
}

/// Rejects keys on the field of a transparent variant, whose context comes from the inner error.
pub(super) fn reject_on_transparent(fields: &Fields, errors: &mut Errors) {
    for field in fields {
        const MESSAGE: &str =
            "is not allowed in a transparent variant; its context comes from the inner error";
        let marks = Marks::read(field, errors);
        for (name, span) in marks.keys.present() {
            errors.at(span, format_args!("key `{name}` {MESSAGE}"));
        }
        if let Some(span) = marks.bare {
            errors.at(span, format_args!("`#[context]` {MESSAGE}"));
        }
    }
}
