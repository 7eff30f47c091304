//! Recognizes text after a secret's name that isn't the secret.

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
    let word = value
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .next()
        .unwrap_or_default();
    let is_whole = value[word.len()..]
        .chars()
        .next()
        .is_none_or(|next| next.is_whitespace() || ",.;:!?)".contains(next));
    is_whole && is_listed(OPENINGS, word)
}

/// Whether the text after a colon is a sentence, as in `passwd: user 'eve' doesn't exist`: at least
/// two words, of which the first is lowercase. If there are only two words, both must be lowercase.
pub(super) fn is_sentence(value: &str) -> bool {
    let is_lower =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let mut words = value.lines().next().unwrap_or_default().split(' ');
    let (first, second) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    is_lower(first)
        && !second.is_empty()
        && (is_lower(second) || words.any(|word| !word.is_empty()))
}

/// Whether the value is the description of a flag in a program's help, as in
/// `--ask-password prompt for it`.
pub(super) fn is_description(value: &str) -> bool {
    let Some((first, rest)) = value.split_once(' ') else {
        return false;
    };
    let is_word = first.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_word
        && (rest.starts_with(' ')
            || (first.starts_with(char::is_uppercase) && rest.starts_with(char::is_lowercase)))
}

/// Whether a whole value is a complaint about a secret, such as `required` or `["is too short"]`.
pub(crate) fn is_complaint(value: &str) -> bool {
    let is_mark = |c: char| c.is_ascii_punctuation();
    let mut words = value
        .split_whitespace()
        .map(|word| word.trim_matches(is_mark))
        .peekable();
    if !value.contains(' ') {
        return words.all(|word| is_listed(OPENINGS, word) && is_listed(COMPLAINTS, word))
            && !value.is_empty();
    }
    if words.peek().is_some_and(|first| VERBS.contains(first)) {
        return true;
    }
    let is_plain = |word: &str| {
        word.chars()
            .all(|c| c.is_alphabetic() || "'’()-/,".contains(c))
            || (word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut has_complaint = false;
    let all_plain = words.all(|word| {
        has_complaint |= is_listed(COMPLAINTS, word);
        is_plain(word)
    });
    all_plain && has_complaint
}

pub(super) fn is_literal(value: &str) -> bool {
    LITERALS.split(' ').any(|literal| literal == value)
}

/// Whether a value is the path of a file with an extension: `/etc/tool.pem`. A key in Base64
/// contains no dots.
pub(super) fn is_path(value: &str) -> bool {
    let extension = value
        .rsplit_once('.')
        .map(|(_, extension)| extension)
        .unwrap_or_default();
    let is_extension =
        (1..=5).contains(&extension.len()) && extension.chars().all(|c| c.is_ascii_alphanumeric());
    is_rooted(value) && is_extension && !value.contains(['=', ':', '+', ';', '&', '@', ' '])
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
    let repeats_name = || {
        base.len() > name.len()
            && base
                .get(..name.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    base.starts_with(char::is_uppercase)
        && base.chars().all(char::is_alphabetic)
        && (arguments.starts_with(char::is_uppercase) || arguments.ends_with('>') || repeats_name())
}

/// Placeholders in Terraform's plans.
const OF_PLANS: &[&str] = &["(sensitive value)", "(known after apply)"];

/// Whether a whole value refers to a secret in a shell: `$KEY`, `${KEY}` or `$(pass key)`.
pub(super) fn is_reference(value: &str) -> bool {
    let Some(name) = value.strip_prefix('$') else {
        return false;
    };
    if let Some(command) = name.strip_prefix('(') {
        return command_substitution(value) == Some(value.len()) && !command.is_empty();
    }
    let variable = name
        .strip_prefix('{')
        .and_then(|name| name.strip_suffix('}'))
        .unwrap_or(name);
    let of_variable = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    !variable.is_empty() && variable.chars().all(of_variable)
}

/// Returns the length of a command in `$(…)` at the start of a string. A command that prints a
/// value would contain the secret.
fn command_substitution(text: &str) -> Option<usize> {
    let command = text.strip_prefix("$(")?;
    let end = command.find([')', '\n'])?;
    let program = command.split_whitespace().next().unwrap_or_default();
    let is_closed = command[end..].starts_with(')');
    (is_closed && !is_listed("echo printf", program)).then_some("$()".len() + end)
}

/// Whether the text starts with a placeholder: `<key>`, `{key}`, `$KEY`, `${KEY}`, `$(pass key)`,
/// `%KEY%` or `***`.
pub(super) fn is_placeholder(text: &str) -> bool {
    let of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '.' | '|');
    let (open, close) = match text.as_bytes() {
        [b'<', ..] => (1, '>'),
        [b'%', ..] => (1, '%'),
        [b'{' | b'$', b'{', ..] => (2, '}'),
        [b'{', ..] => (1, '}'),
        _ => (0, ' '),
    };
    let is_enclosed = open > 0 && text[open..].trim_start_matches(of_name).starts_with(close);
    let is_end = |next: char| {
        next.is_whitespace()
            || matches!(
                next,
                '"' | '\'' | '`' | ',' | ';' | '&' | ')' | ']' | '}' | '.'
            )
    };
    let ends = |rest: &str| rest.chars().next().is_none_or(is_end);
    let is_variable = text.strip_prefix('$').is_some_and(|name| {
        let rest = name
            .trim_start_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        rest.len() < name.len() && ends(rest)
    });
    let filled = text.trim_start_matches(['*', '.', '…', 'x', 'X']);
    let is_filler = text.len() - filled.len() >= 3 && ends(filled);
    let is_of_plan = OF_PLANS.iter().any(|known| text.starts_with(known));
    let is_command = command_substitution(text).is_some();
    is_variable || is_filler || is_of_plan || is_enclosed || is_command
}

/// Whether a value looks random: it has digits and letters of both cases, or is long and
/// alphanumeric with a digit.
pub(super) fn is_random(value: &str) -> bool {
    let has = |is: fn(&char) -> bool| value.chars().any(|c| is(&c));
    let is_mixed =
        has(char::is_ascii_lowercase) && has(char::is_ascii_uppercase) && value.len() >= 8;
    let is_word = value.len() >= 20
        && has(char::is_ascii_alphabetic)
        && value.chars().all(|c| c.is_ascii_alphanumeric());
    has(char::is_ascii_digit) && (is_mixed || is_word)
}
