//! Detects secrets by name.
//!
//! The derive macro and the run-time redaction share these tables. Redaction applies to command
//! lines, tool arguments, responses and panic messages.

/// The replacement text for secrets.
pub const REDACTED: &str = "[REDACTED]";

/// Words that mark a name as secret, by topic.
///
/// A name looks secret if it contains one of these entries as whole words. All common spellings
/// match: `api_key`, `api-key`, `apiKey`, `APIKey` and `apikey`, and so do plurals and names with a
/// number, such as `token2`.
pub const SECRET_WORDS: &[(&str, &str)] = &[
    (
        "tokens",
        "token jwt bearer otp totp access_token api_token auth_token refresh_token",
    ),
    (
        "joined tokens",
        "id_token session_token csrf_token xsrf_token",
    ),
    (
        "passwords",
        "password passwd passphrase passcode pwd pw pass_phrase pass_word psk seed_phrase",
    ),
    (
        "short passwords",
        "admin_pass database_pass db_pass login_pass root_pass smtp_pass user_pass",
    ),
    (
        "keys",
        "access_key account_key api_key auth_key encryption_key master_key private_key secret_key shared_key signing_key \
         ssh_key",
    ),
    (
        "keys of services",
        "application_key client_key functions_key preshared_key pre_shared_key sas_key storage_key subscription_key",
    ),
    ("cards", "card_number credit_card cvv cvc"),
    (
        "codes",
        "recovery_code backup_code security_code verification_code",
    ),
    (
        "credentials",
        "secret credential authorization basic_auth client_secret connection_string",
    ),
    ("sessions", "cookie session_id sessid jsessionid phpsessid"),
    (
        "signatures",
        "amz_signature goog_signature shared_access_signature",
    ),
];

/// Suffixes that mark a word as secret, as in `PGPASSWORD`.
pub const SECRET_ENDS: &str = "password passwd passphrase passcode apikey";

/// Words at the end of a name that describe a secret rather than contain it, such as `file` in
/// `password_file`.
pub const QUALIFIERS: &str = "address age alg algorithm arn at balance banner budget class consent cost count counts dir directory \
    domain enabled endpoint env error errors exists expiration expired expires expiry field fields file \
    filename format generator handler header helper host id ids in index issuer kind len length lifetime \
    limit limits link location manager max min mode name names page parser path policy position prefix \
    provider quota ref reference required rotation rule rules scope scopes service size status store \
    strategy strength symbol timeout title ttl type types unit uri url usage used valid validator \
    version";

/// Words before a secret word that change its meaning, such as `next` in `next_page_token`.
const DESCRIPTIONS: &str = "continuation expired has invalid is max min missing next no num page pagination public \
    require requires resume sync total unexpected wrong";

/// Returns the first entry of [`SECRET_WORDS`] or [`SECRET_ENDS`] that matches a name.
#[inline]
pub fn secret_word(name: &str) -> Option<&'static str> {
    let mut words = words(name);
    for word in &mut words {
        *word = word.trim_end_matches(|c: char| c.is_ascii_digit());
    }
    for start in 0..words.len() {
        let (before, from_start) = words.split_at(start);
        let Some((secret, count)) = secret_at(from_start) else {
            continue;
        };
        let after = &from_start[count..];
        let is_described = ends_with_listed(before, DESCRIPTIONS);
        let is_qualified = ends_with_listed(after, QUALIFIERS);
        if !is_described && !is_qualified {
            return Some(secret);
        }
    }
    None
}

/// Whether the last of the words is in a list.
fn ends_with_listed(words: &[&str], list: &str) -> bool {
    match words.last() {
        Some(word) => is_listed(list, word),
        None => false,
    }
}

/// Whether a name looks secret, such as `password` or `api_key`.
pub fn looks_secret(name: &str) -> bool {
    secret_word(name).is_some()
}

