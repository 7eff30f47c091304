//! `errors lint`, and `Catalog::lint` below it.

use crate::{data, envelope, text, tree};
use agent_error_tooling::FindingKind;
use agent_error::{AgentError, Catalog, exit};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unlinked)]
#[allow(dead_code, reason = "only its catalog counts")]
enum Bad {
    #[error("no user {name}.")]
    #[code("NO_USER", exit = exit::NOT_FOUND)]
    NoUser {
        #[context(skip)]
        name: String,
    },
    /// Two lines.
    #[error("first\nsecond")]
    #[code("TWO_LINES", suggest = "Read both", docs = "https://example.com/TWO_LINES")]
    TwoLines,
    /// Nothing can be done.
    #[error("a bug")]
    #[code("BUG", exit = exit::sysexits::SOFTWARE, docs = "https://example.com/BUG")]
    Bug,
    /// The text is from another crate.
    #[error("{message}")]
    #[code("OTHER", fix = "tool repair", docs = "https://example.com/OTHER", classify(fallback))]
    Other {
        #[context(skip)]
        message: String,
    },
    /// It goes on and on.
    #[error("wait...")]
    #[code("WAITING", actions("tool.wait"), docs = "https://example.com/WAITING")]
    Waiting,
}

fn kinds(catalog: &Catalog, code: &str) -> (u8, Vec<FindingKind>) {
    let lint = catalog.lint();
    let linted = lint.codes().iter().find(|linted| linted.code == code).unwrap();
    (linted.score(), linted.findings.iter().map(|finding| finding.kind).collect())
}

#[test]
fn each_code_is_scored_by_what_it_lacks() {
    use FindingKind::{MessageEndsWithPeriod, MessageHasNewline, NoContext, NoDocsUrl, NoSuggestion, NoSummary};
    let catalog = Catalog::of::<Bad>();
    let all = vec![NoContext, NoSuggestion, NoDocsUrl, NoSummary, MessageEndsWithPeriod];
    assert_eq!(kinds(&catalog, "NO_USER"), (1, all));
    assert_eq!(kinds(&catalog, "TWO_LINES"), (3, vec![MessageHasNewline]));
    for good in ["BUG", "OTHER", "WAITING"] {
        assert_eq!(kinds(&catalog, good), (3, vec![]), "{good}");
    }
    assert_eq!(catalog.lint().score(), 1);
    assert_eq!(catalog.lint().findings().count(), 6);
}

#[test]
fn a_code_that_says_moved_names_the_replacement() {
    /// The command has a new name.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unlinked, docs = "https://example.com/{code}")]
    #[error("`get` has moved")]
    #[code("MOVED_SILENTLY", exit = 13, suggest = "See the list of commands")]
    struct Silently;

    /// The command has a new name.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unlinked, docs = "https://example.com/{code}")]
    #[error("`get` has moved")]
    #[code("MOVED", exit = 13, replacement = "tool show")]
    struct Clearly;

    let catalog = agent_error::catalog![Silently, Clearly];
    assert_eq!(kinds(&catalog, "MOVED_SILENTLY"), (2, vec![FindingKind::NoReplacement]));
    assert_eq!(kinds(&catalog, "MOVED"), (3, vec![]));
}

#[test]
fn every_declaration_of_a_shared_code_is_looked_at() {
    /// One.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unlinked)]
    #[error("one")]
    #[code("SHARED", suggest = "Do", docs = "https://example.com/SHARED", shared)]
    struct Good;

    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unlinked)]
    #[error("two")]
    #[code("SHARED", shared)]
    struct Worse;

    let lint = agent_error::catalog![Good, Worse].lint();
    let scores: Vec<u8> = lint.codes().iter().map(agent_error_tooling::LintedCode::score).collect();
    assert_eq!((lint.score(), scores.len()), (2, 2));
    assert!(scores.contains(&3), "{scores:?}");
}

#[test]
fn a_catalog_without_codes_has_no_points() {
    assert_eq!(agent_error::error_set![].catalog().lint().score(), 0);
}

/// The findings of the program as `CODE kind`.
const FINDINGS: [&str; 6] = [
    "NET_DOWN no_suggestion",
    "NET_DOWN message_has_newline",
    "STORE_FULL no_context",
    "STORE_FULL no_summary",
    "STORE_FULL message_ends_with_period",
    "STORE_FULL untrue_advice",
];

