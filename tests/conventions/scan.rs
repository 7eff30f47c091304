//! Finds what a source file imports: its `use` trees, and paths that start with `crate`, `self` or `super`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::fs;
use std::path::Path;

/// A path in a file, and the name under which `use` imports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) path: Vec<String>,
    /// The name in this module, if the path is imported.
    pub(crate) alias: Option<String>,
}

/// The relevant content of a file.
#[derive(Debug, Default)]
pub(crate) struct Scanned {
    pub(crate) children: Vec<String>,
    /// The exported macros, which are in the root of their package.
    pub(crate) macros: Vec<String>,
    pub(crate) named: Vec<Named>,
}

/// Returns the top-level modules of a package, including its root.
pub(crate) fn top_level(source: &Path) -> Vec<String> {
    let mut modules: Vec<String> = fs::read_dir(source)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    modules.sort();
    modules.dedup();
    modules
}

pub(crate) fn scan(text: &str) -> Scanned {
    let tokens: TokenStream = text.parse().unwrap();
    let mut scanned = Scanned::default();
    walk(tokens, 0, &mut scanned);
    scanned
}

/// Returns the keywords of items that are neither `use` nor `mod`.
pub(crate) fn items_beside_uses(text: &str) -> Vec<String> {
    let tokens: Vec<TokenTree> = text.parse::<TokenStream>().unwrap().into_iter().collect();
    let words = tokens.iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    });
    let items = ["fn", "struct", "enum", "trait", "impl", "const", "static", "type", "macro_rules"];
    words.filter(|word| items.contains(&word.as_str())).collect()
}

/// Scans tokens inside `depth` nested inline modules.
fn walk(tokens: TokenStream, depth: usize, scanned: &mut Scanned) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let (word, next) = (text_of(&tokens[at]), tokens.get(at + 1));
        if word == "#" && is_test(next) {
            at = after_item(&tokens, at);
            continue;
        }
        let after_dollar = at > 0 && text_of(&tokens[at - 1]) == "$";
        match (word.as_str(), next) {
            ("mod", Some(TokenTree::Ident(name))) => match tokens.get(at + 2) {
                Some(TokenTree::Group(body)) => {
                    walk(body.stream(), depth + 1, scanned);
                    at += 3;
                    continue;
                }
                _ => scanned.children.push(name.to_string()),
            },
            ("macro_rules", _) if exports_next(&tokens[..at]) => {
                scanned.macros.extend(tokens.get(at + 2).map(text_of));
            }
            ("use", Some(_)) => {
                let end = (at..tokens.len()).find(|at| text_of(&tokens[*at]) == ";").unwrap_or(tokens.len());
                use_tree(&tokens[at + 1..end], &[], depth, scanned);
                at = end;
                continue;
            }
            ("crate" | "super" | "self", _) if !after_dollar && is_colon(&tokens, at + 1) => {
                let (path, end) = path_from(&tokens, at);
                if let Some(path) = outward(path, depth) {
                    scanned.named.push(Named { path, alias: None });
                }
                at = end;
                continue;
            }
            _ => {}
        }
        if let TokenTree::Group(group) = &tokens[at] {
            walk(group.stream(), depth, scanned);
        }
        at += 1;
    }
}

/// Whether the attribute is `#[cfg(test)]`, `#[test]` or `#[cfg(doc)]`. Such items may import anything.
fn is_test(attribute: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(group)) = attribute else { return false };
    matches!(group.stream().to_string().replace(' ', "").as_str(), "cfg(test)" | "test" | "cfg(doc)")
}

/// Whether the attributes at the end of the tokens include `#[macro_export]`.
fn exports_next(before: &[TokenTree]) -> bool {
    before
        .rchunks(2)
        .take_while(|pair| pair.first().is_some_and(|token| text_of(token) == "#"))
        .any(|pair| matches!(&pair[1], TokenTree::Group(group) if group.stream().to_string() == "macro_export"))
}

/// Returns the index after the item that starts at `at`, including its attributes.
fn after_item(tokens: &[TokenTree], at: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        other => text_of(other) == ";",
    };
    (at..tokens.len()).find(|at| ends(&tokens[*at])).map_or(tokens.len(), |end| {
        // In a `use` item, a semicolon follows the braces.
        end + 1 + usize::from(tokens.get(end + 1).is_some_and(|token| text_of(token) == ";"))
    })
}

fn text_of(token: &TokenTree) -> String {
    match token {
        TokenTree::Group(_) => String::new(),
        other => other.to_string(),
    }
}

fn is_colon(tokens: &[TokenTree], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| text_of(token) == ":")
        && tokens.get(at + 1).is_some_and(|token| text_of(token) == ":")
}

/// Parses the path that starts at `at`. Also returns the index after the path.
fn path_from(tokens: &[TokenTree], mut at: usize) -> (Vec<String>, usize) {
    let mut path = vec![text_of(&tokens[at])];
    at += 1;
    while is_colon(tokens, at) {
        match tokens.get(at + 2) {
            Some(TokenTree::Ident(word)) => path.push(word.to_string()),
            _ => break,
        }
        at += 3;
    }
    (path, at)
}

/// Rewrites a path for use outside the inline modules. Returns `None` for a path that stays inside.
fn outward(path: Vec<String>, depth: usize) -> Option<Vec<String>> {
    let supers = path.iter().take_while(|word| *word == "super").count();
    match path[0].as_str() {
        "crate" => Some(path),
        "super" if supers > depth => Some(path[depth..].to_vec()),
        "self" if depth == 0 => Some(path),
        _ => None,
    }
}

fn use_tree(tokens: &[TokenTree], prefix: &[String], depth: usize, scanned: &mut Scanned) {
    for part in tokens.split(|token| text_of(token) == ",") {
        let mut path = prefix.to_vec();
        let mut alias = None;
        let mut group: Option<&Group> = None;
        for (index, token) in part.iter().enumerate() {
            match token {
                TokenTree::Ident(word) if *word == "as" => {
                    alias = part.get(index + 1).map(text_of);
                    break;
                }
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(inner) => group = Some(inner),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        if let Some(group) = group {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            use_tree(&inner, &path, depth, scanned);
        } else if !path.is_empty() {
            if path.last().is_some_and(|word| word == "self") && path.len() > 1 {
                path.pop();
            }
            let alias = alias.or_else(|| path.last().cloned());
            if let Some(path) = if is_relative(&path) { Some(path) } else { outward(path, depth) } {
                scanned.named.push(Named { path, alias });
            }
        }
    }
}

fn is_relative(path: &[String]) -> bool {
    !["crate", "super", "self"].contains(&path[0].as_str())
}
