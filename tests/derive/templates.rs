//! Tests of fields in `suggest`, `fix`, `fix_required` and `detail`.

use crate::def;
use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("formats")]
enum Formats {
    #[code(
        "TEMPLATE_SPECS",
        suggest = "[{port:>6}] [{port:<6}] [{port:^+06}] [{port:#x}] [{port:08b}] [{load:.1}] [{load:e}]"
    )]
    Specs { port: u16, load: f64 },
    #[code("TEMPLATE_ARGUMENTS", suggest = "[{name:>width$}] [{load:.digits$}] [{load:>width$.digits$}]")]
    Arguments { name: &'static str, load: f64, width: usize, digits: usize },
    #[code("TEMPLATE_DEBUG", suggest = "{x:?} {x:#?} {list:02x?}", detail = "{x:?}")]
    Debug { x: Option<&'static str>, list: Vec<u8> },
    #[code("TEMPLATE_BRACES", suggest = "{{{{ }} {{port}} {{{port}}}", detail = "{{}}", fix_required = "{{")]
    Braces { port: u16 },
    #[code("TEMPLATE_FILL", suggest = "[{port:*^7}] [{port:é>3}]")]
    Fill { port: u16 },
    #[code("TEMPLATE_SPACES", suggest = "[{port }] [{port :>3}]")]
    Spaces { port: u16 },
    #[code("TEMPLATE_INDEX", suggest = "{1} {0} {0:?} {1:>4}", fix = "run {0} {1}")]
    Index(&'static str, u8),
    #[code(
        "TEMPLATE_STATIC",
        suggest = r#"say "hi" \n"#,
        detail = "two
lines",
        fix_required = "a \
        b"
    )]
    Static,
    #[code("TEMPLATE_REPEATED", suggest = "{port} {port} {port:?}")]
    Repeated { port: u16 },
}

fn suggestion(error: &Formats) -> String {
    error.suggestion().unwrap()
}

#[test]
fn every_format_spec_of_rust_works() {
    assert_eq!(
        suggestion(&Formats::Specs { port: 22, load: 0.25 }),
        "[    22] [22    ] [+00022] [0x16] [00010110] [0.2] [2.5e-1]"
    );
    let error = Formats::Arguments { name: "a", load: 0.123, width: 5, digits: 2 };
    assert_eq!(suggestion(&error), "[    a] [0.12] [ 0.12]");
    assert_eq!(suggestion(&Formats::Fill { port: 22 }), "[**22***] [é22]");
}

#[test]
fn debug_specs_need_debug_only() {
    let error = Formats::Debug { x: Some("a"), list: vec![10] };
    assert_eq!(suggestion(&error), "Some(\"a\") Some(\n    \"a\",\n) [0a]");
    assert_eq!(error.detail().unwrap(), "Some(\"a\")");
}

#[test]
fn doubled_braces_are_braces() {
    let error = Formats::Braces { port: 1 };
    assert_eq!(suggestion(&error), "{{ } {port} {1}");
    assert_eq!((error.detail().unwrap(), error.fix_required().unwrap()), ("{}".into(), "{".into()));
    let def = def::<Formats>("TEMPLATE_BRACES");
    assert_eq!(def.suggestion().unwrap().fields().collect::<Vec<_>>(), ["port"]);
    assert_eq!(def.detail().unwrap().to_string(), "{}");
}

#[test]
fn fields_of_tuples_are_counted_from_zero() {
    let error = Formats::Index("a b", 7);
    assert_eq!(suggestion(&error), "7 a b \"a b\"    7");
    assert_eq!(error.fix_command().unwrap(), "run 'a b' 7");
    assert_eq!(def::<Formats>("TEMPLATE_INDEX").fix_command().unwrap().to_string(), "run {0} {1}");
}

#[test]
fn spaces_in_a_placeholder_and_repeated_fields_are_fine() {
    assert_eq!(suggestion(&Formats::Spaces { port: 1 }), "[1] [  1]");
    assert_eq!(suggestion(&Formats::Repeated { port: 1 }), "1 1 1");
}

