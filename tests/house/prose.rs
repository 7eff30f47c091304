//! The prose of docs, comments, messages and names: phrases that a native engineer would not write.

use crate::root;
use std::path::Path;

/// A phrase, and what to write instead.
type Avoided = (&'static str, &'static str);

/// In comments, strings, documents and names.
const PHRASES: &[Avoided] = &[
    ("is no", "is not a; x does not exist, without x"),
    ("are no", "are not; x do not exist, without x"),
    ("was no", "was not a; x did not exist"),
    ("no longer", "not … any more, retired, removed"),
    ("in no other", "that no other has"),
    ("says of itself", "reports"),
    ("stands in", "is in, contains"),
    ("stand in", "are in, contain"),
    ("is found below", "is in"),
    ("without a wish", "by default"),
    ("piece of advice", "suggestion"),
    // Half of the formats show no cause, and people read advice as agents do.
    ("read the cause", "name the reason in the message"),
    ("ask the user", "what to do, for any reader"),
];

/// In comments, strings and documents; in code, `is_none` is right.
const TEXTS: &[Avoided] = &[("is none", "is missing, is not a"), ("are none", "are missing")];

/// In comments, strings, documents and names.
const WORDS: &[Avoided] = &[
    ("tell", "report, show, list, state"),
    ("tells", "reports, shows, lists, states"),
    ("told", "reported, shown, listed, stated"),
    ("nobody", "no caller, no user; or the passive voice"),
    ("somebody", "a user, a program"),
    ("anybody", "a user, a program"),
    ("everybody", "every user"),
    ("whoever", "the user who"),
    ("mend", "fix, repair"),
    ("mends", "fixes, repairs"),
    ("mended", "fixed, repaired"),
];

/// Right uses: a phrase with what is before or after it.
const ALLOWED: &[&str] = &["stands in for"];

/// Folders and files that people read, relative to the root.
const READ: &[&str] =
    &["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "runtime", "macros", "examples", "tests", ".ci"];

#[test]
fn prose_is_plain_english() {
    let mut found = Vec::new();
    let mut read = 0;
    for path in READ {
        each_file(&root().join(path), &mut |file, text| {
            read += 1;
            let is_code = file.extension().is_some_and(|extension| extension == "rs");
            for (number, line) in text.lines().enumerate() {
                if let Some((phrase, instead)) = avoided(line, is_code) {
                    let place = file.strip_prefix(root()).unwrap_or(file).display();
                    found.push(format!("{place}:{}: `{phrase}`; write: {instead}", number + 1));
                }
            }
        });
    }
    assert!(read > 600, "only {read} files were read");
    assert!(found.is_empty(), "{} phrases:\n{}", found.len(), found.join("\n"));
}

#[test]
fn phrases_are_found_as_whole_words() {
    let found = |line: &str| avoided(line, true).map(|(phrase, _)| phrase);
    for (wrong, phrase) in [
        ("// This is no path", "is no"),
        ("// Nobody listens", "nobody"),
        ("let x = 1; // is told", "told"),
        ("f(\"is no path\")", "is no"),
        ("error(\"there is no file\")", "is no"),
        ("// if there are no codes", "are no"),
        ("// it is no longer read", "is no"),
        ("// `Ok` if there is none", "is none"),
        ("let told = 1;", "told"),
        ("fn a_wait_is_told() {", "told"),
        ("enum WhoTells {", "tells"),
        ("fn that_is_no_path() {", "is no"),
    ] {
        assert_eq!(found(wrong), Some(phrase), "{wrong}");
    }
    for right in [
        "// this is not it",
        "// if the file does not exist",
        "if value.is_none() {",
        "// it recommends a fix",
        "let tellable = 1;",
    ] {
        assert_eq!(found(right), None, "{right}");
    }
}

/// The first phrase of a line that should be another.
fn avoided(line: &str, is_code: bool) -> Option<Avoided> {
    let (strings, comment) = if is_code { parts(line) } else { (String::new(), line.to_owned()) };
    let found = |text: &str, phrases: &[Avoided], allowed: &[&str]| first(&text.to_lowercase(), phrases, allowed);
    found(&comment, TEXTS, ALLOWED)
        .or_else(|| found(&strings, TEXTS, ALLOWED))
        .or_else(|| found(&words(line), PHRASES, ALLOWED))
        .or_else(|| found(&words(line), WORDS, &[]))
}

/// The strings and the comment of a line of code.
fn parts(line: &str) -> (String, String) {
    let mut strings = String::new();
    let mut in_string = false;
    let mut rest = line.chars();
    while let Some(character) = rest.next() {
        match character {
            '"' => in_string = !in_string,
            '\\' if in_string => drop(rest.next()),
            '/' if !in_string && rest.as_str().starts_with('/') => return (strings, rest.as_str().to_owned()),
            _ if in_string => strings.push(character),
            _ => strings.push(' '),
        }
    }
    (strings, String::new())
}

/// The line with its names split into words.
fn words(line: &str) -> String {
    let mut words = String::new();
    for character in line.chars() {
        if character.is_uppercase() && words.ends_with(char::is_lowercase) {
            words.push(' ');
        }
        words.push(if character == '_' { ' ' } else { character });
    }
    words
}

/// The first of the phrases in a text, as whole words.
fn first(text: &str, phrases: &[Avoided], allowed: &[&str]) -> Option<Avoided> {
    phrases.iter().copied().find(|(phrase, _)| {
        text.match_indices(phrase).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + phrase.len()..].chars().next();
            let is_whole = ![before, after].into_iter().flatten().any(|c| c.is_alphanumeric() || c == '_');
            let is_right = allowed.iter().any(|allowed| {
                allowed.find(phrase).is_some_and(|offset| {
                    at.checked_sub(offset).is_some_and(|start| text[start..].starts_with(allowed))
                })
            });
            is_whole && !is_right
        })
    })
}

/// Files that are data: what other systems write, and this file.
fn is_data(path: &Path) -> bool {
    let path = path.strip_prefix(root()).unwrap_or(path);
    path.ends_with("house/prose.rs")
        || ["tests/formats/corpus", "tests/fuzz/corpus"].iter().any(|data| path.starts_with(data))
}

fn each_file(path: &Path, visit: &mut impl FnMut(&Path, &str)) {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if path.is_dir() {
        if !matches!(name, "target" | "node_modules") && !is_data(path) {
            let mut inside: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
            inside.sort();
            for path in &inside {
                each_file(path, visit);
            }
        }
    } else if !is_data(path)
        && path.extension().is_some_and(|extension| ["rs", "md", "toml", "sh"].iter().any(|known| extension == *known))
    {
        visit(path, &std::fs::read_to_string(path).unwrap());
    }
}
