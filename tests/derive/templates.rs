//! Tests of fields in `suggest`, `fix`, `fix_required`, `detail` and messages.

use crate::{codes, records, same};
use agent_error::{AgentError, Catalog, ErrorRecord, catalog};
use snapbox::file;
use std::fmt;
use std::path::PathBuf;

/// A type that only rustc can recognize as a string.
#[derive(Debug, serde::Serialize)]
struct Tenant(&'static str);

impl fmt::Display for Tenant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("filled")]
enum Filled {
    #[code(
        "FILLED_SPECS",
        suggest = "[{port:>6}] [{port:<6}] [{port:^+06}] [{port:#x}] [{port:08b}] [{load:.1}] [{load:e}] [{port:*^7}]",
        detail = "[{port }] [{port :é>3}] {port:?} {port} {port}"
    )]
    Specs { port: u16, load: f64 },
    #[code("FILLED_DEBUG", suggest = "{x:?} {x:#?} {list:02x?}", detail = "{x:?}")]
    Debug {
        x: Option<&'static str>,
        list: Vec<u8>,
    },
    #[code(
        "FILLED_BRACES",
        suggest = "{{{{ }} {{port}} {{{port}}}",
        detail = "{{}}",
        fix_required = "{{"
    )]
    Braces { port: u16 },
    #[code("FILLED_INDEX", suggest = "{1} {0} {0:?} {1:>4}", fix = "run {0} {1}")]
    Index(&'static str, u8),
    #[code(
        "FILLED_STATIC",
        suggest = r#"say "hi" \n"#,
        detail = "two
lines",
        fix_required = "a \
        b"
    )]
    Static,
    #[code(
        "FILLED_TYPES",
        suggest = "ask {tenant} for {path}, {ratio}, {big}, {flag}, {letter}",
        fix = "ask {path}"
    )]
    Types {
        #[context]
        tenant: Tenant,
        path: PathBuf,
        ratio: f32,
        big: i128,
        flag: bool,
        letter: char,
    },
    #[error("{from} blocks {to:>4}")]
    #[code(
        "FILLED_RENAMED",
        suggest = "{from} to {to:?}",
        detail = "{to:>4} {{from}}",
        fix = "mv {from} {to}"
    )]
    Renamed {
        #[context(rename = "source")]
        from: String,
        #[context(rename = "target")]
        to: String,
        #[context(rename = "not {a: name")]
        width: usize,
    },
    #[code("FILLED_CROSSED", suggest = "{a} {b}", fix = "run {a} {b}")]
    Crossed {
        #[context(rename = "b")]
        a: String,
        #[context(skip)]
        b: String,
    },
    #[code(
        "FILLED_BESIDE",
        suggest = "{hidden} {shown} {hidden}",
        detail = "{other}",
        fix = "run -- {hidden} {other}"
    )]
    Beside {
        #[context(secret)]
        password: String,
        shown: u8,
        #[context(skip)]
        other: String,
        #[context(skip)]
        hidden: String,
    },
    #[code("FILLED_DISPLAY", suggest = "{shown}")]
    Display {
        #[context(display)]
        shown: Tenant,
    },
    #[code(
        "FILLED_RAW",
        suggest = "{type} {async}",
        fix = "use {type}",
        detail = "{type:?}"
    )]
    Raw { r#type: String, r#async: u8 },
    #[code(
        "FILLED_MAYBE",
        suggest = "ask {owner}",
        detail = "{at}",
        fix = "ask {owner}",
        fix_required = "{at:?}"
    )]
    Maybe {
        #[context]
        owner: Option<Tenant>,
        at: Option<u8>,
    },
    #[error("no {0} of {1}")]
    #[code(
        "FILLED_CONTEXT_NAME",
        suggest = "{color} {0} {second}",
        detail = "{1:?} {second}",
        fix = "run {second}"
    )]
    ContextName(
        #[context(rename = "color")] String,
        #[context(rename = "second")] u16,
    ),
    #[error("{} of {items}", .count, items = .count + 1)]
    #[code("FILLED_ARGUED")]
    Argued {
        #[context(rename = "all")]
        items: u8,
        count: u8,
    },
    #[code("FILLED_NAMES", suggest = "{out} {part} {self_} {visit} {index} {f} {__host} {_0}", retry_after = out)]
    Names {
        out: u8,
        part: u8,
        self_: u8,
        visit: u8,
        index: u8,
        f: u8,
        __host: u8,
        _0: u8,
    },
    #[code("FILLED_UNICODE", suggest = "{größe} {名前}")]
    Unicode { größe: u8, 名前: u8 },
}

/// Shadows the names of types.
mod shadowed {
    use agent_error::AgentError;
    use std::fmt;

    #[derive(Debug, serde::Serialize)]
    pub(super) struct String(pub u8);

    impl fmt::Display for String {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "number {}", self.0)
        }
    }

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("shadowed")]
    #[code("FILLED_SHADOWED", suggest = "see {name}", fix = "see {name}")]
    pub(super) struct Shadowed {
        pub(super) name: String,
    }
}

