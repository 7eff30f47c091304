//! `filetools session`: reads calls from standard input and writes results to standard output, one JSON object per
//! line.

mod lines;
mod reply;
mod request;

use crate::answer::Answer;
use crate::error::{Action, FailedAccess, ToolError};
use crate::session::Session;
use agent_error::Format;
use lines::{Line, Lines};
use reply::Reply;
use request::{Request, Unreadable};
use serde_json::Value;
use std::io::{self, BufRead, ErrorKind, Write};

/// Processes calls until the input ends.
pub(crate) fn serve(
    mut session: Session,
    format: Format,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), ToolError> {
    let mut replies = Replies { output, format };
    if let Some(entry) = session.take_interrupted() {
        let open = replies.send(entry.id.clone(), Err(entry.error()))?;
        session.settle()?;
        if !open {
            return Ok(());
        }
    }
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next().map_err(|source| refused(Action::Read, "standard input", source))? {
        let (id, result) = answer(&mut session, &line);
        let open = replies.send(id, result)?;
        session.settle()?;
        if !open {
            break;
        }
    }
    Ok(())
}

type Outcome = (Option<Value>, Result<Answer, ToolError>);

fn answer(session: &mut Session, line: &Line) -> Outcome {
    match request::parse(line) {
        Ok(Request::Call { id, call }) => {
            let result = session.call(id.clone(), &call);
            (id, result)
        }
        Ok(Request::Clear { id }) => (id, session.clear()),
        Err(unreadable) => {
            let Unreadable { id, tool, error } = *unreadable;
            let error = match tool {
                Some(tool) => session.refuse(tool, error),
                None => error,
            };
            (id, Err(error))
        }
    }
}

struct Replies<W> {
    output: W,
    format: Format,
}

impl<W: Write> Replies<W> {
    /// Writes a reply. Returns whether the output is still open.
    fn send(&mut self, id: Option<Value>, result: Result<Answer, ToolError>) -> Result<bool, ToolError> {
        let line = Reply::new(id, result, self.format).to_line();
        match self.output.write_all(line.as_bytes()).and_then(|()| self.output.flush()) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(refused(Action::Write, "standard output", error)),
        }
    }
}

fn refused(action: Action, stream: &str, source: io::Error) -> ToolError {
    FailedAccess { action, path: stream.to_owned(), source }.into()
}
