//! An MCP server with two tools. With `--cfg by_hand`, it writes its errors itself; with
//! `--cfg checked`, arguments are checked against their schemas.

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use std::{fs, io};

#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(by_hand), derive(agent_error::AgentError))]
#[cfg_attr(not(by_hand), agent_error(integrate(mcp)))]
enum NoteError {
    /// The note doesn't exist.
    #[error("note `{title}` does not exist")]
    #[cfg_attr(
        not(by_hand),
        code(
            "NOTE_NOT_FOUND",
            exit = 5,
            suggest = "List all notes first",
            actions("notes_list")
        )
    )]
    NotFound { title: String },

    /// The server can't read the notes directory.
    #[error("cannot read the notes directory")]
    #[cfg_attr(not(by_hand), code("NOTES_UNREADABLE", severity = critical))]
    Directory(#[from] io::Error),
}

#[cfg(by_hand)]
impl rmcp::handler::server::tool::IntoCallToolResult for NoteError {
    fn into_call_tool_result(self) -> Result<rmcp::model::CallToolResponse, rmcp::ErrorData> {
        let (code, advice) = match &self {
            Self::NotFound { .. } => ("NOTE_NOT_FOUND", "List all notes first"),
            Self::Directory(_) => ("NOTES_UNREADABLE", "Report it"),
        };
        let text = format!("error {code}: {self}\nhelp: {advice}");
        let content = vec![rmcp::model::ContentBlock::text(text)];
        Ok(rmcp::model::CallToolResult::error(content).into())
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Read {
    /// The title of a note
    title: String,
}

struct Notes {
    router: ToolRouter<Self>,
}

#[tool_router]
impl Notes {
    #[tool(name = "notes_read", description = "Reads a note")]
    fn read(&self, Parameters(Read { title }): Parameters<Read>) -> Result<String, NoteError> {
        if !titles()?.contains(&title) {
            return Err(NoteError::NotFound { title });
        }
        Ok(fs::read_to_string(format!("notes/{title}"))?)
    }

    #[tool(name = "notes_list", description = "Lists the titles of all notes")]
    fn list(&self) -> Result<String, NoteError> {
        Ok(titles()?.join("\n"))
    }
}

fn titles() -> Result<Vec<String>, NoteError> {
    let mut titles = Vec::new();
    for entry in fs::read_dir("notes")? {
        titles.push(entry?.file_name().to_string_lossy().into_owned());
    }
    Ok(titles)
}

#[tool_handler(router = self.router)]
impl ServerHandler for Notes {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let notes = Notes {
        router: Notes::tool_router(),
    };
    #[cfg(not(by_hand))]
    let notes = agent_error_mcp::Server::new(notes);
    #[cfg(checked)]
    let notes = notes.arguments(agent_error_mcp::ArgumentChecks::Strict);
    let client = (tokio::io::stdin(), tokio::io::stdout());
    notes.serve(client).await?.waiting().await?;
    Ok(())
}
