//! Text for people: a golden text for every kind of error.
//!
//! Golden texts begin with a line break, which is not part of the text, so that columns align.

mod color;
mod kinds;
mod margin;
mod prepared;
mod sections;
mod wrapping;

use agent_error::{AgentError, Format, Renderer};

const HUMAN: Renderer<'static> = Renderer::new(Format::Human);

/// Compares the text at this width with the golden text.
#[track_caller]
fn shows(error: &dyn AgentError, width: impl Into<Option<usize>>, golden: &str) {
    same(&HUMAN.width(width.into()).render(error), golden);
}

#[track_caller]
pub(crate) fn same(shown: &str, golden: &str) {
    assert_eq!(Some(shown), golden.strip_prefix('\n'), "\n{shown}");
}
