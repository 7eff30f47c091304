//! Names that look like secrets.

/// The text that replaces a secret.
pub const REDACTED: &str = "[REDACTED]";

/// The words that make a name look like a secret.
///
/// A name looks like a secret if one of these is a word of it or several consecutive words, in any spelling: `api_key`,
/// `api-key`, `apiKey`, `APIKey` or `apikey`.
///
/// | | |
/// |---|---|
/// | tokens | `token`, `jwt`, `bearer`, `otp`, `access_tokens`, `api_tokens`, `auth_tokens`, `refresh_tokens` |
/// | passwords | `password`, `passwords`, `passwd`, `pwd`, `pw`, `passphrase`, `passphrases`, `seed_phrase` |
/// | keys | `api_key`, `access_key`, `signing_key`, `encryption_key`, `ssh_key`, `private_key`, and their plurals |
/// | cards | `card_number`, `card_numbers`, `credit_card`, `credit_cards`, `cvv`, `cvc` |
/// | credentials | `secret`, `secrets`, `credential`, `credentials`, `authorization`, `basic_auth`, `connection_string` |
/// | sessions | `cookie`, `cookies`, `session_id` |
///
/// `max_tokens`, `tokenizer`, `key` and `public_key` do not look like secrets.
pub const SECRET_WORDS: &[&str] = &[
    "token",
    "jwt",
    "bearer",
    "otp",
    "access_tokens",
    "api_tokens",
    "auth_tokens",
    "refresh_tokens",
    "password",
    "passwords",
    "passwd",
    "pwd",
    "pw",
    "passphrase",
    "passphrases",
    "seed_phrase",
    "card_number",
    "card_numbers",
    "credit_card",
    "credit_cards",
    "cvv",
    "cvc",
    "api_key",
    "api_keys",
    "access_key",
    "access_keys",
    "signing_key",
    "signing_keys",
    "encryption_key",
    "encryption_keys",
    "ssh_key",
    "ssh_keys",
    "private_key",
    "private_keys",
    "secret",
    "secrets",
    "credential",
    "credentials",
    "authorization",
    "basic_auth",
    "connection_string",
    "cookie",
    "cookies",
    "session_id",
];

/// The word of [`SECRET_WORDS`] that makes a `snake_case`, `kebab-case` or `camelCase` name look like a secret.
pub fn secret_word(name: &str) -> Option<&'static str> {
    let mut rest = words(name);
    loop {
        let from_here = rest.clone();
        let word = rest.next()?;
        // The macro, which is compiled without optimization, checks thousands of field names: compare the first three
        // letters before the words. `_` is never one of them.
        let mut start = [0; 3];
        word.bytes().zip(&mut start).for_each(|(byte, start)| *start = byte.to_ascii_lowercase());
        let found = SECRET_WORDS.iter().find(|secret| {
            let bytes = secret.as_bytes();
            bytes[0] == start[0]
                && bytes[1] == start[1]
                && bytes.get(2).is_none_or(|third| *third == start[2])
                && begins_with(from_here.clone(), word, secret)
        });
        if let Some(found) = found {
            return Some(found);
        }
    }
}

/// Whether a name looks like a secret.
pub fn looks_secret(name: &str) -> bool {
    secret_word(name).is_some()
}

/// Whether the words of a secret come next, separate or joined.
fn begins_with<'a>(mut words: impl Iterator<Item = &'a str>, first: &str, secret: &str) -> bool {
    let joined = || {
        let letters = secret.bytes().filter(|byte| *byte != b'_');
        letters.eq(first.bytes().map(|byte| byte.to_ascii_lowercase()))
    };
    secret.split('_').all(|part| words.next().is_some_and(|word| word.eq_ignore_ascii_case(part))) || joined()
}

/// The words of a name. A word begins after a character that is neither a letter nor a digit, at a capital after a
/// small letter, and at the last of several capitals before a small letter.
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
            let plural = secret.strip_suffix('s').filter(|word| word.ends_with("_key"));
            let listed = format!("`{}`", plural.unwrap_or(secret));
            assert!(table.iter().any(|row| row.contains(&listed)), "{listed} is not in the table");
        }
    }
}
