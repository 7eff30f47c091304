//! Finds commands and flags in a string for people.

use agent_error_rules::advice::called_names;

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

/// If the text tells the reader to call or run `name`, returns the verb.
pub(super) fn verb_before<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (verb, _) = called_names(text).find(|(_, called)| *called == name)?;
    Some(verb)
}

/// Returns the name of a long flag such as `--port`, `(--port=80)` or `--port,`.
fn flag(word: &str) -> Option<&str> {
    let bare = word
        .trim_start_matches(['(', '[', '\'', '"'])
        .trim_end_matches([')', ']', '\'', '"', '.', ',', ';', ':']);
    let without_value = bare.split('=').next().unwrap_or(bare);
    let name = without_value.strip_prefix("--")?;
    if is_flag_name(name) {
        Some(without_value)
    } else {
        None
    }
}

fn is_flag_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.ends_with(|c: char| c.is_ascii_alphanumeric())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

const OPERATORS: [&str; 5] = ["&&", "||", "|", ";", "&"];
const REDIRECTIONS: [&str; 5] = [">", ">>", "<", "2>", "2>&1"];

/// Splits the words of a shell command line into its commands, which aren't empty. Removes
/// redirections, prompts, variables and `sudo`.
pub(super) fn commands(words: &[String]) -> Vec<&[String]> {
    let mut commands = Vec::new();
    for part in words.split(|word| OPERATORS.contains(&word.as_str())) {
        let start = part.iter().take_while(|word| is_prefix(word)).count();
        let end = part
            .iter()
            .position(|word| REDIRECTIONS.contains(&word.as_str()))
            .unwrap_or(part.len());
        if start < end {
            commands.push(&part[start..end]);
        }
    }
    commands
}

/// Whether a word may precede the program in a command line, such as a prompt or `sudo`.
fn is_prefix(word: &str) -> bool {
    ["$", "sudo", "exec"].contains(&word) || is_assignment(word)
}

/// Whether the word sets a variable, such as `PORT=80`.
fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}
