//! Validation errors for single fields.

#[cfg(feature = "redact")]
use crate::json::levels::{Kind, each};
#[cfg(feature = "parse")]
use crate::json::levels::{member, read};
#[cfg(feature = "redact")]
use crate::json::redact::{Place, hide_secrets, is_secret_name};
use crate::json::{JsonText, JsonView, ObjectView, serialize_view};
use crate::text::nearest::nearest;
use crate::text::sanitize::{sanitize, sanitize_name};
use crate::text::secret::REDACTED;
#[cfg(feature = "redact")]
use serde_json::Value;
#[cfg(feature = "redact")]
use serde_json::value::{RawValue, to_raw_value};
use std::fmt;

/// A validation error for one field of a call. It contains the problem, the value that was sent,
/// and the valid values.
///
/// If the field's name looks like a secret, the sent value is dropped.
///
/// ```
/// use agent_error::FieldError;
///
/// let role = FieldError::new("role", "Invalid role.").sent("superadmin").options(["admin", "user"]);
/// assert_eq!(role.to_string(), "Invalid role. You sent: 'superadmin'. Valid options: 'admin', 'user'.");
///
/// let password = FieldError::new("password", "Too short.").sent("hunter2").expected("Minimum length: 12 characters.");
/// assert_eq!(password.to_string(), "Too short. You sent: [REDACTED]. Minimum length: 12 characters.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FieldError {
    field: String,
    message: String,
    // Boxed, because a document with many field errors would otherwise take much more memory than
    // its text.
    more: Option<Box<More>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct More {
    sent: Option<Sent>,
    expected: Option<String>,
    options: Vec<String>,
    line: Option<u64>,
    nearest: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Sent {
    Missing,
    #[cfg_attr(
        not(feature = "redact"),
        allow(dead_code, reason = "only `sent` creates it")
    )]
    Secret,
    /// A value, and its number of elements if it's a list.
    #[cfg_attr(
        not(feature = "redact"),
        allow(dead_code, reason = "only `sent` creates it")
    )]
    Value(JsonText, Option<usize>),
}

/// The maximum length of a sent value in the output, in characters.
const LONGEST_SENT: usize = 50;

