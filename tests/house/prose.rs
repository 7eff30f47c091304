//! The prose of docs, comments and messages: phrases that a native engineer would not write.

use crate::root;
use std::path::Path;

/// What to write instead.
const AVOIDED: &[(&str, &str)] = &[
    ("is no", "is not a"),
    ("are no", "are not"),
    ("tells", "reports, shows, lists, states"),
    ("told", "reported, shown"),
    ("says of itself", "reports"),
    ("nobody", "no caller, no one; or the passive voice"),
    ("somebody", "a user, a program"),
    ("whoever", "the user who"),
    ("mend", "fix, repair"),
    ("mends", "fixes, repairs"),
    ("mended", "fixed, repaired"),
    ("stands in", "is in, contains"),
    ("stand in", "are in, contain"),
    ("is found below", "is in"),
    ("without a wish", "by default"),
    ("piece of advice", "suggestion"),
];

/// Right uses: the start of the phrase with what is before or after it.
const ALLOWED: &[&str] = &["is no longer", "are no longer", "there is no", "there are no", "stands in for"];

/// Folders and files that people read, relative to the root. Tests are not among them.
const READ: &[&str] = &["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "runtime", "macros", "examples", ".ci"];

#[test]
fn prose_is_plain_english() {
    let mut found = Vec::new();
    let mut read = 0;
    for path in READ {
        each_file(&root().join(path), &mut |file, text| {
            read += 1;
            let is_code = file.extension().is_some_and(|extension| extension == "rs");
            for (number, line) in text.lines().enumerate() {
                let line = if is_code { prose(line) } else { line.to_owned() };
                if let Some((phrase, instead)) = avoided(&line) {
                    let place = file.strip_prefix(root()).unwrap_or(file).display();
                    found.push(format!("{place}:{}: `{phrase}`; write: {instead}", number + 1));
                }
            }
        });
    }
    assert!(read > 300, "only {read} files were read");
    assert!(found.is_empty(), "{} phrases:\n{}", found.len(), found.join("\n"));
}

#[test]
fn phrases_are_found_as_whole_words() {
    assert_eq!(avoided("This is no path").map(|(phrase, _)| phrase), Some("is no"));
    assert_eq!(avoided("Nobody listens").map(|(phrase, _)| phrase), Some("nobody"));
    for right in ["this is not it", "there is no file", "if there are no codes", "fn tells_causes()", "mending"] {
        assert_eq!(avoided(right), None, "{right}");
    }
    assert_eq!(avoided(&prose("let told = mended;")), None);
    assert!(avoided(&prose("let x = 1; // is told")).is_some() && avoided(&prose("f(\"is no path\")")).is_some());
}

/// The comment and the strings of a line of code: names are not prose.
fn prose(line: &str) -> String {
    let mut prose = String::new();
    let mut in_string = false;
    let mut rest = line.chars();
    while let Some(character) = rest.next() {
        match character {
            '"' => in_string = !in_string,
            '\\' if in_string => drop(rest.next()),
            '/' if !in_string && rest.as_str().starts_with('/') => return prose + " " + rest.as_str(),
            _ if in_string => prose.push(character),
            _ => prose.push(' '),
        }
    }
    prose
}

/// The first phrase of a line that should be another.
fn avoided(line: &str) -> Option<(&'static str, &'static str)> {
    let line = line.to_lowercase();
    AVOIDED.iter().copied().find(|(phrase, _)| {
        line.match_indices(phrase).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + phrase.len()..].chars().next();
            let is_whole = ![before, after].into_iter().flatten().any(|c| c.is_alphanumeric() || c == '_');
            let is_right = ALLOWED.iter().any(|allowed| {
                allowed.find(phrase).is_some_and(|offset| {
                    at.checked_sub(offset).is_some_and(|start| line[start..].starts_with(allowed))
                })
            });
            is_whole && !is_right
        })
    })
}

fn each_file(path: &Path, visit: &mut impl FnMut(&Path, &str)) {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if path.is_dir() {
        // Tests show what programs print, and `target` is not ours.
        if !matches!(name, "tests" | "target" | "benches") {
            let mut inside: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
            inside.sort();
            for path in &inside {
                each_file(path, visit);
            }
        }
    } else if path
        .extension()
        .is_some_and(|extension| ["rs", "md", "toml", "sh"].iter().any(|known| extension == *known))
    {
        visit(path, &std::fs::read_to_string(path).unwrap());
    }
}
