//! Tests of the Markdown export: a page per code with all facts, and an index.

use crate::document_of;
use agent_error::{AgentError, Catalog, exit};
use agent_error_tooling::{ExportFormat, ExportedFile};
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(
    docs = "https://tool.example.com/errors/{code}",
    retired("PAGE_OLD" = "use <PAGE_LOCKED>", "PAGE_OLDER"),
    unregistered
)]
#[allow(dead_code, reason = "only their declarations matter")]
enum PageError {
    /// The *lock* is held by `other`.
    ///
    /// # Examples
    ///
    /// 1. Two programs write at once, see [`Self::Gone`].
    /// 2. One <b>died</b>:
    ///
    /// | before | after |
    /// |---|---|
    /// | `a` | **b** |
    #[error("{path} is locked by {owner:?}")]
    #[code(
        "PAGE_LOCKED",
        exit = exit::UNAVAILABLE,
        retry_after = wait,
        retry = exponential,
        detail = "held since {since}",
        suggest = "Wait, then repeat; `tool locks` shows <all> locks",
        fix_required = "the other program has ended",
        actions("locks.list", "locks.get"),
        severity = critical,
        status = 423
    )]
    Locked {
        /// The file, as `a|b` or c|d.
        path: String,
        /// Who holds it.
        owner: String,
        /// For how long.
        since: u64,
        #[context(secret)]
        token: String,
        #[context(skip)]
        wait: Duration,
    },

    /// The page is gone.
    #[error("gone")]
    #[code("PAGE_GONE", exit = exit::NOT_FOUND, fix = "tool pages --restore={page}")]
    #[deprecated(note = "use PAGE_LOCKED")]
    Gone { page: String },

    /// Part of it was written.
    #[error("half")]
    #[code(
        "PAGE_HALF",
        exit = exit::PARTIAL_FAILURE,
        side_effects = partial,
        classify(io(WouldBlock), message("is | locked"))
    )]
    Half,
}

fn files() -> Vec<ExportedFile> {
    document_of(&Catalog::of::<PageError>()).export(ExportFormat::Markdown)
}

fn page(path: &str) -> String {
    files().into_iter().find(|file| file.path == path).unwrap().text
}

/// mdBook reads `SUMMARY.md` as the table of contents.
#[test]
fn the_index_lists_every_page() {
    let paths: Vec<String> = files().into_iter().map(|file| file.path).collect();
    assert_eq!(paths, ["PAGE_GONE.md", "PAGE_HALF.md", "PAGE_LOCKED.md", "PAGE_OLD.md", "PAGE_OLDER.md", "SUMMARY.md"]);
    assert_eq!(
        page("SUMMARY.md"),
        "# Errors of catalog\n\n\
         # Codes\n\n\
         - [PAGE_GONE](PAGE_GONE.md): exit 5, deprecated: The page is gone.\n\
         - [PAGE_HALF](PAGE_HALF.md): exit 3: Part of it was written.\n\
         - [PAGE_LOCKED](PAGE_LOCKED.md): exit 12, retry: The \\*lock\\* is held by `other`.\n\n\
         # Retired codes\n\n\
         - [PAGE_OLD](PAGE_OLD.md): use \\<PAGE_LOCKED>\n\
         - [PAGE_OLDER](PAGE_OLDER.md): retired\n"
    );
}

#[test]
fn a_page_contains_every_fact() {
    let page = page("PAGE_LOCKED.md");
    for fact in [
        "# PAGE_LOCKED\n\nThe *lock* is held by `other`.\n",
        "```text\n{path} is locked by {owner}\n```",
        "- **Exit code:** 12 UNAVAILABLE. The service is temporarily unavailable; nothing was done.",
        "- **Retry:** yes; the same call may succeed later; wait as long as `wait` says; double the pause each time",
        "- **Side effects:** none; nothing was changed",
        "- **Phase:** execution, while the work was done",
        "- **Declared HTTP status:** 423\n",
        "- **Severity:** critical; a person has to look",
        "- **Detail:** held since {since}",
        "- **Docs URL:** <https://tool.example.com/errors/PAGE_LOCKED>",
        "Wait, then repeat; `tool locks` shows \\<all> locks\n",
        "Prerequisite: the other program has ended\n",
        "Call instead: `locks.list`, `locks.get`\n",
        "| `path` | string | The file, as `a\\|b` or c\\|d. |\n| `owner` | string | Who holds it. |\n",
        "| `token` | string, redacted |  |\n",
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
    assert!(half.contains("- I/O error WouldBlock\n- message with \"is \\| locked\"\n"), "{half}");
    assert!(half.contains("## What to do\n\nCheck the state before the next call.\n"), "{half}");
}

#[test]
fn the_markdown_of_a_doc_comment_works_and_stays_in_its_place() {
    let page = page("PAGE_LOCKED.md");
    let description = "## When it happens\n\n### Examples\n\n\
         1. Two programs write at once, see [`Self::Gone`](PAGE_GONE.md).\n\
         2. One \\<b>died\\</b>:\n\n\
         |before|after|\n|------|-----|\n|`a`|**b**|\n\n\
         ## What to do\n";
    assert!(page.contains(description), "{page}");
}

#[test]
fn a_retired_code_keeps_its_page() {
    assert_eq!(
        page("PAGE_OLD.md"),
        "# PAGE_OLD\n\n> **Retired:** this code is no longer used, and will never be reused.\n\n\
         Instead: use \\<PAGE_LOCKED>\n\n[All codes](SUMMARY.md)\n"
    );
}

#[test]
fn a_page_never_leaves_the_folder() {
    let code = serde_json::json!({
        "code": "../auth/denied", "exit_code": 5, "retryable": false, "side_effects": "none", "phase": "execution",
        "severity": "error", "http_status": 404,
    });
    let document = serde_json::json!({"catalog_version": "1.0", "errors": [code]}).to_string();
    let files = document.parse::<agent_error_tooling::Document>().unwrap().export(ExportFormat::Markdown);
    assert_eq!(files[0].path, "..-auth-denied.md");
}