impl FieldError {
    /// Creates an error for the field at this path, such as `items.1.quantity`.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
            more: None,
        }
    }

    /// Returns the message without the sent value and the valid values.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    fn more(&self) -> &More {
        static NOTHING: More = More {
            sent: None,
            expected: None,
            options: Vec::new(),
            line: None,
            nearest: None,
        };
        self.more.as_deref().unwrap_or(&NOTHING)
    }

    fn more_mut(&mut self) -> &mut More {
        self.more.get_or_insert_default()
    }

    /// Creates an error for an unknown field. Suggests the nearest valid field. If none is similar,
    /// lists the valid fields.
    pub fn unknown<'a>(
        field: impl Into<String>,
        valid: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        let mut error = Self::new(field, "Unknown field.");
        let name = error.field.rsplit('.').next().unwrap_or_default();
        let similar = nearest(name, valid.clone());
        let Some(best) = similar.first() else {
            return error.options(valid);
        };
        error.more_mut().nearest = Some((*best).to_owned());
        error
    }

    /// Sets the line of the field in its file. The first line is 1.
    #[must_use]
    pub fn line(mut self, line: u64) -> Self {
        self.more_mut().line = Some(line);
        self
    }

    /// Returns the valid field that is most similar to an unknown field.
    pub fn nearest(&self) -> Option<&str> {
        self.more().nearest.as_deref()
    }

    /// Sets the value that was sent. If any part of the field's path looks like a secret, the value
    /// is dropped.
    #[cfg(feature = "redact")]
    #[must_use]
    pub fn sent(self, value: impl Into<Value>) -> Self {
        self.sent_json(&to_raw_value(&value.into()).unwrap_or_default())
    }

    #[cfg(feature = "redact")]
    fn sent_json(mut self, json: &RawValue) -> Self {
        let is_secret = self.field.split('.').any(is_secret_name);
        let sent = if is_secret {
            Sent::Secret
        } else {
            let shown = JsonText::redacted(json, Place::Ordinary, &hide_secrets);
            Sent::Value(shown, elements_of(json))
        };
        self.more_mut().sent = Some(sent);
        self
    }

    /// Marks the field as missing from the call.
    #[must_use]
    pub fn missing(mut self) -> Self {
        self.more_mut().sent = Some(Sent::Missing);
        self
    }

    /// Sets a sentence that describes the valid values, such as `Minimum length: 12 characters.`
    ///
    /// In text, a description that isn't a sentence, such as `an integer`, becomes
    /// `Expected: an integer.` In JSON, the member `expected` has the description alone.
    #[must_use]
    pub fn expected(mut self, sentence: impl Into<String>) -> Self {
        self.more_mut().expected = Some(without_label(sentence.into()));
        self
    }

    /// Sets the complete list of valid values.
    #[must_use]
    pub fn options<T: Into<String>>(mut self, options: impl IntoIterator<Item = T>) -> Self {
        let options: Vec<String> = options.into_iter().map(Into::into).collect();
        // An empty list needs no memory.
        if !options.is_empty() || self.more.is_some() {
            self.more_mut().options = options;
        }
        self
    }

    pub(crate) fn sanitize(&mut self, cap: usize) {
        sanitize_name(&mut self.field, cap);
        sanitize(&mut self.message, cap);
        let Some(more) = &mut self.more else { return };
        more.texts_mut().for_each(|text| sanitize(text, cap));
        if let Some(Sent::Value(json, _)) = &mut more.sent {
            json.sanitize(cap);
        }
    }

    /// Truncates the sent value to its short form. Used if a list of field errors exceeds the cap.
    pub(crate) fn shorten(&mut self) {
        let Some(more) = &mut self.more else { return };
        let Some(Sent::Value(json, elements)) = &mut more.sent else {
            return;
        };
        // Numbers, Booleans and null stay as they are.
        if matches!(json, JsonText::Text(_)) || json.text().starts_with(['[', '{']) {
            *json = JsonText::Text(shortened(json, *elements));
        }
    }

    /// Redacts all strings with `hide`, and removes secrets from the sent value.
    #[cfg(feature = "redact")]
    #[doc(hidden)]
    pub fn hide(&mut self, hide: &dyn Fn(&mut String)) {
        hide(&mut self.field);
        hide(&mut self.message);
        let Some(more) = &mut self.more else { return };
        more.texts_mut().for_each(hide);
        if let Some(Sent::Value(json, _)) = &mut more.sent {
            *json = JsonText::redacted(&json.raw(), Place::Ordinary, hide);
        }
    }

    /// Returns the path of the field.
    pub fn field(&self) -> &str {
        &self.field
    }
}

impl More {
    fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.expected
            .iter_mut()
            .chain(&mut self.options)
            .chain(&mut self.nearest)
    }
}

/// Formats the line and the message, followed by the sent value, the expected value, the nearest
/// field and the options.
impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let More {
            sent,
            expected,
            options,
            line,
            nearest,
        } = self.more();
        if let Some(line) = line {
            write!(f, "Line {line}: ")?;
        }
        f.write_str(&self.message)?;
        if let Some(sent) = sent {
            write!(f, " You sent: {}.", described(sent))?;
        }
        if let Some(expected) = expected
            && !expected.is_empty()
        {
            write!(f, " {}", with_label(expected))?;
        }
        if let Some(nearest) = nearest {
            write!(f, " Did you mean '{nearest}'?")?;
        }
        if !options.is_empty() {
            write!(f, " Valid options: '{}'.", options.join("', '"))?;
        }
        Ok(())
    }
}

fn described(sent: &Sent) -> String {
    match sent {
        Sent::Missing => "(missing)".to_owned(),
        Sent::Secret => REDACTED.to_owned(),
        Sent::Value(json, elements) => {
            let text = shortened(json, *elements);
            match json {
                JsonText::Text(_) => format!("'{text}'"),
                JsonText::Other(_) => text,
            }
        }
    }
}

