//! Tests of fixes with hostile values in every installed shell, and in bash in several locales.

use agent_error::AgentError;
use agent_error_tests::is_thorough;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Debug, thiserror::Error, AgentError)]
#[error("missing")]
enum Missing {
    #[code(
        "SHELLS_BESIDE",
        fix = "tool add/{first}{second} 'x y'{first} {second}'z' --to={first}"
    )]
    Beside { first: String, second: String },
    #[code("SHELLS_ALONE", fix = "tool {value} --größe={value}")]
    Alone { value: String },
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

/// Reports something that can't be checked here. `eprintln` would be captured if the test passes.
fn not_checked(reason: &str) {
    let line = format!("NOT CHECKED: {reason}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
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
            not_checked(&format!("{} is not installed", shell[0]));
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

/// A locale: its name, and the source and the character set to build it from. The C library has
/// the first two.
struct Locale {
    name: &'static str,
    source: Option<(&'static str, &'static str)>,
}

/// Locales with the encodings in which a backslash or a backquote may be the second byte of a
/// character.
const LOCALES: &[Locale] = &[
    Locale {
        name: "C",
        source: None,
    },
    Locale {
        name: "C.UTF-8",
        source: None,
    },
    Locale {
        name: "ja_JP.SJIS",
        source: Some(("ja_JP", "SHIFT_JIS")),
    },
    Locale {
        name: "zh_CN.GBK",
        source: Some(("zh_CN", "GBK")),
    },
    Locale {
        name: "zh_CN.GB18030",
        source: Some(("zh_CN", "GB18030")),
    },
    Locale {
        name: "zh_TW.BIG5",
        source: Some(("zh_TW", "BIG5")),
    },
];

/// Returns the locales to check. Building a locale takes seconds, so only one of them is built unless `THOROUGH` is set.
fn locales() -> &'static [Locale] {
    if is_thorough() {
        LOCALES
    } else {
        &LOCALES[..3]
    }
}

impl Locale {
    /// Builds the locale in a directory. Returns `false` if that isn't possible.
    fn build(&self, directory: &Path) -> bool {
        let Some((source, charset)) = self.source else {
            return true;
        };
        let mut build = Command::new("localedef");
        build.args(["-i", source, "-f", charset]);
        build.arg(directory.join(self.name));
        // Shift JIS has warnings, with which `localedef` exits with 1.
        let _ = build.output();
        self.is_active(directory)
    }

    /// Whether programs use the character set of the locale.
    fn is_active(&self, directory: &Path) -> bool {
        let mut command = Command::new("locale");
        self.select(&mut command, directory);
        let Ok(output) = command.arg("charmap").output() else {
            return false;
        };
        let charset = String::from_utf8_lossy(&output.stdout);
        self.source
            .is_none_or(|(_, expected)| charset.trim() == expected)
    }

    fn select(&self, command: &mut Command, directory: &Path) {
        command.env("LC_ALL", self.name).env("LOCPATH", directory);
        if self.source.is_none() {
            command.env_remove("LOCPATH");
        }
    }
}

/// Returns values in which each possible last byte of a character precedes each ASCII character
/// that a shell treats specially, and some that it doesn't.
fn values_of_encodings() -> Vec<String> {
    let mut values = Vec::new();
    let step = if is_thorough() { 1 } else { 8 };
    for last in (0..64).step_by(step) {
        // The last UTF-8 byte of a character has six bits of its code point.
        let starts = [0x400, 0x4e00, 0x1f600].map(|start| char::from_u32(start + last).unwrap());
        for follower in "\\'\"`$!^|;&<>(){}[]*?~#=@ _aZ0-".chars() {
            let start = starts[values.len() % starts.len()];
            values.push(format!("{start}{follower}"));
            values.push(format!(
                "it's {start}{follower}\" $(echo HACKED) `echo HACKED`"
            ));
            values.push(format!("{follower}{start}\\'; echo HACKED"));
        }
    }
    values.retain(|value| !value.starts_with('-'));
    values
}

#[test]
fn arguments_do_not_depend_on_the_locale() {
    let mut script = String::new();
    let mut expected = Vec::new();
    for value in values_of_encodings() {
        let error = Missing::Alone {
            value: value.clone(),
        };
        let record = error.record();
        let fix = record.fix_command().unwrap();
        let arguments = fix.strip_prefix("tool ").unwrap();
        writeln!(script, "printf '%s\\0' {arguments}").unwrap();
        expected.push(value.clone());
        expected.push(format!("--größe={value}"));
    }
    assert!(expected.len() > 1_000, "{}", expected.len());

    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("script");
    fs::write(&file, script).unwrap();
    for locale in locales() {
        if !locale.build(directory.path()) {
            not_checked(&format!("can't build the locale {}", locale.name));
            continue;
        }
        let mut bash = Command::new("bash");
        locale.select(&mut bash, directory.path());
        let Ok(output) = bash.arg("--norc").arg(&file).output() else {
            not_checked("bash is not installed");
            return;
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", locale.name);
        let arguments: Vec<&[u8]> = output.stdout.split(|byte| *byte == 0).collect();
        for (argument, expected) in arguments.iter().zip(&expected) {
            let shown = argument.escape_ascii();
            assert_eq!(*argument, expected.as_bytes(), "{}: {shown}", locale.name);
        }
        // The output ends with a NUL.
        assert_eq!(arguments.len(), expected.len() + 1, "{}", locale.name);
    }
}
