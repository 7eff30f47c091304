//! Tests of shell completions in a real shell. They're generated as the guide on adopting the crate describes.

use agent_error::clap::{CommandExt as _, ErrorsCommand};
use clap::Command;
use clap_complete::{Shell, generate};
use std::process;

/// Returns the completions that bash offers for the last word.
fn offered(mut command: Command, words: &[&str]) -> Vec<String> {
    let mut script = Vec::new();
    generate(Shell::Bash, &mut command, "tool", &mut script);
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
    let call = format!(
        "COMP_WORDS=({}); COMP_CWORD={}; _tool tool '{last}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        quoted.join(" "),
        words.len() - 1
    );
    let script = format!("{}\n{call}", String::from_utf8(script).unwrap());
    let output = process::Command::new("bash").args(["--norc", "-c", &script]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn the_command_and_its_flags_are_completed() {
    let command = || Command::new("tool").output_args().subcommand(ErrorsCommand::command());
    assert_eq!(offered(command(), &["tool", "err"]), ["errors"]);
    assert_eq!(offered(command(), &["tool", "--ag"]), ["--agent"]);
    assert_eq!(offered(command(), &["tool", "errors", "exp"]), ["explain"]);
    assert_eq!(offered(command(), &["tool", "--output", "ta"]), ["tagged"]);
}
