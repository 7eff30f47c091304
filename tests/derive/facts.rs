//! Tests of the facts that a variant declares, and of those that its exit code implies.

use crate::{def, error_object};
use agent_error::definition::RetryAfter;
use agent_error::vocabulary::{ContextFormat, Phase, RetryStrategy, SideEffects};
use agent_error::{AgentError, Severity};
use serde_json::{Value, json};
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
enum Implied {
    #[error("none")]
    #[code("FACT_EXIT_1")]
    NoExit,
    #[error("2")]
    #[code("FACT_EXIT_2", exit = 2)]
    Two,
    #[error("3")]
    #[code("FACT_EXIT_3", exit = 3)]
    Three,
    #[error("10")]
    #[code("FACT_EXIT_10", exit = 10)]
    Ten,
    #[error("11")]
    #[code("FACT_EXIT_11", exit = 11)]
    Eleven,
    #[error("12")]
    #[code("FACT_EXIT_12", exit = 12)]
    Twelve,
    #[error("74")]
    #[code("FACT_EXIT_74", exit = 74)]
    SeventyFour,
    #[error("75")]
    #[code("FACT_EXIT_75", exit = 75)]
    SeventyFive,
    #[error("100")]
    #[code("FACT_EXIT_100", exit = 100)]
    Hundred,
}

