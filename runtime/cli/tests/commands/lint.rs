//! `agent-error lint`.

use crate::{REPORTS, TREE, agent_error, data, envelope, text};
use serde_json::{Value, json};

/// The findings of the program as `CODE kind`.
const FINDINGS: [&str; 7] = [
    "NET_DOWN no_suggestion",
    "NET_DOWN message_has_newline",
    "STORE_BROKEN no_check",
    "STORE_FULL no_context",
    "STORE_FULL no_summary",
    "STORE_FULL message_ends_with_period",
    "STORE_LOCKED no_retry_strategy",
];

#[test]
fn findings_are_an_answer_with_every_code() {
    let lint = data(&["lint", TREE]);
    assert_eq!((&lint["score"], &lint["findings"]), (&json!(1), &json!(7)));
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
    let unchecked = lint["not_checked"].as_str().unwrap();
    assert!(unchecked.starts_with("whether the commands and flags in the advice exist; "), "{unchecked}");
    assert!(full["place"].as_str().unwrap().starts_with("tests/programs/tree.rs:"), "{full}");
}

#[test]
fn a_strict_lint_fails_with_all_findings() {
    let run = agent_error(&["lint", TREE, "--strict"]);
    run.assert_code("CATALOG_LINT_FAILED").assert_exit(1).assert_schema();
    let error = &envelope(&run)["error"];
    assert_eq!(error["message"], "the error catalog has 7 findings");
    assert_eq!(error["context"]["score"], 1);
    assert_eq!(error["context"]["findings"].as_array().unwrap().len(), 7);
}

#[test]
fn a_person_reads_where_each_finding_is() {
    let text = text(&["lint", TREE]);
    let line = text.lines().find(|line| line.contains("ends with a period")).unwrap();
    assert!(line.starts_with("STORE_FULL    1      the message ends with a period; remove it"), "{line}");
    assert!(line.contains("tests/programs/tree.rs:"), "{line}");
    let [.., score, unchecked] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    assert!(score.starts_with("Score 1 of 3: ") && score.ends_with(" codes, 7 findings."), "{score}");
    assert!(unchecked.starts_with("Not checked: whether the commands and flags in the advice exist"), "{unchecked}");
}

#[test]
fn accepted_findings_are_not_reported_again() {
    let folder = tempfile::tempdir().unwrap();
    let baseline = folder.path().join("lint.txt").to_str().unwrap().to_owned();
    let lint = |more: &[&str]| agent_error(&[&["lint", TREE, "--baseline", &baseline], more].concat());
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
    assert!(warning.as_str().unwrap().contains("`GONE no_summary`, which is no longer reported"), "{warning}");

    std::fs::write(&baseline, "NET_DOWN too_short\n").unwrap();
    let run = lint(&[]);
    run.assert_code("CATALOG_FILE_INVALID").assert_exit(65);
    assert!(run.stdout().contains("line 1 is not `CODE kind`"), "{run}");
}

#[test]
fn several_programs_are_linted_one_by_one_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = |program: &str, change: &dyn Fn(&mut Value)| {
        let mut catalog: Value = serde_json::from_str(&std::fs::read_to_string(TREE).unwrap()).unwrap();
        catalog["program"]["name"] = json!(program);
        let errors = catalog["errors"].as_array_mut().unwrap();
        change(errors.iter_mut().find(|error| error["code"] == "STORE_LOCKED").unwrap());
        let path = folder.path().join(format!("{program}.json")).to_str().unwrap().to_owned();
        std::fs::write(&path, catalog.to_string()).unwrap();
        path
    };
    let cli = catalog("cli", &|locked| {
        locked["exit_code"] = json!(6);
        locked.as_object_mut().unwrap().remove("retry_after_ms");
        // Only people read the summary.
        locked["summary"] = json!("Busy.");
    });
    let (api, worker) = (catalog("api", &|_| {}), catalog("worker", &|_| {}));
    let lint = data(&["lint", REPORTS, &worker, &cli, &api]);
    let programs: Vec<&Value> = lint["programs"].as_array().unwrap().iter().map(|it| &it["program"]).collect();
    assert_eq!(programs, ["reports", "worker", "cli", "api"]);
    assert_eq!(
        (&lint["programs"][1]["lint"]["score"], &lint["programs"][1]["lint"]["findings"]),
        (&json!(1), &json!(7))
    );
    assert_eq!(
        lint["differences"],
        json!([
            {
                "code": "STORE_LOCKED", "fact": "exit_code", "text": "`exit_code` is 12 in api, worker; 6 in cli",
                "values": {"api": 12, "cli": 6, "worker": 12},
            },
            {
                "code": "STORE_LOCKED", "fact": "retry_after_ms",
                "text": "`retry_after_ms` is 1000 in api, worker; not declared in cli",
                "values": {"api": 1000, "cli": null, "worker": 1000},
            },
        ])
    );
    let text = text(&["lint", &worker, &cli]);
    assert!(text.starts_with("worker:\n") && text.contains("\ncli:\n"), "{text}");
    assert!(text.contains("\nSTORE_LOCKED  `exit_code` is 6 in cli; 12 in worker\n"), "{text}");
    let error = envelope(&agent_error(&["lint", &worker, &cli, "--strict"]))["error"].clone();
    let findings = error["context"]["findings"].to_string();
    assert!(
        findings.contains("worker: STORE_FULL: ") && findings.contains("\"STORE_LOCKED: `exit_code` is "),
        "{error}"
    );

    agent_error(&["lint", TREE, REPORTS, "--baseline", "b.txt"]).assert_code("CONFLICTING_FLAGS").assert_exit(2);
    let run = agent_error(&["lint", TREE, TREE]);
    run.assert_code("CATALOG_PROGRAM_DUPLICATE").assert_exit(2);
    assert_eq!(envelope(&run)["error"]["message"], format!("{TREE} and {TREE} are both catalogs of `tree`"));
}
