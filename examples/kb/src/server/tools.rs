//! The MCP tools.

use super::arguments::{self, Get, List, Remove, Schema, Search};
use crate::entry::{Entry, invalid, schema};
use crate::error::KbError;
use crate::kb::Kb;
use crate::store::{Filter, Hits, Page, Removed};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::JsonObject;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use tokio::task::block_in_place;

/// The MCP tools. Each of them calls the knowledge base.
#[derive(Debug)]
pub(super) struct Tools {
    kb: Kb,
    router: ToolRouter<Self>,
}

impl Tools {
    pub(super) fn new(kb: Kb) -> Self {
        Self { kb, router: Self::router() }
    }

    /// Calls the knowledge base. SQLite may block, so this lets other tasks run in the meantime.
    fn ask<T>(&self, ask: impl FnOnce(&Kb) -> Result<T, KbError>) -> Result<Json<T>, KbError> {
        block_in_place(|| ask(&self.kb)).map(Json)
    }
}

#[tool_router(router = router, vis = "pub(super)")]
impl Tools {
    /// Gets an entry and its version.
    #[tool(name = "kb_get", annotations(read_only_hint = true, open_world_hint = false))]
    fn get(&self, Parameters(Get { id }): Parameters<Get>) -> Result<Json<Entry>, KbError> {
        self.ask(|kb| kb.get(&id))
    }

    /// Lists entries sorted by ID, in pages. To get the next page, pass `next_after` as `after`.
    #[tool(name = "kb_list", annotations(read_only_hint = true, open_world_hint = false))]
    fn list(&self, Parameters(list): Parameters<List>) -> Result<Json<Page>, KbError> {
        let List { kind, tag, after, limit } = list;
        self.ask(|kb| kb.list(&Filter { kind, tag, after, limit }))
    }

    /// Searches titles, tags and bodies for entries that contain all words.
    #[tool(name = "kb_search", annotations(read_only_hint = true, open_world_hint = false))]
    fn search(&self, Parameters(Search { query, limit }): Parameters<Search>) -> Result<Json<Hits>, KbError> {
        self.ask(|kb| kb.search(&query, limit))
    }

    /// Returns the JSON Schema for entries of a type.
    #[tool(name = "kb_schema", annotations(read_only_hint = true, open_world_hint = false))]
    fn schema(Parameters(Schema { kind }): Parameters<Schema>) -> String {
        schema::of(kind).to_string()
    }

    /// Adds an entry as version 1. Pass type-specific fields in `metadata`, as described by `kb_schema`.
    #[tool(
        name = "kb_add",
        input_schema = arguments::add(),
        annotations(destructive_hint = false, idempotent_hint = false, open_world_hint = false)
    )]
    fn add(&self, Parameters(fields): Parameters<JsonObject>) -> Result<Json<Entry>, KbError> {
        self.ask(|kb| kb.add(fields))
    }

    /// Updates fields of an entry if it's still at the version that you read. Replaces `metadata` as a whole.
    #[tool(
        name = "kb_update",
        input_schema = arguments::update(),
        annotations(destructive_hint = true, idempotent_hint = false, open_world_hint = false)
    )]
    fn update(&self, Parameters(mut fields): Parameters<JsonObject>) -> Result<Json<Entry>, KbError> {
        let wrong = |field, problem| invalid(field, "type", problem, "Pass the ID and the version of an entry");
        let id = fields.remove("id").and_then(|id| id.as_str().map(str::to_owned));
        let version = fields.remove("if_version").and_then(|version| version.as_u64());
        let id = id.ok_or_else(|| wrong("id", "is not a string"))?;
        let version = version.ok_or_else(|| wrong("if_version", "is not a valid version"))?;
        self.ask(|kb| kb.update(&id, version, fields))
    }

    /// Permanently removes an entry.
    #[tool(name = "kb_remove", annotations(destructive_hint = true, idempotent_hint = false, open_world_hint = false))]
    fn remove(&self, Parameters(remove): Parameters<Remove>) -> Result<Json<Removed>, KbError> {
        self.ask(|kb| kb.remove(&remove.id, remove.if_version))
    }
}

#[tool_handler(
    router = self.router,
    name = "kb",
    instructions = "A knowledge base. Search it before you add an entry. Get an entry before you update it, and pass its version as `if_version`. If a call fails, `suggestion` says what to do, and `retryable` says whether the identical call can succeed later. Lowercase codes are about the knowledge base; uppercase codes are about the call itself. To explain a code, call `errors_explain`."
)]
impl ServerHandler for Tools {}
