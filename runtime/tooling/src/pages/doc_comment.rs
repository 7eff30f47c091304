//! Renders doc comments as Markdown that can't affect the rest of the page.
//!
//! Keeps emphasis, lists, code, tables and links. Escapes HTML. Lowers headings to fit below the headings of the page.
//! Converts intra-doc links to links to pages, or to plain text.

mod parsed;

use super::inline::Place;

/// Resolves an intra-doc link. Returns the path of the item's page, or `None` if the item doesn't have a page.
pub(super) type Resolve<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Renders a whole doc comment.
pub(super) fn block(text: &str, resolve: Resolve<'_>) -> String {
    parsed::block(&agent_error::format::clean(&text), resolve)
}

/// Returns the target of the link definition with this label, such as `[label]: https://…`.
pub(super) fn defined(text: &str, label: &str) -> Option<String> {
    parsed::defined(&agent_error::format::clean(&text), label)
}

/// Renders a summary on a single line. If it consists of more than a paragraph, escapes all Markdown except code.
pub(super) fn line(text: &str, place: Place, resolve: Resolve<'_>) -> String {
    parsed::line(&super::inline::one_line(text), place, resolve)
}

#[cfg(test)]
mod tests {
    use super::{block, line};
    use crate::pages::inline::Place;

    fn to_page(item: &str) -> Option<String> {
        (item == "Self::Timeout").then(|| "TIMEOUT.md".to_owned())
    }

    #[test]
    fn markdown_is_kept_and_html_becomes_text() {
        for (text, shown) in [
            ("*a* `<b>` [c](https://d)\n\n- x\n- y", "*a* `<b>` [c](https://d)\n\n- x\n- y"),
            ("a <b onclick=x>b</b>", "a &lt;b onclick=x>b&lt;/b>"),
            ("<script>\nalert(1)\n</script>", "&lt;script>\nalert(1)\n&lt;/script>"),
            ("<!-- no end", "&lt;!-- no end"),
            ("<https://a.example> <javascript:x>", "<https://a.example> &lt;javascript:x>"),
            ("[a](javascript:x) ![b](data:x)", "a b"),
            ("    <b>", "    <b>"),
        ] {
            assert_eq!(block(text, &to_page), shown, "{text}");
        }
    }

    #[test]
    fn links_between_items_become_links_to_pages_or_text() {
        for (text, shown) in [
            ("see [`Self::Timeout`] or [it](Self::Timeout)", "see [`Self::Timeout`](TIMEOUT.md) or [it](TIMEOUT.md)"),
            ("see [`Self::Other`] or [it](Self::Other)", "see `Self::Other` or it"),
            ("the value[0] of [x]", "the value[0] of [x]"),
            ("[it][Self::Timeout]", "[it](TIMEOUT.md)"),
            ("[it], [b][It]\n\n[it]: https://a.example\n", "[it](<https://a.example>), [b](<https://a.example>)"),
            ("[it]\n\n[it]: Self::Timeout", "[it](TIMEOUT.md)"),
            ("[it]\n\n[it]: javascript:x", "it"),
        ] {
            assert_eq!(block(text, &to_page), shown, "{text}");
        }
    }

    #[test]
    fn doc_comments_cannot_affect_the_rest_of_the_page() {
        for (text, shown) in [
            ("# Examples\n\nx", "### Examples\n\nx"),
            ("Two\nlines\n===\n\nx", "### Two lines\n\nx"),
            ("###### Deep {#id}", "###### Deep"),
            ("```sh\nx", "```sh\nx\n```"),
            ("````\n```\nx\n```", "````\n```\nx\n```\n````"),
            ("```\nx\n```\n\nafter", "```\nx\n```\n\nafter"),
            ("- ```", "- ```"),
            ("~~~\nx\n~~~", "~~~\nx\n~~~"),
        ] {
            assert_eq!(block(text, &to_page), shown, "{text}");
        }
    }

    #[test]
    fn a_summary_is_one_line_in_any_place() {
        for (text, shown) in [
            ("The *end* of `a`.", "The *end* of `a`."),
            ("# not a heading", r"\# not a heading"),
            ("- not | a list", r"\- not \| a list"),
            ("a | b \\| c `d|e`", "a \\| b \\| c <code>d&#124;e</code>"),
        ] {
            assert_eq!(line(text, Place::Cell, &to_page), shown, "{text}");
        }
        assert_eq!(line("a | `b|c`", Place::Line, &to_page), "a | `b|c`");
    }
}
