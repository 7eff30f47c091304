//! Lists and describes a server's tools.

use crate::Server;
use crate::catalog;
use crate::declaration::{EXPLAIN, complain};
use crate::invalid_call::InvalidCall;
use crate::observed::{Context, caught, or_empty};
use crate::unknown_tools::{UnknownTools, protocol_error};
use agent_error::format::without_secrets;
use agent_error::ready::UnknownTool;
use agent_error::{AgentError as _, Catalog};
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    PaginatedRequestParams, ServerCapabilities, Tool,
};
use serde_json::json;
use std::borrow::Cow;
use std::sync::atomic::Ordering;

/// The maximum number of pages to read.
const MAX_PAGES: usize = 100;

impl<S: ServerHandler> Server<S> {
    /// Lists the inner server's tools. Returns an empty list if the server doesn't support listing.
    pub(crate) async fn tools_of_the_handler(
        &self,
        context: &Context,
    ) -> Result<Vec<Tool>, ErrorData> {
        let mut tools = Vec::new();
        let mut cursor = None;
        for _ in 0..MAX_PAGES {
            let request = PaginatedRequestParams::default().with_cursor(cursor);
            let page =
                or_empty(Box::pin(self.inner.list_tools(Some(request), context.clone())).await)?;
            let count_before = tools.len();
            for tool in page.tools {
                if !tools.iter().any(|other: &Tool| other.name == tool.name) {
                    tools.push(tool);
                }
            }
            cursor = page.next_cursor;
            // Stop if the server ignores the cursor and returns the same page again.
            if cursor.is_none() || tools.len() == count_before {
                break;
            }
        }
        self.listed.keep(&tools);
        Ok(tools)
    }

    /// Like [`tools_of_the_handler`](Self::tools_of_the_handler), but returns an empty list if
    /// listing fails, because the tool may still exist.
    pub(crate) async fn tools_if_listed(&self, context: &Context) -> Vec<Tool> {
        match caught(self.tools_of_the_handler(context)).await {
            Ok(Ok(tools)) => tools,
            Ok(Err(_)) | Err(_) => {
                // An empty cache shows that the tools have been listed.
                self.listed.keep(&[]);
                Vec::new()
            }
        }
    }

    /// Returns a tool from the cache or the inner server, without listing the tools again.
    pub(crate) fn tool(&self, name: &str) -> Option<Tool> {
        self.inner.get_tool(name).or_else(|| self.listed.get(name))
    }

    /// Responds to a call of an unknown tool. `said` is the inner server's message.
    ///
    /// # Errors
    ///
    /// Returns a protocol error with [`UnknownTools::Protocol`].
    pub(crate) fn unknown_tool(
        &self,
        context: &Context,
        name: &str,
        tools: Vec<Tool>,
        said: Option<&str>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut names: Vec<String> = tools
            .into_iter()
            .map(|tool| tool.name.into_owned())
            .collect();
        if self.explains() {
            names.push(EXPLAIN.to_owned());
        }
        let unknown = UnknownTool::new(without_secrets(name), names.iter().cloned());
        let mut record = InvalidCall::from(unknown).record();
        // The inner server may have an unlisted tool, so keep the inner server's message.
        if let Some(said) = said.filter(|said| !said.is_empty()) {
            record = record.with_cause(without_secrets(said));
        }
        match self.unknown_tools {
            UnknownTools::Result => Ok(self.refuse(context, name, self.results, &record)),
            UnknownTools::Protocol => {
                self.see(context, name, || record.clone());
                Err(protocol_error(record, name, &names, self.results))
            }
        }
    }

    /// Handles a call to `errors_explain`.
    pub(crate) async fn explain(
        &self,
        catalog: &Catalog,
        request: CallToolRequestParams,
        context: &Context,
    ) -> CallToolResponse {
        let arguments = request.arguments.unwrap_or_default();
        let listed = self.readable_codes(catalog, context).await;
        let tools = self.tools_if_listed(context).await;
        let text = match catalog::code_to_explain(&arguments) {
            Err(invalid) => return self.refuse(context, EXPLAIN, self.results, &invalid),
            Ok(None) => catalog::lines(&listed),
            Ok(Some(code)) => match catalog::explained(catalog, code, &tools, self.results) {
                Ok(text) => text,
                Err(unknown) => return self.refuse(context, EXPLAIN, self.results, &unknown),
            },
        };
        CallToolResult::success(vec![ContentBlock::text(text)]).into()
    }

    /// Returns the codes to list. If every tool declares its codes, returns these codes and the
    /// server's own codes. `catalog` has the codes that clients can read.
    pub(crate) async fn readable_codes<'c>(
        &self,
        catalog: &'c Catalog,
        context: &Context,
    ) -> Cow<'c, Catalog> {
        if !self.all_declare(context).await {
            return Cow::Borrowed(catalog);
        }
        let declared = self.declared.values().flat_map(|errors| errors.codes());
        Cow::Owned(catalog::only(catalog, declared))
    }

    /// Whether every tool declares its codes.
    async fn all_declare(&self, context: &Context) -> bool {
        if self.declared.is_empty() {
            return false;
        }
        match self.tools_of_the_handler(context).await {
            Ok(tools) => tools.iter().all(|tool| self.has_declared(tool)),
            Err(_) => false,
        }
    }

    fn has_declared(&self, tool: &Tool) -> bool {
        tool.name == EXPLAIN || self.declared.contains_key(&*tool.name)
    }

    /// Adds the declared codes to a tool's description and metadata.
    pub(crate) fn declaring(&self, mut tool: Tool) -> Tool {
        let Some(errors) = self.declared.get(&*tool.name) else {
            return tool;
        };
        let codes = errors.codes();
        let line = self.line_of(&codes);
        let description = match tool.description {
            Some(text) if !text.is_empty() => format!("{text}\n\n{line}"),
            _ => line,
        };
        tool.description = Some(description.into());
        tool.meta
            .get_or_insert_default()
            .insert("agent-error/errors".to_owned(), json!(codes));
        tool
    }

    /// Returns the line of a tool's description that lists its codes.
    fn line_of(&self, codes: &[&str]) -> String {
        let list = codes.join(", ");
        let explains = self.explains();
        if codes.is_empty() && explains {
            format!("Errors: only those that any tool can return; `{EXPLAIN}` lists them.")
        } else if codes.is_empty() {
            "Errors: only those that any tool can return.".to_owned()
        } else if explains {
            format!("Errors: {list}; `{EXPLAIN}` explains them.")
        } else {
            format!("Errors: {list}.")
        }
    }

    /// In debug builds, prints a warning if errors are declared for unknown tools. Only checks
    /// once.
    pub(crate) async fn check_names(&self, context: &Context) {
        if !cfg!(debug_assertions) || self.declared.is_empty() {
            return;
        }
        let is_repeated = self.names_checked.swap(true, Ordering::Relaxed);
        if is_repeated {
            return;
        }
        let Ok(tools) = self.tools_of_the_handler(context).await else {
            return;
        };
        for name in self.declared.keys() {
            let is_listed = tools.iter().any(|tool| tool.name == *name);
            if !is_listed && self.tool(name).is_none() {
                complain(format_args!(
                    "errors are declared for an unknown tool: `{name}`"
                ));
            }
        }
    }

    /// Adds the capabilities that clients need in order to read the catalog.
    pub(crate) fn add_ours(&self, capabilities: &mut ServerCapabilities) {
        if self.explains() {
            capabilities.tools.get_or_insert_default();
            capabilities.resources.get_or_insert_default();
        }
    }
}
