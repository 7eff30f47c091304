//! Doc comments as the catalog's summary and description.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The first paragraph, and what follows it.
#[derive(Default)]
pub(crate) struct Doc {
    pub(crate) summary: Option<String>,
    pub(crate) description: Option<String>,
}

impl Doc {
    /// Reads the doc comments among `attrs`. A `#[doc = concat!(...)]` reaches a derive unexpanded
    /// and is passed over.
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let text = attrs.iter().filter_map(literal).collect::<Vec<_>>().join("\n");
        let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        let start = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
        let lines = &lines[start..];
        let end = lines.iter().position(|line| line.trim().is_empty()).unwrap_or(lines.len());
        let summary = lines[..end].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        let description = lines[end..].join("\n");
        Self { summary: non_empty(&summary), description: non_empty(&description) }
    }
}

fn non_empty(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn literal(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
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
            parse_quote!(#[doc = concat!("not", "read")]),
        ]);
        assert_eq!(doc.summary.as_deref(), Some("The server did not answer."));
        assert_eq!(doc.description.as_deref(), Some("It may be down:\n  - or slow"));
    }

    #[test]
    fn no_comment_is_no_summary() {
        let doc = Doc::read(&[parse_quote!(#[doc = "  "])]);
        assert!(doc.summary.is_none() && doc.description.is_none());
    }
}
