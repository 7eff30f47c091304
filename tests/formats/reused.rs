//! Tests of a buffer that is reused for several errors.

use crate::records::{bare, full, invalid_fields};
use agent_error::{Format, Renderer, render};

#[test]
fn an_error_is_appended_to_a_string() {
    for format in Format::ALL {
        for renderer in [Renderer::new(*format), format.pretty()] {
            let mut text = "before {".to_owned();
            renderer.render_into(&full(), &mut text);
            renderer.render_into(&invalid_fields(), &mut text);
            assert_eq!(text, format!("before {{{}{}", renderer.render(&full()), renderer.render(&invalid_fields())));
        }
    }
}

#[test]
fn a_large_enough_buffer_is_not_reallocated() {
    for format in Format::ALL {
        let mut text = String::with_capacity(4096);
        for _ in 0..3 {
            text.clear();
            Renderer::new(*format).render_into(&full(), &mut text);
            Renderer::new(*format).render_into(&bare(), &mut text);
            assert_eq!(text.capacity(), 4096, "{format}");
        }
    }
}

/// The message of this error renders another error while it's being written.
#[test]
fn rendering_is_reentrant() {
    #[derive(Debug)]
    struct Outer;
    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            let mut inner = Vec::new();
            agent_error::write(&bare(), Format::Tagged, &mut inner).map_err(|_| std::fmt::Error)?;
            f.write_str(&String::from_utf8_lossy(&inner))
        }
    }
    impl std::error::Error for Outer {}
    impl agent_error::AgentError for Outer {
        fn code(&self) -> &'static str {
            "OUTER"
        }
    }
    let mut written = Vec::new();
    agent_error::write(&Outer, Format::Tagged, &mut written).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), "[error:OUTER] [error:NOT_FOUND] no such user");
    assert_eq!(render(&Outer, Format::Tagged), "[error:OUTER] [error:NOT_FOUND] no such user");
}
