// The library `notes` of the guide one_enum.md, for the doctests of its programs.

use agent_error::{AgentError, exit};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://notes.example.com/errors/{code}", integrate(axum, mcp))]
pub enum NoteError {
    /// The note doesn't exist.
    #[error("note `{title}` does not exist")]
    #[code(
        "NOTE_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "List all notes, then use one of the titles",
        actions("list", "notes_list", "GET /notes")
    )]
    NotFound { title: String },
}

pub fn find(title: &str) -> Result<&'static str, NoteError> {
    match title {
        "milk" => Ok("Buy two bottles"),
        _ => Err(NoteError::NotFound { title: title.to_owned() }),
    }
}
