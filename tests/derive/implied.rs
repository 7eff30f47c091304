//! Tests of the facts that exit codes, statuses, fields and doc comments imply, one code per line.

use crate::{codes, records, same};
use agent_error::{AgentError, Catalog, ErrorRecord, Format, catalog, exit};
use axum::http::StatusCode;
use serde_json::Value;
use snapbox::file;
use std::time::Duration;

declared!(
    #[agent_error(unregistered)]
    Implied {
        NoExit = ("EXIT_NONE"), Two = ("EXIT_2", exit = 2), Three = ("EXIT_3", exit = 3),
        Ten = ("EXIT_10", exit = 10), Eleven = ("EXIT_11", exit = 11), Twelve = ("EXIT_12", exit = 12),
        SeventyFour = ("EXIT_74", exit = 74), SeventyFive = ("EXIT_75", exit = 75),
        Hundred = ("EXIT_100", exit = 100), Bad = ("STATUS_400", status = 400),
        Login = ("STATUS_401", status = 401), Forbidden = ("STATUS_403", status = 403),
        Missing = ("STATUS_404", status = 404), Slow = ("STATUS_408", status = 408),
        Conflict = ("STATUS_409", status = 409), Invalid = ("STATUS_422", status = 422),
        Limited = ("STATUS_429", status = 429), Broken = ("STATUS_500", status = 500),
        Gateway = ("STATUS_502", status = 502), Down = ("STATUS_503", status = 503),
    }
);

declared!(
    /// Each declares something else than what its exit code or status implies.
    #[agent_error(unregistered)]
    Stated {
        NotAgain = ("STATED_NOT_AGAIN", exit = 12, retryable = false),
        Again = ("STATED_AGAIN", exit = 10, retryable),
        AgainLater = ("STATED_AGAIN_LATER", exit = 3, retry_after = "1m30s"),
        AgainOften = ("STATED_AGAIN_OFTEN", retry = immediate),
        Done = ("STATED_DONE", exit = 12, side_effects = complete),
        NothingDone = ("STATED_NOTHING_DONE", exit = 10, side_effects = none),
        Cleanup = ("STATED_CLEANUP", exit = 2, phase = cleanup, severity = critical, status = 500),
        Exit = ("STATED_EXIT", status = 429, exit = 9),
        Retry = ("STATED_RETRY", status = 429, retryable = false),
        Phase = ("STATED_PHASE", status = 422, phase = cleanup),
        Effects = ("STATED_EFFECTS", status = 503, side_effects = partial),
    }
);

declared!(
    /// The exit code of the enum implies partial side effects.
    #[agent_error(unregistered, exit = exit::PARTIAL_FAILURE)]
    PartialByDefault {
        Missing = ("PARTIAL_404", status = 404), Invalid = ("PARTIAL_422", status = 422),
        Down = ("PARTIAL_503", status = 503), Slow = ("PARTIAL_504", status = 504), Alone = ("PARTIAL_ALONE"),
    }
);

#[test]
fn exit_codes_and_statuses_imply_facts_unless_they_are_stated() {
    let document = catalog![Implied, Stated, PartialByDefault].document();
    let document: Value = serde_json::from_str(&document).unwrap();
    let mut lines = String::new();
    for code in document["errors"].as_array().unwrap() {
        let word = |name: &str| code[name].as_str().unwrap();
        let retry = if code["retryable"] == true {
            "retryable"
        } else {
            "final"
        };
        lines += &format!(
            "{:<20} exit {:<3} {retry:<9} ",
            word("code"),
            code["exit_code"].as_u64().unwrap()
        );
        lines += &format!(
            "{:<8} {:<10} {:<8} ",
            word("side_effects"),
            word("phase"),
            word("severity")
        );
        lines += &format!("HTTP {}\n", code["http_status"]);
    }
    same(lines, file!["snapshots/implied.txt"]);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("in fields")]
enum InFields {
    #[code("WAIT_DURATION", retry_after = pause)]
    Duration { pause: Duration },
    #[code("WAIT_OPTION", retry_after = pause)]
    Option { pause: Option<Duration> },
    #[code("WAIT_WHOLE", retry_after = pause)]
    Whole { pause: u64 },
    #[code("WAIT_SMALL", retry_after = pause)]
    Small { pause: Option<u8> },
    #[code("WAIT_SIGNED", retry_after = pause)]
    Signed { pause: i32 },
    #[code("WAIT_FRACTION", retry_after = pause)]
    Fraction { pause: f64 },
    #[code("WAIT_FIXED", retry_after = "250ms")]
    Fixed,
    #[code("STATUS_NUMBER", exit = exit::UNAVAILABLE, status = status)]
    Number { status: u16 },
    #[code("STATUS_TYPED", exit = exit::UNAVAILABLE, status = status)]
    Typed {
        #[context]
        status: StatusCode,
    },
    #[code("STATUS_MAYBE", exit = exit::UNAVAILABLE, status = answered)]
    Maybe { answered: Option<u16> },
    #[code("ACTIONS", actions = next, body = output)]
    Actions {
        #[context(skip)]
        next: Option<Vec<&'static str>>,
        output: Option<&'static str>,
    },
}

