//! Golden tests of the `Human` format for every kind of error.
//!
//! Golden strings start with a line break so that the columns align. The line break isn't part of the output.

mod color;
mod kinds;
mod margin;
mod prepared;
mod sections;
mod wrapping;

use agent_error::{AgentError, Format, Renderer};

const HUMAN: Renderer<'static> = Renderer::new(Format::Human);

/// Asserts that the output at this width equals the golden string.
#[track_caller]
fn shows(error: &dyn AgentError, width: impl Into<Option<usize>>, golden: &str) {
    same(&HUMAN.width(width.into()).render(error), golden);
}

#[track_caller]
pub(crate) fn same(shown: &str, golden: &str) {
    assert_eq!(Some(shown), golden.strip_prefix('\n'), "\n{shown}");
}
