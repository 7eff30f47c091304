//! Finds secrets beside their names: `name=S`, `"name": "S"`, `--name S`, `<name>S</name>`,
//! `name is S` and the like.

use super::prose::{
    MESSAGES, is_complaint, is_description, is_literal, is_metavariable, is_path, is_placeholder,
    is_prose, is_random, is_reference, is_rooted, is_sentence, is_type,
};
use super::value::{Quote, Value, bare, opening_quote};
use super::{credentials, is_quote, window};
use crate::text::contains::has_word;
use crate::text::secret::{
    REDACTED, SecretValues, ambiguous, ends_with, is_some_key, looks_secret, secret_word,
};
use std::ops::Range;

/// The extensions of files whose names may look secret.
const FILES: &str = "c cc cjs conf cpp crt cs css env go h html ini java js json kt lock log md mjs o pem php py rb \
    rs sh so sql swift tar toml ts tsx txt xml yaml yml zip";

/// Words before a `token` that a parser reports, as in `unexpected token: …`.
const PARSER_WORDS: &[&str] = &["unexpected", "unrecognized", "expected", "unknown", "next"];

/// Words between a name and its value. Longer entries precede their prefixes.
const LINKS: &[&str] = &[
    "is ",
    "is: ",
    "was set to ",
    "was changed to ",
    "was ",
    "was: ",
    "set to ",
    "to ",
    "of ",
    "as ",
];

/// Prefixes of words that contain digits but aren't passwords, as in `password is sha256`.
const ALGORITHMS: &[&str] = &[
    "sha", "md", "base", "utf", "aes", "pbkdf", "argon", "rfc", "http",
];

/// The start of unescaped text in XML, which ends at `]]>`.
const DATA: &str = "<![CDATA[";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// `name=value` or `name => value`.
    Equals,
    /// `name: value`, in data or in prose.
    Colon,
    /// `"name": value`, `("name", "value")` or `"--name" "value"`, in data.
    Member,
    /// `--name value`.
    Blank,
}

/// Returns the separator after a name, and the offset of the value. `around` is the quote before
/// the name.
pub(super) fn separator_after(
    text: &str,
    name: &Range<usize>,
    around: Option<Quote>,
) -> Option<(Separator, usize)> {
    let rest = &text[name.end..];
    let is_flag = text[name.clone()].starts_with('-');
    let after_quote = around.and_then(|quote| quote.strip(rest));
    let (separator, after_separator) = match after_quote {
        Some(after_quote) => after_closing_quote(&text[..name.start], after_quote, is_flag)?,
        None => after_bare_name(rest, is_flag)?,
    };
    let value = after_separator.trim_start_matches(is_blank);
    let start = text.len() - value.len();
    Some((separator, start))
}

/// Whether a character is a blank. Web pages contain no-break spaces.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\u{a0}')
}

/// Finds the separator after a quoted name. `ahead` is the text before the name.
fn after_closing_quote<'t>(
    ahead: &str,
    rest: &'t str,
    is_flag: bool,
) -> Option<(Separator, &'t str)> {
    let next = rest.trim_start_matches(|c| is_blank(c) || c == ',');
    if let Some(content) = next.trim_start_matches('\\').strip_prefix(is_quote) {
        // The next string is the value in `("name", "value")` and in `"--name" "value"`.
        let opening = ahead.trim_end_matches(|c| is_quote(c) || c == '\\');
        let is_tuple = opening.ends_with('(') && rest.starts_with(',');
        let is_pair = (is_flag || is_tuple) && !content.starts_with('-');
        return is_pair.then_some((Separator::Member, next));
    }
    let value = after_key(rest)
        .or_else(|| after_equals(rest))
        .or_else(|| after_colon(rest))?;
    Some((Separator::Member, value))
}

fn after_bare_name(rest: &str, is_flag: bool) -> Option<(Separator, &str)> {
    if let Some(value) = after_key(rest) {
        return Some((Separator::Member, value));
    }
    if let Some(value) = after_equals(rest) {
        return Some((Separator::Equals, value));
    }
    if let Some(value) = after_colon(rest) {
        return Some((Separator::Colon, value));
    }
    // Two spaces separate a flag from its description.
    let value = rest.strip_prefix(is_blank)?;
    (is_flag && !value.starts_with(is_blank)).then_some((Separator::Blank, value))
}

/// A duplicate in a database: `PostgreSQL` reports `Key (token)=(S)`.
fn after_key(rest: &str) -> Option<&str> {
    rest.strip_prefix(")=")
        .filter(|value| value.starts_with('('))
}

fn after_equals(rest: &str) -> Option<&str> {
    let signed = after_index(rest);
    ["=>", ":=", "==", "="]
        .iter()
        .find_map(|sign| signed.strip_prefix(sign))
}

fn after_colon(rest: &str) -> Option<&str> {
    after_index(rest)
        .strip_prefix(':')
        .filter(|value| !value.starts_with(':'))
}

