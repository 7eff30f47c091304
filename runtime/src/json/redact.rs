//! Finds secrets in JSON from other programs, such as arguments of callers and responses of
//! servers.

use super::levels::{Kind, each, read};
use crate::text::redact_text::programs::Program;
use crate::text::redact_text::prose::{MESSAGES, is_complaint};
use crate::text::redact_text::without_secrets;
use crate::text::sanitize::visible;
use crate::text::secret::{SecretValues, ambiguous, is_listed, looks_secret};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Members that contain the name of a field.
const NAMES: &str = "name key k id field fieldName param parameter property propertyName attribute column setting path \
    pointer loc header flag option variable var env";

/// Members that contain the value that was sent for the field.
const SENT: &str = "value values v val content fieldValue default input sent received actual got given rejectedValue rejected_value attemptedValue attempted_value";

/// Members that contain the name of a program. Another member may contain its arguments.
const PROGRAMS: &str = "command cmd program argv0 exe executable path file";

/// Whether a JSON value is secret, judging by where it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The value isn't known to be secret.
    Ordinary,
    /// The value may be a list of the program's arguments.
    Arguments(Program),
    /// The value describes a field with a secret name.
    AboutSecret,
    /// The value is secret.
    Secret,
}

impl Place {
    /// Adds the program that a sibling of the value names.
    pub(crate) fn with_program(self, program: Option<Program>) -> Self {
        program
            .filter(|_| self == Self::Ordinary)
            .map_or(self, Self::Arguments)
    }

    pub(crate) fn of_member(self, name: &str, json: &RawValue) -> Self {
        let name = &*visible(name);
        match self {
            Self::Secret if MESSAGES.contains(&name) => Self::Ordinary,
            Self::Secret => Self::Secret,
            Self::AboutSecret if is_listed(SENT, name) => Self::Secret,
            _ if looks_secret(name) || is_secret_with(name, json) => Self::Secret,
            place => place,
        }
    }

    /// Whether to redact a value. Complaints such as `must have 8 characters` aren't secrets.
    pub(crate) fn hides(self, json: &RawValue) -> bool {
        self == Self::Secret
            && match Kind::of(json) {
                Kind::Null => false,
                Kind::Bool => true,
                Kind::Number => json.get().len() > 2,
                Kind::Text => read::<String>(json)
                    .is_some_and(|text| !text.is_empty() && !is_complaint(&text)),
                Kind::List => any(json, &mut |_, item| {
                    Kind::of(item) == Kind::List || self.hides(item)
                }),
                Kind::Object => !any(json, &mut |name, _| MESSAGES.contains(&name)),
            }
    }
}

/// The elements of a list or the members of an object so far.
pub(crate) struct Level {
    place: Place,
    is_list: bool,
    /// The program whose arguments the list contains, or that a member of the object names.
    program: Option<Program>,
    /// The previous element of the list.
    before: String,
}

impl Level {
    /// Creates the level inside of a list or an object.
    pub(crate) fn of(place: Place, json: &RawValue) -> Self {
        let is_list = Kind::of(json) == Kind::List;
        let (place, mut program) = match place {
            Place::Arguments(program) => (Place::Ordinary, Some(program).filter(|_| is_list)),
            place => (place, None),
        };
        let is_about_secret = !is_list && place == Place::Ordinary && is_about_a_secret(json);
        let place = if is_about_secret {
            Place::AboutSecret
        } else {
            place
        };
        if !is_list {
            each(json, &mut |name, value| {
                if names_program(&name) {
                    program = program.or_else(|| program_in(&read::<String>(value)?));
                }
            });
        }
        Self {
            place,
            is_list,
            program,
            before: String::new(),
        }
    }

    /// Classifies the next element or member. An element is secret if it's the value of a secret
    /// flag, as in `["--password", "S"]`, or if the program's flag takes a password, as in
    /// `["mysql", "-pS"]`.
    pub(crate) fn place(&mut self, name: &str, value: &RawValue) -> Place {
        if !self.is_list {
            return self.place.of_member(name, value).with_program(self.program);
        }
        let argument = Some(value)
            .filter(|value| Kind::of(value) == Kind::Text)
            .and_then(read)
            .unwrap_or_default();
        let before = std::mem::replace(&mut self.before, argument);
        let argument = &self.before;
        let is_value =
            before.starts_with('-') && !before.contains('=') && !argument.starts_with('-');
        let is_secret = (is_value && !argument.is_empty() && is_secret_name(&before))
            || self
                .program
                .is_some_and(|program| program.takes_password(&before, argument));
        self.program = argument
            .rsplit('/')
            .next()
            .and_then(Program::named)
            .or(self.program);
        if is_secret { Place::Secret } else { self.place }
    }
}

/// Whether the value of a member with this name is a program, as in `"command": "/usr/bin/curl"`.
pub(crate) fn names_program(name: &str) -> bool {
    is_listed(PROGRAMS, name)
}

/// Returns the last program in a command.
pub(crate) fn program_in(command: &str) -> Option<Program> {
    command
        .split_whitespace()
        .rev()
        .find_map(|word| word.rsplit(['/', '\\']).next().and_then(Program::named))
}

/// Whether a predicate holds for any element of a list, or any member of an object.
fn any(json: &RawValue, is_such: &mut dyn FnMut(&str, &RawValue) -> bool) -> bool {
    let mut found = false;
    each(json, &mut |name, value| {
        found = found || is_such(&name, value);
    });
    found
}

/// Whether an ambiguous name is secret because of its value. In JSON, `key` and similar names
/// aren't secret.
fn is_secret_with(name: &str, json: &RawValue) -> bool {
    match (ambiguous(name), Kind::of(json)) {
        (Some(SecretValues::Strings), Kind::Text) => true,
        (Some(SecretValues::Strings), Kind::List) => json.get()[1..].trim_start().starts_with('"'),
        (Some(SecretValues::Digits), Kind::Text | Kind::Number) => {
            SecretValues::Digits.contain(json.get().trim_matches('"'))
        }
        _ => false,
    }
}

/// Whether a name from another program looks secret. Invisible characters don't matter.
pub(crate) fn is_secret_name(name: &str) -> bool {
    looks_secret(&visible(name))
}

/// Whether an object describes a field with a secret name, as in
/// `{"name": "password", "value": …}`.
fn is_about_a_secret(object: &RawValue) -> bool {
    let is_secret =
        |json: &RawValue| read::<String>(json).is_some_and(|name| is_secret_name(&name));
    any(object, &mut |name, value| {
        is_listed(NAMES, name)
            && (is_secret(value)
                || Kind::of(value) == Kind::List && any(value, &mut |_, part| is_secret(part)))
    })
}

/// Redacts a string with [`without_secrets`].
pub(crate) fn hide_secrets(text: &mut String) {
    if let Cow::Owned(hidden) = without_secrets(text) {
        *text = hidden;
    }
}
