//! Field values, for the context and for templates.

use crate::definition::error_def::ErrorDef;
use crate::definition::field_def::FieldProperty;
use crate::definition::part::Part;
use crate::error::context::ContextValue;
use crate::error::listing::{Listing, VALUES_FROM};
use crate::error::value::ToValue;
use crate::text::shell::{Command, ShellQuoted};
use crate::text::template::Template;
use crate::text::uri::UriEncoded;
use std::fmt;

/// The value of an error's field. Implemented by wrappers that the derive generates.
pub trait Value {
    /// Returns the value for the context. Defaults to null, for fields that only occur in templates.
    fn context(&self) -> ContextValue<'_> {
        ContextValue::Null
    }

    /// Formats the value for a template.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is missing or can't be formatted, or if `f` fails.
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.context() {
            ContextValue::Display(value) => value.fmt(f),
            _ => Err(fmt::Error),
        }
    }

    /// Whether the field is an `Option`. If the value is `None`, strings that contain it are omitted.
    fn may_be_missing(&self) -> bool {
        false
    }
}

impl Value for ContextValue<'_> {
    fn context(&self) -> ContextValue<'_> {
        *self
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Display(value) => value.fmt(f),
            Self::Str(text) => f.write_str(text),
            Self::Unsigned(number) => fmt::Display::fmt(number, f),
            _ => Err(fmt::Error),
        }
    }

    fn may_be_missing(&self) -> bool {
        matches!(self, Self::Null)
    }
}

/// Creates a callback for `AgentError::visit_fields` that passes the context to `visit`.
///
/// The callback expects the values in the order of the definition's fields, without secrets.
pub(super) fn visiting(
    def: &'static ErrorDef,
    visit: &mut dyn FnMut(&str, ContextValue<'_>),
) -> impl FnMut(&[&dyn Value]) {
    move |values| {
        let mut values = values.iter();
        for name in def.field_names() {
            if def.is_secret(name) {
                visit(name, ContextValue::Redacted);
                continue;
            }
            let Some(value) = values.next() else { return };
            if let Some(value) = shown(def.lists_nearest(name), value.context()) {
                visit(name, value);
            }
        }
        if def.any_field(|_, property| matches!(property, FieldProperty::ValuesFrom(_))) {
            let commands = def.fields().filter_map(|field| Some((field.name, field.values_from?)));
            visit(VALUES_FROM, ContextValue::Listing(&commands.collect::<Listing>()));
        }
    }
}

/// Returns the context value of a field. Returns `None` for an empty listing and for an empty list of similar names.
fn shown(lists_nearest: bool, value: ContextValue<'_>) -> Option<ContextValue<'_>> {
    let is_empty = |names: &dyn ToValue| names.to_value().as_array().is_none_or(Vec::is_empty);
    match value {
        ContextValue::Listing(listing) if listing.is_empty() => None,
        ContextValue::Serialize(names) if lists_nearest && is_empty(names) => None,
        ContextValue::Serialize(names) if lists_nearest => Some(ContextValue::Nearest(names)),
        ContextValue::Null if lists_nearest => None,
        value => Some(value),
    }
}

/// Formats a template by replacing its placeholders with an error's field values.
pub(super) struct Filled<'a> {
    pub(super) template: Template<'static>,
    pub(super) def: &'static ErrorDef,
    pub(super) values: &'a [&'a dyn Value],
    pub(super) quoting: Quoting,
}

/// How to escape values in a template.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    /// Doesn't escape values.
    None,
    /// Quotes each value as a single shell argument.
    Shell,
    /// Percent-encodes each value for a URI reference.
    Uri,
}

impl Quoting {
    pub(super) fn of(part: Part) -> Self {
        match part {
            Part::FixCommand | Part::CheckCommand => Self::Shell,
            Part::Instance => Self::Uri,
            _ => Self::None,
        }
    }
}

impl Filled<'_> {
    /// Whether formatting can fail. If so, the caller must check first, and omit the string if formatting fails.
    pub(super) fn may_fail(&self) -> bool {
        // Most errors have no secrets and no missing values, so this usually avoids parsing the template.
        let has_secrets = self.def.any_field(|_, property| matches!(property, FieldProperty::Redacted));
        let may_miss = has_secrets || self.values.iter().any(|value| value.may_be_missing());
        let misses = |name: &str| self.value(name).is_none_or(Value::may_be_missing);
        self.quoting != Quoting::None || may_miss && self.template.fields().any(misses)
    }

    /// Returns the value of a context field, or of a field that only occurs in templates.
    fn value(&self, name: &str) -> Option<&dyn Value> {
        let place = self.def.index_of_field(name).or_else(|count| {
            let known = self.def.template_only_fields().iter().position(|field| *field == name);
            known.map(|place| count + place).ok_or(())
        });
        self.values.get(place.ok()?).copied()
    }
}

impl fmt::Display for Filled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct InShell<'a>(&'a Filled<'a>);
        impl fmt::Display for InShell<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fill(f)
            }
        }
        match self.quoting {
            Quoting::Shell => fmt::Display::fmt(&Command(format_args!("{}", InShell(self))), f),
            Quoting::None | Quoting::Uri => self.fill(f),
        }
    }
}

impl Filled<'_> {
    fn fill(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.template.fill(f, |name, f| {
            let value = self.value(name).ok_or(fmt::Error)?;
            match self.quoting {
                Quoting::None => value.show(f),
                Quoting::Shell => {
                    let alone = self.template.may_be_flag(name);
                    fmt::Display::fmt(&ShellQuoted { value: &InText(value), alone }, f)
                }
                Quoting::Uri => {
                    let whole = self.template.is_field(name);
                    fmt::Display::fmt(&UriEncoded { value: &InText(value), whole }, f)
                }
            }
        })
    }
}

/// Formats a value with [`Value::show`].
struct InText<'a>(&'a dyn Value);

impl fmt::Display for InText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(f)
    }
}