/// The name may be an index: `user[password]=` or `headers["Cookie"] =`.
fn after_index(rest: &str) -> &str {
    rest.strip_prefix(']')
        .unwrap_or(rest)
        .trim_start_matches(is_blank)
}

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Quoted,
    Nested,
    Bare,
}

impl Form {
    fn of(value: &Value) -> Self {
        match value {
            Value::Quoted(_) => Self::Quoted,
            Value::Nested(_) => Self::Nested,
            Value::Bare(_) => Self::Bare,
        }
    }
}

/// A value beside a name that may be the name of a secret.
struct Candidate<'t> {
    /// The name before the secret's name.
    before: &'t str,
    name: &'t str,
    separator: Separator,
    /// The text that starts with the value, including its quotes.
    rest: &'t str,
    form: Form,
    /// The value, without quotes.
    value: &'t str,
}

/// A rule that says that a value isn't a secret: after which separators and for which forms of
/// values it applies, and when.
struct Exception {
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
const NO_VALUES: &[Exception] = &[
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
const NO_SECRETS: &[Exception] = &[
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

    fn is_in(&self, exceptions: &[Exception]) -> bool {
        exceptions.iter().any(|exception| exception.covers(self))
    }

    /// Whether the value belongs to a class of secret values.
    fn is_of(&self, class: SecretValues) -> bool {
        let is_excluded = match class {
            SecretValues::Random => self.is_in(NO_RANDOM_SECRETS),
            SecretValues::Strings => self.is_in(NO_STRING_SECRETS),
            SecretValues::Digits => false,
        };
        !is_excluded && class.contain(self.value)
    }
}

/// Which values of a name are secret.
enum Secrets {
    All,
    Of(SecretValues),
}

fn secrets_of(name: &str) -> Option<Secrets> {
    if looks_secret(name) {
        let is_name = !name.contains(' ') || spans_words(name);
        return is_name.then_some(Secrets::All);
    }
    if let Some(class) = ambiguous(name) {
        return Some(Secrets::Of(class));
    }
    is_some_key(name).then_some(Secrets::Of(SecretValues::Random))
}

/// Returns the value after a name and a separator. `before` is the previous name.
pub(super) fn value(
    text: &str,
    before: &Range<usize>,
    name: &Range<usize>,
) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    if let Some(content) = element(text, name) {
        return Some(content);
    }
    let quote = Quote::before(&text[..name.start]);
    let (separator, start) = separator_after(text, name, quote)?;
    let secrets = secrets_of(word)?;

    let rest = window(&text[start..]);
    // A quote before the name also encloses the value, unless only the name is quoted.
    let around = quote.filter(|_| separator != Separator::Member);
    let value = Value::at(rest, 0, around);
    let candidate = Candidate {
        before: &text[before.clone()],
        name: word,
        separator,
        rest,
        form: Form::of(&value),
        value: &rest[value.into_range()],
    };
    if candidate.is_in(NO_VALUES) {
        return None;
    }
    let may_be_header = separator != Separator::Equals && candidate.form == Form::Bare;
    if may_be_header && let Some(header) = credentials::whole_header(text, word, start, around) {
        return Some(header);
    }
    if candidate.is_in(NO_SECRETS) {
        return None;
    }
    if let Secrets::Of(class) = secrets
        && !candidate.is_of(class)
    {
        return None;
    }
    // The value may be longer than the window.
    match Value::at(text, start, around) {
        Value::Nested(range) => Some(range),
        Value::Quoted(range) | Value::Bare(range) => {
            Some(credentials::after_scheme(text, range, around))
        }
    }
}

/// Whether two words are part of a single secret name. `API key` qualifies, but `token limit`
/// doesn't.
fn spans_words(name: &str) -> bool {
    secret_word(name).is_some_and(|secret| secret.contains('_'))
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

/// Whether there's nothing in the brackets of a value, as in `[]` and `String::new()`.
fn is_empty_expression(value: &str) -> bool {
    let start = value.find(['(', '[', '{']).unwrap_or_default();
    !value[start..].contains(char::is_alphanumeric)
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

/// Returns the content of an XML element, as in `<name>S</name>` and `<a:name b="c">S</a:name>`.
fn element(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    if !opens_element(&text[..name.start]) || !looks_secret(&text[name.clone()]) {
        return None;
    }
    let rest = &text[name.end..];
    let attributes = if rest.starts_with(char::is_whitespace) {
        window(rest).find('>')?
    } else {
        0
    };
    let inside = rest[attributes..].strip_prefix('>')?;
    let start = text.len() - inside.len();
    if let Some(data) = inside.strip_prefix(DATA) {
        let data_start = start + DATA.len();
        let length = window(data).find("]]>")?;
        return Some(data_start..data_start + length);
    }
    let (content, closing_tag) = inside.split_at(inside.find('<')?);
    let is_closed = closing_tag.starts_with("</") || closing_tag.starts_with("<\\/");
    if !is_closed || is_placeholder(content) || is_complaint(window(content)) {
        return None;
    }
    Some(start..start + content.len())
}

/// Whether the text ends with the start of an XML tag, such as `<` or `<prefix:`.
fn opens_element(text: &str) -> bool {
    match text.strip_suffix(':') {
        Some(prefix) => prefix
            .trim_end_matches(char::is_alphanumeric)
            .ends_with('<'),
        None => text.ends_with('<'),
    }
}

/// A value after a name without a separator, as in `password is S`.
struct Phrase<'t> {
    value: &'t str,
    /// The text that starts with the value.
    rest: &'t str,
    /// Whether the value is in quotes that make any word a value.
    is_quoted: bool,
    /// Whether a word such as `is` precedes the value.
    has_link: bool,
    digits: usize,
}

/// Values in sentences that aren't secrets.
const NO_SECRETS_IN_SENTENCES: &[fn(&Phrase<'_>) -> bool] = &[
    |it| it.value.is_empty(),
    |it| it.value.contains(char::is_whitespace),
    |it| it.value.starts_with(REDACTED),
    |it| is_placeholder(it.value),
    |it| is_literal(it.value),
    |it| is_metavariable(it.value),
    // A password can contain a secret word, but `oauth2Token` is a name.
    |it| it.digits <= 2 && looks_secret(it.value),
    |it| is_prose(it.value),
    |it| is_complaint(it.value),
];

impl<'t> Phrase<'t> {
    fn new(value: &'t str, rest: &'t str) -> Self {
        Self {
            value,
            rest,
            is_quoted: false,
            has_link: false,
            digits: value.bytes().filter(u8::is_ascii_digit).count(),
        }
    }

    /// Returns the string in `name("S")`. `Password("S")` is the `Debug` output of a type, but
    /// `check_password("name")` is a call of any function.
    fn in_call(name: &str, arguments: &'t str) -> Option<Self> {
        let argument = arguments.trim_start_matches([' ', '\t']);
        let mut phrase = Self::quoted(argument)?;
        phrase.is_quoted = name.starts_with(char::is_uppercase);
        Some(phrase)
    }

    /// Returns the value in `is "S"`, `is S`, `"S"` or `S`.
    fn after_name(text: &'t str) -> Option<Self> {
        let words = text.trim_start_matches([' ', '\t']);
        let linked = after_link(words);
        let value = linked.unwrap_or(words);
        let mut phrase = if starts_quoted(value) {
            Self::quoted(value)?
        } else {
            Self::new(first_word(value), value)
        };
        phrase.has_link = linked.is_some();
        Some(phrase)
    }

    fn quoted(text: &'t str) -> Option<Self> {
        let inside = text.trim_start_matches('\\').strip_prefix(is_quote)?;
        let (value, _) = inside.split_once(is_quote)?;
        let mut phrase = Self::new(value.trim_end_matches('\\'), inside);
        phrase.is_quoted = true;
        Some(phrase)
    }

    fn is_no_secret(&self) -> bool {
        NO_SECRETS_IN_SENTENCES.iter().any(|applies| applies(self))
    }

    /// Whether the value looks like the secret with this name.
    fn looks_like(&self, secret: &str) -> bool {
        if is_random(self.value) {
            return true;
        }
        let is_password = secret.starts_with('p') && !secret.contains('_');
        is_password && (self.is_quoted || (self.has_link && self.is_mixed()))
    }

    /// Whether the value contains letters and digits, and isn't the name of an algorithm.
    fn is_mixed(&self) -> bool {
        let lower = self.value.to_ascii_lowercase();
        let is_algorithm = ALGORITHMS.iter().any(|start| lower.starts_with(start));
        self.value.len() >= 6 && self.value.contains(char::is_alphabetic) && !is_algorithm
    }
}

/// Returns the value after a name without a separator: `password 'S'`, `password is S`,
/// `Password("S")`. A quoted password may be any word. After `is` or a similar word, an unquoted
/// password must contain letters and digits. Other values must look random.
pub(super) fn value_in_sentence(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    if word.starts_with('-') {
        return None;
    }
    let rest = window(&text[name.end..]);
    let phrase = match rest.strip_prefix('(') {
        Some(arguments) => Phrase::in_call(word, arguments)?,
        None => Phrase::after_name(rest.strip_prefix([' ', '\t'])?)?,
    };
    // Check for digits first, because most words have none, and the other checks take longer.
    if !phrase.is_quoted && phrase.digits == 0 {
        return None;
    }
    let secret = secret_word(word)?;
    if word.contains(' ') && !spans_words(word) {
        return None;
    }
    if !phrase.looks_like(secret) || phrase.is_no_secret() {
        return None;
    }
    let skipped = rest.len() - phrase.rest.len();
    let start = name.end + skipped;
    Some(start..start + phrase.value.len())
}

fn starts_quoted(text: &str) -> bool {
    text.trim_start_matches('\\').starts_with(is_quote)
}

/// Returns the text after a word such as `is`.
fn after_link(text: &str) -> Option<&str> {
    LINKS.iter().find_map(|link| text.strip_prefix(link))
}

/// Returns the first word, without the punctuation of the sentence.
fn first_word(text: &str) -> &str {
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    word.trim_end_matches(|c| is_quote(c) || ".,;:!?)]}".contains(c))
}