#[test]
fn the_exit_code_implies_facts() {
    use Phase::{Execution, Validation};
    use SideEffects::{None, Partial};
    let expected = [
        (Implied::NoExit, 1, false, None, Execution),
        (Implied::Two, 2, false, None, Validation),
        (Implied::Three, 3, false, Partial, Execution),
        (Implied::Ten, 10, false, Partial, Execution),
        (Implied::Eleven, 11, true, None, Execution),
        (Implied::Twelve, 12, true, None, Execution),
        (Implied::SeventyFour, 74, false, Partial, Execution),
        (Implied::SeventyFive, 75, true, None, Execution),
        (Implied::Hundred, 100, false, None, Execution),
    ];
    for (error, exit, retryable, side_effects, phase) in expected {
        let facts = error.facts();
        assert_eq!((facts.exit_code, error.exit_code()), (Some(exit), exit));
        assert_eq!((facts.retryable, error.is_retryable()), (Some(retryable), retryable), "exit {exit}");
        assert_eq!((facts.side_effects, facts.phase), (Some(side_effects), Some(phase)), "exit {exit}");
        assert_eq!(facts.severity(), Severity::Error);
        assert_eq!(error_object(&error)["retryable"], retryable);
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Stated {
    #[error("a")]
    #[code("FACT_NOT_AGAIN", exit = 12, retryable = false)]
    NotAgain,
    #[error("b")]
    #[code("FACT_AGAIN", exit = 10, retryable)]
    Again,
    #[error("c")]
    #[code("FACT_AGAIN_LATER", exit = 3, retry_after = "1m30s")]
    AgainLater,
    #[error("d")]
    #[code("FACT_AGAIN_OFTEN", retry = immediate)]
    AgainOften,
    #[error("e")]
    #[code("FACT_DONE", exit = 12, side_effects = complete)]
    Done,
    #[error("f")]
    #[code("FACT_NOTHING_DONE", exit = 10, side_effects = none)]
    NothingDone,
    #[error("g")]
    #[code("FACT_CLEANUP", exit = 2, phase = cleanup, severity = critical, status = 500)]
    Cleanup,
}

#[test]
fn stated_facts_override_implied_ones_and_agree_with_each_other() {
    let facts = |error: Stated| {
        let facts = error.facts();
        (facts.is_retryable(), facts.side_effects.unwrap())
    };
    assert_eq!(facts(Stated::NotAgain), (false, SideEffects::None));
    assert_eq!(facts(Stated::Again), (true, SideEffects::None));
    assert_eq!(facts(Stated::AgainLater), (true, SideEffects::None));
    assert_eq!(facts(Stated::AgainOften), (true, SideEffects::None));
    assert_eq!(facts(Stated::Done), (false, SideEffects::Complete));
    assert_eq!(facts(Stated::NothingDone), (false, SideEffects::None));
    assert_eq!(Stated::AgainLater.retry_after(), Some(Duration::from_secs(90)));
    assert_eq!(Stated::AgainOften.facts().retry, Some(RetryStrategy::Immediate));
    let facts = Stated::Cleanup.facts();
    assert_eq!((facts.phase, facts.severity(), facts.status), (Some(Phase::Cleanup), Severity::Critical, Some(500)));
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Full {
    /// What happened,
    /// in one paragraph.
    ///
    /// More about it:
    ///
    /// - a list
    ///   with depth
    #[error("full of {what}")]
    #[code(
        "FACT_FULL",
        exit = 75,
        suggest = "empty {what}",
        fix_required = "{what} has room",
        detail = "{what:?} holds no more",
        docs = "https://example.com/full",
        retryable = true,
        retry_after = "1h1m1s1ms",
        retry = linear,
        side_effects = none,
        phase = cleanup,
        severity = warning,
        actions("disk.list", "disk.empty"),
        status = 507,
        shared
    )]
    #[deprecated(since = "1.2.0", note = "use FACT_ROOM")]
    Full {
        /// The disk.
        ///
        /// Not part of the summary.
        what: String,
        #[context(secret)]
        key: u8,
        #[context(debug, rename = "by")]
        user: Option<u8>,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "only the declarations matter")]
#[error("old")]
enum Old {
    #[code("OLD_BARE")]
    #[deprecated]
    Bare,
    #[code("OLD_STRING")]
    #[deprecated = "use NEW"]
    String,
    #[code("OLD_NOTE")]
    #[deprecated(since = "1.2.0", note = "use NEWER")]
    Note,
    #[code("OLD_SINCE")]
    #[deprecated(since = "1.2.0")]
    Since,
    #[code("NOT_OLD")]
    Not,
}

#[test]
fn the_attribute_deprecated_marks_the_code() {
    let notes =
        ["OLD_BARE", "OLD_STRING", "OLD_NOTE", "OLD_SINCE", "NOT_OLD"].map(|code| def::<Old>(code).deprecated());
    let generic = Some("this code is deprecated");
    assert_eq!(notes, [generic, Some("use NEW"), Some("use NEWER"), generic, None]);
}

#[test]
fn every_key_is_visible_in_the_declaration() {
    let def = def::<Full>("FACT_FULL");
    assert_eq!((def.variant(), def.exit_code()), ("Full", 75));
    assert_eq!(def.summary(), Some("What happened, in one paragraph."));
    assert_eq!(def.description(), Some("More about it:\n\n- a list\n  with depth"));
    assert_eq!(def.message().map(agent_error::definition::Template::as_str), Some("full of {what}"));
    let texts = [def.suggestion(), def.fix_required(), def.detail()].map(|text| text.unwrap().to_string());
    assert_eq!(texts, ["empty {what}", "{what} has room", "{what} holds no more"]);
    assert_eq!(def.docs_url(), Some("https://example.com/full"));
    assert!(def.is_retryable() && def.is_shared());
    assert_eq!(def.retry_after(), Some(RetryAfter::Fixed(Duration::from_millis(3_661_001))));
    assert_eq!((def.retry_strategy(), def.side_effects()), (Some(RetryStrategy::Linear), SideEffects::None));
    assert_eq!((def.phase(), def.severity()), (Phase::Cleanup, Severity::Warning));
    assert_eq!(def.actions(), ["disk.list", "disk.empty"]);
    assert_eq!((def.status(), def.deprecated()), (Some(507), Some("use FACT_ROOM")));
    let fields: Vec<_> = def.fields().map(|field| (field.name, field.ty, field.shown, field.summary)).collect();
    assert_eq!(
        fields,
        [
            ("what", "String", ContextFormat::Serialized, Some("The disk.")),
            ("key", "u8", ContextFormat::Redacted, None),
            ("by", "Option<u8>", ContextFormat::Text, None)
        ]
    );
}

#[test]
fn every_key_is_visible_in_the_envelope() {
    let error = Full::Full { what: "a b".into(), key: 1, user: Some(2) };
    assert_eq!(
        error_object(&error),
        json!({
            "code": "FACT_FULL",
            "message": "full of a b",
            "detail": "\"a b\" holds no more",
            "suggestion": "empty a b",
            "fix_required": "a b has room",
            "docs_url": "https://example.com/full",
            "retryable": true,
            "retry_after_ms": 3_661_001,
            "retry_strategy": "linear_backoff",
            "phase": "cleanup",
            "severity": "warning",
            "actions": ["disk.list", "disk.empty"],
            "context": {"what": "a b", "key": "[REDACTED]", "by": "Some(2)"}
        })
    );
}

#[test]
fn undeclared_facts_are_not_in_the_envelope() {
    let object = error_object(&Implied::NoExit);
    let keys: Vec<&String> = object.as_object().into_iter().flatten().map(|(key, _)| key).collect();
    assert_eq!(keys, ["code", "message", "phase", "retryable"]);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[allow(clippy::empty_docs, reason = "that is the case")]
enum Documented {
    /** A block
    comment.

    With more. */
    #[error("a")]
    #[code("FACT_DOC_BLOCK")]
    Block,
    #[doc = "An attribute."]
    #[error("b")]
    #[code("FACT_DOC_ATTRIBUTE")]
    Attribute,
    #[doc = concat!("Made of ", 2, " parts.")]
    #[error("c")]
    #[code("FACT_DOC_CONCAT")]
    Concat,
    #[doc = include_str!("documented.md")]
    #[error("f")]
    #[code("FACT_DOC_INCLUDED")]
    Included,
    /**
     * With stars,
     * in two lines.
     *
     * * A list.
     */
    #[error("g")]
    #[code("FACT_DOC_STARS")]
    Stars,
    // This variant deliberately has no doc comment.
    #[error("d")]
    #[code("FACT_DOC_NONE")]
    None,
    ///
    #[error("e")]
    #[code("FACT_DOC_EMPTY")]
    Empty,
}

#[test]
fn doc_comments_of_every_kind_are_read() {
    let summary = |code: &str| def::<Documented>(code).summary();
    assert_eq!(summary("FACT_DOC_BLOCK"), Some("A block comment."));
    assert_eq!(def::<Documented>("FACT_DOC_BLOCK").description(), Some("With more."));
    assert_eq!(summary("FACT_DOC_ATTRIBUTE"), Some("An attribute."));
    assert_eq!(summary("FACT_DOC_CONCAT"), Some("Made of 2 parts."));
    assert_eq!(summary("FACT_DOC_INCLUDED"), Some("Read from a file."));
    assert_eq!(def::<Documented>("FACT_DOC_INCLUDED").description(), Some("It has more to say."));
    assert_eq!(summary("FACT_DOC_STARS"), Some("With stars, in two lines."));
    assert_eq!(def::<Documented>("FACT_DOC_STARS").description(), Some("* A list."));
    assert_eq!((summary("FACT_DOC_NONE"), summary("FACT_DOC_EMPTY")), (None, None));
    assert_eq!(error_object(&Documented::Block)["detail"], Value::Null, "documentation is not part of the error");
    let all = [Documented::Attribute, Documented::Concat, Documented::None, Documented::Empty];
    assert_eq!(all.map(|error| error.to_string()), ["b", "c", "d", "e"]);
    assert_eq!([Documented::Included, Documented::Stars].map(|error| error.to_string()), ["f", "g"]);
}

#[test]
fn a_body_is_a_field() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered)]
    enum RunError {
        #[error("exit {status}")]
        #[code("RUN_FAILED", exit = 1, body = output)]
        Failed { status: i32, output: String },
        #[error("no output")]
        #[code("RUN_SILENT", exit = 1, body = output)]
        Silent { output: Option<&'static str> },
    }

    let failed = RunError::Failed { status: 2, output: "a\nb".to_owned() };
    let record = agent_error::ErrorRecord::of(&failed);
    assert_eq!(record.body.as_deref(), Some("a\nb"));
    assert_eq!(record.value("output"), Some("a\nb".into()), "formats without a body show the context");
    assert_eq!(agent_error::render(&failed, agent_error::Format::Tagged), "[error:RUN_FAILED] exit 2\n\na\nb");
    assert_eq!(agent_error::ErrorRecord::of(&RunError::Silent { output: None }).body, None);
}
