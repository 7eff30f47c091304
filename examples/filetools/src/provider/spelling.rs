//! Normalizes the spelling of error names from different libraries.

/// Splits names such as `ThrottlingException`, `insufficient_quota` and `OPENAI_API_KEY` into words.
pub(super) fn in_words(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut words = String::with_capacity(text.len() + 16);
    for (index, character) in characters.iter().copied().enumerate() {
        let previous = index.checked_sub(1).map(|index| characters[index]);
        let next = characters.get(index + 1);
        let begins = match previous {
            Some(previous) if previous.is_lowercase() => character.is_uppercase(),
            // The last of several capitals starts a word, as in `APIKey`.
            Some(previous) if previous.is_uppercase() => {
                character.is_uppercase() && next.is_some_and(|next| next.is_lowercase())
            }
            _ => false,
        };
        if begins {
            words.push(' ');
        }
        words.push(if character == '_' { ' ' } else { character });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn names_are_split_and_sentences_unchanged() {
        for (text, words) in [
            ("ThrottlingException: Rate exceeded", "Throttling Exception: Rate exceeded"),
            ("insufficient_quota", "insufficient quota"),
            ("OPENAI_API_KEY is not set", "OPENAI API KEY is not set"),
            ("apiKey, APIKey", "api Key, API Key"),
            ("connect ECONNREFUSED 127.0.0.1:80", "connect ECONNREFUSED 127.0.0.1:80"),
            ("HTTP 429", "HTTP 429"),
            ("ошибкаСети 🔥", "ошибка Сети 🔥"),
            ("", ""),
        ] {
            assert_eq!(in_words(text), words);
        }
    }
}
