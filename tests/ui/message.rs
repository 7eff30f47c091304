//! Messages of rustc without the parts that differ between machines, builds and states of the runtime.

/// The name of the crate of each case.
pub(crate) const CRATE: &str = "ui_case";

/// The text that rustc adds after the messages.
const ENDINGS: [&str; 3] = ["error: aborting due to", "Some errors have detailed", "For more information about"];

/// The output of rustc, for comparison with a recorded message.
pub(crate) fn normalized(stderr: &str) -> String {
    let mut messages: Vec<String> = stderr.split("\n\n").map(message).filter(|message| !message.is_empty()).collect();
    // The number of evaluations of a wrong constant is up to rustc.
    messages.dedup();
    messages.join("\n\n").replace(CRATE, "$CRATE") + "\n"
}

/// One message, without the code of other crates, which rustc only shows on some machines.
fn message(text: &str) -> String {
    let mut lines = Vec::new();
    let mut elsewhere = false;
    for line in text.lines().filter(|line| !ENDINGS.iter().any(|ending| line.starts_with(ending))) {
        if let Some((arrow, place)) = line.split_once("--> ").or_else(|| line.split_once("::: ")) {
            let file = elsewhere_file(place);
            elsewhere = file.is_some();
            let marker = &line[arrow.len()..arrow.len() + 4];
            lines.push(file.map_or(line.to_owned(), |file| format!("{arrow}{marker}{file}")));
        } else if !(elsewhere && shows_code(line)) {
            elsewhere = false;
            lines.push(without_count(line));
        }
    }
    narrow(&mut lines);
    lines.join("\n").trim().to_owned()
}

/// The file of a place outside of a case, without line and column.
fn elsewhere_file(place: &str) -> Option<String> {
    let file = place.split(".rs:").next().unwrap_or_default();
    if let Some((_, file)) = file.split_once("/library/") {
        return Some(format!("$RUST/{file}.rs"));
    }
    file.starts_with("runtime/src/").then(|| format!("{file}.rs"))
}

/// Whether a line belongs to the code below a place.
fn shows_code(line: &str) -> bool {
    line == "..." || line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']).starts_with('|')
}

/// The number of types that rustc leaves out of a list depends on the dependencies.
fn without_count(line: &str) -> String {
    match line.split_once("and ") {
        Some((indent, rest)) if indent.trim().is_empty() && rest.ends_with(" others") => {
            format!("{indent}and $N others")
        }
        _ => line.to_owned(),
    }
}

/// Makes the margin as wide as the remaining line numbers need.
fn narrow(lines: &mut [String]) {
    let number = |line: &String| {
        line.split_once(" |").map_or(0, |(number, _)| {
            if number.trim().bytes().all(|byte| byte.is_ascii_digit()) { number.trim().len() } else { 0 }
        })
    };
    let needed = lines.iter().map(number).max().unwrap_or_default().max(1);
    let margin = lines.iter().find_map(|line| line.find("--> ")).unwrap_or(needed);
    let surplus = " ".repeat(margin.saturating_sub(needed));
    for line in lines {
        if let Some(rest) = line.strip_prefix(&surplus) {
            *line = rest.to_owned();
        }
    }
}

/// As rustc shows it if the component rust-src is installed.
#[test]
fn code_of_the_standard_library_is_left_out() {
    let stderr = "error[E0277]: no\n   --> ui/a.rs:4:10\n    |\n  4 |     ok\n    |     ^^\n    |\nnote: required here\n   --> \
                  /home/x/lib/rustlib/src/rust/library/core/src/error.rs:159:1\n    |\n159 | pub trait Error\n    | ^^^\n    \
                  = note: again\n\nerror: aborting due to 1 previous error\n\n";
    assert_eq!(
        normalized(stderr),
        "error[E0277]: no\n --> ui/a.rs:4:10\n  |\n4 |     ok\n  |     ^^\n  |\nnote: required here\n --> \
         $RUST/core/src/error.rs\n  = note: again\n"
    );
}