#[test]
fn literals_are_read_as_rust_reads_them() {
    let error = Formats::Static;
    assert_eq!(suggestion(&error), r#"say "hi" \n"#);
    assert_eq!((error.detail().unwrap(), error.fix_required().unwrap()), ("two\nlines".into(), "a b".into()));
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("fixes")]
enum Fixes {
    #[code("TEMPLATE_FIX", fix = "tool add {value} --to 'a b'")]
    Add { value: String },
    #[code("TEMPLATE_FIX_GLUED", fix = "tool set key={value}")]
    Set { value: String },
}

/// Returns the arguments of a fix, as parsed by a shell.
#[cfg(unix)]
fn words(command: &str) -> Vec<String> {
    let script = format!("tool() {{ for word in \"$@\"; do printf '%s\\0' \"$word\"; done; }}\n{command}");
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{command}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_terminator('\0').map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn a_shell_parses_every_value_as_one_argument() {
    let values = [
        "plain",
        "two words",
        "it's",
        "say \"hi\"",
        "",
        " ",
        "*",
        "~",
        "$HOME",
        "`id`",
        "$(id)",
        "a;b",
        "a&&b",
        "a|b",
        ">out",
        "#no",
        "\\",
        "!x",
        "é\u{1f980}",
        "{a,b}",
        "'",
        "\"",
        "'\"'",
        "=x",
        "^x",
    ];
    for value in values {
        let fix = Fixes::Add { value: value.into() }.fix_command().unwrap();
        assert_eq!(words(&fix), ["add", value, "--to", "a b"], "{fix}");
        let fix = Fixes::Set { value: value.into() }.fix_command().unwrap();
        assert_eq!(words(&fix), ["set", &format!("key={value}")], "{fix}");
    }
}

#[test]
fn ordinary_arguments_are_not_quoted() {
    for value in ["plain", "a-b_c.d/e:f", "10.0.0.1"] {
        let fix = Fixes::Set { value: value.into() }.fix_command().unwrap();
        assert_eq!(fix, format!("tool set key={value}"));
    }
}

/// A fix that doesn't repair the cause is worse than none.
#[test]
fn a_fix_that_cannot_run_unchanged_is_omitted() {
    for value in ["a\u{1b}[31mb", "a\0", "a\r", "a\nb", "a\tb", "a\u{fffd}", &"x".repeat(5_000)] {
        assert_eq!(Fixes::Set { value: value.into() }.fix_command(), None, "{value:?}");
    }
    // As a separate argument, the value would be parsed as a flag.
    assert_eq!(Fixes::Add { value: "-rf".into() }.fix_command(), None);
    assert_eq!(Fixes::Set { value: "-rf".into() }.fix_command().unwrap(), "tool set key=-rf");
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("names")]
enum Names {
    #[code("TEMPLATE_NAMES", suggest = "{out} {part} {self_} {visit} {index} {f} {__host} {_0}", retry_after = out)]
    All { out: u8, part: u8, self_: u8, visit: u8, index: u8, f: u8, __host: u8, _0: u8 },
    #[code("TEMPLATE_UNICODE", suggest = "{größe} {名前}")]
    Unicode { größe: u8, 名前: u8 },
}

#[test]
fn field_names_do_not_meet_names_of_the_expansion() {
    let error = Names::All { out: 1, part: 2, self_: 3, visit: 4, index: 5, f: 6, __host: 7, _0: 8 };
    assert_eq!(error.suggestion().unwrap(), "1 2 3 4 5 6 7 8");
    assert_eq!(Names::Unicode { größe: 1, 名前: 2 }.suggestion().unwrap(), "1 2");
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Aliases {
    #[error("no color {0} of {1}")]
    #[code("TEMPLATE_BY_CONTEXT_NAME", suggest = "Not {color} but {1}", fix = "tool paint --color={other}")]
    Tuple(#[context(rename = "color")] u8, #[context(rename = "other")] String),
    #[error("braces")]
    #[code("TEMPLATE_LITERAL_BRACES", suggest = "Write {{lit}}, not {word}", detail = "{{lit}} is not a field")]
    Braces { word: &'static str },
}

#[test]
fn a_template_can_use_the_context_name_of_a_field() {
    let error = Aliases::Tuple(1, "a b".into());
    assert_eq!(error.suggestion().unwrap(), "Not 1 but a b");
    assert_eq!(error.fix_command().unwrap(), "tool paint --color='a b'");
    let def = crate::def::<Aliases>("TEMPLATE_BY_CONTEXT_NAME");
    assert_eq!(def.suggestion().unwrap().to_string(), "Not {color} but {other}");
}

#[test]
fn the_catalog_distinguishes_literal_braces_from_fields() {
    let def = crate::def::<Aliases>("TEMPLATE_LITERAL_BRACES");
    assert_eq!(def.suggestion().unwrap().to_string(), "Write {{lit}}, not {word}");
    assert_eq!(def.detail().unwrap().to_string(), "{{lit}} is not a field");
    let error = Aliases::Braces { word: "a" };
    assert_eq!(error.suggestion().unwrap(), "Write {lit}, not a");
    assert_eq!(error.detail().unwrap(), "{lit} is not a field");
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("flags")]
enum Flags {
    #[code("TEMPLATE_FLAG_BESIDE", fix = "tool {first}{second}")]
    Beside { first: String, second: String },
    #[code("TEMPLATE_FLAG_QUOTES", fix = "tool ''{first}")]
    Quotes { first: String },
    #[code("TEMPLATE_FLAG_EARLIER", fix = "sudo -- tool {first}")]
    Earlier { first: String },
    #[code("TEMPLATE_FLAG_OPERAND", fix = "tool -- {first}")]
    Operand { first: String },
}

#[test]
fn values_cannot_become_flags() {
    let flag = || "-x".to_owned();
    assert_eq!(Flags::Beside { first: String::new(), second: flag() }.fix_command(), None);
    assert_eq!(Flags::Quotes { first: flag() }.fix_command(), None);
    assert_eq!(Flags::Earlier { first: flag() }.fix_command(), None);
    assert_eq!(Flags::Operand { first: flag() }.fix_command().unwrap(), "tool -- -x");
    assert_eq!(Flags::Beside { first: "a".into(), second: "b".into() }.fix_command().unwrap(), "tool ab");
}
