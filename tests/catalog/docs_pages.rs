//! Tests that the page of a code contains all facts about the code.

use crate::docs_declared::PageError;
use crate::docs_read::{assert_links_lead_somewhere, headings, rows};
use crate::document_of;
use agent_error::{Catalog, Format};
use agent_error_tooling::{ExportFormat, ExportedFile};
use pulldown_cmark::HeadingLevel;

fn files() -> Vec<ExportedFile> {
    document_of(&Catalog::of::<PageError>()).export(ExportFormat::Markdown)
}

fn page(path: &str) -> String {
    files().into_iter().find(|file| file.path == path).unwrap().text
}

#[test]
fn each_code_has_a_page_and_there_is_one_index() {
    let files = files();
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["PAGE_GONE.md", "PAGE_HALF.md", "PAGE_LOCKED.md", "PAGE_OLD.md", "PAGE_OLDER.md", "README.md"]);
    assert_links_lead_somewhere(&files);
    let index = page("README.md");
    assert!(index.contains("- [PAGE_HALF](PAGE_HALF.md), exit 3: Part of it was written."), "{index}");
    assert!(index.contains("- [PAGE_LOCKED](PAGE_LOCKED.md), retry: The *lock* is held by `other`."), "{index}");
    assert_eq!(
        headings(&index, HeadingLevel::H3),
        ["PAGE", "Retired codes", "Exit code 3", "Exit code 5", "Exit code 12"]
    );
}

#[test]
fn a_page_contains_every_fact() {
    let page = page("PAGE_LOCKED.md");
    for fact in [
        "The *lock* is held by `other`.\n",
        "```text\n{path} is locked by {owner}\n```",
        "- **Exit code:** [12 UNAVAILABLE](README.md#exit-code-12). The service is temporarily unavailable; nothing was done.",
        "- **Retry:** yes; the same call may succeed later; wait as long as `wait` says; double the pause each time",
        "- **Side effects:** none; nothing was changed",
        "- **Phase:** execution, while the work was done",
        "- **Declared HTTP status:** 423\n",
        "- **Severity:** critical; a person has to look",
        "- **Detail:** held since {since}",
        "- **Docs URL:** <https://tool.example.com/errors/PAGE_LOCKED>",
        "Wait, then repeat; `tool locks` shows &lt;all> locks\n",
        "Prerequisite: the other program has ended\n",
        "Call instead: `locks.list`, `locks.get`\n",
        "- I/O error WouldBlock\n- message with \"is \\| locked\"\n",
        "- [3 of PAGE](README.md#page): [PAGE_GONE](PAGE_GONE.md), [PAGE_HALF](PAGE_HALF.md)",
    ] {
        assert!(page.contains(fact), "the page lacks {fact}\n{page}");
    }
    let gone = self::page("PAGE_GONE.md");
    assert!(gone.contains("> **Deprecated:** use PAGE_LOCKED\n"), "{gone}");
    assert!(gone.contains("```sh\ntool pages --restore={page}\n```"), "{gone}");
    let half = self::page("PAGE_HALF.md");
    assert!(
        half.contains("- **Side effects:** partial; some of the work may be done, so look before the next call"),
        "{half}"
    );
    assert!(half.contains("## What to do\n\nCheck the state before the next call.\n"), "{half}");
}

#[test]
fn the_markdown_of_a_doc_comment_works_and_stays_in_its_place() {
    let page = page("PAGE_LOCKED.md");
    let sections = headings(&page, HeadingLevel::H2);
    let expected =
        ["When it happens", "What to do", "Context", "Errors of other libraries", "Example", "Related codes"];
    assert_eq!(sections, expected);
    assert_eq!(headings(&page, HeadingLevel::H3)[0], "Examples");
    assert!(page.contains("see [`Self::Gone`](PAGE_GONE.md)."), "{page}");
    assert!(page.contains("One &lt;b>died&lt;/b>:"), "{page}");
    let rows = rows(&page);
    assert_eq!(rows[..2], [["before", "after"], ["a", "b"]]);
    assert_eq!(
        rows[2..],
        [
            ["Field", "Type", "Meaning"].map(str::to_owned).to_vec(),
            ["path", "string", "The file, as a|b or c|d."].map(str::to_owned).to_vec(),
            ["owner", "string", "Who holds it."].map(str::to_owned).to_vec(),
            ["since", "integer", "For how long."].map(str::to_owned).to_vec(),
            ["token", "string, redacted", ""].map(str::to_owned).to_vec(),
        ]
    );
}