#[test]
fn fields_of_each_kind_hold_waits_statuses_actions_and_bodies() {
    let mut errors = vec![
        InFields::Duration {
            pause: Duration::new(2, 999_000_001),
        },
        InFields::Duration {
            pause: Duration::MAX,
        },
        InFields::Option {
            pause: Some(Duration::from_secs(2)),
        },
        InFields::Option { pause: None },
        InFields::Whole { pause: 3 },
        InFields::Whole { pause: u64::MAX },
        InFields::Small { pause: Some(4) },
        InFields::Small { pause: None },
        InFields::Signed { pause: 5 },
        InFields::Signed { pause: -1 },
        InFields::Fixed,
        InFields::Typed {
            status: StatusCode::CONFLICT,
        },
        InFields::Typed {
            status: StatusCode::OK,
        },
        InFields::Maybe {
            answered: Some(451),
        },
        InFields::Maybe { answered: None },
        InFields::Actions {
            next: Some(vec!["user.list", "user.ask"]),
            output: Some("a\nb"),
        },
        InFields::Actions {
            next: None,
            output: None,
        },
    ];
    errors.extend(
        [0.25, f64::NAN, f64::INFINITY, -1.0, 1e300].map(|pause| InFields::Fraction { pause }),
    );
    errors.extend(
        [0, 99, 200, 302, 399, 400, 599, 600, u16::MAX].map(|status| InFields::Number { status }),
    );
    same(
        records(errors.iter().map(|error| error as _)),
        file!["snapshots/in_fields.jsonl"],
    );
    for error in &errors {
        let read =
            agent_error::parse(&agent_error::render(error, agent_error::Format::PROBLEM)).unwrap();
        assert_eq!(
            read.http_status(),
            ErrorRecord::of(error).http_status(),
            "{error:?}"
        );
    }
    same(
        codes(&Catalog::of::<InFields>()),
        file!["snapshots/in_fields.catalog.jsonl"],
    );
}

#[derive(Debug, thiserror::Error, AgentError)]
#[allow(clippy::empty_docs, dead_code, reason = "that is the case")]
#[agent_error(unregistered)]
#[error("documented")]
enum Documented {
    /** A block
    comment.

    With more. */
    #[code("DOC_BLOCK")]
    Block,
    #[doc = "An attribute."]
    #[code("DOC_ATTRIBUTE")]
    Attribute,
    #[doc = concat!("Made of ", 2, " parts.")]
    #[code("DOC_MACRO")]
    Macro,
    /**
     * With stars,
     * in two lines.
     *
     * * A list.
     */
    #[code("DOC_STARS")]
    Stars,
    // This variant deliberately has no doc comment.
    #[code("DOC_NONE")]
    None,
    ///
    #[code("DOC_EMPTY")]
    Empty,
    #[code("OLD_STRING")]
    #[deprecated = "use NEW"]
    OldString,
    #[code("OLD_BLANK")]
    #[deprecated = " "]
    OldBlank,
    #[code("OLD_SINCE")]
    #[deprecated(since = "1.2.0")]
    OldSince,
    #[error("")]
    #[code("TEXT_EMPTY")]
    TextEmpty,
    #[error("\n\nx\u{1b}[31m")]
    #[code("TEXT_LINES", suggest = "\n a", detail = "é {{ é")]
    TextLines,
}

#[test]
fn doc_comments_and_deprecations_of_every_kind_are_in_the_catalog() {
    let catalog = Catalog::of::<Documented>();
    same(codes(&catalog), file!["snapshots/documented.catalog.jsonl"]);
    let mut text = String::new();
    for width in [None, Some(0)] {
        for code in ["OLD_BLANK", "TEXT_EMPTY", "TEXT_LINES"] {
            text += &catalog
                .explain(code)
                .unwrap()
                .render(Format::HUMAN.width(width));
        }
    }
    text += &catalog.list().render(Format::HUMAN.width(Some(30)));
    same(text, file!["snapshots/documented.views.txt"]);
}
