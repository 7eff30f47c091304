//! Detects secrets by name, authentication scheme and key format.
//!
//! The derive macro and the run-time redaction share these tables. Redaction applies to command lines, tool arguments,
//! responses and panic messages.

mod ambiguous;
mod shapes;

pub use ambiguous::{AMBIGUOUS_NAMES, SecretValues, ambiguous};
pub use shapes::{Credentials, KEY_SHAPES, KeyShape, SCHEMES};

/// The replacement text for secrets.
pub const REDACTED: &str = "[REDACTED]";

/// Words that mark a name as secret.
///
/// A name looks secret if it contains one of these entries as whole words. All common spellings match: `api_key`,
/// `api-key`, `apiKey`, `APIKey` and `apikey`. A name also looks secret if one of its words ends with a suffix in
/// [`SECRET_ENDS`], such as `PGPASSWORD`.
///
/// | | |
/// |---|---|
/// | tokens | `token`, `jwt`, `bearer`, `otp`, `totp`, and `access_token`, `api_token`, `auth_token`, `refresh_token`, and their plurals |
/// | joined tokens | `id_token`, `session_token`, `csrf_token`, `xsrf_token` |
/// | passwords | `password`, `passwd`, `passphrase`, `passcode`, and their plurals, `pwd`, `pw`, `pass_phrase`, `psk`, `seed_phrase` |
/// | short passwords | `admin_pass`, `database_pass`, `db_pass`, `login_pass`, `root_pass`, `smtp_pass`, `user_pass` |
/// | keys | `access_key`, `account_key`, `api_key`, `auth_key`, `encryption_key`, `master_key`, `private_key`, `secret_key`, `shared_key`, `signing_key`, `ssh_key`, and their plurals |
/// | keys of services | `application_key`, `client_key`, `functions_key`, `preshared_key`, `sas_key`, `storage_key`, `subscription_key` |
/// | cards | `card_number`, `card_numbers`, `credit_card`, `credit_cards`, `cvv`, `cvc` |
/// | codes | `recovery_code`, `backup_code`, `security_code`, `verification_code`, and their plurals |
/// | credentials | `secret`, `credential`, and their plurals, `authorization`, `basic_auth`, `client_secret`, `connection_string` |
/// | sessions | `cookie`, `cookies`, `session_id`, `sessid`, `jsessionid`, `phpsessid` |
/// | signatures | `amz_signature`, `goog_signature`, `shared_access_signature` |
///
/// `max_tokens`, `tokenizer`, `key` and `public_key` don't look secret.
pub const SECRET_WORDS: &[&str] = &[
    "token",
    "jwt",
    "bearer",
    "otp",
    "totp",
    "access_token",
    "access_tokens",
    "api_token",
    "api_tokens",
    "auth_token",
    "auth_tokens",
    "refresh_token",
    "refresh_tokens",
    "id_token",
    "session_token",
    "csrf_token",
    "xsrf_token",
    "password",
    "passwords",
    "passwd",
    "passwds",
    "passphrase",
    "passphrases",
    "passcode",
    "passcodes",
    "pwd",
    "pw",
    "pass_phrase",
    "psk",
    "seed_phrase",
    "admin_pass",
    "database_pass",
    "db_pass",
    "login_pass",
    "root_pass",
    "smtp_pass",
    "user_pass",
    "access_key",
    "access_keys",
    "account_key",
    "account_keys",
    "api_key",
    "api_keys",
    "auth_key",
    "auth_keys",
    "encryption_key",
    "encryption_keys",
    "master_key",
    "master_keys",
    "private_key",
    "private_keys",
    "secret_key",
    "secret_keys",
    "shared_key",
    "shared_keys",
    "signing_key",
    "signing_keys",
    "ssh_key",
    "ssh_keys",
    "application_key",
    "client_key",
    "functions_key",
    "preshared_key",
    "sas_key",
    "storage_key",
    "subscription_key",
    "card_number",
    "card_numbers",
    "credit_card",
    "credit_cards",
    "cvv",
    "cvc",
    "recovery_code",
    "recovery_codes",
    "backup_code",
    "backup_codes",
    "security_code",
    "security_codes",
    "verification_code",
    "verification_codes",
    "secret",
    "secrets",
    "credential",
    "credentials",
    "authorization",
    "basic_auth",
    "client_secret",
    "connection_string",
    "cookie",
    "cookies",
    "session_id",
    "sessid",
    "jsessionid",
    "phpsessid",
    "amz_signature",
    "goog_signature",
    "shared_access_signature",
];

/// Suffixes that mark a word as secret.
pub const SECRET_ENDS: &[&str] = &["password", "passwd", "passphrase", "passcode", "apikey"];

