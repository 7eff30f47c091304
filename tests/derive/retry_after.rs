//! Tests of waits, both fixed and from fields.

use crate::{def, error_object};
use agent_error::AgentError;
use agent_error::definition::RetryAfter;
use serde_json::{Value, json};
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("wait")]
enum Waits {
    #[code("WAIT_DURATION", retry_after = pause)]
    Duration {
        #[context(skip)]
        pause: Duration,
    },
    #[code("WAIT_OPTION", retry_after = pause)]
    Option {
        #[context(skip)]
        pause: Option<Duration>,
    },
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
    #[code("WAIT_NOT")]
    Not,
}

fn wait_ms(error: &Waits) -> Value {
    error_object(error)["retry_after_ms"].take()
}

#[test]
fn a_field_of_any_kind_of_time_is_the_wait() {
    assert_eq!(wait_ms(&Waits::Duration { pause: Duration::from_millis(1500) }), json!(1500));
    assert_eq!(wait_ms(&Waits::Option { pause: Some(Duration::from_secs(2)) }), json!(2000));
    assert_eq!(wait_ms(&Waits::Whole { pause: 3 }), json!(3000));
    assert_eq!(wait_ms(&Waits::Small { pause: Some(4) }), json!(4000));
    assert_eq!(wait_ms(&Waits::Signed { pause: 5 }), json!(5000));
    assert_eq!(wait_ms(&Waits::Fraction { pause: 0.25 }), json!(250));
    assert_eq!(wait_ms(&Waits::Fixed), json!(250));
}

#[test]
fn a_field_without_a_time_is_not_a_wait() {
    assert_eq!(wait_ms(&Waits::Option { pause: None }), Value::Null);
    assert_eq!(wait_ms(&Waits::Small { pause: None }), Value::Null);
    assert_eq!(wait_ms(&Waits::Not), Value::Null);
}

#[test]
fn impossible_times_are_ignored() {
    assert_eq!(wait_ms(&Waits::Signed { pause: -1 }), Value::Null);
    for pause in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
        assert_eq!(wait_ms(&Waits::Fraction { pause }), Value::Null, "{pause}");
    }
}

#[test]
fn the_longest_times_do_not_overflow() {
    assert_eq!(wait_ms(&Waits::Duration { pause: Duration::MAX }), json!(u64::MAX));
    assert_eq!(wait_ms(&Waits::Whole { pause: u64::MAX }), json!(u64::MAX));
}

#[test]
fn a_wait_implies_retryable() {
    for error in [Waits::Fixed, Waits::Whole { pause: 1 }, Waits::Small { pause: None }] {
        assert!(error.is_retryable(), "{}", error.code());
    }
    assert!(!Waits::Not.is_retryable());
}

#[test]
fn the_declaration_contains_the_field_name() {
    assert_eq!(def::<Waits>("WAIT_WHOLE").retry_after(), Some(RetryAfter::Field("pause")));
    assert_eq!(def::<Waits>("WAIT_FIXED").retry_after(), Some(RetryAfter::Fixed(Duration::from_millis(250))));
    assert_eq!(def::<Waits>("WAIT_NOT").retry_after(), None);
}
