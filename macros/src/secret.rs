//! Names that look like secrets.

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
    &["api", "key"],
    &["private", "key"],
];

/// The word of a `snake_case` or `camelCase` name that makes it look like a secret. `max_tokens`
/// and `tokenizer` do not.
pub(crate) fn looks_secret(name: &str) -> Option<String> {
    let words = words(name);
    let found = SECRET_WORDS.iter().find(|secret| words.windows(secret.len()).any(|window| window == **secret))?;
    Some(found.join("_"))
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
        for name in ["token", "auth_token", "api_key", "userPassword", "db_credentials", "private_key_pem"] {
            assert!(looks_secret(name).is_some(), "{name}");
        }
        for name in ["max_tokens", "tokenizer", "key", "api", "secretary", "keyapi"] {
            assert!(looks_secret(name).is_none(), "{name}");
        }
    }
}
