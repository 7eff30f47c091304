//! Arguments that the schema of a tool allows, and its Rust type does not.

use super::field::{MOST, ROOT};
use crate::context::REDACTED;
use crate::field_error::FieldError;
use crate::ready::InvalidFields;
use crate::secret::looks_secret;
use crate::text::clean;
use rmcp::model::JsonObject;
use serde_json::{Number, Value};
use std::fmt;

/// What serde may say of the arguments of a call, without saying where.
#[derive(Default)]
pub(in crate::mcp) struct Sent {
    /// What stands under names that look like secrets.
    secrets: Vec<String>,
    /// Whole numbers that are written with a fraction or an exponent: integers to JSON Schema, and none to serde.
    whole: Vec<(String, Number)>,
}

impl Sent {
    pub(in crate::mcp) fn of(arguments: Option<&JsonObject>) -> Self {
        let mut sent = Self::default();
        for (name, value) in arguments.into_iter().flatten() {
            sent.collect(value, &Place { parent: None, member: Member::Name(name) }, looks_secret(name));
        }
        sent
    }

    fn collect(&mut self, value: &Value, place: &Place<'_>, secret: bool) {
        let parent = Some(place);
        match value {
            Value::Object(members) => members.iter().for_each(|(name, value)| {
                self.collect(value, &Place { parent, member: Member::Name(name) }, secret || looks_secret(name));
            }),
            Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| {
                self.collect(item, &Place { parent, member: Member::Index(index) }, secret);
            }),
            Value::String(text) if secret => self.secrets.push(text.clone()),
            Value::Number(number) if secret => self.secrets.push(number.to_string()),
            Value::Number(number) if is_whole(number) && self.whole.len() < MOST => {
                self.whole.push((place.to_string(), number.clone()));
            }
            _ => {}
        }
    }

    /// The fields with the number of which serde says that it is none of its integers.
    fn no_integers(&self, why: &str) -> Vec<FieldError> {
        let are_meant = self.whole.iter().filter(|(_, number)| why.contains(&format!("floating point `{number}`")));
        are_meant.map(|(place, number)| no_integer(place, number)).collect()
    }

    /// The text without the secrets.
    fn without_secrets(&self, text: &str) -> String {
        let quoted = |secret: &String| {
            let (rust, json) = (format!("{secret:?}"), Value::from(secret.as_str()).to_string());
            let inside = |quoted: String| quoted[1..quoted.len() - 1].to_owned();
            [secret.clone(), inside(rust), inside(json)]
        };
        let mut forms: Vec<String> = self.secrets.iter().flat_map(quoted).filter(|form| !form.is_empty()).collect();
        // A secret may hold another.
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        forms.iter().fold(text.to_owned(), |text, form| text.replace(form.as_str(), REDACTED))
    }
}

/// Whether a number is written with a fraction or an exponent, and has no fraction.
fn is_whole(number: &Number) -> bool {
    number.is_f64() && number.as_f64().is_some_and(|number| number.fract() == 0.0)
}

/// Where a value stands.
struct Place<'a> {
    parent: Option<&'a Place<'a>>,
    member: Member<'a>,
}

enum Member<'a> {
    Name(&'a str),
    Index(usize),
}

/// As the paths of fields are written, `items.1.count`.
impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parent.map_or(Ok(()), |parent| write!(f, "{parent}."))?;
        match self.member {
            Member::Name(name) => f.write_str(name),
            Member::Index(index) => write!(f, "{index}"),
        }
    }
}

/// The error for arguments that serde refused for this reason, in which it quotes what was sent.
pub(in crate::mcp) fn refused(tool: &str, why: &str, sent: &Sent) -> InvalidFields {
    let mut fields = sent.no_integers(why);
    if fields.is_empty() {
        // In this order: what is cut is no longer found.
        let why = clean(&sent.without_secrets(why));
        let message = format!("The arguments cannot be read: {}.", why.trim_end_matches('.'));
        fields.push(FieldError::new(ROOT, message));
    }
    InvalidFields { action: tool.to_owned(), fields }
}

fn no_integer(place: &str, number: &Number) -> FieldError {
    let sent = FieldError::new(place, "The number is not written as an integer.").sent(number.clone());
    sent.expected("Expected: digits alone, as in 1.")
}