/// The label of a description of valid values in text.
const LABEL: &str = "Expected: ";

/// Turns a description of valid values into a sentence.
fn with_label(description: &str) -> String {
    if is_sentence(description) {
        description.to_owned()
    } else {
        format!("{LABEL}{description}.")
    }
}

/// Removes what [`with_label`] adds to a description of valid values.
fn without_label(text: String) -> String {
    let labeled = text.strip_prefix(LABEL);
    let Some(description) = labeled.and_then(|rest| rest.strip_suffix('.')) else {
        return text;
    };
    if is_sentence(description) {
        return text;
    }
    description.to_owned()
}

fn is_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?'])
}

/// Returns the number of elements of a list.
#[cfg(feature = "redact")]
fn elements_of(json: &RawValue) -> Option<usize> {
    if Kind::of(json) != Kind::List {
        return None;
    }
    let mut elements = 0;
    each(json, &mut |_, _| elements += 1);
    Some(elements)
}

/// Returns a sent value as at most [`LONGEST_SENT`] characters. An array is shown as its number of
/// elements.
fn shortened(json: &JsonText, elements: Option<usize>) -> String {
    const DOTS: &str = "...";
    let text = match (json, elements) {
        (JsonText::Other(_), Some(elements)) => format!("array({elements})"),
        _ => json.text().to_owned(),
    };
    let is_short = text.chars().nth(LONGEST_SENT).is_none();
    if is_short {
        return text;
    }
    let mut start: String = text.chars().take(LONGEST_SENT - DOTS.len()).collect();
    start.push_str(DOTS);
    start
}

impl<'a> From<&'a FieldError> for JsonView<'a> {
    fn from(error: &'a FieldError) -> Self {
        let mut view = ObjectView::for_members(2);
        let More {
            sent,
            expected,
            options,
            line,
            nearest,
        } = error.more();
        view.member("field", &error.field);
        view.member("message", &error.message);
        view.some("line", *line);
        match sent {
            None => {}
            Some(Sent::Missing) => view.member("missing", true),
            Some(Sent::Secret) => view.member("sent", REDACTED),
            Some(Sent::Value(json, _)) => view.member("sent", json.view()),
        }
        view.some("expected", expected.as_ref());
        view.some("nearest", nearest.as_ref());
        view.unless_empty("options", JsonView::list(options));
        view.into()
    }
}

serialize_view!(FieldError);

#[cfg(feature = "parse")]
impl FieldError {
    /// Reads the JSON of a field error. Returns `None` for any other JSON.
    pub(crate) fn read(json: &RawValue) -> Option<Self> {
        let field: String = read(member(json, "field")?)?;
        let message: String = read(member(json, "message")?)?;
        let mut error = Self::new(field, message);
        let mut more = More::default();
        let mut is_missing = false;
        let mut sent = None;
        let mut is_valid = true;
        each(json, &mut |name, value| {
            is_valid &= match name.as_str() {
                "field" | "message" => Kind::of(value) == Kind::Text,
                "missing" => set(&mut is_missing, value),
                "sent" => {
                    let is_first = sent.is_none();
                    sent = Some(value);
                    is_first
                }
                "expected" => set(&mut more.expected, value),
                "options" => set(&mut more.options, value),
                "line" => set(&mut more.line, value),
                "nearest" => set(&mut more.nearest, value),
                _ => false,
            };
        });
        if !is_valid {
            return None;
        }
        more.expected = more.expected.map(without_label);
        if more != More::default() {
            error.more = Some(Box::new(more));
        }
        if is_missing {
            error = error.missing();
        }
        if let Some(sent) = sent {
            error = error.sent_json(sent);
        }
        Some(error)
    }
}

/// Stores the value of a member. Returns whether it has the right type.
#[cfg(feature = "parse")]
fn set<T: serde_core::de::DeserializeOwned>(place: &mut T, json: &RawValue) -> bool {
    let Some(value) = read(json) else {
        return false;
    };
    *place = value;
    true
}