/// Returns the first entry of [`SECRET_WORDS`] or [`SECRET_ENDS`] that matches a name.
pub fn secret_word(name: &str) -> Option<&'static str> {
    let mut rest = words(name);
    loop {
        let from_here = rest.clone();
        let word = rest.next()?;
        // The macro is compiled without optimization and checks thousands of field names. Compare the first three
        // letters before comparing whole words.
        let mut start = [0; 3];
        word.bytes().zip(&mut start).for_each(|(byte, start)| *start = byte.to_ascii_lowercase());
        let found = SECRET_WORDS.iter().find(|secret| {
            let bytes = secret.as_bytes();
            bytes[0] == start[0]
                && bytes[1] == start[1]
                && bytes.get(2).is_none_or(|third| *third == b'_' || *third == start[2])
                && begins_with(from_here.clone(), word, secret)
        });
        if let Some(found) = found {
            return Some(found);
        }
        if let Some(end) = SECRET_ENDS.iter().find(|end| ends_with(word, end)) {
            return Some(end);
        }
    }
}

/// Whether a name looks secret, such as `password` or `api_key`.
pub fn looks_secret(name: &str) -> bool {
    secret_word(name).is_some()
}

fn ends_with(word: &str, end: &str) -> bool {
    let word = word.trim_end_matches(|character: char| character.is_ascii_digit());
    let start = word.len().checked_sub(end.len());
    start.and_then(|start| word.get(start..)).is_some_and(|rest| rest.eq_ignore_ascii_case(end))
}

/// Whether the name starts with an entry of the secret-word table, written as separate words or as one word.
fn begins_with<'a>(mut words: impl Iterator<Item = &'a str>, first: &str, secret: &str) -> bool {
    let joined = || {
        let letters = secret.bytes().filter(|byte| *byte != b'_');
        letters.eq(first.bytes().map(|byte| byte.to_ascii_lowercase()))
    };
    secret.split('_').all(|part| words.next().is_some_and(|word| word.eq_ignore_ascii_case(part))) || joined()
}

/// Splits a name into words. Any character except letters and digits separates words. A new word also starts at an
/// uppercase letter after a lowercase letter, and at the last of several uppercase letters before a lowercase letter.
fn words(name: &str) -> impl Iterator<Item = &str> + Clone {
    let mut rest = name;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|character: char| !character.is_alphanumeric());
        let mut characters = rest.char_indices().peekable();
        let (_, mut last) = characters.next()?;
        let end = loop {
            let Some((at, character)) = characters.next() else { break rest.len() };
            let before_small = characters.peek().is_some_and(|(_, next)| next.is_lowercase());
            let begins = character.is_uppercase() && (last.is_lowercase() || (last.is_uppercase() && before_small));
            if begins || !character.is_alphanumeric() {
                break at;
            }
            last = character;
        };
        let (word, left) = rest.split_at(end);
        rest = left;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::{SECRET_WORDS, secret_word, words};

    #[test]
    fn secrets_are_recognised_word_by_word() {
        for name in [
            "token",
            "auth_token",
            "userPassword",
            "db_credentials",
            "private_key_pem",
            "APIKey",
            "--api-keys",
            "TOKEN",
            "clé-token",
            "passphrase",
            "AWS_ACCESS_KEY",
            "signingKey",
            "encryption-key",
            "SSHKey",
            "id_jwt",
            "BearerToken",
            "Cookie",
            "sessionId",
            "sessionid",
            "otp",
            "cvv",
            "cardNumber",
            "credit-card",
            "ConnectionString",
            "seed_phrase",
            "basic_auth",
            "pw",
            "pass_phrase",
            "psk",
            "PGPASSWORD",
            "MYSQL_PWD",
            "authtoken",
            "DB_PASS",
            "dbPass",
            "passcode",
            "AccountKey",
            "X-Amz-Signature",
            "smtpPassword2",
        ] {
            assert!(secret_word(name).is_some(), "{name}");
        }
        for name in [
            "max_tokens",
            "tokenizer",
            "key",
            "public_key",
            "api",
            "secretary",
            "card",
            "keyapi",
            "keys",
            "session",
            "otpgen",
            "first_pass",
            "pass",
            "tokens",
            "passwordless",
            "subtoken",
            "",
            "_",
        ] {
            assert_eq!(secret_word(name), None, "{name}");
        }
    }

    #[test]
    fn each_word_finds_itself_and_no_other() {
        for secret in SECRET_WORDS {
            assert_eq!(secret_word(secret), Some(*secret));
        }
    }

    #[test]
    fn a_name_is_split_where_its_case_changes() {
        let of = |name| words(name).collect::<Vec<_>>();
        assert_eq!(of("APIKey"), ["API", "Key"]);
        assert_eq!(of("max_tokens-v2"), ["max", "tokens", "v2"]);
        assert_eq!(of("cléToken"), ["clé", "Token"]);
    }

    #[test]
    fn the_table_lists_every_word() {
        let source = include_str!("secret.rs");
        let table: Vec<&str> = source.lines().filter_map(|line| line.strip_prefix("/// |")).collect();
        for secret in SECRET_WORDS {
            let is_listed = |word: &str| table.iter().any(|row| row.contains(&format!("`{word}`")));
            let singular = secret.strip_suffix('s').filter(|singular| SECRET_WORDS.contains(singular));
            assert!(is_listed(secret) || singular.is_some_and(is_listed), "`{secret}` is not in the table");
        }
    }
}
