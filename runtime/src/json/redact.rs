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
        match (self, program) {
            (Self::Ordinary, Some(program)) => Self::Arguments(program),
            _ => self,
        }
    }

    pub(crate) fn of_member(self, name: &str, json: &RawValue) -> Self {
        let name = &*visible(name);
        if self == Self::Secret && MESSAGES.contains(&name) {
            return Self::Ordinary;
        }
        let is_sent = self == Self::AboutSecret && is_listed(SENT, name);
        if is_sent || looks_secret(name) || is_secret_with(name, json) {
            return Self::Secret;
        }
        self
    }

    /// Whether to redact a value. Complaints such as `must have 8 characters` aren't secrets.
    pub(crate) fn hides(self, json: &RawValue) -> bool {
        if self != Self::Secret {
            return false;
        }
        match Kind::of(json) {
            Kind::Null => false,
            Kind::Bool => true,
            Kind::Number => json.get().len() > 2,
            Kind::Text => match read::<String>(json) {
                Some(text) => !text.is_empty() && !is_complaint(&text),
                None => false,
            },
            // A list of complaints isn't secret.
            Kind::List => any(json, &mut |_, item| {
                Kind::of(item) == Kind::List || self.hides(item)
            }),
            // An object with such a member describes a problem.
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
        if Kind::of(json) == Kind::List {
            Self::of_list(place)
        } else {
            Self::of_object(place, json)
        }
    }

    fn of_list(place: Place) -> Self {
        let mut level = Self {
            place,
            is_list: true,
            program: None,
            before: String::new(),
        };
        if let Place::Arguments(program) = place {
            level.place = Place::Ordinary;
            level.program = Some(program);
        }
        level
    }

    fn of_object(place: Place, json: &RawValue) -> Self {
        let place_of_members = match place {
            Place::Secret | Place::AboutSecret => place,
            Place::Ordinary | Place::Arguments(_) => {
                if is_about_a_secret(json) {
                    Place::AboutSecret
                } else {
                    Place::Ordinary
                }
            }
        };
        Self {
            place: place_of_members,
            is_list: false,
            program: first_program(json),
            before: String::new(),
        }
    }

    /// Classifies the next element or member. An element may be a flag or a program, which affects
    /// the elements after it.
    pub(crate) fn next_place(&mut self, name: &str, value: &RawValue) -> Place {
        if self.is_list {
            self.next_element(value)
        } else {
            self.place.of_member(name, value).with_program(self.program)
        }
    }

    /// Classifies the next element. It's secret if it's the value of a secret flag, as in
    /// `["--password", "S"]`, or if the program's flag takes a password, as in `["mysql", "-pS"]`.
    fn next_element(&mut self, value: &RawValue) -> Place {
        // Only strings are arguments.
        let argument: String = read(value).unwrap_or_default();
        let is_secret =
            is_value_of_secret_flag(&self.before, &argument) || self.takes_password(&argument);
        let file_name = argument.rsplit('/').next().unwrap_or_default();
        self.program = Program::named(file_name).or(self.program);
        self.before = argument;
        if is_secret { Place::Secret } else { self.place }
    }

    fn takes_password(&self, argument: &str) -> bool {
        match self.program {
            Some(program) => program.takes_password(&self.before, argument),
            None => false,
        }
    }
}

fn is_value_of_secret_flag(before: &str, argument: &str) -> bool {
    let is_flag = before.starts_with('-') && !before.contains('=');
    let is_value = !argument.is_empty() && !argument.starts_with('-');
    is_flag && is_value && is_secret_name(before)
}

/// Returns the program that the first such member of an object names.
fn first_program(object: &RawValue) -> Option<Program> {
    let mut program = None;
    each(object, &mut |name, value| {
        if program.is_none() && names_program(&name) {
            program = read::<String>(value).and_then(|command| program_in(&command));
        }
    });
    program
}

/// Whether the value of a member with this name is a program, as in `"command": "/usr/bin/curl"`.
pub(crate) fn names_program(name: &str) -> bool {
    is_listed(PROGRAMS, name)
}

/// Returns the last program in a command.
pub(crate) fn program_in(command: &str) -> Option<Program> {
    let mut words = command.split_whitespace().rev();
    words.find_map(|word| {
        let file_name = word.rsplit(['/', '\\']).next()?;
        Program::named(file_name)
    })
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
    match ambiguous(name) {
        Some(SecretValues::Strings) => is_string_or_strings(json),
        Some(SecretValues::Digits) => {
            let is_scalar = matches!(Kind::of(json), Kind::Text | Kind::Number);
            is_scalar && SecretValues::Digits.contain(json.get().trim_matches('"'))
        }
        Some(SecretValues::Random) | None => false,
    }
}

/// Whether a value is a string, or a list that starts with a string.
fn is_string_or_strings(json: &RawValue) -> bool {
    let text = json.get();
    let first = match text.strip_prefix('[') {
        Some(items) => items.trim_start(),
        None => text,
    };
    first.starts_with('"')
}

/// Whether a name from another program looks secret. Invisible characters don't matter.
pub(crate) fn is_secret_name(name: &str) -> bool {
    looks_secret(&visible(name))
}

/// Whether an object describes a field with a secret name, as in
/// `{"name": "password", "value": …}`.
fn is_about_a_secret(object: &RawValue) -> bool {
    any(object, &mut |name, value| {
        is_listed(NAMES, name) && has_secret_name(value)
    })
}

/// Whether a string, or a string in a list, is a secret name.
fn has_secret_name(json: &RawValue) -> bool {
    match Kind::of(json) {
        Kind::Text => read::<String>(json).is_some_and(|name| is_secret_name(&name)),
        Kind::List => any(json, &mut |_, part| {
            Kind::of(part) == Kind::Text && has_secret_name(part)
        }),
        _ => false,
    }
}

/// Redacts a string with [`without_secrets`].
pub(crate) fn hide_secrets(text: &mut String) {
    if let Cow::Owned(hidden) = without_secrets(text) {
        *text = hidden;
    }
}
