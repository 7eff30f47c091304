//! Tests of fixes with hostile values in every installed shell.

use agent_error::AgentError;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};

#[derive(Debug, thiserror::Error, AgentError)]
#[error("missing")]
enum Missing {
    #[code(
        "SHELLS_BESIDE",
        fix = "tool add/{first}{second} 'x y'{first} {second}'z' --to={first}"
    )]
    Beside { first: String, second: String },
}

/// The shells, with the options that change how they parse quotes.
const SHELLS: &[&[&str]] = &[
    &["dash"],
    &["bash", "--norc"],
    &["bash", "--posix"],
    &["bash", "-O", "extglob"],
    &["zsh", "-f"],
    &["zsh", "-f", "-o", "extendedglob"],
    &["zsh", "-f", "-o", "shwordsplit"],
    &["ksh"],
    &["mksh"],
    &["busybox", "sh"],
    &["fish", "--no-config"],
];

/// Returns values of characters that shells treat specially. The values are the same in every run.
fn values() -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let strategy =
        proptest::string::string_regex("[-'^\\\\\"$`! a=~{,}*?\\[\\]#;&|<>()%@/:é🦀]{0,7}")
            .unwrap();
    let mut values: Vec<String> = (0..200)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect();
    values.extend(
        [
            "", "'", "''", "^", "^^", "a b^c", "a^b^c", "it's", "''^''", "$HOME", "\\",
        ]
        .map(str::to_owned),
    );
    values.retain(|value| !value.starts_with('-'));
    values
}

/// Returns the arguments that the shell passes for each command, or `None` if the shell isn't
/// installed.
fn words(shell: &[&str], commands: &[String]) -> Option<Vec<Vec<String>>> {
    let folder = tempfile::tempdir().unwrap();
    let mut script = String::new();
    for command in commands {
        let arguments = command.strip_prefix("tool ").unwrap();
        writeln!(script, "printf '%s\\n' {arguments} .").unwrap();
    }
    let file = folder.path().join("script");
    fs::write(&file, script).unwrap();
    // Run in a directory without other files, so that no glob pattern matches.
    let mut run = Command::new(shell[0]);
    run.args(&shell[1..])
        .arg(&file)
        .current_dir(folder.path())
        .stdin(Stdio::null());
    let output = run.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{shell:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    Some(lines.chunks(5).map(<[String]>::to_vec).collect())
}

#[test]
fn every_shell_parses_the_intended_arguments() {
    let values = values();
    let (mut commands, mut expected) = (Vec::new(), Vec::new());
    for pair in values.windows(2) {
        let [first, second] = pair else { continue };
        let error = Missing::Beside {
            first: first.clone(),
            second: second.clone(),
        };
        let Some(fix) = error.record().fix_command().map(str::to_owned) else {
            continue;
        };
        expected.push([
            format!("add/{first}{second}"),
            format!("x y{first}"),
            format!("{second}z"),
            format!("--to={first}"),
            ".".to_owned(),
        ]);
        commands.push(fix);
    }
    assert!(commands.len() > 150, "{}", commands.len());
    let mut tried = 0;
    for shell in SHELLS {
        let Some(read) = words(shell, &commands) else {
            eprintln!("NOT CHECKED: {} is not installed", shell[0]);
            continue;
        };
        tried += 1;
        for ((read, expected), command) in read.iter().zip(&expected).zip(&commands) {
            assert_eq!(read, expected, "{shell:?}: {command}");
        }
        assert_eq!(read.len(), expected.len(), "{shell:?}");
    }
    assert!(tried > 0);
}
