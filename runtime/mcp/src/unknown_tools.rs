//! The protocol error for a call of an unknown tool.

use crate::conversions::data;
use crate::size::fit;
use crate::tool_results::ToolResults;
use agent_error::__private::{clean_capped, fields};
use agent_error::format::without_secrets;
use agent_error::{ErrorRecord, nearest};
use rmcp::ErrorData;

/// The maximum number of names in a message.
const MAX_NAMES: usize = 20;

/// The maximum length of a name in a message, in bytes.
const MAX_NAME_BYTES: usize = 256;

/// How a [`Server`](crate::Server) responds to calls of unknown tools.
///
/// ```
/// use agent_error_mcp::{Server, UnknownTools};
/// use rmcp::ServerHandler;
///
/// fn server<S: ServerHandler>(handler: S) -> Server<S> {
///     Server::new(handler).unknown_tools(UnknownTools::Result)
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownTools {
    /// A JSON-RPC error with the code -32602, as [MCP's specification] requires.
    ///
    /// Clients often show a model only the error's `message`. The message is therefore a single
    /// line with the most similar names, such as
    /// `Tool "user_lsit" does not exist; similar: user_list, user_get`. If no name is similar, the
    /// message lists the first 20 tools.
    ///
    /// The error's `data` is an [`ErrorRecord`] without its `message`. To read it, add the error's
    /// `message` to `data`.
    ///
    /// [MCP's specification]: https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling
    #[default]
    Protocol,
    /// A result with `isError: true` and the code `UNKNOWN_TOOL`, in the server's format.
    ///
    /// Choose this if your clients don't show protocol errors to the model.
    Result,
}

/// Converts the record of an unknown tool to a JSON-RPC error. `tools` are the available tools.
pub(crate) fn protocol_error(
    mut record: ErrorRecord,
    tool: &str,
    tools: &[String],
    settings: ToolResults,
) -> ErrorData {
    fields(&mut record).message = message(tool, tools);
    fit(settings.followable(record), settings.max_bytes, |record| {
        ErrorData::invalid_params(record.message().to_owned(), data(record))
    })
}

fn message(tool: &str, tools: &[String]) -> String {
    let similar = nearest(tool, tools.iter().map(String::as_str));
    let missing = format!("Tool \"{}\" does not exist", in_one_line(tool));
    if !similar.is_empty() {
        return format!("{missing}; similar: {}", list(similar));
    }
    if tools.is_empty() {
        return missing;
    }
    let available = tools.iter().map(String::as_str);
    format!("{missing}; available: {}", list(available))
}

fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names = names.into_iter().take(MAX_NAMES).map(in_one_line);
    names.collect::<Vec<_>>().join(", ")
}

/// Sanitizes a name, redacts secrets and truncates the name.
fn in_one_line(name: &str) -> String {
    // Redact before truncating, because a truncated secret no longer matches.
    let sanitized = clean_capped(&without_secrets(name), MAX_NAME_BYTES);
    sanitized.replace(breaks_a_line, " ")
}

/// Whether sanitized text with this character isn't a single line. See Unicode's UAX #14.
fn breaks_a_line(c: char) -> bool {
    matches!(c, '\n' | '\t' | '\u{2028}' | '\u{2029}')
}