#[test]
fn templates_are_filled_with_the_fields() {
    let filled = [
        Filled::Specs {
            port: 22,
            load: 0.25,
        },
        Filled::Debug {
            x: Some("a"),
            list: vec![10],
        },
        Filled::Braces { port: 1 },
        Filled::Index("a b", 7),
        Filled::Static,
        Filled::Types {
            tenant: Tenant("acme"),
            path: "a b/c".into(),
            ratio: 0.1,
            big: i128::MAX,
            flag: true,
            letter: 'x',
        },
        Filled::Renamed {
            from: "-a".into(),
            to: "b c".into(),
            width: 4,
        },
        Filled::Renamed {
            from: "a".into(),
            to: "b c".into(),
            width: 1,
        },
        Filled::Crossed {
            a: "1".into(),
            b: "2".into(),
        },
        Filled::Beside {
            password: "p".into(),
            shown: 7,
            other: "-o".into(),
            hidden: "-h".into(),
        },
        Filled::Display { shown: Tenant("x") },
        Filled::Raw {
            r#type: "a b".into(),
            r#async: 1,
        },
        Filled::Maybe {
            owner: None,
            at: None,
        },
        Filled::Maybe {
            owner: Some(Tenant("a b")),
            at: Some(3),
        },
        Filled::ContextName("red".into(), 3),
        Filled::Argued { items: 7, count: 2 },
        Filled::Names {
            out: 1,
            part: 2,
            self_: 3,
            visit: 4,
            index: 5,
            f: 6,
            __host: 7,
            _0: 8,
        },
        Filled::Unicode {
            größe: 1, 名前: 2
        },
    ];
    let shadowed = shadowed::Shadowed {
        name: shadowed::String(1),
    };
    let errors = filled
        .iter()
        .map(|error| error as &dyn AgentError)
        .chain([&shadowed as _]);
    same(records(errors), file!["snapshots/templates.jsonl"]);
    same(
        codes(&catalog![Filled, shadowed::Shadowed]),
        file!["snapshots/templates.catalog.jsonl"],
    );
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("missing")]
enum Fixes {
    #[code("FIX_ADD", fix = "tool add {value} --to 'a b'")]
    Add { value: String },
    #[code("FIX_GLUED", fix = "tool set key={value}")]
    Set { value: String },
    #[code("FIX_BESIDE", fix = "tool {first}{second}")]
    Beside { first: String, second: String },
    #[code("FIX_QUOTES", fix = "tool ''{first}")]
    Quotes { first: String },
    #[code("FIX_EARLIER", fix = "sudo -- tool {first}")]
    Earlier { first: String },
    #[code("FIX_OPERAND", fix = "tool -- {first}")]
    Operand { first: String },
}

fn fix(error: &Fixes) -> Option<String> {
    error.record().fix_command().map(str::to_owned)
}

/// A fix that doesn't repair the cause is worse than none. For quoting, see `shells`.
#[test]
fn a_fix_that_cannot_run_unchanged_is_omitted() {
    for value in [
        "a\u{1b}[31mb",
        "a\0",
        "a\r",
        "a\nb",
        "a\tb",
        "a\u{fffd}",
        &"x".repeat(5_000),
    ] {
        assert_eq!(
            fix(&Fixes::Set {
                value: value.into()
            }),
            None,
            "{value:?}"
        );
    }
    for value in ["plain", "a-b_c.d/e:f", "10.0.0.1", "-rf"] {
        assert_eq!(
            fix(&Fixes::Set {
                value: value.into()
            }),
            Some(format!("tool set key={value}"))
        );
    }
}

#[test]
fn values_cannot_become_flags() {
    let flag = || "-x".to_owned();
    assert_eq!(fix(&Fixes::Add { value: flag() }), None);
    assert_eq!(
        fix(&Fixes::Beside {
            first: String::new(),
            second: flag()
        }),
        None
    );
    assert_eq!(fix(&Fixes::Quotes { first: flag() }), None);
    assert_eq!(
        fix(&Fixes::Earlier { first: flag() }),
        None,
        "`--` ends the options of `sudo`, not those of `tool`"
    );
    assert_eq!(
        fix(&Fixes::Operand { first: flag() }).unwrap(),
        "tool -- -x"
    );
    assert_eq!(
        fix(&Fixes::Beside {
            first: "a".into(),
            second: "b".into()
        })
        .unwrap(),
        "tool ab"
    );
}

/// A handwritten error with the definition of a derived one.
#[derive(Debug, thiserror::Error)]
#[error("by hand")]
struct ByHand;

impl AgentError for ByHand {
    fn code(&self) -> &'static str {
        "FILLED_INDEX"
    }

    fn record(&self) -> ErrorRecord {
        let def = Catalog::of::<Filled>().get("FILLED_INDEX").unwrap();
        ErrorRecord::declared(def, self)
    }
}

#[test]
fn an_error_that_passes_no_fields_shows_the_template_but_no_command() {
    let invalid = ["a } b {", "{é", "}é", "é{", "{:é", "{"];
    assert_eq!(
        invalid.map(|text| agent_error::__tooling::Template::new(text).to_string()),
        invalid
    );
    let record = ByHand.record();
    assert_eq!(
        (record.suggestion(), record.fix_command()),
        (Some("{1} {0} {0} {1}"), None)
    );
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("no match")]
#[code(
    "NO_MATCH",
    suggest = "Try {near:?}",
    detail = "{near:#?} is near",
    fix_required = "wait for {near}"
)]
struct NoMatch {
    near: Option<&'static str>,
}

#[test]
fn a_missing_value_omits_the_string_with_each_format_spec() {
    let record = NoMatch { near: None }.record();
    assert_eq!(
        (record.suggestion(), record.detail(), record.fix_required()),
        (None, None, None)
    );
    let record = NoMatch { near: Some("a b") }.record();
    assert_eq!(record.suggestion(), Some("Try Some(\"a b\")"));
    assert_eq!(record.fix_required(), Some("wait for a b"));
}
