//! The table of secrets.

use agent_error::format::REDACTED;

/// The secret that `§` stands for. It must not appear in any output.
pub(crate) const SECRET: &str = "Zq7Hunter2Secret9x";

/// The characters that `{36}` and the like stand for.
const TAIL: &str = "k3J9sQ7xZ2mB8vN4cR6tY1wP5aD0fG7hL2uE9iO3qX6z";

/// Strings in which `«` and `»` enclose what's redacted.
const TABLE: &str = include_str!("secrets.txt");

/// A string, and what's left of it.
pub(crate) struct Row {
    pub(crate) text: String,
    pub(crate) shown: String,
}

pub(crate) fn rows() -> Vec<Row> {
    let rows: Vec<Row> = TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "))
        .map(row)
        .collect();
    assert!(rows.len() >= 400, "{} rows", rows.len());
    rows
}

fn row(line: &str) -> Row {
    let marked = decoded(line);
    let mut parts = marked.split(['«', '»']);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    while let (Some(_), Some(rest)) = (parts.next(), parts.next()) {
        shown = shown + REDACTED + rest;
    }
    // Control sequences and invisible characters are removed from strings with secrets.
    for sequence in ["\u{200b}", "\u{1b}[0m", "\u{1b}[1m", "\u{1b}[32m"] {
        shown = shown.replace(sequence, "");
    }
    Row {
        text: marked.replace(['«', '»'], ""),
        shown,
    }
}

fn decoded(line: &str) -> String {
    let mut text = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match characters.next().unwrap() {
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            'u' => {
                let digits: String = characters.by_ref().take(4).collect();
                text.push(char::from_u32(u32::from_str_radix(&digits, 16).unwrap()).unwrap());
            }
            escaped => text.push(escaped),
        }
    }
    let text = text.replace('§', SECRET);
    [22, 36, 43].iter().fold(text, |text, length| {
        text.replace(&format!("{{{length}}}"), &TAIL[..*length])
    })
}

/// Returns all strings whose secret is [`SECRET`].
pub(crate) fn all() -> Vec<String> {
    rows()
        .into_iter()
        .filter(|row| row.text.contains(SECRET) && !row.shown.contains(SECRET))
        .map(|row| row.text)
        .collect()
}