/// The first two letters of the entries of [`SECRET_WORDS`]: for each first letter, a bit for each
/// second letter. Most words start with other letters. The last five bits of an ASCII letter don't
/// depend on its case.
const STARTS: [u32; 32] = {
    let mut starts = [0; 32];
    let mut list = 0;
    while list < SECRET_WORDS.len() {
        let entries = SECRET_WORDS[list].1.as_bytes();
        let mut first = 0;
        while first + 1 < entries.len() {
            let starts_entry = first == 0 || entries[first - 1] == b' ';
            if starts_entry {
                let second_letter = entries[first + 1] % 32;
                starts[(entries[first] % 32) as usize] |= 1 << second_letter;
            }
            first += 1;
        }
        list += 1;
    }
    starts
};

/// Returns the first secret word that the words of a name start with, and the number of words that
/// it spans.
fn secret_at(words: &[&str]) -> Option<(&'static str, usize)> {
    let first = words.first()?;
    let &[start, next, ..] = first.as_bytes() else {
        return None;
    };
    if starts_entry(start, next)
        && let Some(found) = entry_at(words, first)
    {
        return Some(found);
    }
    let end = SECRET_ENDS.split(' ').find(|end| ends_with(first, end))?;
    Some((end, 1))
}

/// Whether an entry of [`SECRET_WORDS`] starts with these letters.
fn starts_entry(first: u8, second: u8) -> bool {
    let second_letters = STARTS[usize::from(first % 32)];
    second_letters & (1 << (second % 32)) != 0
}

/// Returns the first entry of [`SECRET_WORDS`] that the words start with, and the number of words
/// that it spans.
fn entry_at(words: &[&str], first: &str) -> Option<(&'static str, usize)> {
    let entries = SECRET_WORDS.iter().flat_map(|(_, list)| list.split(' '));
    for secret in entries {
        // Check the first letter first, because most entries differ there, and the other checks
        // take longer.
        if !first.as_bytes()[0].eq_ignore_ascii_case(&secret.as_bytes()[0]) {
            continue;
        }
        let count = secret.split('_').count();
        if start_with(words, secret, count) {
            return Some((secret, count));
        }
        // All words of the entry joined, as in `apikey`.
        if count > 1 && is_or_has_plural(first, &secret.replace('_', "")) {
            return Some((secret, 1));
        }
    }
    None
}

/// Whether the words start with the parts of an entry. Only the last part may be a plural.
fn start_with(words: &[&str], secret: &str, count: usize) -> bool {
    let mut parts = secret.split('_').enumerate();
    parts.all(|(index, part)| match words.get(index) {
        // `tokens` is usually a count.
        Some(word) if index + 1 < count || secret == "token" => word.eq_ignore_ascii_case(part),
        Some(word) => is_or_has_plural(word, part),
        None => false,
    })
}

/// Whether a word is the given one or its plural. Ignores case.
#[inline]
fn is_or_has_plural(word: &str, singular: &str) -> bool {
    let without_s = word.strip_suffix(['s', 'S']).unwrap_or(word);
    word.eq_ignore_ascii_case(singular) || without_s.eq_ignore_ascii_case(singular)
}

/// Whether a list of words that are separated by single spaces contains a word. Ignores case.
#[inline]
pub fn is_listed(list: &str, word: &str) -> bool {
    list.split(' ')
        .any(|listed| listed.eq_ignore_ascii_case(word))
}

/// Whether a name ends with a word. Ignores case.
pub fn ends_with(name: &str, end: &str) -> bool {
    let Some(start) = name.len().checked_sub(end.len()) else {
        return false;
    };
    match name.get(start..) {
        Some(rest) => rest.eq_ignore_ascii_case(end),
        None => false,
    }
}

/// Splits a name into words. Any character except letters and digits separates words. In camel
/// case, each uppercase letter after a lowercase letter starts a new word, and so does the last
/// letter of an acronym if a lowercase letter follows it, as in `APIKey`.
#[inline]
fn words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    // The start of the current word, if any.
    let mut start = None;
    let mut last = ' ';
    let mut characters = name.char_indices().peekable();
    while let Some((index, character)) = characters.next() {
        let next = characters.peek();
        let before_small = next.is_some_and(|(_, next)| next.is_lowercase());
        let begins = character.is_uppercase()
            && (last.is_lowercase() || (last.is_uppercase() && before_small));
        let is_separator = !character.is_alphanumeric();
        if (begins || is_separator)
            && let Some(word_start) = start.take()
        {
            words.push(&name[word_start..index]);
        }
        if start.is_none() && !is_separator {
            start = Some(index);
        }
        last = character;
    }
    if let Some(word_start) = start {
        words.push(&name[word_start..]);
    }
    words
}