#[test]
fn findings_are_an_answer_with_every_code() {
    let lint = data(&["errors", "lint"]);
    assert_eq!((&lint["score"], &lint["findings"]), (&json!(1), &json!(6)));
    let codes = lint["codes"].as_array().unwrap();
    assert!(codes.len() >= 4 && codes.iter().all(|code| code["score"].as_u64() <= Some(3)));
    let findings = |code: &Value| {
        let name = code["code"].as_str().unwrap().to_owned();
        let kinds = code["findings"].as_array().unwrap().clone();
        kinds.into_iter().map(move |finding| format!("{name} {}", finding["kind"].as_str().unwrap()))
    };
    let found: Vec<String> = codes.iter().flat_map(findings).collect();
    assert_eq!(found, FINDINGS);
    let full = codes.iter().find(|code| code["code"] == "STORE_FULL").unwrap();
    assert_eq!(
        full["findings"][3]["text"],
        "the advice names what does not exist: `--quotas`: no command has the flag `--quotas`"
    );
    assert!(full["place"].as_str().unwrap().starts_with("tests/programs/tree.rs:"), "{full}");
}

#[test]
fn a_strict_lint_fails_with_all_findings() {
    let run = tree(&["errors", "lint", "--strict"]);
    run.assert_code("CATALOG_LINT_FAILED").assert_exit(1).assert_schema();
    let error = &envelope(&run)["error"];
    assert_eq!(error["message"], "the error catalog has 6 findings");
    assert_eq!(error["context"]["score"], 1);
    assert_eq!(error["context"]["findings"].as_array().unwrap().len(), 6);
}

#[test]
fn a_person_reads_where_each_finding_is() {
    let text = text(&["errors", "lint"]);
    let line = text.lines().find(|line| line.contains("ends with a period")).unwrap();
    assert!(line.starts_with("STORE_FULL  1      the message ends with a period; remove it"), "{line}");
    assert!(line.contains("tests/programs/tree.rs:"), "{line}");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("Score 1 of 3: ") && last.ends_with(" codes, 6 findings."), "{last}");
}

/// A file of proofs.
fn proofs(folder: &tempfile::TempDir, text: &str) -> String {
    let path = folder.path().join("errors.proofs.json");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// What a test of the program could have written.
const PROVEN: &str = r#"{"codes": {
    "NET_DOWN": {"exempt": "no test can", "advice": [{"retryable": true}]},
    "STORE_LOCKED": {"proven": ["retry"], "advice": [{"retryable": true, "retry_after_ms": 1000}]}
}}"#;

#[test]
fn the_share_of_proven_advice_can_be_required() {
    let folder = tempfile::tempdir().unwrap();
    let proven = proofs(&folder, PROVEN);
    let lint = data(&["errors", "lint", "--proofs", &proven, "--min", "100"]);
    assert_eq!((&lint["proofs"]["percent"], &lint["findings"]), (&json!(100), &json!(6)));
    assert_eq!(
        lint["proofs"]["codes"][1],
        json!({
            "code": "STORE_LOCKED", "standing": "proven", "place": "tree::StoreError::Locked", "steps": ["retry"],
        })
    );
    let text = text(&["errors", "lint", "--proofs", &proven]);
    assert!(text.ends_with("\nproofs: 100 % of 2 codes (1 proven, 1 exempt, 0 unproven)\n"), "{text}");

    let unproven = proofs(&folder, "{}");
    assert_eq!(data(&["errors", "lint", "--proofs", &unproven])["findings"], 8, "a finding is not an error");
    let run = tree(&["errors", "lint", "--proofs", &unproven, "--min", "1"]);
    run.assert_code("CATALOG_LINT_FAILED").assert_exit(1).assert_schema();
    let error = &envelope(&run)["error"];
    assert_eq!(
        error["context"]["findings"],
        json!([
            "NET_DOWN: no test follows its advice; add a proof, or an exemption with a reason",
            "STORE_LOCKED: no test follows its advice; add a proof, or an exemption with a reason",
        ])
    );
    let detail = error["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("proofs: 0 % of 2 codes (0 proven, 0 exempt, 2 unproven); 1 % are required\n"),
        "{detail}"
    );
    tree(&["errors", "lint", "--proofs", &unproven, "--min", "0"]).assert_exit(0);
    tree(&["errors", "lint", "--min", "100"]).assert_code("MISSING_REQUIRED_FLAGS").assert_exit(2);
}

