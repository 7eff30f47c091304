//! Checks that the help texts of a program fit the terminal's width.

#![allow(clippy::panic, reason = "only tests call these functions")]

use std::process::Command;

/// Wide enough that clap doesn't wrap any line.
const UNWRAPPED: usize = 10_000;

/// Checks the help of a program and all its subcommands at 60, 80 and 120 columns.
///
/// # Panics
///
/// Panics if a line is longer than the terminal is wide, if a line breaks although its next word fits, or if a line
/// break of the source code is in the middle of a sentence.
pub(crate) fn assert_help_wraps(program: &str) {
    let mut commands = vec![Vec::new()];
    let mut checked = 0;
    while let Some(command) = commands.pop() {
        let unwrapped = help(program, &command, UNWRAPPED);
        commands.extend(subcommands(&unwrapped).map(|name| [&command[..], &[name.to_owned()]].concat()));
        let lines: Vec<&str> = unwrapped.lines().collect();
        for pair in lines.windows(2) {
            let text = pair[1].trim_start();
            // An indentation of four spaces is that of an example of output.
            let follows = !pair[0].is_empty() && indent(pair[0]) == indent(pair[1]) && indent(pair[1]) != 4;
            let continues = follows && text.starts_with(char::is_lowercase) && !text.contains("  ");
            assert!(!continues, "{command:?}: a line break in the middle of a sentence, before {text:?}\n{unwrapped}");
        }
        for width in [60, 80, 120] {
            let wrapped = help(program, &command, width);
            assert_eq!(words(&wrapped), words(&unwrapped), "{command:?} at {width} columns\n{wrapped}");
            check_lines(&wrapped, &unwrapped, width);
        }
        checked += 1;
    }
    assert!(checked > 1, "{program} has no subcommands");
}

fn help(program: &str, command: &[String], width: usize) -> String {
    let output = Command::new(program)
        .args(command)
        .arg("--help")
        .env("COLUMNS", width.to_string())
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{command:?} --help: {}", output.status);
    String::from_utf8(output.stdout).unwrap_or_else(|error| panic!("{command:?} --help: {error}"))
}

/// Returns the names in the section "Commands", except `help`.
fn subcommands(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help")
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn words(help: &str) -> Vec<&str> {
    help.split_whitespace().collect()
}

fn check_lines(wrapped: &str, unwrapped: &str, width: usize) {
    // For each word, the unwrapped line that contains it.
    let lines: Vec<&str> = unwrapped.lines().flat_map(|line| line.split_whitespace().map(move |_| line)).collect();
    let words = words(unwrapped);
    let mut next = 0;
    for line in wrapped.lines() {
        let length = line.chars().count();
        let count = line.split_whitespace().count();
        // clap doesn't wrap usage lines.
        let may_be_longer = count == 1 || line.starts_with("Usage: ");
        assert!(length <= width || may_be_longer, "{length} characters at {width} columns: {line:?}\n{wrapped}");
        next += count;
        let (Some(word), Some(whole)) = (words.get(next), lines.get(next)) else { continue };
        let is_split = count > 0 && std::ptr::eq(*whole, lines[next - 1]);
        // In narrow terminals, clap moves a description below its flag or command.
        let is_column = whole.trim().split_once("  ").is_some_and(|(first, _)| first == line.trim());
        let fits = length + 1 + word.chars().count() <= width;
        assert!(!is_split || is_column || !fits, "an early line break at {width} columns: {line:?}\n{wrapped}");
    }
}
