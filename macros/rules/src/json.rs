//! Splits JSON into tokens.

/// Iterates over the tokens of a JSON document: punctuation, strings, numbers, literals, and whitespace, one character
/// per token. Concatenated, the tokens are always equal to the document, even if it's invalid.
pub fn tokens(json: &str) -> impl Iterator<Item = &str> {
    let mut rest = json;
    std::iter::from_fn(move || {
        let (token, after) = rest.split_at(token_length(rest));
        rest = after;
        (!token.is_empty()).then_some(token)
    })
}

fn token_length(json: &str) -> usize {
    let bytes = json.as_bytes();
    match bytes.first() {
        Some(b'"') => {
            let mut at = 1;
            loop {
                match bytes.get(at) {
                    Some(b'\\') => at += 2,
                    Some(b'"') => return at + 1,
                    Some(_) => at += 1,
                    None => return bytes.len(),
                }
            }
        }
        Some(b'{' | b'}' | b'[' | b']' | b',' | b':' | b' ' | b'\n' | b'\t' | b'\r') => 1,
        _ => bytes.iter().position(|byte| b"{}[],: \n\t\r\"".contains(byte)).unwrap_or(bytes.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn strings_numbers_and_punctuation_are_separate_tokens() {
        let json = r#"{"a\"]":[-1.5e3, true],"é\\":null}"#;
        let expected = ["{", r#""a\"]""#, ":", "[", "-1.5e3", ",", " ", "true", "]", ",", r#""é\\""#, ":", "null", "}"];
        assert_eq!(tokens(json).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn tokens_of_an_invalid_document_make_up_the_document() {
        for json in ["", "\"", "\"\\", "\"\\\"", "é\"é", "{é", "]]"] {
            assert_eq!(tokens(json).collect::<String>(), json);
        }
    }
}
