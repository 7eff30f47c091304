//! Recognizes text after a secret's name that isn't the secret.

use crate::text::contains::has_word;
use crate::text::secret::{ends_with, is_listed, looks_secret};

/// Words that start a sentence about a secret, as in `password: must have 8 characters` and
/// `--token requires a value`.
const OPENINGS: &str = "a access already an and any are argument as at authentication bad be blank but by can can't \
    cannot checked contains could couldn't denied deprecated did does doesn't each either empty error every \
    expected expired failed failure field flag for forbidden found from has have if ignored in incorrect input instead \
    insufficient invalid is it length make may minimum maximum mismatch missing must need needs neither never no \
    none not nothing of ok okay on only option or permission please read refused rejected requires required \
    retype revoked see set should the this to too type unable unauthorized unexpected unknown unset unsupported use \
    used valid value was were what when which while will with without wrong you your";

/// Words that occur in complaints about invalid values. A quoted sentence without any of these
/// words may be a passphrase.
const COMPLAINTS: &str = "blank characters confirmed contain contains denied digit empty ensure exceed exceeds expected expired failed \
    field forbidden incorrect invalid least length letter long lowercase match matches maximum minimum mismatch missing must null \
    required requires rejected revoked short shorter should specified string supported symbol unauthorized undefined unexpected \
    unknown unsupported uppercase valid weak wrong";

/// Verbs that start a complaint, whatever words follow.
const VERBS: &[&str] = &[
    "must", "is", "should", "does", "doesn't", "has", "cannot", "can't", "can",
];

/// Members that say what's wrong with a field, as in `{"password": {"code": "too_short"}}`.
pub(crate) const MESSAGES: &[&str] = &[
    "code", "message", "msg", "error", "errors", "type", "keyword", "rule", "reason",
];

/// Literals that represent a missing value, a Boolean, a type or a method, as in `auth=none`.
const LITERALS: &str = "None null NULL nil undefined true false yes no none YES NO String string &str str number \
    integer boolean bool usize u8 u16 u32 u64 i32 i64 basic digest oauth oauth2 plain trust enabled disabled";

/// Placeholders in usage messages: `--password FILE`.
const METAVARIABLES: &[&str] = &[
    "FILE", "PATH", "VALUE", "STRING", "TEXT", "KEY", "NAME", "ENV", "VAR", "ID", "PASS",
];

/// Whether the text starts with a word that begins a sentence about a secret.
pub(super) fn is_prose(value: &str) -> bool {
    let length = value
        .find(|c: char| !c.is_alphanumeric() && c != '\'')
        .unwrap_or(value.len());
    let (word, rest) = value.split_at(length);
    is_listed(OPENINGS, word) && ends_word(rest)
}

fn ends_word(rest: &str) -> bool {
    match rest.chars().next() {
        Some(next) => next.is_whitespace() || ",.;:!?)".contains(next),
        None => true,
    }
}

/// Whether the text after a colon is a sentence, as in `passwd: user 'eve' doesn't exist`: at least
/// two words, of which the first is lowercase. If there are only two words, both must be lowercase.
pub(super) fn is_sentence(value: &str) -> bool {
    let line = value.lines().next().unwrap_or_default();
    let mut words = line.split(' ');
    let first = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    if !is_lowercase(first) || second.is_empty() {
        return false;
    }
    is_lowercase(second) || words.any(|word| !word.is_empty())
}

fn is_lowercase(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Whether the value is the description of a flag in a program's help, as in
/// `--ask-password prompt for it`.
pub(super) fn is_description(value: &str) -> bool {
    let Some((first, rest)) = value.split_once(' ') else {
        return false;
    };
    if !first.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let is_column = rest.starts_with(' ');
    let is_capitalized = first.starts_with(char::is_uppercase);
    is_column || (is_capitalized && rest.starts_with(char::is_lowercase))
}

/// Whether a whole value is a complaint about a secret, such as `required` or `["is too short"]`.
pub(crate) fn is_complaint(value: &str) -> bool {
    if value.is_empty() {
        return false;
    }
    let words: Vec<&str> = value
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| c.is_ascii_punctuation()))
        .collect();
    if !value.contains(' ') {
        return words.iter().all(|word| is_complaint_alone(word));
    }
    if words.first().is_some_and(|first| VERBS.contains(first)) {
        return true;
    }
    words.iter().all(|word| is_plain(word)) && words.iter().any(|word| is_listed(COMPLAINTS, word))
}

/// Whether a single word is a complaint, such as `required`.
fn is_complaint_alone(word: &str) -> bool {
    is_listed(OPENINGS, word) && is_listed(COMPLAINTS, word)
}

/// Whether a word may occur in a sentence: it consists of letters, or is a short number.
fn is_plain(word: &str) -> bool {
    let is_short_number = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    is_short_number
        || word
            .chars()
            .all(|c| c.is_alphabetic() || "'’()-/,".contains(c))
}

pub(super) fn is_literal(value: &str) -> bool {
    has_word(LITERALS, value)
}

/// Whether a value is the path of a file with an extension: `/etc/tool.pem`. A key in Base64
/// contains no dots.
pub(super) fn is_path(value: &str) -> bool {
    let Some((_, extension)) = value.rsplit_once('.') else {
        return false;
    };
    is_rooted(value)
        && (1..=5).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !value.contains(['=', ':', '+', ';', '&', '@', ' '])
}

