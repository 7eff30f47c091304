//! Providers and the environment variables for their keys.

/// The names of each provider in messages, and the environment variable for its key.
const KEYS: &[(&[&str], &str)] = &[
    (&["anthropic", "claude"], "ANTHROPIC_API_KEY"),
    (&["azure"], "AZURE_OPENAI_API_KEY"),
    (&["openai", "open ai", "chatgpt"], "OPENAI_API_KEY"),
    (&["gemini", "generativelanguage"], "GEMINI_API_KEY"),
    (&["vertex", "vertexai"], "GOOGLE_APPLICATION_CREDENTIALS"),
    (&["google"], "GOOGLE_API_KEY"),
    (&["groq"], "GROQ_API_KEY"),
    (&["mistral", "codestral"], "MISTRAL_API_KEY"),
    (&["deepseek"], "DEEPSEEK_API_KEY"),
    (&["openrouter", "open router"], "OPENROUTER_API_KEY"),
    (&["xai", "x ai", "grok"], "XAI_API_KEY"),
    (&["cohere"], "COHERE_API_KEY"),
    (&["together", "togetherai"], "TOGETHER_API_KEY"),
    (&["fireworks", "fireworksai"], "FIREWORKS_API_KEY"),
    (&["perplexity"], "PERPLEXITY_API_KEY"),
    (&["cerebras"], "CEREBRAS_API_KEY"),
    (&["huggingface", "hugging face"], "HF_TOKEN"),
    (&["replicate"], "REPLICATE_API_TOKEN"),
    (&["bedrock"], "AWS_BEARER_TOKEN_BEDROCK"),
    (&["aws", "amazonaws", "amazon"], "AWS_ACCESS_KEY_ID"),
    (&["moonshot", "kimi"], "MOONSHOT_API_KEY"),
    (&["dashscope", "qwen"], "DASHSCOPE_API_KEY"),
    (&["zhipu", "zhipuai", "bigmodel"], "ZHIPUAI_API_KEY"),
    (&["nvidia"], "NVIDIA_API_KEY"),
    (&["sambanova"], "SAMBANOVA_API_KEY"),
    (&["deepinfra"], "DEEPINFRA_API_KEY"),
    (&["ai21"], "AI21_API_KEY"),
    (&["voyage", "voyageai"], "VOYAGE_API_KEY"),
    (&["databricks"], "DATABRICKS_TOKEN"),
    (&["cloudflare"], "CLOUDFLARE_API_TOKEN"),
    (&["github"], "GITHUB_TOKEN"),
    (&["ollama"], "OLLAMA_API_KEY"),
];

/// Returns the environment variable for the API key: the one in the text, or else that of the first provider in the
/// text.
pub(super) fn key_variable(text: &str) -> Option<String> {
    named_variable(text).or_else(|| known_variable(text)).or_else(|| unknown_variable(text))
}

/// Returns an environment variable from the text, as in `GROQ_API_KEY is not set`.
fn named_variable(text: &str) -> Option<String> {
    const ENDS: [&str; 4] = ["_API_KEY", "_API_TOKEN", "_TOKEN", "_APIKEY"];
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let is_name = |word: &str| word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let has_end = |word: &str| ENDS.iter().any(|end| word.len() > end.len() && word.ends_with(end));
    words.find(|word| is_name(word) && has_end(word) && !word.starts_with('_')).map(str::to_owned)
}

fn known_variable(text: &str) -> Option<String> {
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let spaced = format!(" {} ", words.join(" "));
    let place = |names: &[&str]| names.iter().filter_map(|name| spaced.find(&format!(" {name} "))).min();
    let first = KEYS.iter().filter_map(|(names, variable)| Some((place(names)?, *variable))).min_by_key(|(at, _)| *at);
    first.map(|(_, variable)| variable.to_owned())
}

/// Guesses the environment variable of an unknown provider, as in `acme API error 401`.
fn unknown_variable(text: &str) -> Option<String> {
    let (before, _) = text.split_once(" API error")?;
    let name = before.rsplit(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).next()?;
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    begins.then(|| format!("{}_API_KEY", name.to_ascii_uppercase().replace('-', "_")))
}

#[cfg(test)]
mod tests {
    use super::key_variable;

    #[test]
    fn the_first_provider_in_the_text_wins() {
        for (text, variable) in [
            ("openai API error 401: use anthropic instead", "OPENAI_API_KEY"),
            ("https://api.groq.com/v1: 401", "GROQ_API_KEY"),
            ("GOOGLE API error 401: x", "GOOGLE_API_KEY"),
            ("https://api.x.ai/v1/chat: 401", "XAI_API_KEY"),
            ("Azure OpenAI: 401", "AZURE_OPENAI_API_KEY"),
            ("Hugging Face: 401", "HF_TOKEN"),
            ("OpenRouter: 401", "OPENROUTER_API_KEY"),
            ("cohere API error 401", "COHERE_API_KEY"),
        ] {
            assert_eq!(key_variable(text).as_deref(), Some(variable), "{text}");
        }
        for text in [
            "googled it: 401",
            "401",
            " API error 401",
            "together we fail: 401x".replace("together", "2gether").as_str(),
        ] {
            assert_eq!(key_variable(text), None, "{text}");
        }
    }

    #[test]
    fn a_variable_in_the_text_wins() {
        assert_eq!(key_variable("openai: MY_PROXY_API_KEY is not set").as_deref(), Some("MY_PROXY_API_KEY"));
        assert_eq!(key_variable("set REPLICATE_API_TOKEN").as_deref(), Some("REPLICATE_API_TOKEN"));
        assert_eq!(key_variable("_API_KEY"), None);
    }

    #[test]
    fn unknown_providers_get_a_conventional_variable() {
        assert_eq!(key_variable("acme API error 401: x").as_deref(), Some("ACME_API_KEY"));
        assert_eq!(key_variable("stream: my-llm API error 403").as_deref(), Some("MY_LLM_API_KEY"));
    }
}
