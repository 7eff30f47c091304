//! Names that look like secrets.

/// What stands in the place of a secret.
pub const REDACTED: &str = "[REDACTED]";

/// One word, or two that follow each other.
const SECRET_WORDS: &[&[&str]] = &[
    &["token"],
    &["secret"],
    &["password"],
    &["passwd"],
    &["credential"],
    &["credentials"],
    &["authorization"],
    &["apikey"],
    &["pwd"],
    &["jwt"],
    &["bearer"],
    &["api", "key"],
    &["private", "key"],
];

/// Whether a word of a `snake_case`, `kebab-case` or `camelCase` name makes it look like a secret.
/// `max_tokens` and `tokenizer` do not.
///
/// The derive asks nearly the same of field names, where a false alarm costs more; it cannot depend on
/// this crate.
pub(crate) fn looks_secret(name: &str) -> bool {
    // A server asks this of every member of every argument.
    if name.is_ascii() && !SECRET_WORDS.iter().any(|secret| contains(name.as_bytes(), secret[0].as_bytes())) {
        return false;
    }
    let words = words(name);
    SECRET_WORDS.iter().any(|secret| words.windows(secret.len()).any(|window| window == *secret))
}

/// Whether a word is a part of the name, in any case.
fn contains(name: &[u8], word: &[u8]) -> bool {
    name.windows(word.len()).any(|part| part[0].eq_ignore_ascii_case(&word[0]) && part.eq_ignore_ascii_case(word))
}

fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for character in name.chars() {
        let starts_word = character.is_uppercase() && after_lower;
        if !character.is_alphanumeric() || starts_word {
            words.push(String::new());
        }
        if let (true, Some(word)) = (character.is_alphanumeric(), words.last_mut()) {
            word.extend(character.to_lowercase());
        }
        after_lower = character.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::looks_secret;

    #[test]
    fn secrets_are_recognised_word_by_word() {
        for name in [
            "token",
            "auth_token",
            "api_key",
            "userPassword",
            "db_credentials",
            "private_key_pem",
            "APIKey",
            "TOKEN",
            "clé-token",
        ] {
            assert!(looks_secret(name), "{name}");
        }
        for name in ["max_tokens", "tokenizer", "key", "api", "secretary", "keyapi"] {
            assert!(!looks_secret(name), "{name}");
        }
    }
}
