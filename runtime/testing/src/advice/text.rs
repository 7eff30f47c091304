//! Finds commands and flags in a string for people.

#[derive(Default)]
pub(super) struct Parts<'a> {
    /// The parts between backticks.
    pub(super) quoted: Vec<&'a str>,
    /// The parts outside of backticks.
    pub(super) prose: Vec<&'a str>,
}

impl<'a> Parts<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut parts = Self::default();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('`')
            && let Some((inside, behind)) = after.split_once('`')
        {
            parts.prose.push(before);
            parts.quoted.push(inside);
            rest = behind;
        }
        parts.prose.push(rest);
        parts
    }

    /// Returns the long flags outside of backticks, without their values.
    pub(super) fn flags_in_prose(&self) -> impl Iterator<Item = &'a str> {
        self.prose
            .iter()
            .flat_map(|prose| prose.split_whitespace())
            .filter_map(flag)
    }
}

/// Returns the name of a long flag such as `--port`, `(--port=80)` or `--port,`.
fn flag(word: &str) -> Option<&str> {
    let word = word
        .trim_start_matches(['(', '[', '\'', '"'])
        .trim_end_matches([')', ']', '\'', '"', '.', ',', ';', ':']);
    let flag = word.split('=').next().unwrap_or(word);
    let name = flag.strip_prefix("--")?;
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.ends_with(|c: char| c.is_ascii_alphanumeric());
    let is_flag = is_name
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    is_flag.then_some(flag)
}

/// Splits the words of a shell command line into its commands. Removes redirections, prompts,
/// variables and `sudo`.
pub(super) fn commands(words: &[String]) -> impl Iterator<Item = &[String]> {
    let is_operator = |word: &String| ["&&", "||", "|", ";", "&"].contains(&word.as_str());
    let is_redirection = |word: &String| [">", ">>", "<", "2>", "2>&1"].contains(&word.as_str());
    let is_prefix =
        |word: &&String| ["$", "sudo", "exec"].contains(&word.as_str()) || is_assignment(word);
    words.split(is_operator).filter_map(move |words| {
        let words = &words[words.iter().take_while(is_prefix).count()..];
        words
            .split(is_redirection)
            .next()
            .filter(|words| !words.is_empty())
    })
}

/// Whether the word sets a variable, such as `PORT=80`.
fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}