#[test]
fn proofs_that_cannot_be_read_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.json").to_str().unwrap().to_owned();
    let invalid = proofs(&folder, "{\"codes\":");
    for command in [&["lint"][..], &["export", "--format", "json"]] {
        let call = |file: &str| tree(&[&["errors"], command, &["--proofs", file]].concat());
        call(&missing).assert_code("CATALOG_FILE_UNREADABLE").assert_exit(66);
        let run = call(&invalid);
        run.assert_code("CATALOG_FILE_INVALID").assert_exit(65);
        let message = envelope(&run)["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("errors.proofs.json: not a file of proofs: EOF"), "{message}");
    }
}

#[test]
fn an_export_shows_what_a_file_proves() {
    let folder = tempfile::tempdir().unwrap();
    let proven = proofs(&folder, PROVEN);
    let run = tree(&["errors", "export", "--format", "json", "--proofs", &proven]);
    run.assert_exit(0);
    let catalog: Value = serde_json::from_str(&run.stdout()).unwrap();
    let codes = catalog["errors"].as_array().unwrap();
    let locked = codes.iter().find(|entry| entry["code"] == "STORE_LOCKED").unwrap();
    assert_eq!(locked["proof"], "proven");
    let out = folder.path().join("pages").to_str().unwrap().to_owned();
    tree(&["errors", "export", "--format", "markdown", "--proofs", &proven, "--out", &out]).assert_exit(0);
    let page = std::fs::read_to_string(folder.path().join("pages/STORE_LOCKED.md")).unwrap();
    assert!(page.contains("\nProven by a test: retry.\n"), "{page}");
}

#[test]
fn a_program_without_any_page_hears_so_once() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unlinked)]
    #[allow(dead_code, reason = "only its catalog counts")]
    enum NoPages {
        /// One.
        #[error("one")]
        #[code("ONE", suggest = "Do")]
        One,
        /// Two.
        #[error("two")]
        #[code("TWO", suggest = "Do")]
        Two,
    }

    let lint = Catalog::of::<NoPages>().lint();
    let found: Vec<_> = lint.findings().map(|(code, finding)| (code.is_none(), finding.kind)).collect();
    assert_eq!(found, [(true, FindingKind::NoDocsUrl)]);
    assert_eq!(lint.score(), 2);
}

#[test]
fn accepted_findings_are_not_reported_again() {
    let folder = tempfile::tempdir().unwrap();
    let baseline = folder.path().join("lint.txt").to_str().unwrap().to_owned();
    let lint = |more: &[&str]| tree(&[&["errors", "lint", "--baseline", &baseline], more].concat());
    lint(&["--strict"]).assert_code("CATALOG_FILE_UNREADABLE").assert_exit(66);
    lint(&["--write-baseline"]).assert_exit(0);
    let text = std::fs::read_to_string(&baseline).unwrap();
    let mut expected = FINDINGS.map(|finding| format!("{finding}\n"));
    expected.sort();
    let lines: Vec<&str> = text.split_inclusive('\n').skip(1).collect();
    let mut sorted = lines.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    lint(&["--strict"]).assert_exit(0);

    std::fs::write(&baseline, text.replace("NET_DOWN no_suggestion", "GONE no_summary")).unwrap();
    let run = lint(&["--strict"]);
    run.assert_code("CATALOG_LINT_FAILED").assert_exit(1);
    assert_eq!(envelope(&run)["error"]["context"]["findings"].as_array().unwrap().len(), 1);
    let warning = &envelope(&lint(&[]))["warnings"][0];
    assert!(warning.as_str().unwrap().contains("`GONE no_summary`, which is no longer found"), "{warning}");

    std::fs::write(&baseline, "NET_DOWN too_short\n").unwrap();
    let run = lint(&[]);
    run.assert_code("CATALOG_FILE_INVALID").assert_exit(65);
    assert!(run.stdout().contains("line 1 is not `CODE kind`"), "{run}");
}

agent_error::exit_codes!([exit::ExitCodeEntry {
    code: 6,
    name: "BALANCE",
    description: "The balance is too low.",
    retryable: false,
    side_effects: agent_error::vocabulary::SideEffects::None,
    advice: "Pay in, then call again.",
}]);

#[test]
fn an_exit_code_of_this_crate_that_means_something_else_in_the_program_is_found() {
    let lint = Catalog::of::<agent_error_tooling::ExportError>().lint();
    let (code, finding) = lint.findings().next().unwrap();
    assert_eq!((code.is_none(), finding.kind), (true, FindingKind::ExitMeaningDiffers));
    let expected = "exit code 6 means BALANCE in this program, but CONFLICT for EXPORT_TARGET_OCCUPIED; map it with \
                    `own_exits`";
    assert_eq!(finding.text, expected);
}