/// Whether a value starts like a path: `PWD=/srv/app`.
pub(super) fn is_rooted(value: &str) -> bool {
    ["/", "./", "../", "~/", "C:\\"]
        .iter()
        .any(|root| value.starts_with(root))
}

/// Whether a value is a placeholder in a usage message, such as `FILE`, `keyfile` or `API_KEY`.
pub(super) fn is_metavariable(value: &str) -> bool {
    let is_upper = value
        .bytes()
        .all(|byte| byte.is_ascii_uppercase() || matches!(byte, b'_' | b'-'));
    ends_with(value, "file") || METAVARIABLES.contains(&value) || (is_upper && looks_secret(value))
}

/// Whether a name is followed by its type rather than its value, as in `token: TokenStream` or
/// `secret: Option<String>`.
pub(super) fn is_type(name: &str, value: &str) -> bool {
    let (base, arguments) = value.split_once('<').unwrap_or((value, ""));
    if !base.starts_with(char::is_uppercase) || !base.chars().all(char::is_alphabetic) {
        return false;
    }
    arguments.starts_with(char::is_uppercase) || arguments.ends_with('>') || extends(base, name)
}

/// Whether a type's name starts with the field's name, as in `token: TokenStream`.
fn extends(type_name: &str, field: &str) -> bool {
    let start = type_name.get(..field.len());
    type_name.len() > field.len() && start.is_some_and(|start| start.eq_ignore_ascii_case(field))
}

/// Placeholders in Terraform's plans.
const TERRAFORM_PLACEHOLDERS: &[&str] = &["(sensitive value)", "(known after apply)"];

/// Whether a whole value refers to a secret in a shell: `$KEY`, `${KEY}` or `$(pass key)`.
pub(super) fn is_reference(value: &str) -> bool {
    let Some(name) = value.strip_prefix('$') else {
        return false;
    };
    if name.starts_with('(') {
        return command_substitution(value) == Some(value.len());
    }
    let inside = name.strip_prefix('{');
    let variable = inside
        .and_then(|inside| inside.strip_suffix('}'))
        .unwrap_or(name);
    !variable.is_empty() && variable.chars().all(is_in_variable)
}

fn is_in_variable(character: char) -> bool {
    character.is_ascii_uppercase() || character.is_ascii_digit() || character == '_'
}

/// Returns the length of a command in `$(…)` at the start of a string. A command that prints a
/// value would contain the secret.
fn command_substitution(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("$(")?;
    let (command, _) = inside.split_once([')', '\n'])?;
    let is_closed = inside[command.len()..].starts_with(')');
    let program = command.split_whitespace().next().unwrap_or_default();
    let prints_value = is_listed("echo printf", program);
    (is_closed && !prints_value).then_some("$()".len() + command.len())
}

/// Whether the text starts with a placeholder: `<key>`, `{key}`, `$KEY`, `${KEY}`, `$(pass key)`,
/// `%KEY%` or `***`.
pub(super) fn is_placeholder(text: &str) -> bool {
    is_enclosed(text)
        || is_variable(text)
        || is_filler(text)
        || TERRAFORM_PLACEHOLDERS
            .iter()
            .any(|known| text.starts_with(known))
        || command_substitution(text).is_some()
}

/// `<key>`, `%KEY%`, `{key}`, `{{key}}` or `${KEY}`.
fn is_enclosed(text: &str) -> bool {
    let (opening_length, closing) = match text.as_bytes() {
        [b'<', ..] => (1, '>'),
        [b'%', ..] => (1, '%'),
        [b'{' | b'$', b'{', ..] => (2, '}'),
        [b'{', ..] => (1, '}'),
        _ => return false,
    };
    text[opening_length..]
        .trim_start_matches(|c: char| c.is_alphanumeric() || "_- .|".contains(c))
        .starts_with(closing)
}

/// `$KEY`
fn is_variable(text: &str) -> bool {
    let Some(name) = text.strip_prefix('$') else {
        return false;
    };
    let rest = name.trim_start_matches(is_in_variable);
    rest.len() < name.len() && ends_value(rest)
}

/// `***`, `...` or `xxxx`.
fn is_filler(text: &str) -> bool {
    let rest = text.trim_start_matches(['*', '.', '…', 'x', 'X']);
    text.len() - rest.len() >= 3 && ends_value(rest)
}

/// Whether a value can't go on with this text.
fn ends_value(rest: &str) -> bool {
    match rest.chars().next() {
        Some(next) => next.is_whitespace() || "\"'`,;&)]}.".contains(next),
        None => true,
    }
}

/// Whether a value looks random: it has digits and letters of both cases, or is long and
/// alphanumeric with a digit.
pub(super) fn is_random(value: &str) -> bool {
    let has_digit = value.contains(|c: char| c.is_ascii_digit());
    let has_lower = value.contains(|c: char| c.is_ascii_lowercase());
    let has_upper = value.contains(|c: char| c.is_ascii_uppercase());
    let is_mixed = value.len() >= 8 && has_lower && has_upper;
    let is_long = value.len() >= 20
        && (has_lower || has_upper)
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    has_digit && (is_mixed || is_long)
}
