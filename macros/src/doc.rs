//! Splits doc comments into a summary and a description for the catalog.

mod value;

use syn::{Attribute, Expr, Meta};

/// A doc comment, split into its first paragraph and the rest.
#[derive(Default)]
pub(crate) struct Doc {
    pub(crate) summary: Option<String>,
    pub(crate) description: Option<String>,
    /// Whether part of the comment comes from a macro that can't be evaluated here.
    pub(crate) has_unread: bool,
}

impl Doc {
    /// Parses the doc comments in `attrs`. Evaluates macros such as `#[doc = concat!(...)]`, because derive macros
    /// receive them unexpanded.
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let values: Vec<Option<String>> = attrs.iter().filter_map(expression).map(value::of).collect();
        let has_unread = values.contains(&None);
        let text = values.into_iter().flatten().collect::<Vec<_>>().join("\n");
        let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        let start = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
        let lines = &lines[start..];
        let end = lines.iter().position(|line| line.trim().is_empty()).unwrap_or(lines.len());
        let summary = lines[..end].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        let description = lines[end..].join("\n");
        Self { summary: non_empty(&summary), description: non_empty(&description), has_unread }
    }
}

fn non_empty(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns the expression in `#[doc = ...]`.
fn expression(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Doc;
    use syn::parse_quote;

    #[test]
    fn the_first_paragraph_is_the_summary() {
        let doc = Doc::read(&[
            parse_quote!(#[doc = " The server did"]),
            parse_quote!(#[doc = " not answer."]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " It may be down:"]),
            parse_quote!(#[doc = "   - or slow"]),
            parse_quote!(#[doc = concat!("   - or ", 2, ' ', concat!("days "), true)]),
        ]);
        assert_eq!(doc.summary.as_deref(), Some("The server did not answer."));
        assert_eq!(doc.description.as_deref(), Some("It may be down:\n  - or slow\n  - or 2 days true"));
        assert!(!doc.has_unread);
    }

    #[test]
    fn what_cannot_be_read_is_known_to_be_there() {
        let doc = Doc::read(&[parse_quote!(#[doc = concat!("a", text!())])]);
        assert!(doc.summary.is_none() && doc.has_unread);
        assert!(!Doc::read(&[parse_quote!(#[doc(hidden)])]).has_unread);
    }

    #[test]
    fn block_comments_lose_their_stars() {
        for (text, description) in [
            ("\n * Lost.\n *\n * - a\n *   - b\n ", Some("- a\n  - b")),
            (" Lost.\n     *\n     * More.", Some("More.")),
            (" Lost. ", None),
            (" Lost.\n\n * a\n\n   b", Some("* a\n\n  b")),
            (" Lost.\n\n* a\n* b", Some("* a\n* b")),
        ] {
            let doc = Doc::read(&[parse_quote!(#[doc = #text])]);
            assert_eq!((doc.summary.as_deref(), doc.description.as_deref()), (Some("Lost."), description), "{text:?}");
        }
    }

    #[test]
    fn an_empty_comment_gives_no_summary() {
        let doc = Doc::read(&[parse_quote!(#[doc = "  "])]);
        assert!(doc.summary.is_none() && doc.description.is_none());
    }
}