#[test]
fn a_retired_code_keeps_its_page() {
    assert_eq!(
        page("PAGE_OLD.md"),
        "# PAGE_OLD\n\n> **Retired:** this code is no longer used, and will never be reused.\n\n\
         Instead: use &lt;PAGE_LOCKED>\n\n[All codes](README.md)\n"
    );
    assert!(
        page("README.md").contains("- [PAGE_OLD](PAGE_OLD.md): use &lt;PAGE_LOCKED>\n- [PAGE_OLDER](PAGE_OLDER.md)\n")
    );
    let book = document_of(&Catalog::of::<PageError>()).export(ExportFormat::Site);
    assert!(book.iter().any(|file| file.path == "src/errors/PAGE_OLD/index.md"), "where its docs URL led");
}

/// Returns the pages of all codes except retired ones, which have no example.
fn declared() -> Vec<ExportedFile> {
    let pages: Vec<ExportedFile> = files().into_iter().filter(|file| file.text.contains("\n## Example\n")).collect();
    assert_eq!(pages.len(), 3);
    pages
}

/// Returns the code blocks in the examples of a page.
fn examples(page: &str) -> Vec<String> {
    let (_, examples) = page.split_once("\n## Example\n").unwrap();
    let blocks = examples.split("\n```").skip(1).step_by(2);
    blocks.map(|block| block.split_once('\n').unwrap().1.to_owned()).collect()
}

#[test]
fn the_example_of_each_format_is_an_error_in_this_format() {
    for file in declared() {
        let code = file.path.trim_end_matches(".md");
        let examples = examples(&file.text);
        assert_eq!(examples.len(), Format::ALL.len(), "{}", file.text);
        for (format, example) in Format::ALL.iter().zip(examples) {
            let record = format.parse(&example).unwrap_or_else(|error| panic!("{format}: {error}\n{example}"));
            assert_eq!(record.code, code, "{format}");
            assert!(!example.contains("hunter2") && !example.contains('…'), "{example}");
        }
    }
}

#[test]
fn the_example_of_the_envelope_keeps_to_the_schema_of_the_program() {
    let schema = document_of(&Catalog::of::<PageError>()).envelope_schema();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for file in declared() {
        let envelope: serde_json::Value = serde_json::from_str(&examples(&file.text)[1]).unwrap();
        let errors: Vec<String> = validator.iter_errors(&envelope).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", file.path);
    }
}

#[test]
fn the_values_of_an_example_fit_their_fields() {
    let page = page("PAGE_LOCKED.md");
    let envelope = Format::Envelope.parse(&examples(&page)[1]).unwrap();
    assert_eq!(envelope.message, "data/items.csv is locked by \"ada\"");
    assert_eq!(envelope.retry_after, Some(std::time::Duration::from_secs(30)));
    assert_eq!(envelope.value("since").unwrap(), &serde_json::json!(1));
    assert_eq!(envelope.value("token").unwrap(), agent_error::error::REDACTED);
    let gone = Format::Envelope.parse(&examples(&self::page("PAGE_GONE.md"))[1]).unwrap();
    assert_eq!(gone.fix_command.as_deref(), Some("tool pages --restore=some-page"));
}

#[test]
fn a_section_for_agents_is_a_list_of_links() {
    let [file] = document_of(&Catalog::of::<PageError>()).export(ExportFormat::Llms).try_into().unwrap();
    assert_eq!(
        file.text,
        "## Errors of catalog\n\n\
         - [PAGE_GONE](https://tool.example.com/errors/PAGE_GONE): exit 5, deprecated: use PAGE_LOCKED. The page is gone. \
         Run `tool pages --restore={page}`\n\
         - [PAGE_HALF](https://tool.example.com/errors/PAGE_HALF): exit 3, partial side effects. Part of it was written\n\
         - [PAGE_LOCKED](https://tool.example.com/errors/PAGE_LOCKED): exit 12, retry after the stated delay. The *lock* is held by \
         `other`. Wait, then repeat; `tool locks` shows &lt;all> locks\n"
    );
}
