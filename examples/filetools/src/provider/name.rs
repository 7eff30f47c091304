//! The providers whose keys have a name.

/// The name of a provider as its errors spell it, and the variable that holds its key.
const KEYS: &[(&str, &str)] = &[
    ("anthropic", "ANTHROPIC_API_KEY"),
    ("openai", "OPENAI_API_KEY"),
    ("google", "GOOGLE_API_KEY"),
    ("gemini", "GOOGLE_API_KEY"),
    ("groq", "GROQ_API_KEY"),
    ("mistral", "MISTRAL_API_KEY"),
    ("deepseek", "DEEPSEEK_API_KEY"),
    ("openrouter", "OPENROUTER_API_KEY"),
    ("xai", "XAI_API_KEY"),
];

/// The variable of the provider that a text names first: the one whose error it is.
pub(super) fn key_variable(text: &str) -> Option<&'static str> {
    text.split(|c: char| !c.is_alphanumeric()).find_map(|word| {
        let known = KEYS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
        known.map(|(_, variable)| *variable)
    })
}

#[cfg(test)]
mod tests {
    use super::key_variable;

    #[test]
    fn the_provider_that_is_named_first_is_meant() {
        assert_eq!(key_variable("openai API error 401: use anthropic instead"), Some("OPENAI_API_KEY"));
        assert_eq!(key_variable("https://api.groq.com/v1: 401"), Some("GROQ_API_KEY"));
        assert_eq!(key_variable("GOOGLE API error 401: x"), Some("GOOGLE_API_KEY"));
        assert_eq!(key_variable("googled it: 401"), None);
    }
}
