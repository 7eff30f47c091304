//! Decides which values beside a secret's name aren't secrets.

use super::is_quote;
use super::prose::{
    MESSAGES, is_complaint, is_description, is_literal, is_metavariable, is_path, is_placeholder,
    is_prose, is_random, is_reference, is_rooted, is_sentence, is_type,
};
use super::separator::Separator;
use super::value::{Value, bare, opening_quote};
use crate::text::contains::has_word;
use crate::text::secret::{SecretValues, ends_with, looks_secret};

/// The extensions of files whose names may look secret.
const FILES: &str = "c cc cjs conf cpp crt cs css env go h html ini java js json kt lock log md mjs o pem php py rb \
    rs sh so sql swift tar toml ts tsx txt xml yaml yml zip";

/// Words before a `token` that a parser reports, as in `unexpected token: …`.
const PARSER_WORDS: &[&str] = &["unexpected", "unrecognized", "expected", "unknown", "next"];

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Quoted,
    Nested,
    Bare,
}

impl Form {
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Quoted(_) => Self::Quoted,
            Value::Nested(_) => Self::Nested,
            Value::Bare(_) => Self::Bare,
        }
    }
}

/// A value beside a name that may be the name of a secret.
pub(super) struct Candidate<'t> {
    /// The name before the secret's name.
    pub(super) before: &'t str,
    pub(super) name: &'t str,
    pub(super) separator: Separator,
    /// The text that starts with the value, including its quotes.
    pub(super) rest: &'t str,
    pub(super) form: Form,
    /// The value, without quotes.
    pub(super) value: &'t str,
}

/// A rule that says that a value isn't a secret: after which separators and for which forms of
/// values it applies, and when.
pub(super) struct Exception {
    after: &'static [Separator],
    forms: &'static [Form],
    applies: fn(&Candidate<'_>) -> bool,
}

impl Exception {
    const fn new(
        after: &'static [Separator],
        forms: &'static [Form],
        applies: fn(&Candidate<'_>) -> bool,
    ) -> Self {
        Self {
            after,
            forms,
            applies,
        }
    }

    fn covers(&self, candidate: &Candidate<'_>) -> bool {
        self.after.contains(&candidate.separator)
            && self.forms.contains(&candidate.form)
            && (self.applies)(candidate)
    }
}

const ANY: &[Separator] = &[
    Separator::Equals,
    Separator::Colon,
    Separator::Member,
    Separator::Blank,
];
const EQUALS: &[Separator] = &[Separator::Equals];
const COLON: &[Separator] = &[Separator::Colon];
const BLANK: &[Separator] = &[Separator::Blank];
const COLON_OR_MEMBER: &[Separator] = &[Separator::Colon, Separator::Member];
const EQUALS_OR_BLANK: &[Separator] = &[Separator::Equals, Separator::Blank];

const ALL: &[Form] = &[Form::Quoted, Form::Nested, Form::Bare];
const BARE: &[Form] = &[Form::Bare];
const QUOTED: &[Form] = &[Form::Quoted];
const UNQUOTED: &[Form] = &[Form::Nested, Form::Bare];

/// Texts after a name that aren't a value.
pub(super) const NO_VALUES: &[Exception] = &[
    // `unexpected token: …`
    Exception::new(COLON, ALL, |it| {
        it.name == "token" && PARSER_WORDS.contains(&it.before)
    }),
    // `--secret id=NAME` only refers to a secret.
    Exception::new(BLANK, ALL, |it| it.rest.starts_with("id=")),
    // `--token --verbose`, `[--token (NAME)]`
    Exception::new(BLANK, ALL, |it| it.rest.starts_with(['-', '(', '[', '|'])),
    // `--token requires a value`
    Exception::new(BLANK, ALL, |it| is_prose(it.rest)),
    // `--ask-password prompt for it`
    Exception::new(BLANK, ALL, |it| is_description(it.rest)),
    // `password: must be set`
    Exception::new(COLON, ALL, |it| !it.may_be_scheme() && is_prose(it.rest)),
    // `passwd: user 'eve' doesn't exist`
    Exception::new(COLON, ALL, |it| is_sentence(it.rest)),
    // `token.rs:42`
    Exception::new(COLON_OR_MEMBER, ALL, |it| is_file_name(it.name, it.rest)),
    // `password.rs => secret.rs` renames a file.
    Exception::new(EQUALS, ALL, |it| is_file_name(it.name, "")),
    // `{"password": ["is too short"]}`
    Exception::new(ANY, ALL, |it| {
        !it.may_be_scheme() && is_about_value(it.rest)
    }),
    // `password:\n`
    Exception::new(ANY, ALL, |it| it.rest.starts_with(['\r', '\n'])),
    // `token=<token>`, `token=$TOKEN`
    Exception::new(ANY, ALL, |it| is_placeholder(it.rest)),
    // `PASSWORD="$PW"`
    Exception::new(EQUALS_OR_BLANK, QUOTED, |it| {
        it.rest.starts_with('"') && is_reference(it.value)
    }),
];

/// Values that aren't secrets.
pub(super) const NO_SECRETS: &[Exception] = &[
    // `let token = 5;`
    Exception::new(ANY, BARE, |it| is_short_number(it.value)),
    // `token = None`
    Exception::new(ANY, BARE, |it| is_literal(it.value)),
    // `private_key=/etc/tool.pem`
    Exception::new(ANY, BARE, |it| is_path(it.value)),
    // `auth-token:v12`
    Exception::new(ANY, BARE, |it| is_version(it.value)),
    // `--password FILE`
    Exception::new(ANY, BARE, |it| {
        it.name.starts_with('-') && is_metavariable(it.value)
    }),
    // `PWD=/srv/app`
    Exception::new(ANY, BARE, |it| {
        ends_with(it.name, "pwd") && is_rooted(it.value)
    }),
    // `token: TokenStream`
    Exception::new(COLON, BARE, |it| is_type(it.name, it.value)),
    // `token = []`, `token = String::new()`
    Exception::new(ANY, UNQUOTED, |it| is_empty_expression(it.value)),
];

/// Values of ambiguous names that aren't secret, however they look.
const NO_RANDOM_SECRETS: &[Exception] = &[
    // `{"key": "…"}` is the key of a map.
    Exception::new(&[Separator::Member], ALL, |_| true),
    // `key: …`, but not `Fastly-Key: …`, which is a header.
    Exception::new(COLON, BARE, |it| {
        !it.name.contains('-') || it.name.starts_with('-')
    }),
];

/// Values of ambiguous names that are secret if they're strings.
const NO_STRING_SECRETS: &[Exception] = &[
    // `auth: failed`
    Exception::new(COLON, BARE, |it| !is_random(it.value)),
];

impl Candidate<'_> {
    /// Authentication schemes are capitalized, so a lower-case word is prose.
    fn may_be_scheme(&self) -> bool {
        ends_with(self.name, "authorization") && self.rest.starts_with(char::is_uppercase)
    }

