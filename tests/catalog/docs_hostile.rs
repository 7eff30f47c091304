//! Tests that the page for a declaration is valid, whatever the declaration contains.

use crate::def::{Def, built};
use crate::docs_read::{events, headings, leads_out, links, rows};
use crate::document_of;
use agent_error::Catalog;
use agent_error::definition::{FieldDef, Template, TypeDef};
use agent_error::vocabulary::ContextFormat;
use agent_error_tooling::ExportFormat;
use proptest::prelude::*;
use pulldown_cmark::{Event, HeadingLevel};

const UNKNOWN: agent_error::__private::FieldSchema = agent_error::__private::FieldSchema::UNKNOWN;

/// Generates strings with all characters that have a meaning in Markdown, HTML or mdBook.
fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a",
        "b c",
        "A_B",
        "_",
        "*",
        "**",
        "`",
        "``",
        "```",
        "~~~",
        "~",
        "|",
        "\\",
        "\\|",
        "<b>",
        "</details>",
        "<!--",
        "-->",
        "<script>",
        "<x:y>",
        "<https://a.example>",
        "&lt;",
        "&",
        "[",
        "]",
        "](",
        "(",
        ")",
        "[a](javascript:b)",
        "![i](x.png)",
        "[Self::X]",
        "[`Y`]",
        "[a]: https://b.example",
        "[^1]",
        "[^1]: note",
        "#",
        "# ",
        "## h",
        "===",
        "---",
        "- ",
        "1. ",
        "> ",
        "> [!NOTE]",
        ": ",
        "+ ",
        "    ",
        "\n",
        "\n\n",
        "\n\n",
        "\t",
        " ",
        "\r",
        "\u{1b}[31m",
        "{",
        "}",
        "{x}",
        "{{#include /etc/passwd}}",
        "$",
        "é",
        "\u{202e}",
        "| a | b |\n|---|---|\n| c | d |\n",
        "<div>\n\n",
        "<![CDATA[",
        "<?php",
        "www.a.example",
        "- [ ] ",
        "=",
        "^",
    ]);
    prop::collection::vec(pieces, 0..10).prop_map(|pieces| pieces.concat())
}

fn leaked(text: String) -> &'static str {
    text.leak()
}

fn page_of(def: &Def, field: &'static str, export: ExportFormat) -> String {
    let fields: &'static [FieldDef] = vec![FieldDef {
        name: "x",
        ty: "String",
        shown: ContextFormat::Serialized,
        summary: Some(field),
        nearest: false,
        values_from: None,
        schema: UNKNOWN,
    }]
    .leak();
    let defs = built([Def { code: "A_B", fields, ..*def }]);
    let ty = Box::leak(Box::new(TypeDef { path: "tool::Error", defs, ..TypeDef::EMPTY }));
    let files = document_of(&Catalog::from_types(&[ty]).unwrap()).export(export);
    files.into_iter().find(|file| file.path.contains("A_B") || export == ExportFormat::Llms).unwrap().text
}

/// Returns the text of the first paragraph below a heading.
fn paragraph_below(page: &str, heading: &str) -> String {
    let (_, below) = page.split_once(heading).unwrap();
    let texts = events(below.trim_start()).into_iter().skip(1).take_while(|event| !matches!(event, Event::End(_)));
    let texts = texts.map(|event| match event {
        Event::Text(text) => text.to_string(),
        other => panic!("{other:?} in plain text:\n{page}"),
    });
    texts.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_page_keeps_its_shape(
        summary in hostile(),
        description in hostile(),
        message in hostile(),
        suggestion in hostile(),
        field in hostile(),
        deprecated in hostile(),
    ) {
        let def = Def {
            summary: Some(leaked(summary)),
            description: Some(leaked(description)),
            message: Some(Template::new(leaked(message))),
            suggestion: Some(Template::new(leaked(suggestion))),
            fix_required: Some(Template::new(leaked(deprecated.clone()))),
            deprecated: Some(leaked(deprecated)),
            ..Def::with_exit(5)
        };
        let page = page_of(&def, leaked(field), ExportFormat::Markdown);
        for event in events(&page) {
            // The only HTML that the generator writes: code in a table cell that contains a `|`.
            let ours = |html: &str| html == "<code>" || html == "</code>";
            prop_assert!(!matches!(&event, Event::Html(_)), "{event:?}\n{page}");
            prop_assert!(!matches!(&event, Event::InlineHtml(html) if !ours(html)), "{event:?}\n{page}");
        }
        prop_assert_eq!(headings(&page, HeadingLevel::H1), ["A_B"]);
        prop_assert_eq!(
            headings(&page, HeadingLevel::H2),
            ["When it happens", "What to do", "Context", "Example"],
            "{}", page
        );
        let rows = rows(&page);
        let ours = &rows[rows.len() - 2..];
        prop_assert_eq!(&ours[0], &["Field", "Type", "Meaning"]);
        prop_assert_eq!((&*ours[1][0], &*ours[1][1], ours[1].len()), ("x", "string", 3));
        for link in links(&page) {
            prop_assert!(leads_out(&link) || ["README.md#exit-code-5", "A_B.md"].contains(&&*link), "{link}\n{page}");
        }
        let outside_code: String = page.split("```").step_by(2).collect();
        prop_assert!(!outside_code.contains('\u{1b}'), "{page}");
    }

    #[test]
    fn text_is_shown_unchanged(suggestion in hostile()) {
        let suggestion = suggestion.replace(['`', '{', '}', '\r'], "").replace("\u{1b}[31m", "");
        let shown = suggestion.split_whitespace().collect::<Vec<_>>().join(" ");
        if shown.is_empty() {
            return Ok(());
        }
        let def = Def { suggestion: Some(Template::new(leaked(suggestion))), ..Def::with_exit(5) };
        let page = page_of(&def, "", ExportFormat::Markdown);
        prop_assert_eq!(paragraph_below(&page, "## What to do\n"), shown, "{}", page);
    }

    #[test]
    fn an_item_for_agents_is_one_line(summary in hostile(), suggestion in hostile()) {
        let def = Def {
            summary: Some(leaked(summary)),
            suggestion: Some(Template::new(leaked(suggestion))),
            ..Def::with_exit(5)
        };
        let text = page_of(&def, "", ExportFormat::Llms);
        prop_assert_eq!(text.lines().count(), 3, "{}", text);
        prop_assert_eq!(headings(&text, HeadingLevel::H2), ["Errors of tool"]);
        prop_assert_eq!(&links(&text)[0], "errors/A_B/");
    }
}