/// A class of values that make an ambiguous name secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretValues {
    /// Any string with a letter.
    Strings,
    /// 4 to 12 digits.
    Digits,
    /// At least 16 characters that look random.
    Random,
}

/// Names that are only secret with some values. For example, `tokens` may also be a count, and
/// `pass` may be a test result. The whole name must match.
pub const AMBIGUOUS_NAMES: &[(&str, SecretValues)] = &[
    ("auth pass sid sig tokens", SecretValues::Strings),
    ("pin", SecretValues::Digits),
    ("key session signature", SecretValues::Random),
];

/// Words before `key` in names of keys that aren't secret.
const OPEN_KEYS: &str = "cache column foreign hash host idempotency index object partition primary public route routing row sort unique";

/// If a name is ambiguous, returns the class of values that make it secret.
#[inline]
pub fn ambiguous(name: &str) -> Option<SecretValues> {
    let name = name.trim_start_matches(['-', '_']);
    AMBIGUOUS_NAMES
        .iter()
        .find(|(known, _)| is_listed(known, name))
        .map(|(_, values)| *values)
}

/// Whether a name ends in `key`, as in `APP_KEY` and `Fastly-Key`. Such a name is secret if its
/// value looks random.
#[inline]
pub fn is_some_key(name: &str) -> bool {
    let name_words = words(name);
    let [.., before, last] = name_words.as_slice() else {
        return false;
    };
    last.eq_ignore_ascii_case("key") && !is_listed(OPEN_KEYS, before)
}

impl SecretValues {
    /// Whether a value belongs to this class.
    pub fn contain(self, value: &str) -> bool {
        match self {
            Self::Strings => value.contains(char::is_alphabetic),
            Self::Digits => {
                (4..=12).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit())
            }
            Self::Random => is_random(value.strip_prefix("base64:").unwrap_or(value)),
        }
    }
}

/// Whether a value looks like a key: letters and digits in Base64, hexadecimal or a similar
/// notation. Words that are joined by hyphens, slashes or underscores don't qualify, because paths
/// and names look the same.
fn is_random(value: &str) -> bool {
    const SHORTEST: usize = 16;
    let mut has_digit = false;
    let mut has_letter = false;
    // The number of letters and digits since the last symbol.
    let mut run = 0;
    let mut longest_run = 0;
    for byte in value.bytes() {
        run += 1;
        match byte {
            b'0'..=b'9' => has_digit = true,
            b'a'..=b'z' | b'A'..=b'Z' => has_letter = true,
            b'+' | b'/' | b'=' | b'-' | b'_' | b'%' => run = 0,
            _ => return false,
        }
        longest_run = longest_run.max(run);
    }
    if value.len() < SHORTEST || !has_digit || !has_letter {
        return false;
    }
    longest_run >= SHORTEST || value.ends_with('=') || value.ends_with("%3D")
}

#[cfg(test)]
mod tests {
    use super::{SECRET_WORDS, secret_word};

    #[test]
    fn secrets_are_recognised_word_by_word() {
        let names = "\
            userPassword private_key_pem APIKey --api-keys TOKEN clé-token SSHKey id_jwt sessionid credit-card PGPASSWORD \
            authtoken dbPass X-Amz-Signature smtpPassword2 access_tokens password_confirmation password_hash url_token";
        for name in names
            .split(' ')
            .chain(SECRET_WORDS.iter().flat_map(|(_, words)| words.split(' ')))
        {
            assert!(secret_word(name).is_some(), "{name}");
        }
        let names = "\
            max_tokens tokenizer key public_key secretary keyapi session otpgen first_pass pass tokens passwordless \
            subtoken _ 2 PASSWORD_FILE token_type secretName api_key_id nextPageToken invalid_token password_min_length \
            cookie-domain session_id_length tokenExpiresAt";
        for name in names.split(' ').chain([""]) {
            assert_eq!(secret_word(name), None, "{name}");
        }
    }
}