    pub(super) fn is_in(&self, exceptions: &[Exception]) -> bool {
        exceptions.iter().any(|exception| exception.covers(self))
    }

    /// Whether the value belongs to a class of secret values.
    pub(super) fn is_of(&self, class: SecretValues) -> bool {
        let is_excluded = match class {
            SecretValues::Random => self.is_in(NO_RANDOM_SECRETS),
            SecretValues::Strings => self.is_in(NO_STRING_SECRETS),
            SecretValues::Digits => false,
        };
        !is_excluded && class.contain(self.value)
    }
}

/// Whether a value is a number of one or two digits.
fn is_short_number(value: &str) -> bool {
    value.len() <= 2 && value.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a value is the version of an image or a package, such as `v12`, `1.4.0` or `latest`.
fn is_version(value: &str) -> bool {
    if value == "latest" {
        return true;
    }
    let numbers = value.strip_prefix('v').unwrap_or(value);
    let is_bare_number = numbers == value && !value.contains('.');
    !is_bare_number && numbers.split('.').all(is_version_number)
}

fn is_version_number(text: &str) -> bool {
    (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether there's nothing in the brackets of a value, as in `[]` and `String::new()`. A password may
/// end in a bracket, too, but usually has digits.
fn is_empty_expression(value: &str) -> bool {
    let start = value.find(['(', '[', '{']).unwrap_or_default();
    let (name, brackets) = value.split_at(start);
    !name.contains(|c: char| c.is_ascii_digit()) && !brackets.contains(char::is_alphanumeric)
}

/// Whether a name is a file name: it has a known extension, or another one before a line number, as
/// in `src/token.rs:42:10`.
fn is_file_name(name: &str, value: &str) -> bool {
    let Some((_, extension)) = name.rsplit_once('.') else {
        return false;
    };
    if has_word(FILES, extension) {
        return true;
    }
    let may_be_extension = (1..=5).contains(&extension.len()) && !looks_secret(extension);
    may_be_extension && value.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a value says what's wrong with a secret: `["is too short"]` or `{"code": "required"}`.
fn is_about_value(value: &str) -> bool {
    let inside = value.trim_start_matches(['[', '(', ' ', '\n']);
    if let Some(members) = inside.strip_prefix('{') {
        return is_problem(members);
    }
    let message = match opening_quote(inside) {
        Some((quote, content)) => &content[..quote.closing(content).unwrap_or(content.len())],
        None => &inside[..bare(inside)],
    };
    is_complaint(message)
}

/// Whether an object describes an invalid value. `members` is the text after its opening brace.
fn is_problem(members: &str) -> bool {
    let first_name = members
        .trim_start_matches(|c: char| is_quote(c) || c == '\\' || c.is_whitespace())
        .split(['\\', '"', '\'', ':'])
        .next()
        .unwrap_or_default();
    let object = members.split(['{', '}']).next().unwrap_or_default();
    let mut strings = object.split(is_quote);
    let has_value = strings.any(|string| string.trim_end_matches('\\') == "value");
    MESSAGES.contains(&first_name) && !has_value
}
