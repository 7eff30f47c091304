//! Tests of actions, which formats and programs show as the caller performs them.

use agent_error_testing::{Run, Tool};

fn berths(arguments: &[&str]) -> Run {
    Tool::new(env!("CARGO_BIN_EXE_berths"))
        .args(arguments.iter().copied())
        .run()
}

#[test]
fn formats_and_the_text_of_the_program_show_the_same_commands() {
    let calls = [
        (&["berth", "book", "n1"][..], "berths berth list"),
        (
            &["berth", "book", "n1", "--file", "a b.toml"],
            "berths berth list --file='a b.toml'",
        ),
    ];
    for (call, expected) in calls {
        let brief = berths(&[call, &["--output", "brief"]].concat());
        let line = format!("\ntry: {expected}\n");
        assert!(brief.stdout().contains(&line), "{brief}");
        let human = berths(&[call, &["--output", "human"]].concat());
        assert_eq!(human.stderr(), format!("no berth n1\n  try {expected}\n"));
    }
}

#[test]
fn actions_that_name_no_command_are_reported_in_debug_builds() {
    let warning = "warning: no action of PIER_UNKNOWN is a command of this program, for example `pier.list`; \
        write commands as in `errors manifest`\n";
    let run = berths(&["berth", "book", "pier-1", "--output", "json"]);
    let expected = if cfg!(debug_assertions) { warning } else { "" };
    assert_eq!(run.stderr(), expected);
    let run = berths(&["berth", "book", "n1", "--output", "json"]);
    assert_eq!(run.stderr(), "");
}
